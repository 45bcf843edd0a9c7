"""A diff laid out: as sheets, and as one page of HTML."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from aro.analysis.diff import Diff, Difference
from aro.report.sheet import Entry, Sheet, counted, sections
from aro.report.witness import page, situation_entries

VERBS = {
    "legal": "is legal",
    "illegal": "is illegal",
    "silent": "is in no clause",
    "yes": "comes about",
    "no": "does not come about",
}
"""What a side says of a thing, behind its name."""

MATTERS = {
    "ruling": "May it be declared?",
    "effect": "Does it take effect?",
    "state": "Is it in the state at the end?",
    "piece": "Does it stand so on the table?",
    "duty": "Is it a duty?",
    "mod": "Is it a MOD?",
    "roll": "Is it rolled so?",
    "figure": "Is it a figure of the act?",
    "value": "Is it a value of the piece?",
    "memory": "Is it remembered?",
}
"""What is asked of both sides, by what kind of thing it is."""


def diff_sheets(found: Diff) -> Iterator[Sheet]:
    """Yield a diff laid out: what it comes to, each difference, and what cannot be compared."""
    left, right = map(str, found.sides)
    apart = found.comparable
    yield Sheet(
        title=f"{left} and {right}",
        word=_count(len(apart), found.unfinished),
        tone="open" if apart or found.unfinished else "good",
        manner=found.unfinished or "",
        sections=sections(
            ("Only one of them has", _aside(found, found.words)),
        ),
    )
    for number, one in enumerate(apart, start=1):
        yield _difference(found, number, one)
    lacking = [one for one in found.differences if one.lacks]
    if not any((lacking, *found.silent, *found.lacking)):
        return
    yield Sheet(
        title="Not comparable",
        manner=f"{counted(len(lacking), 'difference')}: the source of one is cut off or not there",
        sections=sections(
            ("Cut off", (_lacking(one) for one in lacking)),
            ("Only one of them rules on", _aside(found, found.silent, swap=True)),
            ("Only one of them speaks of", _aside(found, found.lacking, swap=True)),
        ),
    )


def _count(apart: int, unfinished: str | None) -> str:
    if not apart:
        return "nothing found yet" if unfinished else "no difference"
    return counted(apart, "difference")


def _difference(found: Diff, number: int, one: Difference) -> Sheet:
    sides = []
    for stamp, told, clauses in zip(found.sides, one.told, one.clauses, strict=True):
        listed = clauses or tuple(dict.fromkeys(reason.clause for reason in told.because))
        entries = [Entry(name=clause.id, says=(clause.says,)) for clause in listed]
        heading = f"{stamp}: {VERBS[told.says]}"
        sides.append((heading, entries or [Entry(name="no clause")]))
    return Sheet(
        title=f"{number}. {one.about}",
        word=MATTERS[one.matter],
        manner="" if one.alone else "the clauses make it only together",
        sections=sections(
            *sides,
            ("It shows in", _chunks(one.occurs)),
            ("The smallest situation", situation_entries(one.witness)),
        ),
    )


def _chunks(names: Iterable[str]) -> list[Entry]:
    return [Entry(name=", ".join(names))]


def _lacking(one: Difference) -> Entry:
    ids = ", ".join(clause.id for clauses in one.clauses for clause in clauses)
    return Entry(name=f"{one.about} ({ids})", says=(one.lacks or "",))


def _aside(
    found: Diff, told: tuple[tuple[str, ...], tuple[str, ...]], *, swap: bool = False
) -> Iterator[Entry]:
    stamps = reversed(found.sides) if swap else iter(found.sides)
    for stamp, names in zip(stamps, told, strict=True):
        if names:
            yield Entry(name=str(stamp), says=(", ".join(names),))


def diff_page(found: Diff) -> str:
    """Return a diff as one page of HTML."""
    shown = [None, *(one.witness for one in found.comparable)]
    sheets = zip_longest(diff_sheets(found), shown)
    left, right = (str(one) for one in found.sides)
    return page(f"Where {left} and {right} part", sheets, (left, right))
