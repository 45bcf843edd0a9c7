"""Answers as people and programs read them: text, HTML, tables for a terminal, JSON.

Each answer is laid out once, as a sheet of headings and entries or as a table. Text, HTML and
terminal are three ways to write it, so none says more than another. The writer for a terminal,
`aro.report.terminal_writer`, stands apart, because it loads rich.
"""

from collections.abc import Iterable, Mapping

from aro.answers import Outcome, Verdict
from aro.fitting import door
from aro.report.html_writer import page_html
from aro.report.json_writer import plain
from aro.report.json_writer import written as json
from aro.report.outcome import outcome_sheet
from aro.report.sheet import Grid, Sheet
from aro.report.text_writer import page_text
from aro.report.verdict import choices_grid, verdict_sheet

__all__ = [
    "Answer",
    "Grid",
    "Sheet",
    "choices_grid",
    "html",
    "json",
    "outcome_sheet",
    "pages",
    "plain",
    "text",
    "verdict_sheet",
]

Answer = Verdict | Outcome | Mapping[str, Iterable[Verdict]] | Sheet | Grid
"""What can be shown: an answer, what each trooper may declare, or what is laid out already."""


@door
def pages(answer: Answer) -> tuple[Sheet | Grid, ...]:
    """Return an answer laid out; a listing has a table for each trooper."""
    match answer:
        case Verdict():
            return (verdict_sheet(answer),)
        case Outcome():
            return (outcome_sheet(answer),)
        case Sheet() | Grid():
            return (answer,)
        case _:
            return tuple(choices_grid(name, verdicts) for name, verdicts in answer.items())


@door
def text(answer: Answer) -> str:
    """Return an answer as plain text.

    >>> from aro import Act, Rulebook, Situation, Trooper
    >>> table = Situation(active="red", troopers=[Trooper("ninja", side="red")])
    >>> print(text(Rulebook("n5").is_legal(table, Act("ninja", "move"))).splitlines()[0])
    ninja move, first Skill
    >>> text({"guard": ()})
    'guard may declare: nothing'
    """
    return "\n\n".join(map(page_text, pages(answer)))


@door
def html(answer: Answer) -> str:
    """Return an answer as HTML, with everything in it escaped.

    With an outcome goes a picture of the table that it leaves behind, unless the outcome depends
    on what is unknown: then there is no one table.
    """
    shown = "".join(map(page_html, pages(answer)))
    if isinstance(answer, Outcome) and not answer.unsure:
        from aro.pictures import after  # noqa: PLC0415  only here is a picture drawn; plain answers do without

        return f"{shown}<figure>{after(answer)}</figure>"
    return shown
