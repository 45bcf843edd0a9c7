"""What can be found about an edition at a desk: without looking at a single situation."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from aro import cases
from aro.analysis.check.edition_search import Chosen
from aro.analysis.check.findings import Finding
from aro.analysis.clause_switches import CITING, cited, encoded
from aro.analysis.reading_facts import FILE, reading_facts
from aro.analysis.unseen_pages import unknown_patterns
from aro.cases import Case
from aro.cases.run import CaseRun
from aro.engine.clingo_program import Term, parts, read, written
from aro.engine.result_kinds import without_clause
from aro.knowledge import library as kb
from aro.knowledge.edition import Edition, Law, clause_id
from aro.knowledge.library import law
from aro.law_text.cycles import cycle, table
from aro.law_text.law_words import rules_of, theory
from aro.law_text.rule_reader import Rule
from aro.law_text.undefined_names import undefined_in
from aro.rulebook import Rulebook, evaluate

BUDGET = 120_000
"""How many ground rules a table of five pieces may come to, everything about it being open."""

PIECES = 3
"""A rule of an article that looks at so many pieces at once wants a projection of its own."""

_ID = r"n\d\.[a-z0-9_.]+\d"
_COMMENT = re.compile(rf"^% ({_ID}(?:,\s(?:% )?{_ID})*): ", re.MULTILINE)
_TERM = re.compile(r"\bsays\(([a-z][a-z0-9_]*\([a-z0-9_,]+\)),")
_SOURCELESS = re.compile(r"a clause has no 'source'|unknown source")


def unread(errors: Iterable[Exception]) -> Iterator[Finding]:
    """Yield a finding for each fault by which an edition cannot be read."""
    for error in errors:
        kind = "sourceless" if _SOURCELESS.search(str(error)) else "unreadable"
        file, line = getattr(error, "file", None), getattr(error, "line", None)
        about = getattr(error, "clause", None) or file or "edition"
        place = (file, line) if file else None
        yield Finding(kind=kind, name=str(about), says=str(error), place=place)


def words(edition: Edition) -> Iterator[Finding]:
    """Yield names that the law uses and nobody declares."""
    general = theory(kb.home() / "kb" / "theory")
    for fault in (*undefined_in(edition, general), *unknown_patterns(edition)):
        name, place = re.sub(r"\W+", "_", fault.message).strip("_"), (fault.file or "", fault.line)
        yield Finding(kind="stranger", name=name, says=fault.message, place=place)


def steps(edition: Edition, trials: Iterable[CaseRun]) -> Iterator[Finding]:
    """Yield where catalogue, law and cases are not in step."""
    laws = [Law(str(path), path.read_text(encoding="utf-8")) for path in edition.laws]
    for one in (*laws, *(edition.amendment.laws if edition.amendment else ())):
        yield from comments(edition, one.file, one.text)
    titles = {trial.case.title for trial in trials}
    law = encoded(edition)
    for clause in edition.clauses.values():
        if clause.encodable == "yes" and clause.id not in law and not clause.carried_by:
            says = f"{clause.id} is neither law nor carried by what is"
            yield Finding.of("out_of_step", [clause], says)
        for link in clause.carried_by:
            case = link.partition("#")[2]
            if (case and titles and case not in titles) or (not case and link not in law):
                says = f"{clause.id} is carried by {link}, which does nothing"
                yield Finding.of("out_of_step", [clause], says)
    for file, text in laws if edition.amendment is None else ():
        if Path(file).name == FILE and text != reading_facts(edition):
            says = f"{FILE} is not what `python -m aro.analysis.reading_facts` would make it"
            yield Finding(kind="out_of_step", name="readings", says=says, place=(file, None))


def comments(edition: Edition, file: str, text: str) -> Iterator[Finding]:
    """Yield where the comments of a file of law are not those of the clauses it states."""
    stated = {clause_id(edition.name, one) for one in _TERM.findall(text)}
    commented = {one for found in _COMMENT.findall(text) for one in re.findall(_ID, found)}
    for names, says in (
        (stated - set(edition.clauses), "states a clause that no catalogue has"),
        (stated - commented, "states it under no comment of its id"),
        (commented - stated, "has its comment, and does not state it"),
    ):
        for name in sorted(names):
            told = f"{name}: {Path(file).name} {says}"
            yield Finding(kind="out_of_step", name=name, says=told, place=(file, None))


def circles(edition: Edition) -> Iterator[Finding]:
    """Yield the cycle that the law has on a small table, if any."""
    ring = cycle(law(edition), table(1, 2))
    if ring:
        named = {written(term) for atom in ring for term in parts(read(atom))}
        mine = [one for one in edition.clauses.values() if one.term in named]
        says = f"the law runs in a circle: {', '.join(sorted(ring)[:6])}"
        name = "+".join(sorted(one.id for one in mine)) or edition.name
        yield Finding(kind="cycle", name=name, says=says, clauses=tuple(mine))


def modelling(edition: Edition, size: int) -> Iterator[Finding]:
    """Yield what makes the ground program larger than it need be; `size` is that of a table."""
    if size > BUDGET:
        says = f"a table of three comes to {size:,} ground rules, more than {BUDGET:,}"
        yield Finding(kind="modelling", name="size", says=says)
    rules = {(one.file, one.line, one.head.signature): one for one in rules_of(edition)}
    for rule in rules.values():
        names, head = Counter(atom.name for atom in rule.atoms), rule.head.signature
        for guard in ("candidate", "asked", "every"):
            if names[guard]:
                yield _rule(rule, f"a body of {head} has the guard {guard}")
        if names["piece"] + names["behind"] + names["trooper"] >= PIECES:
            says = f"a body of {head} looks at {PIECES} pieces at once: project one first"
            yield _rule(rule, says)


def _rule(rule: Rule, says: str) -> Finding:
    name = f"{Path(rule.file).stem}:{re.sub(r'[^a-z0-9_]+', '_', rule.head.signature)}"
    return Finding(kind="modelling", name=name, says=says, place=(rule.file, rule.line))


def trials(book: Rulebook, files: Iterable[Path]) -> tuple[list[CaseRun], list[Finding]]:
    """Return the cases of an edition, and what is wrong with the files of them."""
    found: list[CaseRun] = []
    faults: list[Finding] = []
    for file in files:
        try:
            loaded = cases.load(file)
        except ExceptionGroup as group:
            faults += _faulty(file, group.exceptions)
            continue
        for case in loaded:
            for name in case.editions:
                if kb.split(name)[0] == book.edition.name:
                    try:
                        found.append(CaseRun(case, book.at(kb.split(name)[1])))
                    except ExceptionGroup as group:
                        faults += _faulty(file, group.exceptions)
    return found, faults


def _faulty(file: Path, errors: Iterable[Exception]) -> Iterator[Finding]:
    for error in errors:
        line = getattr(error, "line", None)
        what = re.sub(r"[^a-z0-9_]+", "_", getattr(error, "message", str(error)).lower())
        name = f"{file.stem}:{what.strip('_')[:60]}"
        yield Finding(kind="stranger", name=name, says=str(error), place=(str(file), line))


def parted(found: Iterable[CaseRun], wanted: Collection[Chosen]) -> dict[Chosen, Case]:
    """Return the alternatives of readings that turn a case of its own, each with its near miss."""
    shown: dict[Chosen, Case] = {}
    for trial in found:
        for miss in trial.case.near_misses() if wanted else ():
            new = set(miss.readings) ^ set(trial.case.readings)
            for one in (new & set(wanted)) - shown.keys():
                if _results(CaseRun(miss, trial.book)) != _results(trial):
                    shown[one] = miss
    return shown


def _results(run: CaseRun) -> list[frozenset[tuple[Term, ...]]]:
    """Return rulings and results of a case, without the clauses that explain them."""
    answers = (evaluate(way).require().certain for way in run.ways)
    kept = ((one for one in found if one[0] not in CITING) for found in answers)
    return [frozenset(map(without_clause, found)) for found in kept]


def unnoticed(
    book: Rulebook, found: Iterable[CaseRun], noticed: Collection[str]
) -> Iterator[Finding]:
    """Yield the clauses that no case would miss; the others are `noticed`."""
    outside = {one.id for one in book.edition.outside(book.release)}
    spoken = frozenset[str]().union(*map(cited, found))
    for name in sorted(encoded(book.edition).difference(noticed, outside)):
        cited_in_vain = f"{name} is cited by a case, and none turns without it"
        says = cited_in_vain if name in spoken else f"no case cites {name}"
        yield Finding.of("unnoticed", [book.clause(name)], says)
