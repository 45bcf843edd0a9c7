"""Where the command line prints on a terminal: tables and colour."""

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from aro.cli.screen import Page, Screen
from aro.report.terminal_writer import rendered

WIDEST = 1000
"""How many columns are used at most, whatever the environment says that there are."""


class TerminalScreen(Screen):
    """Standard output that is a terminal."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__(as_json=as_json)
        self._console = Console(highlight=False)
        self._console.width = min(self._console.width, WIDEST)

    def show(self, page: Page) -> None:
        """Print an answer that is laid out, and an empty line after it."""
        self._console.print(rendered(page))
        self._console.print()

    def title(self, words: str) -> None:
        """Print the title of what follows."""
        self._console.print(Rule(Text(words, style="bold"), align="left"))
