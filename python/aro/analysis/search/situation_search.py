"""Situations that are searched for: the law of one edition or of two as circuits in one solver.

A scene is a small table with everything about it open. Its facts are guessed, by `kb/possible.lp`
within what can come about in a game; the law comes as the gates of its ground program. What two
laws, or one with a clause switched off, have in common is there once.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import clingo

from aro.analysis.search.gate_solver import GateSolver, Literal, Wires
from aro.analysis.search.small_law import SWITCHES, Law
from aro.analysis.search.small_tables import Scene, words_of
from aro.cases.edits import taken
from aro.knowledge.fact_kinds import KINDS
from aro.knowledge.library import home
from aro.rulebook import Rulebook

_K = TypeVar("_K")

World = frozenset[str]
"""What is switched: `off(C)` of the clauses that are off, `reads(R,V)` where not by default."""

WEIGHT = {kind.predicate: kind.weight for kind in KINDS}
"""How unlikely a fact is; what is not named counts once."""

CONFLICTS = 50_000
"""After so many conflicts a single search is given up."""


class Found(NamedTuple):
    """A situation: the facts that hold, and the act on turn if one is looked at."""

    true: frozenset[str]
    picked: str | None


class Search(GateSolver):
    """A scene guessed under several laws at once; `sides` are literals of each law's outputs.

    What is `assumed` holds in all that is searched for: at first, that every declaration is legal.
    `unsure` is whether the last search was given up before it could tell, and `given_up` how many
    that might have taken all their conflicts were.
    """

    def __init__(self, scene: Scene, books: Sequence[Rulebook]) -> None:
        editions = dict.fromkeys(book.edition for book in books)
        ground = {edition: Law(edition, scene.text) for edition in editions}
        self.laws = [ground[book.edition] for book in books]
        self.worlds = [World(book.off) for book in books]
        shared = frozenset.intersection(*(law.inputs for law in self.laws))
        for law in ground.values():
            law.close(shared)
        guessed = sorted(one for one in shared if not one.startswith(SWITCHES))
        picked = {act: f"picked({act})" for act in taken(guessed)}
        shown = [*guessed, *picked.values()]
        lines = [scene.text, *words_of(books), "{proper}.", *(f"{{{one}}}." for one in shown)]
        lines += ["#show.", *(f"#show {one} : {one}." for one in shown)]
        super().__init__("\n".join(lines), str(home() / "kb" / "possible.lp"))
        atoms = {str(one.symbol): one.literal for one in self.control.symbolic_atoms}
        self.inputs = {one: atoms[one] for one in guessed}
        self.picked = {act: atoms[one] for act, one in picked.items()}
        self.assumed = [atoms["proper"]]
        self.unsure = False
        self.given_up = 0
        self._wires: list[Wires] = []
        self.sides = [*map(self._side, self.laws, self.worlds)]
        weights = [WEIGHT.get(name.partition("(")[0], 1) for name in self.inputs]
        self.backend.add_minimize(0, list(zip(self.inputs.values(), weights, strict=True)))
        for side in self.sides:
            for act in picked:
                legal = side.get(f"ruling(declare({act}),legal)", self.false)
                declared = self.inputs[f"declared({act})"]
                self.backend.add_rule([], [*self.assumed, declared, -legal])

    def _side(self, law: Law, world: World) -> Mapping[str, Literal]:
        """Return the literals of a law's outputs, its switches being set for good."""
        wires = Wires({}, {})
        for name, atom in law.read.items():
            known = self.inputs.get(name, self.false)
            wires.set(atom, self.true if name in world else known)
        for atom, gate in law.gates.items():
            bodies = [(body, self.together(wires.value[o] for o in body)) for body in gate]
            wires.set(atom, self.either(meant for _, meant in bodies))
            wires.gates[atom] = frozenset(abs(o) for body in gate for o in body), bodies
        self._wires.append(wires)
        return {
            name: self.true if worth is True else wires.value[worth]
            for name, worth in law.worth.items()
        }

    def switched(self, number: int, switches: Iterable[str]) -> Mapping[str, Literal]:
        """Return the literals of the outputs that change when switches of a law are set."""
        law, wires = self.laws[number], self._wires[number]
        changed = Wires({}, {})
        for one in switches:
            if one in law.read:
                changed.set(law.read[one], self.true)
        new, old = changed.value, wires.value
        for atom, (read, bodies) in wires.gates.items() if new else ():
            if new.keys().isdisjoint(read):
                continue
            literal = self.either(
                meant
                if new.keys().isdisjoint(body)
                else self.together([new.get(o) or old[o] for o in body])
                for body, meant in bodies
            )
            if literal != old[atom]:
                changed.set(atom, literal)
        return {
            name: new[worth]
            for name, worth in law.worth.items()
            if worth is not True and worth in new
        }

    def possible(self, goal: Iterable[Literal]) -> bool:
        """Return whether there is a situation in which every literal of the goal holds."""
        return any(True for _ in self._models(goal))

    def reached(
        self, wanted: Mapping[_K, Sequence[Iterable[Literal]]], known: Container[_K]
    ) -> Iterator[tuple[_K, int, Found]]:
        """Yield each key, not `known`, of whose goals one can be reached: the first such one.

        The situation is one with the fewest facts in which that goal is reached.
        """
        any_of = {
            key: self.any_of(map(self.all_of, goals))
            for key, goals in wanted.items()
            if key not in known
        }
        for key, literal in any_of.items():
            if self.possible([literal]):
                for number, goal in enumerate(wanted[key]):
                    if found := self.least(goal):
                        yield key, number, found
                        break

    def least(self, goal: Iterable[Literal]) -> Found | None:
        """Return a situation with the fewest facts in which every literal of the goal holds."""
        models = self._models(goal, least=True)
        return next((_found(model) for model in models if model.optimality_proven), None)

    def some(self, goal: Iterable[Literal], conflicts: int = CONFLICTS) -> Found | None:
        """Return a situation in which every literal of the goal holds, whatever its size."""
        return next(map(_found, self._models(goal, conflicts=conflicts)), None)

    def _models(
        self, goal: Iterable[Literal], *, least: bool = False, conflicts: int = CONFLICTS
    ) -> Iterator[clingo.Model]:
        """Yield what a solver finds, and note whether it ended before it could tell."""
        self.unsure = False
        wanted = [*self.assumed, *goal]
        if self.false in wanted:
            return
        self.close()
        solve: Any = self.control.configuration.solve
        solve.opt_mode = "optN" if least else "ignore"
        solve.models = "1"
        solve.solve_limit = f"{conflicts},umax"
        with self.control.solve(assumptions=wanted, yield_=True) as handle:
            yield from handle
            self.unsure = not handle.get().unsatisfiable
            self.given_up += self.unsure and conflicts == CONFLICTS


def _found(model: clingo.Model) -> Found:
    true = {str(one) for one in model.symbols(shown=True)}
    picked = {one for one in true if one.startswith("picked(")}
    act = next((one[len("picked(") : -1] for one in picked), None)
    return Found(frozenset(true - picked), act)
