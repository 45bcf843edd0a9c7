"""The command that draws the table of one case of a file, or the states of an edition."""

import sys
from argparse import Namespace
from pathlib import Path

from aro import pictures
from aro.cases.opening import located
from aro.cli.screen import Screen
from aro.cli.shared import Exit, check_writable, chosen, runs_of, save
from aro.errors import SituationError
from aro.knowledge import library as kb
from aro.report.documents import Text
from aro.rulebook import Rulebook


def draw(args: Namespace, screen: Screen) -> Exit:
    """Draw the table of a case, or the states of an edition, as SVG."""
    check_writable(args.out, source=args.file)
    if args.out is None and not args.json and sys.stdout.isatty():
        raise SituationError("a picture is SVG, which no terminal shows; expected -o OUT.svg")
    svg = _drawing(args, screen)
    if args.out is not None:
        save(svg, args.out)
    screen.answer(Text(text=svg), [] if args.out is not None else [svg])
    return Exit.YES


def _drawing(args: Namespace, screen: Screen) -> str:
    """Return the picture that is asked for; of several cases the first, with a note."""
    if kb.split(args.file)[0] in kb.editions() and not Path(args.file).is_file():
        if args.as_side or args.reading or args.case is not None:
            what = f"{args.file} is an edition"
            raise SituationError(f"{what}; --as, --reading and --case work only with a case file")
        return pictures.states(Rulebook(args.file))
    runs = runs_of(args)
    if args.case is None and len(runs) > 1:
        screen.note(f"this is the first of {len(runs)} cases; --case N draws another")
    run = chosen(args, runs, 1 if args.case is None else args.case)
    with located(run.case):
        return pictures.asked(run)
