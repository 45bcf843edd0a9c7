"""A situation with other names, so that tables of the same cast share one compiled shape."""

from collections.abc import Mapping
from dataclasses import replace

from aro.parts import Act, Event, Hit, Memory, Pair, Replica, Roll, Trooper, Unknown
from aro.situation import Situation


def cast(table: Situation) -> tuple[object, ...]:
    """Return who is on the table, whatever their names: what situations of one shape share."""
    return tuple(sorted(map(_part, ((one, table.active) for one in table.troopers))))


def renamed(table: Situation) -> tuple[Situation, Mapping[str, str]]:
    """Return a situation with its pieces named in the order of its cast, and their new names."""
    names: dict[str, str] = {}
    troopers = sorted(table.troopers, key=lambda one: _part((one, table.active)))
    for number, trooper in enumerate(troopers):
        names[trooper.name] = f"t{number}"
        for other, replica in enumerate(sorted(trooper.replicas, key=lambda one: one.form)):
            names[replica.name] = f"t{number}_{other}"
    told = Situation(
        active="active",
        troopers=[_trooper(one, names, table.active) for one in troopers],
        lof=_pairs(table.lof, names),
        zoc=_pairs(table.zoc, names),
        contact=_pairs(table.contact, names),
        order=[act_in(one, names) for one in table.order],
        rolls=[Roll(act_in(one.act, names), one.result) for one in table.rolls],
        hits=[
            Hit(act_in(one.act, names), names[one.on], saves=one.saves, critical=one.critical)
            for one in table.hits
        ],
        events=[Event(names[one.who], one.verb, one.what) for one in table.events],
        memory=[
            Memory(one.kind, *(names.get(part, part) for part in one.of)) for one in table.memory
        ],
        phase=table.phase,
        game=table.game,
        unknown=[
            Unknown(one.kind, *(names.get(part, part) for part in one.of)) for one in table.unknown
        ],
        ends_turn=table.ends_turn,
    )
    return told, names


def act_in(act: Act, names: Mapping[str, str]) -> Act:
    """Return an act with these names of its pieces."""
    return replace(
        act,
        who=names[act.who],
        at=None if act.at is None else names[act.at],
        covers=tuple(names[one] for one in act.covers),
    )


def _part(one: tuple[Trooper, str]) -> tuple[bool, tuple[str, ...], str]:
    trooper, active = one
    forms = tuple(sorted(replica.form for replica in trooper.replicas))
    return trooper.side != active, forms, trooper.device or ""


def _trooper(one: Trooper, names: Mapping[str, str], active: str) -> Trooper:
    return Trooper(
        names[one.name],
        side="active" if one.side == active else "reactive",
        states=one.states,
        has=one.has,
        replicas=[Replica(names[each.name], each.form) for each in one.replicas],
        noted=None if one.noted is None else names[one.noted],
        device=one.device,
        numbers=one.numbers,
    )


def _pairs(pairs: tuple[Pair, ...], names: Mapping[str, str]) -> list[Pair]:
    return [Pair(names[one.one], names[one.other], one.half) for one in pairs]
