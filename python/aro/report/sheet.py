"""A sheet: an answer laid out in headings and entries, before it becomes text, HTML or a table."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, NamedTuple, TypeVar

from aro.answers import Stamp
from aro.errors import visible
from aro.knowledge.edition import DRAFT, Clause

_T = TypeVar("_T")

Tone = Literal["good", "bad", "open", "plain"]
"""How a word is coloured where there is colour: a yes, a no, neither, or nothing of the kind."""


class Entry(NamedTuple):
    """A name with what is said under it; `label` goes before it, `link` behind it.

    `cites` are the clauses that it rests on.
    """

    name: str
    says: tuple[str, ...] = ()
    label: str = ""
    link: str | None = None
    cites: tuple[Clause, ...] = ()


class Section(NamedTuple):
    """A heading and its entries."""

    heading: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """An answer: its title, the word that answers, how firmly, by which law, and the sections."""

    title: str
    word: str = ""
    tone: Tone = "plain"
    manner: str = ""
    stamp: str = ""
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table: its title, the heads of its columns, its rows, and a line for when it has none."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    none: str = "none"


def spelled(told: _T, write: Callable[[str], str] = str) -> _T:
    """Return a sheet, a table or a part of one with each text as `write` has it for some place.

    This is the one way for texts into any writer; what would not be seen becomes an escape.
    """
    found: Any = told
    match found:
        case str():
            seen = found.isprintable()
            found = write(found if seen else visible(found.replace("\n", " ").replace("\t", " ")))
        case Sheet() | Grid():
            names = (one.name for one in fields(found) if one.name != "tone")
            found = replace(found, **{name: spelled(getattr(found, name), write) for name in names})
        case tuple():  # an entry and a section are tuples with names
            make: Any = getattr(type(told), "_make", tuple)
            found = make(spelled(one, write) for one in found)
    same: _T = found
    return same


Part = tuple[str, Iterable[Entry | str | None]]
"""A heading and its entries: a text stands for an entry of that name, None for no entry."""

PROVENANCES = {
    "document": "the page itself",
    "wiki": "page of the wiki",
    "second_hand": "second-hand: quoted by another page",
    "player_text": "player text: no official page",
    "draft": "draft: an amendment, no page of the game",
}
"""How near a source is to the rulebook, in words."""


def sections(*parts: Part) -> tuple[Section, ...]:
    """Return a section for each heading under which there is an entry.

    >>> [section.heading for section in sections(("Notes", ["a note"]), ("Gap", [None]))]
    ['Notes']
    """
    listed = (
        (heading, [Entry(one) if isinstance(one, str) else one for one in entries if one])
        for heading, entries in parts
    )
    return tuple(Section(heading, tuple(entries)) for heading, entries in listed if entries)


def sourced(stamp: Stamp, *parts: Part) -> tuple[Section, ...]:
    """Return sections as `sections` does, and one of the sources of all clauses they cite.

    It ends with what the release tells of a clause that is not of its own, if they cite such a one.
    """
    laid_out = sections(*parts)
    cited = [one for part in laid_out for entry in part.entries for one in entry.cites]
    older = stamp.unchanged and not all(clause.since for clause in cited)
    note = Entry(f"In {stamp}", (stamp.unchanged or "",)) if older else None
    return laid_out + sections(("Sources", (*sources(cited), note)))


def clause_entry(clause: Clause, label: str = "", says: str | None = None) -> Entry:
    """Return a clause with its wording, after what it does here; an answer with its question.

    `says` is the part of the wording that applies, if it is not the whole.
    """
    asked = f"{clause.faq.question} Answer: " if clause.faq else ""
    return Entry(clause.id, (f"{asked}{says or clause.says}",), label, cites=(clause,))


def in_line(entry: Entry | str | None) -> Entry | str | None:
    """Return an entry in one line: its name, and what is said under it behind that."""
    if not isinstance(entry, Entry):
        return entry
    return Entry(": ".join((entry.name, *entry.says)), (), entry.label, cites=entry.cites)


def result_entry(what: str, clause: Clause, when: str = "") -> Entry:
    """Return a result, and under it the clause by which it came about."""
    said = clause.said(forbids=False, allows=True)
    return Entry(what, (f"{when}{', ' if when else ''}by {clause.id}: {said}",), cites=(clause,))


def sources(clauses: Iterable[Clause]) -> Iterator[Entry]:
    """Yield the sources of some clauses, each once, with version, address and provenance."""
    for source in dict.fromkeys(clause.source for clause in clauses):
        says = f"{source.version}; {PROVENANCES[source.provenance]}"
        if source.provenance == DRAFT:  # a stranger's address is text
            yield Entry(source.title, tuple(filter(None, (says, source.url))))
        else:
            yield Entry(source.title, (says,), link=source.url)


def counted(count: int, what: str) -> str:
    """Return so many of a thing, in words.

    >>> counted(1, "finding"), counted(2, "finding")
    ('1 finding', '2 findings')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
