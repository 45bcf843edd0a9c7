"""The commands that test case files, begin a new one, or write one for plain clingo."""

from argparse import Namespace

from aro.cases.export_facts import export_facts
from aro.cases.opening import located
from aro.cases.suite import run_suite
from aro.cases.template import template
from aro.cli.progress import progress
from aro.cli.screen import Screen
from aro.cli.trials import Exit, chosen, told_file, trials_of
from aro.errors import SituationError
from aro.report.documents import Report, case_report
from aro.report.edition_documents import Text
from aro.rulebook import Rulebook


def test(args: Namespace, screen: Screen) -> Exit:
    """Run the cases of files and folders; one line for each failure, then the counts."""
    with progress("testing") as watch:
        tally = run_suite(args.path, watch)
    if args.json:
        screen.json(tally)
    else:
        for line in (*tally.faults, *tally.defects, *tally.failures):
            screen.line(line)
        screen.line(str(tally))
    if tally.defects:
        return Exit.DEFECT
    if tally.faults:
        return Exit.INPUT
    return Exit.NO if tally.failed else Exit.YES


def new(args: Namespace, screen: Screen) -> Exit:
    """Print a case file to start from."""
    text = template(Rulebook(args.edition))
    if args.json:
        screen.json(Text(text=text))
    else:
        screen.line(text.rstrip("\n"))
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
            told.append((trial, export_facts(trial, args.question)))
    if args.json:
        cases = tuple(case_report(trial, facts=text) for trial, text in told)
        screen.json(Report(cases=cases))
    else:
        for _, text in told:
            screen.line(text.rstrip("\n"))
    return Exit.YES
