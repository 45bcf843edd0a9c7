"""Every clause of an edition as a switch of a compiled shape: a case, and each clause off, a bit.

Grounding a case costs more than asking it, and many cases have the same cast: they share a shape
with everything about it open, its clauses too, and one circuit that has all its answers.
"""

from collections.abc import Iterable
from dataclasses import replace

from aro.cases.run import CaseRun
from aro.compiled.renaming import act_in, renamed
from aro.compiled.shape import Shape, shape, shape_text
from aro.engine.clingo_program import Term, parts, read, written
from aro.engine.facts import Asked, atoms
from aro.engine.facts import term as act_term
from aro.engine.result_kinds import RESULT_KINDS, RESULTS
from aro.knowledge.edition import Edition, term
from aro.knowledge.names import constant
from aro.situation import Situation

CITING = frozenset({"because"} | (RESULT_KINDS.keys() - RESULTS))
"""What names clauses only to say why."""


def bare(one: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return a result without the clause by which it came about."""
    return (one[0], *one[2:]) if one[0] in RESULTS and RESULT_KINDS[str(one[0])].cites else one


class Switches:
    """The clauses of an edition as switches over the tables of one cast."""

    def __init__(self, edition: Edition, table: Situation) -> None:
        self._form = _form(edition, renamed(table)[0])
        self._circuit = self._form.everything.circuit
        self._told: list[tuple[int, tuple[Term, ...], str | None]] = []
        for place, name in enumerate(self._circuit.outputs):
            atom = parts(read(name))
            if atom[0] not in CITING:
                self._told.append((place, bare(atom), _act(atom)))

    def decides(self, trial: CaseRun, clauses: Iterable[str]) -> frozenset[str] | None:
        """Return those of some clauses that turn a case; None if the shape cannot express it."""
        wanted = sorted(clauses)
        found: set[str] = set()
        for way in trial.ways:
            turned = self._turned(trial, way, wanted)
            if turned is None:
                return None
            found |= turned
        return frozenset(found)

    def _turned(self, trial: CaseRun, way: Asked, wanted: list[str]) -> set[str] | None:
        table, names = renamed(trial.table)
        asked = replace(
            way,
            acts=tuple(act_in(one, names) for one in way.acts),
            every=(),
            readings=trial.case.readings,
        )
        true = atoms(table, asked)
        if any(self._form.lacks(one) for one in true):
            return None
        base = {*true, *trial.book.off}
        worlds = [_off(base, trial.case.same)]
        for clause in wanted:
            same = [one for one in trial.case.same if one != clause]
            worlds += [_off(base, same), _off(base, [*same, clause])]
        values = self._circuit.run(self._circuit.columns(worlds))
        turns = tuple(f"act({step},{constant(names[who])}," for step, who in way.every)
        acts = {act_term(table, one) for one in (*table.order, *asked.acts)}
        results: dict[tuple[Term, ...], int] = {}
        for place, told, act in self._told:
            if act is None or act in acts or (turns and act.startswith(turns)):
                results[told] = results.get(told, 0) | values[place]
        return {
            clause
            for number, clause in enumerate(wanted)
            if any((one >> 2 * number + 1 ^ one >> 2 * number + 2) & 1 for one in results.values())
        }


def _off(base: set[str], clauses: Iterable[str]) -> set[str]:
    return base | {f"off({term(one)})" for one in clauses}


def _form(edition: Edition, table: Situation) -> Shape:
    return shape(edition, f"{shape_text(table, ())}opens(clauses).\n")


def _act(atom: tuple[Term, ...]) -> str | None:
    """Return the act that an atom is about, None if it is about none."""
    for one in atom[1:]:
        inner = one[1] if isinstance(one, tuple) and one[0] in {"declare", "perform"} else one
        if isinstance(inner, tuple) and inner[0] == "act":
            return written(inner)
    return None
