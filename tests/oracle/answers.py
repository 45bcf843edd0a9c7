"""The answers, with the clauses they rest on and what the text leaves open in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oracle.world import Act

Verdict = Literal["legal", "illegal", "silent"]


@dataclass(slots=True)
class Notes:
    """What is written down while an answer is found."""

    clauses: set[str] = field(default_factory=set)
    doubts: set[str] = field(default_factory=set)

    def cite(self, *clauses: str) -> bool:
        """Note clauses the answer rests on; return true, so that it can end a condition."""
        self.clauses.update(clauses)
        return True

    def doubt(self, why: str) -> bool:
        """Note what neither the documents nor the readings settle; return true."""
        self.doubts.add(why)
        return True


@dataclass(frozen=True, slots=True)
class Ruling:
    """Whether a declaration is legal; where `doubts` is not empty, another opinion may stand."""

    verdict: Verdict
    clauses: frozenset[str]
    doubts: frozenset[str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the Order ends.

    `states` are all states of every trooper, `forms` what every piece looks like, `failed`,
    `returned` and `lowered` what is remembered (as in `World`). Where a revealed trooper was noted
    as a replica, that piece becomes `model` and the trooper's own piece is `absent`. `carried_out`
    are the acts of the Order that take effect.
    """

    carried_out: frozenset[Act]
    states: Mapping[str, frozenset[str]]
    forms: Mapping[str, str]
    failed: frozenset[tuple[str, str]]
    returned: frozenset[str]
    lowered: frozenset[tuple[str, str]]
    clauses: frozenset[str]
    doubts: frozenset[str]
