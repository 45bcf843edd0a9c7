"""How far the cases cover an edition: the figures as a table, the gaps as a sheet."""

from collections.abc import Iterator
from dataclasses import astuple, dataclass

from aro.analysis.coverage import EditionCoverage
from aro.report.sheet import Grid, Sheet, sections


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What `coverage` prints; `fallen` is what dropped below the floor."""

    survey: EditionCoverage
    fallen: tuple[str, ...]


def coverage_pages(coverage: Coverage) -> Iterator[Sheet | Grid]:
    """Yield the figures of each article and of all as a table, and what they leave out if any."""
    survey = coverage.survey
    yield Grid(
        title=f"{survey.book.edition.title} ({survey.book.stamp}; {survey.cases} cases)",
        heads=("article", "clauses", "encoded", "spoken", "decisive", "laws", "needed"),
        rows=tuple(tuple(map(str, astuple(one))) for one in (*survey.articles, survey.whole)),
    )
    left_out = sections(
        ("Fallen", coverage.fallen),
        ("No law, and carried by nothing", survey.unencoded),
        ("Law, and cited by no case", survey.unspoken),
        ("Cited, and decisive in no case", survey.undecisive),
        ("Laws that no case needs", survey.unneeded),
    )
    if left_out:
        yield Sheet(title="What is left out", sections=left_out)
