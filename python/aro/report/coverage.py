"""How far the cases cover an edition laid out: the figures as a table, the gaps as a sheet."""

from aro.analysis.coverage import EditionCoverage
from aro.report.sheet import Entry, Grid, Sheet, sections


def coverage_grid(found: EditionCoverage) -> Grid:
    """Return the figures of each article and of all as a table."""
    rows = tuple(
        (one.subject, *map(str, (one.clauses, one.encoded, one.spoken, one.decisive)))
        for one in (*found.articles, found.whole)
    )
    title = f"{found.book.edition.title} ({found.book.stamp}; {found.cases} cases)"
    return Grid(
        title=title, heads=("article", "clauses", "encoded", "spoken", "decisive"), rows=rows
    )


def coverage_sheet(found: EditionCoverage, fallen: tuple[str, ...]) -> Sheet | None:
    """Return what the figures leave out; None if that is nothing."""
    told = sections(
        ("Fallen", (Entry(name=one) for one in fallen)),
        ("No law, and carried by nothing", (Entry(name=one) for one in found.unencoded)),
        ("Law, and cited by no case", (Entry(name=one) for one in found.unspoken)),
        ("Cited, and decisive in no case", (Entry(name=one) for one in found.undecisive)),
    )
    return Sheet(title="What is left out", sections=told) if told else None
