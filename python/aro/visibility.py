"""What one side may know of a situation.

The other side's secrets are taken out and put down as unknown: what a Marker hides, which of
several pieces is the real one, that somebody is there at all. Two worlds that look alike to a side
become the same view, so nothing that is answered from the view can tell them apart.
"""

from collections.abc import Iterator
from dataclasses import replace

from aro.engine.clingo_program import written
from aro.engine.edition_words import tables, vocabulary
from aro.engine.evaluation import Evaluation
from aro.engine.facts import name_of
from aro.errors import SituationError
from aro.knowledge.edition import named
from aro.knowledge.fact_kinds import OF_KEY
from aro.parts import Memory, Trooper, Unknown
from aro.situation import Situation


def seen_by(side: str, table: Situation, evaluation: Evaluation) -> Situation:
    """Return the situation as `side` may know it; `evaluation` is the referee's.

    Raises `SituationError` if it may know of nobody on the active side: nothing can be asked then;
    `GaveUp` if the referee's evaluation gave up.
    """
    named(side, {one.side: one.side for one in table.troopers}, "no trooper is of the side")
    secrets = Secrets(evaluation.require())
    theirs = {one.name for one in table.troopers if one.side != side}
    named_since = {name for act in table.order for name in (act.who, act.at)}
    absent = (theirs & secrets.absent) - named_since
    gone = {piece for one in table.troopers if one.name in absent for piece in one.pieces}
    kept = [one for one in table.troopers if one.name not in absent]
    if all(one.side != table.active for one in kept):
        raise SituationError(
            f"{side} knows of nobody of {table.active}, whose turn it is: it can ask nothing yet"
        )
    fog = [fact for one in kept if one.name in theirs for fact in secrets.unknown(one)]
    secret = {*fog, *(Unknown("noted", name, name) for name in theirs & secrets.mixed)}
    left = [fact for fact in table.unknown if fact not in secret]
    untold = [one for one in kept if one.name in theirs & secrets.mixed and one.replicas]
    unsaved = {*secrets.replicas, *(piece for one in untold for piece in one.pieces)}
    return replace(
        table,
        troopers=tuple(secrets.bare(one) if one.name in theirs else one for one in kept),
        order=tuple(
            replace(act, covers=tuple(one for one in act.covers if one not in gone))
            for act in table.order
        ),
        hits=tuple(  # nobody makes a Saving Roll for a replica, nor is told which piece is one
            replace(hit, saves=hit.saves and hit.on not in unsaved)
            for hit in table.hits
            if hit.on not in gone
        ),
        events=tuple(event for event in table.events if event.who not in gone),
        memory=tuple(
            one
            for one in table.memory
            if gone.isdisjoint(secrets.remembered(one.of)) and not secrets.veils(theirs, one)
        ),
        unknown=(*(fact for fact in left if gone.isdisjoint(secrets.about(fact))), *fog),
        **table.relations(set(table.pieces) - gone),
    )


class Secrets:
    """What the Order has left secret of each trooper, by what the law shows of its states.

    Of the troopers, given by name, the other side cannot know that those `absent` are there. A
    Marker hides who those `masked` are, and which piece of those `mixed` is the real one is open:
    not one of the replicas that all have seen `gone`. One that was hit stays among them.
    """

    def __init__(self, evaluation: Evaluation) -> None:
        law, table = tables(evaluation.edition), evaluation.table
        shown = {state: form for _, state, form in law.laws("shows")}
        scattering = {family for _, family, *_ in law.laws("scatters")}
        mixing = {state for state, family in law.table("belongs") if family in scattering}
        states = [(name_of(table, written(who)), is_) for _, who, is_ in evaluation.all("becomes")]
        self.absent = {who for who, state in states if shown.get(state) == "nothing"}
        self.masked = {who for who, state in states if state in shown}
        self.mixed = {who for who, state in states if state in mixing}
        removed = {name_of(table, written(piece)) for _, _, piece, _ in evaluation.all("removed")}
        self.gone = removed - {hit.on for hit in table.hits}
        self.replicas = {
            name for one in table.troopers for name in one.pieces if name != (one.noted or one.name)
        }
        words = vocabulary(evaluation.edition)
        self._traits = sorted(words.traits)
        self._own = words.traits.union(name for name, _, _ in words.ranges)
        self._words = words.skills | words.traits | words.states | words.figures
        self._concealed = sorted(str(trait) for (trait,) in law.table("concealed"))

    def remembered(self, words: tuple[str, ...]) -> set[str]:
        """Return what names a piece among the words of a memory; no word of the rules does."""
        return {*words} - self._words

    def veils(self, theirs: set[str], memory: Memory) -> bool:
        """Whether a memory tells of a Skill or a number that one of `theirs` has as a Marker."""
        of = {*memory.of}
        return bool(theirs & self.masked & of) and bool(self._own & of)

    def about(self, fact: Unknown) -> set[str]:
        """Return what names a piece in an unknown fact."""
        told = self.remembered if fact.kind == "memory" else OF_KEY[fact.kind].pieces
        return told(fact.of)

    def bare(self, trooper: Trooper) -> Trooper:
        """Return the trooper as the other side may know it.

        A Marker shows no skills, no device and no numbers. Among mixed pieces none is noted. What
        a clause conceals no profile shows.
        """
        if trooper.replicas and trooper.name in self.mixed:
            trooper = replace(trooper, noted=None)
        if trooper.name in self.masked:
            trooper = replace(trooper, has=(), device=None, numbers=())
        return replace(trooper, has=tuple(one for one in trooper.has if one not in self._concealed))

    def unknown(self, trooper: Trooper) -> Iterator[Unknown]:
        """Yield the facts about the trooper that the other side does not know."""
        traits = self._traits if trooper.name in self.masked else self._concealed
        yield from (Unknown("has", trooper.name, trait) for trait in traits)
        if trooper.name in self.mixed:
            replicas = [one.name for one in trooper.replicas if one.name not in self.gone]
            yield from (Unknown("noted", trooper.name, replica) for replica in replicas)
