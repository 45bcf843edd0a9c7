"""The commands that answer what the cases of a file ask."""

from argparse import Namespace

from aro.answers import Verdict
from aro.cases import Case, dump
from aro.cases.opening import located, require_questions
from aro.cases.run import next_case
from aro.cli.pages import grids, pages
from aro.cli.screen import Screen
from aro.cli.trials import Exit, show, trials_of
from aro.cli.turns import readings_of
from aro.report import outcome_sheet
from aro.report.documents import Answered, CaseReport, Report, answer_report, case_report
from aro.report.what_if import readings_grid


def ask(args: Namespace, screen: Screen) -> Exit:
    """Answer the questions of a file."""
    trials = trials_of(args)
    require_questions(trials)
    cases: list[CaseReport] = []
    came_out = Exit.YES
    for trial in trials:
        with located(trial.case):
            found = tuple(trial.answers())
        if any(isinstance(one, (Verdict, tuple)) and not one for _, one in found):
            came_out = Exit.NO
        by = readings_of(trial) if args.readings else {}
        if args.json:
            answers = (answer_report(one, answer, by) for one, answer in found)
            cases.append(case_report(trial, answers=answers))
        else:
            show(trial, pages(trial, found), screen)
            for one, told in by.items():
                screen.show(readings_grid(one.act, told))
    if args.json:
        screen.json(Report(cases=tuple(cases)))
    return came_out


def aros(args: Namespace, screen: Screen) -> Exit:
    """List every ARO that may be declared now."""
    return _list(args, screen, "legal_aros")


def options(args: Namespace, screen: Screen) -> Exit:
    """List every declaration that the active side may make next."""
    return _list(args, screen, "options")


def resolve(args: Namespace, screen: Screen) -> Exit:
    """Play the Order of each case out."""
    cases: list[CaseReport] = []
    following: list[Case] = []
    for trial in trials_of(args):
        with located(trial.case):
            outcome = trial.book.resolve(trial.table, readings=dict(trial.case.readings))
            if args.next:
                following.append(next_case(trial, outcome))
        if args.json:
            answers = [Answered(line=None, outcome=outcome)]
            cases.append(case_report(trial, answers=answers))
        elif not args.next:
            show(trial, [outcome_sheet(outcome, plain=False)], screen)
    if args.json:
        screen.json(Report(cases=tuple(cases)))
    elif args.next:
        screen.line(dump(*following).rstrip("\n"))
    return Exit.YES


def _list(args: Namespace, screen: Screen, which: str) -> Exit:
    cases: list[CaseReport] = []
    some = False
    for trial in trials_of(args):
        sort = "aros" if which == "legal_aros" else "options"
        listing = trial.book.legal_aros if which == "legal_aros" else trial.book.options
        with located(trial.case):
            found = listing(trial.table, who=args.who, readings=dict(trial.case.readings))
        some = some or any(found.values())
        if args.json:
            cases.append(case_report(trial, choices=found))
        else:
            show(trial, grids(trial, sort, found.items() or [(args.who, ())]), screen)
    if args.json:
        screen.json(Report(cases=tuple(cases)))
    return Exit.YES if some else Exit.NO
