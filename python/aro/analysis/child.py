"""Analyses in a process of their own: bounded in memory and time, and what they found so far kept.

Grounding cannot be interrupted, and an amendment may come from a stranger; a process can be ended.
"""

import gc
import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

from aro.errors import GaveUp, Spent

_T = TypeVar("_T")

Watch = Callable[[int, int], None]

SECONDS = 120.0
"""How long an analysis may take unless it is told otherwise."""

MEGABYTES = 2048
"""How much memory an analysis may take unless it is told otherwise."""

_BREATH = 0.1


class Course(Generic[_T]):
    """How far an analysis is: it `steps`, and `keeps` what it would answer so far."""

    def __init__(self, watch: Watch | None = None) -> None:
        self._watch = watch

    def step(self, done: int, of: int) -> None:
        """Tell that so many of so many steps are done."""
        if self._watch:
            self._watch(done, of)

    def keep(self, found: _T) -> None:
        """Keep an answer, should there be no time for a better one."""
        del found


class _Sent(Course[_T]):
    """The course of an analysis in a child, told to its parent."""

    def __init__(self, wire: Connection) -> None:
        super().__init__()
        self._wire = wire

    def step(self, done: int, of: int) -> None:
        self._wire.send(("step", (done, of)))

    def keep(self, found: _T) -> None:
        self._wire.send(("kept", found))


def apart(
    analysis: Callable[..., _T],
    *given: object,
    seconds: float = SECONDS,
    megabytes: int = MEGABYTES,
    watch: Watch | None = None,
) -> tuple[_T, str | None]:
    """Return what `analysis(course, *given)` finds in a process of its own.

    Beside it stands None, or, if a bound was reached, how far it came; what it raises is raised.
    Raises `GaveUp` if it had found nothing by then.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=_run, args=(theirs, megabytes, analysis, given))
    begun = time.monotonic()
    child.start()
    theirs.close()
    try:
        return _listen(ours, begun + seconds, seconds, watch)
    finally:
        _end(child)


def in_vain(searches: int) -> str | None:
    """Return what is told of searches that were given up before they could tell, if any were."""
    return f"searches given up, and counted as in vain: {searches:,}" if searches else None


def _end(child: SpawnProcess) -> None:
    """End a child, and the workers that it has."""
    if child.pid is not None:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.join()


def _listen(
    wire: Connection, deadline: float, seconds: float, watch: Watch | None
) -> tuple[Any, str | None]:
    kept: list[Any] = []
    far = "nothing"
    while (said := _next(wire, deadline)) is not None:
        match said:
            case "step", (done, of):
                far = f"{done} of {of} steps"
                if watch:
                    watch(done, of)
            case "kept", found:
                kept = [found]
            case "raised", error:
                raise error
            case "done", found:
                return found, None
    if not kept:
        raise GaveUp(Spent(conflicts=0, seconds=seconds))
    bound = "for want of time" if time.monotonic() > deadline else "for want of memory"
    return kept[0], f"stopped {bound}, {far} of it done"


def _next(wire: Connection, deadline: float) -> Any:  # noqa: ANN401  whatever a child found
    """Return what the child says next; None when it is silent for good, or its time is over."""
    while time.monotonic() < deadline:
        try:
            if wire.poll(_BREATH):
                return wire.recv()
        except EOFError:
            return None
    return None


def _run(
    wire: Connection, megabytes: int, analysis: Callable[..., object], given: tuple[object, ...]
) -> None:
    os.setpgrp()
    gc.disable()  # it has bounds of its own, and what it makes it keeps: to look costs a quarter
    bound = megabytes << 20
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    try:
        found = analysis(_Sent[object](wire), *given)
    except MemoryError:
        return
    except Exception as error:  # noqa: BLE001  whatever it is, the parent raises it
        wire.send(("raised", error))
        return
    wire.send(("done", found))
