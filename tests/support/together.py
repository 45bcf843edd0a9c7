"""Cases and near misses of as many troopers, answered by one program: grounding is what costs.

Their troopers and sides get the same names: a ruling hangs on no name. The facts in which they
differ are left open, and told to the program with each question.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from aro.analysis.renaming import renamed, with_names
from aro.cases import AskBecomes, AskRemembers, AskRuling, Case
from aro.cases import Question as Ask
from aro.cases.opening import case_run
from aro.cases.run import CaseRun
from aro.engine.clingo_program import Atoms, Program
from aro.engine.evaluation import Evaluation
from aro.engine.facts import text
from aro.engine.question import Question, scene
from aro.engine.unseen import text as unseen_laws
from aro.knowledge.fact_kinds import PREDICATES
from aro.knowledge.library import law

OPEN = tuple(f"{predicate}(" for predicate in PREDICATES)
"""How the facts begin that may be left open."""

TOGETHER = 32
"""How many runs may share a program: the more it leaves open, the larger it is."""

ASKED = ("asked(", "every(")
"""How the facts begin that say what is asked: of all, for what is asked besides changes nothing."""


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
    """Return a case that may share a program with sides and pieces called by their places."""
    if case.then or case.viewer:
        return case
    table, names = renamed(case.situation)
    return replace(case, situation=table, asks=tuple(_renamed(one, names) for one in case.asks))


def _renamed(ask: Ask, names: Mapping[str, str]) -> Ask:
    """Return a question about pieces that are called otherwise."""
    found: Ask = with_names(ask, names)
    match found:
        case AskRuling():
            rolls = tuple((with_names(who, names), kind) for who, kind in found.rolls_with)
            found = replace(found, rolls_with=rolls)
        case AskBecomes():
            pieces = tuple((with_names(piece, names), form) for piece, form in found.pieces)
            found = replace(found, pieces=pieces)
        case AskRemembers():
            found = replace(found, expected=with_names(found.expected, names))
    return found


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
