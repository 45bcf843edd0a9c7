"""Work done by forks of a process, on all cores: they have what it has, and only answer."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar, cast

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


class Aside(Generic[_B]):
    """Work that a fork does beside what this process goes on with; its result is asked for once.

    The work has no forks of its own: what is stopped leaves nobody behind.
    """

    def __init__(self, work: Callable[[], _B]) -> None:
        context = get_context("fork")
        self._wire, theirs = context.Pipe(duplex=False)
        self._fork = context.Process(target=_answer, args=(theirs, work))
        self._fork.start()
        theirs.close()

    def result(self) -> _B:
        """Return what came of it, or raise what it raised; wait for it if need be."""
        found, error = self._wire.recv()
        self._fork.join()
        if error is not None:
            raise error
        return cast("_B", found)

    def stop(self) -> None:
        """End it, as nobody wants its result."""
        self._fork.kill()
        self._fork.join()


def _answer(wire: Connection, work: Callable[[], object]) -> None:
    leave_interrupts_to_the_parent()
    try:
        wire.send((work(), None))
    except Exception as error:  # noqa: BLE001  whatever it is, the parent raises it
        wire.send((None, error))


def leave_interrupts_to_the_parent() -> None:
    """Let a worker go on when the keyboard interrupts: its parent decides what becomes of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _begin(work: Callable[[Any], Any]) -> None:
    leave_interrupts_to_the_parent()
    _WORK.append(work)


def _do(item: Any) -> Any:  # noqa: ANN401  whatever the work is
    return _WORK[-1](item)
