"""The N5 page of the Decoy State."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from oracle import markers, skills
from oracle.ask import opinions
from oracle.law import Law
from oracle.needs import met
from oracle.rights import ACTIVE
from oracle.world import BEFORE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oracle.answers import Notes, Verdict
    from oracle.game import Game, Table
    from oracle.world import Act, Half, Moment

DOCUMENT = "n5.decoy"
CAUSES = {("becomes", "impetuous"): "13", ("enters", "retreat"): "14", ("makes", "save"): "12"}
QUIET = frozenset({"cautious_movement", "parachutist", "combat_jump"})


def page(*clauses: str) -> tuple[str, ...]:
    """Give clauses the names they have on this page."""
    return tuple(f"n5.decoy.{clause}" for clause in clauses)


def seconded(game: Game, act: Act) -> bool:
    """Return whether a comrade answers the same Trooper with a CC Attack in the same step."""
    if act.skill != "cc_attack" or act.step in ACTIVE:
        return False
    side = game.world.side
    return any(
        one.skill == act.skill and one.target == act.target
        for one in game.world.acts(act.step)
        if one.who != act.who and side(one.who) == side(act.who)
    )


class N5(Law):
    """The page, with the N5 Order around it."""

    edition = "n5"
    skills = skills.N5
    openers = frozenset({"basic", "entire"})
    pairs = frozenset({("basic", "basic"), ("basic", "short")})
    hidden = frozenset({"decoy"})
    shown: ClassVar[Mapping[str, str]] = {"decoy": "n5.decoy.effect.11"}

    def bars(self, game: Game, act: Act, notes: Notes) -> bool:
        """Gather the prohibitions: a piece that left (effect.14), interaction.6, Discover's own."""
        before = BEFORE[act.step]
        if act.skill == "intuitive_attack":
            notes.doubt("Intuitive Attack needs a target that may not be attacked otherwise")
        together = act.step == "first" and len({*game.activated(), act.who}) > 1
        if together and game.hides(act.who, before) and notes.cite(*page("interaction.6")):
            return True
        clauses = ("n5.close_combat_rb.multiple.2", "n5.coordinated_order_rb.req.4")
        if seconded(game, act) or self._parts(game, act):
            return notes.cite(*clauses)
        if act.target not in game.world.owners:
            return False
        if game.form(act.target, before) == "absent":
            return notes.cite(*page("effect.14"))
        if markers.mark(game, act) is None:
            if act.skill == "discover":
                notes.doubt("Discover at what is no Decoy")
            return False
        if markers.is_attack(game, act):
            notes.cite(*page("effect.13"))
        return act.skill == "discover" and self._locks(game, act, notes)

    def _parts(self, game: Game, act: Act) -> bool:
        """Return whether it does not do what a comrade does in that half, at its target.

        n5.coordinated_order_rb.idle.1: whoever cannot do so may Idle.
        """
        world, skill = game.world, self.skills.get(act.skill)
        aims = act.skill == "discover" or (skill is not None and skill.attack)
        return act.step in ACTIVE and any(
            (one.skill != act.skill and not (act.skill == "idle" and self._bars(game, act, one)))
            or (aims and one.target != act.target)
            for one in world.acts(act.step)
            if one.who != act.who and world.side(one.who) == world.side(act.who)
        )

    def _bars(self, game: Game, act: Act, other: Act) -> bool:
        """Return whether one lacks the trait, or the LoF of a Discover, for another's act."""
        owner, skill = game.world.owner(act.who), self.skills.get(other.skill)
        if skill is not None and skill.trait not in {None, *owner.traits}:
            return True
        if other.skill != "discover" or other.target is None:
            return False
        halves: tuple[Half, ...] = ("first", "second") if act.step == "second" else ("first",)
        return not any(game.world.sees(owner.real, other.target, half) for half in halves)

    def _locks(self, game: Game, act: Act, notes: Notes) -> bool:
        """effect.6 .15: any Decoy may be Discovered; the wiki: not twice, not after a failure."""
        notes.cite(*page("effect.6", "effect.15"))
        if markers.again(game, act):
            return notes.cite("n5.discover.req.2")
        locked = (act.who, act.target) in game.world.failed
        return locked and notes.cite("n5.discover.effects.2")

    def may_delay(self, game: Game, act: Act, notes: Notes) -> bool:  # noqa: ARG002
        """effect.12 .13: targeted like a Model, so no ARO waits (r_n5_aro_delay)."""
        return not notes.cite(*page("effect.12", "effect.13"))

    def kept(self, game: Game, who: str, notes: Notes) -> bool:  # noqa: ARG002
        """n5.aro.timing.2: who could declare and did not has lost its ARO."""
        return not notes.cite("n5.aro.timing.2")

    def judge_return(self, game: Game, act: Act, notes: Notes) -> Verdict:
        """Say nothing: activation.1 is by deployment, and no way back is written."""
        notes.cite(*page("activation.1"))
        return "illegal" if self._parts(game, act) else "silent"

    def performs(self, game: Game, act: Act, notes: Notes) -> bool:
        """effect.14: at what has left the table by then, nothing is carried out.

        n5.oes2.resolution.1: nor is what lacks its LoF or contact. n5.template_rb.allies.1: nor the
        shot of a Template over an ally.
        """
        if not met(game, act, notes):
            return False
        side = game.world.side
        reached = markers.under_template(game, act) if "template" in act.uses else set()
        under = [one for one in sorted(reached) if game.form(one, "rolls") != "absent"]
        if any(side(one) == side(act.who) for one in under):
            return not notes.cite("n5.template_rb.allies.1")
        if act.target not in game.world.owners:
            return act.skill != "return_to"
        moment: Moment = "aro_2" if act.skill == "discover" else "rolls"
        if game.form(act.target, moment) != "absent":
            return True
        notes.doubt("an act at a replica that left the table in the same Order")
        return not notes.cite(*page("effect.14"))

    def declared(self, game: Game, table: Table, act: Act, notes: Notes) -> Table:
        """cancellation.2 Attack, .3 Look Out!, .4 Roll, .6 Long Skill, .8 bad landing; .5 QUIET."""
        skill = self.skills.get(act.skill)
        if "hidden_deployment" in table.states[act.who]:
            return table.drop(act.who, "hidden_deployment")
        if "decoy" not in table.states[act.who] or act.skill == "delay":
            return table
        if skill is None:
            notes.doubt("a skill unknown to the edition was declared by the user")
            return table
        amiss = game.failed(act)
        if act.skill == "combat_jump" and not amiss:
            notes.cite(*page("cancellation.5"))
        if act.skill in QUIET and not amiss:
            return table
        triggers = {
            "cancellation.8": act.skill == "combat_jump",  # rolled before all AROs (book, p. 88)
            "cancellation.2": skill.attack,
            "cancellation.3": act.skill == "look_out",
            "cancellation.4": skill.roll,
            "cancellation.6": skill.kind == "entire",
        }
        if not any(triggers.values()):
            return table
        notes.cite(*page(*(clause for clause, applies in triggers.items() if applies)))
        return self._reveal(game, table, act.who, notes)

    def _reveal(self, game: Game, table: Table, who: str, notes: Notes) -> Table:
        """cancellation.1, effect.19: all replicas go; .15: a Marker is swapped for the Model."""
        user = game.world.owner(who)
        notes.cite(*page("cancellation.1"))
        if user.replicas:
            notes.cite(*page("effect.19"))
        if user.real != user.name:
            notes.cite(*page("cancellation.15"))
        return table.drop(who, "decoy")

    def touched(self, game: Game, table: Table, half: Half, notes: Notes) -> Table:
        """effect.18 a replica, cancellation.9 .10 the user: contact with an enemy Model."""
        world, before = game.world, BEFORE[half]
        for one, other in game.contacts(half, notes):
            mover, met = world.owner(one), world.owner(other)
            if mover.side == met.side or game.form(other, before) == "absent":
                continue
            if "decoy" in table.states[met.name]:
                if game.form(one, before) != "model":
                    notes.doubt("an enemy that is no Model touches a Decoy")
                elif other == met.real:
                    notes.cite(*page("cancellation.9"))
                    table = self._reveal(game, table, met.name, notes)
                else:
                    notes.cite(*page("effect.18", "effect.14"))
                    table = table.remove(other)
            if "decoy" in table.states[mover.name]:
                if game.form(other, before) != "model" or other != met.real:
                    notes.doubt("the user touches an enemy piece that is no true Model")
                else:
                    notes.cite(*page("cancellation.10"))
                    table = self._reveal(game, table, mover.name, notes)
        return table

    def rolled(self, game: Game, table: Table, notes: Notes) -> Table:
        """effect.15 a replica, .20, cancellation.11 the user Discovered."""
        before = table
        for act, passed in game.results("discover"):
            target = act.target or ""
            user = game.world.owner(target)
            if not passed or "decoy" not in before.states[user.name] or target in before.gone:
                continue
            if target == user.real:
                notes.cite(*page("cancellation.11", "effect.20"))
                table = self._reveal(game, table, user.name, notes)
            else:
                notes.cite(*page("effect.15", "effect.14"))
                table = table.remove(target)
        return table

    def resolved(self, game: Game, table: Table, notes: Notes) -> Table:
        """effect.16 .17 any hit on a replica, cancellation.12 a Saving Roll forced; events."""
        before = table
        for hit in game.world.hits:
            user = game.world.owner(hit.on)
            if "decoy" not in before.states[user.name] or hit.on in before.gone:
                continue
            if not game.effective(hit.act):
                continue
            if hit.on != user.real:
                notes.cite(*page("effect.16", "effect.17", "effect.14"))
                table = table.remove(hit.on)
            elif hit.saves:
                notes.cite(*page("cancellation.12"))
                table = self._reveal(game, table, user.name, notes)
        for event in game.world.events:
            number = CAUSES.get((event.verb, event.what))
            if number and "decoy" in table.states[event.who]:
                notes.cite(*page(f"cancellation.{number}"))
                table = self._reveal(game, table, event.who, notes)
            if event.what == "retreat":
                change = table.add if event.verb == "enters" else table.drop
                table = change(event.who, "retreat")
        return table

    def locked(self, game: Game, notes: Notes) -> frozenset[tuple[str, str]]:
        """n5.discover.effects.2, from the wiki: the page itself is silent on a failed Discover."""
        found = set()
        for act, passed in game.results("discover"):
            target = act.target or ""
            user = game.world.owner(target)
            if passed or game.hides(user.name, BEFORE[act.step]) is None:
                continue
            if game.hides(user.name, "aro_2") is None:
                notes.doubt("a Discover failed on one that has shown itself meanwhile")
            elif game.form(target, "aro_2") != "absent":
                notes.cite("n5.discover.effects.2")
                found.add((act.who, target))
        return frozenset(found)


game, judge, ruling, takes_effect, outcome = opinions(N5())
