"""Situations that an analysis found: in words, and as a picture with the case file to ask them."""

from collections.abc import Iterable, Iterator
from html import escape

from aro import pictures
from aro.analysis.search.witness import Witness
from aro.cases import dump
from aro.engine.phrases import STEPS, fact
from aro.report.html_writer import sheet_html
from aro.report.sheet import Entry, Sheet


def situation_entries(shown: Witness | None) -> list[Entry]:
    """Return the facts of a witness as entries; none if there is no witness."""
    return [Entry(name=told) for told in situation_lines(shown)] if shown else []


def situation_lines(shown: Witness) -> Iterator[str]:
    """Yield a witness as a person tells it, a fact a line."""
    told = list(shown.facts)
    sees = [one for one in told if not one.startswith("declared(")]
    yield from (fact(one) for one in sees)
    for act in shown.table.order:
        yield f"{act}, as {STEPS[act.when]}" if act.when else str(act)
    if not told:
        yield "nothing but the two sides"
    if shown.act:
        step = f", as {STEPS[shown.act.when]}" if shown.act.when else ""
        yield f"asked: {shown.act}{step}"


def page(
    title: str, sheets: Iterable[tuple[Sheet, Witness | None]], editions: Iterable[str]
) -> str:
    """Return sheets as a page, with the table of each situation and its case file."""
    names = tuple(editions)
    body = "\n".join(_article(sheet, shown, names) for sheet, shown in sheets)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>'
        f"<main><h1>{escape(title)}</h1>\n{body}\n</main></html>\n"
    )


def _article(sheet: Sheet, shown: Witness | None, editions: tuple[str, ...]) -> str:
    told = f"<article>{sheet_html(sheet)}"
    if shown is not None:
        acts = (shown.act,) if shown.act else ()
        drawn = pictures.table(shown.table, asked=acts, title="The smallest situation")
        case = escape(dump(shown.case(editions, sheet.title)))
        told += f"<figure>{drawn}</figure><details><summary>as a case file</summary>"
        told += f"<pre>{case}</pre></details>"
    return f"{told}</article>"


_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid #8884; border-radius: .6rem; padding: .4rem 1.2rem; margin: 1.2rem 0; }
h5 { margin: 1rem 0 .2rem; font-size: .95rem; }
dl { margin: 0; } dt:has(+ dd) { font-weight: 600; } dd { margin: 0 0 .3rem 1rem; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
pre { overflow-x: auto; padding: .6rem; border-radius: .4rem; background: #8881; }
"""
