"""The words an edition knows, and the words a situation uses."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aro._parts import Act, Trooper
from aro.errors import Fault, SituationError, near, raise_faults

if TYPE_CHECKING:
    from aro.situation import Situation


@dataclass(frozen=True, slots=True)
class Mention:
    """A word of the rules, what it is used as, and the line of the file it stands in."""

    sort: str
    name: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The words of an edition: what can be declared, carried, entered and suffered.

    `aimed` are the skills that need a target; `readings` pairs each reading with its alternatives;
    `ranges` are the numbers with the least and the most that each can be.
    """

    skills: frozenset[str] = frozenset()
    aimed: frozenset[str] = frozenset()
    states: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    gear: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()
    forms: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    figures: frozenset[str] = frozenset()
    ranges: frozenset[tuple[str, int, int]] = frozenset()
    readings: frozenset[tuple[str, str]] = frozenset()

    def words(self, sort: str) -> frozenset[str] | None:
        """Return the words of a sort (`skill`, `state`, `trait`...), None where any will do."""
        if sort == "reading":
            return frozenset(reading for reading, _ in self.readings)
        if sort.startswith("alternative of "):
            wanted = sort.removeprefix("alternative of ")
            return frozenset(name for reading, name in self.readings if reading == wanted)
        if sort == "number":
            return frozenset(name for name, _, _ in self.ranges)
        return {
            "skill": self.skills,
            "state": self.states,
            "trait": self.traits,
            "gear": self.gear,
            "event": self.events,
            "form": self.forms,
            "value": self.values,
            "figure": self.figures,
        }.get(sort)


def check(table: "Situation", vocabulary: Vocabulary, acts: Iterable[Act] = ()) -> None:
    """Raise an `ExceptionGroup` of what no rule knows in a situation and in acts asked about."""
    found = [*mentions(table), *(word for act in acts for word in of_act(act))]
    faults = [*unknown_words(found, vocabulary), *untargeted((*table.order, *acts), vocabulary)]
    faults += misnamed(table, vocabulary)
    faults += beyond((*table.troopers, *table.order, *acts), vocabulary)
    raise_faults("the edition does not know these words", faults, SituationError)


def unknown_words(found: Iterable[Mention], vocabulary: Vocabulary) -> Iterator[Fault]:
    """Yield a fault for each word that the edition does not have."""
    for one in found:
        known = vocabulary.words(one.sort)
        if known is not None and one.name not in known:
            yield unknown(one.sort, one.name, known, one.line)


def unknown(sort: str, name: str, known: Collection[str], line: int | None = None) -> Fault:
    """Return the fault of a word that is not among those known, with those near it."""
    alike = near(name, known)
    few = ", ".join(sorted(known)) if 0 < len(known) <= _FEW and not alike else None
    expected = f"one of {few}" if few else None
    what = f"unknown {sort} {name!r}"
    return Fault(message=what, line=line, expected=expected, near=alike, term=name)


def untargeted(acts: Iterable[Act], vocabulary: Vocabulary) -> Iterator[Fault]:
    """Yield a fault for each act that aims at nothing though its skill needs a piece to aim at."""
    for act in acts:
        if act.does in vocabulary.aimed and act.at is None:
            what = f"{act}: {act.does!r} is aimed at somebody"
            yield Fault(message=what, line=act.line, expected="at: PIECE")


def misnamed(table: "Situation", vocabulary: Vocabulary) -> Iterator[Fault]:
    """Yield a fault for each replica named like a state: as targets they would be one."""
    for trooper in table.troopers:
        for replica in trooper.replicas:
            if replica.name in vocabulary.states:
                what = f"{replica.name!r} is a state and cannot be the name of a replica"
                yield Fault(message=what, line=trooper.line, expected="another name")


def beyond(found: Iterable[Trooper | Act], vocabulary: Vocabulary) -> Iterator[Fault]:
    """Yield a fault for each number that is outside its range."""
    for one in found:
        for name, value in one.numbers:
            spans = sorted((least, most) for of, least, most in vocabulary.ranges if of == name)
            if spans and not any(least <= value <= most for least, most in spans):
                whose = one.name if isinstance(one, Trooper) else str(one)
                expected = " or ".join(f"{least} to {most}" for least, most in spans)
                what = f"{whose}: {name} {value} is out of range"
                yield Fault(message=what, line=one.line, expected=expected, term=str(value))


def mentions(table: "Situation") -> Iterator[Mention]:
    """Yield every word of the rules that a situation uses."""
    for trooper in table.troopers:
        yield from (Mention("state", name, trooper.line) for name in trooper.states)
        yield from (Mention("trait", name, trooper.line) for name in trooper.has)
        yield from (Mention("form", replica.form, trooper.line) for replica in trooper.replicas)
        yield from (Mention("number", name, trooper.line) for name, _ in trooper.numbers)
        if trooper.device is not None:
            yield Mention("device", trooper.device, trooper.line)
    for act in table.order:
        yield from of_act(act)
    for event in table.events:
        yield Mention("event", str(event), event.line)
    for fact in table.unknown:
        if fact.kind in {"is", "has"} and len(fact.of) == _TROOPER_AND_WORD:
            yield Mention("state" if fact.kind == "is" else "trait", fact.of[1], fact.line)
    yield Mention("phase", table.phase, table.line)
    if table.game is not None:
        yield Mention("game", table.game, table.line)


def of_act(act: Act) -> Iterator[Mention]:
    """Yield the words of the rules in one declaration."""
    yield Mention("skill", act.does, act.line)
    if act.into is not None:
        yield Mention("state", act.into, act.line)
    yield from (Mention("gear", name, act.line) for name in act.uses)
    yield from (Mention("number", name, act.line) for name, _ in act.numbers)


_FEW = 12
_TROOPER_AND_WORD = 2
