"""One table under search: where an answer to it can change, is missing or contradicts itself."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeVar

from aro.analysis.search.gate_solver import Literal
from aro.analysis.search.points import Key, Point, Side, Topic, results, rulings
from aro.analysis.search.situation_search import Found, Search
from aro.analysis.search.small_law import any_bits
from aro.analysis.search.small_tables import Scene
from aro.engine.clingo_program import Term, parts, read, written

_K = TypeVar("_K")

QUICK = 300
"""After so many conflicts something else is tried."""

FEW = 20
"""So many kinds of answer are asked for one by one before any of all is."""

TRIED = (0, 60, 200)
"""After so many gates that do change all that may change is looked at, attempt by attempt."""

Seen = tuple[Scene, Found]
"""A situation that shows something, and the table it is on."""


Silent = tuple[str, ...]
"""What nothing is said of: a Skill in a step, into a state perhaps; or the type of a Skill."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two clauses that say opposite things of one matter, and a situation in which they do."""

    clauses: tuple[str, str]
    of: str
    seen: Seen


class TableSearch:
    """One table under search, and the points at which an answer to it can change."""

    def __init__(self, scene: Scene, search: Search, side: Side) -> None:
        self.scene, self.search, self.side = scene, search, side
        self.points = [*_legal_and_illegal(search, side), *results(search, [side])]
        self._at: dict[str, list[int]] = {}
        for number, point in enumerate(self.points):
            for output in point.outputs[0]:
                self._at.setdefault(output, []).append(number)

    def any(self, outputs: Iterable[str]) -> bool:
        """Whether any of these outputs can hold."""
        literals = {self.side.holds(one) for one in outputs} - {self.search.false}
        return bool(literals) and self.search.possible([self.search.any_of(literals)])

    def reveals(self, state: str) -> bool:
        """Whether somebody who starts an Order in a state can end it as a Model."""
        false = self.search.false
        return any(
            self.search.possible([self.search.inputs.get(f"state({who},{state})", false), model])
            for who in self.scene.sides
            for model in [self.side.holds(f"form(own({who}),model,effects)")]
        )

    def speaking(self, clause: str) -> Iterator[list[Literal]]:
        """Yield goals in each of which a clause speaks, each manner of it once."""
        manners: set[tuple[Term, str]] = set()
        unpicked = [-one for one in self.search.picked.values()]
        for one in self.side.by_clause.get(clause, ()):
            manner = (one.of[0], one.verb)
            if manner in manners or one.verb in {"types", "closes"}:
                continue
            manners.add(manner)
            if one.of[0] == "ruling":
                picked = self.search.picked.get(written(one.of[1]), self.search.false)
                yield [self.side.holds(one.output), picked]
            else:
                yield [self.side.holds(one.output), *unpicked]

    def silences(
        self, known: Collection[Silent], *, states: Collection[str], untyped: Collection[str]
    ) -> Iterator[tuple[Silent, Seen]]:
        """Yield the acts on turn, not yet `known`, of which nothing is said.

        What goes with a Skill of a type that nobody knows is not asked act by act.
        """
        search = self.search
        deployment = search.inputs.get("phase(deployment)", search.false)
        puzzling = {
            literal: kind
            for name, literal in search.inputs.items()
            if name.startswith("declared(act(first,") and (kind := _skill(name)) in untyped
        }
        goals: dict[Silent, list[list[Literal]]] = {}
        for act, picked in search.picked.items():
            _, step, who, skill, into = parts(read(act))
            entered = (str(into),) if into in states else ()
            silent = self.side.holds(f"ruling(declare({act}),silent)")
            if who not in self.scene.extras and silent != search.false:
                goals.setdefault((str(skill), str(step), *entered), []).append([picked, silent])
        after = search.any_of(search.all_of(one) for ways in goals.values() for one in ways)
        apart = [-deployment, *(-one for one in puzzling)]
        wanted = {
            key: [[*goal, *apart] for goal in ways]
            for key, ways in goals.items()
            if key not in known
        }
        for one, skill in puzzling.items():
            if (skill, "type") not in known:
                wanted.setdefault((skill, "type"), []).append([one, after, -deployment])
        for key, _, found in search.reached(wanted):
            yield key, (self.scene, found)

    def clashes(self, known: Collection[tuple[str, str]]) -> Iterator[Clash]:
        """Yield the pairs of clauses, not yet `known`, that say opposite things."""
        spoken: dict[Key, list[tuple[str, str, Term]]] = {}
        for name, atom in self.side.read:
            for key, clause, says in _contrary(atom):
                spoken.setdefault(key, []).append((name, written(clause), says))
        wanted: dict[tuple[str, str], list[list[Literal]]] = {}
        matters: dict[tuple[str, str], list[str]] = {}
        for key, speeches in spoken.items():
            for (one, first, says), (other, second, opposite) in combinations(speeches, 2):
                pair = (min(first, second), max(first, second))
                if first != second and says != opposite and pair not in known:
                    both = [self.side.holds(one), self.side.holds(other), self._on_turn(key)]
                    wanted.setdefault(pair, []).append(both)
                    matters.setdefault(pair, []).append(str(key[0]))
        for pair, number, found in self.search.reached(wanted):
            yield Clash(pair, matters[pair][number], (self.scene, found))

    def _on_turn(self, key: Key) -> Literal:
        """Return the literal of an act being on turn, if its declaration is what is spoken of."""
        match key:
            case "ruling", ("declare", act):
                return self.search.picked.get(written(act), self.search.false)
        return self.search.true

    def changing(self, found: Found, switches: Sequence[str]) -> Iterator[str]:
        """Yield the switches of which each changes the answer to a situation."""
        world = found.true | self.search.worlds[0]
        changed = 0
        for _, held in self._held(found, [world, *(world | {one} for one in switches)]):
            changed |= ~held if held & 1 else held
        yield from (one for n, one in enumerate(switches, start=1) if changed >> n & 1)

    def _held(self, found: Found, worlds: Sequence[Iterable[str]]) -> Iterator[tuple[int, int]]:
        """Yield the points that are looked at in a situation, by number, and where they hold."""
        bits = self.search.laws[0].bits(worlds)
        about = None if found.picked is None else (read(found.picked),)
        for number, point in enumerate(self.points):
            if point.about == about if point.matter == "ruling" else about is None:
                yield number, any_bits(bits, point.outputs[0])

    def changes(self, wanted: Mapping[str, _K]) -> Iterator[tuple[_K, Found]]:
        """Yield the keys of the switches by which an answer changes, each with a situation."""
        for switch, key in wanted.items():
            if found := self.changed(switch):
                yield key, found

    def changed(self, switch: str, within: tuple[str, ...] = ()) -> Found | None:
        """Return a situation in which an answer changes when a switch is set, others being set.

        It has the fewest facts of those in which an answer of its kind changes: rulings on a Skill
        come first, and what comes about in fewer ways.
        """
        search = self.search
        for tried in TRIED:
            goals = self._goals(self._ways(switch, within, tried))
            anything = search.any_of(goals)
            hard = 0
            for goal in (*goals[:FEW], anything, *goals[FEW:]):
                if found := search.some([goal], QUICK):
                    return search.least([goal]) or found
                hard += search.unsure
                if goal == anything and not search.unsure:
                    return None
                if tried < TRIED[-1] and (goal == anything or hard > 1):
                    break
        return search.some([anything])

    def _goals(self, ways: Mapping[int, Literal]) -> list[Literal]:
        """Return a goal for each kind of answer that some ways change."""
        kinds: dict[Topic, list[Literal]] = {}
        for number, literal in ways.items():
            kinds.setdefault(_kind(self.points[number]), []).append(literal)
        order = sorted(kinds.items(), key=lambda one: (one[0][0] != "ruling", len(one[1])))
        return [self.search.any_of(literals) for _, literals in order]

    def smaller(self, found: Found, switch: str) -> Seen:
        """Return the smallest situation in which setting a switch changes what it changes here."""
        world = found.true | self.search.worlds[0]
        ways = self._ways(switch)
        for number, held in self._held(found, [world, world | {switch}]):
            if held in {1, 2} and number in ways:
                return self.scene, self.search.least([ways[number]]) or found
        return self.scene, found

    def _ways(
        self, switch: str, within: tuple[str, ...] = (), tried: int = 0
    ) -> dict[int, Literal]:
        """Return, by the number of a point, the literal of its changing when a switch is set."""
        search, ways = self.search, {}
        before = search.switched(0, within) if within else {}
        after = search.switched(0, [*within, switch], tried)
        moved = {o for o in {*before, *after} if before.get(o) != after.get(o)}
        for number in sorted({n for output in moved for n in self._at.get(output, ())}):
            point = self.points[number]
            was, now = (
                search.any_of(held.get(o, self.side.holds(o)) for o in point.outputs[0])
                for held in (before, after)
            )
            if now != was:
                ways[number] = search.all_of([*point.goal, search.differ(now, was)])
        return ways


