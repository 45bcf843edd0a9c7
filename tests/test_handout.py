"""Facts handed to plain clingo get the answer that the rulebook gives, for every case."""

import subprocess
import sys
from pathlib import Path

import clingo
import pytest

from aro import cases, kb
from aro.answers import Verdict
from aro.cases import Ruling
from aro.docket import trial
from aro.edition import clause_id
from aro.facts import term
from aro.handout import handout
from aro.trial import Trial

ROOT = kb.home()
FILES = sorted((ROOT / "tests" / "cases").rglob("*.yaml"))


def plain(text: str, edition: str) -> set[str]:
    control = clingo.Control(["--warn=none"])
    for file in (ROOT / "rules.lp", *kb.load(edition).laws):
        control.load(str(file))
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        [found] = [{str(one) for one in model.symbols(shown=True)} for model in handle]
    return found


def told(found: set[str], asked: Trial) -> None:
    name = asked.book.edition.name
    for question, verdict in asked.answers():
        if isinstance(question, Ruling) and isinstance(verdict, Verdict):
            act = term(asked.table, asked.table.settle(question.act))
            assert f"ruling(declare({act}),{verdict.ruling})" in found
            because = f"because(declare({act}),"
            reasons = [one.removeprefix(because)[:-1] for one in found if one.startswith(because)]
            clauses = {clause_id(name, one.rpartition(",")[0]) for one in reasons}
            assert clauses == set(verdict.clauses)


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_plain_clingo_gives_the_same_answer(file: Path) -> None:
    for case in cases.load(file):
        for edition in case.editions:
            asked = trial(case, edition)
            if not asked.table.unknown and any(isinstance(one, Ruling) for one in case.asks):
                told(plain(handout(asked), asked.book.edition.name), asked)


def test_the_program_clingo_itself_takes_the_facts() -> None:
    [case] = cases.load(ROOT / "tests" / "cases" / "n4" / "readme.yaml")
    laws = [str(law) for law in kb.load("n4").laws]
    run = subprocess.run(
        [sys.executable, "-m", "clingo", "-", "rules.lp", *laws, "0"],
        input=handout(trial(case, "n4")),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Models       : 1\n" in run.stdout
    assert run.stderr == ""
