"""The ground program of a table with everything about it open, as gates.

The law has no cycle, so every atom is a function of the inputs: each situation of that shape has
exactly one answer. Many atoms of the law only repeat what another atom says. Each such atom shares
the other's value, and no gate is made for it.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from threading import Lock

import clingo

from aro.engine.clingo_program import SUPPOSED, failure, ground_control, named
from aro.errors import EngineError
from aro.knowledge.edition import Law

Body = frozenset[int]
"""Literals that hold together: an atom, or its negative for its absence."""

Gate = frozenset[Body]
"""The bodies of which one must hold."""

Value = int | bool
"""The value of an atom: the literal of a gate or an input, or a constant."""


class Rules(clingo.Observer):
    """The ground rules of a program, kept flat: of each its head and the literals of its body."""

    def __init__(self) -> None:
        self.heads = array("i")
        self.literals = array("i")
        self.ends = array("i", [0])
        self.inputs: set[int] = set()

    def __len__(self) -> int:
        return len(self.heads)

    def __iter__(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        return ((head, self.body(number)) for number, head in enumerate(self.heads))

    def body(self, number: int) -> tuple[int, ...]:
        """Return the literals of the body of a rule."""
        return tuple(self.literals[self.ends[number] : self.ends[number + 1]])

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:  # noqa: FBT001  clingo's signature
        """Take in one rule; a choice or a constraint has no place in the law."""
        if choice or len(head) != 1:
            raise EngineError(f"the ground program has a {'choice' if choice else 'constraint'}")
        self.heads.append(head[0])
        self.literals.extend(body)
        self.ends.append(len(self.literals))

    def weight_rule(self, *found: object) -> None:
        """Refuse an aggregate over what is not a fact."""
        raise EngineError(f"the ground program has an aggregate: {found}")

    def external(self, atom: int, value: clingo.TruthValue) -> None:
        """Take in an open atom."""
        del value
        self.inputs.add(atom)


def ground(
    files: Sequence[Path | Law], text: str, only: Collection[str] = ()
) -> tuple[Rules, dict[int, str]]:
    """Return the ground rules of files and a text, and the names of their atoms.

    With `only`, the names of these predicates' atoms: to write out all costs as much as to ground.
    """
    rules = Rules()
    control = ground_control(files, text, observer=rules)
    return rules, {atom.literal: str(atom.symbol) for atom in named(control, only)}


@dataclass(frozen=True, slots=True)
class Gates:
    """Gates, what is below first; `values` of the atoms wanted, and the atoms that are read."""

    gates: Mapping[int, Gate]
    values: Mapping[int, Value]
    read: Collection[int]


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
        known = {abs(value) for value in values.values() if not isinstance(value, bool)}
        read = list(known)
        for atom in read:  # it grows by what is below
            below = {abs(literal) for body in self._gates.get(atom, ()) for literal in body}
            read += below - known
            known |= below
        order = sorted(self._gates.keys() & known, key=self._order.__getitem__)
        return Gates({atom: self._gates[atom] for atom in order}, values, sorted(known))


class GroundProgram:
    """The ground rules of a program, by what they derive, and the gates that were made of them.

    The `files` are those it was ground from. What unseen pages may say is false in all gates but
    those that are made `supposing` it.
    """

    def __init__(
        self, rules: Rules, names: Mapping[int, str], files: Sequence[Path | Law] = ()
    ) -> None:
        self.names, self._files = names, files
        self.atoms = {name: atom for atom, name in names.items()}
        self.inputs = frozenset(rules.inputs)
        plain = (one for one in self.inputs if not names.get(one, "").startswith(SUPPOSED))
        self._tables = {False: GateTable(plain), True: GateTable(self.inputs)}
        self._lock = Lock()  # threads that share a shape cut circuits of it
        self._rules = rules
        # the numbers of the rules by what they derive: a dictionary of lists would take ten times
        # the memory
        self._by_head = array("i", sorted(range(len(rules)), key=rules.heads.__getitem__))
        self._heads = array("i", sorted(rules.heads))

    def gates(self, wanted: Sequence[str], *, supposing: bool = False) -> Gates:
        """Return the gates that the atoms `wanted` depend on.

        Raises `EngineError` if they depend on a cycle, naming its atoms.
        """
        table = self._tables[supposing]
        with self._lock:
            bodies = self.cone(wanted, known=table.values)
            table.take(self.order(bodies), bodies)
            return table.gates([self.atoms[name] for name in wanted])

    def _bodies(self, atom: int) -> list[tuple[int, ...]]:
        """Return the bodies of the rules that derive an atom, each as its literals."""
        first, end = bisect_left(self._heads, atom), bisect_right(self._heads, atom)
        return [self._rules.body(number) for number in self._by_head[first:end]]

    def cone(
        self, wanted: Iterable[str], *, known: Collection[int] = ()
    ) -> dict[int, list[tuple[int, ...]]]:
        """Return the bodies of all atoms that those `wanted` depend on, but for those `known`."""
        left = [self.atoms[name] for name in wanted]
        cone: dict[int, list[tuple[int, ...]]] = {}
        while left:
            atom = left.pop()
            if atom not in cone and atom not in known:
                cone[atom] = self._bodies(atom)
                left += (abs(literal) for body in cone[atom] for literal in body)
        return cone

    def order(self, bodies: Mapping[int, Iterable[tuple[int, ...]]]) -> list[int]:
        """Return the atoms of a cone, what is below first."""
        below = {
            head: {abs(literal) for body in each for literal in body}
            for head, each in bodies.items()
        }
        try:
            return list(TopologicalSorter(below).static_order())
        except CycleError as error:
            ring = ", ".join(self.names.get(atom, str(atom)) for atom in error.args[1])
            raise failure(self._files, f"the law runs in a circle: {ring}") from error


def _body(literals: Iterable[int], values: Mapping[int, Value]) -> Body | None:
    """Return what a body asks for, None if it cannot hold."""
    needed: set[int] = set()
    for literal in literals:
        value = values[abs(literal)]
        if not isinstance(value, bool):
            needed.add(value if literal > 0 else -value)
        elif value is not (literal > 0):
            return None
    return frozenset(needed) if needed.isdisjoint([-one for one in needed]) else None


def _least(bodies: Iterable[Body]) -> Gate:
    """Return the bodies without those that ask for more than another one does.

    What is asked for where its opposite alone is enough need not be asked for.
    """
    kept: list[Body] = []
    for body in sorted(set(bodies), key=len):
        if not any(one <= body for one in kept):
            kept.append(body)
    sure = {-literal for body in kept if len(body) == 1 for literal in body}
    return frozenset(body - sure for body in kept)
