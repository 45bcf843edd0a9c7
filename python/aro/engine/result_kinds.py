"""The kinds of result: what an answer says beside its rulings, and what each argument stands for.

A new kind of result is one line here, one `#show` in `kb/theory/display.lp` and, where the
law derives it, a sentence that says what it means.
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple


class ResultKind(NamedTuple):
    """One predicate of an answer: the role of each argument.

    One that is `in_place` is shown with its trooper or its act, and not as a sentence of its own.
    With `only_why` it is no result itself, but names a clause that prevented one. A verdict shows
    those of `in_verdict`, either of an act that is only asked about too, or of a declared act
    alone.
    """

    roles: tuple[str, ...]
    in_place: bool = False
    only_why: bool = False
    in_verdict: Literal["asked", "declared"] | None = None

    @property
    def cites(self) -> bool:
        """Whether its first argument is the clause that caused it."""
        return self.roles[0] == "clause"


RESULT_KINDS: Mapping[str, ResultKind] = {
    "performed": ResultKind(("act",), in_place=True, in_verdict="declared"),
    "thwarted": ResultKind(("clause", "act"), only_why=True, in_verdict="declared"),
    "becomes": ResultKind(("trooper", "state"), in_place=True),
    "begun": ResultKind(("clause", "trooper", "state", "moment")),
    "ended": ResultKind(("clause", "trooper", "state", "moment")),
    "turned": ResultKind(("clause", "trooper", "old", "new", "moment")),
    "removed": ResultKind(("clause", "piece", "moment")),
    "form": ResultKind(("piece", "form"), in_place=True),
    "counts_unmasked": ResultKind(("clause", "trooper")),
    "affected": ResultKind(("act", "piece")),
    "remembered": ResultKind(("memory",)),
    "commanded": ResultKind(("side", "piece"), in_place=True),
    "left_touching": ResultKind(("piece", "piece"), in_place=True),
    "trait_lost": ResultKind(("clause", "trooper", "trait")),
    "trait_regained": ResultKind(("clause", "trooper", "trait")),
    "duty": ResultKind(("clause", "trooper", "duty")),
    "mod": ResultKind(("clause", "act", "value"), in_verdict="asked"),
    "roll": ResultKind(("clause", "act", "roll", "act")),
    "value": ResultKind(("clause", "piece", "name", "value")),
    "count": ResultKind(("clause", "act", "name", "value"), in_verdict="asked"),
}
"""Each kind of result by the name of its predicate, as `kb/theory/display.lp` shows it."""

RESULTS = frozenset(name for name, kind in RESULT_KINDS.items() if not kind.only_why)
"""The names of what is itself a result."""


def without_clause(atom: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a result without the clause that causes it; MODs of several clauses add up."""
    kind = RESULT_KINDS.get(str(atom[0]))
    return (atom[0], *atom[2:]) if kind and kind.cites and atom[0] != "mod" else atom
