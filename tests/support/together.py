"""Cases and near misses of as many troopers, answered by one program: grounding is what costs.

Their troopers and sides get the same names: a ruling hangs on no name. The facts in which they
differ are left open, and told to the program with each question.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from aro.cases import Case
from aro.cases.opening import case_run
from aro.cases.run import CaseRun
from aro.engine.clingo_program import Atoms, Program
from aro.engine.evaluation import Evaluation
from aro.engine.facts import text
from aro.engine.question import Question, scene
from aro.engine.unseen import text as unseen_laws
from aro.knowledge.fact_kinds import PREDICATES
from aro.knowledge.library import law
from aro.parts import STEPS, Words

OPEN = tuple(f"{predicate}(" for predicate in PREDICATES)
"""How the facts begin that may be left open."""

TOGETHER = 32
"""How many runs may share a program: the more it leaves open, the larger it is."""

ASKED = ("asked(", "every(")
"""How the facts begin that say what is asked: of all, for what is asked besides changes nothing."""

NAMELESS = frozenset({"because", "cites", "editions", "file", "mentions", "same", "title"})
"""The parts of a case in which nobody is named."""

NAMED = tuple(one.name for one in fields(Case) if one.name not in NAMELESS)
"""Its other parts."""


class Told:
    """A program whose open facts are told: a `LawProgram` of one question."""

    def __init__(self, program: Program, facts: Iterable[str]) -> None:
        self._program, self._facts = program, tuple(facts)
        self.readings, self.supposed = program.readings, program.supposed

    def answer(self, on: Iterable[str] = (), act: str | None = None) -> Atoms:
        """Return what holds."""
        return self._program.answer((*on, *self._facts), act)

    def outline(self) -> tuple[Atoms, Atoms]:
        """Return what holds and what may hold, whatever is told."""
        return self._program.outline()

    def certain(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and in some worlds."""
        return self._program.certain(free, (*on, *self._facts))

    def without(
        self, atom: str, free: Iterable[str], on: Iterable[str] = ()
    ) -> frozenset[str] | None:
        """Return the free atoms of a world without an atom."""
        return self._program.without(atom, free, (*on, *self._facts))

    def alone(self, atom: str, free: Iterable[str], on: Iterable[str] = ()) -> frozenset[str]:
        """Return the readings that each alone undo an atom."""
        return self._program.alone(atom, free, (*on, *self._facts))

    def doubtful(self, atom: str, on: Iterable[str] = ()) -> bool:
        """Return whether anything could undo an atom."""
        return self._program.doubtful(atom, (*on, *self._facts))

    def near(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and in some worlds with two of the free atoms."""
        return self._program.near(free, (*on, *self._facts))


def failures(told: Iterable[tuple[Case, str]]) -> Iterator[str]:
    """Yield the failures of cases that are put to editions, each told with the names of its file.

    Those that are alike share a program.
    """
    alike: dict[tuple[str, object], list[tuple[Case, CaseRun]]] = {}
    for case, edition in told:
        run = case_run(named_alike(case), edition)
        alike.setdefault((edition, _shape(run)), []).append((case, run))
    for (edition, shape), found in alike.items():
        for start in range(0, len(found), TOGETHER):
            some = found[start : start + TOGETHER]
            if len(some) > 1 and shape is not None:
                _share([run for _, run in some])
            for case, run in some:
                if failed := list(run.failures()):
                    yield from list(case_run(case, edition).failures()) or failed
                run.__dict__.pop("evaluations", None)  # a program is large


def named_alike(case: Case) -> Case:
    """Return a case whose sides and pieces are called by their places: the active side first.

    A name that is a word of the case too, or a step, stays: it would be exchanged where it is none.
    """
    active, troopers = case.situation.active, case.situation.troopers
    sides = sorted({one.side for one in troopers}, key=lambda side: (side != active, side))
    named = {side: f"side{number}" for number, side in enumerate(sides)}
    for side in sides:
        ours = (piece for one in troopers if one.side == side for piece in one.pieces)
        named |= {name: f"{named[side]}_{number}" for number, name in enumerate(ours)}
    words = {one.name for one in case.mentions}.union(STEPS)
    mine = [re.escape(name) for name in named if name not in words]
    if not mine:
        return case
    pattern = re.compile(rf"(?<![\w.])({'|'.join(mine)})(?!\w)")

    def exchanged(thing: object) -> Any:  # noqa: ANN401  what it is given, with other names
        match thing:
            case str():
                return pattern.sub(lambda found: named[found[0]], thing)
            case tuple():
                return tuple(map(exchanged, thing))
            case Words(kind, of):
                return type(thing)(kind, *exchanged(of), line=thing.line)
            case _ if is_dataclass(thing) and not isinstance(thing, type):
                parts = {one.name for one in fields(thing) if one.init} - NAMELESS
                return replace(thing, **{one: exchanged(getattr(thing, one)) for one in parts})
        return thing

    return replace(case, **{one: exchanged(getattr(case, one)) for one in NAMED})


def _shape(run: CaseRun) -> object:
    """Return what has to be the same for runs that share a program; None if none is shared."""
    if run.case.then or run.table.unknown or len(run.ways) > 1:
        return None
    [question] = run.ways
    fixed = (one for one in question.facts if not one.startswith((*OPEN, *ASKED)))
    return question.readings, *fixed


def _share(found: list[CaseRun]) -> None:
    """Have some runs answered by one program."""
    questions: list[Question] = [run.ways[0] for run in found]
    told = [frozenset(question.facts) for question in questions]
    some = frozenset().union(*told)
    asked = {one for one in some if one.startswith(ASKED)}
    varying = some - told[0].intersection(*told) - asked
    first = questions[0]
    lines = f"{scene(first, varying)}{text(asked)}{unseen_laws(first.edition)}"
    program = Program(law(first.edition), lines, free=varying)
    for run, question, facts in zip(found, questions, told, strict=True):
        answered = Evaluation(question, Told(program, sorted(facts & varying)))
        run.__dict__["evaluations"] = (answered,)  # what the run would make of its ways itself
