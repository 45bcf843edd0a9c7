"""A check laid out: as sheets, and as one page of HTML."""

from collections.abc import Iterator
from itertools import zip_longest

from aro.analysis.check import Check
from aro.analysis.check.findings import KINDS, Finding
from aro.report.sheet import Entry, Sheet, Tone, counted, entry, sections
from aro.report.witness import page, situation_entries

_TONES: dict[str, Tone] = {"error": "bad", "warning": "open", "note": "plain"}


def check_sheets(found: Check) -> Iterator[Sheet]:
    """Yield a check laid out: what it comes to, each new finding, the accepted ones, the notes."""
    yield Sheet(
        title=f"Check of {found.about}" if found.about else "Check",
        word="clean" if found.clean else counted(len(found.new), "finding"),
        tone="good" if found.clean else "bad",
        manner=found.unfinished or f"{len(found.accepted)} accepted, {len(found.notes)} notes",
        sections=sections(
            ("Accepted", (Entry(name=one.id, says=(why,)) for one, why in found.accepted)),
        ),
    )
    yield from (finding_sheet(one) for one in found.new)
    if found.notes:
        yield Sheet(
            title="Notes",
            sections=sections(
                ("FAQ and readings", (Entry(name=one.id, says=(one.says,)) for one in found.notes))
            ),
        )


def finding_sheet(one: Finding) -> Sheet:
    """Return a finding laid out."""
    place = [Entry(name=":".join(str(part) for part in one.place if part))] if one.place else []
    return Sheet(
        title=one.says,
        word=f"{one.severity}: {KINDS[one.kind][1]}",
        tone=_TONES[one.severity],
        manner=one.id,
        sections=sections(
            ("Where", place),
            ("Clauses", map(entry, one.clauses)),
            ("The smallest situation", situation_entries(one.witness)),
        ),
    )


def check_page(found: Check) -> str:
    """Return a check as one page of HTML."""
    shown = [None, *(one.witness for one in found.new)]
    title = f"Check of {found.about}" if found.about else "Check"
    return page(
        title, zip_longest(check_sheets(found), shown), (str(found.about),) if found.about else ()
    )
