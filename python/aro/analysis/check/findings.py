"""What a check finds, and what of it somebody has looked at and accepted."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from aro.analysis.search.witness import Witness
from aro.errors import KnowledgeError, RulesError
from aro.knowledge.edition import Clause
from aro.knowledge.yaml_reader import Reader, documents

Severity = Literal["error", "warning", "note"]
"""An error is wrong whoever reads it; a warning is to be looked at; a note only tells."""

KINDS: Mapping[str, tuple[Severity, str]] = {
    "unreadable": ("error", "a file that cannot be read"),
    "sourceless": ("error", "a clause without a source"),
    "stranger": ("error", "a name that nobody declares"),
    "out_of_step": ("error", "YAML, law and cases that are out of step"),
    "cycle": ("error", "a cycle in the law"),
    "never_prevails": ("error", "an exception that can never prevail"),
    "modelling": ("warning", "a rule of modelling that is broken"),
    "unnoticed": ("warning", "a clause that no case notices"),
    "contradiction": ("warning", "clauses that say opposite things, and nothing orders them"),
    "silence": ("warning", "an act on turn of which no clause speaks"),
    "dead": ("warning", "a clause that no situation makes speak"),
    "shadowed": ("warning", "a clause that speaks and without which nothing changes"),
    "idle": ("warning", "a clause without which nothing changes"),
    "not_entered": ("warning", "a state that nothing begins"),
    "not_left": ("warning", "a state that nothing ends"),
    "not_revealed": ("warning", "a hidden state out of which nothing shows the Model"),
    "idle_reading": ("warning", "a reading that changes nothing"),
    "duty": ("warning", "a duty that nothing brings about"),
    "faq_contradicts": ("warning", "an FAQ answer against what a clause expressly says"),
    "stale": ("warning", "an accepted finding that is no longer found"),
    "faq_changes": ("note", "an FAQ answer that changes what the book says"),
    "faq_clarifies": ("note", "an FAQ answer that changes nothing"),
    "reading": ("note", "a reading that matters"),
}
"""The kinds of finding: how grave they are, and what each is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a check found.

    Its `name` says what it is about: ids of clauses, or a skill, a state, a file. `witness` is the
    smallest situation that shows it, where one can; `place` is a file and a line, where it is one.
    """

    kind: str
    name: str
    says: str
    clauses: tuple[Clause, ...] = ()
    witness: Witness | None = None
    place: tuple[str, int | None] | None = None

    @classmethod
    def of(
        cls, kind: str, clauses: Iterable[Clause], says: str, witness: Witness | None = None
    ) -> "Finding":
        """Return a finding that is about some clauses, and named by them."""
        about = tuple(clauses)
        name = "+".join(sorted(one.id for one in about))
        return cls(kind=kind, name=name, says=says, clauses=about, witness=witness)

    @property
    def id(self) -> str:
        """What it is called for good, whatever the wording: `dead:n4.aro.timing.1`."""
        return f"{self.kind}:{self.name}"

    @property
    def ids(self) -> tuple[str, ...]:
        """By what it may be accepted: its id, or one of two clauses at odds, whatever the other.

        The latter is written `contradiction:n4.aro.timing.1+*`.
        """
        apart = self.name.split("+")
        return (self.id, *(f"{self.kind}:{one}+*" for one in apart if len(apart) > 1))

    @property
    def severity(self) -> Severity:
        """How grave it is."""
        return KINDS[self.kind][0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """Findings that somebody looked at and lets stand, by id, with the reason."""

    ids: tuple[str, ...]
    reason: str


def accepted(folder: Path, fault: type[RulesError] = KnowledgeError) -> dict[str, str]:
    """Return the reasons in `accepted.yaml` of an edition, or of an amendment, by id of a finding.

    Without the file there are none. Raises an `ExceptionGroup` of `fault`s with all that is wrong
    in it.
    """
    path = folder / "accepted.yaml"
    reasons: dict[str, str] = {}
    reader = Reader(str(path))
    for node in documents(reader, path) if path.is_file() else ():
        keys = reader.mapping(node, "the accepted findings", required=("accepted",))
        for item in reader.sequence(keys["accepted"], "accepted") if keys else ():
            found = reader.record(item, "an accepted finding", Accepted)
            for kind in sorted({one.partition(":")[0] for one in found.ids}.difference(KINDS)):
                reader.unknown(item, "kind of finding", kind, KINDS)
            reasons |= dict.fromkeys(found.ids, found.reason)
    reader.close(f"{path} is at fault", fault)
    return reasons


def sorted_findings(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings, the gravest kind first, each kind by what it is about."""
    order = list(KINDS)
    return tuple(sorted(set(found), key=lambda one: (order.index(one.kind), one.name)))
