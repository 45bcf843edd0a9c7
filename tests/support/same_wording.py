"""Situations that are alike: other names, the sides exchanged, somebody far off, other secrets."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from aro.knowledge.names import constant
from aro.parts import Act, Pair, Trooper
from aro.situation import Situation

Names = Mapping[str, str]

STRANGE: Names = {
    "mask": "any",
    "guard": "move",
    "ally": "Zhanshi #1",
    "mine": "camouflaged",
    "copy": "first",
    "twin": "aro_2",
    "red": "silent",
    "blue": "own piece",
}
"""Names that are words of the rules, or none at first sight."""

TURNED: Names = {
    "mask": "a9",
    "guard": "a8",
    "ally": "zz",
    "mine": "a1",
    "copy": "zy",
    "twin": "b",
    "red": "blue",
    "blue": "red",
}
"""Names in another order of the alphabet, and the sides exchanged."""


def renamed(table: Situation, names: Names) -> Situation:
    """Return the situation with troopers, pieces and sides called otherwise."""

    def new(name: str) -> str:
        return names.get(name, name)

    def all_new(found: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(new, found))

    def act(one: Act) -> Act:
        at = None if one.at is None else new(one.at)
        return replace(one, who=new(one.who), at=at, covers=all_new(one.covers))

    def trooper(one: Trooper) -> Trooper:
        copies = tuple(replace(copy, name=new(copy.name)) for copy in one.replicas)
        noted = None if one.noted is None else new(one.noted)
        return replace(one, name=new(one.name), side=new(one.side), replicas=copies, noted=noted)

    def pairs(found: Iterable[Pair]) -> tuple[Pair, ...]:
        return tuple(replace(one, one=new(one.one), other=new(one.other)) for one in found)

    return replace(
        table,
        active=new(table.active),
        troopers=tuple(map(trooper, table.troopers)),
        lof=pairs(table.lof),
        zoc=pairs(table.zoc),
        contact=pairs(table.contact),
        order=tuple(map(act, table.order)),
        rolls=tuple(replace(one, act=act(one.act)) for one in table.rolls),
        hits=tuple(replace(one, act=act(one.act), on=new(one.on)) for one in table.hits),
        events=tuple(replace(one, who=new(one.who)) for one in table.events),
        memory=tuple(type(one)(one.kind, *all_new(one.of)) for one in table.memory),
    )


def retold(found: Iterable[str], names: Names) -> set[str]:
    """Return an answer with the names in it called otherwise."""

    def new(word: re.Match[str]) -> str:
        return constant(names.get(word[0], "")) or word[0]

    return {_in_order(re.sub(r"\w+", new, one)) for one in found}


def _in_order(one: str) -> str:
    # of two that touch the first by name stands first
    pair = re.fullmatch(r"left_touching\((.*\)),(.*\))\)", one)
    return f"left_touching({','.join(sorted(pair.groups()))})" if pair else one


def joined(table: Situation, far: Trooper) -> Situation:
    """Return the situation with somebody far off who does nothing and whom nobody sees."""
    return replace(table, troopers=(*table.troopers, far))


def without(found: Iterable[str], name: str) -> set[str]:
    """Return of an answer what does not speak of a trooper."""
    return {one for one in found if not re.search(rf"\b{name}\b", one)}
