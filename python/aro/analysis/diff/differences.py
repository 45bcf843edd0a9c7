"""The comparison of two laws over small tables: where they differ, grouped by the cause."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from aro.analysis.diff.causes import Answers, Cause, Key
from aro.analysis.search.gate_solver import Literal
from aro.analysis.search.points import Point, Side, Topic, results, rulings
from aro.analysis.search.situation_search import Search
from aro.analysis.search.small_tables import Scene
from aro.analysis.unseen_pages import stating
from aro.engine.clingo_program import parts, read
from aro.parts import STEPS
from aro.processes import Watcher
from aro.rulebook import Rulebook

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
    answers: Answers
    points: list[tuple[Point, int]] = field(default_factory=list)
    lacks: str | None = None


class Differences:
    """What two rulebooks decide differently, in groups by cause.

    `spoken` is what each rules on, `lacking` what only one tells.
    """

    def __init__(self, left: Rulebook, right: Rulebook) -> None:
        self.books = (left, right)
        self.groups: list[Group] = []
        self.spoken: tuple[set[Kind], set[Kind]] = (set(), set())
        self.lacking: tuple[set[Topic], set[Topic]] = (set(), set())
        self.given_up = 0

    def look(self, scene: Scene, watch: Watcher | None = None) -> None:
        """Compare the two on one small table, and add what is new."""
        TableDiff(self, scene).look(watch)


class TableDiff:
    """The comparison of two rulebooks on one small table; groups from `since` on are found here."""

    def __init__(self, found: Differences, scene: Scene) -> None:
        self._books, self._groups, self._scene = found.books, found.groups, scene
        self._all, self._since = found, len(found.groups)
        self._search = Search(scene, found.books)
        self._sides = [Side(self._search, number) for number in (0, 1)]

    def look(self, watch: Watcher | None) -> None:
        """Compare the two at each point."""
        search, releases = self._search, self._books[0].edition is self._books[1].edition
        found = [*results(search, self._sides)]
        if not releases:
            found = self._comparable(found)
        every = (*rulings(search, self._sides), *found)
        points = [one for one in every if one.subject not in self._scene.extras]
        points.sort(key=place)
        for number, point in enumerate(points, start=1):
            if releases:
                self._compare_releases(point)
            else:
                self._compare(point, 0)
                self._compare(point, 1)
            if watch:
                watch(number, len(points))
        for group in self._groups[self._since :]:
            self._judge(group)
        self._note_silences()
        self._all.given_up += search.given_up

    def _compare_releases(self, point: Point) -> None:
        """Compare two releases of one law: what they have apart makes every difference."""
        search, books = self._search, self._books
        apart = set(books[0].off) ^ set(books[1].off)
        keys = [(n, o[4:-1]) for n in (0, 1) for o in sorted(apart - set(books[n].off))]
        past: set[Key] = set()
        parted = search.differ(*point.holds)
        while len(past) <= len(keys):
            holds = []
            for number, side in enumerate(self._sides):
                off = [f"off({clause})" for n, clause in sorted(past) if n == number]
                changed = search.switched(number, off)
                named = point.outputs[number]
                holds.append(search.any_of(changed.get(one, side.holds(one)) for one in named))
            found = search.least([*point.goal, parted, search.differ(*holds)])
            if found is None:
                return
            answers = Answers(self._search, self._sides, found, point)
            cause = answers.among([key for key in keys if key not in past])
            self._named(cause, answers).points.append((point, 0))
            past |= cause.keys

    def _compare(self, point: Point, way: int) -> None:
        """Add what holds at a point on one side and not on the other, cause by cause."""
        search = self._search
        if point.holds[0] == point.holds[1]:
            return
        goal = _parted(point, way)
        if not search.possible(goal):
            return
        for number, group in enumerate(self._groups):
            speaks = self._speaks(group.cause, point, near=True)
            if speaks == search.false:
                continue
            if number >= self._since and search.possible([*_parted(point, way), speaks]):
                group.points.append((point, way))
            goal.append(-speaks)
        while (found := search.least(goal)) is not None:
            cause, group = self._group(Answers(self._search, self._sides, found, point))
            group.points.append((point, way))
            if not cause.keys:
                return
            goal.append(-self._speaks(cause, point, near=False))

    def _speaks(self, cause: Cause, point: Point, *, near: bool) -> Literal:
        """Return a literal that is true if every clause of the cause speaks of the point.

        For a clause that cannot, it is enough that it speaks of anything; with `near`, it is not.
        """
        clauses = ((self._sides[number], clause) for number, clause in cause.keys)
        return self._search.all_of(
            self._search.any_of(map(side.holds, side.saying(clause, point, near=near)))
            for side, clause in clauses
        )

    def _group(self, answers: Answers) -> tuple[Cause, Group]:
        """Return what makes a difference here, and the group it belongs to."""
        here = place(answers.point)
        known = [group for group in self._groups if place(group.answers.point) < here]
        for group in known:
            if answers.explained_by(group.cause):
                return group.cause, group
        cause = answers.cause()
        for group in known:
            if answers.underlain_by(group.cause):
                return cause, group
        return cause, self._named(cause, answers)

    def _judge(self, group: Group) -> None:
        """Show a group by an act that no page which was not seen explains, if there is one."""
        group.lacks = self._lacks(group.answers)
        tried = {str(group.answers.point)}
        for point, way in group.points if group.lacks else ():
            if point.matter != "ruling" or str(point) in tried:
                continue
            tried.add(str(point))
            speaks = self._speaks(group.cause, point, near=True)
            if (found := self._search.least([*_parted(point, way), speaks])) is None:
                continue
            answers = Answers(self._search, self._sides, found, point)
            if answers.explained_by(group.cause) and not self._lacks(answers):
                group.answers, group.lacks = answers, None
                return

    def _lacks(self, answers: Answers) -> str | None:
        """Return what was not seen, if a difference in a situation may be due to that alone.

        It may if the two agree once the clauses are off that one unseen page may have as well, or
        one or two of the clauses of any pages.
        """
        left, right = (book.edition for book in self._books)
        if left.name == right.name:
            return None
        pages = [
            (f"{silent.name}, {one.page}: {one.says}", [(number, term) for term in sorted(terms)])
            for number, silent, speaking in ((0, right, left), (1, left, right))
            for one in silent.unseen
            if (terms := stating(speaking, one))
        ]
        agreeing = answers.agreeing([clauses for _, clauses in pages])
        if enough := [page for page in pages if page[1] in agreeing]:
            unlikely = answers.turning.isdisjoint
            return min(enough, key=lambda page: (unlikely(page[1]), len(page[1])))[0]
        says = {clause: page for page, clauses in reversed(pages) for clause in clauses}
        few = [*combinations(sorted(says), 1), *combinations(sorted(says), 2)]
        some = next(iter(answers.agreeing(few)), ())
        return "; ".join(dict.fromkeys(says[key].removesuffix(".") for key in some)) or None

    def _named(self, cause: Cause, answers: Answers) -> Group:
        """Return the group of a cause, a new one if there is none yet."""
        same = next((one for one in self._groups if one.cause.same(cause)), None)
        if same is None:
            same = Group(cause, self._scene, answers)
            self._groups.append(same)
        return same

    def _comparable(self, points: Sequence[Point]) -> list[Point]:
        """Return the results of which both laws can speak; the others' topics are lacking."""
        left, right = (
            {point.topic for point in points if point.holds[number] != self._search.false}
            for number in (0, 1)
        )
        self._all.lacking[0].update(right - left)
        self._all.lacking[1].update(left - right)
        return [point for point in points if point.topic in left & right]

    def _note_silences(self) -> None:
        """Note the kinds of act that each law rules on here."""
        for act, picked in self._search.picked.items():
            _, step, _, skill, _ = parts(read(act))
            kind = (str(skill), str(step))
            for side, spoken in zip(self._sides, self._all.spoken, strict=True):
                silent = side.holds(f"ruling(declare({act}),silent)")
                if kind not in spoken and self._search.possible([picked, -silent]):
                    spoken.add(kind)


def _parted(point: Point, way: int) -> list[Literal]:
    """Return the goal that a point holds on one side and not on the other."""
    return [*point.goal, point.holds[way], -point.holds[1 - way]]


def place(point: Point) -> tuple[int, int]:
    """Return where a point comes in what is compared, rulings in the sequence of the Order."""
    step = STEPS.index(str(point.act.step)) if point.act and point.matter == "ruling" else 0
    return ORDER.index(point.matter), step
