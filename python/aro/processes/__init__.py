"""Processes for work that this one cannot interrupt or not do alone, all started in one way.

A child runs one function on the items that it is given, and sends back what comes of each. The
function and the items travel as pickles: it is importable, a `partial` of such a one, or an object
that can be called and keeps between two items what it has prepared.

A child is a fresh interpreter and never a fork, which would copy locks that other threads hold. It
ends as soon as its parent has gone, however that ended. An interrupt from the keyboard does not
reach it: the parent alone decides what becomes of it.
"""

import os
import pickle
import resource
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from queue import SimpleQueue
from subprocess import DEVNULL, Popen
from threading import Event, Lock, Thread, local
from typing import Any, Generic, TypeVar, cast

from aro.errors import ProcessEnded, visible

_In = TypeVar("_In")
_Out = TypeVar("_Out")

Watcher = Callable[[int, int], None]
"""Is called now and then with how many steps of some work are done, and how many there are."""

Spread = Callable[[Iterable[_In]], Iterator[_Out]]
"""Yields what comes of items, in their order."""

SECONDS = 60.0
"""How much of a processor's time a case may take in a process that ends otherwise."""

MEGABYTES = 4096
"""How much more memory that process may take meanwhile than it had."""

_START = "import sys; sys.path[:0] = sys.argv[1:]; from aro.processes import serve; serve()"
_AHEAD = 4
"""How many items for each worker are handed out before the first of them is answered."""


