"""What would turn the rulings of a file, and how they fall by how the book is read."""

from argparse import Namespace

from aro.analysis.what_if import Readings, WhatIf, by_readings
from aro.analysis.what_if import what_if as changes_of
from aro.cases import AskRuling
from aro.cases.opening import located
from aro.cases.run import CaseRun
from aro.cli.screen import Screen
from aro.cli.trials import Exit, show, trials_of
from aro.errors import SituationError
from aro.report import Grid, Sheet
from aro.report.documents import Answered, CaseReport, Report, case_report
from aro.report.what_if import readings_grid, what_if_sheet

Found = tuple[AskRuling, WhatIf, Readings | None]
"""A question, what would turn its ruling, and it by readings if that was asked for."""


def what_if(args: Namespace, screen: Screen) -> Exit:
    """Tell the smallest changes of a situation that turn each ruling of a file."""
    trials = trials_of(args)
    if not any(_rulings(one) for one in trials):
        raise SituationError(
            "nothing is asked whose ruling could turn; expected ask: with {who: WHO, does: SKILL}"
        )
    cases: list[CaseReport] = []
    came_out = Exit.YES
    for trial in trials:
        found = _found(trial, args)
        if not all(one.changes for _, one, _ in found):
            came_out = Exit.NO
        if args.json:
            answers = (Answered(line=ask.line, what_if=one, readings=by) for ask, one, by in found)
            cases.append(case_report(trial, answers=answers))
        else:
            show(trial, _pages(found), screen)
    if args.json:
        screen.json(Report(cases=tuple(cases)))
    return came_out


def readings_of(trial: CaseRun) -> dict[AskRuling, Readings]:
    """Return each ruling that a case asks for under every combination of readings."""
    readings = dict(trial.case.readings)
    with located(trial.case):
        return {
            one: by_readings(trial.book, trial.table, one.act, readings=readings)
            for one in _rulings(trial)
        }


def _found(trial: CaseRun, args: Namespace) -> list[Found]:
    readings = dict(trial.case.readings)
    by = readings_of(trial) if args.readings else {}
    with located(trial.case):
        return [
            (
                one,
                changes_of(
                    trial.book, trial.table, one.act, changes=args.changes, readings=readings
                ),
                by.get(one),
            )
            for one in _rulings(trial)
        ]


def _rulings(trial: CaseRun) -> list[AskRuling]:
    return [one for one in trial.case.asks if isinstance(one, AskRuling)]


def _pages(found: list[Found]) -> list[Sheet | Grid]:
    pages: list[Sheet | Grid] = []
    for ask, one, by in found:
        pages.append(what_if_sheet(one))
        if by is not None:
            pages.append(readings_grid(ask.act, by))
    return pages
