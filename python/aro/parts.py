"""What a situation is made of: troopers, replicas, pairs of pieces, acts and their results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Literal, Self, TypeVar

from aro.errors import WrongType
from aro.fitting import door, fit

_T = TypeVar("_T")

Half = Literal["first", "second"]
"""A half of an Order: with the first Skill, or with the second."""

Step = Literal["first", "aro_1", "second", "aro_2"]
"""A step of an Order in which something is declared."""

Numbers = Mapping[str, int] | Iterable[tuple[str, int]]
"""Numbers by name, as they may be given; they are kept as pairs, sorted."""

HALVES: tuple[Half, ...] = ("first", "second")
STEPS: tuple[Step, ...] = ("first", "aro_1", "second", "aro_2")
ACTIVE_STEPS: tuple[Step, ...] = ("first", "second")
RESULTS = ("success", "failure", "lost")

_LISTS = frozenset({tuple, list})


class _Fitting:
    """A value whose fields have to be of the types that they are annotated with."""

    __slots__ = ()

    __post_init__ = fit


@dataclass(frozen=True, slots=True)
class Replica(_Fitting):
    """A piece that stands for a trooper beside its own, and what it looks like."""

    name: str
    form: str


@dataclass(frozen=True, slots=True, init=False)
class Trooper:
    """Who can act: its side, the states it is in and the skills and equipment it has.

    Its own piece on the table bears its name; `noted` is the piece that its player's secret note
    names as the real one. A mine or another `device` is a trooper of that kind. `numbers` are what
    its profile counts, as `{"arm": 5}`.
    """

    name: str
    side: str
    states: tuple[str, ...]
    has: tuple[str, ...]
    replicas: tuple[Replica, ...]
    noted: str | None
    device: str | None
    numbers: tuple[tuple[str, int], ...]
    line: int | None = field(compare=False, repr=False)

    def __init__(  # noqa: PLR0913  one argument for each thing a player writes down of a trooper
        self,
        name: str,
        *,
        side: str,
        states: Iterable[str] = (),
        has: Iterable[str] = (),
        replicas: Iterable[Replica | tuple[str, str]] = (),
        noted: str | None = None,
        device: str | None = None,
        numbers: Numbers = (),
        line: int | None = None,
    ) -> None:
        store(self, name=name, side=side, states=listed(states), has=listed(has))
        store(self, replicas=made(Replica, replicas), noted=noted, device=device, line=line)
        store(self, numbers=numbered(numbers))
        fit(self)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The names of its own piece and of its replicas."""
        return (self.name, *(replica.name for replica in self.replicas))


@dataclass(frozen=True, slots=True)
class Pair(_Fitting):
    """Two names in a relation, seen from `one`; without a half it holds in both."""

    one: str
    other: str
    half: Half | None = None
    line: int | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, init=False)
class Act:
    """A declaration: who does what, at which piece or into which state, and in which step.

    In the Order of a situation `when` is always set; as written it may be left to the sequence.
    `uses` are the skills, equipment or weapons it employs, `covers` the pieces under its template.
    `numbers` are what was measured or rolled for it, as `{"margin": 7}`.
    """

    who: str
    does: str
    at: str | None
    into: str | None
    when: Step | None
    uses: tuple[str, ...]
    covers: tuple[str, ...]
    numbers: tuple[tuple[str, int], ...]
    line: int | None = field(compare=False, repr=False)

    def __init__(  # noqa: PLR0913  one argument for each thing that is said in a declaration
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
        line: int | None = None,
    ) -> None:
        store(self, who=who, does=does, at=at, into=into, when=when)
        store(self, uses=listed(uses), covers=listed(covers), numbers=numbered(numbers), line=line)
        fit(self)

    @property
    def bare(self) -> "Act":
        """The act without the manner in which it is done: as the rules name it."""
        if not (self.uses or self.covers or self.numbers):
            return self
        return Act(self.who, self.does, self.at, into=self.into, when=self.when)

    def at_step(self, when: Step) -> Self:
        """Return the act in a step."""
        act = object.__new__(type(self))
        store(act, who=self.who, does=self.does, at=self.at, into=self.into, when=when)
        store(act, uses=self.uses, covers=self.covers, numbers=self.numbers, line=self.line)
        return act

    @door
    def answers_to(self, asked: "Act") -> bool:
        """Return whether this act of an Order is one that `asked` describes, perhaps in part."""
        pairs = ((self.at, asked.at), (self.into, asked.into), (self.when, asked.when))
        alike = self.who == asked.who and self.does == asked.does
        return alike and all(given is None or given == own for own, given in pairs)

    def __str__(self) -> str:
        target = f" at {self.at}" if self.at else f" into {self.into}" if self.into else ""
        return f"{self.who} {self.does}{target}"


