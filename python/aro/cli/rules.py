"""The command that shows what an edition says."""

from argparse import Namespace

from aro.analysis.clause_status import Standing, standings
from aro.cli.screen import Screen
from aro.cli.shared import Exit
from aro.report import Grid, Sheet
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
    page = _page(book, args.what, clauses)
    screen.answer(ClauseList(stamp=book.stamp, clauses=clauses), [page])
    return Exit.YES


def _page(book: Rulebook, what: str | None, clauses: tuple[Standing, ...]) -> Sheet | Grid:
    if what is None:
        return subjects_grid(book, clauses)
    if len(clauses) == 1:
        return clause_sheet(book, clauses[0])
    return clauses_sheet(book, what, clauses)
