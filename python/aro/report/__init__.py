"""Answers as people read them: text, HTML for notebooks, tables for a terminal.

Each answer is laid out once, as a sheet of headings and entries; text, HTML and terminal are three
ways to write the same sheet, so none says more than another.
"""

from collections.abc import Iterable

from rich.console import RenderableType

from aro.answers import Outcome, Verdict
from aro.pictures import after
from aro.report.html import sheet_html
from aro.report.outcome import outcome_sheet
from aro.report.sheet import Grid, Sheet
from aro.report.terminal import grid_terminal, sheet_terminal
from aro.report.text_writer import grid_text, sheet_text
from aro.report.verdict import choices_grid, verdict_sheet

__all__ = [
    "Grid",
    "Sheet",
    "choices_grid",
    "choices_text",
    "outcome_html",
    "outcome_sheet",
    "outcome_text",
    "terminal",
    "text",
    "verdict_html",
    "verdict_sheet",
    "verdict_text",
]


def verdict_text(verdict: Verdict) -> str:
    """Return a verdict as text.

    >>> from aro import Act, Rulebook, Situation, Trooper
    >>> table = Situation(active="red", troopers=[Trooper("ninja", side="red")])
    >>> print(verdict_text(Rulebook("n5").is_legal(table, Act("ninja", "move"))).splitlines()[0])
    ninja move, first Skill
    """
    return sheet_text(verdict_sheet(verdict))


def verdict_html(verdict: Verdict) -> str:
    """Return a verdict as HTML, with everything in it escaped."""
    return sheet_html(verdict_sheet(verdict))


def outcome_text(outcome: Outcome) -> str:
    """Return an outcome as text.

    >>> from aro import Rulebook, Situation, Trooper
    >>> table = Situation(active="red", troopers=[Trooper("ninja", side="red")])
    >>> print(outcome_text(Rulebook("n5").resolve(table.declare("ninja", "move"))).splitlines()[0])
    The Order: ninja move
    """
    return sheet_text(outcome_sheet(outcome))


def outcome_html(outcome: Outcome) -> str:
    """Return an outcome as HTML, with everything in it escaped, and the table it leaves behind.

    Where it hangs on what is unknown there is no one table, and none is drawn.
    """
    told = sheet_html(outcome_sheet(outcome))
    return told if outcome.unsure else f"{told}<figure>{after(outcome)}</figure>"


def choices_text(name: str, verdicts: Iterable[Verdict]) -> str:
    """Return what a trooper may declare as text.

    >>> choices_text("guard", ())
    'guard may declare: nothing'
    """
    return grid_text(choices_grid(name, verdicts))


def text(page: Sheet | Grid) -> str:
    """Return anything that is laid out as plain text."""
    return sheet_text(page) if isinstance(page, Sheet) else grid_text(page)


def terminal(page: Sheet | Grid) -> RenderableType:
    """Return anything that is laid out as rich prints it."""
    return sheet_terminal(page) if isinstance(page, Sheet) else grid_terminal(page)
