"""N3 Camouflaged and TO Camouflaged, one text on two pages: the course of an Order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.n3_declarations import CAMO, HOLDERS, IMPERSONATION, LEVELS, RETURN, Declarations, page
from oracle.world import BEFORE

if TYPE_CHECKING:
    from oracle.answers import Notes
    from oracle.game import Game, Table
    from oracle.world import Act, Half

CAUSES = {("becomes", "impetuous"): "10", ("enters", "retreat"): "11", ("makes", "save"): "7"}


class N3(Declarations):
    """The two pages, complete."""

    def declared(self, game: Game, table: Table, act: Act, notes: Notes) -> Table:
        """cancellation.2 .3: any Skill but Cautious Movement and unrolled Short Movement Skills."""
        states = table.states[act.who]
        if "hidden_deployment" in states:
            return self._shows(game, table, act, notes)
        hiding = states & self.hidden
        if not hiding or not self._reveals(act, notes):
            return table
        for state in hiding & CAMO:
            number = "3" if act.skill == "alert" else "2"
            notes.cite(*page(state, f"cancellation.{number}", "cancellation.1", "cancellation.17"))
            if act.uses & {"surprise_attack", "surprise_shot_l1"}:
                notes.cite(*page(state, "cancellation.4"))
        return table.drop(act.who, *hiding)

    def _reveals(self, act: Act, notes: Notes) -> bool:
        """cancellation.2 .3: only what is Short Movement, needs no Roll and is not Alert stays."""
        if act.skill in {"delay", "cautious_movement"}:
            return False
        skill = self.skills.get(act.skill)
        if act.skill == "idle":
            return not notes.doubt("which type of Skill Idle is in N3")
        if skill is None:
            return notes.doubt("a skill unknown to the edition was declared by a Marker")
        return skill.kind != "basic" or skill.roll or act.skill == "alert"

    def _shows(self, game: Game, table: Table, act: Act, notes: Notes) -> Table:
        """TO activation.2: what does not reveal brings the TO CAMO Marker, in either turn."""
        shown = table.drop(act.who, "hidden_deployment")
        if "ch_to_camouflage" not in game.world.owner(act.who).traits or self._reveals(act, notes):
            return shown
        notes.cite("n3.to_camouflaged.activation.2")
        return shown.add(act.who, "to_camouflaged")

    def touched(self, game: Game, table: Table, half: Half, notes: Notes) -> Table:
        """cancellation.5: the Marker comes into contact with a model of either side."""
        before = BEFORE[half]
        for one, other in game.contacts(half, notes):
            who = game.world.owner(one).name
            if game.form(other, before) != "model":
                continue
            for state in table.states[who] & self.hidden:
                notes.cite(*page(state, "cancellation.5", "cancellation.17"))
                table = table.drop(who, state)
        return table

    def rolled(self, game: Game, table: Table, notes: Notes) -> Table:
        """effect.8, cancellation.6: a passed Discover Roll brings the model."""
        for act, passed in game.results("discover"):
            who = game.world.owner(act.target or "").name
            for state in table.states[who] & CAMO:
                notes.cite(*page(state, "effect.6"))
                if passed:
                    notes.cite(*page(state, "effect.8", "cancellation.6"))
                    table = table.drop(who, state)
        return table

    def resolved(self, game: Game, table: Table, notes: Notes) -> Table:
        """Apply returns (activation) and hits (cancellation.7 .8, faq.3), then events."""
        for act in game.world.acts("first"):
            if act.skill == "return_to" and act.target in HOLDERS and game.effective(act):
                notes.cite(*page(act.target, *RETURN[act.target]))
                table = table.add(act.who, act.target)
        for hit in game.world.hits:
            who = game.world.owner(hit.on).name
            if not (hit.saves or hit.critical) or not game.effective(hit.act):
                continue
            for state in table.states[who] & CAMO:
                notes.cite(*page(state, "cancellation.8" if hit.critical else "cancellation.7"))
                if hit.on != hit.act.target:
                    notes.cite(*page(state, "faq.3"))
                table = table.drop(who, state)
        return self._befallen(game, table, notes)

    def _befallen(self, game: Game, table: Table, notes: Notes) -> Table:
        """cancellation.10 .11: Impetuous and Retreat! end the state; .7: so does a Saving Roll."""
        for event in game.world.events:
            if (event.verb, event.what) in CAUSES:
                if table.states[event.who] & IMPERSONATION:
                    notes.doubt("what ends the N3 Impersonation states was seen in part only")
                for state in table.states[event.who] & CAMO:
                    number = CAUSES[event.verb, event.what]
                    notes.cite(*page(state, f"cancellation.{number}"))
                    table = table.drop(event.who, state)
            if event.what == "retreat":
                change = table.add if event.verb == "enters" else table.drop
                table = change(event.who, "retreat")
        return table

    def locked(self, game: Game, notes: Notes) -> frozenset[tuple[str, str]]:
        """effect.10; cancellation.20: not on one revealed in this Order, unless by a Discover."""
        found = set()
        for act, passed in game.results("discover"):
            who = game.world.owner(act.target or "").name
            state, still = game.hides(who, "aro_2"), game.hides(who, "effects")
            if passed or state is None:
                continue
            if still is None and game.hides(who, "rolls") is not None:
                notes.cite(*page(state, "cancellation.20"))
                notes.doubt("a Discover failed on one that was revealed later in the Order")
                continue
            notes.cite(*page(state, "effect.10"))
            found.add((act.who, who))
        return frozenset(found)

    def lowered(self, game: Game, notes: Notes) -> frozenset[tuple[str, str]]:
        """cancellation.12-.14: either cause lowers the CH Level; only Retreat! ending undoes it."""
        levels = set(game.world.lowered)
        for event in game.world.events:
            traits = game.world.owner(event.who).traits
            state = "to_camouflaged" if "ch_to_camouflage" in traits else "camouflaged"
            if (event.verb, event.what) in CAUSES and traits & LEVELS:
                notes.cite(*page(state, "cancellation.12", "cancellation.13"))
                levels.add((event.who, event.what))
            if (event.verb, event.what) == ("cancels", "retreat"):
                notes.cite(*page(state, "cancellation.14", "cancellation.15"))
                levels.discard((event.who, "retreat"))
        return frozenset(levels)
