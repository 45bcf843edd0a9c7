"""What an answer is: a `Verdict` on an act, an `Outcome` of an Order, and what both rest on."""

from dataclasses import dataclass
from typing import Literal

from aro import notebook
from aro._fates import Change, Duty, Fate, Perhaps, Value
from aro._parts import Act, Memory
from aro.errors import Spent
from aro.knowledge.edition import PROVENANCES, Clause, Reading, Source
from aro.situation import Situation

__all__ = [
    "VERBS",
    "Change",
    "Duty",
    "Effect",
    "Fate",
    "Figure",
    "Firmness",
    "Gap",
    "Hangs",
    "Mod",
    "Outcome",
    "Perhaps",
    "Reason",
    "Rests",
    "Ruling",
    "Stamp",
    "Value",
    "Verdict",
]

Ruling = Literal["legal", "illegal", "silent"]
"""What the law says of an act: it may be declared, it may not, or no clause speaks of it."""

Firmness = Literal["settled", "disputed", "depends", "gave_up"]
"""How firmly: under every reading; not under every reading; it turns on a fact nobody knows; it was
not found out, the search having run out."""

VERBS = ("forbids", "closes", "grants", "lifts", "affirms", "types")
"""What a clause does in a ruling, the weightiest first.

It `forbids`; it `closes`, being on the list of those that could grant and do not; it `grants`;
it `lifts` a ban; it `affirms` what is granted; it says of what type the skill is (`types`).
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Which law answered: edition and release, the digest of the whole knowledge.

    `amendment` is the name of the folder of drafts laid over it, whose files the digest covers too.
    """

    edition: str
    release: str
    digest: str
    amendment: str | None = None

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
    """What our knowledge lacks: of a clause only partly law here, or of a source cut off."""

    about: Clause | Source
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rests:
    """An ambiguity a ruling rests on: how it was read, and the ruling under each alternative.

    `together` if it turns the ruling only along with the others that are named, and if of what is
    unknown `along` is so, as atoms.
    """

    reading: Reading
    taken: str
    rulings: tuple[tuple[str, Ruling], ...]
    together: bool = False
    along: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hangs:
    """An unknown fact the ruling hangs on, as an atom, and the ruling if it holds and if not."""

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
    """The ruling on one act, and everything it rests on.

    It is true when the act is legal by the default readings and hangs on nothing unknown. One whose
    firmness is `gave_up` rules for the default readings with nothing unknown being so, and was
    `spent` on finding out whether it stands otherwise.
    `takes_effect` is None for an act that was only asked about; where a declared act has no effect,
    `thwarted_by` are the clauses that say so; for one that was only asked about and is legal,
    `pending` are those that are looked at when it is resolved. `possible` are the rulings that the
    unknown facts allow.
    """

    act: Act
    ruling: Ruling
    firmness: Firmness
    because: tuple[Reason, ...]
    stamp: Stamp
    gaps: tuple[Gap, ...] = ()
    readings: tuple[Rests, ...] = ()
    possible: tuple[Ruling, ...] = ()
    hangs: tuple[Hangs, ...] = ()
    takes_effect: bool | None = None
    thwarted_by: tuple[Clause, ...] = ()
    pending: tuple[Clause, ...] = ()
    mods: tuple[Mod, ...] = ()
    figures: tuple[Figure, ...] = ()
    spent: Spent | None = None

    def __bool__(self) -> bool:
        return self.ruling == "legal" and self.firmness not in {"depends", "gave_up"}

    @property
    def settled(self) -> bool:
        """Whether every reading and every unknown fact leaves the ruling as it is."""
        return self.firmness == "settled"

    @property
    def provenance(self) -> str | None:
        """The weakest source among the deciding clauses; None where no clause decides."""
        found = [PROVENANCES.index(reason.clause.source.provenance) for reason in self.because]
        return PROVENANCES[max(found)] if found else None

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the deciding clauses."""
        return tuple(dict.fromkeys(reason.clause.id for reason in self.because))

    def __str__(self) -> str:
        from aro.report import verdict_text  # noqa: PLC0415  rendering reads answers, not they it

        return verdict_text(self)

    def _repr_html_(self) -> str | None:
        return notebook.html(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Whether a declared act takes effect, what thwarts it, and the kind of its Roll if stated."""

    act: Act
    takes_effect: bool
    thwarted_by: tuple[Clause, ...] = ()
    rolls: tuple[tuple[str, Clause], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What an Order leaves behind; its `situation` is where the next Order begins.

    `backdated` are troopers that count as revealed for the whole Order, with the clause.
    `unsure` are results that hang on an unknown fact, as atoms, and `perhaps` are those of them
    that no `Fate` and no `Effect` tells, in words; `notes` say what the situation seems to leave
    out. If what was `spent` was not enough
    to find them, the results are those with nothing unknown being so.
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
    perhaps: tuple[Perhaps, ...] = ()
    notes: tuple[str, ...] = ()
    spent: Spent | None = None

    def fate(self, trooper: str) -> Fate:
        """Return how a trooper stands at the end."""
        return next(one for one in self.fates if one.trooper == trooper)

    def __str__(self) -> str:
        from aro.report import outcome_text  # noqa: PLC0415  as for a verdict

        return outcome_text(self)

    def _repr_html_(self) -> str | None:
        return notebook.html(self)
