"""Results that hang on unknown facts, told as sentences, each once."""

from typing import TYPE_CHECKING

from aro.answers import PossibleResult
from aro.engine.clingo_program import Atoms, Term, written
from aro.engine.facts import memory_of, name_of, term
from aro.knowledge.edition import Clause

if TYPE_CHECKING:
    from aro.engine.question import Inquiry

_IN_PLACE = frozenset({"performed", "becomes", "form"})
"""What is told where its trooper or its act is told."""

_SAID = {
    "begun": "{0}: {1} begins",
    "ended": "{0}: {1} ends",
    "turned": "{0}: {1} becomes {2}",
    "removed": "{0} leaves the table",
    "counts_unmasked": "{0} counts as revealed all along",
    "affected": "{1} is affected by {0}",
    "roll": "{0}: {1} Roll",
    "mod": "{0}: {1}",
    "duty": "{0}: {1}",
    "value": "{0}: {1} {2}",
    "count": "{0}: {1} {2}",
}
"""Each result as a sentence on what it is of."""


def perhaps(inquiry: "Inquiry", unsure: Atoms) -> tuple[PossibleResult, ...]:
    """Return the results that hang on the unknown and have no better place."""
    turned = {(one[1], one[2], one[-1]) for one in unsure if one[0] == "turned"}
    found = dict.fromkeys(
        PossibleResult(says=says, clause=clause, profile=one not in inquiry.plain)
        for one in sorted(unsure, key=str)
        if one[0] not in _IN_PLACE
        and not (one[0] == "begun" and (one[1], one[2], one[-1]) in turned)
        for says, clause in [_told(inquiry, one)]
    )
    return tuple(found)


def _told(inquiry: "Inquiry", one: tuple[Term, ...]) -> tuple[str, Clause | None]:
    predicate, *rest = one
    table = inquiry.table
    if predicate == "remembered":
        memory = memory_of(table, written(rest[0]))
        return f"remembered: {' '.join((memory.kind, *memory.of))}", None
    clause = None if predicate == "affected" else inquiry.clause(rest.pop(0))
    acts = {term(table, act): str(act) for act in table.order}
    names = [name_of(table, written(part)) for part in rest]
    return _SAID[str(predicate)].format(*(acts.get(name, name) for name in names)), clause
