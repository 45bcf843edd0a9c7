"""Case files run as tests: every case and every near miss, in each edition that it asks."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

from aro.cases.model import Case, Question
from aro.cases.opening import STDIN, case_run, leaves, located, read_cases
from aro.cases.together import Task, passed_together
from aro.errors import Fault, GaveUp, RulesError, SituationError, raise_faults
from aro.fitting import door
from aro.processes import Watcher, crew

_BATCH = 16
_MANY = 2 * _BATCH
"""From how many cases on it pays to start processes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteReport:
    """How many cases passed, and a line for each failure, fault and defect of the others.

    Of those that passed, `silent` expect nothing.
    """

    passed: int = 0
    failed: int = 0
    silent: int = 0
    failures: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    defects: tuple[str, ...] = ()

    def __add__(self, other: "SuiteReport") -> "SuiteReport":
        names = [one.name for one in fields(self)]
        return SuiteReport(**{name: getattr(self, name) + getattr(other, name) for name in names})

    def __str__(self) -> str:
        counts = f"{self.passed} passed, {self.failed} failed"
        return f"{counts}; {self.silent} without expectations" if self.silent else counts


@door
def run_suite(
    paths: Iterable[str], watch: Watcher | None = None, *, processes: int = 2
) -> SuiteReport:
    """Run the cases of files, and of all files in folders, and report what came of them.

    A file that is not a case file counts as one failed case, and so does a path that leads to
    nothing; `-` is standard input. Many cases are shared among `processes`. Failures are always
    reported in the order of files and lines.
    """
    names, missing = _found(paths)
    report = SuiteReport(failed=len(missing), faults=tuple(map(str, missing)))
    tasks: list[Task] = []
    for name in names:
        try:
            cases = read_cases(name)
            with_misses = [one for case in cases for one in (case, *_missed(case))]
        except (RulesError, ExceptionGroup) as error:
            report += SuiteReport(failed=1, faults=tuple(map(str, leaves(error))))
        else:
            tasks += ((one, edition) for one in with_misses for edition in one.editions)
    batches = [tasks[start : start + _BATCH] for start in range(0, len(tasks), _BATCH)]
    workers = min(processes, os.cpu_count() or 1) if len(tasks) >= _MANY else 1
    with crew(_run_batch, workers) as spread:
        for number, part in enumerate(spread(batches), start=1):
            report += part
            if watch is not None:
                watch(min(number * _BATCH, len(tasks)), len(tasks))
    return report


def files(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the case files at some paths, those of a folder sorted; each once."""
    found, missing = _found(paths)
    raise_faults("there is nothing to test", missing, SituationError)
    return found


def in_folder(folder: Path) -> list[Path]:
    """Return the case files in a folder and in those below it, sorted; links are not followed."""
    try:
        found = folder.rglob("*.yaml")
        return sorted(one for one in found if one.is_file() and not one.is_symlink())
    except RecursionError as error:
        what = "the folders in it stand too deep inside one another"
        raise SituationError(what, file=str(folder)) from error


def _found(paths: Iterable[str]) -> tuple[tuple[str, ...], tuple[Fault, ...]]:
    found: list[str] = []
    missing = []
    for path in paths:
        here = Path(path)
        if path != STDIN and not here.exists():
            missing.append(Fault(message="there is no such file or folder", file=path))
        elif not here.is_dir():
            found.append(str(here))
        elif listed := in_folder(here):
            found += map(str, listed)
        else:
            expected = "files that end in .yaml"
            missing.append(Fault(message="the folder has no cases", file=path, expected=expected))
    return tuple(dict.fromkeys(found)), tuple(missing)


def _missed(case: Case) -> tuple[Case, ...]:
    with located(case):
        return case.near_misses()


def _run_batch(tasks: list[Task]) -> SuiteReport:
    fine = passed_together(tasks)
    told = (_run_case(*task, fine=place in fine) for place, task in enumerate(tasks))
    return sum(told, SuiteReport())


def _run_case(case: Case, edition: str, *, fine: bool) -> SuiteReport:
    try:
        with located(case):
            failures = () if fine else tuple(case_run(case, edition).failures())
    except (RulesError, ExceptionGroup) as error:
        errors = tuple(leaves(error))
        told = tuple(map(str, errors))
        if all(isinstance(one, SituationError | GaveUp) for one in errors):
            return SuiteReport(failed=1, faults=told)
        return SuiteReport(failed=1, defects=told)
    if failures:
        return SuiteReport(failed=1, failures=failures)
    return SuiteReport(passed=1, silent=0 if any(map(expects, case.asks)) else 1)


def expects(question: Question) -> bool:
    """Return whether a question says what its answer should be, in whatever part."""
    return any(
        getattr(question, one.name) != one.default
        for one in fields(question)
        if one.name not in {"who", "act", "sort", "at", "when", "then", "line"}
    )
