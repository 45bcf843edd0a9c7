"""The ambiguities of an edition, listed: question, alternatives, default and its reason."""

from collections.abc import Iterable

from aro.knowledge.edition import Reading
from aro.report.sheet import Entry, Section, Sheet
from aro.rulebook import Rulebook

ALL = "readings"
"""What asks for all of them."""


def readings(book: Rulebook, what: str | None) -> tuple[Reading, ...] | None:
    """Return all readings of an edition, or the one of that name; None if it means another thing.

    >>> [one.name for one in readings(Rulebook("n4"), "r_n4_delay_first_half") or ()]
    ['delay_first_half']
    """
    if what == ALL:
        return book.edition.readings
    found = tuple(one for one in book.edition.readings if what in {one.id, one.name})
    return found or None


def readings_sheet(book: Rulebook, found: Iterable[Reading]) -> Sheet:
    """Return readings laid out, each under the name by which `--reading` takes it."""
    return Sheet(
        title="What can be read in several ways",
        manner="`--reading NAME=ALTERNATIVE` takes another than the default",
        stamp=str(book.stamp),
        sections=tuple(Section(heading=one.name, entries=_entries(one)) for one in found),
    )


def _entries(one: Reading) -> tuple[Entry, ...]:
    told = (
        Entry(
            name=each.name,
            label="the default" if each.name == one.default else "or",
            says=(each.says, *((f"Why: {one.why}",) if each.name == one.default else ())),
        )
        for each in one.alternatives
    )
    asked = Entry(name=one.question, label="question", says=(", ".join(one.clauses),))
    return (asked, *told)
