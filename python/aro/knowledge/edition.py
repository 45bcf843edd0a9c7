"""What the knowledge consists of: editions, articles, clauses with their sources, readings.

A clause has one name in two forms, the id that people cite and the term that the law uses:

>>> term("n4.impersonation.cancellation.2"), clause_id("n4", "impersonation(cancellation,2)")
('impersonation(cancellation,2)', 'n4.impersonation.cancellation.2')
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeVar

from aro.errors import SituationError, UnknownTerm, unknown
from aro.fitting import doors

_T = TypeVar("_T")

DRAFT = "draft"
"""The provenance of what an amendment says: no page of the game has it."""

PROVENANCES = ("document", "wiki", "second_hand", "player_text", DRAFT)
"""How near a source is to the rulebook, the nearest first."""

ENCODABLE = ("yes", "partly", "no")
"""Whether a clause can be stated over a situation's facts; "no" and "partly" give their `gap`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A page that clauses were taken from; `incomplete` tells where our copy of it is cut off."""

    key: str
    title: str
    url: str | None = None
    version: str
    provenance: str
    incomplete: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseen:
    """A page, or a part of one, that an edition has and nobody here has seen.

    `laws` are those that would stand there, as patterns over the Laws of other editions. Of a
    `whole` page, or a subject that no page known here covers, no other edition need have the like.
    """

    page: str
    says: str
    laws: tuple[str, ...]
    file: str
    line: int
    whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedAnswer:
    """The question and answer of a published FAQ that a clause renders."""

    version: str
    question: str
    answer: str
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Halves:
    """The wording of a clause that allows one thing and forbids another, in two parts."""

    allows: str
    forbids: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One rule of one page, in our words.

    Where its `halves` are given, it `says` the two together.
    `since` and `until` are releases of its edition, the first that has it and the first that no
    longer does. An example, a frame or a restatement is `carried_by` clauses, or by cases, written
    `tests/cases/n3/camouflaged.yaml#title`. A clause of an amendment may stand in the place of the
    one that it `replaces`.
    """

    id: str
    source: Source
    kind: str
    says: str
    subjects: tuple[str, ...]
    encodable: str
    gap: str | None = None
    since: str | None = None
    until: str | None = None
    faq: PublishedAnswer | None = None
    carried_by: tuple[str, ...] = ()
    file: str
    line: int
    replaces: str | None = None
    halves: Halves | None = None

    @property
    def term(self) -> str:
        """The clause as the law writes it, `camouflaged(effect,3)`."""
        return term(self.id)

    def said(self, *, forbids: bool, allows: bool) -> str:
        """Return the wording, or the one half of it that applies."""
        if self.halves is None or forbids == allows:
            return self.says
        return self.halves.forbids if forbids else self.halves.allows


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One of the ways in which an ambiguous clause can honestly be read."""

    name: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """An ambiguity: the clauses, the question they leave, the alternatives and the default."""

    id: str
    clauses: tuple[str, ...]
    question: str
    alternatives: tuple[Alternative, ...]
    default: str
    why: str
    shows_in: str

    @property
    def name(self) -> str:
        """The reading as the law writes it, `alert`."""
        return self.id.split("_", 2)[2]

    def alternative(self, name: str) -> Alternative:
        """Return the alternative of that name, or raise `UnknownTerm`."""
        known = {one.name: one for one in self.alternatives}
        return named(name, known, f"{self.id} has no reading")


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """What an edition says on one subject, from one or several pages."""

    subject: str
    title: str
    sources: tuple[Source, ...]
    clauses: tuple[Clause, ...]


class Law(NamedTuple):
    """A file of rules as it was read and checked; what is loaded is this text."""

    file: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """What a folder of drafts does to an edition it is laid over (see `aro.amendments`).

    `name` is that of the folder, `laws` its rules, `digest` the fingerprint of all its files.
    """

    name: str
    title: str
    folder: Path
    repeals: tuple[str, ...]
    laws: tuple[Law, ...]
    digest: str


