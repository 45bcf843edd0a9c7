"""Which clauses the cases defend: where switching a clause off turns a ruling or a result."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from aro.analysis.clause_switches import cited, deciding, encoded
from aro.cases import Case
from aro.cases.opening import beside, read_cases
from aro.cases.run import CaseRun
from aro.cases.suite import files
from aro.errors import SituationError, UnknownTerm
from aro.knowledge import library as kb
from aro.knowledge.edition import Clause, Edition
from aro.processes import Watcher
from aro.rulebook import Rulebook

FIGURES = ("encoded", "spoken", "decisive")
"""Law at all; cited by some case; turning some case when it is switched off."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Of an article, or of all, how many clauses there are and how far they are covered."""

    subject: str
    clauses: int
    encoded: int
    spoken: int
    decisive: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionCoverage:
    """What cases do for an edition: figures for each article and in all, and what they leave out.

    `unencoded` are clauses that are no law and that nothing carries.
    """

    book: Rulebook
    cases: int
    articles: tuple[Figures, ...]
    whole: Figures
    unencoded: tuple[str, ...]
    unspoken: tuple[str, ...]
    undecisive: tuple[str, ...]

    def figures(self) -> dict[str, int]:
        """Return the figures in all, by name."""
        return {name: getattr(self.whole, name) for name in FIGURES}


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


def edition_coverage(
    book: Rulebook,
    paths: Iterable[str] = (),
    watch: Watcher | None = None,
    *,
    processes: int = 2,
) -> EditionCoverage:
    """Return what the cases at some paths do for an edition; of no path, the cases of aro itself.

    Of an amended edition the cases in the amendment's folder are asked as well.
    """
    if kb.split(book.name)[1] is not None:
        bare = book.name.replace(f"@{kb.split(book.name)[1]}", "", 1)
        raise UnknownTerm(f"a whole edition is surveyed; expected {bare}", term=book.name)
    trials = tuple(_trials(book, tuple(paths) or tuple(_usual(book))))
    found = coverage(book.edition, trials, bounds=False, watch=watch, processes=processes)
    clauses = book.edition.clauses.values()
    order = tuple(book.edition.clauses)
    return EditionCoverage(
        book=book,
        cases=len(trials),
        articles=tuple(_figures(one.subject, one.clauses, found) for one in book.edition.articles),
        whole=_figures("in all", tuple(clauses), found),
        unencoded=tuple(
            one.id for one in clauses if one.id not in found.encoded and not one.carried_by
        ),
        unspoken=tuple(one for one in order if one in found.encoded - found.spoken),
        undecisive=tuple(one for one in order if one in found.spoken - found.decisive),
    )


def _figures(subject: str, clauses: Iterable[Clause], found: Coverage) -> Figures:
    ids = {one.id for one in clauses}
    return Figures(
        subject=subject,
        clauses=len(ids),
        encoded=len(ids & found.encoded),
        spoken=len(ids & found.spoken),
        decisive=len(ids & found.decisive),
    )


def _usual(book: Rulebook) -> Iterator[str]:
    """Yield where the cases of an edition lie."""
    amendment = book.edition.amendment
    places = [kb.home() / "tests" / "cases"]
    places += [amendment.folder / "cases"] if amendment else []
    there = [str(one) for one in places if one.is_dir()]
    if not there:
        raise SituationError("there are no case files here; expected the path of some")
    yield from there


def _trials(book: Rulebook, paths: tuple[str, ...]) -> Iterator[CaseRun]:
    for file in files(paths):
        for case in read_cases(file):
            for name in case.editions:
                if (meant := _meant(book, case, name)) is not None:
                    yield CaseRun(case, meant)


def _meant(book: Rulebook, case: Case, name: str) -> Rulebook | None:
    """Return the rulebook that a case asks, None if it is not of the edition surveyed."""
    edition, release, folder = kb.split(beside(name, case.file))
    amendment = book.edition.amendment
    if edition != book.edition.name or (folder is None) != (amendment is None):
        return None
    if amendment is None or folder is None:
        return Rulebook(name)
    if Path(folder).resolve() != amendment.folder.resolve():
        return None
    return Rulebook(f"{edition}{f'@{release}' if release else ''}+{kb.split(book.name)[2]}")
