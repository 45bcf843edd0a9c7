"""Who answers a batch: this process, one for each core, or those of a Dask scheduler."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from aro.errors import EngineError, ProcessEnded, SituationError
from aro.extras import extra
from aro.processes import Spread, crew, in_order

_In = TypeVar("_In")
_Out = TypeVar("_Out")

_TIMEOUT = 10


@contextmanager
def open_workers(
    work: Callable[[_In], _Out], processes: int | None, scheduler: str | None
) -> Iterator[Spread[_In, _Out]]:
    """Give what spreads tasks among the workers that are asked for; they leave at its end."""
    if scheduler is not None:
        with _cluster(work, scheduler) as spread:
            yield spread
        return
    try:
        with crew(work, processes or os.cpu_count() or 1) as spread:
            yield spread
    except ProcessEnded as ended:
        what = f"{ended.message}; the same command goes on where this one ended"
        raise EngineError(what) from ended


@contextmanager
def _cluster(work: Callable[[_In], _Out], address: str) -> Iterator[Spread[_In, _Out]]:
    dask = extra("distributed", "dask", "a scheduler")
    try:
        client = dask.Client(address, timeout=_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SituationError(f"there is no scheduler at {address}: {error}") from error
    with client:
        many = max(sum(client.nthreads().values()), 1)
        yield partial(in_order, client.get_executor(pure=False), work, many)
