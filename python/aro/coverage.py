"""Which clauses the cases defend: where switching a clause off turns a ruling or a result."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from aro._engine import Atoms, Program, Term, written
from aro._words import program
from aro.edition import Edition, term
from aro.facts import facts
from aro.kb import law
from aro.trial import Trial

_CITING = frozenset({"because", "thwarted"})
_FIRST_IS_CLAUSE = frozenset(
    {
        *("begun", "ended", "turned", "removed", "counts_unmasked"),
        *("duty", "mod", "roll", "value", "count"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What the cases of an edition do for each encoded clause, by clause id.

    `spoken` clauses are cited by some case, `decisive` ones turn one, `bounded` ones have beside it
    a near miss, a single fact apart, in which they turn nothing.
    """

    encoded: frozenset[str]
    spoken: frozenset[str]
    decisive: frozenset[str]
    bounded: frozenset[str]


class Switchboard:
    """The question of one case with every clause of the edition open to be switched off."""

    def __init__(self, trial: Trial) -> None:
        book, self.case = trial.book, trial.case
        self.edition = book.edition
        on = [clause.term for clause in self.edition.outside(book.release)]
        self._off = tuple(f"off({one})" for one in on)
        asked = (replace(one, off=(), readings=self.case.readings) for one in trial.ways)
        texts = (f"{facts(trial.table, one)}opens(clauses).\n" for one in asked)
        self._programs = [Program(law(self.edition), text) for text in texts]

    def results(self, off: Iterable[str] = ()) -> tuple[Atoms, ...]:
        """Return rulings and results, without reasons, with the clauses of these ids off."""
        terms = [*self._off, *(f"off({term(clause)})" for clause in off)]
        answers = (one.answer(terms) for one in self._programs)
        return tuple(
            frozenset(_bare(one) for one in found if one[0] not in _CITING) for found in answers
        )

    def decides(self, clause: str) -> bool:
        """Return whether the case turns when the clause goes, those that say the same being off."""
        same = [one for one in self.case.same if one != clause]
        return self.results(same) != self.results([*same, clause])


def cited(trial: Trial) -> frozenset[str]:
    """Return the clauses of its edition that a case names, as cited or as expected reasons."""
    case, edition = trial.case, trial.book.edition
    named = {*case.cites, *(clause for ask in case.asks for clause in ask.because)}
    named |= {clause for ask in case.asks for clause in getattr(ask, "thwarted_by", None) or ()}
    return frozenset(clause for clause in named if clause in edition.clauses)


def encoded(edition: Edition) -> frozenset[str]:
    """Return the clauses whose law is stated."""
    terms = {written(one[0]) for one in program(edition).table("clause")}
    return frozenset(clause.id for clause in edition.clauses.values() if clause.term in terms)


def coverage(edition: Edition, trials: Iterable[Trial]) -> Coverage:
    """Return what cases do for the clauses of an edition; `trials` of others are passed over."""
    stated = encoded(edition)
    spoken: set[str] = set()
    decisive: set[str] = set()
    bounded: set[str] = set()
    for trial in trials:
        if trial.book.edition is not edition:
            continue
        wanted = cited(trial) & stated
        spoken |= wanted
        board = Switchboard(trial)
        found = {clause for clause in wanted if board.decides(clause)}
        decisive |= found
        bounded |= set(_bounded(trial, found))
    return Coverage(
        encoded=stated,
        spoken=frozenset(spoken),
        decisive=frozenset(decisive),
        bounded=frozenset(bounded),
    )


def _bounded(trial: Trial, found: set[str]) -> Iterator[str]:
    for miss in trial.case.near_misses():
        board = Switchboard(Trial(miss, trial.book))
        yield from (clause for clause in found if not board.decides(clause))


def _bare(one: tuple[Term, ...]) -> tuple[Term, ...]:
    return (one[0], *one[2:]) if one[0] in _FIRST_IS_CLAUSE else one
