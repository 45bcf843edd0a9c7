"""Is an edition consistent: what is wrong with it, what of it does nothing, what it is silent on.

Every finding names its clauses and, where one can be shown, the smallest situation that shows it.
"""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from aro.analysis.bounded import SECONDS, Progress, Report, bounded, in_vain, quiet
from aro.analysis.check import static_checks
from aro.analysis.check.edition_search import SEARCHED, EditionSearch, Turning
from aro.analysis.check.findings import KINDS, Finding, accepted, sorted_findings
from aro.analysis.check.search_findings import SearchFindings
from aro.analysis.clause_switches import turning as turning_clauses
from aro.analysis.coverage import case_folders
from aro.analysis.search.small_tables import SCENES, Scene, tables
from aro.answers import Stamp
from aro.cases.run import CaseRun
from aro.cases.suite import files, in_folder
from aro.errors import AmendmentError
from aro.fitting import door
from aro.knowledge import catalogue
from aro.knowledge import library as kb
from aro.knowledge.edition import Edition
from aro.processes import Child, Watcher
from aro.rulebook import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What a check of an edition found: `new`, what was `accepted` with its reason, and `notes`.

    If not all was looked for, `unfinished` says how far it came, and it `stopped` at a bound.
    """

    about: Stamp | None
    new: tuple[Finding, ...]
    accepted: tuple[tuple[Finding, str], ...]
    notes: tuple[Finding, ...]
    unfinished: str | None = None
    stopped: bool = False

    @property
    def clean(self) -> bool:
        """Whether it came to its end, and nothing was found that nobody has accepted."""
        return not self.new and not self.stopped

    @property
    def all(self) -> tuple[Finding, ...]:
        """What was found, accepted or not."""
        return (*self.new, *(one for one, _ in self.accepted), *self.notes)

    def without(self, known: Collection[str]) -> "Check":
        """Return it without the findings of these ids."""
        return replace(
            self,
            new=tuple(one for one in self.new if one.id not in known),
            accepted=tuple(each for each in self.accepted if each[0].id not in known),
            notes=tuple(one for one in self.notes if one.id not in known),
        )


@door
def check(
    name: str,
    *,
    cases: Path | None = None,
    kinds: Iterable[str] = KINDS,
    seconds: float = SECONDS,
    watch: Watcher | None = None,
) -> Check:
    """Return what a check finds of an edition, by name or as the folder of a copy of one.

    `cases` is the folder of its cases; without one they are those that come with aro.
    Of `kinds` others are not looked for.
    It runs in a process of its own, and tells how far it came if it has to stop.
    """
    found, unfinished = bounded(run_check, name, cases, tuple(kinds), seconds=seconds, watch=watch)
    return replace(found, unfinished=unfinished, stopped=True) if unfinished else found


def run_check(
    report: Report, name: str, cases: Path | None = None, kinds: Collection[str] = tuple(KINDS)
) -> Check:
    """Return what a check finds, and report what it has found after each table.

    Of an amended edition that is what the edition without the amendment has not.
    """
    bare, release, folder = kb.split(name)
    if folder is None or _is_copy(name):
        return _found(report, name, cases, _Wanted(kinds))
    known = {} if release else accepted(kb.home() / "kb" / bare)
    found = _found(report, name, cases, _Wanted(kinds, known))
    clauses = kb.load(bare).clauses
    left = [one for one in found.all if all(named.id in clauses for named in one.clauses)]
    if not left:
        return found
    about = {named.id for one in left for named in one.clauses}
    about |= {one.name.partition(":")[0] for one in left}
    again = _Wanted({one.kind for one in left}, about=about)
    base = _found(quiet, name.partition("+")[0], None, again)
    return found.without({one.id for one in base.all})


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The kinds of finding that are looked for, and the ids of those that are known already.

    Whether a clause or a reading does anything is asked of those that it is `about`, or of all.
    """

    kinds: Collection[str]
    known: Container[str] = ()
    about: Collection[str] | None = None


