"""The commands of the workbench: what is wrong with an edition, and where two part."""

from argparse import Namespace
from pathlib import Path

from aro.analysis.check import check as checked
from aro.analysis.check.findings import KINDS
from aro.analysis.diff import diff as parted
from aro.cli.drawing import save, writable
from aro.cli.progress import progress
from aro.cli.screen import Screen
from aro.cli.trials import Exit
from aro.errors import SituationError, unknown
from aro.report.check import check_page, check_sheets
from aro.report.diff import diff_page, diff_sheets
from aro.report.markdown_writer import markdown
from aro.rulebook import Rulebook


def diff(args: Namespace, screen: Screen) -> Exit:
    """Tell where two editions, or two releases of one, part, and by which clauses."""
    writable(args.html, args.markdown)
    books = Rulebook(args.left), Rulebook(args.right)
    with progress("comparing") as watch:
        found = parted(*books, seconds=args.seconds, watch=watch)
    if args.json:
        screen.json(found)
    else:
        for sheet in diff_sheets(found):
            screen.show(sheet)
    if args.markdown:
        save(markdown(diff_sheets(found)), args.markdown)
    if args.html:
        save(diff_page(found), args.html)
    return Exit.NO if found.differences or found.unfinished else Exit.YES


def check(args: Namespace, screen: Screen) -> Exit:
    """Look for what is wrong with an edition, does nothing, or is left open."""
    writable(args.html)
    cases = Path(args.cases) if args.cases else None
    kinds = tuple(args.kind or KINDS)
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("no kind of finding is", kind, KINDS).error(SituationError)
    with progress("checking") as watch:
        found = checked(args.edition, cases=cases, kinds=kinds, seconds=args.seconds, watch=watch)
    if args.json:
        screen.json(found)
    else:
        for sheet in check_sheets(found):
            screen.show(sheet)
    if args.html:
        save(check_page(found), args.html)
    return Exit.YES if found.clean else Exit.NO
