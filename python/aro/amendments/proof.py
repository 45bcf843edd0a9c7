"""The proof that an amendment leaves the law without a cycle, on a small table of all kinds.

Each side has two troopers; one hides among a replica, one is a device, and everything is open. The
draft's rules name nobody at the table, so that they treat any piece like these. What they do only
where more pieces meet is not tried here: whoever answers there finds a cycle while it compiles.
"""

from collections.abc import Iterable

from aro.errors import AmendmentError, EngineError
from aro.knowledge.edition import Edition
from aro.knowledge.library import law
from aro.law_text.cycles import cycle, table
from aro.law_text.rule_reader import Rule

MOST = 1_000_000
"""To how many ground rules the law of the small table may come."""

_SHOWN = 6


def prove(edition: Edition, rules: Iterable[Rule], folder: str) -> None:
    """Raise `AmendmentError` if the law of an amended edition has a cycle, or is too large.

    The rules are those of the amendment in the folder; the first whose clause is in a cycle is
    told.
    """
    try:
        atoms = cycle(law(edition), table(2, 2), most=MOST)
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
