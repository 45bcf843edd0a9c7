"""Where the command line prints: tables and colour on a terminal, plain text anywhere else."""

import io
import json
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.rule import Rule
from rich.text import Text

from aro.cases.suite import Watcher
from aro.report import Grid, Sheet, terminal, text

_PATIENCE = 1.0


class Screen:
    """Standard output, and a progress bar on standard error."""

    def __init__(self) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        self._console = Console(highlight=False)

    def show(self, page: Sheet | Grid) -> None:
        """Print an answer that is laid out, and an empty line after it."""
        if self._console.is_terminal:
            self._console.print(terminal(page))
            self._console.print()
        else:
            self.line(f"{text(page)}\n")

    def title(self, words: str) -> None:
        """Print the title of what follows."""
        if self._console.is_terminal:
            self._console.print(Rule(Text(words, style="bold"), align="left"))
        else:
            self.line(f"{words}\n{'=' * len(words)}")

    def line(self, words: str) -> None:
        """Print a line as it is."""
        sys.stdout.write(f"{words}\n")

    def note(self, words: str) -> None:
        """Tell the user something beside what is printed."""
        sys.stderr.write(f"aro: {words}\n")

    def json(self, document: Mapping[str, object]) -> None:
        """Print a JSON document."""
        self.line(json.dumps(document, indent=2, ensure_ascii=False))

    @contextmanager
    def progress(self, what: str) -> Iterator[Watcher | None]:
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
