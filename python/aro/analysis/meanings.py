"""What a word of an edition means: how a case file uses it, and which clauses speak of it."""

from dataclasses import dataclass

from aro.analysis.clause_status import Standing, standings
from aro.answers import Stamp
from aro.cases.template import uses
from aro.engine.clingo_program import Term, read, written
from aro.engine.edition_words import tables
from aro.errors import SituationError, unknown
from aro.fitting import door
from aro.rulebook import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """A word, and how a case file uses it; the types and labels of a Skill, each with its clause.

    The `clauses` state a Law with that word, or are about it; those that are about it come first,
    and of these the ones whose id names it.
    """

    stamp: Stamp
    word: str
    uses: tuple[str, ...]
    types: tuple[tuple[str, str], ...]
    clauses: tuple[Standing, ...]


@door
def meaning(book: Rulebook, word: str) -> Meaning:
    """Return what a word means in an edition; raise `UnknownTerm` for one that it does not know.

    Of an event, `becomes(controller)`, its verb `becomes` is a word too.
    """
    known = [(one, one.partition("(")[0], use) for use, of in uses(book).items() for one in of]
    ways = [use for *names, use in known if word in names]
    if not ways:
        every = {one for *names, _ in known for one in names}
        raise unknown(f"{book.edition.name} has no word", word, every).error(SituationError)
    stated = [(written(clause), law) for clause, law in tables(book.edition).table("stated")]
    typed = [
        (clause, str(law[2]))
        for clause, law in stated
        if isinstance(law, tuple) and law[:2] in {("skill", word), ("label", word)}
    ]
    naming = {clause for clause, law in stated if _names(law, read(word))}
    found = [
        one for one in standings(book) if one.clause.term in naming or word in one.clause.subjects
    ]
    found.sort(key=lambda one: (word not in one.clause.subjects, f".{word}" not in one.clause.id))
    ids = {one.clause.term: one.clause.id for one in found}
    return Meaning(
        stamp=book.stamp,
        word=word,
        uses=tuple(dict.fromkeys(ways)),
        types=tuple(sorted((kind, ids[clause]) for clause, kind in typed)),
        clauses=tuple(found),
    )


def _names(law: Term, word: Term) -> bool:
    return law == word or (isinstance(law, tuple) and any(_names(part, word) for part in law))
