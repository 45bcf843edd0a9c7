"""An outcome laid out: what took effect, what changed, how everybody stands, what is now due."""

from collections.abc import Iterable, Iterator

from aro._render_sheet import Entry, Sheet, declaration, entry, result, sections, sources
from aro._render_verdict import fact, figure, value_text
from aro.answers import Change, Effect, Fate, Mod, Outcome
from aro.edition import Clause
from aro.names import constant
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

_UNDECLARED = "It could not legally be declared; ask about it for the clauses."


def outcome_sheet(outcome: Outcome) -> Sheet:
    """Return an outcome laid out."""
    order = "; ".join(declaration(one.act) for one in outcome.effects) or "nothing declared"
    return Sheet(
        title=f"The Order: {order}",
        word="PLAYED OUT",
        manner=_manner(outcome),
        stamp=str(outcome.stamp),
        sections=sections(
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
            (
                "Values",
                (result(f"{v.piece}: {v.name} {v.value}", v.clause) for v in outcome.values),
            ),
            ("Remembered", (Entry(name=_memo(m.kind, m.of)) for m in outcome.remembered)),
            ("Hangs on what is unknown", (Entry(name=fact(one)) for one in outcome.unsure)),
            ("Sources", sources(_cited(outcome))),
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
    shown = (
        f"{'' if piece == fate.trooper else f'{piece} '}"
        f"{'not on the table' if form == 'nothing' else f'on the table as {form}'}"
        for piece, form in fate.pieces
    )
    states = ", ".join(fate.states)
    return Entry(name=fate.trooper, says=("; ".join((states or "in no state", *shown)),))


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
    yield from (one.clause for one in outcome.values)
