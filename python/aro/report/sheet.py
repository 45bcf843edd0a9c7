"""A sheet: an answer laid out in headings and entries, before it becomes text, HTML or a table."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from aro.errors import visible
from aro.knowledge.edition import DRAFT, Clause

Tone = Literal["good", "bad", "open", "plain"]
"""How a word is coloured where there is colour: a yes, a no, neither, or nothing of the kind."""

Write = Callable[[str], str]
"""Returns a text as it is written somewhere, markup of that place taken as text."""

Spelling = Callable[[Iterable[str]], tuple[str, ...]]
"""Returns texts as they are written somewhere."""


class Entry(NamedTuple):
    """A name with what is said under it; `label` goes before it, `link` behind it.

    `cites` are the clauses that it rests on.
    """

    name: str
    says: tuple[str, ...] = ()
    label: str = ""
    link: str | None = None
    cites: tuple[Clause, ...] = ()

    def spelled(self, each: "Spelling") -> "Entry":
        """Return the entry with its texts spelled in a way."""
        [name, label, link] = each((self.name, self.label, self.link or ""))
        return Entry(name, each(self.says), label, link or None, self.cites)


class Section(NamedTuple):
    """A heading and its entries."""

    heading: str
    entries: tuple[Entry, ...]

    def spelled(self, each: "Spelling") -> "Section":
        """Return the section with its texts spelled in a way."""
        [heading] = each([self.heading])
        return Section(heading, tuple(one.spelled(each) for one in self.entries))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """An answer: its title, the word that answers, how firmly, by which law, and the sections."""

    title: str
    word: str = ""
    tone: Tone = "plain"
    manner: str = ""
    stamp: str = ""
    sections: tuple[Section, ...] = ()

    def spelled(self, write: Write = str) -> "Sheet":
        """Return the sheet with each of its texts as a writer writes it."""
        each = _spelling(write)
        [title, word, manner, stamp] = each((self.title, self.word, self.manner, self.stamp))
        parts = tuple(one.spelled(each) for one in self.sections)
        return replace(self, title=title, word=word, manner=manner, stamp=stamp, sections=parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table: its title, the heads of its columns, its rows, and a line for when it has none."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    none: str = "none"

    def spelled(self, write: Write = str) -> "Grid":
        """Return the table with each of its texts as a writer writes it."""
        each = _spelling(write)
        [title, none] = each((self.title, self.none))
        rows = tuple(map(each, self.rows))
        return Grid(title=title, heads=each(self.heads), rows=rows, none=none)


def _spelling(write: Write) -> Spelling:
    """Return the one way for texts into any writer; what would not be seen becomes an escape."""

    def one(text: str) -> str:
        if not text.isprintable():
            text = visible(text.replace("\n", " ").replace("\t", " "))
        return write(text)

    return lambda texts: tuple(map(one, texts))


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


def sourced(*parts: Part) -> tuple[Section, ...]:
    """Return sections as `sections` does, and one of the sources of all clauses they cite."""
    laid_out = sections(*parts)
    entries = (entry for section in laid_out for entry in section.entries)
    return laid_out + sections(
        ("Sources", sources(one for entry in entries for one in entry.cites))
    )


def clause_entry(clause: Clause, label: str = "", says: str | None = None) -> Entry:
    """Return a clause with its wording, after what it does here; an answer with its question.

    `says` is the part of the wording that applies, if it is not the whole.
    """
    asked = f"{clause.faq.question} Answer: " if clause.faq else ""
    return Entry(clause.id, (f"{asked}{says or clause.says}",), label, cites=(clause,))


def in_line(entry: Entry) -> Entry:
    """Return an entry in one line: its name, and what is said under it behind that."""
    return Entry(": ".join((entry.name, *entry.says)), (), entry.label, cites=entry.cites)


def result_entry(what: str, clause: Clause, when: str = "") -> Entry:
    """Return a result, and under it the clause by which it came about."""
    said = clause.said(forbids=False, allows=True)
    says = f"{when}{', ' if when else ''}by {clause.id}: {said}"
    return Entry(what, (says,), cites=(clause,))


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
