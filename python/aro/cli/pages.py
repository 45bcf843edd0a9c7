"""What the command line shows of a trial: a sheet or a table for each question."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from aro.answers import Outcome, Verdict
from aro.cases import AskChoices, AskValues, Question
from aro.cases.run import Answer, CaseRun
from aro.report import Grid, Sheet, choices_grid, outcome_sheet, verdict_sheet


def pages(trial: CaseRun, found: Iterable[tuple[Question, Answer]]) -> Iterator[Sheet | Grid]:
    """Yield a page for each question, and one for all that is asked of the outcome."""
    outcome: Outcome | None = None
    valued = False
    for question, answer in found:
        match answer:
            case Verdict():
                yield verdict_sheet(answer)
            case Outcome():
                outcome = answer
                valued = valued or isinstance(question, AskValues)
            case choices:
                who = question.who if isinstance(question, AskChoices) else None
                sort = question.sort if isinstance(question, AskChoices) else "options"
                yield from grids(trial, sort, _by_trooper(choices) or [(who, ())])
    if outcome is not None:
        yield outcome_sheet(outcome, plain=valued)


def _by_trooper(verdicts: Iterable[Verdict]) -> list[tuple[str | None, tuple[Verdict, ...]]]:
    return [
        (who, tuple(one)) for who, one in groupby(verdicts, key=lambda verdict: verdict.act.who)
    ]


def grids(
    trial: CaseRun, sort: str, found: Iterable[tuple[str | None, Iterable[Verdict]]]
) -> Iterator[Grid]:
    """Yield a table for each trooper of what it may declare, or by which clauses it may nothing."""
    readings = dict(trial.case.readings)
    for who, verdicts in found:
        stuck = who is not None and not verdicts
        barred = trial.book.barred(trial.table, str(who), sort, readings=readings) if stuck else ()
        yield choices_grid(who, verdicts, barred)