class Child(Generic[_In, _Out]):
    """A process that does some work on each item that it is given; `close` it in any case.

    It may take so many `megabytes`, of None as many as it wants. With `hear`, the work is called
    with a function before the item. What it says to that function is heard here, as long as a
    result is waited for.
    """

    def __init__(
        self,
        work: Callable[..., _Out],
        *,
        megabytes: int | None = None,
        hear: Callable[[Any], None] | None = None,
    ) -> None:
        self._hear = hear
        self._ending = Lock()
        self._wire, theirs = Pipe()
        with theirs:
            self._process = Popen(  # noqa: S603  this interpreter, and where its modules are
                [sys.executable, "-I", *["-B"] * sys.dont_write_bytecode, "-c", _START, *_path()],
                stdin=theirs.fileno(),
                stdout=DEVNULL,
                process_group=0,
            )
        self._send((megabytes, hear is not None))
        self._send(work)

    def give(self, item: _In) -> None:
        """Give it an item; what comes of the items is answered in their order."""
        self._send(item)

    def result(self, seconds: float | None = None) -> _Out:
        """Return what came of the next item, or raise what it raised; wait for it if need be.

        Raises `ProcessEnded` if the process died, or if there is no result after so many seconds.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            try:
                if not self._wire.poll(left):
                    raise ProcessEnded(f"no answer within {seconds:g} s", overdue=True)
                kind, value = self._wire.recv()
            except (EOFError, ConnectionError) as error:
                raise ProcessEnded("a worker process died") from error
            if kind == "raised":
                raise value
            if kind == "done":
                return cast("_Out", value)
            if self._hear is not None:
                self._hear(value)

    def close(self) -> None:
        """End it at once, with all the children that it has; again does nothing."""
        with self._ending:
            self._process.kill()
            self._process.wait()
            self._wire.close()

    def _send(self, value: object) -> None:
        with suppress(ConnectionError):  # that it died is told by `result`
            self._wire.send(value)


@contextmanager
def crew(work: Callable[[_In], _Out], processes: int) -> Iterator[Spread[_In, _Out]]:
    """Give what spreads items among so many processes; if it is one, this one does the work."""
    if processes <= 1:
        yield partial(map, work)
        return
    with hired(work, processes) as submit:
        yield partial(in_order, submit, processes)


@contextmanager
def hired(work: Callable[[_In], _Out], processes: int) -> Iterator[Callable[[_In], "Future[_Out]"]]:
    """Give what hands an item to the next of so many children that is idle; they leave at its end.

    A child that has died is replaced: what it died of gets the `ProcessEnded`, the others go on.
    """
    children: list[Child[_In, _Out]] = []
    of_thread = local()  # each thread has a child of its own

    def do(item: _In) -> _Out:
        child: Child[_In, _Out] | None = getattr(of_thread, "child", None)
        if child is None:
            child = of_thread.child = Child(work)
            children.append(child)
        try:
            child.give(item)
            return child.result()
        except ProcessEnded:
            child.close()
            of_thread.child = None
            raise

    def end() -> None:
        for child in children:
            child.close()

    pool = ThreadPoolExecutor(processes)
    try:
        yield lambda item: pool.submit(do, item)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        end()
        pool.shutdown()
        end()  # one more may have been started meanwhile


def in_order(
    submit: Callable[[_In], "Future[_Out]"],
    workers: int,
    items: Iterable[_In],
    settle: Callable[[_In, "Future[_Out]"], _Out] = lambda _, future: future.result(),
) -> Iterator[_Out]:
    """Yield what comes of items, in their order; only a few are handed out ahead of it."""
    waiting: deque[tuple[_In, Future[_Out]]] = deque()
    for item in items:
        waiting.append((item, submit(item)))
        if len(waiting) > _AHEAD * workers:
            yield settle(*waiting.popleft())
    while waiting:
        yield settle(*waiting.popleft())


@contextmanager
def ending(what: str) -> Iterator[None]:
    """End this process with code 2 if the work within takes too much time or memory.

    Grounding and compiling cannot be interrupted: nothing else bounds them.
    """
    done, had = Event(), (time.process_time(), _megabytes())
    Thread(target=_bound, args=(done, visible(what), *had), daemon=True).start()
    try:
        yield
    finally:
        done.set()


def _bound(done: Event, what: str, begun: float, before: int) -> None:
    while not done.wait(0.25):
        late = time.process_time() - begun > SECONDS
        large = _megabytes() - before > MEGABYTES
        if late or large:
            most = f"{SECONDS:g} s" if late else f"{MEGABYTES} MB"
            try:
                sys.stdout.flush()  # what was answered before
                os.write(2, f"{what}: no answer within {most}\n".encode(errors="replace"))
            finally:
                os._exit(2)


def _megabytes() -> int:
    with suppress(OSError), open("/proc/self/statm", "rb") as told:  # noqa: PTH123  read often
        return int(told.read().split()[1]) * resource.getpagesize() >> 20
    return 0  # of another system it is not known


def serve() -> None:
    """Do what the parent wants done until it has gone: this is what a child runs."""
    wire: Connection[Any, Any] = Connection(os.dup(sys.stdin.fileno()))
    messages: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(wire, messages), daemon=True).start()

    def say(value: object) -> None:
        wire.send(("said", value))

    try:
        megabytes, speaks = pickle.loads(messages.get())  # noqa: S301  the parent is no stranger
        # the modules of the work first: Python that lacks memory may call a module misspelt
        work = pickle.loads(messages.get())  # noqa: S301  as above
        if megabytes is not None:
            with suppress(OSError, ValueError):  # a system may not bound it
                resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2)
        do = partial(work, say) if speaks else work
        while True:
            item = pickle.loads(messages.get())  # noqa: S301  as above
            wire.send(("done", do(item)))
    except Exception as error:  # noqa: BLE001  whatever it is, the parent raises it
        # the system says "failed to map segment" where it has no memory to load a library
        if isinstance(error, MemoryError) or "failed to map segment" in str(error):
            os._exit(1)
        wire.send(("raised", error))


def _listen(wire: "Connection[Any, Any]", messages: "SimpleQueue[bytes]") -> None:
    """Take the parent's messages in; when the parent has gone, end this process at once."""
    with suppress(EOFError, OSError):
        while True:
            messages.put(wire.recv_bytes())
    os._exit(1)


def _path() -> list[str]:
    """Return where a child finds modules: aro, and in the parent's own places.

    Of these, the folder that one happens to be in is none: anybody may have filled it.
    """
    found = [str(Path(__file__).parents[2])]
    for place in filter(os.path.isabs, sys.path):
        with suppress(OSError):  # a place may not be there
            if not os.path.samefile(place, "."):  # noqa: PTH121  as it stands
                found.append(place)
    return found
