"""The N4 page of the Impersonation State: what may be declared by and against the Marker."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from oracle import markers, skills
from oracle.law import Law
from oracle.world import BEFORE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oracle.answers import Notes, Verdict
    from oracle.game import Game
    from oracle.world import Act

IMPERSONATION = frozenset({"impersonation_1", "impersonation_2"})
AROS = frozenset({"discover", "dodge", "look_out", "reset"})


def page(*clauses: str) -> tuple[str, ...]:
    """Give clauses the names they have on this page."""
    return tuple(f"n4.impersonation.{clause}" for clause in clauses)


class Declarations(Law):
    """The prohibitions and rights of the page, with the N4 Order around them."""

    edition = "n4"
    skills = skills.N4
    openers = frozenset({"basic", "short", "entire"})
    pairs = frozenset({("basic", "basic"), ("basic", "short"), ("short", "basic")})
    hidden = IMPERSONATION
    shown: ClassVar[Mapping[str, str]] = {
        "impersonation_1": "n4.impersonation.level1.1",
        "impersonation_2": "n4.impersonation.level2.1",
    }

    def bars(self, game: Game, act: Act, notes: Notes) -> bool:
        """Gather the prohibitions of the page; every one that speaks is noted."""
        found = [
            self._shields(game, act, notes),
            self._lists(game, act, notes),
            self._locks(game, act, notes),
            self._keeps_off(game, act, notes),
            self._surprise(game, act, notes),
        ]
        return any(found)

    def _shields(self, game: Game, act: Act, notes: Notes) -> bool:
        """effect.2 IMP-1 never; effect.3 IMP-2 not, but .4, note.13 after Discover.

        r_n4_manoeuvre_attack: whichever Attack.
        """
        state = markers.mark(game, act)
        if state is None or not markers.is_attack(game, act):
            return False
        if state == "impersonation_1":
            return notes.cite(*page("effect.2", "note.10"))
        if markers.discovers_first(game, act):
            notes.cite(*page("effect.4", "note.13"))
            return False
        return notes.cite(*page("effect.3", "note.10"))

    def _lists(self, game: Game, act: Act, notes: Notes) -> bool:
        """aro.1: against the Marker only four AROs (r_n4_look_out_aro takes it over note.5)."""
        if not markers.reactive(act):
            return False
        targets = [act.target] if act.target is not None else list(game.activated())
        moment = BEFORE[act.step]
        owners = [game.world.owner(one).name for one in targets]
        if not owners or any(game.hides(one, moment) is None for one in owners):
            if act.skill == "look_out":
                notes.doubt("what the page of Look Out! asks was not seen")
            return False
        notes.cite(*page("aro.1", "note.5"))
        return act.skill not in AROS

    def _locks(self, game: Game, act: Act, notes: Notes) -> bool:
        """note.2: not twice at one Marker; effect.6: not after a failure; .7: unless re-entered."""
        if act.skill != "discover" or act.target is None:
            return False
        if markers.mark(game, act) is None:
            notes.doubt("Discover at what is no Marker")
            return False
        if markers.again(game, act):
            return notes.cite(*page("note.2"))
        if any(one.skill == "discover" for one in game.world.acts("first", act.who)):
            notes.cite(*page("note.3"))
        target = game.world.owner(act.target).name
        if (act.who, target) not in game.world.failed:
            return False
        if target in game.world.returned:
            notes.cite(*page("effect.7"))
            return False
        return notes.cite(*page("effect.6"))

    def _keeps_off(self, game: Game, act: Act, notes: Notes) -> bool:
        """effect.1: no contact with an enemy Impersonation Marker, Marker against Marker too."""
        world = game.world
        for piece in markers.moves_into(game, act):
            enemy = world.owner(piece)
            if enemy.side != world.side(act.who) and game.hides(enemy.name, BEFORE[act.step]):
                return notes.cite(*page("effect.1"))
        return False

    def _surprise(self, game: Game, act: Act, notes: Notes) -> bool:
        """effect.5: Surprise Attack only in the State, in the own Active Turn.

        n4.surprise_attack.legality.1: the State in which the Order began.
        """
        if "surprise_attack" not in act.uses:
            return False
        notes.cite(*page("effect.5"))
        began = game.hides(act.who, "start")
        return began is None or game.world.side(act.who) != game.world.active

    def may_delay(self, game: Game, act: Act, notes: Notes) -> bool:
        """aro.2, note.6: an ARO against an activated Marker may wait; r_n4_delay_first_half."""
        waiting = act.step == "aro_1" and markers.mark(game, act) is not None
        return waiting and notes.cite(*page("aro.2", "note.6"))

    def kept(self, game: Game, who: str, notes: Notes) -> bool:
        """aro.3 .5, note.7 .8: kept if the Marker shows itself with the second half, else lost.

        r_n4_delay_announced: not declaring is itself the delay.
        """
        delayed = markers.waits_for(game, who)
        spoke = any(True for _ in game.world.acts("aro_1", who))
        for marker in delayed if spoke else game.activated():
            if markers.unmasked(game, marker):
                return notes.cite(*page("aro.2", "aro.3", "note.7"))
        notes.cite(*page("aro.5", "note.8"))
        if spoke and not delayed and any(markers.unmasked(game, one) for one in game.activated()):
            notes.doubt("an illegal delay against one that shows itself later")
        return False

    def judge_return(self, game: Game, act: Act, notes: Notes) -> Verdict:
        """activation.3-.5: a holder, outside LoF of enemy Markers and Troopers; to IMP-1.

        r_n4_return_holder, r_n4_return_level, r_n4_up_a_level; example.2: Hidden Deployment, not
        on the table, does not bar the declaration.
        """
        if act.target not in IMPERSONATION:
            return "silent"
        who = game.world.owner(act.who)
        notes.cite(*page("activation.3", "activation.4", "activation.5"))
        if game.hides(who.name, "start"):
            notes.cite(*page("cancellation.4"))
            return "illegal"
        if "impersonation" not in who.traits or act.target == "impersonation_2":
            notes.cite(*page("example.1"))
            return "illegal"
        for enemy in markers.watchers(game, who.name):
            if markers.sees(game, enemy, who.name, ("first",)):
                if "hidden_deployment" not in game.at("start").states[enemy]:
                    return "illegal"
                notes.cite(*page("example.2"))
        return "legal"

    def performs(self, game: Game, act: Act, notes: Notes) -> bool:
        """note.11 .12 templates, note.13 .14 the manoeuvre, example.3 .8 the return.

        n4.engaged.effect.4: a template reaches all in a Close Combat.
        """
        if act.skill == "return_to":
            return self._undisturbed(game, act, notes)
        owner = game.world.owner
        side = game.world.side
        reached = markers.under_template(game, act) if "template" in act.uses else set()
        for piece in sorted(reached):
            friend = side(piece) == side(act.who)
            if friend or game.hides(owner(piece).name, "rolls") is not None:
                return not notes.cite(*page("note.11", "note.12"))
        if act.target is None:
            return True
        who = owner(act.target).name
        if markers.is_attack(game, act) and game.hides(who, "rolls") is not None:
            return not notes.cite(*page("note.13", "note.14"))
        if act.skill == "discover" and markers.mark(game, act) and not game.hides(who, "aro_2"):
            notes.cite(*page("note.14"))
            notes.doubt("is a Discover at a Marker that showed itself carried out?")
        return True

    def _undisturbed(self, game: Game, act: Act, notes: Notes) -> bool:
        """activation.5, example.3 .8: still outside LoF of all that is on the table by then."""
        for enemy in markers.watchers(game, act.who):
            shown = "hidden_deployment" not in game.at("aro_2").states[enemy]
            if shown and markers.sees(game, enemy, act.who, ("first", "second")):
                return not notes.cite(*page("example.3", "example.8"))
        return True
