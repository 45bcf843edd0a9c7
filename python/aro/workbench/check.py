"""Is an edition consistent: what is wrong with it, what of it does nothing, what it is silent on.

Every finding names its clauses and, where one can be shown, the smallest situation that shows it.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from aro import kb
from aro.answers import Stamp
from aro.edition import Clause, Edition, clause_id
from aro.errors import EngineError
from aro.rulebook import Rulebook
from aro.workbench import _desk
from aro.workbench._child import SECONDS, Course, Watch, apart
from aro.workbench._here import Seen
from aro.workbench._replay import confirmed
from aro.workbench._scenes import SCENES, tables
from aro.workbench._survey import SEARCHED, Survey
from aro.workbench._witness import Witness, witness
from aro.workbench.findings import KINDS, Accepted, Finding, accepted, sorted_findings


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What a check of an edition found: `new`, what was `accepted` with its reason, and `notes`."""

    about: Stamp | None
    new: tuple[Finding, ...]
    accepted: tuple[tuple[Finding, str], ...]
    notes: tuple[Finding, ...]
    unfinished: str | None = None

    @property
    def clean(self) -> bool:
        """Whether nothing was found that nobody has accepted."""
        return not self.new


def check(
    name: str,
    *,
    cases: Path | None = None,
    kinds: Iterable[str] = KINDS,
    seconds: float = SECONDS,
    watch: Watch | None = None,
) -> Check:
    """Return what a check finds of an edition, by name or as the folder of a copy of one.

    `cases` is the folder of its cases; without one they are those of the checkout, if there are.
    Of `kinds` others are not looked for.
    It runs in a process of its own, and tells how far it came if it has to stop.
    """
    found, unfinished = apart(findings, name, cases, tuple(kinds), seconds=seconds, watch=watch)
    return replace(found, unfinished=unfinished)


def findings(
    course: Course[Check],
    name: str,
    cases: Path | None = None,
    kinds: Collection[str] = tuple(KINDS),
) -> Check:
    """Return what a check finds; what it has so far is kept after each table."""
    try:
        edition = kb.read(Path(name)) if Path(name, "edition.yaml").is_file() else kb.load(name)
        book = Rulebook.over(edition) if kb.split(name)[0] != edition.name else Rulebook(name)
    except ExceptionGroup as group:
        return _sorted(None, _desk.unread(group.exceptions), (), kinds, whole=False)
    let = accepted(_folder(name, edition))
    found = [*_desk.words(edition)]
    if {"cycle", *SEARCHED} & set(kinds):
        found += _desk.circles(edition)
    broken = bool(found)
    trials, faults = _desk.trials(book, _files(edition, cases))
    found += [*faults, *_desk.steps(edition, trials)]
    if broken:
        return _sorted(book.stamp, found, let, kinds, whole=False)
    survey = Survey(book, kinds)
    scenes = tuple(tables(book, SCENES)) if SEARCHED & set(kinds) else ()
    for number, scene in enumerate(scenes):
        survey.look(scene)
        course.step(number + 1, len(scenes) + 1)
        so_far = [*found, *_of(survey)]
        course.keep(_sorted(book.stamp, so_far, let, kinds, whole=False))
    found += [*_of(survey), *_desk.modelling(edition, survey.size)] if scenes else []
    if trials and not faults and "unnoticed" in kinds:
        found += _desk.unnoticed(book, trials)
    course.step(len(scenes) + 1, len(scenes) + 1)
    return _sorted(book.stamp, found, let, kinds)


def _folder(name: str, edition: Edition) -> Path:
    if edition.amendment:
        return edition.amendment.folder
    return Path(name) if Path(name, "edition.yaml").is_file() else kb.home() / "kb" / edition.name


def _files(edition: Edition, cases: Path | None) -> Iterable[Path]:
    if edition.amendment and cases is None:
        cases = edition.amendment.folder / "cases"
    folder = cases or kb.home() / "tests" / "cases"
    return sorted(folder.rglob("*.yaml"))


