"""Sheets as Markdown."""

from collections.abc import Iterable, Iterator

from aro.report.sheet import Sheet


def markdown(sheets: Iterable[Sheet]) -> str:
    """Return sheets as one document of Markdown."""
    return "\n".join(line for sheet in sheets for line in _lines(sheet))


def _lines(sheet: Sheet) -> Iterator[str]:
    yield f"## {sheet.title}\n"
    answer = ", ".join(filter(None, (f"**{sheet.word}**" if sheet.word else "", sheet.manner)))
    if answer:
        yield f"{answer}\n"
    for heading, entries in sheet.sections:
        yield f"### {heading}\n"
        for entry in entries:
            yield f"- {entry.label + ' ' if entry.label else ''}{entry.name}"
            yield from (f"  {says}" for says in entry.says)
        yield ""
