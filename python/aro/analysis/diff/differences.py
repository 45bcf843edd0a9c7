"""The comparison of two laws over small tables: where they part, grouped by what makes them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aro.analysis.diff.causes import Cause, Causes, Told
from aro.analysis.diff.missing_sources import lacks
from aro.analysis.search.points import Point, Side, Topic, results, rulings
from aro.analysis.search.situation_search import Search
from aro.analysis.search.small_law import Law
from aro.analysis.search.small_tables import Scene, words_of
from aro.engine.clingo_program import parts, read
from aro.parts import STEPS
from aro.rulebook import Rulebook

if TYPE_CHECKING:
    from aro.analysis.search.gate_solver import Literal

Watch = Callable[[int, int], None]

ORDER = ("state", "piece", "ruling", "effect", "duty", "mod", "roll", "value", "figure", "memory")
"""What is compared, in this sequence: what comes first can be the cause of what comes later."""

Kind = tuple[str, str]
"""A skill, and the step it is declared in."""


@dataclass
class Group:
    """What two laws decide differently by one cause: the situation found, and all it shows in.

    `lacks` is what was not seen, if that may explain every situation that was looked at.
    """

    cause: Cause
    scene: Scene
    told: Told
    points: list[tuple[Point, int]] = field(default_factory=list)
    lacks: str | None = None


class Parting:
    """Where two rulebooks part; `spoken` is what each rules on, `lacking` what only one tells."""

    def __init__(self, left: Rulebook, right: Rulebook) -> None:
        self.books = (left, right)
        self.groups: list[Group] = []
        self.spoken: tuple[set[Kind], set[Kind]] = (set(), set())
        self.lacking: set[tuple[int, Topic]] = set()
        self.given_up = 0

    def look(self, scene: Scene, watch: Watch | None = None) -> None:
        """Compare the two on one small table, and add what is new."""
        left, right = (book.edition for book in self.books)
        law = Law(left, scene.text)
        laws = [law, law if right is left else Law(right, scene.text)]
        known = set(laws[0].inputs) & set(laws[1].inputs)
        for one in laws:
            one.close(known)
        search = Search(
            scene.text,
            laws,
            [frozenset(book.off) for book in self.books],
            words_of(self.books),
        )
        sides = [Side(search, number) for number in range(len(laws))]
        here = _Here(search, sides, Causes(search, sides), scene, len(self.groups))
        with search.making():
            found = [*results(search, sides)]
            if left is not right:
                found = [*self._comparable(search, found)]
            points = [*rulings(search, sides), *found]
        with search.assuming([search.proper]):
            points = [one for one in points if one.subject not in scene.extras]
            points.sort(key=place)
            for number, point in enumerate(points):
                if left is right:
                    self._releases(here, point)
                else:
                    self._part(here, point, 0)
                    self._part(here, point, 1)
                if watch:
                    watch(number + 1, len(points))
            for group in self.groups[here.since :]:
                self._compare(here, group)
            self._silences(search, sides)
        self.given_up += search.given_up

    def _releases(self, here: "_Here", point: Point) -> None:
        """Compare two releases of one law: what they have apart makes every difference."""
        search, books = here.search, self.books
        apart = set(books[0].off) ^ set(books[1].off)
        keys = [(n, o[4:-1]) for n in (0, 1) for o in sorted(apart - set(books[n].off))]
        past: list[set[str]] = [set(), set()]
        parted = search.differ(*point.holds)
        while len(past[0] | past[1]) <= len(keys):
            holds = []
            for number in (0, 1):
                changed = search.switched(number, past[number])
                named = point.outputs[number]
                side = here.sides[number]
                holds.append(search.any_of(changed.get(one, side.holds(one)) for one in named))
            found = search.least([*point.goal, parted, search.differ(*holds)])
            if found is None:
                return
            told = Told(search, here.sides, found, point)
            left = [key for key in keys if f"off({key[1]})" not in past[key[0]]]
            cause = here.causes.among(told, left)
            self._named(cause, here, told).points.append((point, 0))
            for number, clauses in enumerate(cause.clauses):
                past[number] |= {f"off({one})" for one in clauses}

    def _part(self, here: "_Here", point: Point, way: int) -> None:
        search, causes = here.search, here.causes
        if point.holds[0] == point.holds[1]:
            return
        goal = [*point.goal, point.holds[way], -point.holds[1 - way]]
        if not search.possible(goal):
            return
        past: list[Literal] = []
        for number, group in enumerate(self.groups):
            speaks = causes.speaks(group.cause, point, near=True)
            if speaks == search.false:
                continue
            if number >= here.since and search.possible([*goal, speaks]):
                group.points.append((point, way))
            past.append(-speaks)
        while (found := search.least([*goal, *past])) is not None:
            told = Told(search, here.sides, found, point)
            cause, group = self._group(here, told)
            group.points.append((point, way))
            if not cause:
                return
            past.append(-causes.speaks(cause, point, near=False))

    def _group(self, here: "_Here", told: Told) -> tuple[Cause, Group]:
        """Return what makes a difference here, and the group it belongs to."""
        known = [group for group in self.groups if place(group.told.point) < place(told.point)]
        for group in known:
            if here.causes.explains(group.cause, told):
                return group.cause, group
        cause = here.causes.of(told)
        for group in known:
            if here.causes.underlies(group.cause, told):
                return cause, group
        return cause, self._named(cause, here, told)

    def _compare(self, here: "_Here", group: Group) -> None:
        """Show a group by an act that no page which was not seen explains, if there is one."""
        group.lacks = lacks(self.books, group.told)
        tried = {str(group.told.point)}
        for point, way in group.points if group.lacks else ():
            if point.matter != "ruling" or str(point) in tried:
                continue
            tried.add(str(point))
            speaks = here.causes.speaks(group.cause, point, near=True)
            goal = [*point.goal, point.holds[way], -point.holds[1 - way], speaks]
            if (found := here.search.least(goal)) is None:
                continue
            told = Told(here.search, here.sides, found, point)
            if here.causes.explains(group.cause, told) and not lacks(self.books, told):
                group.told, group.lacks = told, None
                return

    def _named(self, cause: Cause, here: "_Here", told: Told) -> Group:
        """Return the group of a cause, a new one if there is none yet."""
        same = [one for one in self.groups if one.cause.same(cause)]
        if not same:
            same = [Group(cause, here.scene, told)]
            self.groups += same
        return same[0]

    def _comparable(self, search: Search, points: Iterable[Point]) -> Iterator[Point]:
        """Yield the results of which both laws can speak; the others' topics are lacking."""
        listed, never = list(points), search.false
        spoken: list[set[Topic]] = [set(), set()]
        for point in listed:
            for number, literal in enumerate(point.holds):
                if literal != never:
                    spoken[number].add(point.topic)
        for point in listed:
            lacks = [n for n in (0, 1) if point.topic not in spoken[n]]
            self.lacking.update((number, point.topic) for number in lacks)
            if not lacks:
                yield point

    def _silences(self, search: Search, sides: Sequence[Side]) -> None:
        """Note the kinds of act that one law rules on here and the other never does."""
        spoken: list[set[Kind]] = [set(), set()]
        for act, picked in search.picked.items():
            _, step, _, skill, _ = parts(read(act))
            kind = (str(skill), str(step))
            for number, side in enumerate(sides):
                silent = side.holds(f"ruling(declare({act}),silent)")
                if kind not in spoken[number] and search.possible([picked, -silent]):
                    spoken[number].add(kind)
        for number in (0, 1):
            self.spoken[number].update(spoken[number])


@dataclass(frozen=True)
class _Here:
    """One search and what finds causes in it; groups from `since` on were found here."""

    search: Search
    sides: Sequence[Side]
    causes: Causes
    scene: Scene
    since: int


def place(point: Point) -> tuple[int, int]:
    """Return where a point comes in what is compared, rulings in the sequence of the Order."""
    step = STEPS.index(str(point.act.step)) if point.act and point.matter == "ruling" else 0
    return ORDER.index(point.matter), step