def _found(report: Report, name: str, cases: Path | None, wanted: _Wanted) -> Check:
    """Return what is found of one edition."""
    kinds = wanted.kinds
    try:
        copy = _is_copy(name)
        book = Rulebook.over(catalogue.read(Path(name))) if copy else Rulebook(name)
    except ExceptionGroup as group:
        return _sorted(None, static_checks.unread(group.exceptions), {}, wanted, whole=False)
    edition, amendment = book.edition, book.edition.amendment
    folder = Path(name) if copy else kb.home() / "kb" / edition.name
    let = accepted(amendment.folder, AmendmentError) if amendment else accepted(folder)
    found = [*static_checks.words(edition)]
    trials, faults = static_checks.trials(book, _files(edition, cases))
    scenes = tuple(tables(book, SCENES)) if SEARCHED & set(kinds) else ()
    if scenes or "cycle" in kinds:
        found += static_checks.circles(edition)
    broken = bool(found)
    found += [*faults, *static_checks.steps(edition, trials)]
    if broken:
        return _sorted(book.stamp, found, let, wanted, whole=False)
    search = EditionSearch(book, kinds)
    if wanted.about is not None:
        search.only(wanted.about)
    findings = SearchFindings(search)
    with ExitStack() as stack:
        turning: Turning = frozenset
        noticing = trials and not faults and (scenes or "unnoticed" in kinds)
        if noticing:
            work = Child[Sequence[CaseRun], frozenset[str]](turning_clauses)
            child = stack.enter_context(closing(work))
            child.give(trials)
            turning = cache(child.result)
        for number, _ in enumerate(_looked(findings, scenes, trials, turning), start=1):
            so_far = _sorted(book.stamp, [*found, *findings.shown()], let, wanted, whole=False)
            report(Progress(number, len(scenes) + 1, so_far))
        if scenes:
            found += [*findings.all(), *static_checks.modelling(edition, search.known.size)]
        if noticing:
            found += static_checks.unnoticed(book, trials, turning())
    whole = _sorted(book.stamp, found, let, wanted)
    return replace(whole, unfinished=in_vain(search.known.given_up))


def _looked(
    findings: SearchFindings, scenes: Sequence[Scene], trials: Iterable[CaseRun], turning: Turning
) -> Iterator[None]:
    """Look some tables through, and stop after each."""
    search = findings.search

    def turned() -> Collection[str]:
        findings.replay()
        return turning()

    for scene in scenes[:1]:
        # To find a situation that a reading turns costs far more than to ask a case that has one.
        idle = {(key[1], key[2]) for key in search.known.open if key[0] == "idle_reading"}
        search.shown_by(static_checks.parted(trials, idle))
        search.look(scene, turned)
        yield
    yield from search.look_at_all(scenes[1:])


def _is_copy(name: str) -> bool:
    """Return whether a folder is meant; an edition's name means none that is called the same."""
    return kb.split(name)[0] not in kb.editions() and Path(name, "edition.yaml").is_file()


def _files(edition: Edition, cases: Path | None) -> Iterable[Path]:
    if cases is not None:
        return map(Path, files([cases.as_posix()]))
    return sorted(file for folder in case_folders(edition) for file in in_folder(folder))


def _sorted(
    stamp: Stamp | None,
    found: Iterable[Finding],
    let: Mapping[str, str],
    wanted: _Wanted,
    *,
    whole: bool = True,
) -> Check:
    """Return what was found; that nothing accepted is stale is told once all was looked at."""
    reasons = {one: why for one, why in let.items() if one.partition(":")[0] in wanted.kinds}
    listed = sorted_findings(
        one
        for one in found
        if one.kind in wanted.kinds and not any(known in wanted.known for known in one.ids)
    )
    let_by = {one: known for one in listed for known in one.ids if known in reasons}
    stale = [
        Finding(kind="stale", name=one, says=f"{one} is accepted, and is not found any more")
        for one in sorted(reasons.keys() - let_by.values())
        if whole and "stale" in wanted.kinds
    ]
    grave = [one for one in listed if one.severity != "note"]
    return Check(
        about=stamp,
        new=tuple([one for one in grave if one not in let_by] + stale),
        accepted=tuple((one, reasons[let_by[one]]) for one in grave if one in let_by),
        notes=tuple(one for one in listed if one.severity == "note"),
    )
