"""The commands: each asks one thing of the library, prints it, and says how it came out."""

from argparse import Namespace

from aro.analysis.clause_status import standings
from aro.answers import Verdict
from aro.batch import answer_lines, batched_json
from aro.cases import Case, dump
from aro.cases.export_facts import handout
from aro.cases.run import next_case
from aro.cases.runs import located, questioned
from aro.cases.suite import sweep
from aro.cases.template import starter
from aro.cli.drawing import chosen, drawing, save, told_file
from aro.cli.pages import grids, pages
from aro.cli.screen import Screen
from aro.cli.survey import surveyed
from aro.cli.trials import Exit, show, trials_of
from aro.cli.turns import readings_of, turned
from aro.errors import SituationError
from aro.report import Grid, Sheet, outcome_sheet
from aro.report.clauses import clause_sheet, clauses_sheet, subjects_grid
from aro.report.json.report import (
    CaseForm,
    case_json,
    outcome_case_json,
    report_json,
    rules_json,
    tally_json,
    text_json,
)
from aro.report.readings import readings, readings_json, readings_sheet
from aro.report.what_if import readings_grid
from aro.rulebook import Rulebook


def ask(args: Namespace, screen: Screen) -> Exit:
    """Answer the questions of a file."""
    trials = trials_of(args)
    questioned(trials)
    report: list[CaseForm] = []
    came_out = Exit.YES
    for trial in trials:
        with located(trial.case):
            found = tuple(trial.answers())
        if any(isinstance(one, (Verdict, tuple)) and not one for _, one in found):
            came_out = Exit.NO
        by = readings_of(trial) if args.readings else {}
        if args.json:
            report.append(case_json(trial, answers=found, by_readings=by))
        else:
            show(trial, pages(trial, found), screen)
            for one, told in by.items():
                screen.show(readings_grid(one.act, told))
    if args.json:
        screen.json(report_json(report))
    return came_out


def what_if(args: Namespace, screen: Screen) -> Exit:
    """Tell the smallest changes of a situation that turn each ruling of a file."""
    return turned(args, screen)


def aros(args: Namespace, screen: Screen) -> Exit:
    """List every ARO that may be declared now."""
    return _list(args, screen, "legal_aros")


def options(args: Namespace, screen: Screen) -> Exit:
    """List every declaration that the active side may make next."""
    return _list(args, screen, "options")


def resolve(args: Namespace, screen: Screen) -> Exit:
    """Play the Order of each case out."""
    report: list[CaseForm] = []
    following: list[Case] = []
    for trial in trials_of(args):
        with located(trial.case):
            outcome = trial.book.resolve(trial.table, readings=dict(trial.case.readings))
            if args.next:
                following.append(next_case(trial, outcome))
        if args.json:
            report.append(outcome_case_json(trial, outcome))
        elif not args.next:
            show(trial, [outcome_sheet(outcome, plain=False)], screen)
    if args.json:
        screen.json(report_json(report))
    elif args.next:
        screen.line(dump(*following).rstrip("\n"))
    return Exit.YES


def facts(args: Namespace, screen: Screen) -> Exit:
    """Print a case as facts for plain clingo."""
    trials = trials_of(args)
    if args.case is None and len(trials) > 1 and not args.json:
        what = f"{told_file(args.file)} puts {len(trials)} cases to editions"
        raise SituationError(f"{what}; expected --case N, N from 1 to {len(trials)}")
    if args.case is not None:
        trials = (chosen(args.file, args.case, trials),)
    told = []
    for trial in trials:
        with located(trial.case):
            told.append((trial, handout(trial, args.question)))
    if args.json:
        screen.json(report_json(case_json(trial, facts=text) for trial, text in told))
    else:
        for _, text in told:
            screen.line(text.rstrip("\n"))
    return Exit.YES


def draw(args: Namespace, screen: Screen) -> Exit:
    """Draw the table of a case, or the states of an edition, as SVG."""
    told = drawing(args, screen)
    if args.out is not None:
        save(told, args.out)
    if args.json:
        screen.json(text_json(told))
    elif args.out is None:
        screen.line(told)
    return Exit.YES


def coverage(args: Namespace, screen: Screen) -> Exit:
    """Count the clauses of an edition that are law, that a case cites, and that turn one."""
    return surveyed(args, screen)


def batch(args: Namespace, screen: Screen) -> Exit:
    """Answer the questions of many cases, one a line, into a file; run again, it goes on."""
    with screen.progress("answering") as watch:
        found = answer_lines(
            args.source,
            args.target,
            as_side=args.as_side,
            readings=args.reading,
            processes=args.processes,
            scheduler=args.scheduler,
            watch=watch,
        )
    if args.json:
        screen.json(batched_json(found))
    else:
        screen.line(str(found))
    if found.defects:
        return Exit.DEFECT
    if found.wrong:
        return Exit.INPUT
    return Exit.NO if found.no else Exit.YES


def diff(args: Namespace, screen: Screen) -> Exit:
    """Tell where two editions, or two releases of one, part, and by which clauses."""
    from aro.cli import workbench  # noqa: PLC0415  the workbench is large, and asked for seldom

    return workbench.diff(args, screen)


def check(args: Namespace, screen: Screen) -> Exit:
    """Look for what is wrong with an edition, does nothing, or is left open."""
    from aro.cli import workbench  # noqa: PLC0415  as above

    return workbench.check(args, screen)


def test(args: Namespace, screen: Screen) -> Exit:
    """Run the cases of files and folders; one line for each failure, then the counts."""
    with screen.progress("testing") as watch:
        tally = sweep(args.path, watch)
    if args.json:
        screen.json(tally_json(tally))
    else:
        for line in (*tally.faults, *tally.defects, *tally.failures):
            screen.line(line)
        screen.line(str(tally))
    if tally.defects:
        return Exit.DEFECT
    if tally.faults:
        return Exit.INPUT
    return Exit.NO if tally.failed else Exit.YES


def rules(args: Namespace, screen: Screen) -> Exit:
    """Show the articles of an edition, the clauses of an article, or one clause."""
    book = Rulebook(args.edition)
    if (several := readings(book, args.what)) is not None:
        if args.json:
            screen.json(readings_json(book, several))
        else:
            screen.show(readings_sheet(book, several))
        return Exit.YES
    found = standings(book, args.what)
    page: Sheet | Grid
    if args.json:
        screen.json(rules_json(book, found))
        return Exit.YES
    if args.what is None:
        page = subjects_grid(book, found)
    elif len(found) == 1:
        page = clause_sheet(book, found[0])
    else:
        page = clauses_sheet(book, args.what, found)
    screen.show(page)
    return Exit.YES


def new(args: Namespace, screen: Screen) -> Exit:
    """Print a case file to start from."""
    text = starter(Rulebook(args.edition))
    if args.json:
        screen.json(text_json(text))
    else:
        screen.line(text.rstrip("\n"))
    return Exit.YES


def _list(args: Namespace, screen: Screen, which: str) -> Exit:
    report: list[CaseForm] = []
    some = False
    for trial in trials_of(args):
        sort = "aros" if which == "legal_aros" else "options"
        listing = trial.book.legal_aros if which == "legal_aros" else trial.book.options
        with located(trial.case):
            found = listing(trial.table, who=args.who, readings=dict(trial.case.readings))
        some = some or any(found.values())
        if args.json:
            report.append(case_json(trial, choices=dict(found)))
        else:
            show(trial, grids(trial, sort, found.items() or [(args.who, ())]), screen)
    if args.json:
        screen.json(report_json(report))
    return Exit.YES if some else Exit.NO
