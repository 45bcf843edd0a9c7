"""A case as text: block style, one line a record, nothing that would be read as something else.

Records are written by the tables of keys from which they are read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, replace
from typing import Any

from aro.cases.asks import ABOUT, ASKS, BECOMES
from aro.cases.edits import Fact
from aro.cases.model import ORDER, AskBecomes, AskRuling, Case, Play, Question
from aro.cases.reader import CASE, MISS
from aro.cases.table import ACT, HIT, ROLL, SITUATION, TROOPER
from aro.cases.words import Keys
from aro.knowledge.fact_kinds import OF_KEY
from aro.parts import Act, Event, Hit, Memory, Pair, Replica, Roll, Trooper, Unknown, next_step
from aro.situation import Situation

Value = str | int | Iterable["Value"] | Mapping[str, "Value"]
"""What is written in one line."""

_LAYOUT = ("edition", "title", "cites", "same", "situation", "orders", *ORDER)
"""What comes first in a case, in this order."""

_RECORDS: dict[type, Keys] = {Trooper: TROOPER, Act: ACT, Roll: ROLL, Hit: HIT}
"""The keys of what is written as it is."""


_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.@+/#()-]*( [A-Za-z0-9_.@+/()'-]+)*", re.ASCII)
_OTHERWISE_READ = frozenset({"yes", "no", "on", "off", "null", "y", "n"})


def text(cases: Iterable[Case]) -> str:
    """Return cases as YAML: a mapping if it is one, else a list of them."""
    written = [_case(case) for case in cases]
    lines = _block(written[0]) if len(written) == 1 else _items(map(_block, written))
    return "".join(f"{line}\n" for line in lines)


def _block(parts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a mapping, of which some values are in block style as well."""
    for key, value in parts.items():
        if not value or key not in {"situation", "troopers", "orders", "unless", "ask", *ORDER[:4]}:
            yield f"{key}: {flow(value)}"
            continue
        yield f"{key}:"
        if key == "situation":
            inner = _block(value)
        elif key == "troopers":
            inner = (f"{flow(name)}: {flow(one)}" for name, one in value.items())
        elif key in {"orders", "unless"}:
            inner = _items(map(_block, value))
        else:
            inner = _items([flow(one)] for one in value)
        yield from (f"  {line}" for line in inner)


def _items(items: Iterable[Iterable[str]]) -> Iterator[str]:
    for item in items:
        yield from (f"{'  ' if number else '- '}{line}" for number, line in enumerate(item))


def _case(case: Case) -> dict[str, Any]:
    told = _record(case, CASE)
    if len(case.editions) == 1:
        [told["edition"]] = case.editions
    table = _record(case.situation, SITUATION)
    if table["phase"] == OF_KEY["phase"].default:
        del table["phase"]
    troopers = {one.name: _plain(one) for one in case.situation.troopers}
    told["situation"] = {"active": table["active"], "troopers": troopers} | table
    orders = [_play(play) for play in (_first(case.situation), *case.then)]
    told |= {"orders": orders} if case.then else orders[0]
    if case.unless:
        told["unless"] = [_record(miss, MISS) | {"ask": _plain(miss.asks)} for miss in case.unless]
    return {key: told[key] for key in (*_LAYOUT, *told) if key in told}


def _first(table: Situation) -> Play:
    """Return the Order of a situation; a step is written only where it is not the one due."""
    active, sides, phase = table.active, table.commanders, table.phase
    steps = {
        act: next_step(sides[act.who], active, table.order[:number], act.who, phase)
        for number, act in enumerate(table.order)
    }
    order = tuple(replace(act, when=None) if act.when == steps[act] else act for act in table.order)
    return Play(
        order=order,
        rolls=tuple(replace(roll, act=_described(table, roll.act)) for roll in table.rolls),
        hits=tuple(replace(hit, act=_described(table, hit.act)) for hit in table.hits),
        events=table.events,
        ends_turn=table.ends_turn,
    )


def _described(table: Situation, act: Act) -> Act:
    brief = Act(act.who, act.does, act.at, into=act.into)
    alone = sum(one.answers_to(brief) for one in table.order) == 1
    return brief if alone else replace(brief, when=act.when)


def _play(play: Play) -> dict[str, Value]:
    changes = play.changes.items()
    told = {key: _plain(value) for key, value in changes if value or key not in ORDER}
    return told or {"order": []}


def _plain(value: Any) -> Any:  # noqa: ANN401  whatever a case is made of
    """Return a value of a case as texts, numbers, lists and mappings."""
    told = value
    match value:
        case (Replica(), *_):
            told = {one.name: one.form for one in value}
        case ((str(), _), *_):
            told = dict(value)
        case tuple():
            told = [_plain(item) for item in value]
        case Pair(one, other, half):
            told = [one, other, half] if half else [one, other]
        case Memory(kind, of) | Unknown(kind, of):
            told = [kind, *of]
        case Event(who, verb, what):
            told = {"who": who, verb: what}
        case Fact(kind, thing):
            told = {kind: _plain(thing)}
        case Question():
            told = _question(value)
        case Trooper() | Act() | Roll() | Hit():
            told = _record(value, _RECORDS[type(value)])
    return told


def _question(ask: Question) -> dict[str, Any]:
    keys = ASKS[ask.sort].keys
    if isinstance(ask, AskRuling):
        return _record(ask, keys)
    if isinstance(ask, AskBecomes):
        told = _record(ask, ABOUT) | {ask.sort: _record(ask, BECOMES) or ""}
    else:
        told = {ask.sort: ""} | _record(ask, keys)
    return {key: told[key] for key in keys if key in told}


def _record(record: Any, keys: Keys) -> dict[str, Any]:  # noqa: ANN401  a value with these fields
    """Return what a record says beyond its defaults, and what its act says, by key."""
    told = _plain(record.act) if isinstance(record, Roll | Hit | AskRuling) else {}
    defaults = {one.name: one.default for one in fields(record)}
    for key, (_, _, field) in keys.items():
        name = field or key
        value, default = getattr(record, name), defaults[name]
        if value not in (None, () if default is MISSING else default):
            told[key] = _plain(value)
    if isinstance(record, Hit) and record.on == record.act.at:
        del told["on"]
    return told


def flow(value: Value) -> str:
    """Return a value as one line of YAML that any reader of YAML takes for the same.

    An empty text is a key without a value.

    >>> flow({"who": "Zhanshi #1", "aros": "", "because": ["n4.aro.1"], "count": "2"})
    '{who: "Zhanshi #1", aros, because: [n4.aro.1], count: "2"}'
    """
    if isinstance(value, int):
        return str(value).lower()
    if isinstance(value, str):
        plain = not value or (_PLAIN.fullmatch(value) and value.lower() not in _OTHERWISE_READ)
        return value if plain else f'"{"".join(map(_escaped, value))}"'
    if isinstance(value, Mapping):
        pairs = (": ".join(filter(None, (flow(key), flow(one)))) for key, one in value.items())
        return f"{{{', '.join(pairs)}}}"
    return f"[{', '.join(flow(one) for one in value)}]"


def _escaped(letter: str) -> str:
    if letter in {'"', "\\"}:
        return f"\\{letter}"
    return letter if letter.isprintable() else f"\\U{ord(letter):08x}"
