"""Why a ruling is as it is: the facts that decide it, what would turn it, the clauses that matter.

The Order is held fixed. All three vary the inputs of a compiled act along the bits of one pass:
each bit is the situation with something taken away, put in, or switched off.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from aro._parts import Act
from aro.answers import Ruling
from aro.compiled.circuit import Circuit
from aro.compiled.ready import Ready, columns
from aro.compiled.shape import shape
from aro.engine.clingo_program import parts, read, written
from aro.engine.facts import Asked, atoms, term
from aro.knowledge.edition import Clause, clause_id
from aro.knowledge.fact_kinds import KINDS

MOVABLE = [kind.predicate for kind in KINDS if kind.movable]
"""The facts that may change, the most natural change first; declarations are not among them."""

CHANGES = 40_000
"""How many situations a what-if tries before it gives up looking for larger changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What decides a ruling.

    Of what is the case, `present` alone, with the Order, gives the same ruling by the same clauses,
    and without any one of it does not. Any of `absent`, put in, turns the ruling; they are grouped
    by the name of the fact.
    """

    present: tuple[str, ...]
    absent: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A smallest change that turns a ruling: facts taken away, facts put in, and the new ruling."""

    without: tuple[str, ...]
    put_in: tuple[str, ...]
    ruling: Ruling


def facts(ready: Ready, act: Act) -> Facts:
    """Return what decides the ruling on a settled act."""
    told = Tried(ready, act)
    kept = _least(told)
    held = (ready.true - told.movable) | kept
    absent = [one for one in told.order if one not in ready.true]
    turned = told.turned([_changed(held, (one,)) for one in absent])
    groups: dict[str, list[str]] = {}
    for one, ruling in zip(absent, turned, strict=True):
        if ruling != told.ruling:
            groups.setdefault(one.partition("(")[0], []).append(one)
    return Facts(
        present=tuple(one for one in told.order if one in kept),
        absent=tuple((name, tuple(found)) for name, found in groups.items()),
    )


def what_if(ready: Ready, act: Act, *, changes: int = 2, most: int = 12) -> tuple[Turn, ...]:
    """Return the changes of up to `changes` facts that turn a ruling: smallest first, then likely.

    A change that only adds to a smaller one that turns the ruling already is left out.
    """
    told = Tried(ready, act)
    found: list[tuple[str, ...]] = []
    turns: list[Turn] = []
    for size in range(1, changes + 1):
        tried = [
            one
            for one in _sets(told.order, size)
            if not any(set(f) <= set(one) for f in found) and not _at_odds(ready.true, one)
        ]
        for change, ruling in zip(
            tried, told.turned(_changed(ready.true, one) for one in tried), strict=True
        ):
            if ruling != told.ruling:
                found.append(change)
                turns.append(_turn(ready, change, ruling))
        if len(turns) >= most:
            break
    return tuple(turns[:most])


def clauses(ready: Ready, act: Act) -> tuple[Clause, ...]:
    """Return the clauses that matter for a ruling: each, switched off, turns it."""
    edition, asked = ready.book.edition, Asked(acts=(act,))
    told = atoms(ready.table, asked)
    form = shape(edition, "".join(f"{one}.\n" for one in told) + "opens(clauses).\n")
    circuit = form.of_act(term(ready.table, act))
    off = [one for one in circuit.inputs if one.startswith("off(")]
    world = frozenset(ready.book.off)
    rulings = _rulings(circuit, [world, *(world ^ {one} for one in off)])
    found = [one for one, ruling in zip(off, rulings[1:], strict=True) if ruling != rulings[0]]
    terms = sorted(written(parts(read(one))[1]) for one in found)
    return tuple(edition.clause(clause_id(edition.name, one)) for one in terms)


class Tried:
    """The circuit of one act over a situation whose facts are changed."""

    def __init__(self, ready: Ready, act: Act) -> None:
        self.circuit = ready.shape.of_act(term(ready.table, act))
        known = [one for one in self.circuit.inputs if one.partition("(")[0] in MOVABLE]
        self.order = sorted(known, key=lambda one: (_rank(one), one not in ready.true, one))
        self.movable = frozenset(known)
        self.true = ready.true
        self.ruling = self.turned([ready.true])[0]

    def turned(self, worlds: Iterable[Iterable[str]]) -> list[Ruling]:
        """Return the ruling in each world."""
        return _rulings(self.circuit, list(worlds))

    def answered(self, worlds: Iterable[Iterable[str]]) -> list[tuple[bool, ...]]:
        """Return ruling and reasons in each world, as which outputs hold."""
        tried = list(worlds)
        values = self.circuit.run(columns(self.circuit, tried))
        return [tuple(bool(value >> place & 1) for value in values) for place in range(len(tried))]


def _rulings(circuit: Circuit, worlds: Sequence[Iterable[str]]) -> list[Ruling]:
    values = circuit.run(columns(circuit, worlds))
    told = dict(zip(circuit.outputs, values, strict=True))
    by_ruling = {ruling: value for name, value in told.items() for ruling in _ruling_of(name)}
    return [
        next((ruling for ruling, value in by_ruling.items() if value >> place & 1), "silent")
        for place in range(len(worlds))
    ]


def _ruling_of(name: str) -> Iterator[Ruling]:
    if name.startswith("ruling("):
        yield next(one for one in ("legal", "illegal", "silent") if name.endswith(f",{one})"))


def _least(told: Tried) -> frozenset[str]:
    """Return a smallest part of what is the case that gives the ruling by the same clauses."""
    held = told.true - told.movable
    kept = [one for one in told.order if one in told.true]
    [answer] = told.answered([told.true])
    while True:
        worlds = [held.union(one for one in kept if one != spared) for spared in kept]
        answers = told.answered(worlds)
        spare = [one for one, found in zip(kept, answers, strict=True) if found == answer]
        if not spare:
            return frozenset(kept)
        kept.remove(spare[-1])


def _sets(order: Sequence[str], size: int) -> list[tuple[str, ...]]:
    whole = list(order)
    while len(whole) > size and _choose(len(whole), size) > CHANGES:
        whole = whole[: max(size, len(whole) * 3 // 4)]
    return list(combinations(whole, size))


def _choose(of: int, size: int) -> int:
    ways = 1
    for step in range(size):
        ways = ways * (of - step) // (step + 1)
    return ways


def _turn(ready: Ready, change: tuple[str, ...], ruling: Ruling) -> Turn:
    gone = ready.true - _changed(ready.true, change)
    return Turn(
        without=tuple(sorted(gone, key=lambda one: (_rank(one), one))),
        put_in=tuple(one for one in change if one not in ready.true),
        ruling=ruling,
    )


def _changed(world: frozenset[str], change: Sequence[str]) -> frozenset[str]:
    """Return a world with a change; a number that is put in replaces the one there was."""
    replaced = {_counted(one) for one in change if one not in world} - {None}
    changed = world ^ frozenset(change)
    if not replaced:
        return changed
    return frozenset(one for one in changed if one in change or _counted(one) not in replaced)


def _at_odds(world: frozenset[str], change: Sequence[str]) -> bool:
    """Whether a change puts in two values of one number."""
    put_in = [_counted(one) for one in change if one not in world]
    return any(put_in.count(one) > 1 for one in put_in if one is not None)


def _counted(fact: str) -> str | None:
    """Return what a fact gives a value to, None if it is no number."""
    return fact.rpartition(",")[0] if fact.startswith(("number(", "tally(")) else None


def _rank(fact: str) -> int:
    return MOVABLE.index(fact.partition("(")[0])
