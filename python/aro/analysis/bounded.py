"""Analyses in a process of their own: bounded in memory and time, what they found so far is kept.

Grounding cannot be interrupted, and an amendment may come from a stranger; a process can be ended.
"""

import gc
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any, NamedTuple, TypeVar

from aro.errors import GaveUp, ProcessEnded, Spent
from aro.processes import Child, Watcher

_T = TypeVar("_T")

SECONDS = 120.0
"""How long an analysis may take unless a caller says otherwise."""

MEGABYTES = 12288
"""How much memory an analysis may take; that of N2, the largest edition, takes more than 6 GB."""


class Progress(NamedTuple):
    """How far an analysis has come, and with `found` what its answer would be so far."""

    done: int
    steps: int
    found: Any = None


Report = Callable[[Progress], None]
"""Takes in how far an analysis has come."""


def quiet(progress: Progress) -> None:
    """Take in how far an analysis has come, and do nothing with it."""
    del progress


def bounded(
    analysis: Callable[..., _T],
    *given: object,
    seconds: float = SECONDS,
    watch: Watcher | None = None,
) -> tuple[_T, str | None]:
    """Return the answer of `analysis(report, *given)`, which runs in a process of its own.

    The second value is None, or says how far the analysis came before it reached a bound. What it
    raises is raised here. Raises `GaveUp` if it had found nothing by then.
    """
    last = Progress(0, 0)

    def hear(progress: Progress) -> None:
        nonlocal last
        last = progress if progress.found is not None else progress._replace(found=last.found)
        if watch:
            watch(progress.done, progress.steps)

    work = partial(_answer, analysis)
    try:
        with closing(Child[object, _T](work, megabytes=MEGABYTES, hear=hear)) as child:
            child.give(given)
            return child.result(min(seconds, 1e6)), None
    except ProcessEnded as ended:
        bound = "time" if ended.overdue else "memory"
        if last.found is None:
            spent = Spent(seconds=seconds) if ended.overdue else Spent(megabytes=MEGABYTES)
            raise GaveUp(spent) from ended
        far = f"{last.done} of {last.steps} steps"
        return last.found, f"stopped for want of {bound}, {far} of it done"


def in_vain(searches: int) -> str | None:
    """Return what is said of searches that were given up without an answer, if there were any."""
    return f"searches given up, and counted as in vain: {searches:,}" if searches else None


def _answer(analysis: Callable[..., _T], report: Report, given: tuple[object, ...]) -> _T:
    gc.disable()  # the process is bounded and keeps what it makes: to collect costs a quarter
    return analysis(report, *given)
