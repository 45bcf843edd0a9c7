"""Sheets and tables as HTML for notebooks; everything that comes from outside is escaped."""

from collections.abc import Iterator
from html import escape

from aro.report.sheet import Entry, Grid, Sheet

_COLOURS = {"good": "#1a7f37", "bad": "#cf222e", "open": "#9a6700", "plain": "inherit"}


def page_html(page: Sheet | Grid) -> str:
    """Return a sheet or a table as one HTML element.

    >>> page_html(Grid(title="Ages", heads=("who",), rows=(("<Ann>",),)))[:46]
    '<table class="aro"><caption>Ages</caption><tr>'
    """
    return "".join(_sheet(page)) if isinstance(page, Sheet) else _grid(page)


def _grid(grid: Grid) -> str:
    if not grid.rows:
        return f'<p class="aro">{escape(grid.title)}: {escape(grid.none)}</p>'
    heads = "".join(f"<th>{escape(head)}</th>" for head in grid.heads)
    rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in grid.rows)
    body = "".join(f"<tr>{cells}</tr>" for cells in (heads, *rows))
    return f'<table class="aro"><caption>{escape(grid.title)}</caption>{body}</table>'


def _sheet(sheet: Sheet) -> Iterator[str]:
    yield f'<div class="aro"><p><b>{escape(sheet.title)}</b><br>'
    yield f'<strong style="color:{_COLOURS[sheet.tone]}">{escape(sheet.word)}</strong>'
    yield f"{', ' if sheet.word and sheet.manner else ''}{escape(sheet.manner)}"
    yield f" <small>({escape(sheet.stamp)})</small></p>" if sheet.stamp else "</p>"
    for heading, entries in sheet.sections:
        yield f"<h5>{escape(heading)}</h5><dl>"
        for entry in entries:
            label = f"{escape(entry.label)} " if entry.label else ""
            yield f"<dt>{label}{_linked(entry)}</dt>"
            yield from (f"<dd>{escape(says)}</dd>" for says in entry.says)
        yield "</dl>"
    yield "</div>"


def _linked(entry: Entry) -> str:
    name = escape(entry.name)
    if entry.link is None:
        return name
    if not entry.link.startswith(("http://", "https://")):
        return f"{name} {escape(entry.link)}"
    return f'<a href="{escape(entry.link)}" rel="noreferrer">{name}</a>'
