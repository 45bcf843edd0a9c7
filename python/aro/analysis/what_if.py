"""What would flip a ruling, and how it is ruled however the book is read.

The compiled law tries thousands of changed situations in one pass, a bit for each. What it finds is
then put to the rulebook like any other question, and only the rulebook's answers are reported.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from math import comb, prod

from aro.answers import Ruling, Verdict
from aro.cases.edits import changed, taken
from aro.compiled.program import CompiledProgram, compiled
from aro.engine.clingo_program import read_once
from aro.engine.evaluation import RULINGS, Evaluation
from aro.engine.facts import term
from aro.engine.phrases import fact
from aro.errors import EngineError, GaveUp
from aro.fitting import door
from aro.knowledge import fact_kinds
from aro.knowledge.edition import Reading
from aro.knowledge.names import constant
from aro.parts import Act
from aro.rulebook import Readings as Chosen
from aro.rulebook import Rulebook, evaluate
from aro.situation import Situation

KINDS = tuple(kind.predicate for kind in fact_kinds.KINDS if kind.movable)
"""The facts that may change, the most natural change first; a declaration is only taken away."""

MOST = 12
"""How many flips are reported."""

CANDIDATES = 48
"""How many candidates are looked at; some of them are changes that no situation can express."""

CHANGES = 40_000
"""How many changed situations are tried before the search for larger changes is narrowed."""

ROWS = 64
"""How many combinations of readings are reported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A smallest change after which the compiled law rules otherwise: facts removed and added."""

    without: tuple[str, ...]
    put_in: tuple[str, ...]
    ruling: Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """A smallest change that flips a ruling, as atoms and in words, and the verdict after it."""

    without: tuple[str, ...]
    put_in: tuple[str, ...]
    says: tuple[str, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Combination:
    """The ruling if the readings that matter are read so, by the name of each."""

    readings: tuple[tuple[str, str], ...]
    ruling: Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """The readings that a ruling depends on, alone or together, and it under each combination.

    The first combination is the one that was asked for. `cut` says that there are more than these.
    """

    involved: tuple[Reading, ...]
    combinations: tuple[Combination, ...]
    cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """A verdict, the facts that decide it, and the changes that flip it.

    Where facts are unknown, the deciding facts and the changes assume that none of them holds; the
    verdict says which of them it depends on.
    """

    verdict: Verdict
    decided_by: tuple[str, ...]
    says: tuple[str, ...]
    changes: tuple[Flip, ...]


@door
def what_if(
    book: Rulebook, table: Situation, act: Act, *, changes: int = 2, readings: Chosen = None
) -> WhatIf:
    """Return what decides the ruling on an act, and the smallest changes that flip it.

    Every change is put to the rulebook. If it does not flip the ruling there, that is a defect of
    aro, an `EngineError`.
    """
    act = book.settle(table, act, readings=readings)
    known = replace(table, unknown=())
    ready = compiled(book.question(known, (act,), readings=readings), lean=True)
    names = {str(constant(name)): name for name in table.pieces}
    decisive = deciding_facts(ready, act)
    flips: list[Flip] = []
    for candidate in candidates(ready, act, changes=changes, most=CANDIDATES):
        gone, come = candidate.without, candidate.put_in
        there = changed(known, act, book.vocabulary, gone, come)
        if there is None:
            continue
        verdict = book.is_legal(*there, readings=readings)
        if verdict.spent is not None:
            raise GaveUp(verdict.spent)
        if verdict.ruling != candidate.ruling:
            change = ", ".join((*(f"not {atom}" for atom in gone), *come))
            what = f"{act} was to be {candidate.ruling} with {change}"
            raise EngineError(f"{what}, and is {verdict.ruling}")
        without = [f"without: {fact(atom, names)}" for atom in gone]
        says = (*without, *(f"with: {fact(atom, names)}" for atom in come))
        flips.append(Flip(without=gone, put_in=come, says=says, verdict=verdict))
        if len(flips) >= MOST:
            break
    return WhatIf(
        verdict=book.is_legal(table, act, readings=readings),
        decided_by=decisive,
        says=tuple(fact(atom, names) for atom in decisive),
        changes=tuple(flips),
    )


@door
def by_readings(book: Rulebook, table: Situation, act: Act, *, readings: Chosen = None) -> Readings:
    """Return the readings that the ruling on an act depends on, and it under each combination.

    Under none of these combinations does another reading, or do several, change the ruling.
    """
    act = book.settle(table, act, readings=readings)
    varied = _VariedReadings(book, table, act, readings or {})
    names: set[str] = set()
    while True:
        involved = tuple(one for one in book.edition.readings if one.name in names)
        ways = ([(one.name, each) for each in varied.first_as_asked(one)] for one in involved)
        rows = list(islice(product(*ways), ROWS))
        more = next(filter(None, map(varied.others, rows)), None)
        if more is None:
            break
        names |= more
    ruled = tuple(Combination(readings=row, ruling=varied.ruling(row)) for row in rows)
    whole = prod(len(one.alternatives) for one in involved)
    return Readings(involved=involved, combinations=ruled, cut=whole > len(rows))


def deciding_facts(ready: CompiledProgram, act: Act) -> tuple[str, ...]:
    """Return a smallest part of the facts that gives the same ruling by the same clauses.

    The Order is not among them; it is held fixed.
    """
    varied = _VariedAct(ready, act)
    kept = [atom for atom in varied.order if atom in ready.true]
    fixed = ready.true.difference(kept)
    [answer] = varied.answers([ready.true])
    while True:
        worlds = [fixed.union(one for one in kept if one != spared) for spared in kept]
        answers = zip(kept, varied.answers(worlds), strict=True)
        spare = [atom for atom, found in answers if found == answer]
        if not spare:
            return tuple(kept)
        kept.remove(spare[-1])


def candidates(
    ready: CompiledProgram, act: Act, *, changes: int = 2, most: int = MOST
) -> tuple[Candidate, ...]:
    """Return changes of up to `changes` facts that flip a ruling: smallest first, then likeliest.

    A change that contains a smaller one which flips the ruling already is left out.
    """
    varied = _VariedAct(ready, act)
    smaller: list[set[str]] = []
    found: list[Candidate] = []
    for size in range(1, changes + 1):
        worlds = {
            change: world
            for change in _changes((*varied.declared, *varied.order), size)
            if not any(one.issubset(change) for one in smaller)
            and (world := _applied(ready.true, change)) is not None
        }
        for change, ruling in zip(worlds, varied.rulings([*worlds.values()]), strict=True):
            if ruling != varied.ruling:
                smaller.append(set(change))
                came = taken(change)
                left = (x for x in ready.true - worlds[change] if x in change or not _of(x, came))
                gone = sorted(left, key=lambda atom: (_rank(atom), atom))
                put_in = tuple(atom for atom in change if atom not in ready.true)
                found.append(Candidate(without=tuple(gone), put_in=put_in, ruling=ruling))
        if len(found) >= most:
            break
    return tuple(found[:most])


class _VariedAct:
    """The compiled ruling on one act, asked of many changed situations at once.

    `order` lists the facts that the ruling may depend on, the most natural to change first, and
    `declared` the declarations that can be taken away: those that no second Skill goes on from.
    """

    def __init__(self, ready: CompiledProgram, act: Act) -> None:
        self._act = term(ready.table, act)
        self.circuit = ready.shape.reader(("ruling", self._act)).circuit
        movable = (one for one in self.circuit.inputs if one.partition("(")[0] in KINDS)
        self.order = sorted(movable, key=lambda one: (_rank(one), one not in ready.true, one))
        acts = {f"declared({term(ready.table, one)})": one for one in ready.table.order}
        begun = {one.who for one in (*ready.table.order, act) if one.when == "second"}
        fixed = {atom for atom, one in acts.items() if one.when == "first" and one.who in begun}
        asked = f"declared({self._act})"
        self.declared = sorted(acts.keys() & {*self.circuit.inputs} - fixed - {asked})
        [self.ruling] = self.rulings([ready.true])

    def answers(self, worlds: Sequence[Iterable[str]]) -> list[tuple[bool, ...]]:
        """Return ruling and reasons in each world, as which outputs hold."""
        held = self.circuit.held(worlds).values()
        return [tuple(bool(one >> bit & 1) for one in held) for bit in range(len(worlds))]

    def rulings(self, worlds: Sequence[Iterable[str]]) -> list[Ruling]:
        """Return the ruling in each world."""
        held = self.circuit.held(worlds)
        ruled = [(one, held.get(f"ruling(declare({self._act}),{one})", 0)) for one in RULINGS]
        return [
            next((ruling for ruling, value in ruled if value >> bit & 1), "silent")
            for bit in range(len(worlds))
        ]


def _changes(order: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """Return the changes of so many facts, of the likeliest facts alone where there are many."""
    many = len(order)
    while many > size and comb(many, size) > CHANGES:
        many = max(size, many * 3 // 4)
    return list(combinations(order[:many], size))


def _applied(world: frozenset[str], change: Sequence[str]) -> frozenset[str] | None:
    """Return a world with a change; a number that is put in replaces the one there was.

    With a declaration goes what came of it. None if two values of one number are put in.
    """
    if acts := taken(change):
        world = frozenset(one for one in world if one in change or not _of(one, acts))
    put_in = [number for one in change if one not in world and (number := _counted(one))]
    new = world ^ frozenset(change)
    if not put_in:
        return new
    if len(put_in) > len(set(put_in)):
        return None
    return frozenset(one for one in new if one in change or _counted(one) not in put_in)


def _counted(atom: str) -> str | None:
    """Return what a fact gives a value to, None if it is no number."""
    return atom.rpartition(",")[0] if atom.startswith(("number(", "tally(")) else None


def _of(atom: str, acts: Iterable[str]) -> bool:
    """Return whether an atom is about one of some acts."""
    return any(act in atom for act in acts)


def _rank(atom: str) -> int:
    kind = atom.partition("(")[0]
    return KINDS.index(kind) if kind in KINDS else -1


class _VariedReadings:
    """The ruling on an act as its book may be read: as it was asked, or some readings otherwise."""

    def __init__(
        self, book: Rulebook, table: Situation, act: Act, readings: Mapping[str, str]
    ) -> None:
        self._book, self._table, self._act = book, table, act
        self._asked = {one.name: one.default for one in book.edition.readings}
        self._asked |= {book.edition.reading(name).name: one for name, one in readings.items()}
        self._law = evaluate(book.question(table, (act,))).program

    def first_as_asked(self, reading: Reading) -> list[str]:
        """Return the alternatives of a reading, that by which it was asked first."""
        names = [one.name for one in reading.alternatives]
        return sorted(names, key=lambda name: name != self._asked[reading.name])

    def ruling(self, chosen: Iterable[tuple[str, str]]) -> Ruling:
        """Return the ruling if those readings are chosen."""
        return self._evaluated(chosen).as_read(self._act).ruling

    def others(self, chosen: Collection[tuple[str, str]]) -> set[str]:
        """Return a few other readings which, together and beside those, change the ruling."""
        ruled = self.ruling(chosen)
        held = tuple(f"reads({name}," for name, _ in chosen)
        free = [one for one in self._law.readings if not one.startswith(held)]
        atom = f"ruling(declare({term(self._table, self._act)}),{ruled})"
        world = self._law.without(atom, free, self._evaluated(chosen).question.on)
        if world is None:
            return set()
        chosen_so = {str(name): str(one) for _, name, one in map(read_once, world)}
        defaults = {one.name: one.default for one in self._book.edition.readings}
        others = {**defaults, **chosen_so, **dict(chosen)}.items() - self._asked.items()
        left = sorted(others - set(chosen))
        for one in tuple(left):
            rest = [other for other in left if other != one]
            if self.ruling([*chosen, *rest]) != ruled:
                left = rest
        return {name for name, _ in left}

    def _evaluated(self, chosen: Iterable[tuple[str, str]]) -> Evaluation:
        every = {**self._asked, **dict(chosen)}
        return Evaluation(self._book.question(self._table, (self._act,), readings=every), self._law)
