"""What grounding skips by `kb/theory/demand.lp` changes no answer."""

from pathlib import Path

import clingo
import pytest

from aro import cases
from aro.cases.export_facts import export_facts
from aro.cases.opening import case_run
from aro.cases.run import CaseRun
from aro.knowledge import library as kb

pytestmark = pytest.mark.drawn

ROOT = kb.home()
RULES = (ROOT / "rules.lp").read_text(encoding="utf-8")
DEMAND = '"kb/theory/demand.lp"'
EVERYTHING = '"tests/everything_demanded.lp"'
MANY = 6
"""How many cases of an edition are asked both ways; before a release, all on a small table."""

SMALL = 3
"""How many troopers are on a small table at most."""


def answer(rules: str, laws: tuple[Path, ...], text: str) -> set[str]:
    control = clingo.Control(["--warn=none"])
    control.add(
        "base", [], rules.replace('"kb/', f'"{ROOT}/kb/').replace('"tests/', f'"{ROOT}/tests/')
    )
    for law in laws:
        control.load(str(law))
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        [found] = [{str(one) for one in model.symbols(shown=True)} for model in handle]
    return {one for one in found if ",react," not in one}  # a right that nobody asked for


def small(edition: str) -> list[CaseRun]:
    """Return the cases of one Order, asked in one way, with few troopers."""
    files = sorted((ROOT / "tests" / "cases" / edition).rglob("*.yaml"))
    found = [case for file in files for case in cases.load(file)]
    runs = [case_run(case, edition) for case in found if not case.then]
    return [run for run in runs if len(run.table.troopers) <= SMALL and len(run.ways) == 1]


@pytest.mark.parametrize(
    "edition", ["n4", *(pytest.param(one, marks=pytest.mark.sweep) for one in ("n2", "n3", "n5"))]
)
def test_the_answers_stay_if_everything_is_demanded(edition: str, *, whole: bool) -> None:
    assert RULES.count(DEMAND) == 1
    laws = tuple(kb.load(edition).laws)
    found = small(edition)
    for run in found if whole else found[:: len(found) // MANY]:
        facts = export_facts(run)
        told = answer(RULES, laws, facts)
        assert told, run.case.title
        assert answer(RULES.replace(DEMAND, EVERYTHING), laws, facts) == told, run.case.title
