"""A cone of ground rules as gates, without what is constant, said twice or called by two names.

The law is grounded to be read: a circumstance hands on to a seat, a seat to an act. Most of these
atoms say what another one says, and each is made to share that one's value.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

Body = frozenset[int]
"""Literals that hold together: an atom, or its negative for its absence."""

Gate = frozenset[Body]
"""The bodies of which one must hold."""

Value = int | bool
"""What an atom is worth: the literal of a gate or an input, or a constant."""


@dataclass(frozen=True, slots=True)
class Gates:
    """Gates, what is below first; `worth` of the atoms wanted, and how often a gate is read."""

    gates: Mapping[int, Gate]
    worth: Mapping[int, Value]
    read: Mapping[int, int]


def gates(
    order: Iterable[int],
    bodies: Mapping[int, Iterable[tuple[int, ...]]],
    inputs: Collection[int],
    wanted: Collection[int],
) -> Gates:
    """Return the gates that the atoms `wanted` stand on; in `order` what is below comes first.

    >>> rules = {1: [], 2: [], 3: [(1, -2)], 4: [(3,)], 5: [(4,), (3, 2)], 6: [(2, -2)]}
    >>> left = gates([1, 2, 3, 4, 5, 6], rules, {1, 2}, [5, 6])
    >>> left.gates == {3: {frozenset({1, -2})}}, left.worth
    (True, {5: 3, 6: False})
    """
    heap = Heap(inputs)
    heap.take(order, bodies)
    return heap.gates(wanted)


class Heap:
    """All the gates of a program that were found so far; it grows from below."""

    def __init__(self, inputs: Iterable[int]) -> None:
        self.worth: dict[int, Value] = {atom: atom for atom in inputs}
        self._found: dict[int, Gate] = {}
        self._first: dict[Gate, int] = {}
        self._places: dict[int, int] = {}

    def take(self, order: Iterable[int], bodies: Mapping[int, Iterable[tuple[int, ...]]]) -> None:
        """Take in atoms with their bodies; in `order` what is below comes first."""
        worth = self.worth
        for atom in order:
            if atom in worth:
                continue
            gate = _least(b for each in bodies[atom] if (b := _body(each, worth)) is not None)
            if not gate:
                worth[atom] = False
            elif frozenset() in gate:
                worth[atom] = True
            elif len(gate) == 1 and len(literal := next(iter(gate))) == 1:
                [worth[atom]] = literal
            else:
                first = worth[atom] = self._first.setdefault(gate, atom)
                self._found.setdefault(first, gate)
                self._places.setdefault(first, len(self._places))

    def gates(self, wanted: Collection[int]) -> Gates:
        """Return the gates that the atoms `wanted`, which were taken in, stand on."""
        told = {atom: self.worth[atom] for atom in wanted}
        read = Counter(abs(value) for value in told.values() if not isinstance(value, bool))
        reached: set[int] = set()
        left = list(read)
        while left:
            atom = left.pop()
            if atom in self._found and atom not in reached:
                reached.add(atom)
                left += (abs(literal) for body in self._found[atom] for literal in body)
        order = sorted(reached, key=self._places.__getitem__)
        for atom in reversed(order):
            read.update(abs(literal) for body in self._found[atom] for literal in body)
        return Gates({atom: self._found[atom] for atom in order}, told, dict(read))


def _body(literals: Iterable[int], worth: Mapping[int, Value]) -> Body | None:
    """Return what a body asks for, None if it cannot hold."""
    found: set[int] = set()
    for literal in literals:
        value = worth[abs(literal)]
        if isinstance(value, bool):
            if value is not (literal > 0):
                return None
            continue
        meant = value if literal > 0 else -value
        if -meant in found:
            return None
        found.add(meant)
    return frozenset(found)


def _least(bodies: Iterable[Body]) -> Gate:
    """Return the bodies that ask for no more than another does."""
    kept: list[Body] = []
    for body in sorted(set(bodies), key=len):
        if not any(one <= body for one in kept):
            kept.append(body)
    alone = {literal for body in kept if len(body) == 1 for literal in body}
    if any(-literal in alone for literal in alone):
        return frozenset({frozenset()})
    free = (
        body if len(body) == 1 else frozenset(body.difference(-o for o in alone)) for body in kept
    )
    return frozenset(free)
