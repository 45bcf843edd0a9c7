"""Sheets and tables as plain text, for pipes, files and `print`."""

import textwrap
from collections.abc import Iterator
from functools import partial

from aro.report.sheet import Entry, Grid, Sheet

WIDTH = 88

_wrapped = partial(textwrap.wrap, width=WIDTH, break_long_words=False, break_on_hyphens=False)


def sheet_text(sheet: Sheet) -> str:
    """Return a sheet as lines of text, without a line's end after the last."""
    return "\n".join(_lines(sheet))


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
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return "\n".join([grid.title, *(f"  {line}" for line in lines)])


def _lines(sheet: Sheet) -> Iterator[str]:
    yield from textwrap.wrap(sheet.title, WIDTH)
    answer = ", ".join(filter(None, (sheet.word, sheet.manner)))
    if answer or sheet.stamp:
        yield f"{answer} ({sheet.stamp})" if sheet.stamp else answer
    for heading, entries in sheet.sections:
        yield from ("", f"  {heading}")
        width = max(len(entry.label) for entry in entries)
        for entry in entries:
            yield from _entry_lines(entry, f"{entry.label:<{width}}  " if width else "")


def _entry_lines(entry: Entry, label: str) -> Iterator[str]:
    if len(label) > WIDTH // 3:
        yield f"    {entry.label}"
        label = "  "
    first = f"    {label}"
    margin = " " * len(first)
    yield from _wrapped(entry.name, initial_indent=first, subsequent_indent=margin)
    if entry.link:
        yield f"{margin}{entry.link}"
    for says in entry.says:
        yield from _wrapped(says, initial_indent=f"{margin}  ", subsequent_indent=f"{margin}  ")
