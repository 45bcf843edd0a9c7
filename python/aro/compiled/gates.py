"""A cone of ground rules as gates, without what is constant, said twice or called by two names.

Many atoms of the law only repeat what another atom says. Each such atom shares the other's value,
and no gate is made for it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

Body = frozenset[int]
"""Literals that hold together: an atom, or its negative for its absence."""

Gate = frozenset[Body]
"""The bodies of which one must hold."""

Value = int | bool
"""The value of an atom: the literal of a gate or an input, or a constant."""


@dataclass(frozen=True, slots=True)
class Gates:
    """Gates, what is below first; `values` of the atoms wanted, and how often a gate is read."""

    gates: Mapping[int, Gate]
    values: Mapping[int, Value]
    read: Mapping[int, int]


class GateTable:
    """All the gates of a program that were made so far; those below come first.

    >>> table = GateTable({1, 2})
    >>> table.take([3, 4, 5, 6], {3: [(1, -2)], 4: [(3,)], 5: [(4,), (3, 2)], 6: [(2, -2)]})
    >>> left = table.gates([5, 6])
    >>> left.gates == {3: {frozenset({1, -2})}}, left.values
    (True, {5: 3, 6: False})
    """

    def __init__(self, inputs: Iterable[int]) -> None:
        self.values: dict[int, Value] = {atom: atom for atom in inputs}
        self._gates: dict[int, Gate] = {}
        self._first: dict[Gate, int] = {}
        self._order: dict[int, int] = {}

    def take(self, order: Iterable[int], bodies: Mapping[int, Iterable[tuple[int, ...]]]) -> None:
        """Take in atoms with their bodies; in `order` what is below comes first."""
        values = self.values
        for atom in order:
            if atom in values:
                continue
            gate = _least(b for each in bodies[atom] if (b := _body(each, values)) is not None)
            if not gate:
                values[atom] = False
            elif frozenset() in gate:
                values[atom] = True
            elif len(gate) == 1 and len(literal := next(iter(gate))) == 1:
                [values[atom]] = literal
            else:
                first = values[atom] = self._first.setdefault(gate, atom)
                self._gates.setdefault(first, gate)
                self._order.setdefault(first, len(self._order))

    def gates(self, wanted: Collection[int]) -> Gates:
        """Return the gates that the atoms `wanted`, which were taken in, depend on."""
        values = {atom: self.values[atom] for atom in wanted}
        read = Counter(abs(value) for value in values.values() if not isinstance(value, bool))
        reached: set[int] = set()
        left = list(read)
        while left:
            atom = left.pop()
            if atom in self._gates and atom not in reached:
                reached.add(atom)
                left += (abs(literal) for body in self._gates[atom] for literal in body)
        order = sorted(reached, key=self._order.__getitem__)
        for atom in reversed(order):
            read.update(abs(literal) for body in self._gates[atom] for literal in body)
        return Gates({atom: self._gates[atom] for atom in order}, values, dict(read))


def _body(literals: Iterable[int], values: Mapping[int, Value]) -> Body | None:
    """Return what a body asks for, None if it cannot hold."""
    needed: set[int] = set()
    for literal in literals:
        value = values[abs(literal)]
        if isinstance(value, bool):
            if value is not (literal > 0):
                return None
            continue
        meant = value if literal > 0 else -value
        if -meant in needed:
            return None
        needed.add(meant)
    return frozenset(needed)


def _least(bodies: Iterable[Body]) -> Gate:
    """Return the bodies without those that ask for more than another one does."""
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
