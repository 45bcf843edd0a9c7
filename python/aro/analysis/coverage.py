"""Which clauses the cases defend: where switching a clause off turns a ruling or a result."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from aro.analysis.clause_switches import CITING, Switches, bare
from aro.cases import Case
from aro.cases.run import CaseRun
from aro.compiled.renaming import cast
from aro.engine.clingo_program import Atoms, Program, written
from aro.engine.edition_words import program
from aro.engine.facts import facts
from aro.knowledge.edition import Edition, term
from aro.knowledge.library import law
from aro.process import Watcher, crew
from aro.rulebook import Rulebook

WORTH = 35
"""For each so many clauses a shape wants one case more of its cast before it is worth compiling."""


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

    def __init__(self, trial: CaseRun) -> None:
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
            frozenset(bare(one) for one in found if one[0] not in CITING) for found in answers
        )

    def decides(self, clause: str) -> bool:
        """Return whether the case turns when the clause goes, those that say the same being off."""
        same = [one for one in self.case.same if one != clause]
        return self.results(same) != self.results([*same, clause])


def cited(trial: CaseRun) -> frozenset[str]:
    """Return the clauses of its edition that a case names, as cited or as expected reasons."""
    case, edition = trial.case, trial.book.edition
    named = {*case.cites, *(clause for ask in case.asks for clause in ask.because)}
    named |= {clause for ask in case.asks for clause in getattr(ask, "thwarted_by", None) or ()}
    return frozenset(clause for clause in named if clause in edition.clauses)


def encoded(edition: Edition) -> frozenset[str]:
    """Return the clauses whose law is stated."""
    terms = {written(one[0]) for one in program(edition).table("clause")}
    return frozenset(clause.id for clause in edition.clauses.values() if clause.term in terms)


def coverage(
    edition: Edition,
    trials: Iterable[CaseRun],
    *,
    bounds: bool = True,
    watch: Watcher | None = None,
    processes: int = 1,
) -> Coverage:
    """Return what cases do for the clauses of an edition; `trials` of others are passed over.

    Without `bounds` the near misses are not looked at, and no clause is `bounded`.
    """
    stated = encoded(edition)
    asked = [(one, cited(one) & stated) for one in trials if one.book.edition is edition]
    found = deciding(asked, watch, processes=processes)
    missed = [
        (CaseRun(miss, trial.book), clauses)
        for (trial, _), clauses in zip(asked, found, strict=True)
        for miss in (trial.case.near_misses() if bounds and clauses else ())
    ]
    still = deciding(missed, watch, processes=processes)
    idle = (clauses - turned for (_, clauses), turned in zip(missed, still, strict=True))
    return Coverage(
        encoded=stated,
        spoken=frozenset().union(*(wanted for _, wanted in asked)),
        decisive=frozenset().union(*found),
        bounded=frozenset().union(*idle),
    )


def deciding(
    asked: Sequence[tuple[CaseRun, frozenset[str]]],
    watch: Watcher | None = None,
    *,
    processes: int = 1,
) -> list[frozenset[str]]:
    """Return, for each case and some clauses, those that turn it when they are switched off."""
    found: list[frozenset[str]] = [frozenset()] * len(asked)
    groups = _groups(asked)
    done = len(asked) - sum(map(len, groups))
    tasks = [[(asked[n][0].case, asked[n][0].book, asked[n][1]) for n in one] for one in groups]
    with crew(_turning, processes if len(tasks) > 1 else 1) as spread:
        for places, turned in zip(groups, spread(tasks), strict=True):
            for place, clauses in zip(places, turned, strict=True):
                found[place] = clauses
            done += len(places)
            if watch is not None:
                watch(done, len(asked))
    return found


def _groups(asked: Sequence[tuple[CaseRun, frozenset[str]]]) -> list[list[int]]:
    """Return the places of the cases that ask for a clause: those of one cast, or a few others."""
    casts: dict[object, list[int]] = {}
    for place, (trial, wanted) in enumerate(asked):
        if wanted:
            casts.setdefault(cast(trial.table), []).append(place)
    few = _few(asked[0][0].book) if asked else 1
    many = sorted((one for one in casts.values() if len(one) > few), key=len, reverse=True)
    rest = [place for one in casts.values() if len(one) <= few for place in one]
    return [*many, *(rest[start : start + few] for start in range(0, len(rest), few))]


def _few(book: Rulebook) -> int:
    """Return how many cases of one cast cost less to ask of clingo than to compile their shape."""
    return max(1, len(book.edition.clauses) // WORTH)


def _turning(task: list[tuple[Case, Rulebook, frozenset[str]]]) -> list[frozenset[str]]:
    trials = [CaseRun(case, book) for case, book, _ in task]
    many = len(trials) > _few(trials[0].book)
    switches = Switches(trials[0].book.edition, trials[0].table) if many else None
    found = []
    for trial, (_, _, wanted) in zip(trials, task, strict=True):
        turned = switches.decides(trial, wanted) if switches else None
        if turned is None:
            board = Switchboard(trial)
            turned = frozenset(clause for clause in wanted if board.decides(clause))
        found.append(turned)
    return found
