"""Sheets and tables for a terminal, in colour and columns."""

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from aro.report.sheet import Entry, Grid, Section, Sheet, spelled

_STYLES = {"good": "bold green", "bad": "bold red", "open": "bold yellow", "plain": "bold"}


def rendered(page: Sheet | Grid) -> RenderableType:
    """Return a sheet or a table for rich to print; nothing in it is read as markup."""
    shown = spelled(page)
    return _sheet(shown) if isinstance(shown, Sheet) else _grid(shown)


def _sheet(sheet: Sheet) -> RenderableType:
    answer = Text(sheet.word, style=_STYLES[sheet.tone])
    manner = f", {sheet.manner}" if sheet.word and sheet.manner else sheet.manner
    answer.append(manner, style="not bold default")
    if sheet.stamp:
        answer.append(f"  {sheet.stamp}", style="not bold dim")
    parts: list[RenderableType] = [Text(sheet.title, style="bold"), answer]
    for section in sheet.sections:
        parts += [Text(""), Text(f"  {section.heading}", style="bold cyan"), _section(section)]
    return Group(*parts)


def _grid(grid: Grid) -> RenderableType:
    if not grid.rows:
        return Text.assemble((grid.title, "bold"), f": {grid.none}")
    table = Table(title=Text(grid.title, style="bold"), title_justify="left", box=SIMPLE_HEAD)
    for place, head in enumerate(grid.heads):
        table.add_column(Text(head), no_wrap=place == 0, overflow="fold")
    for row in grid.rows:
        table.add_row(*map(Text, row))
    return table


def _section(section: Section) -> RenderableType:
    labelled = any(entry.label for entry in section.entries)
    table = Table.grid(padding=(0, 2))
    if labelled:
        table.add_column(ratio=1, max_width=28, overflow="fold")
    table.add_column(ratio=3, overflow="fold")
    for entry in section.entries:
        label = [Text(entry.label, style="magenta")] if labelled else []
        table.add_row(*label, _entry(entry))
    return Padding(table, (0, 0, 0, 4))


def _entry(entry: Entry) -> RenderableType:
    parts: list[RenderableType] = [Text(entry.name, style="bold" if entry.says else "")]
    if entry.link:
        parts.append(Text(entry.link, style="blue underline"))
    parts += [Padding(Text(says), (0, 0, 0, 2)) for says in entry.says]
    return Group(*parts)
