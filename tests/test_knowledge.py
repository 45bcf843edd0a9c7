"""The knowledge as a whole: law and catalogue in step, no cycle, every clause defended by cases."""

from functools import cache
from itertools import product
from pathlib import Path

import pytest

from aro import cases
from aro.analysis.check.findings import accepted
from aro.analysis.check.static_checks import comments
from aro.analysis.clause_switches import clause_of, deciding, encoded, stated_laws
from aro.analysis.coverage import FIGURES, Coverage, coverage
from aro.analysis.coverage_floor import floor_of
from aro.analysis.reading_facts import FILE, reading_facts
from aro.cases.run import CaseRun
from aro.cases.suite import expects
from aro.knowledge import library as kb
from aro.knowledge.edition import Edition
from aro.law_text.cycles import cycle, table
from aro.rulebook import Rulebook
from conftest import left_out
from support.strategies import LARGE

pytestmark = pytest.mark.drawn

EDITIONS = kb.editions()
CASES = kb.home() / "tests" / "cases"
FLOOR = kb.home() / "tests" / "coverage.yaml"
SHAPES = [(2, 1), (2, 3), (3, 5)]
MOST = 3
"""A sweep tries tables of at most so many pieces; long editions it leaves to `aro check`."""


@cache
def trials() -> tuple[CaseRun, ...]:
    found = [case for path in sorted(CASES.rglob("*.yaml")) for case in cases.load(path)]
    return tuple(CaseRun(case, Rulebook(name)) for case in found for name in case.editions)


def bounded(found: Coverage) -> frozenset[str]:
    """Return the clauses that turn a case and do nothing in a near miss, a single fact apart."""
    missed = [
        (CaseRun(miss, trial.book), names & found.decisive)
        for trial, names in found.turned
        for miss in trial.case.near_misses()
    ]
    still = deciding(missed)
    return frozenset().union(
        *(names - turned for (_, names), turned in zip(missed, still, strict=True))
    )


def of_devices(name: str) -> frozenset[str]:
    """Return the clauses that only tell a value of a kind of device: no other fact undoes it."""
    book = Rulebook(name)
    values = tuple(f"gives({device}," for device in book.vocabulary.devices)
    other = (
        law for law in stated_laws(book.edition) if not law.partition(": ")[2].startswith(values)
    )
    return encoded(book.edition) - frozenset(map(clause_of, other))


def laws(edition: Edition) -> list[tuple[Path, str]]:
    return [(path, path.read_text(encoding="utf-8")) for path in edition.laws]


@pytest.mark.parametrize(
    ("name", "reds", "blues"),
    [
        pytest.param(
            name,
            reds,
            blues,
            marks=left_out(newcomer=True, sweep=name in LARGE or reds + blues > MOST),
        )
        for name, (reds, blues) in product(EDITIONS, SHAPES)
    ],
)
def test_the_ground_program_has_no_cycle(name: str, reds: int, blues: int) -> None:
    assert not cycle([kb.home() / "rules.lp", *kb.load(name).laws], table(reds, blues))


@pytest.mark.parametrize("name", EDITIONS)
def test_every_stated_clause_is_catalogued_under_its_comment(name: str) -> None:
    edition = kb.load(name)
    found = [str(one) for path, text in laws(edition) for one in comments(edition, path.name, text)]
    assert found == []


@pytest.mark.parametrize("name", EDITIONS)
def test_every_clause_is_encoded_or_carried_or_says_why_not(name: str) -> None:
    edition = kb.load(name)
    law = encoded(edition)
    idle = [
        clause.id
        for clause in edition.clauses.values()
        if clause.encodable == "yes" and clause.id not in law and not clause.carried_by
    ]
    assert not idle


@pytest.mark.parametrize("name", EDITIONS)
def test_what_carries_a_clause_is_there(name: str) -> None:
    edition = kb.load(name)
    law = encoded(edition)
    titles = {(trial.case.file, trial.case.title) for trial in trials()}
    places = {f"{Path(file or '').relative_to(kb.home())}#{title}" for file, title in titles}
    for clause in edition.clauses.values():
        for link in clause.carried_by:
            assert link in law or link in places, (
                f"{clause.id} is carried by {link}, which does nothing"
            )


@pytest.mark.parametrize("name", EDITIONS)
def test_the_facts_of_readings_are_what_would_be_generated(name: str) -> None:
    [path] = [path for path in kb.load(name).laws if path.name == FILE]
    told = "run `python -m aro.analysis.reading_facts`"
    assert path.read_text(encoding="utf-8") == reading_facts(kb.load(name)), told


def test_every_case_and_every_near_miss_expects_something() -> None:
    whole = (one for trial in trials() for one in (trial.case, *trial.case.near_misses()))
    assert [one.title for one in whole if not any(map(expects, one.asks))] == []


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=left_out(newcomer=True, sweep=one != "n4")) for one in EDITIONS],
)
def test_every_encoded_clause_decides_a_case_and_has_a_near_miss(name: str) -> None:
    found = coverage(kb.load(name), trials())
    let = {one.removeprefix("unnoticed:") for one in accepted(kb.home() / "kb" / name)}
    assert not sorted(found.encoded - found.decisive - let), "no case turns without them"
    assert not sorted(found.decisive - bounded(found) - of_devices(name)), "no near miss"
    floor = floor_of(FLOOR).get(name, {})
    now = {figure: len(getattr(found, figure)) for figure in FIGURES}
    fallen = {one: least for one, least in floor.items() if now[one] < least}
    assert not fallen, f"now {now}; where it is right, write {FLOOR.name} anew"
