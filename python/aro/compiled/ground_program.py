"""The ground program of a table with everything about it open, and the proof that it has no cycle.

Without a cycle every atom is a function of the inputs, so each situation of that shape has exactly
one answer: the law decides, and nothing is left to guess.
"""

import sys
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import clingo

from aro.compiled.gates import Gates, GateTable
from aro.engine.clingo_program import grounded, named
from aro.errors import EngineError
from aro.knowledge.edition import Law


class Rules(clingo.Observer):
    """The ground rules of a program, kept flat: of each its head and the literals of its body.

    More of them than `most` are an `EngineError`.
    """

    def __init__(self, most: int | None = None) -> None:
        self.most = sys.maxsize if most is None else most
        self.heads = array("i")
        self.literals = array("i")
        self.ends = array("i")
        self.inputs: set[int] = set()

    def __len__(self) -> int:
        return len(self.heads)

    def __iter__(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        start = 0
        for head, end in zip(self.heads, self.ends, strict=True):
            yield head, tuple(self.literals[start:end])
            start = end

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:  # noqa: FBT001  clingo's signature
        """Take in one rule; a choice or a constraint has no place in the law."""
        if choice or len(head) != 1:
            raise EngineError(f"the ground program has a {'choice' if choice else 'constraint'}")
        if len(self.heads) >= self.most:
            raise EngineError(f"the ground program has more than {self.most} rules")
        self.heads.append(head[0])
        self.literals.extend(body)
        self.ends.append(len(self.literals))

    def weight_rule(
        self,
        choice: bool,  # noqa: FBT001  clingo's signature
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        """Refuse an aggregate over what is not a fact."""
        raise EngineError(f"the ground program has an aggregate: {choice, head, lower_bound, body}")

    def external(self, atom: int, value: clingo.TruthValue) -> None:
        """Take in an open atom."""
        del value
        self.inputs.add(atom)


class GroundProgram:
    """The ground rules of a program, by what they derive, and the gates that were made of them."""

    def __init__(self, rules: Rules, names: Mapping[int, str]) -> None:
        self.names = names
        self.atoms = {name: atom for atom, name in names.items()}
        self.inputs = frozenset(rules.inputs)
        self._table = GateTable(self.inputs)
        self._literals, self._ends = rules.literals, rules.ends
        # of each atom the number of the last rule that derives it, of each rule that of the one
        # before it that derives the same: a dictionary of lists would take ten times the memory
        self._last = array("i", bytes(4 * (max(rules.heads, default=0) + 1)))
        self._before = array("i", bytes(4 * (len(rules) + 1)))
        for number, head in enumerate(rules.heads, start=1):
            self._before[number] = self._last[head]
            self._last[head] = number

    def gates(self, wanted: Sequence[str]) -> Gates:
        """Return the gates that the atoms `wanted` depend on.

        Raises `EngineError` if they depend on a cycle, naming its atoms.
        """
        bodies = self.cone(wanted, known=self._table.values)
        self._table.take(self.order(bodies), bodies)
        return self._table.gates([self.atoms[name] for name in wanted])

    def _bodies(self, atom: int) -> list[tuple[int, ...]]:
        """Return the bodies of the rules that derive an atom, each as its literals."""
        bodies = []
        number = self._last[atom] if atom < len(self._last) else 0
        while number:
            start = self._ends[number - 2] if number > 1 else 0
            bodies.append(tuple(self._literals[start : self._ends[number - 1]]))
            number = self._before[number]
        return bodies

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
            raise EngineError(f"the law runs in a circle: {ring}") from error


def ground(
    files: Sequence[Path | Law], text: str, only: Collection[str] = (), *, most: int | None = None
) -> tuple[Rules, dict[int, str]]:
    """Return the ground rules of files and a text, and the names of their atoms.

    With `only`, the names of these predicates' atoms: to write out all costs as much as to ground.
    More rules than `most` are an `EngineError`.
    """
    rules = Rules(most)
    control = grounded(files, text, observer=rules)
    return rules, {atom.literal: str(atom.symbol) for atom in named(control, only)}
