"""One table under search, and the points at which an answer to it can change."""

from collections.abc import Iterable, Iterator, Sequence

from aro._engine import Term, parts, read, written
from aro.workbench._net import Literal
from aro.workbench._points import Point, Side, results, rulings
from aro.workbench._scenes import Scene
from aro.workbench._search import Found, Search

QUICK = 300
"""After so many conflicts it is looked at gate by gate what a switch may change."""

TRIED = 20
"""So many gates are found to change before what may change is looked at as a whole."""

Seen = tuple[Scene, Found]
"""A situation that shows something, and the table it is on."""


class Here:
    """One table under search, and the points at which an answer to it can change.

    What is asked of it when it is not the `first` changed nothing before, and is likely not to.
    """

    def __init__(self, scene: Scene, search: Search, side: Side, *, first: bool) -> None:
        self.scene, self.search, self.side = scene, search, side
        self._first = first
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
        about = read(found.picked)
        return (
            n for n, one in enumerate(self.points) if one.matter == "ruling" and one.about == about
        )

    def changed(self, switch: str, within: tuple[str, ...] = ()) -> Found | None:
        """Return a situation in which an answer changes when a switch is set, others being set."""
        if self._first:
            ways = self._ways(switch, within).values()
            if found := self.search.some([self.search.any_of(ways)], QUICK):
                return found
        ways = self._ways(switch, within, TRIED).values()
        return self.search.some([self.search.any_of(ways)])

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


def _whole(search: Search, side: Side) -> Iterator[Point]:
    """Yield the points of rulings, legal and illegal, silence being neither."""
    for point in rulings(search, [side]):
        yield point
        act = written(point.about)
        illegal = f"ruling(declare({act}),illegal)"
        yield Point(
            matter="ruling",
            about=point.about,
            outputs=(frozenset({illegal}),),
            holds=(side.holds(illegal),),
            near=point.near,
            goal=(search.picked[act],),
        )
