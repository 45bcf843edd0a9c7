"""A check laid out: as sheets, and as one page of HTML."""

from collections.abc import Iterator

from aro.analysis.check import Check
from aro.analysis.check.findings import KINDS, Finding
from aro.report.sheet import Entry, Sheet, Tone, clause_entry, counted, sections
from aro.report.witness import page, situation_lines

_TONES: dict[str, Tone] = {"error": "bad", "warning": "open", "note": "plain"}


def check_sheets(found: Check) -> Iterator[Sheet]:
    """Yield a check laid out: what it comes to, each new finding, the accepted ones, the notes."""
    yield Sheet(
        title=_title(found),
        word="clean" if found.clean else counted(len(found.new), "finding"),
        tone="good" if found.clean else "bad",
        manner=found.unfinished or f"{len(found.accepted)} accepted, {len(found.notes)} notes",
        sections=sections(("Accepted", (Entry(one.id, (why,)) for one, why in found.accepted))),
    )
    yield from map(_finding_sheet, found.new)
    if found.notes:
        notes = (Entry(note.id, (note.says,)) for note in found.notes)
        yield Sheet(title="Notes", sections=sections(("FAQ and readings", notes)))


def check_page(found: Check) -> str:
    """Return a check as one page of HTML."""
    witnesses = [finding.witness for finding in found.new]
    editions = (str(found.about),) if found.about else ()
    return page(_title(found), check_sheets(found), witnesses, editions)


def _title(found: Check) -> str:
    return f"Check of {found.about}" if found.about else "Check"


def _finding_sheet(finding: Finding) -> Sheet:
    return Sheet(
        title=finding.says,
        word=f"{finding.severity}: {KINDS[finding.kind][1]}",
        tone=_TONES[finding.severity],
        manner=finding.id,
        sections=sections(
            ("Where", [":".join(str(part) for part in finding.place or () if part)]),
            ("Clauses", map(clause_entry, finding.clauses)),
            ("The smallest situation", situation_lines(finding.witness)),
        ),
    )
