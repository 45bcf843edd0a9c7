"""What the commands share: how they come out, which cases they ask, how answers are printed."""

import os
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from pathlib import Path

from aro.cases.opening import STDIN, located, open_file
from aro.cases.run import CaseRun
from aro.cli.screen import Screen
from aro.errors import SituationError
from aro.report import Grid, Sheet
from aro.report.documents import CaseReport, Report

Answers = tuple[bool, CaseReport, Iterable[Sheet | Grid]]
"""What a case is answered: whether that is a yes, and the answers as a document and as pages."""


class Exit(IntEnum):
    """How a command came out."""

    YES = 0
    NO = 1
    INPUT = 2
    DEFECT = 3


def runs_of(args: Namespace) -> tuple[CaseRun, ...]:
    """Return the cases of the file that is asked, put to their editions."""
    return open_file(args.file, as_side=args.as_side, readings=dict(args.reading))


def chosen(args: Namespace, runs: Sequence[CaseRun], number: int) -> CaseRun:
    """Return the case of that number."""
    if not 1 <= number <= len(runs):
        what = f"{file_name(args)} has no case {number}"
        raise SituationError(f"{what}; expected 1 to {len(runs)}")
    return runs[number - 1]


def file_name(args: Namespace) -> str:
    """Return what the file that is asked is called in a message."""
    return "<stdin>" if args.file == STDIN else str(args.file)


def print_cases(
    args: Namespace,
    screen: Screen,
    runs: Iterable[CaseRun],
    answer: Callable[[CaseRun], Answers],
) -> list[bool]:
    """Answer cases, print the answers, and return which of them are a yes."""
    documents: list[CaseReport] = []
    came_out: list[bool] = []
    for run in runs:
        with located(run.case):
            yes, document, pages = answer(run)
        came_out.append(yes)
        documents.append(document)
        if not args.json:
            viewer = f", as {run.case.viewer} may know" if run.case.viewer else ""
            screen.title(f"{run.case.title} ({run.book.stamp}{viewer})")
            for page in pages:
                screen.show(page)
    if args.json:
        screen.json(Report(cases=tuple(documents)))
    return came_out


def print_answer(
    args: Namespace, screen: Screen, document: object, pages: Iterable[Sheet | Grid | str]
) -> None:
    """Print an answer, as a JSON document or as pages and lines."""
    if args.json:
        screen.json(document)
        return
    for page in pages:
        if isinstance(page, str):
            screen.line(page)
        else:
            screen.show(page)


def save(text: str, target: str) -> None:
    """Write a text into a file."""
    try:
        Path(target).write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise SituationError(f"{target}: cannot be written: {error.strerror}") from error


def check_writable(*targets: str | None) -> None:
    """Raise `SituationError` for a file that cannot be written, before long work is done for it."""
    for target in filter(None, targets):
        path = Path(target)
        if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
            raise SituationError(f"{target}: cannot be written")
