"""What the commands share: how they come out, which cases they ask, which files they write."""

import os
from argparse import Namespace
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path

from aro.cases.opening import STDIN, open_file
from aro.cases.run import CaseRun
from aro.errors import SituationError


class Exit(IntEnum):
    """How a command came out."""

    YES = 0
    NO = 1
    INPUT = 2
    DEFECT = 3


_READ = frozenset({".yaml", ".yml", ".json", ".jsonl", ".parquet", ".lp"})


def runs_of(args: Namespace) -> tuple[CaseRun, ...]:
    """Return the cases of the file that is asked, put to their editions."""
    return open_file(args.file, as_side=args.as_side, readings=dict(args.reading))


def chosen(args: Namespace, runs: Sequence[CaseRun], number: int) -> CaseRun:
    """Return the case of that number."""
    if not 1 <= number <= len(runs):
        raise SituationError(f"{file_name(args)} has no case {number}; expected 1 to {len(runs)}")
    return runs[number - 1]


def file_name(args: Namespace) -> str:
    """Return what the file that is asked is called in a message."""
    return "<stdin>" if args.file == STDIN else str(args.file)


def save(text: str, target: str) -> None:
    """Write a text into a file."""
    try:
        Path(target).write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise SituationError(f"{target}: cannot be written: {error.strerror}") from error


def check_writable(*targets: str | None, source: str | None = None) -> None:
    """Raise `SituationError` for a file that may not be written, before long work is done for it.

    It is none of law or of cases, nor the `source` of what is asked, nor one that is written twice.
    A link is refused, and a file with a second name: the link may be a stranger's.
    """
    taken = {Path(source).resolve()} if source is not None else set()
    for target in filter(None, targets):
        path, place = Path(target), Path(target).resolve()
        there = path.is_symlink() or path.exists()
        linked = path.is_symlink() or (path.is_file() and path.stat().st_nlink > 1)
        if place in taken or linked or (place.suffix.lower() in _READ and there):
            raise SituationError(f"{target}: would be overwritten; expected a new file")
        taken.add(place)
        written = path if there else path.parent
        if place.is_dir() or place.is_fifo() or not os.access(written, os.W_OK):
            raise SituationError(f"{target}: cannot be written")
