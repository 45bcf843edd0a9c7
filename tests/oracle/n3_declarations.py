"""N3 Camouflaged and TO Camouflaged, one text on two pages: what may be declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from oracle import markers, skills
from oracle.law import Law
from oracle.world import BEFORE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oracle.answers import Notes, Verdict
    from oracle.game import Game
    from oracle.world import Act, Half

CAMO = frozenset({"camouflaged", "to_camouflaged"})
IMPERSONATION = frozenset({"impersonation_1", "impersonation_2"})
HOLDERS = {"camouflaged": "ch_camouflage", "to_camouflaged": "ch_to_camouflage"}
LEVELS = frozenset(HOLDERS.values())
RETURN = {
    "camouflaged": ("activation.2", "activation.3", "activation.4"),
    "to_camouflaged": ("activation.3", "activation.4", "activation.5"),
}


def page(state: str, *clauses: str) -> tuple[str, ...]:
    """Give clauses the names they have on the page of a state."""
    return tuple(f"n3.{state}.{clause}" for clause in clauses)


class Declarations(Law):
    """The prohibitions and rights of the two pages, with the N3 Order around them."""

    edition = "n3"
    skills = skills.N3
    openers = frozenset({"basic", "short", "entire", "unseen"})
    pairs = frozenset({("basic", "basic"), ("basic", "short"), ("short", "basic")})
    hidden = CAMO | IMPERSONATION
    shown: ClassVar[Mapping[str, str]] = {state: f"n3.{state}.effect.1" for state in HOLDERS}

    def bars(self, game: Game, act: Act, notes: Notes) -> bool:
        """Gather the prohibitions of the page; every one that speaks is noted."""
        found = [
            self._seeks(game, act, notes),
            self._shields(game, act, notes),
            self._locks(game, act, notes),
            self._keeps_off(game, act, notes),
            self._spares_friends(game, act, notes),
            self._surprise(game, act, notes),
        ]
        return any(found)

    def _seeks(self, game: Game, act: Act, notes: Notes) -> bool:
        """n3.intuitive_attack.effects.1: only at one in a state that else bars Attacks."""
        if act.skill != "intuitive_attack" or markers.mark(game, act) is not None:
            return False
        return notes.cite("n3.intuitive_attack.effects.1")

    def _shields(self, game: Game, act: Act, notes: Notes) -> bool:
        """effect.3: no Attack; but .5 Intuitive Attack, .4 Discover declared before it.

        r_n3_previously_discovered: the first Skill of the same Order will do.
        """
        state = markers.mark(game, act)
        if state is None or not markers.is_attack(game, act):
            return False
        if state in IMPERSONATION:
            return notes.cite("n3.impersonation_1.effects.3")
        if act.skill == "intuitive_attack":
            notes.cite(*page(state, "effect.5"))
            return False
        if markers.discovers_first(game, act):
            notes.cite(*page(state, "effect.4"))
            return False
        return notes.cite(*page(state, "effect.3"))

    def _locks(self, game: Game, act: Act, notes: Notes) -> bool:
        """effect.10: who failed may not try that trooper again this turn, re-entered or not."""
        if act.skill != "discover" or act.target is None:
            return False
        state, target = markers.mark(game, act), game.world.owner(act.target).name
        if state is None:
            notes.doubt("Discover at what is no Marker")
            return False
        if state in IMPERSONATION:
            notes.doubt("the N3 page of the Impersonation states was seen in part only")
        if markers.again(game, act):
            notes.doubt("Discover declared twice at one Marker in one Order")
        locked = (act.who, target) in game.world.failed
        return locked and notes.cite(*page(state, "effect.10"))

    def _keeps_off(self, game: Game, act: Act, notes: Notes) -> bool:
        """effect.2: nobody, of either side, moves into contact with the Marker."""
        for piece in markers.moves_into(game, act):
            state = game.hides(game.world.owner(piece).name, BEFORE[act.step])
            if state is not None:
                return notes.cite(*page(state, "effect.2"))
        return False

    def _spares_friends(self, game: Game, act: Act, notes: Notes) -> bool:
        """faq.4: no Attack whose template reaches a friend, or what is taken for one.

        n3.engaged.effects.6: it reaches all that fight with one whom it reaches.
        """
        side = game.world.side
        if "template" not in act.uses:
            return False
        for piece in sorted(markers.under_template(game, act)):
            state = game.hides(game.world.owner(piece).name, BEFORE[act.step])
            if side(piece) == side(act.who) or state in IMPERSONATION:
                return notes.cite("n3.camouflaged.faq.4", "n3.to_camouflaged.faq.4")
        return False

    def _surprise(self, game: Game, act: Act, notes: Notes) -> bool:
        """effect.11 .12: Surprise Attack and Shot only in the state, in the own Active Turn.

        n3.surprise_attack: the Attack is one in Close Combat, whose contact has shown the model, so
        that the state is the one in which the Order began.
        """
        if not act.uses & {"surprise_attack", "surprise_shot_l1"}:
            return False
        shot = "surprise_shot_l1" in act.uses
        state = game.hides(act.who, BEFORE[act.step] if shot else "start")
        own_turn = game.world.side(act.who) == game.world.active
        notes.cite(*page(state or "camouflaged", "effect.12" if shot else "effect.11"))
        if act.skill != ("bs_attack" if shot else "cc_attack"):
            return True
        return state is None or not own_turn

    def may_delay(self, game: Game, act: Act, notes: Notes) -> bool:
        """faq.2: a reacting enemy may wait for the second Skill of an activated Marker."""
        state = markers.mark(game, act)
        if act.step == "aro_1" and state is not None:
            return notes.cite(*page(state if state in CAMO else "camouflaged", "faq.2"))
        if act.target and "sixth_sense_1" in game.world.owner(act.who).traits:
            notes.doubt("Sixth Sense lets one wait for an enemy in Zone of Control")
        return False

    def kept(self, game: Game, who: str, notes: Notes) -> bool:
        """faq.1: the delay must have been announced, else the ARO is lost (r_n3_delay_*).

        Also lost where the second Skill shows nothing.
        """
        for marker in markers.waits_for(game, who):
            state = game.hides(marker, "aro_1") or "camouflaged"
            notes.cite(*page(state if state in CAMO else "camouflaged", "faq.2"))
            return markers.unmasked(game, marker)
        notes.cite("n3.camouflaged.faq.1", "n3.to_camouflaged.faq.1")
        return False

    def judge_return(self, game: Game, act: Act, notes: Notes) -> Verdict:
        """activation.2-.4 (TO .3-.5): a holder, outside enemy LoF; faq.5: Markers block too."""
        state = act.target or ""
        if state not in HOLDERS:
            return "silent"
        who = game.world.owner(act.who)
        notes.cite(*page(state, *RETURN[state]))
        if HOLDERS[state] not in who.traits:
            return "illegal"
        if any(one == who.name for one, _ in game.world.lowered):
            notes.cite(*page(state, "cancellation.13"))
            return "illegal"
        if who.states & self.hidden:
            notes.doubt("a Marker spends the Entire Order of the return")
            return "illegal"
        return "illegal" if self._seen(game, who.name, "start", ("first",), notes) else "legal"

    def _seen(
        self, game: Game, who: str, moment: str, halves: tuple[Half, ...], notes: Notes
    ) -> bool:
        """activation.4: in LoF of an enemy; r_n3_hidden_blocker: if it shows itself."""
        for enemy in markers.watchers(game, who):
            if not markers.sees(game, enemy, who, halves):
                continue
            now = game.at("start" if moment == "start" else "aro_2").states[enemy]
            if "hidden_deployment" in now:
                notes.doubt("the owner of a hidden blocker might place its Marker to block")
                continue
            if now & CAMO:
                notes.cite("n3.camouflaged.faq.5", "n3.camouflaged.faq.7")
            return True
        return False

    def performs(self, game: Game, act: Act, notes: Notes) -> bool:
        """effect.4: the Attack after a Discover needs the Marker gone; r_n3_return_lof_moment."""
        if act.skill == "return_to":
            return not self._seen(game, act.who, "end", ("first", "second"), notes)
        if act.target is None:
            return True
        who = game.world.owner(act.target).name
        if markers.is_attack(game, act) and act.skill != "intuitive_attack":
            state = game.hides(who, "rolls")
            return not (state is not None and notes.cite(*page(state, "effect.3", "effect.4")))
        if act.skill == "discover" and markers.mark(game, act) and not game.hides(who, "aro_2"):
            notes.doubt("is a Discover at a Marker that showed itself carried out?")
        return True
