"""Reads the troopers, relations, declarations and results of a case file."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from aro.cases.model import ORDER
from aro.cases.words import NUMBER, Key, Keys, WordReader, list_of, once
from aro.knowledge.fact_kinds import RELATIONS
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_nodes import Node, Table
from aro.parts import Act, Event, Half, Hit, Memory, Pair, Roll, Trooper, Unknown, Words

_HALVES: Mapping[str, Half | None] = {"both": None, "first": "first", "second": "second"}
"""The keys under which pairs stand, with the half in which these hold."""


class Profile(NamedTuple):
    """What troopers have in common: special skills and equipment, and numbers by their names."""

    has: tuple[str, ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()


Profiles = tuple[tuple[str, Profile], ...]
"""Profiles by their names, which the asker gives them: none is shipped."""


class TableReader(WordReader):
    """Reads the parts of a table."""

    def profiles(self, node: Node) -> Profiles:
        """Return the profiles of a mapping from their names."""

        def profile(one: Node, name: str) -> Profile:
            what = f"profile {name!r}"
            return Profile(**self.fields(self.mapping(one, what, optional=PROFILE), PROFILE, what))

        return self.named(node, "profiles", profile)

    def troopers(self, node: Node, active: str, profiles: Profiles = ()) -> tuple[Trooper, ...]:
        """Return the troopers of a mapping from their names; each may have one of the profiles."""
        lines = node.lines if isinstance(node, Table) else {}

        def trooper(one: Node, name: str) -> Trooper | None:
            return self.trooper(one, name, lines[name], active, profiles)

        return tuple(found for _, found in self.named(node, "troopers", trooper))

    @once
    def trooper(
        self, node: Node, name: str, line: int, active: str, profiles: Profiles
    ) -> Trooper | None:
        """Return the trooper of a name, of the active side if none is given.

        It has the traits of its profile and its own. Its own number replaces that of the profile.
        """
        what = f"trooper {name!r}"
        parts = self.mapping(node, what, required=("side",), optional=(*TROOPER, "profile"))
        if NUMBER.fullmatch(name):
            self.fault(line, f"a trooper is called by the number {name}", expected="a name")
            return None
        told = {"side": active, "has": (), "numbers": ()} | self.fields(parts, TROOPER, what)
        if "profile" in parts:
            has, numbers = self._profile(parts["profile"], dict(profiles), what)
            told["has"] = (*dict.fromkeys((*has, *told["has"])),)
            told["numbers"] = (*(dict(numbers) | dict(told["numbers"])).items(),)
        return Trooper(name, **told, line=line)

    def _profile(self, node: Node, profiles: Mapping[str, Profile], whose: str) -> Profile:
        name = self.name(node, f"the profile of {whose}")
        if name is not None and name not in profiles:
            self.unknown(node, "profile", name, profiles)
        return profiles.get(name or "", Profile())

    def replicas(self, node: Node, what: str) -> tuple[tuple[str, str], ...]:
        """Return the names of replicas with their forms."""
        return self.named(node, what, lambda form, _: self.word(form, "form") or "unread")

    @once
    def pairs(self, node: Node, relation: str) -> tuple[Pair, ...]:
        """Return the pairs of a list, or of a list for each half (and `both`)."""
        lists = {"both": node}
        if isinstance(node, Table):
            lists = self.mapping(node, relation, optional=_HALVES)
        found = (
            self.pair(one, relation, _HALVES[name])
            for name, listed in lists.items()
            for one in self.sequence(listed, relation)
        )
        return tuple(filter(None, found))

    @once
    def pair(self, node: Node, relation: str, half: Half | None = None) -> Pair | None:
        """Return two names as a pair of that relation, with a half where one is named third."""
        faults = len(self.faults)
        match self.names(node, f"a pair of {relation}"):
            case (one, other):
                return Pair(one, other, half, line=node.line)
            case (one, other, "first" | "second" as third) if half is None:
                return Pair(one, other, third, line=node.line)
            case names if len(self.faults) == faults:
                what = f"a pair of {relation} has {len(names)} names"
                self.fault(node, what, expected="[PIECE, PIECE]")
        return None

    def said(self, node: Node, form: type[Words], what: str) -> Words | None:
        """Return what is said in a list, `[failed, discover, guard]` or `[lof, sniper, guard]`."""
        words = self.names(node, what)
        if not words:
            self.fault(node, f"{what} says nothing", expected="[KIND, NAME, ...]")
            return None
        return form(*words, line=node.line)

    def act(self, node: Node) -> Act | None:
        """Return a declaration, or None where it has faults."""
        return self.declared(node)[0]

    @once
    def declared(self, node: Node, *also: str) -> tuple[Act | None, dict[str, Node]]:
        """Return a declaration, None where it has faults, and all that its mapping says.

        Beside the keys of an act those in `also` may stand there.
        """
        needed = ("who", "does")
        parts = self.mapping(node, "an act", required=needed, optional=(*ACT, *also))
        told = self.fields(parts, ACT, " ".join(str(parts[k].value) for k in needed if k in parts))
        whole = told.keys() >= {*needed}
        return Act(**told, line=node.line) if whole else None, parts

    def roll(self, node: Node) -> Roll | None:
        """Return the result of a Roll."""
        act, parts = self._result(node, "a Roll", ROLL)
        if "result" not in parts:
            self.fault(node, "a Roll has no 'result'", expected="success, failure or lost")
        told = self.fields(parts, ROLL)
        return Roll(act, **told, line=node.line) if act and told else None

    def hit(self, node: Node) -> Hit | None:
        """Return a hit."""
        act, parts = self._result(node, "a hit", HIT)
        told = self.fields(parts, HIT)
        return Hit(act, told.pop("on", act.at or ""), **told, line=node.line) if act else None

    def _result(self, node: Node, what: str, keys: Keys) -> tuple[Act | None, dict[str, Node]]:
        act, parts = self.declared(node, *keys)
        if "numbers" in parts:
            expected = "the numbers of an act where it is declared, in 'order'"
            self.fault(parts["numbers"], f"{what} has 'numbers'", expected=expected)
        return act, parts

    def event(self, node: Node) -> Event | None:
        """Return what befalls somebody: `{who: speculo, enters: retreat}`."""
        table = self.table(node, "an event")
        if table is None:
            return None
        verbs = [key for key in table.value if key != "who"]
        if "who" not in table.value or len(verbs) != 1:
            expected = "{who: TROOPER, VERB: WHAT}, as {who: guard, enters: retreat}"
            self.fault(node, "an event says who, and one thing", expected=expected)
            return None
        [verb] = verbs
        who = self.name(table.value["who"], "whom an event befalls")
        what = self.name(table.value[verb], f"what is meant by {verb!r}")
        if who is None or what is None:
            return None
        event = Event(who, verb, what, line=node.line)
        self.mentions.append(Mention("event", str(event), node.line))
        return event


TROOPER: Keys = {
    "side": Key(TableReader.name, "the side of {}"),
    "is": Key(TableReader.words, "state", "states"),
    "has": Key(TableReader.words, "trait"),
    "replicas": Key(TableReader.replicas, "the replicas of {}"),
    "noted": Key(TableReader.name, "the note of {}"),
    "device": Key(TableReader.word, "device"),
    "numbers": Key(TableReader.numbers, "{}"),
}
PROFILE: Keys = {name: TROOPER[name] for name in ("has", "numbers")}
"""What a profile says."""

ACT: Keys = {
    "who": Key(TableReader.name, "who acts"),
    "does": Key(TableReader.word, "skill"),
    "at": Key(TableReader.name, "the target of an act"),
    "into": Key(TableReader.word, "state"),
    "when": Key(TableReader.text, "the step of an act"),
    "uses": Key(TableReader.words, "gear"),
    "covers": Key(TableReader.names, "covers"),
    "numbers": Key(TableReader.numbers, "{}"),
}
ROLL: Keys = {"result": Key(TableReader.text, "the result of a Roll")}
HIT: Keys = {
    "on": Key(TableReader.name, "what is hit"),
    "saves": Key(TableReader.truth, "saves"),
    "critical": Key(TableReader.truth, "critical"),
}

ITEMS: Mapping[str, Callable[[TableReader, Node], Any]] = {
    "order": TableReader.act,
    "rolls": TableReader.roll,
    "hits": TableReader.hit,
    "events": TableReader.event,
    "memory": partial(TableReader.said, form=Memory, what="a memory"),
    "unknown": partial(TableReader.said, form=Unknown, what="an unknown fact"),
}
"""How an item is read of each list of a situation, by its field."""

_LISTS = {name: Key(list_of(read), name) for name, read in ITEMS.items()}
PAIRED = {kind.field: Key(TableReader.pairs, kind.field) for kind in RELATIONS}
_MOMENT = {"active": Key(TableReader.name, "the active side"), **PAIRED}

SITUATION: Keys = {
    "phase": Key(TableReader.word, "phase"),
    "game": Key(TableReader.word, "game"),
    **_MOMENT,
    **{name: _LISTS[name] for name in ("memory", "unknown")},
}
"""What a situation says beside its troopers."""

PLAY: Keys = {**_MOMENT, **{name: _LISTS.get(name, Key(TableReader.truth, name)) for name in ORDER}}
"""What a later Order says."""
