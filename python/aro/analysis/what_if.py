"""What would turn a ruling, and how it is ruled however the book is read.

The compiled law looks for the changes and for the readings that matter; what is told of them is
answered by the rulebook as any question is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import prod

from aro._parts import Act
from aro.analysis import why
from aro.answers import Ruling, Verdict
from aro.cases.changed import changed
from aro.compiled.ready import Ready
from aro.engine.clingo_program import parts, read
from aro.errors import EngineError
from aro.knowledge.edition import Reading
from aro.knowledge.names import constant
from aro.report.phrases import fact
from aro.rulebook import Rulebook
from aro.situation import Situation

MOST = 12
"""How many changes are told."""

TRIED = 48
"""How many are looked at, some of which no situation can say."""

ROWS = 64
"""How many combinations of readings are told."""

TOGETHER = 3
"""How many readings are tried together to find those that matter, where they are many."""

WORLDS = 1 << 14
"""Up to how many combinations of readings all are tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A smallest change that turns a ruling, as atoms and in words, and the verdict then."""

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
    """The readings that a ruling turns on, alone or together, and it under each combination.

    The first combination is the one that was asked for. `cut` if there are more than are told.
    """

    involved: tuple[Reading, ...]
    combinations: tuple[Combination, ...]
    cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """A verdict, the facts that decide it, and the changes that turn it.

    Where facts are unknown, what decides and what turns it are told as if none of them were so;
    the verdict tells which of them it hangs on.
    """

    verdict: Verdict
    decided_by: tuple[str, ...]
    says: tuple[str, ...]
    changes: tuple[Change, ...]


def what_if(
    book: Rulebook,
    table: Situation,
    act: Act,
    *,
    changes: int = 2,
    readings: Mapping[str, str] | None = None,
) -> WhatIf:
    """Return what decides the ruling on an act, and the smallest changes that turn it.

    Every change has been played through the rulebook; if it does not turn the ruling there, that
    is a defect of ours, an `EngineError`.
    """
    act = table.settle(act)
    known = replace(table, unknown=())
    ready = _ready(book, known, act, readings)
    names = {str(constant(name)): name for name in table.pieces}
    present = why.facts(ready, act).present
    found: list[Change] = []
    for turn in why.what_if(ready, act, changes=changes, most=TRIED):
        there = changed(known, act, book.vocabulary, turn.without, turn.put_in)
        if there is None:
            continue
        verdict = book.is_legal(*there, readings=readings)
        if verdict.ruling != turn.ruling:
            told = ", ".join((*(f"not {one}" for one in turn.without), *turn.put_in))
            what = f"{act} was to be {turn.ruling} with {told}"
            raise EngineError(f"{what}, and is {verdict.ruling}")
        says = (
            *(f"without: {fact(one, names)}" for one in turn.without),
            *(f"with: {fact(one, names)}" for one in turn.put_in),
        )
        found.append(Change(without=turn.without, put_in=turn.put_in, says=says, verdict=verdict))
        if len(found) >= MOST:
            break
    return WhatIf(
        verdict=book.is_legal(table, act, readings=readings),
        decided_by=present,
        says=tuple(fact(one, names) for one in present),
        changes=tuple(found),
    )


def by_readings(
    book: Rulebook, table: Situation, act: Act, *, readings: Mapping[str, str] | None = None
) -> Readings:
    """Return the readings that the ruling on an act turns on, and it under each combination."""
    act = table.settle(act)
    given = dict(readings or {})
    taken = {one.name: one.default for one in book.edition.readings}
    taken |= {book.edition.reading(name).name: chosen for name, chosen in given.items()}
    names = _involved(_ready(book, replace(table, unknown=()), act, None), act, taken)
    involved = tuple(one for one in book.edition.readings if one.name in names)
    every = product(*(_first(one, taken[one.name]) for one in involved))
    told = []
    for chosen, _ in zip(every, range(ROWS), strict=False):
        pairs = tuple((one.name, each) for one, each in zip(involved, chosen, strict=True))
        ruling = book.is_legal(table, act, readings=given | dict(pairs)).ruling
        told.append(Combination(readings=pairs, ruling=ruling))
    whole = prod(len(one.alternatives) for one in involved)
    return Readings(involved=involved, combinations=tuple(told), cut=whole > len(told))


def _ready(book: Rulebook, table: Situation, act: Act, readings: Mapping[str, str] | None) -> Ready:
    ready = Ready(book, table, (act,))
    read_so = {book.edition.reading(name).name: chosen for name, chosen in (readings or {}).items()}
    atoms = (f"reads({name},{chosen})" for name, chosen in read_so.items())
    return ready.with_changes((), [one for one in atoms if one in ready.shape.places])


def _first(one: Reading, taken: str) -> list[str]:
    """Return the alternatives of a reading, the one taken first."""
    return sorted((each.name for each in one.alternatives), key=lambda name: name != taken)


def _involved(ready: Ready, act: Act, taken: Mapping[str, str]) -> set[str]:
    """Return the readings that turn the ruling in some combination with others."""
    tried = why.Tried(ready, act)
    asked = (parts(read(one)) for one in tried.circuit.inputs)
    names = {str(of[0]) for kind, *of in asked if kind == "reads"}
    options = {
        one.name: _first(one, taken[one.name])[1:]
        for one in ready.book.edition.readings
        if one.name in names
    }
    base = {name: chosen for name, chosen in taken.items() if name in options}
    worlds = list(_worlds(options))
    rulings = tried.turned(
        ready.true.union(f"reads({name},{chosen})" for name, chosen in (base | one).items())
        for one in worlds
    )
    ruled = {frozenset(one.items()): ruling for one, ruling in zip(worlds, rulings, strict=True)}
    return {
        pair[0] for one, ruling in ruled.items() for pair in one if ruled[one - {pair}] != ruling
    }


def _worlds(options: Mapping[str, list[str]]) -> Iterator[dict[str, str]]:
    """Yield what may be read otherwise: at most so many at once, where all would be too many."""
    whole = prod(len(one) + 1 for one in options.values())
    most = len(options) if whole <= WORLDS else TOGETHER
    for size in range(most + 1):
        for names in combinations(sorted(options), size):
            for chosen in product(*(options[name] for name in names)):
                yield dict(zip(names, chosen, strict=True))
