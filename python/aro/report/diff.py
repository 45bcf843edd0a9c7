"""A diff laid out: as sheets, and as one page of HTML."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from aro.analysis.diff import MATTERS, Diff, Difference
from aro.answers import Stamp
from aro.report.sheet import Entry, Part, Sheet, clause_entry, counted, sections
from aro.report.witness import page, situation_lines

VERBS = {
    "legal": "is legal",
    "illegal": "is illegal",
    "silent": "is in no clause",
    "yes": "comes about",
    "no": "does not come about",
}
"""What a side says of a thing, behind its name."""


def diff_sheets(found: Diff) -> Iterator[Sheet]:
    """Yield a diff laid out: what it comes to, each difference, and what cannot be compared."""
    left, right = found.sides
    number = len(found.comparable)
    nothing = "nothing found yet" if found.unfinished else "no difference"
    yield Sheet(
        title=f"{left} and {right}",
        word=counted(number, "difference") if number else nothing,
        tone="open" if number or found.unfinished else "good",
        manner=found.unfinished or "",
        sections=sections(("Only one of them has", _words(found))),
    )
    for place, difference in enumerate(found.comparable, start=1):
        yield _difference_sheet(found, place, difference)
    cut_off = [difference for difference in found.differences if difference.lacks]
    incomparable = sections(
        ("Cut off", map(_cut_off, cut_off)),
        ("Only one of them rules on", _by_side((right, left), found.silent)),
        ("Only one of them speaks of", _by_side((right, left), found.lacking)),
    )
    if incomparable:
        manner = f"{counted(len(cut_off), 'difference')}: the source of one is cut off or not there"
        yield Sheet(title="Not comparable", manner=manner, sections=incomparable)


def diff_page(found: Diff) -> str:
    """Return a diff as one page of HTML."""
    left, right = map(str, found.sides)
    witnesses = [difference.witness for difference in found.comparable]
    return page(f"Where {left} and {right} part", diff_sheets(found), witnesses, (left, right))


def _difference_sheet(found: Diff, place: int, difference: Difference) -> Sheet:
    sides: list[Part] = []
    for stamp, told, named in zip(found.sides, difference.told, difference.clauses, strict=True):
        clauses = named or dict.fromkeys(reason.clause for reason in told.because)
        entries = tuple(map(clause_entry, clauses)) or (Entry("no clause"),)
        sides.append((f"{stamp}: {VERBS[told.says]}", entries))
    return Sheet(
        title=f"{place}. {difference.about}",
        word=MATTERS[difference.matter],
        manner="" if difference.alone else "the clauses make it only together",
        sections=sections(
            *sides,
            ("It shows in", [", ".join(difference.occurs)]),
            ("The smallest situation", situation_lines(difference.witness)),
        ),
    )


def _cut_off(difference: Difference) -> Entry:
    ids = ", ".join(clause.id for clauses in difference.clauses for clause in clauses)
    return Entry(f"{difference.about} ({ids})", (difference.lacks or "",))


def _words(found: Diff) -> Iterator[Entry]:
    """Yield what only one side has, a line for each kind: `skill: jump, climb`."""
    for stamp, words in zip(found.sides, found.words, strict=True):
        kinds = groupby((word.split(" ", 1) for word in words), key=lambda word: word[0])
        says = tuple(f"{kind}: {', '.join(name for _, name in some)}" for kind, some in kinds)
        yield from [Entry(str(stamp), says)] if says else ()


def _by_side(stamps: Iterable[Stamp], names: Iterable[tuple[str, ...]]) -> Iterator[Entry]:
    for stamp, listed in zip(stamps, names, strict=True):
        if listed:
            yield Entry(str(stamp), (", ".join(listed),))
