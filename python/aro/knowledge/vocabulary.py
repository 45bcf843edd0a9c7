"""The words an edition knows, and the words a situation uses."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aro._parts import Act, Memory, Trooper
from aro.errors import Fault, SituationError, raise_faults, unknown
from aro.knowledge.names import constant

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
    `shown` pairs each state that replaces the Model with the form that stands there; `ranges` are
    the numbers with the least and the most that each can be.
    """

    skills: frozenset[str] = frozenset()
    aimed: frozenset[str] = frozenset()
    states: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    gear: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()
    forms: frozenset[str] = frozenset()
    devices: frozenset[str] = frozenset()
    games: frozenset[str] = frozenset()
    shown: frozenset[tuple[str, str]] = frozenset()
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
        return getattr(self, _SORTS[sort]) if sort in _SORTS else None


_SORTS = {
    "skill": "skills",
    "state": "states",
    "trait": "traits",
    "gear": "gear",
    "event": "events",
    "form": "forms",
    "device": "devices",
    "game": "games",
    "value": "values",
    "figure": "figures",
}


def check(table: "Situation", vocabulary: Vocabulary, acts: Iterable[Act] = ()) -> None:
    """Raise an `ExceptionGroup` of what no rule knows in a situation and in acts asked about."""
    found = [*mentions(table), *(word for act in acts for word in of_act(act))]
    faults = [*unknown_words(found, vocabulary), *untargeted((*table.order, *acts), vocabulary)]
    faults += clashes(table, vocabulary)
    faults += beyond((*table.troopers, *table.order, *acts), vocabulary)
    raise_faults("the edition does not know these words", faults, SituationError)


def unknown_words(found: Iterable[Mention], vocabulary: Vocabulary) -> Iterator[Fault]:
    """Yield a fault for each word that the edition does not have."""
    for one in found:
        known = vocabulary.words(one.sort)
        if known is not None and one.name not in known:
            yield unknown(f"unknown {one.sort}", one.name, known, one.line)


def clashes(table: "Situation", vocabulary: Vocabulary) -> Iterator[Fault]:
    """Yield what is at odds with itself, each word of it being known."""
    for trooper in table.troopers:
        yield from _replicas(trooper, vocabulary)
        yield from _forms(trooper, vocabulary)
    for memory in table.memory:
        yield from _memory(memory, table, vocabulary)


def _replicas(trooper: Trooper, vocabulary: Vocabulary) -> Iterator[Fault]:
    for replica in trooper.replicas:
        if constant(replica.name) in vocabulary.states:
            what = f"{replica.name!r} is a state and cannot be the name of a replica"
            yield Fault(message=what, line=trooper.line, expected="another name")
        if replica.form in _PLAIN:
            what = f"the replica {replica.name!r} cannot look like {replica.form!r}"
            told = f"{trooper.name!r} is the name of the Model, a replica looks like a Marker"
            some = ", ".join(sorted(vocabulary.forms - _PLAIN))
            yield Fault(message=f"{what}: {told}", line=trooper.line, expected=f"one of {some}")


def _forms(trooper: Trooper, vocabulary: Vocabulary) -> Iterator[Fault]:
    forms = dict(vocabulary.shown) if len(trooper.states) > 1 else {}
    shown = {state: forms[state] for state in trooper.states if state in forms}
    if len(set(shown.values())) > 1:
        what = f"{trooper.name!r} cannot be in {' and '.join(shown)} at once"
        yield Fault(message=what, line=trooper.line, expected="one of them")


def _memory(memory: Memory, table: "Situation", vocabulary: Vocabulary) -> Iterator[Fault]:
    sorts = MEMORIES.get(memory.kind)
    if sorts is None:
        yield unknown("unknown memory", memory.kind, tuple(MEMORIES), memory.line)
        return
    if len(memory.of) != len(sorts):
        what = f"memory: [{', '.join((memory.kind, *memory.of))}]"
        expected = f"[{', '.join((memory.kind, *map(str.upper, sorts)))}]"
        yield Fault(message=what, line=memory.line, expected=expected)
        return
    troopers = frozenset(one.name for one in table.troopers)
    pieces = {"trooper": troopers, "piece": frozenset(table.pieces)}
    for sort, name in zip(sorts, memory.of, strict=True):
        known = pieces.get(sort) or vocabulary.words(sort)
        if known is not None and name not in known:
            yield unknown(f"unknown {sort}", name, known, memory.line)


def untargeted(acts: Iterable[Act], vocabulary: Vocabulary) -> Iterator[Fault]:
    """Yield a fault for each act that aims at nothing though its skill needs a piece to aim at."""
    for act in acts:
        if act.does in vocabulary.aimed and act.at is None:
            what = f"{act}: {act.does!r} is aimed at somebody"
            yield Fault(message=what, line=act.line, expected="at: PIECE")


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


MEMORIES = {
    "failed": ("skill", "trooper", "piece"),
    "reduced": ("trooper", "trait", "cause"),
    "lost": ("trooper", "state"),
    "model_gone": ("trooper",),
}
"""What earlier Orders can leave behind, and what each kind is said of."""

_PLAIN = frozenset({"model", "nothing"})
_TROOPER_AND_WORD = 2
