"""An outcome laid out: what took effect, what changed, how everybody stands, what is now due."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, starmap

from aro.answers import VERBS, Change, Duty, Effect, Fate, Mod, Outcome, Value
from aro.engine.phrases import declaration
from aro.fitting import door
from aro.knowledge.names import constant
from aro.parts import Memory
from aro.report.sheet import (
    Entry,
    Part,
    Sheet,
    clause_entry,
    in_line,
    result_entry,
    sections,
    sourced,
)
from aro.report.verdict import OPEN, figure_entry, page_entry, value_text

_MOMENTS = {
    "first": "with the first Skill",
    "aro_1": "with the AROs to it",
    "second": "with the second Skill",
    "aro_2": "with the AROs to it",
    "rolls": "at the Rolls that come first",
    "effects": "when the Order is resolved",
}
"""The moments of an Order as they are told."""

_UNKNOWN = "Whether it may be declared is told on no page that was read; here it does nothing."
_UNDECLARED = "It could not legally be declared. If a page has a declaration reveal, it still does."


_FIRMNESS = {
    "settled": "settled",
    "disputed": "disputed: a result changes if the book is read otherwise",
    "depends": "it hangs on what is unknown",
    "open": "open: a rule that is missing here may turn a result",
    "gave_up": "as if nothing unknown were so: gave up after {}",
}
"""How firm the results are, in words."""


@door
def outcome_sheet(outcome: Outcome, *, full: bool = True, plain: bool = True) -> Sheet:
    """Return an outcome laid out; in `full` with the wording and the source of each clause.

    Unless `plain`, without the values of Models in no state; and without any, if not in `full`.
    """
    stateless = {one.pieces for one in outcome.fates if not (one.states or one.maybe_states)}
    telling = (one for one in outcome.values if full and ((one.piece, "model"),) not in stateless)
    affected = (f"{piece} by {declaration(act)}" for act, piece in outcome.affected)
    order = "; ".join(declaration(one.act) for one in outcome.effects) or "nothing declared"
    firmness = _FIRMNESS[outcome.firmness].format(outcome.spent)
    if outcome.spent is not None and outcome.unsure:
        firmness = f"in part: gave up after {outcome.spent}"
    readings = (f"{one.name}: {one.question}" for one in outcome.readings)
    doubtful = dict(outcome.doubtful_memory)
    parts: list[Part] = [
        ("Note", outcome.notes),
        ("Declared", chain.from_iterable(_effect(one, outcome) for one in outcome.effects)),
        ("What changes", map(_change, outcome.changes)),
        ("Leaves the table", starmap(result_entry, outcome.removed)),
        ("Counts as revealed all along", starmap(result_entry, outcome.backdated)),
        ("Affected by a template", affected),
        ("How they stand", map(_fate, outcome.fates)),
        ("Duties", (_warned(f"{one.trooper}: {one.duty}", one) for one in outcome.duties)),
        ("MODs", map(_mod, outcome.mods)),
        ("Figures", map(figure_entry, outcome.figures)),
        ("Values", _values(outcome.values if plain else telling)),
        ("Remembered", (_memory(one, doubtful.get(one, "")) for one in outcome.remembered)),
        ("May come about besides", _perhaps(outcome)),
        ("Results rest on how the book is read", readings),
        (OPEN, map(page_entry, outcome.pages)),
    ]
    briefly = ((heading, map(_brief, entries)) for heading, entries in parts)
    return Sheet(
        title=f"The Order: {order}",
        word="PLAYED OUT",
        manner=firmness,
        stamp=str(outcome.stamp),
        sections=sourced(outcome.stamp, *parts) if full else sections(*briefly),
    )


def _brief(entry: Entry | str | None) -> Entry | str | None:
    """Return an entry in one line, without the wording of the clause that causes it."""
    if not isinstance(entry, Entry) or not entry.cites:
        return in_line(entry)
    ids = ", ".join(clause.id for clause in entry.cites)
    return Entry(entry.name if entry.name == ids else f"{entry.name}, by {ids}", (), entry.label)


def _warned(what: str, result: Change | Duty | Value, when: str = "") -> Entry:
    """Return a result with its clause, and how firm it is if that is less than settled."""
    label = "" if result.firmness == "settled" else result.firmness
    return result_entry(what, result.clause, when)._replace(label=label)


def _effect(effect: Effect, outcome: Outcome) -> Iterator[Entry]:
    act = effect.act
    atom = f"performed(act({act.when},{constant(act.who)},{act.does},"
    why = _UNKNOWN if effect.firmness == "open" else _UNDECLARED
    label, says = "has no effect", () if effect.thwarted_by else (why,)
    if effect.takes_effect:
        label, says = "takes effect", ()
    elif any(unsure.startswith(atom) for unsure in outcome.unsure):
        label, says = "may take effect", ()
    if effect.firmness != "settled":
        label += f", {effect.firmness}"
    yield Entry(declaration(act), says, label)
    yield from (clause_entry(one.clause, VERBS[one.verb]) for one in effect.because)
    yield from (clause_entry(clause, "thwarts it") for clause in effect.thwarted_by)
    for kind, clause, other in effect.rolls:
        of = result_entry(f"with {declaration(other)}", clause) if other else clause_entry(clause)
        yield of._replace(label=f"{kind} Roll")


def _change(change: Change) -> Entry:
    if change.ended and change.began:
        what = f"{change.ended} becomes {change.began}"
    else:
        what = f"{change.ended} ends" if change.ended else f"{change.began} begins"
    when = _MOMENTS.get(change.moment, change.moment)
    return _warned(f"{change.trooper}: {what}", change, when)


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
    label = "" if fate.firmness == "settled" else fate.firmness
    return Entry(fate.trooper, ("; ".join((states or "in no state", *where)),), label)


def _mod(mod: Mod) -> Entry:
    return result_entry(f"{value_text(mod)} to {declaration(mod.act)}", mod.clause)


def _values(values: Iterable[Value]) -> Iterator[Entry]:
    """Yield each value with the pieces that have it."""
    alike: dict[Value, list[str]] = {}
    for one in values:
        alike.setdefault(replace(one, piece=""), []).append(one.piece)
    for one, pieces in alike.items():
        yield _warned(f"{', '.join(pieces)}: {one.name} {one.value}", one)


def _memory(memory: Memory, label: str) -> Entry:
    return Entry(": ".join(filter(None, (memory.kind, ", ".join(memory.of)))), (), label)


def _perhaps(outcome: Outcome) -> Iterator[Entry]:
    """Yield what may come about besides, what a profile alone could bring in a line."""
    for one in outcome.perhaps:
        if not one.profile:
            entry = result_entry(one.says, one.clause) if one.clause else Entry(one.says)
            yield entry._replace(label=one.firmness)
    profile = [one.clause.id for one in outcome.perhaps if one.profile and one.clause]
    if profile:
        says = "By a special skill or Equipment that may be hidden from this side"
        yield Entry(says, (", ".join(dict.fromkeys(profile)),), "depends")
