"""A sheet: an answer laid out in headings and entries, before it becomes text, HTML or a table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from aro.knowledge.edition import Clause, Source

Tone = Literal["good", "bad", "open", "plain"]
"""How a word is coloured where there is colour: a yes, a no, neither, or nothing of the kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A name with what is said under it; `label` goes before it, `link` behind it."""

    name: str
    label: str = ""
    says: tuple[str, ...] = ()
    link: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
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


PROVENANCES = {
    "document": "the page itself",
    "wiki": "page of the wiki",
    "second_hand": "second-hand: quoted by another page",
    "player_text": "player text: no official page",
    "draft": "draft: an amendment, no page of the game",
}
"""How near a source is to the rulebook, as it is told."""


def sections(*found: tuple[str, Iterable[Entry]]) -> tuple[Section, ...]:
    """Return a section for each heading under which there is an entry."""
    listed = ((heading, tuple(entries)) for heading, entries in found)
    return tuple(Section(heading=heading, entries=told) for heading, told in listed if told)


def entry(clause: Clause, label: str = "") -> Entry:
    """Return a clause with its wording, after what it does here."""
    return Entry(name=clause.id, label=label, says=(clause.says,))


def result(what: str, clause: Clause, when: str = "") -> Entry:
    """Return a result, and under it the clause by which it came about."""
    return Entry(name=what, says=(f"{when}{', ' if when else ''}by {clause.id}: {clause.says}",))


def sources(clauses: Iterable[Clause]) -> Iterator[Entry]:
    """Yield the sources of some clauses, each once, with version, address and provenance."""
    found: dict[Source, None] = dict.fromkeys(one.source for one in clauses)
    for one in found:
        yield Entry(
            name=one.title, says=(f"{one.version}; {PROVENANCES[one.provenance]}",), link=one.url
        )


def counted(count: int, what: str) -> str:
    """Return so many of a thing, in words.

    >>> counted(1, "finding"), counted(2, "finding")
    ('1 finding', '2 findings')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
