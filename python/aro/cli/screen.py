"""Where the command line prints: plain text, unless it is a terminal (`aro.cli.terminal`)."""

import io
import sys

from aro import report
from aro.report import Grid, Sheet


class Screen:
    """Standard output that is a file or a pipe."""

    def __init__(self) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")

    def show(self, page: Sheet | Grid) -> None:
        """Print an answer that is laid out, and an empty line after it."""
        self.line(f"{report.text(page)}\n")

    def title(self, words: str) -> None:
        """Print the title of what follows."""
        self.line(f"{words}\n{'=' * len(words)}")

    def line(self, words: str) -> None:
        """Print a line as it is."""
        sys.stdout.write(f"{words}\n")

    def note(self, words: str) -> None:
        """Tell the user something beside what is printed."""
        sys.stderr.write(f"aro: {words}\n")

    def json(self, document: object) -> None:
        """Print an answer as a JSON document."""
        self.line(report.json(document))
