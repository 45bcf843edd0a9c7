"""How far a clause is law here: encoded, carried by others, partly, or not at all."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from aro.engine.edition_words import stated
from aro.errors import Fault, SituationError, near
from aro.knowledge.edition import Clause, Edition, Reading
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


def standings(
    book: Rulebook, what: str | None = None, *, word: str | None = None
) -> tuple[Standing, ...]:
    """Return how the clauses of an edition stand, in the order of its book.

    `what` is a subject, the id of a clause or the beginning of several, with the edition or
    without; an unknown one raises `UnknownTerm`. With a `word`, only the clauses whose id, subjects
    or wording have a word that begins so.

    >>> [one.status for one in standings(Rulebook("n3"), "camouflaged.effect.3")]
    ['encoded']
    """
    edition = book.edition
    clauses = edition.clauses.values() if what is None else _chosen(edition, what)
    if word is not None:
        clauses = _speaking(edition, clauses, word)
    law = stated(edition)
    outside = {clause.id for clause in edition.outside(book.release)}
    return tuple(
        Standing(
            clause=clause,
            status=_status(clause, law),
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


def _status(clause: Clause, law: Collection[str]) -> Status:
    if clause.term in law:
        return "partly" if clause.encodable == "partly" else "encoded"
    return "carried" if clause.carried_by else "not"


def _speaking(edition: Edition, clauses: Iterable[Clause], word: str) -> tuple[Clause, ...]:
    begins = re.compile(rf"\b{re.escape(_spaced(word))}")
    told = {
        clause: _spaced(" ".join((clause.id, *clause.subjects, clause.says))) for clause in clauses
    }
    if found := tuple(clause for clause, text in told.items() if begins.search(text)):
        return found
    subjects = {subject for clause in told for subject in clause.subjects}
    message = f"no clause of {edition.name} speaks of {word!r}"
    raise Fault(message=message, near=near(word, subjects), term=word).error(SituationError)


def _spaced(text: str) -> str:
    return re.sub("[_.]", " ", text.casefold())


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
