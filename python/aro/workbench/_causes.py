"""What makes two laws part in a situation: the clauses without which they would agree in it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from aro.workbench._points import Point, Side, Speech
from aro.workbench._search import Found, Literal, Search

Wanted = Callable[[Speech], bool]

DECIDING = frozenset({"forbids", "lifts", "obliges", "mod", "roll", "gives", "counts"})
DECIDING |= {"begun", "ended", "turned", "removed", "counts_unmasked"}
"""What a clause does when it turns a ruling or a result by itself; the rest makes room for it."""

FEW = 2
"""A list of more clauses that an act is not on tells nothing of why."""


@dataclass(frozen=True, slots=True)
class Cause:
    """The clauses of each side that make the difference, by term; `alone` if any of them does."""

    clauses: tuple[frozenset[str], ...]
    alone: bool

    def __bool__(self) -> bool:
        return any(self.clauses)


class Causes:
    """Finds causes in one search, whose laws have these clauses off from the start."""

    def __init__(
        self, search: Search, sides: Sequence[Side], off: Sequence[frozenset[str]]
    ) -> None:
        self._search, self._sides, self._off = search, sides, off

    def of(self, found: Found, point: Point) -> Cause:
        """Return the cause of a difference at a point in a situation."""
        near = self._speaking(found, lambda one: one.of in point.near)
        tiers = [
            [(n, one) for n, one in near if one.verb in DECIDING],
            [(n, one) for n, one in near if one.verb != "types"],
            near,
            [(n, one) for n, one in self._speaking(found, lambda _: True) if one.verb in DECIDING],
            self._speaking(found, lambda _: True),
        ]
        for tier in tiers:
            names = dict.fromkeys((number, one.clause) for number, one in tier)
            turning = [key for key in names if self._agree(found, point, [key])]
            if turning:
                closing = self._closing(near, {number for number, _ in turning})
                return self._cause([*self._sharpest(turning), *closing], alone=True)
            for mine in ([key for key in names if key[0] == n] for n in range(len(self._sides))):
                if len(mine) > 1 and self._agree(found, point, mine):
                    return self._cause(mine, alone=False)
        first = next((tier for tier in tiers if tier), [])
        return self._cause([(number, one.clause) for number, one in first], alone=False)

    def _sharpest(self, keys: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Yield of each side the clause that has the least to say elsewhere."""
        told = list(keys)
        for number, side in enumerate(self._sides):
            mine = [one for n, one in told if n == number]
            if mine:
                yield number, min(mine, key=lambda one: (len(side.by_clause[one]), one))

    def _closing(
        self, near: Iterable[tuple[int, Speech]], told: set[int]
    ) -> Iterator[tuple[int, str]]:
        """Yield the clauses of the one list, of a side not yet told, that an act is not on."""
        closers = {(n, one.clause) for n, one in near if one.verb == "closes" and n not in told}
        if len(closers) <= FEW:
            yield from sorted(closers)

    def explains(self, cause: Cause, found: Found, point: Point) -> bool:
        """Whether a known cause makes the laws part here too: it speaks, and off they agree."""
        told = self.speaking(cause, point, near=False)
        if not cause.alone or not all(any(map(found.holds, one)) for one in told):
            return False
        doing = {(n, s.clause) for n, s in self._speaking(found, lambda s: s.verb != "closes")}
        keys = [
            (n, one) for n, mine in enumerate(cause.clauses) for one in mine if (n, one) in doing
        ]
        return bool(keys) and all(self._agree(found, point, [key]) for key in keys)

    def _cause(self, keys: Iterable[tuple[int, str]], *, alone: bool) -> Cause:
        told = list(keys)
        clauses = (
            frozenset(c for n, c in told if n == number) for number in range(len(self._sides))
        )
        return Cause(tuple(clauses), alone)

    def _speaking(self, found: Found, wanted: Wanted) -> list[tuple[int, Speech]]:
        return [
            (number, one)
            for number, side in enumerate(self._sides)
            for one in side.speeches
            if wanted(one) and found.holds(one.literal)
        ]

    def _agree(self, found: Found, point: Point, keys: Iterable[tuple[int, str]]) -> bool:
        """Whether the laws agree at the point, all facts being the same, with some clauses off."""
        told = list(keys)
        off = [
            gone | {clause for number, clause in told if number == n}
            for n, gone in enumerate(self._off)
        ]
        again = self._search.again([*found.facts, *self._search.settled(off)], point.holds)
        return again is not None and len(set(again)) == 1

    def speaking(self, cause: Cause, point: Point, *, near: bool) -> list[tuple[Literal, ...]]:
        """Return the literals of which one a clause must hold where the cause speaks of a point.

        With `near` a clause must speak of the point itself, and there is no cause where it cannot.
        """
        found = []
        for side, clauses in zip(self._sides, cause.clauses, strict=True):
            for clause in clauses:
                told = side.by_clause.get(clause, [])
                of_it = tuple(one.literal for one in told if one.of in point.near)
                found.append(of_it if of_it or near else tuple(one.literal for one in told))
        return found

    def speaks(self, cause: Cause, point: Point, *, near: bool) -> Literal:
        """Return the literal of the cause's clauses all speaking."""
        found = self.speaking(cause, point, near=near)
        return self._search.all_of(self._search.any_of(one) for one in found)
