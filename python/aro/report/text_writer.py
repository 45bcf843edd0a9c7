"""Sheets and tables as plain text, for pipes, files and `print`."""

import textwrap
from collections.abc import Iterator

from aro.report.sheet import Entry, Grid, Sheet

WIDTH = 88


def sheet_text(sheet: Sheet) -> str:
    """Return a sheet as lines of text, without a line's end after the last."""
    return "\n".join(_sheet(sheet))


def grid_text(grid: Grid) -> str:
    """Return a table as text in columns, without a line's end after the last.

    >>> print(grid_text(Grid(title="Ages", heads=("who", "age"), rows=(("Ann", "7"),))))
    Ages
      who  age
      Ann  7
    """
    if not grid.rows:
        return f"{grid.title}: {grid.none}"
    rows = (grid.heads, *grid.rows)
    widths = [max(len(row[place]) for row in rows) for place in range(len(grid.heads))]
    lines = (
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "\n".join([grid.title, *(f"  {line.rstrip()}" for line in lines)])


def _sheet(sheet: Sheet) -> Iterator[str]:
    yield from textwrap.wrap(sheet.title, WIDTH)
    answer = ", ".join(filter(None, (sheet.word, sheet.manner)))
    if answer or sheet.stamp:
        yield f"{answer} ({sheet.stamp})" if sheet.stamp else answer
    for section in sheet.sections:
        yield ""
        yield f"  {section.heading}"
        width = max(len(entry.label) for entry in section.entries)
        for entry in section.entries:
            yield from _entry(entry, width)


def _entry(entry: Entry, width: int) -> Iterator[str]:
    label = f"{entry.label:<{width}}  " if width else ""
    wide = len(label) > WIDTH // 3
    if wide:
        yield f"    {entry.label}"
        label = ""
    margin = " " * (4 + len(label) + (2 if wide else 0))
    first = margin if wide else f"    {label}"
    yield from textwrap.wrap(
        entry.name,
        WIDTH,
        initial_indent=first,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )
    if entry.link:
        yield f"{margin}{entry.link}"
    for says in entry.says:
        yield from textwrap.wrap(
            says,
            WIDTH,
            initial_indent=f"{margin}  ",
            subsequent_indent=f"{margin}  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
