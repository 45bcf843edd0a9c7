"""From the nodes of a case file to its cases, with every fault of the file."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from aro.cases import edits
from aro.cases.asks import Asks
from aro.cases.edition_variants import asked_of, versions
from aro.cases.model import AskRuling, Case, NearMiss, Play, Question
from aro.cases.table import TableReader
from aro.errors import SituationError
from aro.knowledge.fact_kinds import OF_KEY, RELATIONS
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_reader import Items, Node, Reader, Table, Text
from aro.situation import Situation

_T = TypeVar("_T")

ORDER = ("order", "rolls", "hits", "events", "ends_turn")
KEYS = ("cites", "same", "unless", *ORDER, "orders", "readings", "as", "ask", "words")
PAIRED = tuple(kind.field for kind in RELATIONS)
SITUATION = ("phase", "game", *PAIRED, "memory", "unknown")


def read(reader: Reader, found: Iterable[Node]) -> tuple[Case, ...]:
    """Return the cases of the documents of a file; what is wrong with them, the reader knows."""
    nodes = [one for node in found for one in (node.value if isinstance(node, Items) else (node,))]
    if not nodes and not reader.faults:
        reader.fault(1, "the file holds no case", expected="edition, title, situation and so on")
    drafts = [_CaseReader(reader).case(one) for node in nodes for one in versions(reader, node)]
    found_cases = tuple(case for case in drafts if case is not None)
    titles: dict[tuple[str, str], int | None] = {}
    for case in found_cases:
        for key in ((case.title, edition) for edition in dict.fromkeys(case.editions)):
            if key in titles:
                what = f"the title is that of the case in line {titles[key]}"
                reader.fault(case.line or 1, what)
            titles.setdefault(key, case.line)
    return found_cases


class _CaseReader(TableReader):
    def __init__(self, reader: Reader) -> None:
        super().__init__(reader)
        self.asks = Asks(self)

    def case(self, node: Node) -> Case | None:
        needed = ("edition", "title", "situation")
        parts = self.reader.mapping(node, "a case", required=needed, optional=KEYS)
        title = self.reader.text(parts["title"], "the title") if "title" in parts else None
        editions = asked_of(self, parts["edition"]) if "edition" in parts else ()
        cites, same = (self.asks.clauses(parts[key]) if key in parts else () for key in KEYS[:2])
        readings = self._readings(parts["readings"]) if "readings" in parts else ()
        viewer = self.name(parts["as"], "the side that is told (as)") if "as" in parts else None
        asked = parts.get("ask")
        asks = self.asks.questions(asked) if asked is not None else ()
        whole = parts.get("situation", node)
        told = tuple(parts.get(key) for key in (*ORDER, "orders"))
        plays, tables = self.once(whole, told, partial(self._tables, node, parts))
        misses: tuple[NearMiss, ...] = ()
        if "unless" in parts:
            misses = self._each(parts["unless"], "unless", partial(self._near_miss, tables))
        if len(tables) < max(len(plays), 1) or title is None:
            return None
        self._settled(asks, tables[-1])
        if viewer is not None and viewer not in {one.side for one in tables[0].troopers}:
            sides = {one.side for one in tables[0].troopers}
            self.reader.unknown(parts["as"], "side", viewer, sides)
        return Case(
            editions=editions,
            title=title,
            situation=tables[0],
            cites=cites,
            same=same,
            then=plays[1:],
            readings=readings,
            viewer=viewer,
            asks=asks,
            unless=misses,
            file=self.reader.file,
            line=node.line,
            mentions=tuple(self.mentions),
        )

    def _each(self, node: Node, what: str, read: Callable[[Node], _T | None]) -> tuple[_T, ...]:
        found = [read(one) for one in self.reader.sequence(node, what)]
        return tuple(one for one in found if one is not None)

    def _readings(self, node: Node) -> tuple[tuple[str, str], ...]:
        table = self.reader.table(node, "readings")
        found = []
        for name, one in (table.value if table else {}).items():
            self.mentions.append(Mention("reading", name, table.lines[name] if table else None))
            chosen = self.word(one, f"alternative of {name}")
            if chosen is not None:
                found.append((name, chosen))
        return tuple(found)

    def _tables(
        self, node: Node, parts: dict[str, Node]
    ) -> tuple[tuple[Play, ...], list[Situation]]:
        """Return the Orders, and the situation of each that could be played."""
        plays = self._plays(node, parts)
        build = self._situation(parts["situation"]) if "situation" in parts else None
        return plays, self._played(build, plays) if build is not None else []

    def _situation(self, node: Node) -> "partial[Situation] | None":
        needed = ("active", "troopers")
        parts = self.reader.mapping(node, "the situation", required=needed, optional=SITUATION)
        active = self.name(parts["active"], "the active side") if "active" in parts else None
        if active is None or "troopers" not in parts:
            return None
        return partial(
            Situation,
            active=active,
            troopers=self.troopers(parts["troopers"], active),
            **self._relations(parts),
            memory=self._each(parts["memory"], "memory", self.memory) if "memory" in parts else (),
            unknown=(
                self._each(parts["unknown"], "unknown", self.unknown) if "unknown" in parts else ()
            ),
            phase=self.word(parts["phase"], "phase") or "orders" if "phase" in parts else "orders",
            game=self.word(parts["game"], "game") if "game" in parts else None,
            line=node.line,
        )

    def _relations(self, parts: dict[str, Node]) -> dict[str, Any]:
        return {name: self.pairs(parts[name], name) for name in PAIRED if name in parts}

    def _plays(self, node: Node, parts: dict[str, Node]) -> tuple[Play, ...]:
        if "orders" not in parts:
            return (self._play(node, {key: parts[key] for key in ORDER if key in parts}),)
        for key in ORDER:
            if key in parts:
                what = f"{key!r} stands beside 'orders'"
                self.reader.fault(parts[key], what, expected="it in one of the Orders")
        return self._each(parts["orders"], "orders", self._later) or (Play(line=node.line),)

    def _later(self, node: Node) -> Play:
        known = (*ORDER, "active", *PAIRED)
        return self._play(node, self.reader.mapping(node, "an Order", optional=known))

    def _play(self, node: Node, parts: dict[str, Node]) -> Play:
        before = len(self.reader.faults)
        acts = [self.act(one)[0] for one in self._nodes(parts, "order")]
        whole = len(self.reader.faults) == before
        rolls = [self.roll(one) for one in self._nodes(parts, "rolls")]
        hits = [self.hit(one) for one in self._nodes(parts, "hits")]
        events = [self.event(one) for one in self._nodes(parts, "events")]
        ends = self.truth(parts["ends_turn"], "ends_turn") if "ends_turn" in parts else False
        return Play(
            order=tuple(act for act in acts if act is not None),
            rolls=tuple(roll for roll in rolls if whole and roll is not None),
            hits=tuple(hit for hit in hits if whole and hit is not None),
            events=tuple(event for event in events if event is not None),
            ends_turn=bool(ends),
            active=self.name(parts["active"], "the active side") if "active" in parts else None,
            relations=tuple(self._relations(parts).items()),
            line=node.line,
        )

    def _nodes(self, parts: dict[str, Node], key: str) -> tuple[Node, ...]:
        return self.reader.sequence(parts[key], key) if key in parts else ()

    def _played(self, build: "partial[Situation]", plays: tuple[Play, ...]) -> list[Situation]:
        tables: list[Situation] = []
        if len(plays[0].changes) == len(ORDER):  # where it is sound, the table before it is too
            with suppress(SituationError, ExceptionGroup):
                tables.append(build(**plays[0].changes))
        table = tables[0] if tables else self.attempt(build.keywords["line"], build)
        for play in plays[len(tables) :]:
            if table is not None:
                table = self.attempt(play.line or 1, partial(play.on, table))
            tables += [table] if table is not None else []
        return tables

    def _settled(self, asks: tuple[Question, ...], table: Situation) -> None:
        for ask in asks:
            if isinstance(ask, AskRuling):
                self.attempt(ask.line or 1, partial(table.settle, ask.act))
            else:
                self.asks.named(ask, table)

    def _near_miss(self, tables: list[Situation], node: Node) -> NearMiss | None:
        parts = self.reader.mapping(
            node, "a near miss", required=("ask",), optional=("without", "with")
        )
        if "without" not in parts and "with" not in parts:
            expected = "without: {KIND: FACT} or with: {KIND: FACT}"
            self.reader.fault(node, "a near miss changes nothing", expected=expected)
        without, instead = (
            self._fact(parts[key], key) if key in parts else None for key in ("without", "with")
        )
        asks = self.asks.questions(parts["ask"]) if "ask" in parts else ()
        if tables and (without or instead):
            build = partial(edits.altered, tables[0], without, instead)
            changed = self.attempt(node.line, build)
            if changed is not None and len(tables) == 1:
                self._settled(asks, changed)
        return NearMiss(without=without, instead=instead, asks=asks, line=node.line)

    def _fact(self, node: Node, what: str) -> edits.Fact | None:
        parts = self.reader.mapping(node, f"'{what}' of a near miss", optional=edits.FACTS)
        if len(parts) != 1:
            if isinstance(node, Table) and len(node.value) != 1:
                many = f"a near miss differs by a single fact, {what!r} names {len(parts)}"
                self.reader.fault(node, many, expected="one")
            return None
        [(kind, told)] = parts.items()
        if isinstance(told, Items) and len(told.value) == 1 and not isinstance(told.value[0], Text):
            told = told.value[0]
        thing = self._thing(kind, told)
        return None if thing is None else edits.Fact(kind, thing, line=node.line)

    def _thing(self, kind: str, node: Node) -> edits.Thing | None:
        readers: dict[str, Callable[[Node], edits.Thing | None]] = {
            **{name: partial(self.pair, relation=name) for name in PAIRED},
            "act": lambda one: self.act(one)[0],
            "roll": self.roll,
            "hit": self.hit,
            "event": self.event,
            "memory": self.memory,
            "unknown": self.unknown,
            "number": self.number,
        }
        if kind in readers:
            return readers[kind](node)
        if kind == "active" or (kind in OF_KEY and OF_KEY[kind].holder == "moment"):
            return self.name(node, f"the {kind}")
        found = self.names(node, f"{kind!r} of a near miss")
        if len(found) != len(("who", "what")):
            self.reader.fault(node, f"{kind!r} names {len(found)} things", expected="[WHO, WHAT]")
            return None
        sort = OF_KEY[kind].sorts[1] if kind in OF_KEY else "side"
        if sort in {"state", "trait"}:
            self.mentions.append(Mention(sort, found[1], node.line))
        return found[0], found[1]
