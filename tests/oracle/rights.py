"""Who gets an ARO, and by what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle import markers
from oracle.world import HALVES

if TYPE_CHECKING:
    from oracle.answers import Notes
    from oracle.game import Game
    from oracle.world import Act, Half

ACTIVE = ("first", "second")


def eligible(game: Game, who: str, half: Half, notes: Notes) -> bool:
    """Return whether a trooper may react to what is activated in a half.

    n3.aro.eligibility, n4.aro, n5.aro.who: LoF to an activated enemy or that enemy in its Zone of
    Control. n3.cautious_movement.hidden.1: Hidden Deployment is neither figure nor Marker.
    """
    world = game.world
    mine = world.owner(who).real
    unseen = "hidden_deployment" in game.at("start").states[who]
    for enemy in game.activated():
        first = next(world.acts("first", enemy))
        if unseen and first.skill == "cautious_movement":
            if given_away(game, who, enemy):
                notes.doubt("does a Cautious Movement in sight give AROs to Hidden Deployment?")
            continue
        theirs = world.owner(enemy).real
        if world.sees(mine, theirs, half) or attacked(game, who, enemy, half, notes):
            return True
        if covered(game, who, enemy, half, notes):
            return True
        if world.near(mine, theirs, half):
            if world.owner(enemy).traits & {"ch_camouflage", "ch_to_camouflage", "stealth"}:
                notes.doubt("only in Zone of Control of one with Stealth")
            return True
    return False


def given_away(game: Game, who: str, enemy: str) -> bool:
    """Return whether a Model or Marker of one's side has the enemy in LoF or Zone of Control.

    n3.cautious_movement.effects.3, n4.cautious_movement.aro.2, n5.cautious_movement.effects.3: then
    its Cautious Movement gives AROs as usual.
    """
    world = game.world
    theirs = world.owner(enemy).real
    return any(
        world.sees(one.real, theirs, half) or world.near(one.real, theirs, half)
        for one in world.troopers
        if one.side == world.owner(who).side and "hidden_deployment" not in one.states
        for half in HALVES
    )


def covered(game: Game, who: str, enemy: str, half: Half, notes: Notes) -> bool:
    """Return whether an enemy lays a Template over a trooper: n4.aro.who.4, n5.aro.who.4.

    n3.templates.dodge.1: there such a trooper has a Dodge, even out of LoF.
    """
    mine = game.world.owner(who).real
    for one in game.world.acts(half, enemy):
        if "template" in one.uses and mine in {one.target, *markers.under_template(game, one)}:
            if not game.lawful(one):
                notes.doubt("a Template laid by an Attack that is illegal")
            return True
    return False


def cornered(game: Game, act: Act, half: Half, notes: Notes) -> bool:
    """Return whether in N3 nothing but a Template gives the ARO, which is then a Dodge."""
    world = game.world
    if game.law.edition != "n3" or act.skill == "dodge":
        return False
    mine = world.owner(act.who).real
    for enemy in game.activated():
        theirs = world.owner(enemy).real
        if world.sees(mine, theirs, half) or world.near(mine, theirs, half):
            return False
    return any(covered(game, act.who, enemy, half, notes) for enemy in game.activated())


def warned(game: Game, act: Act, notes: Notes) -> bool:
    """Return whether a Look Out! of its side lets a trooper Dodge that has declared no other ARO.

    n5.look_out2.effects.1 .2, n4.look_out.effect.1 (r_n4_look_out_dodge: a Dodge that it declares).
    """
    if act.skill != "dodge" or game.law.edition == "n3":
        return False
    for one in game.world.acts(act.step):
        comrade = game.world.side(one.who) == game.world.side(act.who) and one.who != act.who
        if comrade and one.skill == "look_out":
            if not game.lawful(one):
                notes.doubt("a Look Out! that is illegal")
            return not reacted(game, act, notes)
    return False


def reacted(game: Game, act: Act, notes: Notes) -> bool:
    """Return whether the trooper of a second ARO has declared a first one."""
    earlier = [one for one in game.world.acts("aro_1", act.who) if one.skill != "delay"]
    if act.step != "aro_2" or not earlier:
        return False
    if not game.lawful(earlier[0]):
        notes.doubt("an illegal ARO was declared before: is the one ARO spent?")
    return True


def attacked(game: Game, who: str, enemy: str, half: Half, notes: Notes) -> bool:
    """Return whether Sixth Sense answers an Attack of that half as if the attacker were seen.

    n3.sixth_sense.l1.2 (from within Zone of Control), n4.sixth_sense.aro.1, n5.sixth_sense.effects.
    """
    world = game.world
    mine = world.owner(who)
    if not any(trait.startswith("sixth_sense") for trait in mine.traits):
        return False
    close = game.law.edition != "n3" or world.near(mine.real, world.owner(enemy).real, half)
    aimed = any(
        one.target == mine.real and one.skill.endswith("_attack") and game.lawful(one)
        for one in world.acts(half, enemy)
    )
    return aimed and close and notes.doubt("Sixth Sense answers an Attack from out of LoF")
