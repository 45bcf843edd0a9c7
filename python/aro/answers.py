"""What an answer is: a `Verdict` on an act, an `Outcome` of an Order, and the parts of both.

As text, an answer is a few lines: the ruling, how firm it is, and the clauses that decide it.
`aro.report.text` writes the full sheet.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from aro import notebook
from aro.errors import Spent
from aro.fitting import door
from aro.knowledge.edition import PROVENANCES, Clause, Reading, Source, named
from aro.parts import Act, Memory
from aro.situation import Situation

Ruling = Literal["legal", "illegal", "silent", "undecided"]
"""What the law says of an act: it may be declared, it may not, or no clause speaks of it.

`undecided`: the solver reached its limit before there was a ruling; its firmness is `gave_up`.
"""

Firmness = Literal["settled", "disputed", "depends", "open", "gave_up"]
"""How firm a ruling or a result is; the strongest warning that applies is said.

`settled`: it is so however the book is read. `disputed`: by another reading it is otherwise.
`depends`: it depends on an unknown fact. `open`: a rule that is missing here may turn it, one of
a page that nobody here has read, or of a subject that is not law yet.
`gave_up`: the solver reached its limit before this was known.
"""

WARNINGS: tuple[Firmness, ...] = ("gave_up", "open", "depends", "disputed")
"""What is less than settled, the strongest warning first."""


def ranked(warnings: Iterable[str]) -> list[Firmness]:
    """Return some warnings, the strongest first; `settled` alone if there are none."""
    given = set(warnings)
    return [one for one in WARNINGS if one in given] or ["settled"]


def strongest(warnings: Iterable[Firmness]) -> Firmness:
    """Return the strongest of some warnings; `settled` if there are none.

    >>> strongest(["disputed", "open"]), strongest([])
    ('open', 'settled')
    """
    return ranked(warnings)[0]


VERBS = {
    "forbids": "forbids",
    "closes": "does not allow",
    "grants": "allows",
    "lifts": "lifts a ban",
    "affirms": "confirms",
    "types": "gives the type",
}
"""What a clause does in a ruling, and how a player would say it; the weightiest first.

A clause `closes` if it is on the list of those that could grant and does not. It `affirms` what
another one grants. It `types` if it says of what type the skill is.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Which law answered: edition and release, the digest of the whole knowledge.

    `amendment` is the name of the folder of drafts laid over it, whose files the digest covers too.
    `unchanged` is what the release tells of a clause that is not of its own.
    """

    edition: str
    release: str
    digest: str
    amendment: str | None = None
    unchanged: str | None = None

    def __str__(self) -> str:
        amended = f"+{self.amendment}" if self.amendment else ""
        return f"{self.edition}@{self.release}{amended}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A clause, and what it does in the ruling (see `VERBS`)."""

    clause: Clause
    verb: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """What our knowledge lacks: a clause that is only partly law here, or a source cut off."""

    about: Clause | Source
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnseenPage:
    """A page, or the part of one where our copy breaks off, that may turn an answer; look it up."""

    page: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DependsOnReading:
    """An ambiguity that a ruling depends on: how it was read, and the ruling by each alternative.

    `together` if it changes the ruling only in combination with the other readings that are named.
    `along` are the unknown facts, as atoms, that have to hold as well.
    """

    reading: Reading
    taken: str
    rulings: tuple[tuple[str, Ruling], ...]
    together: bool = False
    along: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DependsOnUnknown:
    """An unknown fact, as an atom, and the ruling if it holds and if it does not."""

    fact: str
    holds: Ruling
    fails: Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Mod:
    """A MOD to the Roll of an act, a number or what the rules call it, and its clause."""

    act: Act
    value: int | str
    clause: Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A named figure of an act, a number or what the rules call it, and its clause."""

    act: Act
    name: str
    value: int | str
    clause: Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The ruling on one act, and everything it depends on.

    It is true when the act is legal by the default readings, depends on no unknown fact, and no
    page that nobody here has read may turn it: those that may are its `pages`. `firmness` is the
    strongest warning, `also` are the weaker ones that apply too.
    Where its firmness is `gave_up`, the solver reached its limit: the ruling then assumes that
    every unknown fact is false, or is `undecided`, and `spent` says how much was searched.
    `takes_effect` is None for an act that was only asked about, and where it was not found out or
    depends on what is unknown.
    Where a declared act has no effect,
    `thwarted_by` are the clauses that say so. For a legal act that was only asked about, `pending`
    are the clauses that are looked at when it is resolved. `possible` are the rulings that the
    unknown facts, or what was not found out, allow; `ruling` takes every unknown fact for false,
    and `rulings` are what it comes to.
    """

    act: Act
    ruling: Ruling
    firmness: Firmness
    because: tuple[Reason, ...]
    stamp: Stamp
    gaps: tuple[Gap, ...] = ()
    readings: tuple[DependsOnReading, ...] = ()
    possible: tuple[Ruling, ...] = ()
    hangs: tuple[DependsOnUnknown, ...] = ()
    pages: tuple[UnseenPage, ...] = ()
    also: tuple[Firmness, ...] = ()
    takes_effect: bool | None = None
    thwarted_by: tuple[Clause, ...] = ()
    pending: tuple[Clause, ...] = ()
    mods: tuple[Mod, ...] = ()
    figures: tuple[Figure, ...] = ()
    spent: Spent | None = None

    def __bool__(self) -> bool:
        return self.ruling == "legal" and self.firmness in {"settled", "disputed"}

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings that it comes to: several where it depends on what is unknown."""
        several = len(self.possible) > 1 and self.spent is None
        return self.possible if several else (self.ruling,)

    @property
    def settled(self) -> bool:
        """Whether readings, unknown facts and unseen pages leave the ruling as it is."""
        return self.firmness == "settled"

    @property
    def provenance(self) -> str | None:
        """The weakest source among the deciding clauses; None where no clause decides."""
        ranks = [PROVENANCES.index(reason.clause.source.provenance) for reason in self.because]
        return PROVENANCES[max(ranks)] if ranks else None

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the deciding clauses."""
        return tuple(dict.fromkeys(reason.clause.id for reason in self.because))

    def __str__(self) -> str:
        ruling = " or ".join(self.rulings)
        firmness = self.firmness if self.spent is None else f"gave up after {self.spent}"
        lines = [f"{self.act}: {ruling.upper()}, {firmness} ({self.stamp})"]
        lines += (f"  {VERBS[one.verb]} {one.clause.id}: {one.clause.says}" for one in self.because)
        return "\n".join(lines)

    _repr_html_ = notebook.shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Whether a declared act takes effect, what thwarts it, and the kind of its Roll if stated.

    `ruling` is that on its declaration; if it is illegal, `because` has the reasons. One Roll may
    be of several kinds: each of `rolls` is a kind, the clause that says so, and the act with which
    it is so, None if it names none.
    """

    act: Act
    takes_effect: bool
    ruling: Ruling
    because: tuple[Reason, ...] = ()
    thwarted_by: tuple[Clause, ...] = ()
    rolls: tuple[tuple[str, Clause, Act | None], ...] = ()
    firmness: Firmness = "settled"


@dataclass(frozen=True, slots=True)
class Change:
    """A state that began, ended or turned into another for a trooper: when, and by which clause.

    The same is told of a special skill or a piece of Equipment that it loses or has back.
    """

    trooper: str
    ended: str | None
    began: str | None
    moment: str
    clause: Clause
    firmness: Firmness = "settled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """How a trooper stands at the end: its states, and what each of its pieces looks like.

    What depends on an unknown fact is in `maybe_states` and `maybe_pieces`.
    """

    trooper: str
    states: tuple[str, ...]
    pieces: tuple[tuple[str, str], ...]
    maybe_states: tuple[str, ...] = ()
    maybe_pieces: tuple[tuple[str, str], ...] = ()
    firmness: Firmness = "settled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """What the player of a trooper now has to do, and the clause that says so."""

    trooper: str
    duty: str
    clause: Clause
    firmness: Firmness = "settled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A named value that a clause gives a piece, for example its Silhouette."""

    piece: str
    name: str
    value: int | str
    clause: Clause
    firmness: Firmness = "settled"


