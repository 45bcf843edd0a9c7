"""What a situation states and no question on its table could use, and what would let it be used.

A hit, an event, the gear and the numbers of an act and what lies under its template are taken out,
one at a time.
If no ruling and no result changes, by the default readings and by each other, the law reads nothing
there. Replicas are read while a clause veils their trooper. It is looked for two seconds at most,
and not on a table too large for one question: an answer is not to be lost for a note beside it.
What would let a fact be used is looked for last, in what time is left.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from aro.engine.edition_words import tables
from aro.engine.facts import atom, of_part, part_of
from aro.engine.phrases import fact
from aro.engine.question import grounded
from aro.engine.word_check import check
from aro.errors import GaveUp, Spent
from aro.knowledge.fact_kinds import OF_PREDICATE
from aro.knowledge.names import constant
from aro.rulebook import Readings, Rulebook
from aro.situation import Situation

SECONDS = 2.0
"""How much of a processor's time the search may take; what it has not come to is not told."""

MOST = 2
"""How many changes are told that would let a fact be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unused:
    """A fact that no question on the table could use, in words, with its line and with why."""

    says: str
    why: str
    line: int | None

    def __str__(self) -> str:
        return f"no question on this table can use this: {self.says}; {self.why}"


@dataclass(frozen=True, slots=True)
class _Stated:
    """Facts that are stated together, and those that could be otherwise beside them.

    What is `of_act` is named only where a companion is missing: most of it matters to other acts.
    """

    atoms: tuple[str, ...]
    line: int | None
    beside: tuple[str, ...]
    of_act: bool = False


def unused(book: Rulebook, table: Situation, readings: Readings = None) -> tuple[Unused, ...]:
    """Return what no question on this table could use."""
    found = list(_replicas(book, table))
    if stated := tuple(_stated(book, table)):
        found.extend(_idle(book, table, stated, readings))
    return tuple(found)


def _replicas(book: Rulebook, table: Situation) -> Iterator[Unused]:
    words = tables(book.edition)
    families = {str(law[1]) for law in words.laws("veils")}
    belongs = words.table("belongs")
    veiling = {str(state) for state, family in belongs if family in families}
    for one in table.troopers:
        setting_up = table.phase != OF_PREDICATE["phase"].default  # then the state may yet begin
        if one.replicas and not setting_up and veiling.isdisjoint(one.states):
            names = ", ".join(replica.name for replica in one.replicas)
            of = " or ".join(sorted(veiling & book.vocabulary.states)) or "none of this edition"
            why = f"{one.name} is in no state that hides which piece it is ({of})"
            yield Unused(says=f"the replicas of {one.name}: {names}", why=why, line=one.line)


def _stated(book: Rulebook, table: Situation) -> Iterator[_Stated]:
    """Yield each hit, event, gear, covered piece and number, with what may be missing beside it."""
    gear = sorted(book.vocabulary.gear)
    for act in table.order:
        part = part_of(act)
        missing = (one for one in gear if one not in act.uses)
        also = tuple(atom(table, OF_PREDICATE["uses"], part, one) for one in missing)
        for name, values in (("uses", act.uses), ("covers", act.covers)):
            for value in values:
                stated = (atom(table, OF_PREDICATE[name], part, value),)
                yield _Stated(stated, act.line, also, of_act=True)
        for number in act.numbers:
            its_own = (atom(table, OF_PREDICATE["number"], act.who, *number),)
            stated = (atom(table, OF_PREDICATE["tally"], part, *number),)
            yield _Stated(stated, act.line, its_own, of_act=True)
    for hit in table.hits:
        part = part_of(hit.act)
        flags = (hit.saves, hit.critical)
        covers = atom(table, OF_PREDICATE["covers"], part, hit.on)
        also = (covers, *_states(book, table, hit.on))
        yield _Stated(tuple(of_part(table, ("hit", part, hit.on, *flags))), hit.line, also)
    for event in table.events:
        atoms = tuple(of_part(table, ("event", event.who, event.verb, event.what)))
        yield _Stated(atoms, event.line, tuple(_states(book, table, event.who)))


def _states(book: Rulebook, table: Situation, name: str) -> Iterator[str]:
    """Yield that whoever a piece stands for is in a state, for each state."""
    who = next(one.name for one in table.troopers if name in one.pieces)
    for state in sorted(book.vocabulary.states):
        yield atom(table, OF_PREDICATE["state"], who, state)


def _idle(
    book: Rulebook, table: Situation, stated: tuple[_Stated, ...], readings: Readings
) -> Iterator[Unused]:
    check(table, book.vocabulary)
    begun = time.process_time()
    # What an act is done with, and what befalls somebody, matters to AROs; that to options, too.
    every = table.turns("options") if table.events else ()
    if every or any(act.uses or act.covers for act in table.order):
        every += table.turns("aros")
    if len(every) > book.at_once(table, "options"):
        return
    question = book.question(table, every=every, results=True, readings=readings)
    loose = {one for each in stated for one in (*each.atoms, *each.beside)}
    program = grounded(question, open_facts=loose)
    names = {str(constant(name)): name for name in table.pieces}
    here = {*question.facts} & loose

    def matters(one: _Stated, world: set[str], free: tuple[str, ...] = ()) -> bool:
        """Return whether anything is otherwise without some facts, the readings `free` either."""
        if (spent := time.process_time() - begun) > SECONDS:
            raise GaveUp(Spent(seconds=spent))
        without, there = world.difference(one.atoms), world.union(one.atoms)
        return program.near(free, without) != program.near(free, there)

    idle: list[_Stated] = []
    with suppress(GaveUp):
        for one in stated:
            alone = here.difference(*(other.atoms for other in stated if other is not one))
            if not any(matters(one, {*question.on, *x}, program.readings) for x in (here, alone)):
                idle.append(one)
    for one in idle:
        turns = (
            change
            for change in _changes(one.beside, here)
            if matters(one, {*question.on, *here.symmetric_difference(change)})
        )
        told: list[str] = []
        with suppress(GaveUp):
            told.extend(_turn(change, here, names) for change in islice(turns, MOST))
        if one.of_act and not told:
            continue
        nothing = "no clause looks at it here (kb/asking.md: what hits and events need)"
        why = f"it would count {', or '.join(told)}" if told else nothing
        yield Unused(says=fact(one.atoms[0], names), why=why, line=one.line)


def _changes(beside: tuple[str, ...], here: set[str]) -> Iterator[tuple[str, ...]]:
    """Yield what may be otherwise: each fact alone, then each with one that is stated."""
    yield from ((one,) for one in beside)
    stated = (one for one in beside if one in here)
    yield from ((one, other) for one in stated for other in beside if other not in here)


def _turn(change: Iterable[str], here: set[str], names: dict[str, str]) -> str:
    parts = (f"{'without' if one in here else 'with'}: {fact(one, names)}" for one in change)
    return " and ".join(parts)
