"""From the nodes of a case file to a table: troopers, relations, acts and results."""

from functools import partial

from aro.cases.words import NUMBER, Readers, WordReader
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_nodes import Node, Table
from aro.parts import HALVES
from aro.situation import Act, Event, Half, Hit, Memory, Pair, Replica, Roll, Trooper, Unknown

_ACT = ("at", "into", "when", "uses", "covers", "numbers")
_TROOPER = ("is", "has", "replicas", "noted", "device", "numbers")


class TableReader(WordReader):
    """Reads the parts of a table."""

    def troopers(self, node: Node, active: str) -> tuple[Trooper, ...]:
        """Return the troopers of a mapping from their names."""
        table = self.reader.table(node, "troopers")
        if table is None:
            return ()
        troopers = [
            self.once(
                profile,
                ("trooper", name, active),
                partial(self._trooper, name, table.lines[name], profile, active),
            )
            for name, profile in table.value.items()
        ]
        return tuple(trooper for trooper in troopers if trooper is not None)

    def _trooper(self, name: str, line: int, node: Node, active: str) -> Trooper | None:
        what = f"trooper {name!r}"
        parts = self.reader.mapping(node, what, required=("side",), optional=_TROOPER)
        if NUMBER.fullmatch(name):
            self.reader.fault(line, f"a trooper is called by the number {name}", expected="a name")
            return None
        readers: Readers = {
            "side": partial(self.name, what=f"the side of {what}"),
            "is": partial(self.words, sort="state"),
            "has": partial(self.words, sort="trait"),
            "replicas": partial(self._replicas, what=f"the replicas of {what}"),
            "noted": partial(self.name, what=f"the note of {what}"),
            "device": partial(self.word, sort="device"),
            "numbers": partial(self.numbers, what=what),
        }
        profile = {"side": active} | self.values(parts, readers)
        return Trooper(name, states=profile.pop("is", ()), **profile, line=line)

    def _replicas(self, node: Node, what: str) -> tuple[Replica, ...]:
        table = self.reader.table(node, what)
        forms = table.value.items() if table else ()
        return tuple(Replica(name, self.word(form, "form") or "unread") for name, form in forms)

    def pairs(self, node: Node, relation: str) -> tuple[Pair, ...]:
        """Return the pairs of a list, or of a list for each half (and `both`)."""
        return self.once(node, relation, partial(self._pairs, node, relation))

    def _pairs(self, node: Node, relation: str) -> tuple[Pair, ...]:
        if not isinstance(node, Table):
            return self.each(node, relation, partial(self.pair, relation=relation))
        halves: dict[str, Half | None] = {"both": None, **{half: half for half in HALVES}}
        parts = self.reader.mapping(node, relation, optional=halves)
        return tuple(
            pair
            for name, listed in parts.items()
            for pair in self.each(
                listed, relation, partial(self.pair, relation=relation, half=halves[name])
            )
        )

    def pair(self, node: Node, relation: str, half: Half | None = None) -> Pair | None:
        """Return two names as a pair of that relation, with a half where one is named third."""
        return self.once(node, (relation, half), partial(self._pair, node, relation, half))

    def _pair(self, node: Node, relation: str, half: Half | None) -> Pair | None:
        faults = len(self.reader.faults)
        match self.names(node, f"a pair of {relation}"):
            case (one, other):
                return Pair(one, other, half, line=node.line)
            case (one, other, "first" | "second" as third) if half is None:
                return Pair(one, other, third, line=node.line)
            case names if len(self.reader.faults) == faults:
                what = f"a pair of {relation} has {len(names)} names"
                self.reader.fault(node, what, expected="[PIECE, PIECE]")
        return None

    def memory(self, node: Node) -> Memory | None:
        """Return one thing remembered, `[failed, discover, guard, speculo]`."""
        words = self._listed(node, "a memory")
        return Memory(*words, line=node.line) if words else None

    def unknown(self, node: Node) -> Unknown | None:
        """Return one fact that nobody knows, `[lof, sniper, speculo]`."""
        words = self._listed(node, "an unknown fact")
        return Unknown(*words, line=node.line) if words else None

    def _listed(self, node: Node, what: str) -> tuple[str, ...]:
        words = self.names(node, what)
        if not words:
            self.reader.fault(node, f"{what} says nothing", expected="[KIND, NAME, ...]")
        return words

    def act(self, node: Node, *, also: tuple[str, ...] = ()) -> tuple[Act | None, dict[str, Node]]:
        """Return a declaration, None where it has faults, and what else its mapping says."""
        return self.once(node, also, partial(self._act, node, also))

    def _act(self, node: Node, also: tuple[str, ...]) -> tuple[Act | None, dict[str, Node]]:
        parts = self.reader.mapping(node, "an act", required=("who", "does"), optional=_ACT + also)
        readers: Readers = {
            "who": partial(self.name, what="who acts"),
            "does": partial(self.word, sort="skill"),
            "at": partial(self.name, what="the target of an act"),
            "into": partial(self.word, sort="state"),
            "when": partial(self.reader.text, what="the step of an act"),
            "uses": partial(self.words, sort="gear"),
            "covers": partial(self.names, what="covers"),
        }
        told = self.values(parts, readers)
        if not {"who", "does"} <= told.keys():
            return None, parts
        if "numbers" in parts:
            told["numbers"] = self.numbers(parts["numbers"], f"{told['who']} {told['does']}")
        return Act(**told, line=node.line), parts

    def roll(self, node: Node) -> Roll | None:
        """Return the result of a Roll."""
        act, parts = self._result_of_act(node, "a Roll", ("result",))
        if "result" not in parts:
            self.reader.fault(node, "a Roll has no 'result'", expected="success or failure")
            return None
        result = self.reader.text(parts["result"], "the result of a Roll")
        return Roll(act, result, line=node.line) if act and result else None

    def hit(self, node: Node) -> Hit | None:
        """Return a hit."""
        act, parts = self._result_of_act(node, "a hit", ("on", "saves", "critical"))
        readers: Readers = {
            "on": partial(self.name, what="what is hit"),
            "saves": partial(self.truth, what="saves"),
            "critical": partial(self.truth, what="critical"),
        }
        told = self.values(parts, readers)
        if act is None:
            return None
        return Hit(act, told.pop("on", act.at or ""), **told, line=node.line)

    def _result_of_act(
        self, node: Node, what: str, also: tuple[str, ...]
    ) -> tuple[Act | None, dict[str, Node]]:
        act, parts = self.act(node, also=also)
        if "numbers" in parts:
            expected = "the numbers of an act where it is declared, in 'order'"
            self.reader.fault(parts["numbers"], f"{what} has 'numbers'", expected=expected)
        return act, parts

    def event(self, node: Node) -> Event | None:
        """Return what befalls somebody: `{who: speculo, enters: retreat}`."""
        table = self.reader.table(node, "an event")
        if table is None:
            return None
        verbs = [key for key in table.value if key != "who"]
        if "who" not in table.value or len(verbs) != 1:
            expected = "{who: TROOPER, VERB: WHAT}, as {who: guard, enters: retreat}"
            self.reader.fault(node, "an event says who, and one thing", expected=expected)
            return None
        [verb] = verbs
        who = self.name(table.value["who"], "whom an event befalls")
        what = self.name(table.value[verb], f"what is meant by {verb!r}")
        if who is None or what is None:
            return None
        event = Event(who, verb, what, line=node.line)
        self.mentions.append(Mention("event", str(event), node.line))
        return event