@doors
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Edition:
    """One edition of the game as far as it is catalogued here; complete in itself.

    `laws` are its files of rules, beside those of the `amendment` that is laid over it, if one is.
    `starter` are the state and the special skill of the Marker in the file to start from.
    `unchanged` is what a later release than the first tells of a clause that is not of its own.
    It is read once and compared by identity, so it can be the key of a cache.
    """

    name: str
    title: str
    releases: tuple[str, ...]
    articles: tuple[Article, ...]
    readings: tuple[Reading, ...]
    unseen: tuple[Unseen, ...]
    laws: tuple[Path, ...]
    starter: tuple[str, ...] = ()
    unchanged: str | None = None
    amendment: Amendment | None = None
    clauses: Mapping[str, Clause] = field(init=False)

    def __post_init__(self) -> None:
        clauses = (clause for article in self.articles for clause in article.clauses)
        object.__setattr__(self, "clauses", {clause.id: clause for clause in clauses})

    def clause(self, name: str) -> Clause:
        """Return the clause with an id, or raise `UnknownTerm`."""
        return named(name, self.clauses, f"{self.name} has no clause")

    def reading(self, name: str) -> Reading:
        """Return a reading by its id or its short name, or raise `UnknownTerm`."""
        short = {reading.name: reading for reading in self.readings}
        known = {reading.id: reading for reading in self.readings} | short
        return named(name, known, f"{self.name} has no reading", listed=short)

    def release(self, name: str | None = None) -> str:
        """Return the release of that name, the newest if none is given, or raise `UnknownTerm`.

        A shorter name that no release has, `5.1` of `5.1.1`, is that of the newest it begins.
        """
        known = {r.rpartition(".")[0]: r for r in self.releases} | {r: r for r in self.releases}
        return named(name or self.releases[-1], known, f"{self.name} has no release")

    def outside(self, release: str | None = None) -> tuple[Clause, ...]:
        """Return the clauses that do not hold in a release: not yet, no more, or amended away."""
        order = self.releases.index
        now = order(self.release(release))
        every = self.clauses.values()
        away = {
            clause.id
            for clause in every
            if (clause.since and order(clause.since) > now)
            or (clause.until and order(clause.until) <= now)
        }
        repealed = self.amendment.repeals if self.amendment else ()
        gone = away.union(repealed, (one.replaces for one in every if one.id not in away))
        return tuple(clause for clause in every if clause.id in gone)


_PART = r"\.(?!not(?:\.|$))[a-z][a-z0-9_]*"  # what clingo reads as it stands: no 01, 1_2, 0x1
_ID = re.compile(rf"n\d{_PART}({_PART}|\.0|\.[1-9]\d{{0,2}})+", re.ASCII)
_TERM = re.compile(r"([a-z][a-z0-9_]*)\(([a-z0-9_]+(?:,[a-z0-9_]+)*)\)")


def is_clause_id(text: str) -> bool:
    """Return whether a text has the form of a clause id."""
    return _ID.fullmatch(text) is not None


def term(clause: str) -> str:
    """Return the term of a clause id: `n2.aro.7` is `aro(7)` in the law of n2."""
    if not is_clause_id(clause):
        raise UnknownTerm(f"{clause!r} is no clause id", term=clause)
    _, functor, *arguments = clause.split(".")
    return f"{functor}({','.join(arguments)})"


def clause_id(edition: str, text: str) -> str:
    """Return the clause id of a term in the law of an edition."""
    found = _TERM.fullmatch(text.replace(" ", ""))
    if found is None:
        raise UnknownTerm(f"{text!r} is no term of a clause", term=text)
    return ".".join((edition, found[1], *found[2].split(",")))


def named(name: str, known: Mapping[str, _T], what: str, *, listed: Iterable[str] = ()) -> _T:
    """Return what has a name, or raise `UnknownTerm` with the names that look like it."""
    if name in known:
        return known[name]
    raise unknown(what, name, known, listed=listed).error(SituationError)
