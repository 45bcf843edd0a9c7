"""The Worlds of the second opinion as situations of the product, and its questions as acts."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from aro.parts import Act, Event, Hit, Memory, Pair, Replica, Roll, Trooper
from aro.situation import Situation
from oracle import n3_camouflaged, n3_to_camouflaged, n4_impersonation, n5_decoy, sampling_profile
from oracle import world as theirs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType


DOCUMENTS: dict[str, ModuleType] = {
    one.DOCUMENT: one for one in (n3_camouflaged, n3_to_camouflaged, n4_impersonation, n5_decoy)
}
GEAR = {"surprise_shot_l1": "surprise_shot_1"}
ACTIVE = ("first", "second")
ASKED = 16
"""How many declarations at most are asked of a World, besides those of its Order."""

DRAWN = 2 * ASKED
"""How many are drawn for it: some come twice, some are no question."""


def solid(document: str, world: theirs.World) -> theirs.World:
    """Return a World without contacts with what has left the table by then."""
    if not world.contact:
        return world
    kept = set()
    for pair in world.contact:
        steps = ("first", "aro_1") if pair.half == "second" else ()
        order = tuple(act for act in world.order if act.step in steps)
        before = replace(world, order=order, rolls=(), hits=(), events=(), contact=frozenset())
        if DOCUMENTS[document].outcome(before).forms[pair.other] != "absent":
            kept.add(pair)
    return replace(world, contact=frozenset(kept))


def questions(document: str, seed: int, world: theirs.World) -> Iterator[tuple[theirs.Act, Act]]:
    """Yield declarations to compare, as the one and as the other writes them.

    All of the Order and some that could be declared instead. Passed over is what is no question:
    an ARO beside another of the same trooper in the same step, or to a second Skill that there is
    not. An ARO at nobody is asked at each activated trooper.
    """
    taken = {(act.step, act.who) for act in world.order if act.step not in ACTIVE}
    second = any(act.step == "second" for act in world.order)
    pool = _declarable(document, world.active, world.troopers)
    drawn = random.Random(seed).choices(pool, k=DRAWN)  # noqa: S311  a test needs no secret dice
    others = (
        one
        for asked in dict.fromkeys(drawn)
        if (asked.step, asked.who) not in taken
        and (second or asked.step != "aro_2")
        and asked not in world.order
        for one in _aimed(world, asked)
    )
    seen: dict[tuple[str | None, ...], Act] = {}
    for one in (*world.order, *islice(others, ASKED)):
        act = as_act(world, one)
        if seen.setdefault((act.who, act.does, act.at, act.into, act.when), act) is act:
            yield one, act


@lru_cache(maxsize=4096)
def _declarable(
    document: str, active: str, troopers: tuple[theirs.Trooper, ...]
) -> tuple[theirs.Act, ...]:
    """Return what is worth asking at a table, whatever the Order."""
    return tuple(
        dict.fromkeys(sampling_profile.questions(document, theirs.World(active, troopers)))
    )


def _aimed(world: theirs.World, asked: theirs.Act) -> Iterator[theirs.Act]:
    if asked.step in ACTIVE or asked.target is not None:
        yield asked
        return
    for act in world.acts("first"):
        yield asked._replace(target=world.owner(act.who).real)


def as_act(world: theirs.World, act: theirs.Act) -> Act:
    """Return an act as the product writes it: a movement into contact names what it reaches."""
    met = None
    if act.skill in sampling_profile.MOVERS and act.step in ACTIVE:
        mine = world.owner(act.who).real
        contacts = world.new_contacts("first" if act.step == "first" else "second")
        met = next((other for one, other in contacts if one == mine), None)
    return _act(act, met)


@lru_cache(maxsize=1 << 14)
def _act(act: theirs.Act, met: str | None) -> Act:
    uses = {GEAR.get(one, one) for one in act.uses}
    if act.skill == "intuitive_attack":
        uses.add("intuitive_weapon")
    into, at = (act.target, None) if act.skill == "return_to" else (None, act.target)
    if act.skill in sampling_profile.MOVERS and act.step in ACTIVE:
        at = met
    return Act(
        act.who, act.skill, at, into=into, when=act.step, uses=sorted(uses), covers=act.covers
    )


Told = tuple[str, Trooper | Pair | Act | Roll | Hit | Event | Memory]
"""One thing that a situation says, with the argument of `Situation` that it belongs to."""


def as_situation(document: str, world: theirs.World) -> Situation:
    """Return a World as the product's input."""
    return situation(world.active, told(document, world))


def situation(active: str, found: Iterable[Told]) -> Situation:
    """Return the situation that says so much."""
    given: dict[str, Any] = {"troopers": []}
    for name, one in found:
        given.setdefault(name, []).append(one)
    return Situation(active=active, **given)


def told(document: str, world: theirs.World) -> Iterator[Told]:
    """Yield what the product is told of a World, one thing at a time; each is worth keeping."""
    for one in world.troopers:
        yield "troopers", _trooper(one)
    for each in world.lof:
        yield "lof", _pair(each)
    for each in world.zoc:
        yield "zoc", _pair(each)
    for each in standing(document, world):
        yield "contact", _pair(each)
    order = {act: as_act(world, act) for act in world.order}
    for act in order.values():
        yield "order", act
    for roll in world.rolls:
        yield "rolls", _roll(order[roll.act], success=roll.success)
    for hit in world.hits:
        yield "hits", Hit(order[hit.act], hit.on, saves=hit.saves, critical=hit.critical)
    for event in world.events:
        yield "events", Event(event.who, event.verb, event.what)
    for memory in _memories(document, world):
        yield "memory", memory


@lru_cache(maxsize=1 << 12)
def _trooper(one: theirs.Trooper) -> Trooper:
    return Trooper(
        one.name,
        side=one.side,
        states=sorted(one.states),
        has=sorted(one.traits),
        replicas=[Replica(copy.name, copy.form) for copy in one.replicas],
        noted=one.noted,
    )


@lru_cache(maxsize=1 << 12)
def _pair(pair: theirs.Pair) -> Pair:
    return Pair(pair.one, pair.other, pair.half)


@lru_cache(maxsize=1 << 12)
def _roll(act: Act, *, success: bool) -> Roll:
    return Roll(act, "success" if success else "failure")


def standing(document: str, world: theirs.World) -> Iterator[theirs.Pair]:
    """Yield the contacts that there really are: an illegal movement has no effect."""
    if not world.contact:
        return
    game = DOCUMENTS[document].game(world)
    for pair in world.contact:
        came = (
            act
            for act in world.acts(pair.half or "first")
            if act.skill in sampling_profile.MOVERS and world.owner(act.who).real == pair.one
        )
        if all(game.ruling(act).verdict == "legal" for act in came):
            yield pair


def _memories(document: str, world: theirs.World) -> Iterator[Memory]:
    """Yield what earlier Orders left behind; in N4 a return has undone a failed Discover."""
    for who, whom in sorted(world.failed):
        if not (document.startswith("n4") and whom in world.returned):
            yield Memory("failed", "discover", who, whom)
    for who, cause in sorted(world.lowered):
        for level in sorted(world.owner(who).traits):
            yield Memory("reduced", who, level, cause)
