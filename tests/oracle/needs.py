"""What a skill asks of its user: a target there, LoF, contact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.rights import ACTIVE, attacked, covered
from oracle.world import BEFORE, HALVES

if TYPE_CHECKING:
    from oracle.answers import Notes
    from oracle.game import Game
    from oracle.world import Act, Half

CLOSE = frozenset({"cc_attack", "dodge", "reset", "idle"})
"""What the Engaged may declare, of what is known here."""


def meets(game: Game, act: Act, notes: Notes) -> bool:
    """Return whether the user meets what the skill asks when it is declared.

    n3.skills.labels.2, n4.labels.attack.2: no Attack against one's own. LoF may come from any point
    of a route already declared; a contact has to be there when the skill is declared. n5.oes2
    .resolution.1 .2: most of it is looked at later.
    """
    skill = game.law.skills.get(act.skill)
    if skill is None:
        return True
    if (skill.attack or act.skill == "discover") and not aims(game, act, notes):
        return False
    if act.skill == "cautious_movement" and game.law.edition != "n5":
        watched(game, act, notes)
    if act.skill not in CLOSE and fighting(game, act, notes):
        return False
    if act.step not in ACTIVE and act.skill == "look_out" and not skill.lof:
        notes.doubt("the page of Look Out! does not tell whether it needs LoF")
    touching: tuple[Half, ...] = ("first",) if act.step != "aro_2" else HALVES
    return skill.late or reaches(game, act, seeing(game, act), touching, notes)


def fighting(game: Game, act: Act, notes: Notes) -> bool:
    """Return whether the user was in contact with an enemy when the Order began.

    n3.bs_attack_declaration.requirements.3, n3.engaged.effects.2, n4.engaged.activation.1
    .legality.1 .cancellation.2, n5.engaged.activation.1 .effects.1: a contact that a movement of
    this Order brings is none of that kind.
    """
    world, mine = game.world, game.world.owner(act.who)
    helpless: frozenset[str] = frozenset()
    if game.law.edition != "n3":
        helpless |= {"unconscious", "immobilized_a", "immobilized_b"}
    for enemy in world.troopers:
        if enemy.side == mine.side or not helpless.isdisjoint(enemy.states):
            continue
        if not world.touch(mine.real, enemy.real, "first"):
            continue
        if game.form(enemy.real, BEFORE[act.step]) == "absent" and game.law.edition != "n3":
            continue
        first = [one for who in (mine, enemy) for one in world.acts("first", who.name)]
        skills = [(game.law.skills.get(one.skill), one.target) for one in first]
        moves = [target for skill, target in skills if skill is not None and skill.movement]
        if not moves:
            notes.cite(f"{game.law.edition}: whoever is in contact from the start only fights")
            return "unconscious" not in mine.states or game.law.edition == "n3"
        if None in moves:
            notes.doubt("contact: was it there before the movement?")
    return False


def seeing(game: Game, act: Act) -> tuple[Half, ...]:
    """Return the halves whose LoF a declaration may use: a route once taken stays usable.

    n3.structure_order.simultaneous.1, n4.trooper_activation.order.8, n5.trooper_activation
    .simultaneity.1; without a lawful movement before it there is no route.
    """
    if act.step == "aro_2":
        return HALVES
    if act.step != "second":
        return ("first",)
    first = game.world.acts("first", act.who)
    before = (game.law.skills.get(one.skill) for one in first if game.lawful(one))
    moved = any(one is not None and one.movement for one in before)
    return HALVES if moved else ("second",)


def met(game: Game, act: Act, notes: Notes) -> bool:
    """Return whether what is looked at late is there when the Order is resolved (N5)."""
    skill = game.law.skills.get(act.skill)
    return skill is None or not skill.late or reaches(game, act, HALVES, HALVES, notes)


def reaches(
    game: Game, act: Act, sight: tuple[Half, ...], touching: tuple[Half, ...], notes: Notes
) -> bool:
    """Return whether the user has the LoF and the contact that the skill needs."""
    world, law = game.world, game.law
    skill, mine = law.skills[act.skill], world.owner(act.who).real
    reactive = act.step not in ACTIVE
    targets = [act.target] if act.target is not None else []
    if reactive and not targets:
        targets = [world.owner(name).real for name in game.activated()]
    if skill.lof and (reactive or act.skill != "dodge"):
        seen = any(
            world.sees(mine, one, half)
            or (reactive and attacked(game, act.who, world.owner(one).name, half, notes))
            or (reactive and dodged(game, act, one, half, notes))
            for one in targets
            for half in sight
        )
        if not seen:
            notes.cite(f"{law.edition}: {act.skill} needs LoF")
            return False
    if skill.lof and act.step == "second" and act.skill == "dodge" and unseen(game, act, notes):
        return False
    if skill.contact and not any(
        world.touch(mine, one, half) for one in targets for half in touching
    ):
        notes.cite(f"{law.edition}: {act.skill} needs contact")
        return False
    return True


def unseen(game: Game, act: Act, notes: Notes) -> bool:
    """Return whether none of those that attacked it in ARO is seen, or in contact.

    n3.line_of_fire.def.2. Templates (n3.templates.dodge.1) and Sixth Sense are exceptions.
    """
    world, mine = game.world, game.world.owner(act.who)
    attacks = [
        one
        for one in world.acts("aro_1")
        if one.target == mine.real and one.skill.endswith("_attack") and game.lawful(one)
    ]
    enemies = [world.owner(one.who).real for one in attacks]
    if not attacks or any(
        world.touch(mine.real, one, "first") or world.sees(mine.real, one, half)
        for one in enemies
        for half in HALVES
    ):
        return False
    if any(one.uses or one.covers for one in attacks) or any("sixth" in x for x in mine.traits):
        notes.doubt("a Template, or Sixth Sense, may let it Dodge whom it does not see")
    return notes.cite("n3: a Dodge needs LoF to one that attacks")


def dodged(game: Game, act: Act, target: str, half: Half, notes: Notes) -> bool:
    """Return whether it Dodges a Template, which takes no LoF: n3.templates.dodge.1."""
    layer = game.world.owner(target).name
    return act.skill == "dodge" and covered(game, act.who, layer, half, notes)


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
