"""Who answers a batch: children of this process, or the workers of a Dask scheduler.

No line is answered in this process, so that no line can end it. A line on which a worker dies twice
while it answers nothing else is told so, and the others are answered.
"""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import closing, contextmanager, suppress
from functools import partial, partialmethod
from logging import CRITICAL, getLogger
from operator import index

from aro.batch.line import Chunk, Manner, Told, answered, unanswered
from aro.errors import ProcessEnded, RulesError, SituationError
from aro.extras import extra
from aro.processes import Spread, hired, in_order

PATIENCE = 30.0
"""For how many seconds a scheduler may have no worker, or not answer."""

_TIMEOUT = 10
_POLL = 1.0
_TRIES = 2

_Future = Future[list[Told]]


@contextmanager
def open_workers(
    manner: Manner, processes: int | None, scheduler: str | None
) -> Iterator[Spread[Chunk, list[Told]]]:
    """Give what spreads chunks among the workers that are asked for; they leave at its end."""
    work = partial(answered, manner=manner)
    if scheduler is not None:
        with closing(_Cluster(work, scheduler)) as cluster:
            settle = _settled(manner, cluster.submit, cluster.fetch)
            yield partial(in_order, cluster.submit, max(cluster.workers(), 1), settle=settle)
        return
    many = os.cpu_count() or 1 if processes is None else index(processes)
    if many < 1:
        raise SituationError(f"processes is {many}; expected a number from 1")
    with hired(work, many) as submit:
        yield partial(in_order, submit, many, settle=_settled(manner, submit, Future.result))


def _settled(
    manner: Manner, submit: Callable[[Chunk], _Future], fetch: Callable[[_Future], list[Told]]
) -> Callable[[Chunk, _Future], list[Told]]:
    def settle(chunk: Chunk, future: _Future) -> list[Told]:
        try:
            return fetch(future)
        except ProcessEnded:
            return [alone(number, line) for number, line in chunk]

    def alone(number: int, line: bytes) -> Told:
        for _ in range(_TRIES):
            with suppress(ProcessEnded):
                [told] = fetch(submit(((number, line),)))
                return told
        return unanswered(number, line, manner)

    return settle


class _Cluster:
    """The workers of a Dask scheduler."""

    def __init__(self, work: Callable[[Chunk], list[Told]], address: str) -> None:
        self._dask = extra("distributed", "dask", "a scheduler")
        self._work, self._address = work, address
        # one that was never connected would wait when it is deleted; a connected one is closed.
        # For who listens and says nothing it would wait without end
        start = partialmethod(self._dask.Client.start, callback_timeout=_TIMEOUT)
        kind = type("Client", (self._dask.Client,), {"__del__": lambda _: None, "start": start})
        self._log = getLogger("distributed.client")
        self._level = self._log.level
        self._log.setLevel(CRITICAL)  # what it has to say is told by what is raised here
        try:
            self._client = kind(address, timeout=_TIMEOUT, set_as_default=False)
        except Exception as error:  # of Dask, which has no root of its own
            raise SituationError(f"there is no scheduler at {address}: {error}") from error
        self._pool = self._client.get_executor(pure=False)

    def workers(self) -> int:
        """Return how many threads there are, as the scheduler itself says now."""
        try:
            told = self._client.sync(self._client.scheduler.identity, callback_timeout=_TIMEOUT)
        except Exception as error:  # as above
            raise self._failed(f"has gone: {error}") from error
        return sum(worker["nthreads"] for worker in told["workers"].values())

    def submit(self, chunk: Chunk) -> _Future:
        """Hand a chunk to some worker."""
        found: _Future = self._pool.submit(self._work, chunk)
        return found

    def fetch(self, future: _Future) -> list[Told]:
        """Return what comes of a chunk, as long as there is somebody to answer it."""
        seen = time.monotonic()
        while not _done(future):
            if self.workers():
                seen = time.monotonic()
            elif time.monotonic() - seen > PATIENCE:
                raise self._failed(f"has had no worker for {PATIENCE:g} s")
        try:
            return future.result()
        except self._dask.KilledWorker as error:
            raise ProcessEnded("a worker died") from error
        except RulesError:
            raise
        except CancelledError as error:
            raise self._failed("has gone") from error
        except Exception as error:  # as above; what is wrong with a line is told in its answer
            raise self._failed(f"has workers that fail: {error!r}") from error

    def close(self) -> None:
        """Leave the scheduler."""
        self._client.close(timeout=_POLL)
        self._log.setLevel(self._level)

    def _failed(self, what: str) -> SituationError:
        return SituationError(f"the scheduler at {self._address} {what}")


def _done(future: _Future) -> bool:
    """Return whether a future has ended, for which it waits a while."""
    with suppress(TimeoutError, CancelledError):
        future.exception(timeout=_POLL)
    return future.done()
