"""The command that shows what an edition says."""

from argparse import Namespace

from aro.analysis.clause_status import standings
from aro.cli.screen import Screen
from aro.cli.trials import Exit
from aro.report.clauses import clause_sheet, clauses_sheet, subjects_grid
from aro.report.edition_documents import ClauseList, ReadingList
from aro.report.readings import readings, readings_sheet
from aro.rulebook import Rulebook


def rules(args: Namespace, screen: Screen) -> Exit:
    """Show the articles of an edition, the clauses of an article, or one clause."""
    book = Rulebook(args.edition)
    if (several := readings(book, args.what)) is not None:
        if args.json:
            screen.json(ReadingList(stamp=book.stamp, readings=several))
        else:
            screen.show(readings_sheet(book, several))
        return Exit.YES
    found = standings(book, args.what)
    if args.json:
        screen.json(ClauseList(stamp=book.stamp, clauses=found))
        return Exit.YES
    if args.what is None:
        screen.show(subjects_grid(book, found))
    elif len(found) == 1:
        screen.show(clause_sheet(book, found[0]))
    else:
        screen.show(clauses_sheet(book, args.what, found))
    return Exit.YES