@dataclass(frozen=True, slots=True)
class Roll(_Fitting):
    """The result of the Roll of an act: success, failure, or lost to a higher success."""

    act: Act
    result: str
    line: int | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Hit(_Fitting):
    """A piece that an act hit; whether a Saving Roll is forced, and whether it was a Critical."""

    act: Act
    on: str
    _: KW_ONLY
    saves: bool = False
    critical: bool = False
    line: int | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Event(_Fitting):
    """What befalls a trooper in an Order: it `becomes`, `enters` or `cancels` something."""

    who: str
    verb: str
    what: str
    line: int | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.verb}({self.what})"


@dataclass(frozen=True, slots=True, init=False)
class Words:
    """A kind of fact, and the names and words that it is said of."""

    kind: str
    of: tuple[str, ...]
    line: int | None = field(compare=False, repr=False)

    def __init__(self, kind: str, *of: str, line: int | None = None) -> None:
        store(self, kind=kind, of=of, line=line)
        fit(self)


class Memory(Words):
    """What an earlier Order left behind: `Memory("failed", "discover", "guard", "speculo")`."""

    __slots__ = ()


class Unknown(Words):
    """A fact that nobody knows, named as `Unknown("lof", "sniper", "speculo")`.

    Its first word is the key of a kind of fact that can be unknown (`aro.knowledge.fact_kinds`).
    The others are what the kind is of: for `is` or `has` a trooper and a word, for `event` a
    trooper, a verb and what, for `roll` who does what at whom. A relation may end in a half.
    """

    __slots__ = ()


def next_step(side: str, active: str, order: Sequence[Act], who: str, phase: str) -> Step:
    """Return the step in which a trooper of a side declares next, by the sequence of an Order.

    Of the active side each trooper's first Skill is `first` until anything else was declared, so
    that several make a Coordinated Order; of the other side all is `aro_1` until a second Skill.
    In a phase in which no Orders are spent nobody reacts: both sides declare like the active one.
    """
    steps = {act.when for act in order}
    if side != active and phase == "orders":
        return "aro_2" if steps & {"second", "aro_2"} else "aro_1"
    started = any(act.who == who and act.when == "first" for act in order)
    return "second" if started or steps - {"first"} else "first"


def listed(given: Iterable[_T]) -> tuple[_T, ...]:
    """Return what is given as a tuple; what is no list as it is, for `fit` to tell."""
    if type(given) in _LISTS:
        return tuple(given)
    none: Any = given
    wrong = isinstance(none, str | bytes | Mapping) or not isinstance(none, Iterable)
    return none if wrong else tuple(given)


def made(kind: type[_T], given: Iterable[Any]) -> tuple[_T, ...]:
    """Return a list of such values, each made of the tuple of its fields if it is given so.

    What is neither stays as it is, for `fit` to tell.
    """
    items = listed(given)
    if type(items) is not tuple:
        return items
    return tuple([one if type(one) is kind else _made(kind, one) for one in items])


def _made(kind: type[_T], given: Any) -> _T:  # noqa: ANN401  of any type
    try:
        value: _T = kind(*given) if isinstance(given, tuple | list) else given
    except WrongType:
        raise
    except TypeError:  # there are too few or too many
        value = given
    return value


def numbered(given: Numbers) -> tuple[tuple[str, int], ...]:
    """Return numbers as pairs, sorted by name; what are none as they are, for `fit` to tell.

    >>> numbered({"bts": 3, "arm": 5})
    (('arm', 5), ('bts', 3))
    """
    if type(given) in _LISTS and not given:
        return ()
    pairs = listed(given.items() if isinstance(given, Mapping) else given)
    try:
        return tuple(sorted({(name, value) for name, value in pairs}, key=repr))
    except (TypeError, ValueError):
        return pairs


def store(target: object, **values: object) -> None:
    """Set the fields of a frozen value while it is made."""
    put = object.__setattr__
    for name, value in values.items():
        put(target, name, value)
