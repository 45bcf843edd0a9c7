"""A moment of a game: who stands on the table, who sees whom, and the Order so far.

A `Situation` is a value. Its methods return a new one, so the Order is written as it is played::

    table = Situation(
        active="red",
        troopers=[
            Trooper("speculo", side="red", states=["impersonation_1"], has=["impersonation"]),
            Trooper("guard", side="blue"),
        ],
        lof=[("guard", "speculo")],
    )
    table = table.declare("speculo", "move").declare("guard", "delay", "speculo")

What needs no rulebook is checked when it is made; `knowledge.vocabulary` checks the words of an
edition.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Self

from aro import notebook
from aro.errors import Fault, SituationError, raise_faults, unknown
from aro.fitting import doors, fit
from aro.knowledge import validation
from aro.knowledge.edition import named
from aro.knowledge.fact_kinds import RELATIONS
from aro.knowledge.vocabulary import Mention, mentions
from aro.parts import (
    ACTIVE_STEPS,
    HALVES,
    Act,
    Event,
    Half,
    Hit,
    Memory,
    Numbers,
    Pair,
    Roll,
    Step,
    Trooper,
    Unknown,
    listed,
    made,
    next_step,
    store,
)

Pairs = Iterable[Pair | tuple[str, str] | tuple[str, str, Half]]


@doors
@dataclass(frozen=True, slots=True, init=False)
class Situation:
    """A table, the Order declared on it so far and what came of it.

    Raises `SituationError` (an `ExceptionGroup` of them where there are several) for what cannot
    stand: two troopers of one name, a relation to a piece that is not there, a third Skill.
    """

    active: str
    troopers: tuple[Trooper, ...]
    lof: tuple[Pair, ...]
    zoc: tuple[Pair, ...]
    contact: tuple[Pair, ...]
    controls: tuple[Pair, ...]
    order: tuple[Act, ...]
    rolls: tuple[Roll, ...]
    hits: tuple[Hit, ...]
    events: tuple[Event, ...]
    memory: tuple[Memory, ...]
    phase: str
    game: str | None
    unknown: tuple[Unknown, ...]
    ends_turn: bool
    line: int | None = field(compare=False, repr=False)

    def __init__(  # noqa: PLR0913  one argument for each thing that can be seen on a table
        self,
        *,
        active: str,
        troopers: Iterable[Trooper],
        lof: Pairs = (),
        zoc: Pairs = (),
        contact: Pairs = (),
        controls: Pairs = (),
        order: Iterable[Act] = (),
        rolls: Iterable[Roll] = (),
        hits: Iterable[Hit] = (),
        events: Iterable[Event] = (),
        memory: Iterable[Memory] = (),
        phase: str = "orders",
        game: str | None = None,
        unknown: Iterable[Unknown] = (),
        ends_turn: bool = False,
        line: int | None = None,
    ) -> None:
        store(self, active=active, troopers=listed(troopers), phase=phase, game=game, line=line)
        store(self, lof=made(Pair, lof), zoc=made(Pair, zoc), contact=made(Pair, contact))
        store(self, controls=made(Pair, controls), rolls=listed(rolls), hits=listed(hits))
        store(self, events=listed(events), memory=listed(memory), unknown=listed(unknown))
        store(self, ends_turn=ends_turn, order=listed(order))
        fit(self)
        store(self, **{one.field: _pairs(getattr(self, one.field)) for one in RELATIONS})
        declarations, sides = self.order, self.commanders
        store(self, order=())
        for act in declarations:
            side = sides.get(act.who, active)
            step = act.when or next_step(side, active, self.order, act.who, phase)
            store(self, order=(*self.order, act if act.when else act.at_step(step)))
        _complain("this cannot be a situation", self._faults())
        declared = self.declared
        store(self, rolls=tuple(replace(one, act=declared(one.act)) for one in self.rolls))
        store(self, hits=tuple(replace(one, act=declared(one.act)) for one in self.hits))

    @property
    def pieces(self) -> tuple[str, ...]:
        """Return the names of all pieces: each trooper's own, then its replicas."""
        return tuple(name for trooper in self.troopers for name in trooper.pieces)

    @property
    def commanders(self) -> dict[str, str]:
        """Return the side that commands each trooper: the one that `controls` names, or its own."""
        told = {pair.other: pair.one for pair in self.controls}
        return {one.name: told.get(one.name, one.side) for one in self.troopers}

    def trooper(self, name: str) -> Trooper:
        """Return the trooper of that name."""
        return named(name, {one.name: one for one in self.troopers}, "no trooper is called")

    def declare(  # noqa: PLR0913  one argument for each thing that is said in a declaration
        self,
        who: str,
        does: str,
        at: str | None = None,
        *,
        into: str | None = None,
        when: Step | None = None,
        uses: Iterable[str] = (),
        covers: Iterable[str] = (),
        numbers: Numbers = (),
    ) -> Self:
        """Return the situation after one more declaration; its step follows from the sequence."""
        act = Act(who, does, at, into=into, when=when, uses=uses, covers=covers, numbers=numbers)
        return replace(self, order=(*self.order, act))

    def roll(self, who: str, does: str, at: str | None = None, result: str = "success") -> Self:
        """Return the situation with the result of the Roll of an act of the Order."""
        return replace(self, rolls=(*self.rolls, Roll(Act(who, does, at), result)))

    def hit(  # noqa: PLR0913  one argument for each thing a hit can be
        self,
        who: str,
        does: str,
        at: str | None = None,
        *,
        on: str | None = None,
        saves: bool = False,
        critical: bool = False,
    ) -> Self:
        """Return the situation with a piece hit by an act of the Order: its target, or `on`."""
        hit = Hit(Act(who, does, at), on or at or "", saves=saves, critical=critical)
        return replace(self, hits=(*self.hits, hit))

    def event(self, who: str, verb: str, what: str) -> Self:
        """Return the situation with something that befalls a trooper, as `enters`, `retreat`."""
        return replace(self, events=(*self.events, Event(who, verb, what)))

    def declared(self, described: Act) -> Act:
        """Return the one act of the Order that answers to a description."""
        _complain("this was not declared", validation.of_description(self.order, described))
        return next(act for act in self.order if act.answers_to(described))

    def settle(self, asked: Act) -> Act:
        """Return the one act that a question means, with its step.

        It is the act of the Order that answers to the description, where its trooper could not
        declare the same again; otherwise the trooper's next declaration.
        """
        found = self.meant(asked)
        if len(found) > 1:
            what = f"{asked} was declared and can be meant {len(found)} times"
            expected = " or ".join(f"when: {one.when}" for one in found)
            _complain("", [Fault(message=what, line=asked.line, expected=expected)])
        return found[0]

    def meant(self, asked: Act) -> tuple[Act, ...]:
        """Return the acts that a question may mean: those of the Order, then the next declaration.

        The next one is among them where the trooper could declare the same again.
        """
        found = [act for act in self.order if act.answers_to(asked)]
        side = self.commanders.get(asked.who, self.active)
        step = asked.when or next_step(side, self.active, self.order, asked.who, self.phase)
        spent = (act.when for act in self.order if act.who == asked.who)
        again = asked.when is None and step in ACTIVE_STEPS and step not in spent
        if asked.uses or asked.covers or asked.numbers:
            manner = {"uses": asked.uses, "covers": asked.covers, "numbers": asked.numbers}
            stated: dict[str, Any] = {name: given for name, given in manner.items() if given}
            found = [replace(act, **stated) for act in found]
        if again or not found:
            settled = asked.at_step(step)
            faults = validation.of_act(settled, self.order, self._names())
            _complain("this cannot be asked", [*faults, *validation.of_words(mentions([settled]))])
            found.append(settled)
        return tuple(found)

    def relations(self, pieces: Collection[str]) -> dict[str, Any]:
        """Return the pairs of each relation, by its field, that are among the named pieces."""
        return {
            kind.field: tuple(
                pair
                for pair in getattr(self, kind.field)
                if kind.pieces((pair.one, pair.other)).issubset(pieces)
            )
            for kind in RELATIONS
        }

    def turns(self, sort: str, who: str | None = None) -> tuple[tuple[Step, str], ...]:
        """Return who may declare next, and in which step; with a name, that trooper alone.

        For `aros` they are of the reactive side, for `options` of the active one. Whom the other
        side commands is of both: the law tells. Once somebody has declared a first Skill, another
        that may share the Order has a turn only by name.
        """
        if sort not in {"aros", "options"}:
            raise unknown("no list of choices is", sort, ("aros", "options")).error(SituationError)
        begun = {act.who for act in self.order if act.when == "first"}
        done = {act.who for act in self.order if act.when == "second"}
        acting = [(one.name, self._sides(one)) for one in self.troopers]
        if sort == "aros":
            step: Step = "aro_2" if done else "aro_1"
            theirs = [one for one, sides in acting if sides != {self.active}]
            return tuple((step, one) for one in theirs if who in {None, one})
        mine = [one for one, sides in acting if self.active in sides and one not in done]
        asked = {who} if who is not None else begun or set(mine)
        return tuple(("second" if one in begun else "first", one) for one in mine if one in asked)

    @property
    def answered(self) -> list[str]:
        """The pieces of those that were activated, or of the active side if nobody was."""
        begun = {act.who for act in self.order}
        active = [one for one in self.troopers if self.active in self._sides(one)]
        chosen = [one for one in active if one.name in begun] or active
        return [name for one in chosen for name in one.pieces]

    def rights(self, who: str, at: str | None = None, when: Step | None = None) -> tuple[Act, ...]:
        """Return the rights of a trooper to react, as acts that the theory rules on.

        They are to each piece of those that were activated, to each active piece if nobody was, or
        to the piece `at`. They belong to the step of AROs that is due, or to `when`.
        """
        due = [step for step, one in self.turns("aros", self.trooper(who).name)]
        step = (due[0] if due else None) if when is None else when
        if not due or step in ACTIVE_STEPS:
            expected = "a trooper of the reactive side, in aro_1 or aro_2"
            _complain("", [Fault(f"{who} is asked whether it gets an ARO", expected=expected)])
        pieces = [at] if at is not None else self.answered
        found = tuple(Act(who, "react", name, when=step) for name in pieces)
        _complain("", (one for act in found for one in validation.of_act(act, (), self._names())))
        return found

    def mentions(self) -> Iterator[Mention]:
        """Yield every word of the rules that the situation uses."""
        yield from mentions((*self.troopers, *self.order, *self.events, *self.unknown))
        yield Mention("phase", self.phase, self.line)
        if self.game is not None:
            yield Mention("game", self.game, self.line)

    def _faults(self) -> Iterator[Fault]:
        """Yield what is wrong with anything; of an act, in the Order so far."""
        known = self._names()
        yield from validation.of_troopers(self.active, self.troopers, self.line)
        yield from validation.of_moment(self.phase, self.size(), self.line)
        for kind in RELATIONS:
            for pair in getattr(self, kind.field):
                yield from validation.of_pair(kind, pair, known)
        for memory in self.memory:
            yield from validation.of_memory(memory, known)
        for event in self.events:
            yield from validation.of_name(known, "trooper", event.who, event.line, "events")
        for number, act in enumerate(self.order):
            yield from validation.of_act(act, self.order[:number], known)
        for roll in self.rolls:
            yield from validation.of_roll(roll, self.order)
        for hit in self.hits:
            yield from validation.of_hit(hit, self.order, known)
        for fact in self.unknown:
            yield from validation.of_unknown(fact, self.order, known)
        yield from validation.of_words(self.mentions())

    def _sides(self, trooper: Trooper) -> set[str]:
        """Return the sides for which a trooper may act: its own, and the one that commands it."""
        return {trooper.side, self.commanders[trooper.name]}

    def _names(self) -> validation.Names:
        troopers = {trooper.name for trooper in self.troopers}
        sides = {trooper.side for trooper in self.troopers}
        return {"trooper": troopers, "piece": {*self.pieces}, "side": sides}

    def size(self) -> int:
        """Return how many facts are listed, declarations apart."""
        listed = [getattr(self, kind.field) for kind in RELATIONS]
        listed += [self.events, self.memory, self.rolls, self.hits, self.unknown]
        listed += [x for one in self.troopers for x in (one.states, one.has, one.numbers)]
        return sum(map(len, listed))

    _repr_svg_ = notebook.shown


def _pairs(given: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return pairs sorted and each once; what holds in both halves of an Order without a half."""
    of_ends: dict[tuple[str, str], dict[Half | None, Pair]] = {}
    for pair in given:
        of_ends.setdefault((pair.one, pair.other), {})[pair.half] = pair
    found: list[Pair] = []
    for halves in of_ends.values():
        if len(halves) > 1 and halves.keys() >= set(HALVES):
            halves.setdefault(None, replace(halves["first"], half=None))
        found += [halves[None]] if None in halves else halves.values()
    return tuple(sorted(found, key=lambda pair: (pair.one, pair.other, pair.half or "")))


def _complain(headline: str, faults: Iterable[Fault]) -> None:
    faults = list(faults)
    if len(faults) == 1:
        raise faults[0].error(SituationError)
    raise_faults(headline, faults, SituationError)
