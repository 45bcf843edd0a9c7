"""The Worlds of the second opinion as situations of the product, and its questions as acts."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from aro.situation import Act, Event, Hit, Memory, Pair, Replica, Roll, Situation, Trooper
from oracle import n3_camouflaged, n3_to_camouflaged, n4_impersonation, n5_decoy, taste

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType

    from oracle import world as theirs

DOCUMENTS: dict[str, ModuleType] = {
    one.DOCUMENT: one for one in (n3_camouflaged, n3_to_camouflaged, n4_impersonation, n5_decoy)
}
GEAR = {"surprise_shot_l1": "surprise_shot_1"}
ACTIVE = ("first", "second")
ASKED = 16
"""How many declarations are asked of a World, besides those of its Order."""


def solid(document: str, world: theirs.World) -> theirs.World:
    """Return a World without contacts with what has left the table by then."""
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
    second = any(True for _ in world.acts("second"))
    others = [
        one
        for asked in dict.fromkeys(taste.questions(document, world))
        for one in _aimed(world, asked)
        if asked not in world.order
        and (asked.step in ACTIVE or not any(True for _ in world.acts(asked.step, asked.who)))
        and (second or asked.step != "aro_2")
    ]
    random.Random(seed).shuffle(others)  # noqa: S311  a test needs no secret dice
    seen: dict[Act, Act] = {}
    for one in (*world.order, *others[:ASKED]):
        act = as_act(world, one)
        if seen.setdefault(replace(act, uses=(), covers=()), act) is act:
            yield one, act


def _aimed(world: theirs.World, asked: theirs.Act) -> Iterator[theirs.Act]:
    if asked.step in ACTIVE or asked.target is not None:
        yield asked
        return
    for act in world.acts("first"):
        yield replace(asked, target=world.owner(act.who).real)


def as_act(world: theirs.World, act: theirs.Act) -> Act:
    """Return an act as the product writes it: a movement into contact names what it reaches."""
    uses = {GEAR.get(one, one) for one in act.uses}
    if act.skill == "intuitive_attack":
        uses.add("intuitive_weapon")
    into, at = (act.target, None) if act.skill == "return_to" else (None, act.target)
    if act.skill in taste.MOVERS and act.step in ACTIVE:
        mine = world.owner(act.who).real
        met = world.new_contacts("first" if act.step == "first" else "second")
        at = next((other for one, other in met if one == mine), None)
    return Act(
        act.who, act.skill, at, into=into, when=act.step, uses=sorted(uses), covers=act.covers
    )


def as_situation(document: str, world: theirs.World) -> Situation:
    """Return a World as the product's input."""
    order = {act: as_act(world, act) for act in world.order}
    return Situation(
        active=world.active,
        troopers=[_trooper(one) for one in world.troopers],
        lof=_pairs(world.lof),
        zoc=_pairs(world.zoc),
        contact=_pairs(_standing(document, world)),
        order=order.values(),
        rolls=[
            Roll(order[one.act], "success" if one.success else "failure") for one in world.rolls
        ],
        hits=[
            Hit(order[one.act], one.on, saves=one.saves, critical=one.critical)
            for one in world.hits
        ],
        events=[Event(one.who, one.verb, one.what) for one in world.events],
        memory=[*_memories(document, world)],
    )


def _trooper(one: theirs.Trooper) -> Trooper:
    return Trooper(
        one.name,
        side=one.side,
        states=sorted(one.states),
        has=sorted(one.traits),
        replicas=[Replica(copy.name, copy.form) for copy in one.replicas],
        noted=one.noted,
    )


def _pairs(pairs: Iterable[theirs.Pair]) -> list[Pair]:
    return [Pair(one.one, one.other, one.half) for one in pairs]


def _standing(document: str, world: theirs.World) -> Iterator[theirs.Pair]:
    """Yield the contacts that there really are: an illegal movement has no effect."""
    judge = DOCUMENTS[document].judge
    for pair in world.contact:
        came = (
            act
            for act in world.acts(pair.half or "first")
            if act.skill in taste.MOVERS and world.owner(act.who).real == pair.one
        )
        if all(judge(world, act).verdict == "legal" for act in came):
            yield pair


def _memories(document: str, world: theirs.World) -> Iterator[Memory]:
    """Yield what earlier Orders left behind; in N4 a return has undone a failed Discover."""
    for who, whom in sorted(world.failed):
        if not (document.startswith("n4") and whom in world.returned):
            yield Memory("failed", "discover", who, whom)
    for who, cause in sorted(world.lowered):
        for level in sorted(world.owner(who).traits):
            yield Memory("reduced", who, level, cause)
