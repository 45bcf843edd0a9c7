"""What the cases defend: the clauses and Laws that turn a ruling or a result when switched off."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from aro.analysis.clause_switches import Asked, cited, clause_of, deciding, encoded, stated_laws
from aro.cases.opening import beside, read_cases
from aro.cases.run import CaseRun
from aro.cases.suite import files
from aro.errors import SituationError, UnknownTerm
from aro.fitting import door
from aro.knowledge import library as kb
from aro.knowledge.edition import Clause, Edition
from aro.processes import Watcher
from aro.rulebook import Rulebook

FIGURES = ("encoded", "spoken", "decisive", "needed")
"""Clauses that are law at all; that some case cites; that turn some case when they are switched
off; single Laws that do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What the cases of an edition do for its encoded clauses, by id, and its Laws, by name.

    `spoken` clauses are cited by some case, `decisive` ones turn one. `needed` Laws, switched off
    alone, turn a case that cites their clause or a near miss of one; one that tells what a Skill is
    may turn any. `turned` has for each case what turns it.
    """

    encoded: frozenset[str]
    spoken: frozenset[str]
    decisive: frozenset[str]
    laws: frozenset[str]
    needed: frozenset[str]
    turned: tuple[tuple[CaseRun, frozenset[str]], ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """Of an article, or of all, how many clauses and Laws there are and how far cases need them."""

    subject: str
    clauses: int
    encoded: int
    spoken: int
    decisive: int
    laws: int
    needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionCoverage:
    """What cases do for an edition: figures for each article and in all, and what they leave out.

    `unencoded` are clauses that are no law and that nothing carries, `unneeded` single Laws.
    """

    book: Rulebook
    cases: int
    articles: tuple[Figures, ...]
    whole: Figures
    unencoded: tuple[str, ...]
    unspoken: tuple[str, ...]
    undecisive: tuple[str, ...]
    unneeded: tuple[str, ...]

    def figures(self) -> dict[str, int]:
        """Return the figures in all, by name."""
        return {name: getattr(self.whole, name) for name in FIGURES}


@door
def coverage(edition: Edition, trials: Iterable[CaseRun], watch: Watcher | None = None) -> Coverage:
    """Return what cases do for the clauses of an edition; `trials` of others are passed over."""
    laws = frozenset(stated_laws(edition))
    told = {law for law in laws if law.partition(": ")[2].startswith(("skill(", "label("))}
    runs = [one for one in trials if one.book.edition is edition]
    spoken = encoded(edition) & frozenset().union(*map(cited, runs))

    def asked(run: CaseRun) -> Asked:
        of = cited(run)
        return run, spoken & of | told | {law for law in laws if clause_of(law) in of}

    found = deciding(tuple(map(asked, runs)), watch, processes=2)
    turned = frozenset().union(*found)
    misses = (CaseRun(miss, one.book) for one in runs for miss in one.case.near_misses())
    left = [(run, names & laws - turned) for run, names in map(asked, misses)]
    return Coverage(
        encoded=encoded(edition),
        spoken=spoken,
        decisive=turned & spoken,
        laws=laws,
        needed=laws & turned.union(*deciding(left, watch, processes=2)),
        turned=tuple(zip(runs, found, strict=True)),
    )


@door
def edition_coverage(
    book: Rulebook, paths: Iterable[str] = (), watch: Watcher | None = None
) -> EditionCoverage:
    """Return what the cases at some paths do for an edition; of no path, the cases of aro itself.

    Of an amended edition the cases in the amendment's folder are asked as well.
    """
    if kb.split(book.name)[1] is not None:
        bare = book.name.replace(f"@{kb.split(book.name)[1]}", "", 1)
        raise UnknownTerm(f"a whole edition is surveyed; expected {bare}", term=book.name)
    places = tuple(paths) or tuple(map(str, case_folders(book.edition)))
    if not places:
        raise SituationError("there are no case files here; expected the path of some")
    trials = tuple(_trials(book, places))
    found = coverage(book.edition, trials, watch)
    known = book.edition.clauses
    return EditionCoverage(
        book=book,
        cases=len(trials),
        articles=tuple(_figures(one.subject, one.clauses, found) for one in book.edition.articles),
        whole=_figures("in all", known.values(), found),
        unencoded=tuple(
            one.id for one in known.values() if one.id not in found.encoded and not one.carried_by
        ),
        unspoken=tuple(one for one in known if one in found.encoded - found.spoken),
        undecisive=tuple(one for one in known if one in found.spoken - found.decisive),
        unneeded=tuple(sorted(found.laws - found.needed)),
    )


def case_folders(edition: Edition) -> list[Path]:
    """Return the folders in which the cases of an edition lie, as far as they are there."""
    drafts = [edition.amendment.folder / "cases"] if edition.amendment else []
    return [one for one in (kb.home() / "tests" / "cases", *drafts) if one.is_dir()]


def _figures(subject: str, clauses: Iterable[Clause], found: Coverage) -> Figures:
    ids = {one.id for one in clauses}
    every = (found.encoded, found.spoken, found.decisive, found.laws, found.needed)
    counts = (sum(clause_of(one) in ids for one in names) for names in every)
    return Figures(subject, len(ids), *counts)


def _trials(book: Rulebook, paths: tuple[str, ...]) -> Iterator[CaseRun]:
    """Yield the cases of some files, in each release that they ask of the edition surveyed."""
    amendment = book.edition.amendment
    surveyed = book.edition.name, amendment.folder.resolve() if amendment else None
    for file in files(paths):
        for case in read_cases(file):
            for name in case.editions:
                edition, release, folder = kb.split(beside(name, case.file))
                if (edition, Path(folder).resolve() if folder else None) == surveyed:
                    yield CaseRun(case, book.at(release))
