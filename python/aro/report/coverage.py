"""A survey laid out as a table, its gaps as a sheet, and both as JSON."""

from typing import TypedDict

from aro.analysis.coverage_floor import Figures, Survey
from aro.report.json.clause import FORMAT, Format, StampForm, stamp_json
from aro.report.sheet import Entry, Grid, Sheet, sections


class FiguresForm(TypedDict):
    """Of an article how many clauses there are, are law, are cited and turn a case."""

    article: str
    clauses: int
    encoded: int
    spoken: int
    decisive: int


class SurveyForm(TypedDict):
    """What `coverage` reports: figures, what they leave out by id, what fell below the floor."""

    format: Format
    stamp: StampForm
    cases: int
    articles: list[FiguresForm]
    whole: FiguresForm
    unencoded: list[str]
    unspoken: list[str]
    undecisive: list[str]
    fallen: list[str]


def survey_grid(found: Survey) -> Grid:
    """Return the figures of each article and of all as a table."""
    rows = tuple(
        (one.subject, *map(str, (one.clauses, one.encoded, one.spoken, one.decisive)))
        for one in (*found.articles, found.whole)
    )
    title = f"{found.book.edition.title} ({found.book.stamp}; {found.cases} cases)"
    return Grid(
        title=title, heads=("article", "clauses", "encoded", "spoken", "decisive"), rows=rows
    )


def survey_sheet(found: Survey, fallen: tuple[str, ...]) -> Sheet | None:
    """Return what the figures leave out; None if that is nothing."""
    told = sections(
        ("Fallen", (Entry(name=one) for one in fallen)),
        ("No law, and carried by nothing", (Entry(name=one) for one in found.unencoded)),
        ("Law, and cited by no case", (Entry(name=one) for one in found.unspoken)),
        ("Cited, and decisive in no case", (Entry(name=one) for one in found.undecisive)),
    )
    return Sheet(title="What is left out", sections=told) if told else None


def survey_json(found: Survey, fallen: tuple[str, ...]) -> SurveyForm:
    """Return a survey in its JSON form."""
    return {
        "format": FORMAT,
        "stamp": stamp_json(found.book.stamp),
        "cases": found.cases,
        "articles": [_figures(one) for one in found.articles],
        "whole": _figures(found.whole),
        "unencoded": list(found.unencoded),
        "unspoken": list(found.unspoken),
        "undecisive": list(found.undecisive),
        "fallen": list(fallen),
    }


def _figures(one: Figures) -> FiguresForm:
    return {
        "article": one.subject,
        "clauses": one.clauses,
        "encoded": one.encoded,
        "spoken": one.spoken,
        "decisive": one.decisive,
    }
