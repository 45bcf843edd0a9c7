"""What a situation seems to leave out, or says in vain: shown with the outcome, never judged."""

from collections.abc import Iterator
from functools import cache

from aro.engine.edition_words import program
from aro.knowledge.edition import Edition
from aro.situation import Situation

_STRUCK = frozenset({"hit", "saves", "critical"})


def warnings(table: Situation, edition: Edition) -> Iterator[str]:
    """Yield what whoever wrote the situation may have overlooked."""
    hitting = {hit.act for hit in table.hits}
    for roll in table.rolls:
        if roll.result == "success" and roll.act not in hitting and roll.act.does in _hits(edition):
            yield (
                f"The Roll of {roll.act} succeeded, but no hit is told: as it stands nothing was "
                "hit. `hits` says what was, and whether a Saving Roll is forced."
            )
    behind = {one.noted or one.name for one in table.troopers}
    for hit in table.hits:
        if hit.saves and hit.on not in behind:
            yield f"{hit.on} is a replica: nobody is there to make the Saving Roll it is said to."


@cache
def _hits(edition: Edition) -> frozenset[str]:
    """Return the Attacks, if it matters to any clause what they hit."""
    law = program(edition)
    waits = {str(told[0]) for told in law.table("triggering")} & _STRUCK
    return frozenset(str(one[0]) for one in law.table("attack_skill")) if waits else frozenset()
