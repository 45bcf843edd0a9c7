"""The command that answers many cases, a line each."""

from argparse import Namespace

from aro.batch import answer_lines
from aro.cli.progress import progress
from aro.cli.screen import Screen
from aro.cli.trials import Exit


def batch(args: Namespace, screen: Screen) -> Exit:
    """Answer the questions of many cases, one a line, into a file; run again, it goes on."""
    with progress("answering") as watch:
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
        screen.json(found)
    else:
        screen.line(str(found))
    if found.defects:
        return Exit.DEFECT
    if found.wrong:
        return Exit.INPUT
    return Exit.NO if found.no else Exit.YES
