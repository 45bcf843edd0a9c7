"""Work shared among all cores by forks of a process: they have what it has, and only answer."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

from aro.sweep import leave_interrupts_to_the_parent

_A = TypeVar("_A")
_B = TypeVar("_B")

_WORK: list[Callable[[Any], Any]] = []


def shared(work: Callable[[_A], _B], items: Sequence[_A]) -> Iterator[_B]:
    """Yield what comes of the work on each item, in their order; a worker may do more than one."""
    workers = min(os.cpu_count() or 1, len(items))
    if workers < len(("one", "another")):
        yield from map(work, items)
        return
    pool = ProcessPoolExecutor(
        workers, mp_context=get_context("fork"), initializer=_begin, initargs=(work,)
    )
    with pool:
        yield from pool.map(_do, items)


def _begin(work: Callable[[Any], Any]) -> None:
    leave_interrupts_to_the_parent()
    _WORK.append(work)


def _do(item: Any) -> Any:  # noqa: ANN401  whatever the work is
    return _WORK[-1](item)