def _kind(point: Point) -> Topic:
    """Return what is asked at a point: of what Skill, if it is a ruling, or about what."""
    act = point.act if point.matter in {"ruling", "effect"} else None
    return (point.matter, act.does) if act else point.topic


def _legal_and_illegal(search: Search, side: Side) -> Iterator[Point]:
    """Yield the points of rulings, legal and illegal, silence being neither."""
    for point in rulings(search, [side]):
        yield point
        illegal = f"ruling(declare({written(point.about[0])}),illegal)"
        yield replace(
            point,
            outputs=(frozenset({illegal}),),
            holds=(side.holds(illegal),),
            goal=point.goal[:1],
        )


def _skill(declared: str) -> str:
    return str(parts(read(declared[len("declared(") : -1]))[3])


def _contrary(atom: tuple[Term, ...]) -> Iterator[tuple[Key, Term, Term]]:
    """Yield of what a clause speaks that can be of one kind only, the clause, and the kind."""
    match atom:
        case (("affirms" | "stands") as verb, clause, matter):
            yield ("ruling", matter), clause, verb
        case "roll", clause, act, kind:
            yield ("roll", act), clause, kind
        case (("value" | "count") as sort, clause, of, called, value):
            yield (sort, of, called), clause, value
        case "turned", clause, who, before, after, moment:
            yield ("state", who, before, moment), clause, after
