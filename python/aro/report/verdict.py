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
    entry,
    result,
    sections,
    sources,
)

_TONES: Mapping[str, Tone] = {"legal": "good", "illegal": "bad", "silent": "open"}


def verdict_sheet(verdict: Verdict) -> Sheet:
    """Return a verdict laid out."""
    depends = verdict.firmness == "depends"
    step = f", {STEPS[verdict.act.when]}" if verdict.act.when else ""
    cited = [one.clause for one in verdict.because]
    cited += [*verdict.thwarted_by, *(one.clause for one in verdict.mods)]
    cited += [*(one.clause for one in verdict.figures), *verdict.pending]
    return Sheet(
        title=f"{declaration(verdict.act)}{step}",
        word=" or ".join(verdict.possible if depends else (verdict.ruling,)).upper(),
        tone="open" if depends else _TONES[verdict.ruling],
        manner=_manner(verdict),
        stamp=str(verdict.stamp),
        sections=sections(
            ("Because, as the facts may be" if depends else "Because", _because(verdict)),
            ("It hangs on", (_hangs(one) for one in verdict.hangs)),
            ("It rests on how the book is read", (_rests(one) for one in verdict.readings)),
            ("Effect", _effect(verdict)),
            ("Looked at again when it is resolved", (entry(one) for one in verdict.pending)),
            ("MODs", (entry(one.clause, value_text(one)) for one in verdict.mods)),
            ("Figures", (figure(one) for one in verdict.figures)),
            ("What our knowledge lacks", _gaps(verdict.gaps)),
            ("Sources", sources(cited)),
        ),
    )


def choices_grid(
    name: str | None, verdicts: Iterable[Verdict], barred: Iterable[Clause] = ()
) -> Grid:
    """Return what a trooper, of None anybody, may declare as a table.

    `barred` are the clauses by which it may declare nothing, where that is so.
    """
    rows: tuple[tuple[str, ...], ...] = tuple(
        (
            one.act.does,
            one.act.at or one.act.into or "",
            "" if one.act.when is None else STEPS[one.act.when],
            _short(one),
            ", ".join(one.clauses),
            ", ".join(clause.id for clause in one.pending),
        )
        for one in verdicts
    )
    heads: tuple[str, ...] = ("skill", "target", "step", "ruling", "clauses", "looked at again")
    if not any(row[-1] for row in rows):
        heads, rows = heads[:-1], tuple(row[:-1] for row in rows)
    title = "Anybody may declare" if name is None else f"{name} may declare"
    why = "; ".join(f"{one.id}: {one.says}" for one in barred)
    none = f"nothing, by {why}" if why else "nothing"
    return Grid(title=title, heads=heads, rows=rows, none=none)


def value_text(mod: Mod) -> str:
    """Return what a MOD comes to, with its sign."""
    return f"{mod.value:+d}" if isinstance(mod.value, int) else mod.value


def figure(one: Figure) -> Entry:
    """Return a figure of an act with its clause."""
    return result(f"{one.name} {one.value} of {declaration(one.act)}", one.clause)


def _manner(verdict: Verdict) -> str:
    manner = {
        "gave_up": f"not found out whether it stands otherwise: gave up after {verdict.spent}",
        "settled": "settled",
        "disputed": "disputed: the book can be read otherwise",
        "depends": "it depends on what is unknown",
    }[verdict.firmness]
    weak = verdict.provenance
    if weak is None or weak == "document":
        return manner
    return f"{manner}; weakest source: {PROVENANCES[weak].partition(':')[0]}"


def _short(verdict: Verdict) -> str:
    if verdict.firmness == "depends":
        return f"{' or '.join(verdict.possible)}, depends"
    return f"{verdict.ruling}, {verdict.firmness}"


def _because(verdict: Verdict) -> Iterator[Entry]:
    if verdict.ruling == "silent":
        cut = any(not isinstance(gap.about, Clause) for gap in verdict.gaps)
        whole = "our source is cut off, see below" if cut else "we know of no page cut off here"
        says = f"No clause known here allows or forbids such an act; {whole}."
        yield Entry(name="The book is silent", says=(says,))
    elif not verdict.because:
        yield Entry(name="No clause decides it whatever the unknown facts are")
    does: dict[Clause, list[str]] = {}
    for reason in verdict.because:
        does.setdefault(reason.clause, []).append(VERBS[reason.verb])
    yield from (entry(clause, ", ".join(verbs)) for clause, verbs in does.items())


def _hangs(one: DependsOnUnknown) -> Entry:
    return Entry(name=fact(one.fact), says=(f"{one.holds} if it is so, {one.fails} if not",))


def _rests(one: DependsOnReading) -> Entry:
    says = {alternative.name: alternative.says for alternative in one.reading.alternatives}
    told = [one.reading.question]
    if one.together:
        others = [fact(atom) for atom in one.along]
        with_them = f"what is unknown: {'; '.join(others)}" if others else "the others named here"
        told.append(f"It turns the ruling only together with {with_them}.")
    for name, ruling in one.rulings:
        marks = [word for word, so in _marks(one, name) if so]
        mark = f" ({', '.join(marks)})" if marks else ""
        told.append(f"{ruling} under {name}{mark}: {says[name]}")
    return Entry(name=one.reading.id, says=tuple(told))


def _marks(one: DependsOnReading, name: str) -> tuple[tuple[str, bool], ...]:
    return ("taken here", name == one.taken), ("the default", name == one.reading.default)


def _effect(verdict: Verdict) -> Iterator[Entry]:
    if verdict.takes_effect is not None and (verdict.takes_effect or verdict.firmness != "depends"):
        yield Entry(name="It takes effect" if verdict.takes_effect else "It has no effect")
    yield from (entry(clause, "thwarts it") for clause in verdict.thwarted_by)


def _gaps(gaps: Iterable[Gap]) -> Iterator[Entry]:
    """Yield what is lacking, clauses that lack the same in one entry."""
    alike: dict[tuple[str, str], list[str]] = {}
    for gap in gaps:
        if isinstance(gap.about, Clause):
            label = "not law here" if gap.about.encodable == "no" else "only partly law here"
            alike.setdefault((label, gap.says), []).append(gap.about.id)
        else:
            alike.setdefault(("our copy is cut off", gap.says), []).append(gap.about.title)
    for (label, says), names in alike.items():
        yield Entry(name=", ".join(names), label=label, says=(says,))
