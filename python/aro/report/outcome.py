"""An outcome laid out: what took effect, what changed, how everybody stands, what is now due."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, starmap

from aro.answers import Change, Effect, Fate, Outcome, Value
from aro.engine.phrases import declaration
from aro.knowledge.names import constant
from aro.report.sheet import Entry, Sheet, clause_entry, result_entry, sourced
from aro.report.verdict import figure_entry, value_text

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
    unsure = "hangs on what is unknown" if outcome.unsure else ""
    found = "in part" if outcome.unsure else "as if nothing unknown were so"
    gave_up = f"{found}: gave up after {outcome.spent}"
    duties = ((f"{one.trooper}: {one.duty}", one.clause) for one in outcome.duties)
    mods = ((f"{value_text(one)} to {declaration(one.act)}", one.clause) for one in outcome.mods)
    remembered = ((one.kind, ", ".join(one.of)) for one in outcome.remembered)
    return Sheet(
        title=f"The Order: {order}",
        word="PLAYED OUT",
        manner=unsure if outcome.spent is None else gave_up,
        stamp=str(outcome.stamp),
        sections=sourced(
            ("Note", outcome.notes),
            ("Declared", chain.from_iterable(_effect(one, outcome) for one in outcome.effects)),
            ("What changes", map(_change, outcome.changes)),
            ("Leaves the table", starmap(result_entry, outcome.removed)),
            ("Counts as revealed all along", starmap(result_entry, outcome.backdated)),
            (
                "Affected by a template",
                (f"{piece} by {declaration(act)}" for act, piece in outcome.affected),
            ),
            ("How they stand", map(_fate, outcome.fates)),
            ("Duties", starmap(result_entry, duties)),
            ("MODs", starmap(result_entry, mods)),
            ("Figures", map(figure_entry, outcome.figures)),
            ("Values", _values(values)),
            ("Remembered", (": ".join(filter(None, words)) for words in remembered)),
            ("Perhaps, by what is unknown", _perhaps(outcome)),
        ),
    )


def _effect(effect: Effect, outcome: Outcome) -> Iterator[Entry]:
    act = effect.act
    atom = f"performed(act({act.when},{constant(act.who)},{act.does},"
    label, says = "has no effect", () if effect.thwarted_by else (_UNDECLARED,)
    if effect.takes_effect:
        label, says = "takes effect", ()
    elif any(unsure.startswith(atom) for unsure in outcome.unsure):
        label, says = "may take effect", ()
    yield Entry(declaration(act), says, label)
    yield from (clause_entry(clause, "thwarts it") for clause in effect.thwarted_by)
    yield from (clause_entry(clause, f"{kind} Roll") for kind, clause in effect.rolls)


def _change(change: Change) -> Entry:
    if change.ended and change.began:
        what = f"{change.ended} becomes {change.began}"
    else:
        what = f"{change.ended} ends" if change.ended else f"{change.began} begins"
    when = _MOMENTS.get(change.moment, change.moment)
    return result_entry(f"{change.trooper}: {what}", change.clause, when)


def _fate(fate: Fate) -> Entry:
    states = ", ".join((*fate.states, *(f"perhaps {state}" for state in fate.maybe_states)))
    places = [
        (piece, "not on the table" if form == "nothing" else f"on the table as {form}")
        for piece, form in fate.pieces
    ]
    maybe: dict[str, list[str]] = {}
    for piece, form in fate.maybe_pieces:
        maybe.setdefault(piece, []).append("nowhere" if form == "nothing" else f"as {form}")
    for piece, forms in maybe.items():
        places.append((piece, f"perhaps on the table {' or '.join(forms)}"))
    several = len({piece for piece, _ in places}) > 1
    where = (f"{piece} {place}" if several else place for piece, place in places)
    return Entry(fate.trooper, ("; ".join((states or "in no state", *where)),))


def _values(values: Iterable[Value]) -> Iterator[Entry]:
    """Yield each value with the pieces that have it."""
    alike: dict[Value, list[str]] = {}
    for one in values:
        alike.setdefault(replace(one, piece=""), []).append(one.piece)
    for one, pieces in alike.items():
        yield result_entry(f"{', '.join(pieces)}: {one.name} {one.value}", one.clause)


def _plain(outcome: Outcome, value: Value) -> bool:
    """Return whether a value is that of a Model in no state, true whatever was declared."""
    return any(
        fate.pieces == ((value.piece, "model"),) and not (fate.states or fate.maybe_states)
        for fate in outcome.fates
    )


def _perhaps(outcome: Outcome) -> Iterator[Entry]:
    """Yield what the unknown may bring, what a profile alone could bring in a line."""
    profile: dict[str, None] = {}
    for one in outcome.perhaps:
        if not one.profile:
            yield result_entry(one.says, one.clause) if one.clause else Entry(one.says)
        elif one.clause:
            profile[one.clause.id] = None
    if profile:
        says = "By a special skill or Equipment that may be hidden from this side"
        yield Entry(says, (", ".join(profile),))
