"""What would turn a ruling laid out, and the rulings by how the book is read as a table."""

from dataclasses import replace

from aro.analysis.what_if import Flip, Readings, WhatIf
from aro.parts import Act
from aro.report.sheet import Entry, Grid, Sheet, sections, sources
from aro.report.verdict import UNKNOWN, verdict_sheet

_FEW = 2
"""How many clauses are told of each change."""


def what_if_sheet(found: WhatIf) -> Sheet:
    """Return a verdict with the facts that decide it and the changes that turn it."""
    verdict = verdict_sheet(found.verdict)
    unsure = (section for section in verdict.sections if section.heading == UNKNOWN)
    known = ", nothing unknown being so" if found.verdict.hangs else ""
    cited = (one.clause for flip in found.changes for one in flip.verdict.because[:_FEW])
    nothing = "Nothing that was tried; larger changes may."
    return replace(
        verdict,
        sections=sections(
            *unsure,
            (f"What decides it{known}", found.says or ["the Order alone"]),
            (f"What would turn it{known}", [*map(_flip, found.changes)] or [nothing]),
            ("Sources", sources(cited)),
        ),
    )


def readings_grid(act: Act, found: Readings) -> Grid:
    """Return the ruling on an act under each combination of the readings it turns on."""
    title = f"{act}, by how the book is read"
    if not found.involved:
        return Grid(title=title, heads=(), rows=(), none="the same under every reading")
    cut = " (the first of more)" if found.cut else ""
    return Grid(
        title=f"{title}{cut}; as it was asked, first",
        heads=(*(reading.name for reading in found.involved), "ruling"),
        rows=tuple(
            (*(chosen for _, chosen in one.readings), one.ruling) for one in found.combinations
        ),
    )


def _flip(flip: Flip) -> Entry:
    clauses = list(dict.fromkeys(reason.clause for reason in flip.verdict.because))
    says = tuple(f"by {clause.id}: {clause.says}" for clause in clauses[:_FEW])
    return Entry("; ".join(flip.says), says, label=flip.verdict.ruling)
