"""Who may declare at all: the Order, the ARO, and what a skill asks of its user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.answers import Notes, Ruling, Verdict
from oracle.needs import meets
from oracle.rights import ACTIVE, cornered, eligible, reacted, warned

if TYPE_CHECKING:
    from oracle.game import Game
    from oracle.world import Act


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
        if verdict == "legal":
            first = game.world.acts("first", act.who) if act.step == "second" else ()
            if not all(map(game.lawful, first)):
                notes.doubt("the first Skill was illegal: is there still a second?")
            if is_unknown(game, act, notes):
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
    if skill is not None and not {skill.trait} <= {None, *world.owner(act.who).traits}:
        return False
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
    if opening is None or skill is None or "unseen" in {opening.kind, skill.kind}:
        return notes.doubt("a skill of unknown kind in an Order")
    return (opening.kind, skill.kind) in law.pairs


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
    leads = [world.owner(name).real for name in game.activated()]
    if act.target not in {None, *leads}:
        return False
    if len(leads) > 1 and act.target is not None:
        notes.doubt("whom of several one may answer who sees another of them")
    if warned(game, act, notes):
        return True
    could = eligible(game, act.who, "first", notes)
    if act.step == "aro_1":
        return could and not cornered(game, act, "first", notes)
    return may_react_late(game, act, notes, could=could)


def may_react_late(game: Game, act: Act, notes: Notes, *, could: bool) -> bool:
    """Return whether there is an ARO after the second Skill, for one who could react or not."""
    world = game.world
    if reacted(game, act, notes):
        return False
    if not any(world.side(one.who) == world.active for one in world.acts("second")):
        return False
    if (
        not could
        and game.law.edition == "n3"
        and any(one.skill == "alert" and one.who != act.who for one in world.acts("aro_1"))
    ):
        notes.doubt("one that an Alert warned and that did not turn: has it lost its ARO?")
    if could:
        return game.law.kept(game, act.who, notes)
    return eligible(game, act.who, "second", notes) and not cornered(game, act, "second", notes)
