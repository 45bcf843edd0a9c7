"""Who answers a batch: this process, one for each core, or those of a Dask scheduler."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TypeVar

from aro.cases.suite import leave_interrupts_to_the_parent
from aro.errors import EngineError, SituationError
from aro.extras import extra

_In = TypeVar("_In")
_Out = TypeVar("_Out")

_AHEAD = 4
_TIMEOUT = 10


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, of None this process itself, and how many tasks it does at once."""

    executor: Executor | None = None
    many: int = 1

    def spread(self, work: Callable[[_In], _Out], tasks: Iterable[_In]) -> Iterator[_Out]:
        """Yield what comes of tasks, in their order; only a few are taken ahead of their turn."""
        if self.executor is None:
            yield from map(work, tasks)
            return
        waiting: deque[Future[_Out]] = deque()
        for task in tasks:
            waiting.append(self.executor.submit(work, task))
            if len(waiting) > _AHEAD * self.many:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


@contextmanager
def open_workers(processes: int | None, scheduler: str | None) -> Iterator[Workers]:
    """Give the workers that are asked for; those of a pool leave with it."""
    many = processes or os.cpu_count() or 1
    if scheduler is not None:
        with _cluster(scheduler) as found:
            yield found
    elif many == 1:
        yield Workers()
    else:
        # a fork would copy the threads' locks, of pyarrow for one, as they happen to be
        spawn = get_context("spawn")
        pool = ProcessPoolExecutor(many, spawn, initializer=leave_interrupts_to_the_parent)
        try:
            yield Workers(pool, many)
        except BrokenProcessPool as broken:
            told = "a worker process died; the same command goes on where this one ended"
            raise EngineError(told) from broken
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    dask = extra("distributed", "dask", "a scheduler")
    try:
        client = dask.Client(address, timeout=_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SituationError(f"there is no scheduler at {address}: {error}") from error
    with client:
        many = sum(client.nthreads().values())
        yield Workers(client.get_executor(pure=False), max(many, 1))