@dataclass(frozen=True, slots=True, kw_only=True)
class PossibleResult:
    """A result that may come about besides, as a sentence, and the clause that would cause it.

    `firmness` says why it is not certain: `depends` on an unknown fact, `disputed` or `open`. The
    clause is None if it would stand on a page that nobody here has read. `profile` if only a
    special skill that nobody knows of could cause it.
    """

    says: str
    clause: Clause | None
    profile: bool = False
    firmness: Firmness = "depends"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What an Order leaves behind; its `situation` is where the next Order begins.

    `firmness` is the strongest warning about any of it; each part has its own. `readings` are those
    that change a result, each by itself, and `pages` those that nobody here has read and that may.
    `doubtful_memory` pairs what is remembered, and is less than settled, with its firmness.
    `backdated` are troopers that count as revealed for the whole Order, with the clause.
    `unsure` are the results that depend on an unknown fact, as atoms. `perhaps` are those of them
    that no `Fate` and no `Effect` shows, in words. `notes` say what the situation seems to leave
    out. If the solver reached its limit, `spent` says how much was searched. The results then
    assume that every unknown fact is false; or, where not even that was found out, they are those
    that needed no search, and all others are `unsure`.
    """

    effects: tuple[Effect, ...]
    changes: tuple[Change, ...]
    fates: tuple[Fate, ...]
    removed: tuple[tuple[str, Clause], ...]
    backdated: tuple[tuple[str, Clause], ...]
    affected: tuple[tuple[Act, str], ...]
    duties: tuple[Duty, ...]
    mods: tuple[Mod, ...]
    figures: tuple[Figure, ...]
    values: tuple[Value, ...]
    remembered: tuple[Memory, ...]
    unsure: tuple[str, ...]
    situation: Situation
    stamp: Stamp
    perhaps: tuple[PossibleResult, ...] = ()
    firmness: Firmness = "settled"
    readings: tuple[Reading, ...] = ()
    pages: tuple[UnseenPage, ...] = ()
    doubtful_memory: tuple[tuple[Memory, Firmness], ...] = ()
    notes: tuple[str, ...] = ()
    spent: Spent | None = None

    @door
    def fate(self, trooper: str) -> Fate:
        """Return how a trooper stands at the end; of whom it tells nothing, raise `UnknownTerm`."""
        return named(trooper, {one.trooper: one for one in self.fates}, "no trooper is called")

    def __str__(self) -> str:
        unsure = f"; {len(self.unsure)} results depend on the unknown" if self.unsure else ""
        spent = f"; gave up after {self.spent}" if self.spent else ""
        lines = [f"What the Order leaves ({self.stamp}){unsure}{spent}"]
        for effect in self.effects:
            lines += [f"  {effect.act}: {'takes effect' if effect.takes_effect else 'no effect'}"]
        for fate in self.fates:
            shown = ", ".join(f"{piece} as {form}" for piece, form in fate.pieces)
            states = ", ".join(fate.states) or "no state"
            lines += [f"  {fate.trooper}: {states}; on the table: {shown or 'nothing'}"]
        return "\n".join(lines)

    _repr_html_ = notebook.shown
