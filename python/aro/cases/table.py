"""From the nodes of a case file to a table: troopers, relations, acts and results."""

from collections.abc import Iterator
from functools import partial
from typing import cast

from aro.cases.numbers import misplaced, number, numbers
from aro.cases.words import NUMBER, WordReader
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_reader import Node, Table
from aro.parts import HALVES
from aro.situation import Act, Event, Half, Hit, Memory, Pair, Replica, Roll, Step, Trooper, Unknown

ACT = ("at", "into", "when", "uses", "covers", "numbers")


class TableReader(WordReader):
    """Reads the parts of a table."""

    def troopers(self, node: Node, active: str) -> tuple[Trooper, ...]:
        """Return the troopers of a mapping from their names."""
        table = self.reader.table(node, "troopers")
        if table is None:
            return ()
        found = [
            self.once(
                one,
                ("trooper", name, active),
                partial(self._trooper, name, table.lines[name], one, active),
            )
            for name, one in table.value.items()
        ]
        return tuple(one for one in found if one is not None)

    def _trooper(self, name: str, line: int, node: Node, active: str) -> Trooper | None:
        what = f"trooper {name!r}"
        optional = ("is", "has", "replicas", "noted", "device", "numbers")
        parts = self.reader.mapping(node, what, required=("side",), optional=optional)
        if NUMBER.fullmatch(name):
            self.reader.fault(line, f"a trooper is called by the number {name}", expected="a name")
            return None
        side = self.name(parts["side"], f"the side of {what}") if "side" in parts else None
        device = self.word(parts["device"], "device") if "device" in parts else None
        return Trooper(
            name,
            side=side or active,
            states=self.words(parts["is"], "state") if "is" in parts else (),
            has=self.words(parts["has"], "trait") if "has" in parts else (),
            replicas=self._replicas(parts["replicas"], what) if "replicas" in parts else (),
            noted=self.name(parts["noted"], f"the note of {what}") if "noted" in parts else None,
            device=device,
            numbers=self.numbers(parts, what),
            line=line,
        )

    def numbers(self, parts: dict[str, Node], what: str) -> tuple[tuple[str, int], ...]:
        """Return the numbers that a mapping gives, none if it gives none."""
        found = numbers(self.reader, parts["numbers"], what) if "numbers" in parts else ()
        self.mentions += [Mention("number", name, parts["numbers"].line) for name, _ in found]
        return found

    def number(self, node: Node) -> tuple[str, str, int] | None:
        """Return one number of a trooper, `[speculo, arm, 5]`."""
        found = number(self.reader, node)
        if found is not None:
            self.mentions.append(Mention("number", found[1], node.line))
        return found

    def _replicas(self, node: Node, what: str) -> Iterator[Replica]:
        table = self.reader.table(node, f"the replicas of {what}")
        for name, one in (table.value if table else {}).items():
            form = self.word(one, "form")
            yield Replica(name, form or "unread")

    def pairs(self, node: Node, relation: str) -> tuple[Pair, ...]:
        """Return the pairs of a list, or of a list for each half (and `both`)."""
        return self.once(node, relation, partial(self._halves, node, relation))

    def _halves(self, node: Node, relation: str) -> tuple[Pair, ...]:
        if not isinstance(node, Table):
            return self._pairs(node, relation, None)
        parts = self.reader.mapping(node, relation, optional=("both", *HALVES))
        return tuple(
            pair
            for half, one in parts.items()
            for pair in self._pairs(one, relation, None if half == "both" else cast("Half", half))
        )

    def _pairs(self, node: Node, relation: str, half: Half | None) -> tuple[Pair, ...]:
        found = (self.pair(one, relation, half) for one in self.reader.sequence(node, relation))
        return tuple(one for one in found if one is not None)

    def pair(self, node: Node, relation: str, half: Half | None = None) -> Pair | None:
        """Return two names as a pair of that relation, with a half where one is named third."""
        return self.once(node, (relation, half), partial(self._pair, node, relation, half))

    def _pair(self, node: Node, relation: str, half: Half | None) -> Pair | None:
        before = len(self.reader.faults)
        ends = self.names(node, f"a pair of {relation}")
        if len(ends) == _TRIPLE and ends[2] in HALVES and half is None:
            half = ends[2]
        elif len(ends) != _DOUBLE:
            if len(self.reader.faults) == before:
                what = f"a pair of {relation} has {len(ends)} names"
                self.reader.fault(node, what, expected="[PIECE, PIECE]")
            return None
        return Pair(ends[0], ends[1], half, line=node.line)

    def told(self, node: Node, what: str) -> tuple[str, ...]:
        """Return a fact told as a list: its kind, then what it is of."""
        found = self.names(node, what)
        if not found:
            self.reader.fault(node, f"{what} says nothing", expected="[KIND, NAME, ...]")
        return found

    def memory(self, node: Node) -> Memory | None:
        """Return one thing remembered, `[failed, discover, guard, speculo]`."""
        found = self.told(node, "a memory")
        return Memory(*found, line=node.line) if found else None

    def unknown(self, node: Node) -> Unknown | None:
        """Return one fact that nobody knows, `[lof, sniper, speculo]`."""
        found = self.told(node, "an unknown fact")
        return Unknown(*found, line=node.line) if found else None

    def act(self, node: Node, *, also: tuple[str, ...] = ()) -> tuple[Act | None, dict[str, Node]]:
        """Return a declaration, None where it has faults, and what else its mapping says."""
        return self.once(node, also, partial(self._act, node, also))

    def _act(self, node: Node, also: tuple[str, ...]) -> tuple[Act | None, dict[str, Node]]:
        parts = self.reader.mapping(node, "an act", required=("who", "does"), optional=ACT + also)
        who = self.name(parts["who"], "who acts") if "who" in parts else None
        does = self.word(parts["does"], "skill") if "does" in parts else None
        at = self.name(parts["at"], "the target of an act") if "at" in parts else None
        into = self.word(parts["into"], "state") if "into" in parts else None
        when = self.reader.text(parts["when"], "the step of an act") if "when" in parts else None
        uses = self.words(parts["uses"], "gear") if "uses" in parts else ()
        covers = self.names(parts["covers"], "covers") if "covers" in parts else ()
        if who is None or does is None:
            return None, parts
        step = cast("Step | None", when)  # the situation says which steps there are
        told = self.numbers(parts, f"{who} {does}")
        act = Act(
            who,
            does,
            at,
            into=into,
            when=step,
            uses=uses,
            covers=covers,
            numbers=told,
            line=node.line,
        )
        return act, parts

    def roll(self, node: Node) -> Roll | None:
        """Return the result of a Roll."""
        act, parts = self.act(node, also=("result",))
        misplaced(self.reader, parts, "a Roll")
        if "result" not in parts:
            self.reader.fault(node, "a Roll has no 'result'", expected="success or failure")
            return None
        result = self.reader.text(parts["result"], "the result of a Roll")
        return Roll(act, result, line=node.line) if act and result else None

    def hit(self, node: Node) -> Hit | None:
        """Return a hit."""
        act, parts = self.act(node, also=("on", "saves", "critical"))
        misplaced(self.reader, parts, "a hit")
        on = self.name(parts["on"], "what is hit") if "on" in parts else None
        saves = self.truth(parts["saves"], "saves") if "saves" in parts else False
        critical = self.truth(parts["critical"], "critical") if "critical" in parts else False
        if act is None:
            return None
        target = on or act.at or ""
        return Hit(act, target, saves=bool(saves), critical=bool(critical), line=node.line)

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
        who = self.name(table.value["who"], "whom an event befalls")
        what = self.name(table.value[verbs[0]], f"what is meant by {verbs[0]!r}")
        if who is None or what is None:
            return None
        event = Event(who, verbs[0], what, line=node.line)
        self.mentions.append(Mention("event", str(event), node.line))
        return event


_DOUBLE, _TRIPLE = 2, 3
