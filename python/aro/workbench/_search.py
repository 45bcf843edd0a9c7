"""Situations that are searched for: the law of one edition or of two as circuits in one solver.

A scene is a small table with everything about it open. Its facts are guessed, by `kb/possible.lp`
within what can come about in a game; the law comes as the circuits of its ground program, gate by
gate, so that two editions, or an edition with a clause switched off, answer the same guess.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import clingo

from aro._circuit import Wiring
from aro._gates import Gates
from aro._ground import ground
from aro.edition import Edition
from aro.kb import home

Literal = int
"""A literal of the solver; `TRUE` and `FALSE` are two of them."""


class Law:
    """The ground law of an edition over a scene, and what can be read off it."""

    def __init__(self, edition: Edition, scene: str) -> None:
        rules, names = ground([home() / "rules.lp", *edition.laws], f"{scene}\n{OPEN}")
        self.edition = edition
        told = {
            atom: name
            for atom, name in names.items()
            if atom in rules.inputs or (name.startswith(TOLD) and ",react," not in name)
        }
        self.inputs = tuple(sorted(told[atom] for atom in rules.inputs))
        self.wiring = Wiring(rules, told)
        self.outputs = tuple(sorted(set(told.values()) - set(self.inputs)))
        self.size = len(rules)

    @cached_property
    def gates(self) -> Gates:
        """The gates of every output."""
        return self.wiring.gates(self.outputs)


OPEN = "opens(table;clauses;readings)."

TOLD = (
    *("ruling(", "because(", "becomes(", "begun(", "ended(", "turned(", "removed(", "form("),
    *("counts_unmasked(", "remembered(", "duty(", "mod(", "roll(", "value(", "count("),
    *("performed(", "thwarted("),
)
"""What an analysis reads: the answer as `kb/theory/display.lp` shows it."""

SWITCHES = ("off(", "reads(")


@dataclass
class Search:
    """A scene guessed under several laws at once; `sides` are literals of each law's outputs."""

    scene: str
    laws: Sequence[Law]
    exclusive: Iterable[tuple[str, str]] = ()
    hiding: Iterable[str] = ()
    common: frozenset[str] = frozenset()
    shared: bool = True
    sides: list[Mapping[str, Literal]] = field(init=False)
    switches: list[Mapping[str, Literal]] = field(init=False)
    inputs: Mapping[str, Literal] = field(init=False)

    def __post_init__(self) -> None:
        self._control = clingo.Control(["--opt-strategy=usc,oll", "--warn=none"])
        facts = [set(law.inputs) for law in self.laws]
        together = set.intersection(*facts) if self.shared else set.union(*facts)
        guessed = sorted(one for one in together if not one.startswith(SWITCHES))
        acts = sorted({_declared(one) for one in guessed if one.startswith("declared(")})
        lines = [self.scene, *(f"{{{one}}}." for one in guessed)]
        lines += [f"{{picked({act})}}." for act in acts]
        lines += [f"exclusive({one},{other})." for one, other in self.exclusive]
        lines += [f"hiding({state})." for state in self.hiding]
        lines.append("{proper}.")
        self._control.load(str(home() / "kb" / "possible.lp"))
        self._control.add("base", [], "\n".join(lines))
        self._control.ground([("base", [])])
        atoms = {str(one.symbol): one.literal for one in self._control.symbolic_atoms}
        self.inputs = {one: atoms[one] for one in guessed}
        self.picked = {act: atoms[f"picked({act})"] for act in acts}
        self.proper = atoms["proper"]
        self._assumed: list[Literal] = []
        self._alike: dict[frozenset[frozenset[Literal]], Literal] = {}
        self.sides, self.switches = [], []
        with self._control.backend() as backend:
            self.true = backend.add_atom()
            backend.add_rule([self.true], [])
            for law in self.laws:
                self._add(backend, law)
            for side in self.sides:
                self._proper(backend, side)
            weights = [
                (literal, WEIGHT.get(one.partition("(")[0], 1))
                for one, literal in self.inputs.items()
            ]
            backend.add_minimize(0, weights)
        told = {abs(literal) for side in self.sides for literal in side.values()}
        self.literals = {*told, *self.inputs.values(), *self.picked.values(), self.true}
        self._gates: dict[tuple[str, tuple[Literal, ...]], Literal] = {}

    def _add(self, backend: clingo.Backend, law: Law) -> None:
        names, gates = law.wiring.names, law.gates
        literal: dict[int, Literal] = {}
        switches: dict[str, Literal] = {}
        for atom in gates.read:
            if atom in law.wiring.inputs:
                name = names[atom]
                if name.startswith(SWITCHES):
                    switches[name] = self._switch(backend, name)
                    literal[atom] = switches[name]
                else:
                    literal[atom] = self.inputs.get(name, -self.true)
        for atom, gate in gates.gates.items():
            meant = frozenset(
                frozenset(literal[one] if one > 0 else -literal[-one] for one in body)
                for body in gate
            )
            if meant not in self._alike:
                self._alike[meant] = backend.add_atom()
                for body in meant:
                    backend.add_rule([self._alike[meant]], sorted(body))
            literal[atom] = self._alike[meant]
        side: dict[str, Literal] = {}
        for name in law.outputs:
            worth = gates.worth[law.wiring.atoms[name]]
            if isinstance(worth, bool):
                side[name] = self.true if worth else -self.true
            else:
                side[name] = literal[worth] if worth > 0 else -literal[-worth]
        self.sides.append(side)
        self.switches.append(switches)

    def _switch(self, backend: clingo.Backend, name: str) -> Literal:
        """Return the literal of a switch; what all laws have in common is switched in all."""
        if self.common and (name.startswith("reads(") or name[4:-1] in self.common):
            for switches in self.switches:
                if name in switches:
                    return switches[name]
        atom = backend.add_atom()
        backend.add_rule([atom], [], choice=True)
        return atom

    def _proper(self, backend: clingo.Backend, side: Mapping[str, Literal]) -> None:
        for name, literal in self.inputs.items():
            if name.startswith("declared("):
                legal = side.get(f"ruling(declare({_declared(name)}),legal)", -self.true)
                backend.add_rule([], [self.proper, literal, -legal])

    def any_of(self, found: Iterable[Literal]) -> Literal:
        """Return a literal that holds when any of these does."""
        told = tuple(sorted(set(found) - {-self.true}))
        if not told:
            return -self.true
        if self.true in told:
            return self.true
        return told[0] if len(told) == 1 else self._gate("any", told, [[one] for one in told])

    def all_of(self, found: Iterable[Literal]) -> Literal:
        """Return a literal that holds when all of these do."""
        return -self.any_of(-one for one in found)

    def differ(self, one: Literal, other: Literal) -> Literal:
        """Return a literal that holds when just one of the two does."""
        if one == other:
            return -self.true
        return self._gate("differ", (one, other), [[one, -other], [-one, other]])

    def _gate(
        self, kind: str, told: tuple[Literal, ...], bodies: Iterable[list[Literal]]
    ) -> Literal:
        key = kind, told
        if key not in self._gates:
            with self._control.backend() as backend:
                atom = backend.add_atom()
                for body in bodies:
                    backend.add_rule([atom], body)
            self._gates[key] = atom
            self.literals.add(atom)
        return self._gates[key]

    @contextmanager
    def assuming(self, found: Iterable[Literal]) -> Iterator[None]:
        """Take these literals for granted meanwhile."""
        before = len(self._assumed)
        self._assumed += found
        try:
            yield
        finally:
            del self._assumed[before:]

    def settled(
        self, off: Sequence[Iterable[str]] = (), reads: Sequence[Mapping[str, str]] = ()
    ) -> list[Literal]:
        """Return literals: these clauses off in each law, and read by default but for `reads`."""
        told = []
        for number, switches in enumerate(self.switches):
            gone = set(off[number]) if off else set()
            chosen = reads[number] if reads else {}
            on = {f"off({one})" for one in gone} | {f"reads({r},{v})" for r, v in chosen.items()}
            told += [literal if name in on else -literal for name, literal in switches.items()]
        return told

    def possible(self, goal: Iterable[Literal]) -> bool:
        """Return whether there is a situation in which every literal of the goal holds."""
        self._configure(least=False)
        return bool(self._control.solve(assumptions=[*self._assumed, *goal]).satisfiable)

    def least(self, goal: Iterable[Literal]) -> "Found | None":
        """Return a situation with the fewest facts in which every literal of the goal holds."""
        self._configure(least=True)
        assumptions = [*self._assumed, *goal]
        with self._control.solve(assumptions=assumptions, yield_=True) as handle:
            for model in handle:
                if model.optimality_proven:
                    return Found(self, model)
        return None

    def again(self, facts: Iterable[Literal], wanted: Sequence[Literal]) -> list[bool] | None:
        """Return whether the literals wanted hold in the situation of these facts.

        Nothing else is taken for granted.
        """
        self._configure(least=False)
        with self._control.solve(assumptions=[*facts], yield_=True) as handle:
            for model in handle:
                return [model.is_true(abs(one)) is (one > 0) for one in wanted]
        return None

    def _configure(self, *, least: bool) -> None:
        solve: Any = self._control.configuration.solve
        solve.opt_mode = "optN" if least else "ignore"
        solve.models = "1"


class Found:
    """A situation that was found, as the names of the inputs that hold, and what the laws say."""

    def __init__(self, search: Search, model: clingo.Model) -> None:
        self._search = search
        self.cost = model.cost[0] if model.cost else None
        self.true = frozenset(
            name for name, literal in search.inputs.items() if model.is_true(literal)
        )
        self.picked = next((act for act, one in search.picked.items() if model.is_true(one)), None)
        self._true = frozenset(one for one in search.literals if model.is_true(one))
        self.facts = [
            literal if literal in self._true else -literal
            for literal in (*search.inputs.values(), *search.picked.values())
        ]

    def holds(self, literal: Literal) -> bool:
        """Whether a literal holds in this situation."""
        return literal in self._true if literal > 0 else -literal not in self._true

    def told(self, number: int) -> frozenset[str]:
        """Return what the law of that number says of it, as the names of its outputs."""
        side = self._search.sides[number]
        return frozenset(name for name, literal in side.items() if self.holds(literal))


WEIGHT = {"event": 2, "memory": 2, "game": 3, "phase": 3, "turn_ends": 2}
"""How far-fetched a fact is; what is not named counts once."""


def _declared(name: str) -> str:
    return name[len("declared(") : -1]
