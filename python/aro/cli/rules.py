"""The command that shows what an edition says."""

from argparse import Namespace

from aro.analysis.clause_status import standings
from aro.cli.screen import Page, Screen
from aro.cli.shared import Exit
from aro.report.rules import (
    ClauseList,
    ReadingList,
    clause_sheet,
    clauses_sheet,
    readings,
    readings_sheet,
    subjects_grid,
)
from aro.rulebook import Rulebook


def rules(args: Namespace, screen: Screen) -> Exit:
    """Show the articles of an edition, the clauses of an article, or one clause."""
    book = Rulebook(args.edition)
    if several := readings(book, args.what):
        document = ReadingList(stamp=book.stamp, readings=several)
        screen.answer(document, [readings_sheet(book, several)])
        return Exit.YES
    clauses = standings(book, args.what)
    page: Page
    if args.what is None:
        page = subjects_grid(book, clauses)
    elif len(clauses) == 1:
        page = clause_sheet(book, clauses[0])
    else:
        page = clauses_sheet(book, args.what, clauses)
    screen.answer(ClauseList(stamp=book.stamp, clauses=clauses), [page])
    return Exit.YES
