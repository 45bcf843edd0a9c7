"""Sheets and tables as plain text, for pipes, files and `print`."""

import textwrap
from collections.abc import Iterator
from functools import partial

from aro.report.sheet import Entry, Grid, Sheet, spelled

WIDTH = 80

_wrapped = partial(textwrap.wrap, width=WIDTH, break_long_words=False, break_on_hyphens=False)


def page_text(page: Sheet | Grid) -> str:
    """Return a sheet, or a table in columns, without a line's end after the last line.

    >>> print(page_text(Grid(title="Ages", heads=("who", "age"), rows=(("Ann", "7"),))))
    Ages
      who  age
      Ann  7
    """
    shown = spelled(page)
    return "\n".join(_sheet(shown) if isinstance(shown, Sheet) else _grid(shown))


def _grid(grid: Grid) -> Iterator[str]:
    yield grid.title if grid.rows else f"{grid.title}: {grid.none}"
    rows = (grid.heads, *grid.rows) if grid.rows else ()
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for *first, last in rows:
        start = "  ".join(("", *map(str.ljust, first, widths), ""))
        room, margin = max(WIDTH, len(start) + WIDTH // 3), " " * len(start)
        lines = _wrapped(last, width=room, initial_indent=start, subsequent_indent=margin)
        yield from lines or [start.rstrip()]


def _sheet(sheet: Sheet) -> Iterator[str]:
    yield from textwrap.wrap(sheet.title, WIDTH)
    answer = ", ".join(filter(None, (sheet.word, sheet.manner)))
    if answer or sheet.stamp:
        yield from _wrapped(f"{answer} ({sheet.stamp})" if sheet.stamp else answer)
    for heading, entries in sheet.sections:
        yield from ("", f"  {heading}")
        width = max(len(entry.label) for entry in entries)
        for entry in entries:
            yield from _entry(entry, f"{entry.label:<{width}}  " if width else "")


def _entry(entry: Entry, label: str) -> Iterator[str]:
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
