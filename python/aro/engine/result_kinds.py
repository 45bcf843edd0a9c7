"""The kinds of result: what an answer says beside its rulings, and what each argument stands for.

A new kind of result is one line here and one `#show` in `kb/theory/display.lp`.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple


class ResultKind(NamedTuple):
    """One predicate of an answer: the role of each argument, and a sentence for a single result.

    It has no sentence if it is shown with its trooper or its act. With `only_why` it is no result
    itself, but names a clause that prevented one. A verdict shows those of `in_verdict`, either of
    an act that is only asked about too, or of a declared act alone.
    """

    roles: tuple[str, ...]
    says: str | None = None
    only_why: bool = False
    in_verdict: Literal["asked", "declared"] | None = None

    @property
    def cites(self) -> bool:
        """Whether its first argument is the clause that caused it."""
        return self.roles[0] == "clause"


RESULT_KINDS: Mapping[str, ResultKind] = {
    "performed": ResultKind(("act",), in_verdict="declared"),
    "thwarted": ResultKind(("clause", "act"), only_why=True, in_verdict="declared"),
    "becomes": ResultKind(("trooper", "state")),
    "begun": ResultKind(("clause", "trooper", "state", "moment"), "{trooper}: {state} begins"),
    "ended": ResultKind(("clause", "trooper", "state", "moment"), "{trooper}: {state} ends"),
    "turned": ResultKind(
        ("clause", "trooper", "old", "new", "moment"), "{trooper}: {old} becomes {new}"
    ),
    "removed": ResultKind(("clause", "piece", "moment"), "{piece} leaves the table"),
    "form": ResultKind(("piece", "form")),
    "counts_unmasked": ResultKind(("clause", "trooper"), "{trooper} counts as revealed all along"),
    "affected": ResultKind(("act", "piece"), "{piece} is affected by {act}"),
    "remembered": ResultKind(("memory",), "remembered: {memory}"),
    "duty": ResultKind(("clause", "trooper", "duty"), "{trooper}: {duty}"),
    "mod": ResultKind(("clause", "act", "value"), "{act}: {value}", in_verdict="asked"),
    "roll": ResultKind(("clause", "act", "roll"), "{act}: {roll} Roll"),
    "value": ResultKind(("clause", "piece", "name", "value"), "{piece}: {name} {value}"),
    "count": ResultKind(
        ("clause", "act", "name", "value"), "{act}: {name} {value}", in_verdict="asked"
    ),
}
"""Each kind of result by the name of its predicate, as `kb/theory/display.lp` shows it."""

RESULTS = frozenset(name for name, kind in RESULT_KINDS.items() if not kind.only_why)
"""The names of what is itself a result."""
