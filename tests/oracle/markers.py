"""What the marker documents have in common, without clause ids of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.answers import Notes
from oracle.world import BEFORE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.game import Game
    from oracle.world import Act, Half

ACTIVE = ("first", "second")


def reactive(act: Act) -> bool:
    """Return whether an act is declared in an ARO step."""
    return act.step not in ACTIVE


def is_attack(game: Game, act: Act) -> bool:
    """Return whether an act is an Attack; a skill nobody described counts by its name."""
    skill = game.law.skills.get(act.skill)
    return act.skill.endswith("_attack") if skill is None else skill.attack


def mark(game: Game, act: Act) -> str | None:
    """Return the state that hides the target of an act just before it, if any."""
    if act.target not in game.world.owners:
        return None
    return game.hides(game.world.owner(act.target).name, BEFORE[act.step])


def discovers_first(game: Game, act: Act) -> bool:
    """Return whether its trooper declared a lawful Discover at the same target as first Skill."""
    return act.step == "second" and any(
        one.skill == "discover" and one.target == act.target and game.lawful(one)
        for one in game.world.acts("first", act.who)
    )


def again(game: Game, act: Act) -> bool:
    """Return whether its trooper declares Discover a second time at one piece in the Order."""
    return act.skill == "discover" and any(
        one.skill == "discover" and one.target == act.target and game.lawful(one)
        for one in game.world.acts("first", act.who)
        if act.step == "second"
    )


def moves_into(game: Game, act: Act) -> Iterator[str]:
    """Yield the pieces that a movement comes into contact with."""
    skill = game.law.skills.get(act.skill)
    if skill is None or not skill.movement or reactive(act):
        return
    half: Half = "first" if act.step == "first" else "second"
    mine = game.world.owner(act.who).real
    for one, other in game.world.new_contacts(half):
        if one == mine:
            yield other


def unmasked(game: Game, who: str) -> bool:
    """Return whether a trooper was hidden before the second Skill and shows its model after it."""
    return game.hides(who, "aro_1") is not None and game.hides(who, "second") is None


def waits_for(game: Game, who: str) -> list[str]:
    """Return the troopers for whose second Skill a trooper lawfully put its ARO off."""
    owner = game.world.owner
    return [
        owner(act.target).name
        for act in game.world.acts("aro_1", who)
        if act.skill == "delay" and act.target is not None and game.lawful(act)
    ]


def sees(game: Game, who: str, enemy_of: str, halves: tuple[Half, ...]) -> bool:
    """Return whether a piece on the table has LoF to a trooper in one of the halves."""
    target = game.world.owner(enemy_of).real
    piece = game.world.owner(who).real
    return any(game.world.sees(piece, target, half) for half in halves)


def watchers(game: Game, who: str) -> list[str]:
    """Return the enemies of a trooper."""
    world = game.world
    return [one.name for one in world.troopers if one.side != world.side(who)]


def under_template(game: Game, act: Act) -> set[str]:
    """Return whom an Attack reaches beside its target, if it has a template.

    Over one in a Close Combat it lies over all that have been in it since the start. A replica is
    in none.
    """
    figures = {one.real for one in game.world.troopers}
    brought = {frozenset(pair) for pair in game.contacts("first", Notes())}
    fights = [
        pair
        for pair in game.world.new_contacts("first")
        if frozenset(pair) not in brought
        and figures.issuperset(pair)
        and len({game.world.side(one) for one in pair}) > 1
    ]
    found = {*act.covers, act.target}
    while more := {other for one, other in fights if one in found} - found:
        found |= more
    return {one for one in found if one is not None} - {act.target}
