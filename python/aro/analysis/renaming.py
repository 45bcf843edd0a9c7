"""A situation with other names, so that tables of the same cast share one compiled shape."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from aro.knowledge.fact_kinds import RELATIONS
from aro.parts import Memory, Trooper, Unknown
from aro.situation import Situation

_NAMES = ("name", "one", "other", "who", "at", "on", "noted", "covers", "act", "replicas")
"""The fields of a part of a situation that hold names, or parts with names."""

_SIDES = ("active", "reactive")


def cast(table: Situation) -> tuple[object, ...]:
    """Return who is on the table, whatever their names: what situations of one shape share."""
    return tuple(sorted(_looks(trooper, table.active) for trooper in table.troopers))


def renamed(table: Situation) -> tuple[Situation, Mapping[str, str]]:
    """Return a situation with its pieces named in the order of its cast, and their new names."""
    names: dict[str, str] = {}
    sides = {trooper.side: _SIDES[trooper.side != table.active] for trooper in table.troopers}
    troopers = sorted(table.troopers, key=lambda trooper: _looks(trooper, table.active))
    for number, trooper in enumerate(troopers):
        names[trooper.name] = f"t{number}"
        for other, replica in enumerate(sorted(trooper.replicas, key=lambda one: one.form)):
            names[replica.name] = f"t{number}_{other}"
    held = {field.name: getattr(table, field.name) for field in fields(table)}
    new: dict[str, Any] = {
        name: with_names(one, names) for name, one in held.items() if isinstance(one, tuple)
    }
    new["troopers"] = tuple(
        replace(with_names(trooper, names), side=sides[trooper.side]) for trooper in troopers
    )
    for kind in RELATIONS:
        if kind.sorts[0] == "side":
            pairs = zip(getattr(table, kind.field), new[kind.field], strict=True)
            new[kind.field] = tuple(replace(pair, one=sides[old.one]) for old, pair in pairs)
    return replace(table, active=_SIDES[0], **new), names


def with_names(part: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401  any part of a situation
    """Return a part of a situation with these names; what is none of them stays."""
    match part:
        case None:
            return None
        case str():
            return names.get(part, part)
        case tuple():
            return tuple(with_names(one, names) for one in part)
        case Memory() | Unknown():
            return type(part)(part.kind, *with_names(part.of, names))
    held = {name: getattr(part, name) for name in _NAMES if hasattr(part, name)}
    return replace(part, **{name: with_names(value, names) for name, value in held.items()})


def _looks(trooper: Trooper, active: str) -> tuple[bool, tuple[str, ...], str]:
    forms = tuple(sorted(replica.form for replica in trooper.replicas))
    return trooper.side != active, forms, trooper.device or ""
