"""Seeded questions: random situations of one shape, as the second opinion's sampler makes them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from oracle.sample import sample
from oracle.world import Pair, Trooper, World
from support.translated import DOCUMENTS, as_situation, questions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aro.parts import Act
    from aro.situation import Situation
    from oracle.world import Act as TheirAct

CAST = ("hider", "guard", "foe", "mate")
"""Who the sampler puts on a table of four; it leaves the later ones out of a smaller one."""


@dataclass(frozen=True, slots=True)
class Question:
    """A situation and an act to rule on, as the product and as the second opinion write them."""

    table: Situation
    act: Act
    world: World
    theirs: TheirAct


def worlds(document: str, pieces: int) -> Iterator[tuple[int, World]]:
    """Yield worlds of one shape without end: red is active, and there are so many pieces."""
    cast = CAST[: min(pieces, len(CAST))]
    seed = -1
    while True:
        seed += 1
        found = sample(document, seed)
        if found.active == "red" and _is_usual(found, cast):
            yield seed, grown(found, pieces, random.Random(seed))  # noqa: S311  no secret dice


def _is_usual(found: World, cast: tuple[str, ...]) -> bool:
    """Whether it is of the shape, and friends neither touch nor look at one another."""
    return (
        tuple(one.name for one in found.troopers) == cast
        and all(len(one.replicas) == (one.states == {"decoy"}) for one in found.troopers)
        and all(
            found.side(one.one) != found.side(one.other) for one in (*found.lof, *found.contact)
        )
        and all(one.skill != "combat_jump" for one in found.order)
    )


def grown(found: World, pieces: int, rng: random.Random) -> World:
    """Return a world with more troopers about, blue and red in turn, who see and are seen."""
    sides = {False: "blue", True: "red"}
    more = [Trooper(f"spare_{n}", sides[n % 2 == 1]) for n in range(pieces - len(found.pieces))]
    pairs = set[Pair]()
    whole = replace(found, troopers=(*found.troopers, *more))
    for one in more:
        for other in found.pieces:
            if found.side(other) != one.side and rng.random() < 0.6:
                pairs |= {Pair(one.name, other), Pair(other, one.name)}
    return replace(whole, lof=found.lof | pairs)


def asked(document: str, pieces: int, count: int, *, acts: int = 4) -> list[Question]:
    """Return so many questions, each on a world of its own, on the AROs that are asked most.

    They are AROs of the sampler's own cast to a first Skill. What the second opinion doubts is
    passed over: every engine is to answer every question.
    """
    found: list[Question] = []
    wanted: list[str] = []
    for number, (seed, world) in enumerate(worlds(document, pieces)):
        if number == _LOOK:
            wanted = [one for one, _ in Counter(name(each.act) for each in found).most_common(acts)]
            found = []
        table = as_situation(document, world)
        may = [
            one
            for one in _reactions(document, seed, world, table)
            if not wanted or name(one.act) in wanted
        ]
        chosen = (
            may if not wanted else may[number % len(may) : number % len(may) + 1] if may else []
        )
        found += [one for one in chosen if _is_sure(document, one)]
        if wanted and len(found) >= count:
            return found
    return []


def _reactions(document: str, seed: int, world: World, table: Situation) -> Iterator[Question]:
    for theirs, ours in questions(document, seed, world):
        if theirs.step == "aro_1" and theirs.who in CAST and not ours.uses:
            yield Question(table, ours, world, theirs)


def _is_sure(document: str, one: Question) -> bool:
    opinion = DOCUMENTS[document]
    doubts = opinion.judge(one.world, one.theirs).doubts
    order = tuple(act for act in one.world.order if act.step == "first")
    begun = replace(one.world, order=order, rolls=(), hits=(), events=())
    before = [*opinion.outcome(begun).doubts]
    before += (doubt for act in order for doubt in opinion.judge(begun, act).doubts)
    return not doubts and not before


def name(act: Act) -> str:
    """Return an act without its manner."""
    return f"{act.when} {act}"


_LOOK = 200
"""So many worlds are looked at before it is settled which acts are asked most."""
