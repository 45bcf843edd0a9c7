"""The proof that an amendment leaves the law without a cycle, on a small table of all kinds.

Each side has two troopers; one hides among a replica, one is a device, and everything is open. The
draft's rules name nobody at the table, so that they treat any piece like these. They are tried
without their comparisons of two variables: where a rule asks for three different troopers, two of
them may be one here, and the cycle that shows on a larger table shows on this one. A draft can
still ask for a table that is not like this one in kind, and have a cycle there. Whoever asks there
is told that it is the draft's fault (`aro.engine.clingo_program.failure`).

No rule of a draft can make an answer fail otherwise: it is a fact or a plain rule, never a choice,
a constraint or a disjunction (`aro.law_text.rule_reader`). A law of such rules without a cycle has
exactly one answer.
"""

from collections.abc import Collection

from aro.errors import AmendmentError, EngineError
from aro.knowledge.edition import Edition, Law
from aro.knowledge.library import law
from aro.law_text.cycles import cycle, table
from aro.law_text.rule_reader import Condition, Rule

MOST = 1_000_000
"""To how many ground rules the law of the small table may come."""

_SHOWN = 6


def prove(edition: Edition, rules: Collection[Rule], folder: str) -> None:
    """Raise `AmendmentError` if the law of an amended edition has a cycle, or is too large.

    The rules are those of the amendment in the folder; the first whose clause is in a cycle is
    told.
    """
    loose = (rule._replace(body=tuple(filter(_tried, rule.body))) for rule in rules)
    given = law(edition)[: 1 + len(edition.laws)]
    files = (*given, Law(f"{folder}/rules", "\n".join(map(str, loose))))
    try:
        atoms = cycle(files, table(2, 2), most=MOST)
    except EngineError as error:
        raise AmendmentError(f"clingo refuses the rules: {error}", file=folder) from error
    if not atoms:
        return
    shown = " <- ".join((*atoms[:_SHOWN], *(("...",) if len(atoms) > _SHOWN else ())))
    what = f"what the rules derive hangs on itself: {shown}"
    for rule in rules:
        if rule.head.signature == "says/2" and str(rule.head.arguments[0]) in " ".join(atoms):
            raise rule.fault(what).error(AmendmentError)
    raise AmendmentError(what, file=folder)


def _tried(condition: Condition) -> bool:
    """Whether the proof asks for a condition: for all but the comparisons of two variables."""
    return condition.sign in {"", "not", "="} or not all(one.is_variable for one in condition.terms)
