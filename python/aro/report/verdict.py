"""A verdict laid out: the ruling, the clauses that decide it, and what it rests and hangs on."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from aro.analysis.beside import Beside, Brought, NoBar, Waiver
from aro.answers import (
    VERBS,
    DependsOnReading,
    DependsOnUnknown,
    Figure,
    Gap,
    Mod,
    UnseenPage,
    Verdict,
)
from aro.engine.phrases import STEPS, declaration, fact
from aro.fitting import door
from aro.knowledge.edition import Clause
from aro.parts import Act
from aro.report.sheet import (
    PROVENANCES,
    Entry,
    Grid,
    Part,
    Sheet,
    Tone,
    clause_entry,
    in_line,
    result_entry,
    sections,
    sourced,
)

UNKNOWN = "It hangs on"
"""The heading of the unknown facts that a ruling depends on."""

OPEN = "Look it up: it is missing here"
"""The heading of the pages that may turn an answer."""

_TONES: Mapping[str, Tone] = {"legal": "good", "illegal": "bad"}
_FIRMNESS = {
    "undecided": "not found out: gave up after {}",
    "gave_up": "not found out whether it stands otherwise: gave up after {}",
    "settled": "settled",
    "disputed": "disputed: the book can be read otherwise",
    "depends": "it depends on what is unknown",
    "open": "open: a rule that is missing here may turn it",
}
"""How firm a ruling is, in words; with room for how much was searched."""


GROUNDS = 5
"""How many grounds a short answer gives."""

NO_BARS = 3
"""How many rules that do not bar it a short answer gives."""


@door
def verdict_sheet(verdict: Verdict, beside: Beside | None = None, *, full: bool = True) -> Sheet:
    """Return a verdict laid out: the ruling, its firmness, the grounds, and what may turn it.

    With what stands `beside` it, if given. In `full` with sources, with what confirms it, and with
    what our knowledge lacks.
    """
    beside = beside or Beside()
    depends = len(verdict.rulings) > 1
    because = "Because, as the facts may be" if depends else "Because"
    step = f", {STEPS[verdict.act.when]}" if verdict.act.when else ""
    undecided = verdict.ruling == "undecided"
    firmness = _FIRMNESS["undecided" if undecided else verdict.firmness].format(verdict.spent)
    weakest = PROVENANCES[verdict.provenance or "document"].partition(":")[0]
    weak = verdict.provenance not in {None, "document"}
    warned = f"{firmness}; also {' and '.join(verdict.also)}" if verdict.also else firmness
    parts: list[Part] = [
        (because, _because(verdict) if full else _grounds(verdict, beside.nearest)),
        (
            "What would bar it, and does not",
            map(_no_bar, beside.no_bars[: None if full else NO_BARS]),
        ),
        ("Asked and answered", map(clause_entry, beside.quotes[: None if full else 1])),
        ("It brings", map(_brought, beside.brings)),
        (UNKNOWN, map(_unknown, verdict.hangs)),
        ("It rests on how the book is read", map(_reading if full else _briefly, verdict.readings)),
        (OPEN, map(page_entry, verdict.pages)),
        ("Effect", _effect(verdict)),
    ]
    if full:
        parts += [
            ("Looked at again when it is resolved", map(clause_entry, verdict.pending)),
            ("MODs", (clause_entry(mod.clause, value_text(mod)) for mod in verdict.mods)),
            ("Waived", map(_waiver, beside.waivers)),
            ("Figures", map(figure_entry, verdict.figures)),
            ("What our knowledge lacks", _gaps(verdict.gaps)),
        ]
    else:
        parts.append(("MODs and figures", (*_mods(verdict), *map(_waiver, beside.waivers))))
    briefly = ((name, told if name == UNKNOWN else map(in_line, told)) for name, told in parts)
    return Sheet(
        title=f"{declaration(verdict.act)}{step}",
        word=" or ".join(verdict.rulings).upper(),
        tone="open" if depends or verdict.pages else _TONES.get(verdict.ruling, "open"),
        manner=f"{warned}; weakest source: {weakest}" if weak and full else warned,
        stamp=str(verdict.stamp),
        sections=sourced(verdict.stamp, *parts) if full else sections(*briefly),
    )


Barred = Mapping[Clause, Collection[Act]]
"""Clauses with the acts that they bar."""


def choices_pages(
    name: str, legal: Collection[Verdict], barred: Barred, deciding: Iterable[Clause]
) -> Iterator[Sheet | Grid]:
    """Yield what a trooper may declare as a table, and another of what it may not and by what.

    If it may declare nothing, yield the clauses that decide that.
    """
    if not legal:
        by = map(in_line, map(clause_entry, deciding))
        yield Sheet(title=f"{name} may declare: nothing", sections=sections(("Because", by)))
        return
    yield choices_grid(name, legal)
    rows = tuple(
        (clause.id, target, ", ".join(act.does for act in acts if _target(act) == target))
        for clause, acts in barred.items()
        for target in dict.fromkeys(map(_target, acts))
    )
    if rows:
        yield Grid(title=f"{name} may not declare", heads=("by", "target", "skills"), rows=rows)


def _target(act: Act) -> str:
    return act.at or act.into or ""


@door
def choices_grid(name: str | None, verdicts: Iterable[Verdict]) -> Grid:
    """Return what a trooper, of None anybody, may declare as a table."""
    listed = tuple(verdicts)
    steps = dict.fromkeys(STEPS[one.act.when] for one in listed if one.act.when)
    return Grid(
        title=", ".join((f"{name} may declare" if name else "Left to declare", *steps)),
        heads=("skill", "target", "ruling", "clauses"),
        rows=tuple(map(_choice, listed)),
        none="nothing",
    )


def value_text(mod: Mod) -> str:
    """Return what a MOD comes to, with its sign."""
    return f"{mod.value:+d}" if isinstance(mod.value, int) else mod.value


def figure_entry(figure: Figure) -> Entry:
    """Return a figure of an act with its clause."""
    return result_entry(f"{figure.name} {figure.value} of {declaration(figure.act)}", figure.clause)


def _choice(verdict: Verdict) -> tuple[str, ...]:
    act = verdict.act
    return (
        act.does,
        _target(act),
        f"{' or '.join(verdict.rulings)}, {verdict.firmness}",
        ", ".join(verdict.clauses),
    )


def _because(verdict: Verdict) -> Iterator[Entry]:
    if verdict.ruling == "silent":
        cut = verdict.pages or any(not isinstance(gap.about, Clause) for gap in verdict.gaps)
        whole = "our source is cut off, see below" if cut else "we know of no page cut off here"
        says = f"No clause known here allows or forbids such an act; {whole}."
        yield Entry("The book is silent", (says,))
    elif not verdict.because and verdict.ruling != "undecided":
        yield Entry("No clause decides it whatever the unknown facts are")
    does: dict[Clause, list[str]] = {}
    for reason in verdict.because:
        does.setdefault(reason.clause, []).append(reason.verb)
    for clause, verbs in does.items():
        says = clause.said(forbids="forbids" in verbs, allows={*verbs} != {"forbids"})
        yield clause_entry(clause, ", ".join(VERBS[one] for one in verbs), says)


def _grounds(verdict: Verdict, nearest: Collection[Clause]) -> Iterator[Entry]:
    """Yield the grounds in a line or two each, and how many more there are.

    Of what does not allow it, only those that are `nearest` to it are told, if any are.
    """
    closing = {one.clause for one in verdict.because}
    closing -= {one.clause for one in verdict.because if one.verb != "closes"}
    far = closing.difference(nearest) if closing.intersection(nearest) else set()
    weighty = {one.clause for one in verdict.because if one.verb not in {"affirms", "types"}}
    every = [*_because(verdict)]
    grounds = [one for one in every if not one.cites or weighty.intersection(one.cites)] or every
    told = [one for one in grounds if not far.intersection(one.cites)][:GROUNDS]
    yield from told
    if more := [one.name for one in grounds if one not in told]:
        yield Entry(f"and {len(more)} more: {', '.join(more)}")


def _no_bar(found: NoBar) -> Entry:
    """Return a rule that does not bar an act, with why."""
    cites = (found.clause, found.by) if found.by else (found.clause,)
    return Entry(found.clause.id, (f"{_bars(found.clause)} But {found.why}.",), cites=cites)


def _bars(clause: Clause) -> str:
    return clause.said(forbids=True, allows=False)


def _brought(found: Brought) -> Entry:
    return Entry(f"{found.trooper}: {found.what}, by {found.clause.id}", cites=(found.clause,))


def _waiver(found: Waiver) -> Entry:
    name = f"no {value_text(found.mod)} of {found.mod.clause.id}, by {found.by.id}"
    return Entry(name, cites=(found.mod.clause, found.by))


def _mods(verdict: Verdict) -> Iterator[Entry]:
    for mod in verdict.mods:
        yield Entry(f"{value_text(mod)} by {mod.clause.id}")
    for figure in verdict.figures:
        yield Entry(f"{figure.name} {figure.value} by {figure.clause.id}")


def _briefly(depends: DependsOnReading) -> Entry:
    """Return a reading in a line: the ruling under each alternative."""
    rulings = ", ".join(f"{ruling} under {name}" for name, ruling in depends.rulings)
    return Entry(f"{depends.reading.name}: {rulings}")


def page_entry(page: UnseenPage) -> Entry:
    """Return a page or a subject that is missing here, and what is known of it."""
    return Entry(f"{page.page}: {page.says}")


def _unknown(depends: DependsOnUnknown) -> Entry:
    return Entry(fact(depends.fact), (f"{depends.holds} if it is so, {depends.fails} if not",))


def _reading(depends: DependsOnReading) -> Entry:
    reading = depends.reading
    says = [reading.question]
    if depends.together:
        unknown = f"what is unknown: {'; '.join(map(fact, depends.along))}"
        others = unknown if depends.along else "the others named here"
        says.append(f"It turns the ruling only together with {others}.")
    for name, ruling in depends.rulings:
        marks = {"taken here": depends.taken, "the default": reading.default}
        marked = ", ".join(mark for mark, marked in marks.items() if marked == name)
        mark = f" ({marked})" if marked else ""
        says.append(f"{ruling} under {name}{mark}: {reading.alternative(name).says}")
    return Entry(reading.id, tuple(says))


def _effect(verdict: Verdict) -> Iterator[Entry]:
    if verdict.takes_effect is not None and (verdict.takes_effect or verdict.firmness != "depends"):
        yield Entry("It takes effect" if verdict.takes_effect else "It has no effect")
    yield from (clause_entry(one, "thwarts it", _bars(one)) for one in verdict.thwarted_by)


def _gaps(gaps: Iterable[Gap]) -> Iterator[Entry]:
    """Yield what is lacking, clauses that lack the same in one entry."""
    alike: dict[tuple[str, str], list[str]] = {}
    for gap in gaps:
        if isinstance(gap.about, Clause):
            name = gap.about.id
            label = "not law here" if gap.about.encodable == "no" else "only partly law here"
        else:
            name, label = gap.about.title, "our copy is cut off"
        alike.setdefault((label, gap.says), []).append(name)
    for (label, says), names in alike.items():
        yield Entry(", ".join(names), (says,), label)
