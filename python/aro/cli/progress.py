"""A progress bar on standard error, for commands that take their time."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from aro.processes import Watcher

_PATIENCE = 1.0


@contextmanager
def progress(what: str) -> Iterator[Watcher | None]:
    """Give a watcher that draws a bar for what takes longer than a second."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, TimeRemainingColumn(), console=console, transient=True)
    task = bar.add_task(what, total=None)
    begun = time.monotonic()

    def watch(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)
        if time.monotonic() - begun > _PATIENCE:
            bar.start()

    try:
        yield watch
    finally:
        bar.stop()
