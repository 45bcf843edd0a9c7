"""Situations that an analysis found: in words, and as a picture with the case file to ask them."""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import zip_longest

from aro import pictures
from aro.analysis.search.witness import Witness
from aro.cases import dump
from aro.engine.phrases import STEPS, fact
from aro.parts import Act
from aro.report.html_writer import page_html
from aro.report.sheet import Sheet


def situation_lines(witness: Witness | None) -> Iterator[str]:
    """Yield a witness as a person tells it, a fact a line; nothing if there is no witness."""
    if witness is None:
        return
    yield from (fact(atom) for atom in witness.facts if not atom.startswith("declared("))
    yield from map(_with_step, witness.table.order)
    if not witness.facts:
        yield "nothing but the two sides"
    if witness.act:
        yield f"asked: {_with_step(witness.act)}"


def page(
    title: str,
    sheets: Iterable[Sheet],
    witnesses: Iterable[Witness | None],
    editions: tuple[str, ...],
) -> str:
    """Return sheets as a page; from the second sheet on, each with its witness as a case file."""
    shown = zip_longest(sheets, (None, *witnesses))
    body = "\n".join(_article(sheet, witness, editions) for sheet, witness in shown)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>'
        f"<main><h1>{escape(title)}</h1>\n{body}\n</main></html>\n"
    )


def _article(sheet: Sheet, witness: Witness | None, editions: tuple[str, ...]) -> str:
    html = page_html(sheet)
    if witness is not None:
        acts = (witness.act,) if witness.act else ()
        drawn = pictures.table(witness.table, asked=acts, title="The smallest situation")
        case = escape(dump(witness.case(editions, sheet.title)))
        html += f"<figure>{drawn}</figure><details><summary>as a case file</summary>"
        html += f"<pre>{case}</pre></details>"
    return f"<article>{html}</article>"


def _with_step(act: Act) -> str:
    return f"{act}, as {STEPS[act.when]}" if act.when else str(act)


_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid #8884; border-radius: .6rem; padding: .4rem 1.2rem; margin: 1.2rem 0; }
h5 { margin: 1rem 0 .2rem; font-size: .95rem; }
dl { margin: 0; } dt:has(+ dd) { font-weight: 600; } dd { margin: 0 0 .3rem 1rem; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
pre { overflow-x: auto; padding: .6rem; border-radius: .4rem; background: #8881; }
"""
