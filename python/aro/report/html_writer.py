"""Sheets and tables as HTML for notebooks; everything that comes from outside is escaped."""

from collections.abc import Iterator
from html import escape

from aro.report.sheet import Entry, Grid, Sheet, spelled

_COLOURS = {"good": "#1a7f37", "bad": "#cf222e", "open": "#9a6700", "plain": "inherit"}


def page_html(page: Sheet | Grid) -> str:
    """Return a sheet or a table as one HTML element.

    >>> page_html(Grid(title="Ages", heads=("who",), rows=(("<Ann>",),)))[:46]
    '<table class="aro"><caption>Ages</caption><tr>'
    """
    shown = spelled(page, escape)
    return "".join(_sheet(shown)) if isinstance(shown, Sheet) else _grid(shown)


def _grid(grid: Grid) -> str:
    if not grid.rows:
        return f'<p class="aro">{grid.title}: {grid.none}</p>'
    heads = "".join(f"<th>{head}</th>" for head in grid.heads)
    rows = ("".join(f"<td>{cell}</td>" for cell in row) for row in grid.rows)
    body = "".join(f"<tr>{cells}</tr>" for cells in (heads, *rows))
    return f'<table class="aro"><caption>{grid.title}</caption>{body}</table>'


def _sheet(sheet: Sheet) -> Iterator[str]:
    yield f'<div class="aro"><p><b>{sheet.title}</b><br>'
    yield f'<strong style="color:{_COLOURS[sheet.tone]}">{sheet.word}</strong>'
    yield f"{', ' if sheet.word and sheet.manner else ''}{sheet.manner}"
    yield f" <small>({sheet.stamp})</small></p>" if sheet.stamp else "</p>"
    for heading, entries in sheet.sections:
        yield f"<h5>{heading}</h5><dl>"
        for entry in entries:
            label = f"{entry.label} " if entry.label else ""
            yield f"<dt>{label}{_linked(entry)}</dt>"
            yield from (f"<dd>{says}</dd>" for says in entry.says)
        yield "</dl>"
    yield "</div>"


def _linked(entry: Entry) -> str:
    if not entry.link:
        return entry.name
    if not entry.link.startswith(("http://", "https://")):
        return f"{entry.name} {entry.link}"
    return f'<a href="{entry.link}" rel="noreferrer">{entry.name}</a>'
