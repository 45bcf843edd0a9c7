"""Who may declare at all: the Order, the ARO, and what a skill asks of its user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.answers import Notes, Ruling, Verdict
from oracle.world import BEFORE, SEEN_BY

if TYPE_CHECKING:
    from oracle.game import Game
    from oracle.world import Act, Half

ACTIVE = ("first", "second")


def judge(game: Game, act: Act) -> Ruling:
    """Judge a declaration by the moment before its step."""
    notes, law = Notes(), game.law
    verdict: Verdict
    if act.skill == "return_to":
        verdict = law.judge_return(game, act, notes) if opens(game, act, notes) else "illegal"
    elif act.skill == "delay":
        allowed = may_react(game, act, notes) and law.may_delay(game, act, notes)
        verdict = "legal" if allowed else "illegal"
    else:
        entitled = may_act if act.step in ACTIVE else may_react
        allowed = entitled(game, act, notes) and meets(game, act, notes)
        barred = law.bars(game, act, notes)
        verdict = "legal" if allowed and not barred else "illegal"
        if verdict == "legal" and is_unknown(game, act, notes):
            verdict = "silent"
    return Ruling(verdict, frozenset(notes.clauses), frozenset(notes.doubts))


def is_unknown(game: Game, act: Act, notes: Notes) -> bool:
    """Return whether no page of the edition tells of such a use of the skill."""
    skill = game.law.skills.get(act.skill)
    if skill is None:
        return notes.doubt("the edition has no such skill in what was seen")
    if act.step not in ACTIVE and skill.aro is None:
        return notes.doubt("no page tells whether the skill is an ARO")
    return False


def opens(game: Game, act: Act, notes: Notes) -> bool:
    """Return whether an active trooper declares this first: an Entire Order takes it all."""
    world = game.world
    if world.side(act.who) == world.active and act.step == "first":
        return True
    notes.cite(f"{game.law.edition}: an Entire Order is declared first, in the Active Turn")
    return False


def may_act(game: Game, act: Act, notes: Notes) -> bool:
    """Return whether the shape of an Order has room for an active declaration.

    n3.structure_order.types/combinations, n4.trooper_activation.order, n5...structure: one Entire
    Order, or two Skills of which one is a Short Movement (Basic Short) Skill; in N5 that one first.
    """
    world, law = game.world, game.law
    notes.cite(f"{law.edition}: shape of an Order")
    if world.side(act.who) != world.active:
        return False
    skill = law.skills.get(act.skill)
    if skill is not None and skill.kind in {"automatic", "aro"}:
        return not notes.doubt("a skill that is no part of an Order is declared in one")
    if act.step == "first":
        return skill is None or skill.kind in law.openers
    first = next(world.acts("first", act.who), None)
    return first is not None and follows(game, first, act, notes)


def follows(game: Game, first: Act, act: Act, notes: Notes) -> bool:
    """Return whether a second Skill goes with the first."""
    law = game.law
    if first.skill == "return_to":
        return False
    opening, skill = law.skills.get(first.skill), law.skills.get(act.skill)
    if opening is None or skill is None:
        return notes.doubt("a skill of unknown kind in an Order")
    if not game.lawful(first):
        notes.doubt("the first Skill was illegal: is there still a second?")
    return (opening.kind, skill.kind) in law.pairs


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
            continue
        theirs = world.owner(enemy).real
        if world.sees(mine, theirs, half) or attacked(game, who, enemy, half, notes):
            return True
        if world.near(mine, theirs, half):
            if world.owner(enemy).traits & {"ch_camouflage", "ch_to_camouflage", "stealth"}:
                notes.doubt("only in Zone of Control of one with Stealth")
            return True
    return False


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


def may_react(game: Game, act: Act, notes: Notes) -> bool:
    """Return whether a trooper has an ARO at this step.

    n3.aro.number/timing/target, n5.aro.limit/timing/target: one for each Order, declared at the
    first chance or lost, and only against a trooper that the Order activates.
    """
    world, edition = game.world, game.law.edition
    notes.cite(f"{edition}: right to an ARO")
    if world.side(act.who) == world.active or act.step in ACTIVE or not game.activated():
        return False
    skill = game.law.skills.get(act.skill)
    if skill is not None and skill.aro is False:
        return False
    if act.target not in {None, *(world.owner(name).real for name in game.activated())}:
        return False
    could = eligible(game, act.who, "first", notes)
    return could if act.step == "aro_1" else may_react_late(game, act, notes, could=could)


def may_react_late(game: Game, act: Act, notes: Notes, *, could: bool) -> bool:
    """Return whether there is an ARO after the second Skill, for one who could react or not."""
    world = game.world
    earlier = [one for one in world.acts("aro_1", act.who) if one.skill != "delay"]
    if earlier:
        if not game.lawful(earlier[0]):
            notes.doubt("an illegal ARO was declared before: is the one ARO spent?")
        return False
    if not any(world.side(one.who) == world.active for one in world.acts("second")):
        return False
    if could:
        return game.law.kept(game, act.who, notes)
    return eligible(game, act.who, "second", notes)


def meets(game: Game, act: Act, notes: Notes) -> bool:
    """Return whether the user meets what the skill asks: a target there, LoF, contact.

    n3.skills.labels.2, n4.labels.attack.2: no Attack against one's own. LoF may come from any point
    of a route already declared; a contact has to be there when the skill is declared.
    """
    world, law = game.world, game.law
    skill = law.skills.get(act.skill)
    if skill is None:
        return True
    if (skill.attack or act.skill == "discover") and not aims(game, act, notes):
        return False
    if act.skill == "cautious_movement" and law.edition != "n5":
        watched(game, act, notes)
    mine = world.owner(act.who).real
    reactive = act.step not in ACTIVE
    targets = [act.target] if act.target is not None else []
    if reactive and not targets:
        targets = [world.owner(name).real for name in game.activated()]
    if reactive and act.skill == "look_out" and not skill.lof:
        notes.doubt("the page of Look Out! does not tell whether it needs LoF")
    if skill.lof and (reactive or act.skill != "dodge"):
        seen = any(
            world.sees(mine, one, half)
            or (reactive and attacked(game, act.who, world.owner(one).name, half, notes))
            for one in targets
            for half in SEEN_BY[act.step]
        )
        if not seen:
            notes.cite(f"{law.edition}: {act.skill} needs LoF")
            return False
    if skill.contact:
        halves: tuple[Half, ...] = ("first",) if act.step != "aro_2" else SEEN_BY["aro_2"]
        if not any(world.touch(mine, one, half) for one in targets for half in halves):
            notes.cite(f"{law.edition}: {act.skill} needs contact")
            return False
    return True


def aims(game: Game, act: Act, notes: Notes) -> bool:
    """Return whether the target is an enemy piece on the table.

    n4.hidden_deployment.effect.2: what is in Hidden Deployment is not there at all.
    """
    world = game.world
    if act.target is None or world.side(act.target) == world.side(act.who):
        return not notes.doubt("no enemy target")
    if game.form(act.target, BEFORE[act.step]) == "absent":
        return not notes.cite(f"{game.law.edition}: a target has to be on the table")
    return True


def watched(game: Game, act: Act, notes: Notes) -> None:
    """Doubt a Cautious Movement in sight: the facts do not tell where in the half it was seen.

    n3.cautious_movement.requirements.1, n4.cautious_movement.legality.1: outside LoF and Zone of
    Control of all enemies when declared; to end in sight is allowed and gives AROs.
    """
    world, mine = game.world, game.world.owner(act.who)
    for enemy in world.troopers:
        apart = enemy.side == mine.side or "hidden_deployment" in enemy.states
        near = world.near(enemy.real, mine.real, "first")
        if not apart and (near or world.sees(enemy.real, mine.real, "first")):
            notes.doubt("Cautious Movement in sight: was it declared there or does it end there?")
