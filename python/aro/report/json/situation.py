"""Acts, what is remembered and situations as JSON, with the keys of a case file."""

from collections.abc import Iterable
from typing import TypedDict

from aro.situation import Act, Event, Hit, Memory, Pair, Roll, Situation, Trooper, Unknown


class ActForm(TypedDict):
    """A declaration; `when`: first, aro_1, second or aro_2; `at` a piece, `into` a state."""

    who: str
    does: str
    at: str | None
    into: str | None
    when: str | None
    uses: list[str]
    covers: list[str]
    numbers: dict[str, int]


class MemoryForm(TypedDict):
    """What is remembered: a kind, and of whom or what."""

    kind: str
    of: list[str]


class PairForm(TypedDict):
    """Two pieces in a relation; `half`: first, second, or null for both."""

    one: str
    other: str
    half: str | None


TrooperForm = TypedDict(
    "TrooperForm",
    {
        "side": str,
        "is": list[str],
        "has": list[str],
        "replicas": dict[str, str],
        "noted": str | None,
        "device": str | None,
        "numbers": dict[str, int],
    },
)
"""A trooper, with the keys of a case file."""


class RollForm(TypedDict):
    """The result of the Roll of an act: success or failure."""

    act: ActForm
    result: str


class HitForm(TypedDict):
    """A piece that an act hit."""

    act: ActForm
    on: str
    saves: bool
    critical: bool


class EventForm(TypedDict):
    """What befalls a trooper: `becomes`, `enters`, `ends` or `cancels` something."""

    who: str
    verb: str
    what: str


class SituationForm(TypedDict):
    """A situation; `memory` and `unknown` are lists of words as in a case file."""

    active: str
    troopers: dict[str, TrooperForm]
    lof: list[PairForm]
    zoc: list[PairForm]
    contact: list[PairForm]
    order: list[ActForm]
    rolls: list[RollForm]
    hits: list[HitForm]
    events: list[EventForm]
    memory: list[list[str]]
    phase: str
    game: str | None
    unknown: list[list[str]]
    ends_turn: bool


def act_json(one: Act) -> ActForm:
    """Return a declaration."""
    return {
        "who": one.who,
        "does": one.does,
        "at": one.at,
        "into": one.into,
        "when": one.when,
        "uses": list(one.uses),
        "covers": list(one.covers),
        "numbers": dict(one.numbers),
    }


def memory_json(one: Memory) -> MemoryForm:
    """Return what is remembered."""
    return {"kind": one.kind, "of": list(one.of)}


def situation_json(one: Situation) -> SituationForm:
    """Return a situation."""
    return {
        "active": one.active,
        "troopers": {trooper.name: _trooper(trooper) for trooper in one.troopers},
        "lof": _pairs(one.lof),
        "zoc": _pairs(one.zoc),
        "contact": _pairs(one.contact),
        "order": [act_json(told) for told in one.order],
        "rolls": [_roll(told) for told in one.rolls],
        "hits": [_hit(told) for told in one.hits],
        "events": [_event(told) for told in one.events],
        "memory": _listed(one.memory),
        "phase": one.phase,
        "game": one.game,
        "unknown": _listed(one.unknown),
        "ends_turn": one.ends_turn,
    }


def _trooper(one: Trooper) -> TrooperForm:
    return {
        "side": one.side,
        "is": list(one.states),
        "has": list(one.has),
        "replicas": {replica.name: replica.form for replica in one.replicas},
        "noted": one.noted,
        "device": one.device,
        "numbers": dict(one.numbers),
    }


def _pairs(found: Iterable[Pair]) -> list[PairForm]:
    return [{"one": one.one, "other": one.other, "half": one.half} for one in found]


def _roll(one: Roll) -> RollForm:
    return {"act": act_json(one.act), "result": one.result}


def _hit(one: Hit) -> HitForm:
    return {"act": act_json(one.act), "on": one.on, "saves": one.saves, "critical": one.critical}


def _event(one: Event) -> EventForm:
    return {"who": one.who, "verb": one.verb, "what": one.what}


def _listed(found: Iterable[Memory | Unknown]) -> list[list[str]]:
    return [[one.kind, *one.of] for one in found]
