"""The course of an Order: seven moments, each read from the ones before it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from oracle.answers import Notes, Outcome, Ruling
from oracle.order import judge
from oracle.world import BEFORE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from oracle.law import Law
    from oracle.world import Act, Half, Moment, World

FORMS = {
    "camouflaged": "camo",
    "to_camouflaged": "to_camo",
    "impersonation_1": "imp_1",
    "impersonation_2": "imp_2",
    "hidden_deployment": "absent",
}


@dataclass(frozen=True, slots=True)
class Table:
    """The states of all troopers at a moment, and the replicas that have left the table."""

    states: Mapping[str, frozenset[str]]
    gone: frozenset[str] = frozenset()

    def drop(self, who: str, *states: str) -> Table:
        """Return the table after a trooper lost states."""
        return Table({**self.states, who: self.states[who] - set(states)}, self.gone)

    def add(self, who: str, state: str) -> Table:
        """Return the table after a trooper gained a state."""
        return Table({**self.states, who: self.states[who] | {state}}, self.gone)

    def remove(self, piece: str) -> Table:
        """Return the table after a replica left it."""
        return Table(self.states, self.gone | {piece})


def shut_in(world: World, law: Law, notes: Notes) -> World:
    """Return the world without the LoF that leads out of a Close Combat.

    n3.engaged.effects.3, n4.engaged.effect.2, n5.engaged_rb.effects.1: of whoever was in contact
    with an enemy before the Order. Who is not on the table, or cannot fight, is in none.
    """
    unfit = {"hidden_deployment", "unconscious", "immobilized_a", "immobilized_b"}
    fighters = {one.real for one in world.troopers if unfit.isdisjoint(one.states)}
    skills = [(act, law.skills.get(act.skill)) for act in world.acts("first")]
    moves = [
        (world.owner(act.who).real, act.target)
        for act, skill in skills
        if skill is not None and skill.movement
    ]
    fights: dict[str, set[str]] = {}
    for one, other in world.new_contacts("first"):
        if {one, other} <= fighters and world.side(one) != world.side(other):
            if (one, None) in moves or (other, None) in moves:
                notes.doubt("contact: was it there before the movement?")
            elif (one, other) not in moves and (other, one) not in moves:
                fights.setdefault(one, set()).add(other)
    lines = set(world.lof)
    for one in fights:
        together, more = {one}, {one}
        while more := {foe for each in more for foe in fights[each]} - together:
            together |= more
        lines -= {line for line in lines if line.one == one and line.other not in together}
    return replace(world, lof=frozenset(lines))


class Game:
    """A world seen through a law; everything is worked out once and kept."""

    def __init__(self, world: World, law: Law) -> None:
        self.notes = Notes()
        self.world = shut_in(world, law, self.notes)
        self.law = law
        self._tables: dict[Moment, Table] = {}
        self._rulings: dict[Act, Ruling] = {}
        self._activated: tuple[str, ...] | None = None

    def at(self, moment: Moment) -> Table:
        """Return the table at a moment: after the declarations or results that name it."""
        if moment not in self._tables:
            self._tables[moment] = self._reach(moment)
        return self._tables[moment]

    def _reach(self, moment: Moment) -> Table:
        law, notes = self.law, self.notes
        if moment == "start":
            table = Table({one.name: one.states for one in self.world.troopers})
            return law.begins(self, table, notes)
        if moment == "rolls":
            return law.rolled(self, self.at("aro_2"), notes)
        if moment == "effects":
            return law.resolved(self, self.at("rolls"), notes)
        table = self.at(BEFORE[moment])
        for act in self.world.acts(moment):
            table = law.declared(self, table, act, notes)
        if moment in {"first", "second"}:
            table = law.touched(self, table, "first" if moment == "first" else "second", notes)
        return table

    def hides(self, who: str, moment: Moment) -> str | None:
        """Return the state that hides a trooper at a moment, if any."""
        return next(iter(sorted(self.at(moment).states[who] & self.law.hidden)), None)

    def form(self, piece: str, moment: Moment) -> str:
        """Return what a piece looks like at a moment."""
        table, owner = self.at(moment), self.world.owner(piece)
        states = table.states[owner.name]
        if piece in table.gone:
            return "absent"
        if owner.replicas and "decoy" not in states:
            return "model" if piece == owner.real else "absent"
        for copy in owner.replicas:
            if copy.name == piece:
                return copy.form
        return next((form for state, form in FORMS.items() if state in states), "model")

    def activated(self) -> tuple[str, ...]:
        """Return the active troopers that the Order activates."""
        if self._activated is None:
            world = self.world
            names = (act.who for act in world.acts("first") if world.side(act.who) == world.active)
            self._activated = tuple(dict.fromkeys(names))
        return self._activated

    def ruling(self, act: Act) -> Ruling:
        """Return the ruling on a declaration."""
        if act not in self._rulings:
            self._rulings[act] = judge(self, act)
        return self._rulings[act]

    def lawful(self, act: Act) -> bool:
        """Return whether a declaration stands: what is illegal has no effect."""
        return self.ruling(act).verdict != "illegal"

    def effective(self, act: Act) -> bool:
        """Return whether a declaration is carried out."""
        return self.lawful(act) and self.law.performs(self, act, self.notes)

    def results(self, skill: str) -> Iterator[tuple[Act, bool]]:
        """Yield the lawful acts of a skill that were rolled for, with the result."""
        for roll in self.world.rolls:
            if roll.act.skill == skill and self.lawful(roll.act):
                yield roll.act, roll.success

    def failed(self, act: Act) -> bool:
        """Return whether a lawful act was rolled for and failed.

        Nothing is asked of other acts: one that is declared later depends on this one.
        """
        return (act, False) in self.world.rolls and self.lawful(act)

    def contacts(self, half: Half, notes: Notes) -> Iterator[tuple[str, str]]:
        """Yield (who came, whom it touches) for the contacts that a half really brings.

        A movement that was illegal has no effect and brings none. Contact of the first half that no
        movement brings is from before the Order.
        """
        world = self.world
        if not world.contact:
            return
        movers = {
            world.owner(act.who).real: act
            for act in world.acts(half)
            if act.skill in self.law.skills and self.law.skills[act.skill].movement
        }
        for one, other in world.new_contacts(half):
            if one in movers:
                if self.lawful(movers[one]):
                    yield one, other
            elif half == "second" and other not in movers:
                notes.doubt("contact without a movement: taken as entered by either")
                yield one, other

    def outcome(self) -> Outcome:
        """Return how the Order ends."""
        end = self.at("effects")
        carried_out = frozenset(act for act in self.world.order if self.effective(act))
        came_back = {act.who for act in carried_out if act.skill == "return_to"}
        for states in end.states.values():
            self.notes.cite(*(self.law.shown[state] for state in states & self.law.shown.keys()))
        return Outcome(
            carried_out=carried_out,
            states=dict(end.states),
            forms={piece: self.form(piece, "effects") for piece in self.world.pieces},
            failed=self.world.failed | self.law.locked(self, self.notes),
            returned=self.world.returned | came_back,
            lowered=self.law.lowered(self, self.notes),
            clauses=frozenset(self.notes.clauses),
            doubts=frozenset(self.notes.doubts),
        )
