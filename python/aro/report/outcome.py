"""An outcome laid out: what took effect, what changed, how everybody stands, what is now due."""

from collections.abc import Iterable, Iterator

from aro.answers import Change, Effect, Fate, Mod, Outcome, Value
from aro.engine.phrases import declaration
from aro.knowledge.edition import Clause
from aro.knowledge.names import constant
from aro.report.sheet import Entry, Sheet, entry, result, sections, sources
from aro.report.verdict import figure, value_text
from aro.situation import Act

_MOMENTS = {
    "first": "with the first Skill",
    "aro_1": "with the AROs to it",
    "second": "with the second Skill",
    "aro_2": "with the AROs to it",
    "rolls": "at the Rolls that come first",
    "effects": "when the Order is resolved",
}
"""The moments of an Order as they are told."""

_UNDECLARED = (
    "It could not legally be declared; ask about it for the clauses. Where a page says that to "
    "declare reveals, it still reveals."
)


def outcome_sheet(outcome: Outcome, *, plain: bool = True) -> Sheet:
    """Return an outcome laid out; unless `plain`, without the values of Models in no state."""
    values = [one for one in outcome.values if plain or not _plain(outcome, one)]
    order = "; ".join(declaration(one.act) for one in outcome.effects) or "nothing declared"
    return Sheet(
        title=f"The Order: {order}",
        word="PLAYED OUT",
        manner=_manner(outcome),
        stamp=str(outcome.stamp),
        sections=sections(
            ("Note", (Entry(name=note) for note in outcome.notes)),
            (
                "Declared",
                (one for effect in outcome.effects for one in _effect(effect, outcome.unsure)),
            ),
            ("What changes", (_change(one) for one in outcome.changes)),
            ("Leaves the table", (result(name, by) for name, by in outcome.removed)),
            ("Counts as revealed all along", (result(name, by) for name, by in outcome.backdated)),
            ("Affected by a template", (_affected(*one) for one in outcome.affected)),
            ("How they stand", (_fate(one) for one in outcome.fates)),
            ("Duties", (result(f"{d.trooper}: {d.duty}", d.clause) for d in outcome.duties)),
            ("MODs", (_mod(one) for one in outcome.mods)),
            ("Figures", (figure(one) for one in outcome.figures)),
            ("Values", _values(values)),
            ("Remembered", (Entry(name=_memo(m.kind, m.of)) for m in outcome.remembered)),
            ("Perhaps, by what is unknown", _perhaps(outcome)),
            ("Sources", sources([*_cited(outcome), *(one.clause for one in values)])),
        ),
    )


def _manner(outcome: Outcome) -> str:
    if outcome.spent is not None:
        return f"as if nothing unknown were so: gave up after {outcome.spent}"
    return "hangs on what is unknown" if outcome.unsure else ""


def _effect(effect: Effect, unsure: Iterable[str]) -> Iterator[Entry]:
    act = effect.act
    atom = f"performed(act({act.when},{constant(act.who)},{act.does},"
    says: tuple[str, ...] = ()
    if effect.takes_effect:
        label = "takes effect"
    elif any(one.startswith(atom) for one in unsure):
        label = "may take effect"
    else:
        label = "has no effect"
        says = () if effect.thwarted_by else (_UNDECLARED,)
    yield Entry(name=declaration(act), label=label, says=says)
    yield from (entry(clause, "thwarts it") for clause in effect.thwarted_by)
    yield from (entry(clause, f"{kind} Roll") for kind, clause in effect.rolls)


def _change(change: Change) -> Entry:
    if change.ended and change.began:
        what = f"{change.ended} becomes {change.began}"
    else:
        what = f"{change.ended} ends" if change.ended else f"{change.began} begins"
    when = _MOMENTS.get(change.moment, change.moment)
    return result(f"{change.trooper}: {what}", change.clause, when)


def _affected(act: Act, piece: str) -> Entry:
    return Entry(name=f"{piece} by {declaration(act)}")


def _fate(fate: Fate) -> Entry:
    several = len({piece for piece, _ in (*fate.pieces, *fate.maybe_pieces)}) > 1
    shown = (
        f"{f'{piece} ' if several else ''}"
        f"{'not on the table' if form == 'nothing' else f'on the table as {form}'}"
        for piece, form in fate.pieces
    )
    maybe: dict[str, list[str]] = {}
    for piece, form in fate.maybe_pieces:
        maybe.setdefault(piece, []).append("nowhere" if form == "nothing" else f"as {form}")
    unsure = (
        f"{f'{piece} ' if several else ''}perhaps on the table {' or '.join(forms)}"
        for piece, forms in maybe.items()
    )
    states = [*fate.states, *(f"perhaps {state}" for state in fate.maybe_states)]
    told = ", ".join(states) or "in no state"
    return Entry(name=fate.trooper, says=("; ".join((told, *shown, *unsure)),))


def _perhaps(outcome: Outcome) -> Iterator[Entry]:
    """Yield what the unknown may bring, what a profile alone could bring in a line."""
    for one in outcome.perhaps:
        if not one.profile:
            yield result(one.says, one.clause) if one.clause else Entry(name=one.says)
    ids = dict.fromkeys(one.clause.id for one in outcome.perhaps if one.clause and one.profile)
    if ids:
        says = "By a special skill or Equipment that may be hidden from this side"
        yield Entry(name=says, says=(", ".join(ids),))


def _values(values: Iterable[Value]) -> Iterator[Entry]:
    """Yield each value with the pieces that have it."""
    alike: dict[tuple[str, int | str, Clause], list[str]] = {}
    for one in values:
        alike.setdefault((one.name, one.value, one.clause), []).append(one.piece)
    for (name, value, clause), pieces in alike.items():
        yield result(f"{', '.join(pieces)}: {name} {value}", clause)


def _plain(outcome: Outcome, value: Value) -> bool:
    """Return whether a value is that of a Model in no state, true whatever was declared."""
    return any(
        fate.pieces == ((value.piece, "model"),) and not (fate.states or fate.maybe_states)
        for fate in outcome.fates
    )


def _mod(mod: Mod) -> Entry:
    return result(f"{value_text(mod)} to {declaration(mod.act)}", mod.clause)


def _memo(kind: str, of: tuple[str, ...]) -> str:
    return f"{kind}: {', '.join(of)}" if of else kind


def _cited(outcome: Outcome) -> Iterator[Clause]:
    for effect in outcome.effects:
        yield from effect.thwarted_by
        yield from (clause for _, clause in effect.rolls)
    yield from (one.clause for one in outcome.changes)
    yield from (clause for _, clause in (*outcome.removed, *outcome.backdated))
    yield from (one.clause for one in outcome.duties)
    yield from (one.clause for one in outcome.mods)
    yield from (one.clause for one in outcome.figures)
    yield from (one.clause for one in outcome.perhaps if one.clause and not one.profile)
