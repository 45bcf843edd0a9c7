"""How far a clause is law here: encoded, carried by others, partly, or not at all."""

from dataclasses import dataclass
from typing import Literal

from aro.engine.clingo_program import written
from aro.engine.edition_words import tables
from aro.errors import Fault, SituationError, near
from aro.knowledge.edition import Clause, Edition, Reading, term
from aro.rulebook import Rulebook

Status = Literal["encoded", "carried", "partly", "not"]
"""The law states it; other clauses or cases do its work; the law states a part; it does not."""

STATUSES: tuple[Status, ...] = ("encoded", "carried", "partly", "not")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A clause, its status, whether the release has it, and the readings that it leaves open.

    `amended` tells what an amendment does to it: `repealed`, or the clause in its place.
    """

    clause: Clause
    status: Status
    in_force: bool
    readings: tuple[Reading, ...]
    amended: str | None = None


def standings(book: Rulebook, what: str | None = None) -> tuple[Standing, ...]:
    """Return how the clauses of an edition stand, in the order of its book.

    `what` is a subject, the id of a clause or the beginning of several, with the edition or
    without; an unknown one raises `UnknownTerm`.

    >>> [one.status for one in standings(Rulebook("n3"), "camouflaged.effect.3")]
    ['encoded']
    """
    edition = book.edition
    clauses = edition.clauses.values() if what is None else _chosen(edition, what)
    stated = {written(found[0]) for found in tables(edition).table("clause")}
    outside = {clause.id for clause in edition.outside(book.release)}
    return tuple(
        Standing(
            clause=clause,
            status=_status(clause, stated),
            in_force=clause.id not in outside,
            readings=tuple(one for one in edition.readings if clause.id in one.clauses),
            amended=_amended(edition, clause, outside),
        )
        for clause in clauses
    )


def _amended(edition: Edition, clause: Clause, outside: set[str]) -> str | None:
    if edition.amendment is not None and clause.id in edition.amendment.repeals:
        return "repealed"
    new = (one.id for one in edition.clauses.values() if one.replaces == clause.id)
    return next((one for one in new if one not in outside), None)


def _status(clause: Clause, stated: set[str]) -> Status:
    if term(clause.id) in stated:
        return "partly" if clause.encodable == "partly" else "encoded"
    return "carried" if clause.carried_by else "not"


_FEW = 3


def _chosen(edition: Edition, what: str) -> tuple[Clause, ...]:
    subjects = {article.subject: article.clauses for article in edition.articles}
    if what in subjects:
        return subjects[what]
    name = what if what.startswith(f"{edition.name}.") else f"{edition.name}.{what}"
    found = tuple(
        clause for key, clause in edition.clauses.items() if f"{key}.".startswith(f"{name}.")
    )
    if found:
        return found
    ends = tuple(key for key in edition.clauses if key.endswith(f".{what}"))
    alike = near(what, subjects) or ends[:_FEW] or near(name, edition.clauses)
    expected = None if alike else f"one of {', '.join(subjects)}, or the id of a clause"
    message = f"{edition.name} has no article or clause {what!r}"
    raise Fault(message=message, expected=expected, near=alike, term=what).error(SituationError)
