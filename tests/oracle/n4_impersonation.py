"""The N4 page of the Impersonation State."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.ask import opinions
from oracle.n4_declarations import IMPERSONATION, Declarations, page
from oracle.world import BEFORE

if TYPE_CHECKING:
    from oracle.answers import Notes
    from oracle.game import Game, Table
    from oracle.world import Act, Half

DOCUMENT = "n4.impersonation"
CAUSES = {("becomes", "impetuous"): "7", ("enters", "retreat"): "8"}


class N4(Declarations):
    """The page, complete: the state in the course of an Order."""

    def begins(self, game: Game, table: Table, notes: Notes) -> Table:
        """cancellation.7: one that is Impetuous cannot be in the State."""
        for one in game.world.troopers:
            if "impetuous" in one.states | one.traits and one.states & IMPERSONATION:
                notes.cite(*page("cancellation.7"))
                notes.doubt("since when the State of one that is Impetuous is over")
                table = table.drop(one.name, *IMPERSONATION)
        return table

    def declared(self, game: Game, table: Table, act: Act, notes: Notes) -> Table:
        """cancellation.2 Attack, .3 any Roll, .4 any Entire Order but Cautious Movement.

        aro.2, r_n4_delay_announced: who holds its ARO back has declared nothing yet.
        """
        states = table.states[act.who]
        if act.skill == "delay":
            return table
        if "hidden_deployment" in states:
            notes.cite(*page("example.3"))
            answered = any(one.skill == "return_to" for one in game.world.acts("first"))
            if act.step not in {"aro_1", "aro_2"} or not answered:
                notes.doubt("what else ends Hidden Deployment in N4 was not seen")
            return table.drop(act.who, "hidden_deployment")
        if not states & IMPERSONATION:
            return table
        triggers = self._triggers(act, notes)
        if not triggers:
            return table
        notes.cite(*page(*triggers))
        notes.cite(*page("cancellation.1", "cancellation.9"))
        return table.drop(act.who, *IMPERSONATION)

    def _triggers(self, act: Act, notes: Notes) -> list[str]:
        skill = self.skills.get(act.skill)
        if act.skill == "return_to":
            return ["cancellation.4"]
        if skill is None:
            if act.skill.endswith("_attack"):
                return ["cancellation.2"]
            notes.doubt("a skill unknown to the edition was declared by a Marker")
            return []
        entire = skill.kind == "entire" and act.skill != "cautious_movement"
        return [
            f"cancellation.{number}"
            for number, applies in (("2", skill.attack), ("3", skill.roll), ("4", entire))
            if applies
        ]

    def touched(self, game: Game, table: Table, half: Half, notes: Notes) -> Table:
        """cancellation.5: the Marker comes into contact with an enemy Model."""
        world = game.world
        for one, other in game.contacts(half, notes):
            who = world.owner(one)
            enemy_model = (
                world.side(other) != who.side and game.form(other, BEFORE[half]) == "model"
            )
            if enemy_model and table.states[who.name] & IMPERSONATION:
                notes.cite(*page("cancellation.5", "cancellation.9"))
                table = table.drop(who.name, *IMPERSONATION)
        return table

    def rolled(self, game: Game, table: Table, notes: Notes) -> Table:
        """level1.4 .5 and example.6: one level however many succeed; level2.3: the Model."""
        before = table
        for act, passed in game.results("discover"):
            who = game.world.owner(act.target or "").name
            states = before.states[who]
            if passed and "impersonation_1" in states:
                notes.cite(*page("level1.2", "level1.4", "level1.5", "example.6"))
                table = table.drop(who, "impersonation_1").add(who, "impersonation_2")
            if passed and "impersonation_2" in states:
                notes.cite(*page("level2.2", "level2.3", "cancellation.6", "cancellation.9"))
                table = table.drop(who, "impersonation_2")
        return table

    def resolved(self, game: Game, table: Table, notes: Notes) -> Table:
        """Apply the return (activation.3 .4, example.1) and events; hits are no trigger (.1)."""
        for act in game.world.acts("first"):
            if act.skill == "return_to" and act.target in IMPERSONATION and game.effective(act):
                notes.cite(*page("activation.3", "activation.4", "example.1"))
                table = table.add(act.who, act.target)
        for act in game.world.order:
            if table.states[act.who] & IMPERSONATION and not game.lawful(act):
                notes.doubt("is a Marker whose declaration was illegal revealed as by an Idle?")
        for event in game.world.events:
            number = CAUSES.get((event.verb, event.what))
            if number and table.states[event.who] & IMPERSONATION:
                notes.cite(*page(f"cancellation.{number}", "cancellation.9"))
                table = table.drop(event.who, *IMPERSONATION)
            if event.what == "retreat":
                change = table.add if event.verb == "enters" else table.drop
                table = change(event.who, "retreat")
        return table

    def locked(self, game: Game, notes: Notes) -> frozenset[tuple[str, str]]:
        """effect.6; not on one unmasked in this Order, unless by a Discover: note.4."""
        found = set()
        for act, passed in game.results("discover"):
            who = game.world.owner(act.target or "").name
            if passed or game.hides(who, "aro_2") is None:
                continue
            if game.hides(who, "effects") is None and game.hides(who, "rolls") is not None:
                notes.cite(*page("note.4"))
                notes.doubt("a Discover failed on one that was revealed later in the Order")
                continue
            notes.cite(*page("effect.6"))
            found.add((act.who, who))
        return frozenset(found)


game, judge, ruling, takes_effect, outcome = opinions(N4())
