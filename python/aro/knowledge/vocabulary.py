"""The words an edition knows, and the words a situation uses."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields

from aro.fitting import doors
from aro.parts import Act, Event, Trooper, Unknown

Part = Trooper | Act | Event | Unknown
"""A part of a situation that uses words of the rules."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A word of the rules, what it is used as, and the line of the file it stands in."""

    sort: str
    name: str
    line: int | None = None


@doors
@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The words of an edition: what can be declared, carried, entered and suffered.

    `aimed` are the skills that need a target, `entering` those that lead into a state;
    `readings` pairs each reading with its alternatives; `shown` pairs each state that replaces the
    Model with the form that stands there; `ranges` are the numbers with the least and the most that
    each can be. `unencoded` pairs what a clause is about with its id, if the clause is not law.
    """

    skills: frozenset[str] = frozenset()
    aimed: frozenset[str] = frozenset()
    entering: frozenset[str] = frozenset()
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
    unencoded: frozenset[tuple[str, str]] = frozenset()

    def words(self, sort: str) -> frozenset[str] | None:
        """Return the words of a sort (`skill`, `state`, `trait`...), None where any will do."""
        if sort == "reading":
            return frozenset(reading for reading, _ in self.readings)
        if sort.startswith("alternative of "):
            wanted = sort.removeprefix("alternative of ")
            found = frozenset(name for reading, name in self.readings if reading == wanted)
            return found or None
        if sort == "number":
            return frozenset(name for name, _, _ in self.ranges)
        return getattr(self, SORTS[sort]) if sort in SORTS else None


_NO_SORTS = {"aimed", "entering", "shown", "ranges", "readings", "unencoded"}

SORTS = {
    field.name.removesuffix("s"): field.name
    for field in fields(Vocabulary)
    if field.name not in _NO_SORTS
}
"""The sorts of words, and where a `Vocabulary` keeps each."""


def mentions(parts: Iterable[Part]) -> Iterator[Mention]:
    """Yield every word of the rules that parts of a situation use."""
    for part in parts:
        for sort, name in _words(part):
            yield Mention(sort, name, part.line)


def _words(part: Part) -> Iterator[tuple[str, str]]:
    """Yield the words of a part, each with what it is used as."""
    match part:
        case Trooper():
            yield from (("state", name) for name in part.states)
            yield from (("trait", name) for name in part.has)
            yield from (("form", replica.form) for replica in part.replicas)
            yield from (("number", name) for name, _ in part.numbers)
            if part.device is not None:
                yield "device", part.device
        case Act():
            yield "skill", part.does
            if part.into is not None:
                yield "state", part.into
            yield from (("gear", name) for name in part.uses)
            yield from (("number", name) for name, _ in part.numbers)
        case Event():
            yield "event", str(part)
        case Unknown("is", (_, name)):
            yield "state", name
        case Unknown("has", (_, name)):
            yield "trait", name
        case Unknown("event", (_, verb, what)):
            yield "event", f"{verb}({what})"