def _of(survey: Survey) -> Iterator[Finding]:
    """Yield what a survey tells."""
    book = survey.book
    yield from _idle(survey)
    for term in sorted(survey.vain):
        yield _about(book, "never_prevails", (term,), "no situation is legal by this exception")
    for clash in survey.clashes.values():
        faqs = [one for one in clash.clauses if one in survey.answers]
        kind = "faq_contradicts" if faqs else "contradiction"
        says = f"of one {clash.of} both speak, and say opposite things"
        yield _about(book, kind, clash.clauses, says, clash.seen)
    for (skill, *step), seen in survey.silent.items():
        says = (
            f"no clause says of what type {skill} is, and so what goes with it"
            if step == ["type"]
            else f"no clause says whether {skill} may be declared ({' into '.join(step)})"
        )
        name = ":".join((skill, *step))
        yield Finding(kind="silence", name=name, says=says, witness=_shown(book, seen, "silent"))
    for kind, states in survey.never.items():
        for state in states:
            yield Finding(kind=kind, name=state, says=f"{state}: {KINDS[kind][1]}")
    for duty in survey.duties:
        yield Finding(kind="duty", name=duty, says=f"nothing brings about the duty {duty}")
    yield from _readings(survey)


def _idle(survey: Survey) -> Iterator[Finding]:
    book = survey.book
    speakers = {"grants", "forbids", "lifts", "affirms", "begins", "cancels", "turns", "removes"}
    speakers |= {"obliges", "modifies", "rolls", "gives", "counts", "delays", "rides"}
    for term in sorted(survey.still):
        speaks = any(law[0] in speakers for law in survey.laws[term])
        if term in survey.answers:
            says = "it says what holds without it"
            yield _about(book, "faq_clarifies", (term,), says)
        elif term in survey.vain:
            continue
        elif term in survey.mute and speaks:
            yield _about(book, "dead", (term,), "no situation of the tables makes it speak")
        elif term not in survey.mute:
            says = "it speaks, and whatever it says holds without it too"
            yield _about(book, "shadowed", (term,), says)
        else:
            yield _about(book, "idle", (term,), "without it no ruling and no result changes")
    for term, seen in survey.turns.items():
        says = "without it this situation is answered otherwise"
        yield _about(book, "faq_changes", (term,), says, seen)


def _readings(survey: Survey) -> Iterator[Finding]:
    for reading in survey.book.edition.readings:
        others = [one.name for one in reading.alternatives if one.name != reading.default]
        mine = [name for name in others if (reading.name, name) in survey.matters]
        clauses = tuple(survey.book.clause(one) for one in reading.clauses)
        if not mine:
            says = f"{reading.id}: however it is read, every ruling and every result is the same"
            yield Finding(kind="idle_reading", name=reading.id, says=says, clauses=clauses)
        for name in mine:
            seen = survey.matters[reading.name, name]
            says = f"{reading.id}: read as {name} this situation is answered otherwise"
            yield Finding(
                kind="reading",
                name=f"{reading.id}:{name}",
                says=says,
                clauses=clauses,
                witness=_shown(survey.book, seen),
            )


def _about(
    book: Rulebook, kind: str, terms: Iterable[str], says: str, seen: Seen | None = None
) -> Finding:
    clauses: list[Clause] = [book.clause(clause_id(book.edition.name, one)) for one in terms]
    shown = _shown(book, seen) if seen else None
    name = "+".join(sorted(one.id for one in clauses))
    return Finding(kind=kind, name=name, says=says, clauses=tuple(clauses), witness=shown)


def _shown(book: Rulebook, seen: Seen, ruling: str | None = None) -> Witness:
    """Return a witness, put to the rulebook again; what was promised of it must come out."""
    shown = witness(*seen)
    if not confirmed(book, shown, ruling):
        raise EngineError(f"{book.stamp} answers otherwise than the search promised: {shown.facts}")
    return shown


def _sorted(
    stamp: Stamp | None,
    found: Iterable[Finding],
    let: Iterable[Accepted],
    kinds: Collection[str],
    *,
    whole: bool = True,
) -> Check:
    """Return what was found; that nothing accepted is stale is told once all was looked at."""
    reasons = {o: each.reason for each in let for o in each.ids if o.partition(":")[0] in kinds}
    listed = sorted_findings(one for one in found if one.kind in kinds)
    stale = [
        Finding(kind="stale", name=one, says=f"{one} is accepted, and is not found any more")
        for one in sorted(set(reasons) - {each.id for each in listed})
        if whole and "stale" in kinds
    ]
    grave = [one for one in listed if one.severity != "note"]
    return Check(
        about=stamp,
        new=tuple([one for one in grave if one.id not in reasons] + stale),
        accepted=tuple((one, reasons[one.id]) for one in grave if one.id in reasons),
        notes=tuple(one for one in listed if one.severity == "note"),
    )
