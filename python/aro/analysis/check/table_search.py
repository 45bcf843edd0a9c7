"""One table under search, and the points at which an answer to it can change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from aro.analysis.search.gate_solver import Literal
from aro.analysis.search.points import Point, Side, Topic, results, rulings
from aro.analysis.search.situation_search import Found, Search
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


class Here:
    """One table under search, and the points at which an answer to it can change."""

    def __init__(self, scene: Scene, search: Search, side: Side) -> None:
        self.scene, self.search, self.side = scene, search, side
        with search.making():
            self.points = [*_whole(search, side), *results(search, [side])]
        self._at: dict[str, list[int]] = {}
        for number, point in enumerate(self.points):
            for output in point.outputs[0]:
                self._at.setdefault(output, []).append(number)

    @property
    def deployment(self) -> Literal:
        """The literal of the armies being set up."""
        return self.search.inputs.get("phase(deployment)", self.search.false)

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

    def on_turn(self, key: tuple[Term, ...]) -> Literal:
        """Return the literal of an act being on turn, if its declaration is what is spoken of."""
        if key[0] != "ruling" or not isinstance(key[1], tuple):
            return self.search.true
        matter, act = key[1]
        if matter != "declare":
            return self.search.true
        return self.search.picked.get(written(act), self.search.false)

    def parted(self, found: Found, worlds: Sequence[Iterable[str]]) -> int:
        """Return, as bits, the worlds that are answered otherwise than the first of them."""
        looked = [self.points[number].outputs[0] for number in self._looked(found)]
        bits = self.search.laws[0].bits(worlds, frozenset().union(*looked))
        parted = 0
        for outputs in looked:
            held = 0
            for output in outputs:
                held |= bits.get(output, 0)
            parted |= ~held if held & 1 else held
        return parted & ((1 << len(worlds)) - 1)

    def _looked(self, found: Found) -> Iterator[int]:
        """Yield the numbers of the points that are looked at in such a situation."""
        if found.picked is None:
            return (n for n, one in enumerate(self.points) if one.matter != "ruling")
        about = (read(found.picked),)
        return (
            n for n, one in enumerate(self.points) if one.matter == "ruling" and one.about == about
        )

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
            with search.making():
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
        with self.search.making():
            return [self.search.any_of(literals) for _, literals in order]

    def otherwise(self, switch: str) -> Iterator[tuple[str, Literal, tuple[Term, ...]]]:
        """Yield the outputs that can hold when a switch is set, where it makes a difference."""
        for name, literal in self.search.switched(0, [switch]).items():
            if literal != self.search.false:
                yield name, literal, parts(read(name))

    def smaller(self, found: Found, switch: str) -> Seen:
        """Return the smallest situation in which setting a switch changes what it changes here."""
        world = found.true | self.search.worlds[0]
        bits = self.search.laws[0].bits([world, world | {switch}])
        ways = self._ways(switch)
        for number in self._looked(found):
            held = 0
            for output in self.points[number].outputs[0]:
                held |= bits.get(output, 0)
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
        with search.making():
            for number in sorted({n for output in moved for n in self._at.get(output, ())}):
                point = self.points[number]
                was, now = (
                    search.any_of(told.get(o, self.side.holds(o)) for o in point.outputs[0])
                    for told in (before, after)
                )
                if now != was:
                    ways[number] = search.all_of([*point.goal, search.differ(now, was)])
        return ways


def _kind(point: Point) -> Topic:
    """Return what is asked at a point: of what Skill, if it is a ruling, or about what."""
    act = point.act if point.matter in {"ruling", "effect"} else None
    return (point.matter, act.does) if act else point.topic


def _whole(search: Search, side: Side) -> Iterator[Point]:
    """Yield the points of rulings, legal and illegal, silence being neither."""
    for point in rulings(search, [side]):
        yield point
        act = written(point.about[0])
        illegal = f"ruling(declare({act}),illegal)"
        yield Point(
            matter="ruling",
            about=point.about,
            outputs=(frozenset({illegal}),),
            holds=(side.holds(illegal),),
            near=point.near,
            goal=(search.picked[act],),
        )
