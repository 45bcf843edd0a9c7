"""Where the command line prints: plain text, unless it is a terminal (`aro.cli.terminal`)."""

import io
import json
import sys
from collections.abc import Mapping

from aro.report import Grid, Sheet, text


class Screen:
    """Standard output that is a file or a pipe."""

    def __init__(self) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")

    def show(self, page: Sheet | Grid) -> None:
        """Print an answer that is laid out, and an empty line after it."""
        self.line(f"{text(page)}\n")

    def title(self, words: str) -> None:
        """Print the title of what follows."""
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
