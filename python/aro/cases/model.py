"""What a case is made of: the questions with what is expected, the near misses, later Orders."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, get_args

from aro.answers import Firmness
from aro.cases.edits import Fact, altered, reread
from aro.engine.word_check import word_faults
from aro.errors import Fault, SituationError, few_suggestions, raise_faults, unknown
from aro.fitting import door
from aro.knowledge.vocabulary import Mention, Vocabulary, mentions
from aro.parts import Act, Event, Hit, Memory, Pair, Roll, Step
from aro.situation import Situation

CHOICES = {
    "ruling": ("legal", "illegal", "silent"),
    "firmness": get_args(Firmness),
    "rolls": ("normal", "face_to_face", "none", "unstated"),
}
"""What can be expected of a ruling, by key."""

ABSENT = "absent"
"""What is expected of a MOD or a value that is not to be there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question of a case; `sort` is its key, `because` are clauses expected among the reasons."""

    sort: str
    because: tuple[str, ...] = ()
    line: int | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskRuling(Question):
    """Whether this may be declared, and what comes of it; what is None is only asked.

    `firmness` is one word of `aro.answers.Firmness`; `thwarted_by` are the clauses that
    keep the act from taking effect, none at all if it is empty: what could not be declared has no
    effect without them. `rolls` is how the declared act is resolved, `unstated` if no clause says;
    `rolls_with` pairs who does what it is rolled against with the kind of Roll, or with `absent`;
    `mods` pairs a clause with the MOD it gives, `counts` the name of a figure with what it comes
    to, both with `absent` where there is to be none. `then` is asked once the act is declared.
    """

    sort: str = field(default="does", init=False, repr=False)
    act: Act
    ruling: str | None = None
    firmness: str | None = None
    takes_effect: bool | None = None
    thwarted_by: tuple[str, ...] | None = None
    rolls: str | None = None
    rolls_with: tuple[tuple[str, str], ...] = ()
    mods: tuple[tuple[str, str], ...] = ()
    counts: tuple[tuple[str, str], ...] = ()
    then: tuple[Question, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskReact(Question):
    """Whether `who` gets an ARO at all, or to `at`; `when` is a step of AROs, else the one due."""

    sort: str = field(default="react", init=False, repr=False)
    who: str
    at: str | None = None
    when: Step | None = None
    ruling: str | None = None
    firmness: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskChoices(Question):
    """Which skills `who` (None: anyone) may declare, as `aros` or as active `options`.

    With `at` only what answers, or is aimed at, that piece.
    """

    who: str | None = None
    at: str | None = None
    expected: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBecomes(Question):
    """What becomes of a trooper: its states, the form it is shown as, the form of each piece."""

    sort: str = field(default="becomes", init=False, repr=False)
    who: str
    states: tuple[str, ...] | None = None
    shown_as: str | None = None
    pieces: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskDuties(Question):
    """What `who` (None: anyone) must do or tell."""

    sort: str = field(default="duties", init=False, repr=False)
    who: str | None = None
    expected: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskRemembers(Question):
    """What is remembered after the Order."""

    sort: str = field(default="remembers", init=False, repr=False)
    expected: tuple[Memory, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskValues(Question):
    """Which values a piece has, by name; `absent` where it has none of that name."""

    sort: str = field(default="values", init=False, repr=False)
    who: str
    expected: tuple[tuple[str, str], ...] = ()


ORDER = ("order", "rolls", "hits", "events", "ends_turn")
"""What each Order of a case says anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMiss:
    """The case with a single fact taken away, put in or exchanged, and what is expected then."""

    without: Fact | None = None
    instead: Fact | None = None
    asks: tuple[Question, ...] = ()
    line: int | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A later Order of a case: what is declared and what came of it.

    `active` is None where it stays as it was; `relations` pairs the names of those that do not with
    what they are now.
    """

    order: tuple[Act, ...] = ()
    rolls: tuple[Roll, ...] = ()
    hits: tuple[Hit, ...] = ()
    events: tuple[Event, ...] = ()
    ends_turn: bool = False
    active: str | None = None
    relations: tuple[tuple[str, tuple[Pair, ...]], ...] = ()
    line: int | None = field(default=None, compare=False, repr=False)

    def on(self, table: Situation) -> Situation:
        """Return the table that an earlier Order left, with this Order played on it."""
        told = dict(self.relations)
        unknown = tuple(one for one in table.unknown if one.kind not in told)
        return replace(table, unknown=unknown, **self.changes)

    @property
    def changes(self) -> dict[str, Any]:
        """What is otherwise on the table once this Order is played, by the names of its fields."""
        active = {} if self.active is None else {"active": self.active}
        order = {name: getattr(self, name) for name in ORDER}
        return {**active, **dict(self.relations), **order}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A title that reads as a sentence of law, a situation, and what is asked of which editions.

    Without one the title is the name of the file, with the number of the case if it has several.

    `then` are the Orders after the first, `viewer` is the side that is told; `supposed` are acts
    that it supposes at the end of the last, of which it learns nothing. `same` are clauses said to
    say what the cited ones say; in each of `unless`, a near miss, something else holds.
    """

    editions: tuple[str, ...]
    title: str
    situation: Situation
    cites: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    then: tuple[Play, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    viewer: str | None = None
    supposed: tuple[Act, ...] = ()
    asks: tuple[Question, ...] = ()
    unless: tuple[NearMiss, ...] = ()
    file: str | None = field(default=None, compare=False, repr=False)
    line: int | None = field(default=None, compare=False, repr=False)
    mentions: tuple[Mention, ...] = field(default=(), compare=False, repr=False)

    def followed(self) -> Iterator["Case"]:
        """Yield this, and for each act after which more is asked a case in which it is declared."""
        yield self
        for ask in self.asks:
            if isinstance(ask, AskRuling) and ask.then:
                title = f"{self.title}, then {ask.act}"
                asks = replace(self, title=title, asks=ask.then, unless=(), line=ask.line)
                yield from asks.with_act(ask.act).followed()

    def with_act(self, act: Act) -> "Case":
        """Return the case with an act added to its last Order; a viewer only supposes it."""
        if self.viewer is not None:
            return replace(self, supposed=(*self.supposed, act))
        if self.then:
            *before, last = self.then
            return replace(self, then=(*before, replace(last, order=(*last.order, act))))
        order = (*self.situation.order, act)
        return replace(self, situation=replace(self.situation, order=order))

    def near_misses(self) -> tuple["Case", ...]:
        """Return each near miss as a case of its own, and what is asked there after an act."""
        misses = (
            replace(
                self,
                title=f"{self.title} (near miss {number})",
                situation=altered(self.situation, miss.without, miss.instead),
                readings=reread(self.readings, miss.without, miss.instead),
                asks=miss.asks,
                unless=(),
                line=miss.line,
            )
            for number, miss in enumerate(self.unless, start=1)
        )
        return tuple(case for miss in misses for case in miss.followed())

    @few_suggestions()
    def check(self, vocabulary: Vocabulary, clauses: Collection[str] | None = None) -> None:
        """Raise an `ExceptionGroup` of the words, and the clause ids, that an edition lacks.

        Of clauses only ids of the editions that `clauses` come from are looked up.
        """
        orders = chain(self.situation.order, *(play.order for play in self.then))
        asks = chain(self.asks, *(miss.asks for miss in self.unless))
        acts = [*orders, *(ask.act for ask in asks if isinstance(ask, AskRuling))]
        used = self.mentions or (*self.situation.mentions(), *mentions(acts))
        faults = [*word_faults(self.situation, vocabulary, used, acts)]
        named = [one for one in self.mentions if one.sort == "clause"]
        if clauses is not None and named:
            editions = {clause.partition(".")[0] for clause in clauses}
            faults += (
                self.unknown("clause", one.name, clauses, line=one.line)
                for one in named
                if one.name.partition(".")[0] in editions and one.name not in clauses
            )
        headline = f"{self.file or self.title}: words that the edition does not have"
        raise_faults(headline, [replace(one, file=self.file) for one in faults], SituationError)

    @door
    def unknown(
        self, sort: str, name: str, known: Collection[str], *, line: int | None = None
    ) -> Fault:
        """Return the fault of a word in this case that nobody knows, with its place in the file."""
        lines = (one.line for one in self.mentions if (one.sort, one.name) == (sort, name))
        place = line or next(lines, self.line)
        return replace(unknown(f"unknown {sort}", name, known, place), file=self.file)
