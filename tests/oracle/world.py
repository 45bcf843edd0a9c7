"""The question: a table, the Order declared on it and what came of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

Half = Literal["first", "second"]
Step = Literal["first", "aro_1", "second", "aro_2"]
Moment = Literal["start", "first", "aro_1", "second", "aro_2", "rolls", "effects"]

HALVES: tuple[Half, ...] = ("first", "second")
STEPS: tuple[Step, ...] = ("first", "aro_1", "second", "aro_2")
BEFORE: dict[Step, Moment] = {
    "first": "start",
    "aro_1": "first",
    "second": "aro_1",
    "aro_2": "second",
}
"""The moment by which a declaration is judged."""


class Pair(NamedTuple):
    """Two pieces in a relation, in one half of the Order or, without a half, in both."""

    one: str
    other: str
    half: Half | None = None

    def holds(self, half: Half) -> bool:
        """Return whether the relation holds in that half."""
        return self.half in {None, half}


@dataclass(frozen=True, slots=True)
class Replica:
    """A piece beside the trooper's own, and what it looks like."""

    name: str
    form: str


@dataclass(frozen=True, slots=True)
class Trooper:
    """Who can act; its own piece bears its name, `noted` is the piece noted as the real one."""

    name: str
    side: str
    states: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    replicas: tuple[Replica, ...] = ()
    noted: str | None = None

    @property
    def real(self) -> str:
        """Return the piece where the trooper really is."""
        return self.noted or self.name


class Act(NamedTuple):
    """A declaration: its step, who, which skill, at which piece (or into which state)."""

    step: Step
    who: str
    skill: str
    target: str | None = None
    uses: frozenset[str] = frozenset()
    covers: tuple[str, ...] = ()


class Roll(NamedTuple):
    """The result of the Roll of an act."""

    act: Act
    success: bool


class Hit(NamedTuple):
    """A piece hit by an act; whether it forces an ARM, BTS or Saving Roll, or is a Critical."""

    act: Act
    on: str
    saves: bool = False
    critical: bool = False


class Event(NamedTuple):
    """What befalls one: `becomes` impetuous, `enters` or `cancels` retreat, `makes` save."""

    who: str
    verb: str
    what: str


@dataclass(frozen=True, slots=True)
class World:
    """Everything that is given.

    `lof` is seen from its first piece; `zoc` and `contact` hold both ways. `failed` are the
    Discovers failed earlier this turn (enemy trooper, trooper), `returned` the troopers that were
    revealed and went back into their state since, `lowered` the levels lost, with the cause.
    """

    active: str
    troopers: tuple[Trooper, ...]
    lof: frozenset[Pair] = frozenset()
    zoc: frozenset[Pair] = frozenset()
    contact: frozenset[Pair] = frozenset()
    order: tuple[Act, ...] = ()
    rolls: tuple[Roll, ...] = ()
    hits: tuple[Hit, ...] = ()
    events: tuple[Event, ...] = ()
    failed: frozenset[tuple[str, str]] = frozenset()
    returned: frozenset[str] = frozenset()
    lowered: frozenset[tuple[str, str]] = frozenset()
    owners: dict[str, Trooper] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        owners = {one.name: one for one in self.troopers}
        owners |= {copy.name: one for one in self.troopers for copy in one.replicas}
        object.__setattr__(self, "owners", owners)

    @property
    def pieces(self) -> tuple[str, ...]:
        """Return the names of all pieces."""
        return tuple(self.owners)

    def owner(self, piece: str) -> Trooper:
        """Return the trooper a piece stands for."""
        return self.owners[piece]

    def side(self, piece: str) -> str:
        """Return the side of a piece."""
        return self.owners[piece].side

    def acts(self, step: Step, who: str | None = None) -> Iterator[Act]:
        """Yield what was declared in a step, by everybody or by one trooper."""
        return (act for act in self.order if act.step == step and (who is None or act.who == who))

    def sees(self, one: str, other: str, half: Half) -> bool:
        """Return whether a piece has LoF to another in a half."""
        return not self.lof.isdisjoint(_pairs(one, other, half))

    def near(self, one: str, other: str, half: Half) -> bool:
        """Return whether two pieces are within Zone of Control in a half; whatever touches is."""
        return not (self.zoc | self.contact).isdisjoint(_mutual(one, other, half))

    def touch(self, one: str, other: str, half: Half) -> bool:
        """Return whether two pieces are in contact in a half."""
        return not self.contact.isdisjoint(_mutual(one, other, half))

    def new_contacts(self, half: Half) -> Iterator[tuple[str, str]]:
        """Yield the pairs, both ways round, that come into contact in a half."""
        for pair in sorted(self.contact, key=str) if self.contact else ():
            earlier = half == "second" and self.touch(pair.one, pair.other, "first")
            if pair.holds(half) and not earlier:
                yield pair.one, pair.other
                yield pair.other, pair.one


@lru_cache(maxsize=4096)
def _pairs(one: str, other: str, half: Half) -> tuple[Pair, Pair]:
    return Pair(one, other), Pair(one, other, half)


@lru_cache(maxsize=4096)
def _mutual(one: str, other: str, half: Half) -> tuple[Pair, ...]:
    return *_pairs(one, other, half), *_pairs(other, one, half)
