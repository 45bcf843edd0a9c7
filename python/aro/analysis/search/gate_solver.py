"""A solver that is given gates, each of them once."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import clingo

Literal = int
"""A literal of the solver."""

Together = frozenset[Literal]
"""Literals that hold together, without that of truth."""


class GateSolver:
    """Gates in a solver: `true` and `false` are literals of it, and what is said twice is one."""

    def __init__(self) -> None:
        self._control = clingo.Control(["--opt-strategy=usc,oll", "--warn=none"])
        self._open: clingo.Backend | None = None
        self._alike: dict[frozenset[frozenset[Literal]], Literal] = {}
        self.true: Literal = 0
        self.false: Literal = 0

    def _begin(self) -> None:
        with self.making() as backend:
            self.true = backend.add_atom()
            self.false = -self.true
            backend.add_rule([self.true], [])

    def together(self, found: Iterable[Literal]) -> Together | None:
        """Return some literals as a conjunction, None if they cannot all hold."""
        body = frozenset(found)
        if self.true in body:
            body = body.difference((self.true,))
        if self.false in body or not body.isdisjoint([-one for one in body]):
            return None
        return body

    def either(self, bodies: Iterable[Together | None]) -> Literal:
        """Return the literal of a disjunction of what can hold together, made only if need be."""
        meant = frozenset(body for body in bodies if body is not None)
        if not meant:
            return self.false
        if frozenset() in meant:
            return self.true
        if len(meant) == 1 and len(only := next(iter(meant))) == 1:
            [literal] = only
            return literal
        if meant not in self._alike:
            with self.making() as backend:
                atom = self._alike[meant] = backend.add_atom()
                for body in meant:
                    backend.add_rule([atom], sorted(body))
        return self._alike[meant]

    @contextmanager
    def making(self) -> Iterator[clingo.Backend]:
        """Open the solver for new gates; many made at once cost as much as one."""
        if self._open is not None:
            yield self._open
            return
        with self._control.backend() as backend:
            self._open = backend
            try:
                yield backend
            finally:
                self._open = None

    def any_of(self, found: Iterable[Literal]) -> Literal:
        """Return a literal that holds when any of these does."""
        return self.either(self.together([one]) for one in found)

    def all_of(self, found: Iterable[Literal]) -> Literal:
        """Return a literal that holds when all of these do."""
        return -self.any_of(-one for one in found)

    def differ(self, one: Literal, other: Literal) -> Literal:
        """Return a literal that holds when just one of the two does."""
        return self.either(map(self.together, ([one, -other], [-one, other])))


@dataclass(frozen=True, slots=True)
class Wires:
    """What the literals of a law are worth; and its gates: what each reads, and its bodies twice.

    A body is there as the law has it and as the solver does, None if it cannot hold.
    """

    value: dict[int, Literal]
    gates: dict[int, tuple[frozenset[int], list[tuple[frozenset[int], Together | None]]]]
    atoms: set[int] = field(default_factory=set)

    def set(self, atom: int, literal: Literal) -> None:
        """Let an atom be worth a literal."""
        self.value[atom], self.value[-atom] = literal, -literal
        self.atoms.add(atom)
