"""From the nodes of a case file to its cases, with every fault of the file."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from aro.cases import edits
from aro.cases.asks import CLAUSES, QuestionReader
from aro.cases.edition_variants import asked_of, versions
from aro.cases.model import ORDER, Case, NearMiss, Play
from aro.cases.table import ITEMS, PAIRED, PLAY, SITUATION
from aro.cases.words import Key, Keys, list_of, once
from aro.errors import Fault, SituationError
from aro.knowledge.fact_kinds import OF_KEY
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_nodes import Items, Node, Table, Text
from aro.knowledge.yaml_reader import Reader, RefusedError
from aro.situation import Situation

_CHECKED = 2000
_LOOKED_UP = 20
"""The work to check a case for one edition, and a word of it."""


def read(reader: Reader, documents: Iterable[Node], as_side: str | None) -> tuple[Case, ...]:
    """Return the cases of the documents of a file; raise what `reader` finds wrong with them.

    Of a case that is put for a side (`as_side`, or its own `as`), whom its questions name is not
    looked up here, where all is known: that would tell the side who is hidden.
    """
    lists = [one.value if isinstance(one, Items) else (one,) for one in documents]
    nodes = [node for listed in lists for node in listed]
    if not nodes and not reader.faults:
        reader.fault(1, "the file holds no case", expected="edition, situation and so on")
    words = CaseReader(reader.file, reader.faults)
    name = Path(reader.file).stem.strip("<>")
    cases: list[Case] = []
    try:
        for number, node in enumerate(nodes, start=1):
            title = f"{name} {number}" if len(nodes) > 1 else name
            for version in versions(words, node):
                cases += words.case(version, title, as_side)
    except RefusedError as refused:
        reader.note(Fault(*refused.args))
    titled: dict[tuple[str, str], Case] = {}
    for case in cases:
        for edition in case.editions:
            first = titled.setdefault((case.title, edition), case)
            if first is not case:
                what = f"the title is that of the case in line {first.line}"
                reader.fault(case.line or 1, what)
    reader.close(f"{reader.file} is at fault", SituationError)
    return tuple(cases)


class CaseReader(QuestionReader):
    """Reads cases."""

    def case(self, node: Node, title: str, as_side: str | None) -> tuple[Case, ...]:
        """Return a case and those that follow from its acts; none if it cannot be asked.

        `title` is that of a case which has none of its own, `as_side` who is told of all.
        """
        self.mentions = []
        needed = ("edition", "situation")
        also = (*ORDER, "orders", "unless", "words")
        parts = self.mapping(node, "a case", required=needed, optional=(*CASE, *also))
        told = self.fields(parts, CASE)
        viewer = as_side or told.get("viewer")
        order = tuple((key, parts[key]) for key in (*ORDER, "orders") if key in parts)
        plays, tables = self.tables(parts.get("situation"), node.line, order)
        near_miss = partial(self.near_miss, tables, viewer is None)
        misses = self.each(parts["unless"], "unless", near_miss) if "unless" in parts else ()
        if len(tables) < len(plays):
            return ()
        faults = len(self.faults)
        for ask in () if viewer else told.get("asks", ()):  # `CaseRun` asks what a side may know
            self.check_question(ask, tables[-1])
        whole = len(self.faults) == faults
        sides = {one.side for one in tables[0].troopers}
        if "viewer" in told and told["viewer"] not in sides:
            self.unknown(parts["as"], "side", told["viewer"], sides)
        case = Case(
            **{"editions": (), "title": title, **told, "viewer": viewer},
            situation=tables[0],
            then=plays[1:],
            unless=misses,
            file=self.file,
            line=node.line,
            mentions=tuple(self.mentions),
        )
        cases = tuple(case.followed()) if whole else (case,)
        asked = len(cases) * len(case.editions)
        self.takes(asked * (_CHECKED + _LOOKED_UP * len(self.mentions)), node.line)
        return cases

    def readings(self, node: Node, what: str) -> tuple[tuple[str, str], ...]:
        """Return readings with the alternative chosen of each."""
        lines = node.lines.items() if isinstance(node, Table) else ()
        self.mentions += [Mention("reading", name, line) for name, line in lines]
        return self.named(node, what, lambda one, name: self.word(one, f"alternative of {name}"))

    @once
    def tables(
        self, node: Node | None, line: int, order: tuple[tuple[str, Node], ...]
    ) -> tuple[tuple[Play, ...], list[Situation]]:
        """Return the Orders of a case, and the situation of each that could be played.

        `node` is its situation, `order` what it says of Orders, and `line` is its own.
        """
        plays = self._plays(line, dict(order))
        build = self._situation(node) if node is not None else None
        return plays, self._played(build, plays) if build is not None else []

    def _situation(self, node: Node) -> partial[Situation] | None:
        needed = ("active", "troopers")
        also = (*SITUATION, "profiles")
        parts = self.mapping(node, "the situation", required=needed, optional=also)
        told = self.fields(parts, SITUATION)
        profiles = self.profiles(parts["profiles"]) if "profiles" in parts else ()
        if "active" not in told or "troopers" not in parts:
            return None
        troopers = self.troopers(parts["troopers"], told["active"], profiles)
        return partial(Situation, troopers=troopers, **told, line=node.line)

    def _plays(self, line: int, parts: dict[str, Node]) -> tuple[Play, ...]:
        listed = parts.pop("orders", None)
        if listed is None:
            return (self._play(line, parts),)
        for key, node in parts.items():
            self.fault(node, f"{key!r} stands beside 'orders'", expected="it in one of the Orders")
        found = [
            self._play(node.line, self.mapping(node, "an Order", optional=PLAY))
            for node in self.sequence(listed, "orders")
        ]
        return tuple(found) or (Play(line=line),)

    def _play(self, line: int, parts: dict[str, Node]) -> Play:
        faults = len(self.faults)
        told = self.fields({key: parts[key] for key in ("order",) if key in parts}, PLAY)
        whole = len(self.faults) == faults
        told |= self.fields({key: one for key, one in parts.items() if key != "order"}, PLAY)
        if not whole:  # what came of an act that has faults would only have more
            told |= {"rolls": (), "hits": ()}
        relations = [(name, told.pop(name)) for name in PAIRED if name in told]
        return Play(**told, relations=tuple(relations), line=line)

    def _played(self, build: partial[Situation], plays: tuple[Play, ...]) -> list[Situation]:
        """Return the table of each Order, as far as they can be played."""
        line = build.keywords["line"]
        first = partial(build, **plays[0].changes)
        if plays[0].active or plays[0].relations:  # what it says otherwise has faults of its own
            self.attempt(line, partial(build, unknown=()))
        tables = [self.attempt(line, first)]
        for play in plays[1:]:
            if (before := tables[-1]) is not None:
                self.takes_table(before, len(play.order), play.line)
                tables.append(self.attempt(play.line or 1, partial(play.on, before)))
        return [table for table in tables if table is not None]

    def near_miss(self, tables: list[Situation], whole: bool, node: Node) -> NearMiss:  # noqa: FBT001
        """Return a near miss; what is asked of it is checked on its own table, if seen `whole`.

        A name that one side may not know is no fault yet. Of several Orders it changes none but the
        first, and is asked about the last.
        """
        parts = self.mapping(node, "a near miss", required=("ask",), optional=MISS)
        if not parts.keys() - {"ask"}:
            expected = "without: {KIND: FACT} or with: {KIND: FACT}"
            self.fault(node, "a near miss changes nothing", expected=expected)
        miss = NearMiss(**self.fields(parts, MISS), line=node.line)
        if tables and (miss.without or miss.instead):
            self.takes_table(tables[0], len(tables[0].order), miss.line)
            build = partial(edits.altered, tables[0], miss.without, miss.instead)
            changed = self.attempt(node.line, build) if whole else None
            if changed is not None:
                for ask in miss.asks:
                    self.check_question(ask, changed if len(tables) == 1 else tables[-1])
        return miss

    def fact(self, node: Node, what: str) -> edits.Fact | None:
        """Return the fact that a near miss takes away or puts in."""
        parts = self.mapping(node, f"'{what}' of a near miss", optional=edits.FACTS)
        if len(parts) != 1:
            if isinstance(node, Table) and len(node.value) != 1:
                many = f"a near miss differs by a single fact, {what!r} names {len(parts)}"
                self.fault(node, many, expected="one")
            return None
        [(kind, told)] = parts.items()
        if isinstance(told, Items) and len(told.value) == 1 and not isinstance(told.value[0], Text):
            told = told.value[0]
        thing = self._thing(kind, told)
        return None if thing is None else edits.Fact(kind, thing, line=node.line)

    def _thing(self, name: str, node: Node) -> edits.Thing | None:
        kind = OF_KEY.get(name)
        field = kind.field if kind is not None else name
        if field in ITEMS:
            thing: edits.Thing | None = ITEMS[field](self, node)
        elif field in PAIRED:
            thing = self.pair(node, field)
        elif name == "number":
            thing = self.number(node)
        elif field in SITUATION or field == "ends_turn":
            thing = self.name(node, f"the {name}")
        else:
            thing = self._two_names(name, node, "side" if kind is None else kind.sorts[1])
        return thing

    def _two_names(self, name: str, node: Node, sort: str) -> tuple[str, str] | None:
        match self.names(node, f"{name!r} of a near miss"):
            case who, what:
                if sort in {"state", "trait"}:
                    self.mentions.append(Mention(sort, what, node.line))
                return who, what
            case names:
                self.fault(node, f"{name!r} names {len(names)} things", expected="[WHO, WHAT]")
        return None


_ASK = Key(list_of(CaseReader.question), "ask", "asks")

CASE: Keys = {
    "edition": Key(asked_of, "an edition", "editions"),
    "title": Key(CaseReader.text, "the title"),
    "cites": CLAUSES,
    "same": CLAUSES,
    "readings": Key(CaseReader.readings, "readings"),
    "as": Key(CaseReader.name, "the side that is told (as)", "viewer"),
    "ask": _ASK,
}
"""What a case says beside its situation, its Orders and its near misses."""

MISS: Keys = {
    "without": Key(CaseReader.fact, "without"),
    "with": Key(CaseReader.fact, "with", "instead"),
    "ask": _ASK,
}
"""What a near miss says."""
