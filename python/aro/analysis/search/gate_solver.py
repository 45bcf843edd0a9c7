"""A solver that is given gates, each of them once."""

from collections.abc import Iterable
from contextlib import ExitStack
from functools import cached_property
from typing import NamedTuple

import clingo

Literal = int
"""A literal of the solver."""

Together = frozenset[Literal]
"""Literals that hold together, without that of truth."""


class GateSolver:
    """Gates in a solver: `true` and `false` are literals of it, and what is said twice is one."""

    def __init__(self, text: str, file: str) -> None:
        self.control = clingo.Control(["--opt-strategy=usc,oll", "--warn=none"])
        self.control.load(file)
        self.control.add("base", [], text)
        self.control.ground([("base", [])])
        self._opened = ExitStack()
        self._alike: dict[frozenset[Together], Literal] = {}
        self.true: Literal = self.backend.add_atom()
        self.false: Literal = -self.true
        self.backend.add_rule([self.true], [])

    @cached_property
    def backend(self) -> clingo.Backend:
        """What takes in new rules; to open it costs as much as many gates, so it stays open."""
        return self._opened.enter_context(self.control.backend())

    def close(self) -> None:
        """End the taking in of rules, before a search."""
        self._opened.close()
        vars(self).pop("backend", None)  # the next rule opens another

    def together(self, found: Iterable[Literal]) -> Together | None:
        """Return some literals as a conjunction, None if they cannot all hold."""
        body = frozenset(found) - {self.true}
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
            atom = self._alike[meant] = self.backend.add_atom()
            for body in meant:
                self.backend.add_rule([atom], sorted(body))
        return self._alike[meant]

    def any_of(self, found: Iterable[Literal]) -> Literal:
        """Return a literal that holds when any of these does."""
        return self.either(self.together([one]) for one in found)

    def all_of(self, found: Iterable[Literal]) -> Literal:
        """Return a literal that holds when all of these do."""
        return -self.any_of(-one for one in found)

    def differ(self, one: Literal, other: Literal) -> Literal:
        """Return a literal that holds when just one of the two does."""
        return self.either(map(self.together, ([one, -other], [-one, other])))


class Wires(NamedTuple):
    """A law in the solver: the solver's literal for each of the law's, and the gates of the law.

    With each gate stand the literals that it reads, and its bodies: each as the law has it and as
    the solver has it, None if it cannot hold.
    """

    value: dict[int, Literal]
    gates: dict[int, tuple[frozenset[int], list[tuple[frozenset[int], Together | None]]]]

    def set(self, atom: int, literal: Literal) -> None:
        """Store the solver's literal for an atom, and its opposite for the negated atom."""
        self.value[atom], self.value[-atom] = literal, -literal
