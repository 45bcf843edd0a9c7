"""The commands that examine an edition: its coverage by cases, its faults, where two differ."""

from argparse import Namespace
from pathlib import Path

from aro.analysis.check import check as checked
from aro.analysis.check.findings import KINDS
from aro.analysis.coverage import edition_coverage
from aro.analysis.coverage_floor import fallen, floor_of, raised
from aro.analysis.diff import diff as compared
from aro.cli.progress import progress
from aro.cli.screen import Screen
from aro.cli.shared import Exit, check_writable, save
from aro.errors import SituationError, unknown
from aro.report.check import check_page, check_sheets
from aro.report.coverage import Coverage, coverage_pages
from aro.report.diff import diff_page, diff_sheets
from aro.report.markdown_writer import markdown
from aro.rulebook import Rulebook


def coverage(args: Namespace, screen: Screen) -> Exit:
    """Count the clauses of an edition that are law and that cases cite, and what decides a case."""
    if args.lift and args.floor is None:
        raise SituationError("--raise names no file; expected --floor FILE with it")
    floor = floor_of(Path(args.floor), new=args.lift) if args.floor is not None else {}
    with progress("switching off") as watch:
        counts = edition_coverage(Rulebook(args.edition), args.path, watch)
    lower = fallen(counts, floor)
    if args.lift and not lower:
        Path(args.floor).write_text(raised(counts, floor), encoding="utf-8")
    document = Coverage(survey=counts, fallen=lower)
    screen.answer(document, coverage_pages(document))
    left_out = counts.unspoken or counts.undecisive or counts.unneeded
    return Exit.NO if (left_out if args.floor is None else lower) else Exit.YES


def diff(args: Namespace, screen: Screen) -> Exit:
    """Show where two editions, or two releases of one, differ, and by which clauses."""
    check_writable(args.html, args.markdown)
    books = Rulebook(args.left), Rulebook(args.right)
    with progress("comparing") as watch:
        found = compared(*books, seconds=args.seconds, watch=watch)
    screen.answer(found, diff_sheets(found))
    if args.markdown:
        save(markdown(diff_sheets(found)), args.markdown)
    if args.html:
        save(diff_page(found), args.html)
    return Exit.NO if found.differences or found.unfinished else Exit.YES


def check(args: Namespace, screen: Screen) -> Exit:
    """Look for what is wrong with an edition, does nothing, or is left open."""
    check_writable(args.html)
    cases = Path(args.cases) if args.cases else None
    kinds = tuple(args.kind or KINDS)
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("no kind of finding is", kind, KINDS).error(SituationError)
    with progress("checking") as watch:
        found = checked(args.edition, cases=cases, kinds=kinds, seconds=args.seconds, watch=watch)
    screen.answer(found, check_sheets(found))
    if args.html:
        save(check_page(found), args.html)
    return Exit.YES if found.clean else Exit.NO
