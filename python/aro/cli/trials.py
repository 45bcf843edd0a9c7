"""What the commands have in common: how they come out, what they ask, how a case is shown."""

from argparse import Namespace
from collections.abc import Iterable
from enum import IntEnum

from aro.cases.run import Trial
from aro.cases.runs import docket
from aro.cli.screen import Screen
from aro.report import Grid, Sheet


class Exit(IntEnum):
    """How a command came out."""

    YES = 0
    NO = 1
    INPUT = 2
    DEFECT = 3


def trials_of(args: Namespace) -> tuple[Trial, ...]:
    """Return the cases of the file that is asked, put to their editions."""
    return docket(args.file, as_side=args.as_side, readings=dict(args.reading))


def show(trial: Trial, shown: Iterable[Sheet | Grid], screen: Screen) -> None:
    """Print a case's title and pages."""
    told = f", as {trial.case.viewer} may know" if trial.case.viewer else ""
    screen.title(f"{trial.case.title} ({trial.book.stamp}{told})")
    for page in shown:
        screen.show(page)
