"""Situations that are searched for: the law of one edition or of two as circuits in one solver.

A scene is a small table with everything about it open. Its facts are guessed, by `kb/possible.lp`
within what can come about in a game; the law comes as the gates of its ground program. What two
laws, or one with a clause switched off, have in common is there once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import clingo

from aro._gates import Value
from aro.kb import home
from aro.workbench._law import SWITCHES, Law

Literal = int
"""A literal of the solver."""

World = frozenset[str]
"""What is switched: `off(C)` of the clauses that are off, `reads(R,V)` where not by default."""

WEIGHT = {"event": 2, "memory": 2, "game": 3, "phase": 3, "turn_ends": 2}
"""How far-fetched a fact is; what is not named counts once."""

CONFLICTS = 50_000
"""After so many conflicts a single search is given up."""


@dataclass(frozen=True)
class Found:
    """A situation: the facts that hold, and the act on turn if one is looked at."""

    true: frozenset[str]
    picked: str | None


class Search:
    """A scene guessed under several laws at once; `sides` are literals of each law's outputs."""

    def __init__(
        self,
        scene: str,
        laws: Sequence[Law],
        worlds: Sequence[World],
        *,
        exclusive: Iterable[tuple[str, str]] = (),
        hiding: Iterable[str] = (),
    ) -> None:
        self.laws, self.worlds = laws, worlds
        self._control = clingo.Control(["--opt-strategy=usc,oll", "--warn=none"])
        shared = set.intersection(*(set(law.inputs) for law in laws))
        guessed = sorted(one for one in shared if not one.startswith(SWITCHES))
        acts = sorted({_declared(one) for one in guessed if one.startswith("declared(")})
        self._ground(scene, guessed, acts, exclusive, hiding)
        atoms = {str(one.symbol): one.literal for one in self._control.symbolic_atoms}
        self.inputs = {one: atoms[one] for one in guessed}
        self.picked = {act: atoms[f"picked({act})"] for act in acts}
        self.proper = atoms["proper"]
        self._assumed: list[Literal] = []
        self._open: clingo.Backend | None = None
        self._values: list[Mapping[int, Literal]] = []
        self._alike: dict[frozenset[frozenset[Literal]], Literal] = {}
        with self._control.backend() as backend:
            self.true: Literal = backend.add_atom()
            self.false: Literal = -self.true
            backend.add_rule([self.true], [])
            self.sides = [
                self._side(backend, law, world) for law, world in zip(laws, worlds, strict=True)
            ]
            self._minimize(backend)
            for side in self.sides:
                self._proper(backend, side)

    def _ground(
        self,
        scene: str,
        guessed: Iterable[str],
        acts: Iterable[str],
        exclusive: Iterable[tuple[str, str]],
        hiding: Iterable[str],
    ) -> None:
        lines = [scene, "{proper}.", *(f"{{{one}}}." for one in guessed)]
        lines += [f"{{picked({act})}}." for act in acts]
        lines += [f"exclusive({one},{other})." for one, other in exclusive]
        lines += [f"hiding({state})." for state in hiding]
        self._control.load(str(home() / "kb" / "possible.lp"))
        self._control.add("base", [], "\n".join(lines))
        self._control.ground([("base", [])])

    def _minimize(self, backend: clingo.Backend) -> None:
        weights = (
            (one, WEIGHT.get(name.partition("(")[0], 1)) for name, one in self.inputs.items()
        )
        backend.add_minimize(0, list(weights))

    def _side(self, backend: clingo.Backend, law: Law, world: World) -> Mapping[str, Literal]:
        """Return the literals of a law's outputs, its switches being set for good."""
        value: dict[int, Literal] = {}
        for name, atom in law.read.items():
            known = self.inputs.get(name, self.false)
            value[atom] = self.true if name in world else known
        for atom, gate in law.gates.gates.items():
            value[atom] = self._gate(backend, ([value[abs(o)] * _sign(o) for o in b] for b in gate))
        self._values.append(value)
        return {name: self._worth(value, worth) for name, worth in law.worth.items()}

    def _worth(self, value: Mapping[int, Literal], worth: Value) -> Literal:
        if isinstance(worth, bool):
            return self.true if worth else self.false
        return value[abs(worth)] * _sign(worth)

    def switched(
        self, number: int, switches: Iterable[str], tried: int = 0
    ) -> Mapping[str, Literal]:
        """Return the literals of the outputs that change when switches of a law are set.

        A gate that no situation tells from what it was is not changed, nor what hangs on it alone:
        that is looked at gate by gate until so many were `tried` that do change.
        """
        law, value = self.laws[number], self._values[number]
        changed = {law.read[one]: self.true for one in switches if one in law.read}
        if not changed:
            return {}
        with ExitStack() as stack:
            for one, gate in law.gates.gates.items():
                if not tried and self._open is None:
                    stack.enter_context(self.making())
                if any(abs(o) in changed for body in gate for o in body):
                    bodies = (
                        [changed.get(abs(o), value[abs(o)]) * _sign(o) for o in body]
                        for body in gate
                    )
                    literal = self._gate(self._open, bodies)
                    if tried and not self.possible([self.differ(literal, value[one])]):
                        continue
                    if literal != value[one]:
                        changed[one] = literal
                        tried = max(0, tried - 1)
        both = {**value, **changed}
        return {
            name: self._worth(both, worth)
            for name, worth in law.worth.items()
            if not isinstance(worth, bool) and abs(worth) in changed
        }

    def _gate(self, backend: clingo.Backend | None, bodies: Iterable[Iterable[Literal]]) -> Literal:
        """Return the literal of a disjunction of conjunctions, made only if there is none yet."""
        told = {frozenset(one for one in body if one != self.true) for body in bodies}
        meant = frozenset(body for body in told if not any(-o in body for o in body | {self.true}))
        if not meant:
            return self.false
        if frozenset() in meant:
            return self.true
        if len(meant) == 1 and len(only := next(iter(meant))) == 1:
            [literal] = only
            return literal
        if meant not in self._alike:
            if backend is None:
                with self.making() as own:
                    self._make(own, meant)
            else:
                self._make(backend, meant)
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

    def _make(self, backend: clingo.Backend, meant: frozenset[frozenset[Literal]]) -> None:
        atom = self._alike[meant] = backend.add_atom()
        for body in meant:
            backend.add_rule([atom], sorted(body))

    def _proper(self, backend: clingo.Backend, side: Mapping[str, Literal]) -> None:
        for name, literal in self.inputs.items():
            if name.startswith("declared("):
                legal = side.get(f"ruling(declare({_declared(name)}),legal)", self.false)
                backend.add_rule([], [self.proper, literal, -legal])

    def any_of(self, found: Iterable[Literal]) -> Literal:
        """Return a literal that holds when any of these does."""
        return self._gate(None, [[one] for one in found])

    def all_of(self, found: Iterable[Literal]) -> Literal:
        """Return a literal that holds when all of these do."""
        return -self.any_of(-one for one in found)

    def differ(self, one: Literal, other: Literal) -> Literal:
        """Return a literal that holds when just one of the two does."""
        return self._gate(None, ([one, -other], [-one, other]))

    @contextmanager
    def assuming(self, found: Iterable[Literal]) -> Iterator[None]:
        """Take these literals for granted meanwhile."""
        before = len(self._assumed)
        self._assumed += found
        try:
            yield
        finally:
            del self._assumed[before:]

    def possible(self, goal: Iterable[Literal]) -> bool:
        """Return whether there is a situation in which every literal of the goal holds."""
        wanted = [*self._assumed, *goal]
        if self.false in wanted:
            return False
        self._configure(least=False)
        return bool(self._control.solve(assumptions=wanted).satisfiable)

    def least(self, goal: Iterable[Literal]) -> Found | None:
        """Return a situation with the fewest facts in which every literal of the goal holds."""
        wanted = [*self._assumed, *goal]
        if self.false in wanted:
            return None
        self._configure(least=True)
        with self._control.solve(assumptions=wanted, yield_=True) as handle:
            for model in handle:
                if model.optimality_proven:
                    return self._found(model)
        return None

    def some(self, goal: Iterable[Literal], conflicts: int = CONFLICTS) -> Found | None:
        """Return a situation in which every literal of the goal holds, whatever its size."""
        wanted = [*self._assumed, *goal]
        if self.false in wanted:
            return None
        self._configure(least=False, conflicts=conflicts)
        with self._control.solve(assumptions=wanted, yield_=True) as handle:
            for model in handle:
                return self._found(model)
        return None

    def _found(self, model: clingo.Model) -> Found:
        true = frozenset(name for name, one in self.inputs.items() if model.is_true(one))
        picked = next((act for act, one in self.picked.items() if model.is_true(one)), None)
        return Found(true, picked)

    def _configure(self, *, least: bool, conflicts: int = CONFLICTS) -> None:
        solve: Any = self._control.configuration.solve
        solve.opt_mode = "optN" if least else "ignore"
        solve.models = "1"
        solve.solve_limit = f"{conflicts},umax"


def _declared(name: str) -> str:
    return name[len("declared(") : -1]


def _sign(literal: int) -> int:
    return 1 if literal > 0 else -1
