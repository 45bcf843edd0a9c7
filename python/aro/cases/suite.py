"""Case files run as tests: every case and every near miss, in each edition that it asks."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from functools import reduce
from operator import add
from pathlib import Path

from aro.cases import Case, Question
from aro.cases.runs import STDIN, leaves, located, opened, trial
from aro.errors import EngineError, Fault, KnowledgeError, SituationError, raise_faults

Task = tuple[Case, str]
"""A case, or a near miss of one, and the edition it is put to."""

Watcher = Callable[[int, int], None]
"""Is told, now and then, how many tasks are done and how many there are."""

_BATCH = 8
_MANY = 4 * _BATCH


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many cases passed, and a line for each failure, fault and defect of the others.

    Of those that passed, `silent` expect nothing.
    """

    passed: int = 0
    failed: int = 0
    silent: int = 0
    failures: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    defects: tuple[str, ...] = ()

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            passed=self.passed + other.passed,
            failed=self.failed + other.failed,
            silent=self.silent + other.silent,
            failures=(*self.failures, *other.failures),
            faults=(*self.faults, *other.faults),
            defects=(*self.defects, *other.defects),
        )

    def __str__(self) -> str:
        told = f"{self.passed} passed, {self.failed} failed"
        return f"{told}; {self.silent} without expectations" if self.silent else told


def sweep(paths: Iterable[str], watch: Watcher | None = None, *, processes: int = 2) -> Tally:
    """Return what comes of the cases of files, and of all files in folders.

    A file that is not a case file counts as one failed case with its faults. Many cases are shared
    among `processes`; failures come out in the order of files and lines all the same. A path that
    leads to nothing counts as a failed case too; `-` is standard input.
    """
    found, missing = _found(paths)
    total, tasks = _tasks(found)
    total += Tally(failed=len(missing), faults=tuple(map(str, missing)))
    batches = [tasks[start : start + _BATCH] for start in range(0, len(tasks), _BATCH)]
    done = 0
    for tally in _run(batches, processes if len(tasks) >= _MANY else 1):
        total += tally
        done = min(done + _BATCH, len(tasks))
        if watch is not None:
            watch(done, len(tasks))
    return total


def files(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the case files at some paths, those of a folder sorted; each once."""
    found, missing = _found(paths)
    raise_faults("there is nothing to test", missing, SituationError)
    return found


def _found(paths: Iterable[str]) -> tuple[tuple[str, ...], tuple[Fault, ...]]:
    found: dict[str, None] = {}
    missing = []
    for path in paths:
        here = Path(path)
        listed = sorted(here.rglob("*.yaml")) if here.is_dir() else [here]
        if path != STDIN and not here.exists():
            missing.append(Fault(message="there is no such file or folder", file=path))
        elif not listed:
            expected = "files that end in .yaml"
            missing.append(Fault(message="the folder has no cases", file=path, expected=expected))
        else:
            found.update(dict.fromkeys([path] if path == STDIN else map(str, listed)))
    return tuple(found), tuple(missing)


def _tasks(names: Iterable[str]) -> tuple[Tally, list[Task]]:
    total = Tally()
    tasks: list[Task] = []
    for name in names:
        try:
            found = opened(name)
        except ExceptionGroup as group:
            total += Tally(failed=1, faults=tuple(str(error) for error in leaves(group)))
        else:
            whole = (one for case in found for one in (case, *case.near_misses()))
            tasks += ((one, edition) for one in whole for edition in one.editions)
    return total, tasks


def _run(batches: list[list[Task]], processes: int) -> Iterator[Tally]:
    workers = min(processes, len(batches), os.cpu_count() or 1)
    if workers < len(("one", "another")):
        yield from map(_batch, batches)
        return
    pool = ProcessPoolExecutor(workers, initializer=leave_interrupts_to_the_parent)
    try:
        yield from pool.map(_batch, batches)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def leave_interrupts_to_the_parent() -> None:
    """Let a worker go on when the keyboard interrupts: its parent decides what becomes of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _batch(tasks: list[Task]) -> Tally:
    return reduce(add, (_tally(*task) for task in tasks), Tally())


def _tally(case: Case, edition: str) -> Tally:
    try:
        with located(case):
            failures = tuple(trial(case, edition).failures())
    except (EngineError, KnowledgeError) as error:
        return Tally(failed=1, defects=(str(error),))
    except SituationError as error:
        return Tally(failed=1, faults=(str(error),))
    except ExceptionGroup as group:
        return Tally(failed=1, faults=tuple(str(error) for error in leaves(group)))
    if failures:
        return Tally(failed=1, failures=failures)
    return Tally(passed=1, silent=0 if any(map(expects, case.asks)) else 1)


def expects(question: Question) -> bool:
    """Return whether a question says what its answer should be, in whatever part."""
    return any(
        getattr(question, one.name) != one.default
        for one in fields(question)
        if one.name not in {"who", "act", "sort", "at", "line"}
    )
