"""The proof that an amendment leaves the law without a cycle, on a small table of all kinds.

Each side has two troopers; one hides among a replica, one is a device, and everything is open. The
draft's rules name nobody at the table, so that they treat any piece like these. What they do only
where more pieces meet is not tried here: whoever answers there finds a cycle while it compiles.
"""

import re

from aro.compiled.ground_program import cycle, table
from aro.errors import AmendmentError, EngineError
from aro.knowledge.edition import Amendment, Edition
from aro.knowledge.library import law

RULES = 1_000_000
"""To how many ground rules the law of the small table may come."""

_SHOWN = 6
_CLAUSE = re.compile(r"^says\(([a-z0-9_]+\([a-z0-9_,]+\)),")


def prove(edition: Edition, amendment: Amendment) -> None:
    """Raise `AmendmentError` if the law of an amended edition has a cycle, or is too large."""
    try:
        atoms = cycle(law(edition), table(2, 2), most=RULES)
    except EngineError as error:
        raise AmendmentError(
            f"clingo refuses the rules: {error}", file=str(amendment.folder)
        ) from error
    if atoms:
        shown = " <- ".join((*atoms[:_SHOWN], *(("...",) if len(atoms) > _SHOWN else ())))
        what = f"what the rules derive hangs on itself: {shown}"
        file, line = _place(amendment, " ".join(atoms))
        raise AmendmentError(what, file=file, line=line)


def _place(amendment: Amendment, atoms: str) -> tuple[str, int | None]:
    """Return file and line of the first clause of an amendment that some atoms name."""
    for file, text in amendment.laws:
        for number, line in enumerate(text.splitlines(), start=1):
            if any(clause in atoms for clause in _CLAUSE.findall(line)):
                return file, number
    return str(amendment.folder), None
