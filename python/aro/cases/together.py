"""Questions that are alike, answered by one program: grounding is what a question costs.

Those of a case and its near misses differ in a fact or two. Where no two differ in troopers, sides
or what else shapes the table, the facts that differ are left open, and told with each question.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from aro.cases.model import Case
from aro.cases.opening import case_run, located
from aro.cases.run import CaseRun
from aro.engine.clingo_program import Program
from aro.engine.evaluation import Evaluation
from aro.engine.facts import text
from aro.engine.question import Question, scene
from aro.engine.unseen import text as unseen_laws
from aro.errors import RulesError
from aro.knowledge.fact_kinds import KINDS
from aro.knowledge.library import law

Task = tuple[Case, str]
"""A case, or a near miss of one, and the edition it is put to."""

_PIECES = 12
"""On how many pieces at most a case may share a program."""

_OPEN = tuple(f"{kind.predicate}(" for kind in KINDS if "side" not in kind.sorts)
"""How the facts begin that may be left open; who commands a trooper shapes the table."""

MOST = 32
"""How many questions may share a program: the more it leaves open, the larger it is."""

_ASKED = "asked("
"""How the facts begin that say which act is asked about: each of all, which changes no answer."""


def passed_together(tasks: Sequence[Task]) -> set[int]:
    """Return the places of cases that share a program, and meet by it what they expect.

    Large tables and drafts share none: each such case has all the time that one may take.
    """
    runs: dict[int, CaseRun] = {}
    passed: set[int] = set()
    for place, (case, edition) in enumerate(tasks):
        if case.viewer is None and len(case.situation.pieces) <= _PIECES:
            with suppress(RulesError, ExceptionGroup), located(case):
                run = case_run(case, edition)
                if run.book.edition.amendment is None and len(run.ways) == 1:
                    runs[place] = run
    places, answers = tuple(runs), shared([run.ways[0] for run in runs.values()])
    with suppress(RulesError, ExceptionGroup):
        while (found := _next(answers, tasks[0][0])) is not None:
            place, run = places[found[0]], runs.pop(places[found[0]])  # its program is large
            with located(run.case):
                if found[1] and not any(answered_by(run, found[1]).failures()):
                    passed.add(place)
    return passed


def _next(
    answers: Iterator[tuple[int, Evaluation | None]], case: Case
) -> tuple[int, Evaluation | None] | None:
    """Return the next of some answers, made within the time that a case may take; or None."""
    with located(case):
        return next(answers, None)


def answered_by(run: CaseRun, answer: Evaluation) -> CaseRun:
    """Return a run whose one question that answers, in place of what it would find out itself."""
    vars(run)["evaluations"] = (answer,)
    return run


def shared(questions: Sequence[Question | None]) -> Iterator[tuple[int, Evaluation | None]]:
    """Yield each place with what answers its question, if it shares a program; else with None."""
    for places in alike(questions):
        together = [one for one in (questions[place] for place in places) if one is not None]
        answers = _answered(together) if len(places) > 1 else [None]
        yield from zip(places, answers, strict=True)


def alike(questions: Sequence[Question | None]) -> Iterator[list[int]]:
    """Yield the places of questions that may share a program; those of others are alone."""
    found: dict[object, list[int]] = {}
    for place, question in enumerate(questions):
        found.setdefault(_shape(question) or place, []).append(place)
    for places in found.values():
        yield from (places[start : start + MOST] for start in range(0, len(places), MOST))


def parted(told: Sequence[frozenset[str]]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the facts of some questions that each of them may be told, and those that differ."""
    some = frozenset[str]().union(*told)
    asked = frozenset(one for one in some if one.startswith(_ASKED))
    varying = some - told[0].intersection(*told) - asked
    return some - varying, varying


def _shape(question: Question | None) -> object:
    """Return what has to be the same for questions that share a program; None if none is shared."""
    if question is None or question.table.unknown:
        return None
    fixed = (one for one in question.facts if not one.startswith((*_OPEN, _ASKED)))
    return question.stamp, *fixed


def _answered(questions: Sequence[Question]) -> Iterator[Evaluation]:
    """Yield what answers each of some questions that are alike, by one program."""
    told = [frozenset((*question.facts, *_chosen(question))) for question in questions]
    fixed, varying = parted(told)
    first = questions[0]._replace(readings=())
    lines = f"{scene(first, varying)}{text(sorted(fixed))}{unseen_laws(first.edition)}"
    program = Program(law(first.edition), lines, free=varying)
    for question, facts in zip(questions, told, strict=True):
        yield Evaluation(question, program.telling(sorted(facts & varying)))


def _chosen(question: Question) -> list[str]:
    """Return as facts which readings a question chooses itself."""
    return [f"chosen_in_question({one})" for one, _ in question.readings]
