"""The commands that show what an edition says, and what its words mean."""

from argparse import Namespace

from aro.analysis.clause_status import standings
from aro.analysis.meanings import meaning
from aro.cli.screen import Page, Screen
from aro.cli.shared import Exit
from aro.report import rules as report
from aro.rulebook import Rulebook


def rules(args: Namespace, screen: Screen) -> Exit:
    """Show the articles of an edition, the clauses of an article, or one clause."""
    book = Rulebook(args.edition)
    several = () if args.search else report.readings(book, args.what)
    if several:
        document = report.ReadingList(stamp=book.stamp, readings=several)
        screen.answer(document, [report.readings_sheet(book, several)])
        return Exit.YES
    clauses = standings(book, args.what, word=args.search)
    page: Page
    if args.search:
        page = report.found_sheet(book, args.search, clauses)
    elif args.what is None:
        page = report.subjects_grid(book, clauses)
    elif len(clauses) == 1:
        page = report.clause_sheet(book, clauses[0])
    else:
        page = report.clauses_sheet(book, args.what, clauses)
    screen.answer(report.ClauseList(stamp=book.stamp, clauses=clauses), [page])
    return Exit.YES


def words(args: Namespace, screen: Screen) -> Exit:
    """Show what a word of an edition means."""
    book = Rulebook(args.edition)
    found = meaning(book, args.word)
    screen.answer(found, [report.meaning_sheet(book, found)])
    return Exit.YES
