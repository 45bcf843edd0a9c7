"""A verdict laid out: the ruling, the clauses that decide it, and what it rests and hangs on."""

from collections.abc import Iterable, Iterator, Mapping

from aro.answers import VERBS, DependsOnReading, DependsOnUnknown, Figure, Gap, Mod, Verdict
from aro.engine.phrases import STEPS, declaration, fact
from aro.knowledge.edition import Clause
from aro.report.sheet import (
    PROVENANCES,
    Entry,
    Grid,
    Sheet,
    Tone,
    clause_entry,
    result_entry,
    sourced,
)

UNKNOWN = "It hangs on"
"""The heading of the unknown facts that a ruling depends on."""

_TONES: Mapping[str, Tone] = {"legal": "good", "illegal": "bad"}
_FIRMNESS = {
    "undecided": "not found out: gave up after {}",
    "gave_up": "not found out whether it stands otherwise: gave up after {}",
    "settled": "settled",
    "disputed": "disputed: the book can be read otherwise",
    "depends": "it depends on what is unknown",
}
"""How firm a ruling is, in words; with room for how much was searched."""


def verdict_sheet(verdict: Verdict) -> Sheet:
    """Return a verdict laid out."""
    depends = verdict.firmness == "depends"
    step = f", {STEPS[verdict.act.when]}" if verdict.act.when else ""
    undecided = verdict.ruling == "undecided"
    firmness = _FIRMNESS["undecided" if undecided else verdict.firmness].format(verdict.spent)
    weakest = PROVENANCES[verdict.provenance or "document"].partition(":")[0]
    weak = verdict.provenance not in {None, "document"}
    return Sheet(
        title=f"{declaration(verdict.act)}{step}",
        word=" or ".join(verdict.possible if depends else (verdict.ruling,)).upper(),
        tone="open" if depends else _TONES.get(verdict.ruling, "open"),
        manner=f"{firmness}; weakest source: {weakest}" if weak else firmness,
        stamp=str(verdict.stamp),
        sections=sourced(
            ("Because, as the facts may be" if depends else "Because", _because(verdict)),
            (UNKNOWN, map(_unknown, verdict.hangs)),
            ("It rests on how the book is read", map(_reading, verdict.readings)),
            ("Effect", _effect(verdict)),
            ("Looked at again when it is resolved", map(clause_entry, verdict.pending)),
            ("MODs", (clause_entry(mod.clause, value_text(mod)) for mod in verdict.mods)),
            ("Figures", map(figure_entry, verdict.figures)),
            ("What our knowledge lacks", _gaps(verdict.gaps)),
        ),
    )


def choices_grid(
    name: str | None, verdicts: Iterable[Verdict], barred: Iterable[Clause] = ()
) -> Grid:
    """Return what a trooper, of None anybody, may declare as a table.

    `barred` are the clauses by which it may declare nothing, where that is so.
    """
    columns = ("skill", "target", "step", "ruling", "clauses", "looked at again")
    rows = tuple(map(_choice, verdicts))
    shown = len(columns) if any(row[-1] for row in rows) else len(columns) - 1
    why = "; ".join(f"{clause.id}: {clause.says}" for clause in barred)
    return Grid(
        title="Anybody may declare" if name is None else f"{name} may declare",
        heads=columns[:shown],
        rows=tuple(row[:shown] for row in rows),
        none=f"nothing, by {why}" if why else "nothing",
    )


def value_text(mod: Mod) -> str:
    """Return what a MOD comes to, with its sign."""
    return f"{mod.value:+d}" if isinstance(mod.value, int) else mod.value


def figure_entry(figure: Figure) -> Entry:
    """Return a figure of an act with its clause."""
    return result_entry(f"{figure.name} {figure.value} of {declaration(figure.act)}", figure.clause)


def _choice(verdict: Verdict) -> tuple[str, ...]:
    act, depends = verdict.act, verdict.firmness == "depends"
    return (
        act.does,
        act.at or act.into or "",
        STEPS[act.when] if act.when else "",
        f"{' or '.join(verdict.possible) if depends else verdict.ruling}, {verdict.firmness}",
        ", ".join(verdict.clauses),
        ", ".join(clause.id for clause in verdict.pending),
    )


def _because(verdict: Verdict) -> Iterator[Entry]:
    if verdict.ruling == "silent":
        cut = any(not isinstance(gap.about, Clause) for gap in verdict.gaps)
        whole = "our source is cut off, see below" if cut else "we know of no page cut off here"
        says = f"No clause known here allows or forbids such an act; {whole}."
        yield Entry("The book is silent", (says,))
    elif not verdict.because and verdict.ruling != "undecided":
        yield Entry("No clause decides it whatever the unknown facts are")
    does: dict[Clause, list[str]] = {}
    for reason in verdict.because:
        does.setdefault(reason.clause, []).append(VERBS[reason.verb])
    yield from (clause_entry(clause, ", ".join(verbs)) for clause, verbs in does.items())


def _unknown(depends: DependsOnUnknown) -> Entry:
    says = f"{depends.holds} if it is so, {depends.fails} if not"
    return Entry(fact(depends.fact), (says,))


def _reading(depends: DependsOnReading) -> Entry:
    reading = depends.reading
    alternatives = {one.name: one.says for one in reading.alternatives}
    says = [reading.question]
    if depends.together:
        unknown = f"what is unknown: {'; '.join(map(fact, depends.along))}"
        others = unknown if depends.along else "the others named here"
        says.append(f"It turns the ruling only together with {others}.")
    for name, ruling in depends.rulings:
        marks = {"taken here": depends.taken, "the default": reading.default}
        marked = ", ".join(mark for mark, marked in marks.items() if marked == name)
        mark = f" ({marked})" if marked else ""
        says.append(f"{ruling} under {name}{mark}: {alternatives[name]}")
    return Entry(reading.id, tuple(says))


def _effect(verdict: Verdict) -> Iterator[Entry]:
    if verdict.takes_effect is not None and (verdict.takes_effect or verdict.firmness != "depends"):
        yield Entry("It takes effect" if verdict.takes_effect else "It has no effect")
    yield from (clause_entry(clause, "thwarts it") for clause in verdict.thwarted_by)


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
