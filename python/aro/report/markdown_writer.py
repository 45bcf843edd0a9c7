"""Sheets as Markdown; everything that comes from outside is text there, whatever it looks like."""

import re
from collections.abc import Iterable, Iterator

from aro.report.sheet import Sheet, spelled

_MARKS = re.compile(
    r"[\\`*\[\]<>&|~#$]"  # code, stress, links, HTML, tables, headings
    r"|(?<![a-z0-9])_|_(?![a-z0-9])"  # stress, unless it joins two letters
    r"|:(?=//)|(?<=www)\.|(?<=\w)\.(?=[^\W\d_]{2,}(?!\.?\w))"  # an address: many readers link it
    r"|^[+=-]|(?<=\d)[.)](?=\s|$)",  # a list, a heading or a line across
    re.IGNORECASE,
)


def markdown(sheets: Iterable[Sheet]) -> str:
    """Return sheets as one document of Markdown."""
    return "\n".join(line for sheet in sheets for line in _lines(spelled(sheet, _plain)))


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


def _plain(words: str) -> str:
    """Return a text as Markdown that shows just this text.

    Of an e-mail address many readers make a link, be it escaped or not, unless it is in two parts.
    """
    return re.sub(r"(?i)@(?=[\w.\\-]*[a-z])", "@<!-- -->", _MARKS.sub(r"\\\g<0>", words.strip()))
