"""Clauses laid out: one with all that is known of it, many in a table, an edition by subject."""

from collections.abc import Iterable, Iterator, Mapping

from aro.analysis.clause_status import STATUSES, Standing, Status, counts
from aro.knowledge.edition import Reading
from aro.report.sheet import Entry, Grid, Sheet, Tone, sections, sources
from aro.rulebook import Rulebook

_STATUS = {
    "encoded": "encoded",
    "carried": "carried by others",
    "partly": "partly encoded",
    "not": "not encoded",
}

_TONES: Mapping[Status, Tone] = {
    "encoded": "good",
    "carried": "good",
    "partly": "open",
    "not": "bad",
}


def clause_sheet(book: Rulebook, one: Standing) -> Sheet:
    """Return a clause with its wording, source, status and what is ambiguous in it."""
    clause = one.clause
    return Sheet(
        title=clause.id,
        word=_STATUS[one.status],
        tone=_TONES[one.status],
        manner=clause.kind,
        stamp=str(book.stamp),
        sections=sections(
            ("Wording", (Entry(name=clause.says),)),
            ("Holds", _holds(one)),
            ("Carried by", (Entry(name=name) for name in clause.carried_by)),
            ("Gap", (Entry(name=text) for text in (clause.gap,) if text)),
            ("FAQ", _faq(one)),
            ("Can be read in several ways", (_reading(reading) for reading in one.readings)),
            ("Source", sources([clause])),
            ("Our copy is cut off", (Entry(name=t) for t in (clause.source.incomplete,) if t)),
        ),
    )


def clauses_sheet(book: Rulebook, title: str, found: Iterable[Standing]) -> Sheet:
    """Return clauses one after another: id, status, wording and release, and their sources."""
    listed = tuple(found)
    counted = counts(listed)
    return Sheet(
        title=title,
        manner=", ".join(f"{counted[one]} {_STATUS[one]}" for one in STATUSES),
        stamp=str(book.stamp),
        sections=sections(
            ("Clauses", (_listed(one) for one in listed)),
            ("Sources", sources(one.clause for one in listed)),
        ),
    )


def subjects_grid(book: Rulebook, found: Iterable[Standing]) -> Grid:
    """Return the subjects of an edition as a table, with how many clauses are of which status."""
    standing = {one.clause.id: one for one in found}
    rows = []
    for article in book.edition.articles:
        counted = counts(standing[clause.id] for clause in article.clauses)
        numbers = (str(counted[status]) for status in STATUSES)
        rows.append((article.subject, article.title, str(len(article.clauses)), *numbers))
    heads = ("article", "title", "clauses", *STATUSES)
    releases = f"releases: {', '.join(book.edition.releases)}"
    title = f"{book.edition.title} ({book.stamp}; {releases})"
    return Grid(title=title, heads=heads, rows=tuple(rows))


def _listed(one: Standing) -> Entry:
    told = f"{one.clause.source.title}; {_since(one)}" if _since(one) else one.clause.source.title
    return Entry(name=one.clause.id, label=_STATUS[one.status], says=(one.clause.says, told))


def _since(one: Standing) -> str:
    since = f"since {one.clause.since}" if one.clause.since else ""
    until = f"until {one.clause.until}" if one.clause.until else ""
    outside = "" if one.in_force or one.amended else "not in this release"
    amended = one.amended if one.amended in {None, "repealed"} else f"replaced by {one.amended}"
    replaces = f"replaces {one.clause.replaces}" if one.clause.replaces else ""
    return ", ".join(filter(None, (since, until, outside, amended, replaces)))


def _holds(one: Standing) -> Iterator[Entry]:
    if told := _since(one):
        yield Entry(name=told)


def _faq(one: Standing) -> Iterator[Entry]:
    if one.clause.faq is not None:
        faq = one.clause.faq
        says = (f"Question: {faq.question}", f"Answer: {faq.answer}")
        yield Entry(name=faq.version, says=(*says, *((faq.note,) if faq.note else ())))


def _reading(reading: Reading) -> Entry:
    told = (
        f"{one.name}{' (the default)' if one.name == reading.default else ''}: {one.says}"
        for one in reading.alternatives
    )
    return Entry(name=reading.id, says=(reading.question, *told, f"Why the default: {reading.why}"))
