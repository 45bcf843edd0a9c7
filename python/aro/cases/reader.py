"""From the nodes of a case file to its cases, with every fault of the file."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from aro.cases import edits
from aro.cases.asks import QuestionReader
from aro.cases.edition_variants import asked_of, versions
from aro.cases.model import Case, NearMiss, Play
from aro.cases.words import Readers
from aro.errors import SituationError
from aro.knowledge.fact_kinds import OF_KEY, RELATIONS
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_nodes import Items, Node, Table, Text
from aro.knowledge.yaml_reader import Reader
from aro.situation import Situation

ORDER = ("order", "rolls", "hits", "events", "ends_turn")
KEYS = ("cites", "same", "unless", *ORDER, "orders", "readings", "as", "ask", "words")
PAIRED = tuple(kind.field for kind in RELATIONS)
SITUATION = ("phase", "game", *PAIRED, "memory", "unknown")


def read(reader: Reader, documents: Iterable[Node]) -> tuple[Case, ...]:
    """Return the cases of the documents of a file; `reader` collects what is wrong with them."""
    nodes = [
        node for one in documents for node in (one.value if isinstance(one, Items) else (one,))
    ]
    if not nodes and not reader.faults:
        reader.fault(1, "the file holds no case", expected="edition, title, situation and so on")
    drafts = [_CaseReader(reader).case(one) for node in nodes for one in versions(reader, node)]
    cases = tuple(case for case in drafts if case is not None)
    titles: dict[tuple[str, str], int | None] = {}
    for case in cases:
        for key in ((case.title, edition) for edition in dict.fromkeys(case.editions)):
            if key in titles:
                what = f"the title is that of the case in line {titles[key]}"
                reader.fault(case.line or 1, what)
            titles.setdefault(key, case.line)
    return cases


class _CaseReader(QuestionReader):
    def case(self, node: Node) -> Case | None:
        needed = ("edition", "title", "situation")
        parts = self.reader.mapping(node, "a case", required=needed, optional=KEYS)
        readers: Readers = {
            "edition": partial(asked_of, self),
            "title": partial(self.reader.text, what="the title"),
            "cites": self.clauses,
            "same": self.clauses,
            "readings": self._readings,
            "as": partial(self.name, what="the side that is told (as)"),
            "ask": self.questions,
        }
        told = self.values(parts, readers)
        given = tuple(parts.get(key) for key in (*ORDER, "orders"))
        whole = parts.get("situation", node)
        plays, tables = self.once(whole, given, partial(self._tables, node, parts))
        misses = self.values(
            parts,
            {
                "unless": lambda listed: self.each(
                    listed, "unless", partial(self._near_miss, tables)
                )
            },
        )
        if len(tables) < max(len(plays), 1) or "title" not in told:
            return None
        asks = told.pop("ask", ())
        for ask in asks:
            self.check_question(ask, tables[-1])
        viewer, sides = told.pop("as", None), {one.side for one in tables[0].troopers}
        if viewer is not None and viewer not in sides:
            self.reader.unknown(parts["as"], "side", viewer, sides)
        return Case(
            editions=told.pop("edition", ()),
            **told,
            **misses,
            situation=tables[0],
            then=plays[1:],
            viewer=viewer,
            asks=asks,
            file=self.reader.file,
            line=node.line,
            mentions=tuple(self.mentions),
        )

    def _readings(self, node: Node) -> tuple[tuple[str, str], ...]:
        table = self.reader.table(node, "readings")
        if table is None:
            return ()
        found = []
        for name, chosen in table.value.items():
            self.mentions.append(Mention("reading", name, table.lines[name]))
            alternative = self.word(chosen, f"alternative of {name}")
            if alternative is not None:
                found.append((name, alternative))
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
        told = self.values(
            parts,
            {
                **self._relations(),
                "active": partial(self.name, what="the active side"),
                "memory": partial(self.each, what="memory", read=self.memory),
                "unknown": partial(self.each, what="unknown", read=self.unknown),
                "phase": partial(self.word, sort="phase"),
                "game": partial(self.word, sort="game"),
            },
        )
        if "active" not in told or "troopers" not in parts:
            return None
        troopers = self.troopers(parts["troopers"], told["active"])
        return partial(Situation, troopers=troopers, **told, line=node.line)

    def _relations(self) -> Readers:
        return {name: partial(self.pairs, relation=name) for name in PAIRED}

    def _plays(self, node: Node, parts: dict[str, Node]) -> tuple[Play, ...]:
        if "orders" not in parts:
            return (self._play(node, {key: parts[key] for key in ORDER if key in parts}),)
        for key in ORDER:
            if key in parts:
                what = f"{key!r} stands beside 'orders'"
                self.reader.fault(parts[key], what, expected="it in one of the Orders")
        return self.each(parts["orders"], "orders", self._later) or (Play(line=node.line),)

    def _later(self, node: Node) -> Play:
        known = (*ORDER, "active", *PAIRED)
        return self._play(node, self.reader.mapping(node, "an Order", optional=known))

    def _play(self, node: Node, parts: dict[str, Node]) -> Play:
        faults = len(self.reader.faults)
        acts = {"order": partial(self.each, what="order", read=lambda one: self.act(one)[0])}
        told = self.values(parts, acts)
        whole = len(self.reader.faults) == faults
        told |= self.values(
            parts,
            {
                "rolls": partial(self.each, what="rolls", read=self.roll),
                "hits": partial(self.each, what="hits", read=self.hit),
                "events": partial(self.each, what="events", read=self.event),
                "ends_turn": partial(self.truth, what="ends_turn"),
                "active": partial(self.name, what="the active side"),
            },
        )
        if not whole:  # what came of an act that has faults would only have more
            told |= {"rolls": (), "hits": ()}
        relations = tuple(self.values(parts, self._relations()).items())
        return Play(**told, relations=relations, line=node.line)

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

    def _near_miss(self, tables: list[Situation], node: Node) -> NearMiss | None:
        changes = ("without", "with")
        parts = self.reader.mapping(node, "a near miss", required=("ask",), optional=changes)
        if not parts.keys() & {*changes}:
            expected = "without: {KIND: FACT} or with: {KIND: FACT}"
            self.reader.fault(node, "a near miss changes nothing", expected=expected)
        told = self.values(
            parts,
            {"ask": self.questions} | {key: partial(self._fact, what=key) for key in changes},
        )
        without, instead = told.get("without"), told.get("with")
        asks = told.get("ask", ())
        if tables and (without or instead):
            build = partial(edits.altered, tables[0], without, instead)
            changed = self.attempt(node.line, build)
            if changed is not None and len(tables) == 1:
                for ask in asks:
                    self.check_question(ask, changed)
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
        names = self.names(node, f"{kind!r} of a near miss")
        if len(names) != len(("who", "what")):
            self.reader.fault(node, f"{kind!r} names {len(names)} things", expected="[WHO, WHAT]")
            return None
        sort = OF_KEY[kind].sorts[1] if kind in OF_KEY else "side"
        if sort in {"state", "trait"}:
            self.mentions.append(Mention(sort, names[1], node.line))
        return names[0], names[1]
