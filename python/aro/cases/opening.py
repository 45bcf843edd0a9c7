"""The cases of a file, each put to the rulebook of every edition that it asks."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from os.path import normpath
from pathlib import Path

from aro import cases
from aro.cases import Case
from aro.cases.run import CaseRun
from aro.errors import Fault, RulesError, SituationError, UnknownTerm, few_suggestions, raise_faults
from aro.knowledge.yaml_reader import LIMIT
from aro.processes import ending
from aro.rulebook import Readings, Rulebook

STDIN = "-"
"""The file name that stands for standard input."""

rulebook = cache(Rulebook)
"""The rulebook of an edition, which is read once."""


def open_file(
    file: str, *, as_side: str | None = None, readings: Readings = None
) -> tuple[CaseRun, ...]:
    """Return a run for each case of a file and each edition it asks.

    `as_side` and `readings` go before what the cases say themselves. Raises an `ExceptionGroup` of
    `SituationError` with all faults of the file.
    """
    return case_runs(read_cases(file, as_side), file, as_side=as_side, readings=readings)


@few_suggestions()
def case_runs(
    found: Iterable[Case], file: str, *, as_side: str | None = None, readings: Readings = None
) -> tuple[CaseRun, ...]:
    """Return a run for each edition that each case of a file asks, as `open_file` does."""
    put = []
    faults: list[Fault] = []
    for case in found:
        chosen = dict(case.readings) | dict(readings or {})
        asked = replace(case, readings=tuple(chosen.items()), viewer=as_side or case.viewer)
        if as_side is not None:
            sides = {one.side for one in case.situation.troopers}
            faults += [case.unknown("side", as_side, sides)] if as_side not in sides else []
        for name in case.editions:
            try:
                put.append(case_run(asked, name))
            except (ExceptionGroup, UnknownTerm) as error:
                faults += (_fault(one, case) for one in leaves(error))
    raise_faults(f"{file} is at fault", faults, SituationError)
    return tuple(put)


def require_questions(found: Iterable[CaseRun]) -> None:
    """Raise an `ExceptionGroup` of `SituationError` if there are cases that ask nothing."""
    expected = "ask: with questions; or try aro aros, aro options, aro resolve"
    silent = (run.case for run in found if not run.case.asks)
    faults = (Fault("the case asks nothing", one.line, expected, file=one.file) for one in silent)
    raise_faults("nothing is asked", faults, SituationError)


def beside(name: str, file: str | None) -> str:
    """Return the name of an edition with its amendment looked for from where a file lies.

    >>> beside("n4+mine", "tables/sunday.yaml"), beside("n4", "tables/sunday.yaml")
    ('n4+tables/mine', 'n4')
    """
    edition, plus, folder = name.partition("+")
    return f"{edition}{plus}{normpath(Path(file or '').parent / folder)}" if folder else name


def case_run(case: Case, edition: str) -> CaseRun:
    """Return a case put to an edition, or one of its releases."""
    try:
        book = rulebook(beside(edition, case.file))
    except UnknownTerm as error:
        lines = [one.line for one in case.mentions if (one.sort, one.name) == ("edition", edition)]
        error.file, error.line = case.file, next(iter(lines), case.line)
        raise
    for name, chosen in case.readings:
        book.edition.reading(name).alternative(chosen)
    return CaseRun(case, book)


@contextmanager
def located(case: Case, line: int | None = None) -> Iterator[None]:
    """Give the place of a case to whatever goes wrong while it is answered, and bound that."""
    try:
        with ending(f"{case.file}:{line or case.line}" if case.file else case.title):
            yield
    except Exception as error:
        for one in leaves(error):
            _place(one, case)
        raise


def leaves(error: Exception) -> Iterator[Exception]:
    """Yield an exception, or those of a group and of the groups within it."""
    if isinstance(error, ExceptionGroup):
        for one in error.exceptions:
            yield from leaves(one)
    else:
        yield error


def read_cases(file: str, as_side: str | None = None) -> tuple[Case, ...]:
    """Return the cases of a file, or of standard input, to be put for a side (see `cases.load`)."""
    if file == STDIN:
        try:
            held = sys.stdin.buffer.read(LIMIT + 1)
        except (AttributeError, OSError) as error:  # it is closed, or a folder
            raise SituationError("cannot be read", file="<stdin>") from error
        return cases.loads(held, name="<stdin>", as_side=as_side)
    return cases.load(file, as_side=as_side)


def _place(error: Exception, case: Case) -> None:
    if isinstance(error, RulesError) and error.file is None:
        error.file, error.line = case.file, error.line or case.line


def _fault(error: Exception, case: Case) -> Fault:
    if not isinstance(error, SituationError):
        raise error
    _place(error, case)
    return Fault(message=error.message, file=error.file, line=error.line, count=error.count)
