"""Finds the clauses that explain why two laws differ in a situation.

Where it can, it finds clauses without which the laws agree; otherwise the nearest ones that speak.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from aro.analysis.search.points import Point, Side, Speech
from aro.analysis.search.situation_search import Found, Search, World
from aro.analysis.search.small_law import any_bits

Key = tuple[int, str]
"""A clause of a side, by the number of that and the term of the clause."""

REMEMBERING = frozenset({"remembers", "frees", "restores"})
"""What a clause does to what is remembered."""

DECIDING = frozenset({"forbids", "lifts", "obliges", "mod", "roll", "gives", "counts"})
DECIDING |= {"begun", "ended", "turned", "removed", "counts_unmasked"} | REMEMBERING
"""What a clause does when it turns a ruling or a result by itself; the rest makes room for it."""

FEW = 2
"""A list of more clauses that an act is not on tells nothing of why."""


class Cause(NamedTuple):
    """The clauses that make a difference, each with its side.

    `first` of them is the one with the least to say elsewhere, if any of them makes it `alone`:
    what it makes is one cause, whatever stands on the other side.
    """

    keys: frozenset[Key]
    first: Key | None = None

    @property
    def alone(self) -> bool:
        """Whether any of its clauses makes the difference alone."""
        return self.first is not None

    def of(self, number: int) -> frozenset[str]:
        """Return its clauses of one side, as terms."""
        return frozenset(clause for side, clause in self.keys if side == number)

    def same(self, other: "Cause") -> bool:
        """Whether it is the same cause, which another situation may show with fewer clauses."""
        return self.first == other.first if self.alone else self.keys == other.keys


class Answers:
    """What the laws of a search say of one situation, and by what clauses they part at a point."""

    def __init__(self, search: Search, sides: Sequence[Side], found: Found, point: Point) -> None:
        self.found, self.point = found, point
        self._search, self._sides = search, sides
        self.outputs = [law.told(self._world(n)) for n, law in enumerate(search.laws)]

    def holds(self, number: int) -> bool:
        """Whether the point holds under one law."""
        return not self.point.outputs[number].isdisjoint(self.outputs[number])

    @cached_property
    def speaking(self) -> list[tuple[Key, Speech]]:
        """Which clauses speak, and what they say."""
        return [
            ((number, one.clause), one)
            for number, side in enumerate(self._sides)
            for one in side.speeches
            if one.output in self.outputs[number]
        ]

    @cached_property
    def doing(self) -> frozenset[Key]:
        """The clauses that speak, but for lists that an act is not on."""
        return frozenset(key for key, one in self.speaking if one.verb != "closes")

    @cached_property
    def turning(self) -> frozenset[Key]:
        """The clauses that speak and without any one of which the laws agree at the point."""
        return frozenset(self.alone(_keys(self.speaking)))

    def alone(self, keys: Sequence[Key]) -> list[Key]:
        """Return those of some clauses without any one of which the laws agree at the point."""
        return [key for (key,) in self.agreeing([(key,) for key in keys])]

    def agreeing(self, tried: Sequence[Sequence[Key]]) -> list[Sequence[Key]]:
        """Return those of some sets of clauses without which the laws agree at the point."""
        held = []
        for number, named in enumerate(self.point.outputs):
            off = [[f"off({clause})" for n, clause in keys if n == number] for keys in tried]
            worlds = [self._world(number).union(one) for one in off]
            held.append(any_bits(self._search.laws[number].bits(worlds), named))
        apart = held[0] ^ held[1]
        return [keys for number, keys in enumerate(tried) if not apart >> number & 1]

    def _world(self, number: int) -> World:
        return self._search.worlds[number] | self.found.true

    def cause(self) -> Cause:
        """Return the cause of the difference at the point."""
        if thwarted := self._thwarted():
            return thwarted
        far, of_it = self.speaking, self.point.near
        near = [(key, one) for key, one in far if one.of in of_it]
        tiers = [
            _keys((key, one) for key, one in near if one.verb in REMEMBERING),
            _keys((key, one) for key, one in near if one.verb in DECIDING),
            _keys((key, one) for key, one in near if one.verb != "types"),
            _keys(near),
            _keys((key, one) for key, one in far if one.verb in DECIDING),
            _keys(far),
        ]
        for keys in tiers:
            turning = [key for key in keys if key in self.turning]
            if turning:
                named = {number for number, _ in turning}
                lists = (key for key, one in near if one.verb == "closes")
                closing = {key for key in lists if key[0] not in named}
                sharp = self._sharpest(turning)
                few = closing if len(closing) <= FEW else ()
                return Cause(frozenset((*sharp, *few)), min(sharp, key=self._said))
            sets = _by_side(keys)
            for mine in self.agreeing(sets):
                if len(mine) > 1:
                    return Cause(frozenset(mine))
        return Cause(frozenset(next(filter(None, tiers), ())))

    def among(self, keys: Sequence[Key]) -> Cause:
        """Return the cause of a difference that some of these clauses make, as few as will do."""
        if turning := self.alone(keys):
            return Cause(frozenset(turning[:1]), turning[0])
        needed = list(keys)
        for key in keys:
            fewer = [one for one in needed if one != key]
            if self.agreeing([fewer]):
                needed = fewer
        return Cause(frozenset(needed))

    def explained_by(self, cause: Cause) -> bool:
        """Whether a known cause makes the laws part here too: it speaks, and off they agree."""
        named = cause.keys & self.doing
        if not (cause.alone and named and named <= self.turning):
            return False
        return all(
            not self.outputs[number].isdisjoint(self._sides[number].saying(clause, self.point))
            for number, clause in cause.keys
        )

    def underlain_by(self, cause: Cause) -> bool:
        """Whether a known cause of both sides makes the laws part here without speaking of it."""
        both = cause.of(0) and cause.of(1)
        return bool(cause.alone and both and len(self.alone([*cause.keys])) == len(cause.keys))

    def _sharpest(self, keys: Sequence[Key]) -> list[Key]:
        """Return of each side the clause that has the least to say elsewhere."""
        return [min(mine, key=self._said) for mine in _by_side(keys) if mine]

    def _said(self, key: Key) -> tuple[int, str, int]:
        number, clause = key
        return len(self._sides[number].by_clause[clause]), clause, number

    def _thwarted(self) -> Cause | None:
        """Return what thwarts an act on which a difference hangs, if it hangs on one.

        A state that the act would have begun, or that is lost because it fails, is a difference of
        what thwarts it. An exception that the other side makes comes first: whatever it lifts
        there, it is one cause.
        """
        verbs = ["lifts" if self.holds(number) else "forbids" for number in (0, 1)]
        about = [(key, one) for key, one in self.speaking if one.of[0] == "effect"]
        keys = _keys((key, one) for key, one in about if one.verb == verbs[key[0]])
        turning = [key for key in keys if key in self.turning]
        if all(self.holds(number) for number, _ in turning):
            return None
        sharp = self._sharpest(turning)
        lifted = (key for key in sharp if self.holds(key[0]))
        return Cause(frozenset(sharp), next(lifted, sharp[0]))


def _by_side(keys: Sequence[Key]) -> list[list[Key]]:
    return [[key for key in keys if key[0] == number] for number in (0, 1)]


def _keys(speaking: Iterable[tuple[Key, Speech]]) -> list[Key]:
    """Return the clauses that speak, each once."""
    return list(dict.fromkeys(key for key, _ in speaking))
