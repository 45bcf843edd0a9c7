"""Diffs and checks laid out: as sheets for a terminal, as Markdown, as one page of HTML."""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import zip_longest

from aro import pictures as picture
from aro.analysis.check import Check
from aro.analysis.check.findings import KINDS, Finding
from aro.analysis.diff import Diff, Difference
from aro.analysis.search.witness import Witness
from aro.cases import dump
from aro.knowledge.edition import Clause
from aro.report.html_writer import sheet_html
from aro.report.phrases import fact
from aro.report.sheet import STEPS, Entry, Sheet, Tone, sections

VERBS = {
    "legal": "is legal",
    "illegal": "is illegal",
    "silent": "is in no clause",
    "yes": "comes about",
    "no": "does not come about",
}
"""What a side says of a thing, behind its name."""

MATTERS = {
    "ruling": "May it be declared?",
    "effect": "Does it take effect?",
    "state": "Is it in the state at the end?",
    "piece": "Does it stand so on the table?",
    "duty": "Is it a duty?",
    "mod": "Is it a MOD?",
    "roll": "Is it rolled so?",
    "figure": "Is it a figure of the act?",
    "value": "Is it a value of the piece?",
    "memory": "Is it remembered?",
}
"""What is asked of both sides, by what kind of thing it is."""

_TONES: dict[str, Tone] = {"error": "bad", "warning": "open", "note": "plain"}


def diff_sheets(found: Diff) -> Iterator[Sheet]:
    """Yield a diff laid out: what it comes to, each difference, and what cannot be compared."""
    left, right = map(str, found.sides)
    apart = found.comparable
    yield Sheet(
        title=f"{left} and {right}",
        word=_count(len(apart), found.unfinished),
        tone="open" if apart or found.unfinished else "good",
        manner=found.unfinished or "",
        sections=sections(
            ("Only one of them has", _aside(found, found.words)),
        ),
    )
    for number, one in enumerate(apart, start=1):
        yield _difference(found, number, one)
    lacking = [one for one in found.differences if one.lacks]
    if not any((lacking, *found.silent, *found.lacking)):
        return
    yield Sheet(
        title="Not comparable",
        manner=f"{_many(len(lacking), 'difference')}: the source of one is cut off or not there",
        sections=sections(
            ("Cut off", (_lacking(one) for one in lacking)),
            ("Only one of them rules on", _aside(found, found.silent, swap=True)),
            ("Only one of them speaks of", _aside(found, found.lacking, swap=True)),
        ),
    )


def _count(apart: int, unfinished: str | None) -> str:
    if not apart:
        return "nothing found yet" if unfinished else "no difference"
    return _many(apart, "difference")


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _difference(found: Diff, number: int, one: Difference) -> Sheet:
    sides = []
    for stamp, told, clauses in zip(found.sides, one.told, one.clauses, strict=True):
        listed = clauses or tuple(dict.fromkeys(reason.clause for reason in told.because))
        entries = [Entry(name=clause.id, says=(clause.says,)) for clause in listed]
        heading = f"{stamp}: {VERBS[told.says]}"
        sides.append((heading, entries or [Entry(name="no clause")]))
    return Sheet(
        title=f"{number}. {one.about}",
        word=MATTERS[one.matter],
        manner="" if one.alone else "the clauses make it only together",
        sections=sections(
            *sides,
            ("It shows in", _chunks(one.occurs)),
            ("The smallest situation", _lines(one.witness)),
        ),
    )


def _chunks(names: Iterable[str]) -> list[Entry]:
    return [Entry(name=", ".join(names))]


def _lacking(one: Difference) -> Entry:
    ids = ", ".join(clause.id for clauses in one.clauses for clause in clauses)
    return Entry(name=f"{one.about} ({ids})", says=(one.lacks or "",))


def _aside(
    found: Diff, told: tuple[tuple[str, ...], tuple[str, ...]], *, swap: bool = False
) -> Iterator[Entry]:
    stamps = reversed(found.sides) if swap else iter(found.sides)
    for stamp, names in zip(stamps, told, strict=True):
        if names:
            yield Entry(name=str(stamp), says=(", ".join(names),))


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


def check_sheets(found: Check) -> Iterator[Sheet]:
    """Yield a check laid out: what it comes to, each new finding, the accepted ones, the notes."""
    yield Sheet(
        title=f"Check of {found.about}" if found.about else "Check",
        word="clean" if found.clean else _many(len(found.new), "finding"),
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
            ("Clauses", map(_clause, one.clauses)),
            ("The smallest situation", _lines(one.witness)),
        ),
    )


def _lines(shown: Witness | None) -> list[Entry]:
    return [Entry(name=told) for told in situation_lines(shown)] if shown else []


def _clause(one: Clause) -> Entry:
    return Entry(name=one.id, says=(one.says,))


def markdown(sheets: Iterable[Sheet]) -> str:
    """Return sheets as one document of Markdown."""
    return "\n".join(line for sheet in sheets for line in _markdown(sheet))


def _markdown(sheet: Sheet) -> Iterator[str]:
    yield f"## {sheet.title}\n"
    answer = ", ".join(filter(None, (f"**{sheet.word}**" if sheet.word else "", sheet.manner)))
    if answer:
        yield f"{answer}\n"
    for section in sheet.sections:
        yield f"### {section.heading}\n"
        for entry in section.entries:
            yield f"- {entry.label + ' ' if entry.label else ''}{entry.name}"
            yield from (f"  {says}" for says in entry.says)
        yield ""


def diff_page(found: Diff) -> str:
    """Return a diff as one page of HTML."""
    shown = [None, *(one.witness for one in found.comparable)]
    sheets = zip_longest(diff_sheets(found), shown)
    left, right = (str(one) for one in found.sides)
    return _page(f"Where {left} and {right} part", sheets, (left, right))


def check_page(found: Check) -> str:
    """Return a check as one page of HTML."""
    first, *rest = check_sheets(found)
    shown: list[Witness | None] = [one.witness for one in found.new]
    shown += [None] * (len(rest) - len(shown))
    sheets = [(first, None), *zip(rest, shown, strict=True)]
    return _page(first.title, sheets, (str(found.about),) if found.about else ())


def _page(
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
        drawn = picture.table(shown.table, asked=acts, title="The smallest situation")
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
