"""What the commands have in common: how they come out, what they ask, how a case is shown."""

from argparse import Namespace
from collections.abc import Iterable, Sequence
from enum import IntEnum

from aro.cases.opening import STDIN, open_file
from aro.cases.run import CaseRun
from aro.cli.screen import Screen
from aro.errors import SituationError
from aro.report import Grid, Sheet


class Exit(IntEnum):
    """How a command came out."""

    YES = 0
    NO = 1
    INPUT = 2
    DEFECT = 3


def trials_of(args: Namespace) -> tuple[CaseRun, ...]:
    """Return the cases of the file that is asked, put to their editions."""
    return open_file(args.file, as_side=args.as_side, readings=dict(args.reading))


def show(trial: CaseRun, shown: Iterable[Sheet | Grid], screen: Screen) -> None:
    """Print a case's title and pages."""
    told = f", as {trial.case.viewer} may know" if trial.case.viewer else ""
    screen.title(f"{trial.case.title} ({trial.book.stamp}{told})")
    for page in shown:
        screen.show(page)


def chosen(file: str, number: int, trials: Sequence[CaseRun]) -> CaseRun:
    """Return the case of that number."""
    if not 1 <= number <= len(trials):
        what = f"{told_file(file)} has no case {number}"
        raise SituationError(f"{what}; expected 1 to {len(trials)}")
    return trials[number - 1]


def told_file(file: str) -> str:
    """Return how a file is called in a message."""
    return "<stdin>" if file == STDIN else file
