"""What would turn a ruling laid out, and the rulings by how the book is read as a table."""

from collections.abc import Iterator

from aro.analysis.what_if import Readings, WhatIf
from aro.knowledge.edition import Clause
from aro.parts import Act
from aro.report.sheet import Entry, Grid, Section, Sheet, sections, sources
from aro.report.verdict import verdict_sheet

_NOTHING = "Nothing that was tried; larger changes may."


def what_if_sheet(found: WhatIf) -> Sheet:
    """Return a verdict with the facts that decide it and the changes that turn it."""
    verdict = verdict_sheet(found.verdict)
    unsure = [one for one in verdict.sections if one.heading == "It hangs on"]
    known = ", nothing unknown being so" if found.verdict.hangs else ""
    deciding = found.says or ("the Order alone",)
    return Sheet(
        title=verdict.title,
        word=verdict.word,
        tone=verdict.tone,
        manner=verdict.manner,
        stamp=verdict.stamp,
        sections=(
            *unsure,
            *sections((f"What decides it{known}", (Entry(name=one) for one in deciding))),
            Section(heading=f"What would turn it{known}", entries=tuple(_changes(found))),
            *sections(("Sources", sources(_cited(found)))),
        ),
    )


def readings_grid(act: Act, found: Readings) -> Grid:
    """Return the ruling on an act under each combination of the readings it turns on."""
    rows = tuple(
        (*(chosen for _, chosen in one.readings), one.ruling) for one in found.combinations
    )
    title = f"{act}, by how the book is read"
    if not found.involved:
        return Grid(title=title, heads=(), rows=(), none="the same under every reading")
    cut = " (the first of more)" if found.cut else ""
    heads = (*(one.name for one in found.involved), "ruling")
    return Grid(title=f"{title}{cut}; as it was asked, first", heads=heads, rows=rows)


def _changes(found: WhatIf) -> Iterator[Entry]:
    for one in found.changes:
        clauses = dict.fromkeys(reason.clause for reason in one.verdict.because)
        why = (f"by {clause.id}: {clause.says}" for clause in tuple(clauses)[:_FEW])
        yield Entry(name="; ".join(one.says), label=one.verdict.ruling, says=tuple(why))
    if not found.changes:
        yield Entry(name=_NOTHING)


def _cited(found: WhatIf) -> Iterator[Clause]:
    for one in found.changes:
        yield from (reason.clause for reason in one.verdict.because[:_FEW])


_FEW = 2
