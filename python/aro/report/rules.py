"""What `aro rules` prints: an edition by subject, its clauses, one clause whole, its readings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from textwrap import shorten

from aro.analysis.clause_status import STATUSES, Standing, Status
from aro.analysis.meanings import Meaning
from aro.answers import Stamp
from aro.knowledge.edition import Clause, Reading
from aro.report.sheet import Entry, Grid, Sheet, Tone, sections, sourced, sources
from aro.rulebook import Rulebook

_SHORT = 150
"""How many characters of a clause's wording are shown where many are listed."""

_MOST = 12
"""How many clauses are shown of a word."""

_STATUS: Mapping[Status, tuple[str, Tone]] = {
    "encoded": ("law here", "good"),
    "carried": ("said by others", "good"),
    "partly": ("only partly law here", "open"),
    "not": ("not law here", "bad"),
}
"""Each status in words, those that an answer has for what it lacks, and how it is coloured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseList:
    """What `rules` prints of clauses."""

    stamp: Stamp
    clauses: tuple[Standing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingList:
    """What `rules` prints of readings."""

    stamp: Stamp
    readings: tuple[Reading, ...]


def readings(book: Rulebook, what: str | None) -> tuple[Reading, ...]:
    """Return the readings of an edition, or the one of that name; none if it means another thing.

    >>> [reading.name for reading in readings(Rulebook("n4"), "r_n4_delay_first_half")]
    ['delay_first_half']
    """
    return tuple(one for one in book.edition.readings if what in {"readings", one.id, one.name})


def clause_sheet(book: Rulebook, standing: Standing) -> Sheet:
    """Return a clause with its wording, source, status and what is ambiguous in it."""
    clause = standing.clause
    word, tone = _STATUS[standing.status]
    return Sheet(
        title=clause.id,
        word=word,
        tone=tone,
        manner=clause.kind,
        stamp=str(book.stamp),
        sections=sections(
            ("Wording", [clause.says]),
            ("Holds", [_validity(standing)]),
            ("Said by", clause.carried_by),
            ("Gap", [clause.gap]),
            ("FAQ", _faq(clause)),
            *((f"Can be read in several ways: {one.id}", _ways(one)) for one in standing.readings),
            ("Source", sources([clause])),
            ("Our copy is cut off", [clause.source.incomplete]),
        ),
    )


def clauses_sheet(book: Rulebook, title: str, listed: tuple[Standing, ...]) -> Sheet:
    """Return clauses one after another: id, status, wording and release, and their sources."""
    number = Counter(standing.status for standing in listed)
    return Sheet(
        title=title,
        manner=", ".join(f"{number[status]} {_STATUS[status][0]}" for status in STATUSES),
        stamp=str(book.stamp),
        sections=sourced(book.stamp, ("Clauses", map(_listed, listed))),
    )


def found_sheet(book: Rulebook, word: str, found: tuple[Standing, ...]) -> Sheet:
    """Return the clauses that speak of something: id, status and the beginning of the wording."""
    brief = partial(shorten, width=_SHORT, placeholder=" ...")
    entries = (
        Entry(one.clause.id, (brief(one.clause.says),), _STATUS[one.status][0]) for one in found
    )
    return replace(clauses_sheet(book, word, found), sections=sections(("Clauses", entries)))


def meaning_sheet(book: Rulebook, found: Meaning) -> Sheet:
    """Return what a word means: its use in a case file, and the clauses that speak of it."""
    listed = found_sheet(book, found.word, found.clauses[:_MOST])
    left = len(found.clauses) - _MOST
    more = [f"{left} more: aro rules {book.name} --search {found.word}"] if left > 0 else []
    types = [Entry(kind, (f"by {clause}",)) for kind, clause in found.types]
    return replace(
        listed,
        manner=f"in case files: {', '.join(found.uses)}",
        sections=sections(("Type and labels", types)) + listed.sections + sections(("And", more)),
    )


def subjects_grid(book: Rulebook, found: Iterable[Standing]) -> Grid:
    """Return the subjects of an edition as a table, with how many clauses are of which status."""
    standings = {standing.clause.id: standing for standing in found}
    rows = []
    for article in book.edition.articles:
        number = Counter(standings[clause.id].status for clause in article.clauses)
        figures = (len(article.clauses), *(number[status] for status in STATUSES))
        rows.append((article.subject, article.title, *map(str, figures)))
    releases = ", ".join(book.edition.releases)
    return Grid(
        title=f"{book.edition.title} ({book.stamp}; releases: {releases})",
        heads=("article", "title", "clauses", "law", "said by others", "partly law", "not law"),
        rows=tuple(rows),
    )


def readings_sheet(book: Rulebook, listed: Iterable[Reading]) -> Sheet:
    """Return readings laid out, each under the name by which `--reading` takes it."""
    return Sheet(
        title="What can be read in several ways",
        manner="`--reading NAME=ALTERNATIVE` takes another than the default",
        stamp=str(book.stamp),
        sections=sections(*((reading.name, _ways(reading)) for reading in listed)),
    )


def _listed(standing: Standing) -> Entry:
    clause = standing.clause
    source = "; ".join(filter(None, (clause.source.title, _validity(standing))))
    return Entry(clause.id, (clause.says, source), _STATUS[standing.status][0], cites=(clause,))


def _validity(standing: Standing) -> str:
    """Return when a clause holds, and what replaces it, in words."""
    clause, amended = standing.clause, standing.amended
    said = (
        f"since {clause.since}" if clause.since else "",
        f"until {clause.until}" if clause.until else "",
        "" if standing.in_force or amended else "not in this release",
        amended if amended in {None, "repealed"} else f"replaced by {amended}",
        f"replaces {clause.replaces}" if clause.replaces else "",
    )
    return ", ".join(filter(None, said))


def _faq(clause: Clause) -> Iterator[Entry]:
    if faq := clause.faq:
        says = (f"Question: {faq.question}", f"Answer: {faq.answer}", faq.note)
        yield Entry(faq.version, tuple(filter(None, says)))


def _ways(reading: Reading) -> Iterator[Entry]:
    """Yield the question that a reading answers, and each way in which it can be answered."""
    yield Entry(reading.question, (", ".join(reading.clauses),), label="question")
    for way in reading.alternatives:
        if way.name == reading.default:
            yield Entry(way.name, (way.says, f"Why: {reading.why}"), label="the default")
        else:
            yield Entry(way.name, (way.says,), label="or")
