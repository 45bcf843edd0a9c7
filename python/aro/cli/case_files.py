"""The commands for case files: run them as tests, answer many, begin one, write one for clingo."""

from argparse import Namespace
from dataclasses import replace

from aro.batch import answer_lines
from aro.cases.export_facts import export_facts
from aro.cases.opening import located
from aro.cases.suite import run_suite
from aro.cases.template import template, words
from aro.cli.progress import progress
from aro.cli.screen import Screen
from aro.cli.shared import Exit, chosen, file_name, runs_of
from aro.errors import MOST, SituationError, visible
from aro.report.documents import Report, Text, case_report
from aro.rulebook import Rulebook


def test(args: Namespace, screen: Screen) -> Exit:
    """Run the cases of files and folders; one line for each failure, then the counts."""
    with progress("testing") as watch:
        report = run_suite(args.path, watch)
    faults = tuple(dict.fromkeys(report.faults))  # a fault of an edition stops each of its cases
    if len(faults) > MOST:
        faults = (*faults[: MOST - 1], f"and {len(faults) - MOST + 1:,} more")
    told = (*faults, *dict.fromkeys(report.defects), *report.failures, str(report))
    screen.answer(report, map(visible, told))
    return _worst(report.defects, report.faults, report.failed)


def batch(args: Namespace, screen: Screen) -> Exit:
    """Answer the questions of many cases, one a line, into a file; run again, it goes on."""
    with progress("answering") as watch:
        report = answer_lines(
            args.source,
            args.target,
            as_side=args.as_side,
            readings=args.reading,
            processes=args.processes,
            scheduler=args.scheduler,
            watch=watch,
        )
    screen.answer(report, [str(report)])
    return _worst(report.defects, report.wrong, report.no)


def new(args: Namespace, screen: Screen) -> Exit:
    """Print a case file to start from, or the words of an edition on a subject."""
    book = Rulebook(args.edition)
    text = template(book) if args.subject is None else words(book, args.subject)
    screen.answer(Text(text=text), [text.rstrip("\n")])
    return Exit.YES


def facts(args: Namespace, screen: Screen) -> Exit:
    """Print a case as facts for plain clingo."""
    runs = runs_of(args)
    if args.case is None and len(runs) > 1 and not args.json:
        what = f"{file_name(args)} puts {len(runs)} cases to editions"
        raise SituationError(f"{what}; expected --case N, N from 1 to {len(runs)}")
    if args.case is not None:
        runs = (chosen(args, runs, args.case),)
    texts = []
    for run in runs:
        with located(run.case):
            texts.append(export_facts(run, args.question))
    cases = (replace(case_report(run), facts=text) for run, text in zip(runs, texts, strict=True))
    screen.answer(Report(cases=tuple(cases)), [text.rstrip("\n") for text in texts])
    return Exit.YES


def _worst(defects: object, wrong: object, no: object) -> Exit:
    """Return how it came out by what there is of each."""
    if defects:
        return Exit.DEFECT
    if wrong:
        return Exit.INPUT
    return Exit.NO if no else Exit.YES
