"""An interrupt from the keyboard ends a command, also while it cannot hear of it.

Python hears of an interrupt between two of its own steps, and all of a grounding is one step.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread

INTERRUPTED = 130
"""The exit code of a command that was interrupted."""

_GRACE = 0.5
_SHOW_CURSOR = b"\x1b[?25h"


@contextmanager
def ending_on_interrupt() -> Iterator[None]:
    """End this process soon after an interrupt, unless it has ended by itself before."""
    if current_thread() is not main_thread():  # it alone may hear of signals
        yield
        return
    reads, writes = os.pipe()
    os.set_blocking(writes, False)
    before = signal.set_wakeup_fd(writes, warn_on_full_buffer=False)
    Thread(target=_watch, args=(reads,), daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(writes)


def _watch(reads: int) -> None:
    with open(reads, "rb", buffering=0) as signals:
        while heard := signals.read(64):
            if signal.SIGINT in heard:
                time.sleep(_GRACE)
                if os.isatty(2):
                    os.write(2, _SHOW_CURSOR)  # a bar of progress may have hidden it
                os._exit(INTERRUPTED)
