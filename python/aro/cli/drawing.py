"""The command that draws the table of one case of a file, or the states of an edition."""

import os
from argparse import Namespace
from pathlib import Path

from aro import pictures as picture
from aro.cases.opening import located
from aro.cli.screen import Screen
from aro.cli.trials import Exit, chosen, trials_of
from aro.errors import SituationError
from aro.knowledge import library as kb
from aro.report.edition_documents import Text
from aro.rulebook import Rulebook


def draw(args: Namespace, screen: Screen) -> Exit:
    """Draw the table of a case, or the states of an edition, as SVG."""
    told = _drawing(args, screen)
    if args.out is not None:
        save(told, args.out)
    if args.json:
        screen.json(Text(text=told))
    elif args.out is None:
        screen.line(told)
    return Exit.YES


def _drawing(args: Namespace, screen: Screen) -> str:
    """Return the picture that is asked for; of several cases the first, with a note."""
    if kb.split(args.file)[0] in kb.editions() and not Path(args.file).is_file():
        if args.as_side or args.reading or args.case is not None:
            what = f"{args.file} is an edition"
            raise SituationError(f"{what}; expected a case file with --as, --reading and --case")
        return picture.states(Rulebook(args.file))
    trials = trials_of(args)
    if args.case is None and len(trials) > 1:
        screen.note(f"this is the first of {len(trials)} cases; --case N draws another")
    trial = chosen(args.file, args.case or 1, trials)
    with located(trial.case):
        return picture.asked(trial)


def save(told: str, target: str) -> None:
    """Write a picture into a file."""
    try:
        Path(target).write_text(f"{told}\n", encoding="utf-8")
    except OSError as error:
        raise SituationError(f"{target}: cannot be written: {error.strerror}") from error


def writable(*targets: str | None) -> None:
    """Raise `SituationError` for a file that cannot be written, before long work is done for it."""
    for target in filter(None, targets):
        path = Path(target)
        if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
            raise SituationError(f"{target}: cannot be written")
