"""A near miss: the same situation but for a single fact."""

from dataclasses import dataclass, field, replace

from aro._parts import HALVES
from aro.errors import SituationError
from aro.situation import Act, Event, Hit, Memory, Pair, Roll, Situation, Trooper, Unknown

Number = tuple[str, str, int]
Thing = Pair | Act | Roll | Hit | Event | Memory | Unknown | tuple[str, str] | Number | str

RELATIONS = ("lof", "zoc", "contact")
WORDS = ("is", "has", "noted", "side")
WHOLES = ("phase", "game", "active", "ends_turn")
LISTS = {
    "roll": "rolls",
    "hit": "hits",
    "event": "events",
    "memory": "memory",
    "unknown": "unknown",
}
FACTS = (*RELATIONS, *WORDS, "number", "act", *LISTS, *WHOLES, "reads")
"""What a near miss may take away or put in."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a case: what kind it is of (`lof`, `is`, `act`...), and the fact itself."""

    kind: str
    thing: Thing
    line: int | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.kind} {_told(self.thing)}"


def altered(table: Situation, without: Fact | None, instead: Fact | None) -> Situation:
    """Return a situation without the one fact and with the other.

    An act is exchanged in its place, and keeps the Rolls and hits of the act it replaces. Raises
    `SituationError` where the fact to be taken away is not there.
    """
    if without is not None and instead is not None and without.kind == instead.kind == "act":
        return _exchanged(table, without, instead)
    if without is not None:
        table = _without(table, without)
    return table if instead is None else _with(table, instead)


def reread(
    readings: tuple[tuple[str, str], ...], without: Fact | None, instead: Fact | None
) -> tuple[tuple[str, str], ...]:
    """Return the readings of a case as a near miss has them."""
    found = dict(readings)
    if without is not None and without.kind == "reads" and isinstance(without.thing, tuple):
        found.pop(without.thing[0], None)
    if instead is not None and instead.kind == "reads" and isinstance(instead.thing, tuple):
        found[instead.thing[0]] = instead.thing[1]
    return tuple(found.items())


def _without(table: Situation, fact: Fact) -> Situation:
    match fact.thing:
        case Pair() as pair:
            changed = _unpaired(table, fact.kind, pair)
        case Act() as act:
            declared = table.declared(act)
            changed = replace(
                table,
                order=tuple(one for one in table.order if one != declared),
                rolls=tuple(one for one in table.rolls if one.act != declared),
                hits=tuple(one for one in table.hits if one.act != declared),
            )
        case (Roll() | Hit()) as result:
            declared = table.declared(result.act)
            changed = _listed(table, fact, replace(result, act=declared))
        case (Event() | Memory() | Unknown()) as one:
            changed = _listed(table, fact, one)
        case (who, name) if fact.kind != "reads":
            changed = _retold(table, who, _less(table.trooper(who), fact.kind, name))
        case (who, name, value):
            trooper = table.trooper(who)
            kept = tuple(one for one in trooper.numbers if one != (name, value))
            changed = _retold(table, who, replace(trooper, numbers=kept))
        case str() if fact.kind in _GONE:
            changed = _set(table, fact.kind, _GONE[fact.kind])
        case str():
            raise _absent(fact, "it can be exchanged, not taken away")
        case _:
            return table
    if changed == table:
        raise _absent(fact, "it is not in the situation")
    return changed


def _with(table: Situation, fact: Fact) -> Situation:
    changed = table
    match fact.thing:
        case Pair() as pair:
            changed = _set(table, fact.kind, (*getattr(table, fact.kind), pair))
        case Act() as act:
            changed = replace(table, order=(*table.order, act))
        case Roll(act) as roll:
            declared = table.declared(act)
            others = (one for one in table.rolls if one.act != declared)
            changed = replace(table, rolls=(*others, roll))
        case Hit(act, on) as hit:
            mine = (table.declared(act), on)
            others_hit = (one for one in table.hits if (one.act, one.on) != mine)
            changed = replace(table, hits=(*others_hit, hit))
        case (Event() | Memory() | Unknown()) as one:
            changed = _set(table, LISTS[fact.kind], (*getattr(table, LISTS[fact.kind]), one))
        case (who, name) if fact.kind != "reads":
            changed = _retold(table, who, _more(table.trooper(who), fact.kind, name))
        case (who, name, value):
            trooper = table.trooper(who)
            others_held = (one for one in trooper.numbers if one[0] != name)
            numbers = tuple(sorted((*others_held, (name, value))))
            changed = _retold(table, who, replace(trooper, numbers=numbers))
        case str() as value:
            changed = _set(table, fact.kind, True if fact.kind == "ends_turn" else value)
    return changed


def _exchanged(table: Situation, without: Fact, instead: Fact) -> Situation:
    if not (isinstance(without.thing, Act) and isinstance(instead.thing, Act)):
        raise _absent(without, "an act is exchanged for an act")
    old, new = table.declared(without.thing), instead.thing
    new = replace(new, when=new.when or old.when)
    return replace(
        table,
        order=tuple(new if one == old else one for one in table.order),
        rolls=tuple(replace(one, act=new) if one.act == old else one for one in table.rolls),
        hits=tuple(replace(one, act=new) if one.act == old else one for one in table.hits),
    )


def _unpaired(table: Situation, relation: str, pair: Pair) -> Situation:
    ends = (pair.one, pair.other)
    kept = [one for one in getattr(table, relation) if (one.one, one.other) != ends]
    halves = {
        half
        for one in getattr(table, relation)
        if (one.one, one.other) == ends
        for half in HALVES
        if one.half in {None, half} and pair.half not in {None, half}
    }
    return _set(table, relation, (*kept, *(Pair(*ends, half) for half in halves)))


def _listed(table: Situation, fact: Fact, gone: Thing) -> Situation:
    name = LISTS[fact.kind]
    return _set(table, name, [one for one in getattr(table, name) if one != gone])


def _less(trooper: Trooper, kind: str, name: str) -> Trooper:
    match kind:
        case "is":
            return replace(trooper, states=tuple(one for one in trooper.states if one != name))
        case "has":
            return replace(trooper, has=tuple(one for one in trooper.has if one != name))
        case "noted" if trooper.noted == name:
            return replace(trooper, noted=None)
    return trooper


def _more(trooper: Trooper, kind: str, name: str) -> Trooper:
    match kind:
        case "is":
            return replace(trooper, states=(*trooper.states, name))
        case "has":
            return replace(trooper, has=(*trooper.has, name))
        case "noted":
            return replace(trooper, noted=name)
    return replace(trooper, side=name)


def _retold(table: Situation, who: str, told: Trooper) -> Situation:
    return replace(
        table, troopers=tuple(told if one.name == who else one for one in table.troopers)
    )


_GONE = {"game": None, "ends_turn": False}


def _set(table: Situation, name: str, value: object) -> Situation:
    return replace(table, **{name: value})  # type: ignore[arg-type]  # the names are fields


def _absent(fact: Fact, why: str) -> SituationError:
    return SituationError(f"{fact}: {why}", line=fact.line)


def _told(thing: Thing) -> str:
    match thing:
        case Pair(one, other, half):
            parts: tuple[str, ...] = (one, other, half) if half else (one, other)
        case Memory(kind, of) | Unknown(kind, of):
            parts = (kind, *of)
        case Roll(act, result):
            parts = (str(act), result)
        case Hit(act, on):
            parts = (str(act), f"on {on}")
        case Event(who):
            parts = (f"{who} {thing}",)
        case tuple():
            parts = tuple(map(str, thing))
        case plain:
            parts = (str(plain),)
    return ", ".join(parts)
