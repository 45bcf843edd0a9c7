"""The rulebook, `aro ask` and plain clingo on the facts handed to it answer every case alike."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import clingo
import pytest

from aro import cases
from aro.cases import AskRuling
from aro.cases.export_facts import export_facts
from aro.cases.opening import case_run
from aro.cases.run import CaseRun
from aro.engine.facts import term
from aro.knowledge import library as kb
from aro.knowledge.edition import clause_id
from conftest import SEED, left_out
from support.commandline import Captured, ran

pytestmark = pytest.mark.drawn

ROOT = kb.home()
SHARE = 32
"""Of how many cases of a file one is asked in all three ways; before a release, every one."""

FILES = sorted((ROOT / "tests" / "cases").rglob("*.yaml"))
DRAWN = Random(SEED).sample(FILES, len(FILES) // 48)  # noqa: S311  a share, not a secret
"""The files that a newcomer's run asks in all three ways."""

MORE = Random(SEED).sample(FILES, len(FILES) // 16)  # noqa: S311  a share, not a secret
"""The files that a sweep asks so."""


def plain(text: str, edition: str) -> set[str]:
    control = clingo.Control(["--warn=none"])
    for file in (ROOT / "rules.lp", *kb.load(edition).laws):
        control.load(str(file))
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        [found] = [{str(one) for one in model.symbols(shown=True)} for model in handle]
    return found


def told(found: set[str], asked: CaseRun, question: AskRuling) -> tuple[str, set[str]]:
    """Return the ruling that plain clingo shows of what is asked, and the clauses for it."""
    act = term(asked.table, asked.table.settle(question.act))
    [ruling] = [
        one for one in ("legal", "illegal", "silent") if f"ruling(declare({act}),{one})" in found
    ]
    because = f"because(declare({act}),"
    reasons = [one.removeprefix(because)[:-1] for one in found if one.startswith(because)]
    name = asked.book.edition.name
    return ruling, {clause_id(name, one.rpartition(",")[0]) for one in reasons}


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(
            file,
            marks=left_out(newcomer=file not in DRAWN, sweep=file not in (*DRAWN, *MORE)),
            id=file.stem,
        )
        for file in FILES
    ],
)
def test_three_ways_of_asking_get_the_same_answer(
    file: Path, tmp_path: Path, capsys: Captured, *, whole: bool
) -> None:
    drawn = cases.load(file)[:: 1 if whole else SHARE]
    few = tmp_path / file.name
    few.write_text(cases.dump(*drawn), encoding="utf-8")
    _, out, _ = ran(capsys, "ask", few, "--json")
    printed = iter(json.loads(out)["cases"])
    for case in drawn:
        for edition in case.editions:
            asked = case_run(case, edition)
            answers = zip(case.asks, next(printed)["answers"], strict=True)
            for place, (question, answer) in enumerate(answers, 1):
                if not isinstance(question, AskRuling):
                    continue
                form = answer["verdict"]
                verdict = asked.book.is_legal(
                    asked.table, question.act, readings=dict(case.readings)
                )
                clauses = {reason["clause"]["id"] for reason in form["because"]}
                assert (form["ruling"], clauses) == (verdict.ruling, set(verdict.clauses))
                if not asked.table.unknown:
                    alone = place if len(asked.ways) > 1 else None
                    found = plain(export_facts(asked, alone), asked.book.edition.name)
                    assert (verdict.ruling, clauses) == told(found, asked, question)


def test_the_program_clingo_itself_takes_the_facts() -> None:
    [case] = cases.load(ROOT / "tests" / "cases" / "n4" / "readme.yaml")
    laws = [str(law) for law in kb.load("n4").laws]
    run = subprocess.run(
        [sys.executable, "-m", "clingo", "-", "rules.lp", *laws, "0"],
        input=export_facts(case_run(case, "n4")),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Models       : 1\n" in run.stdout
    assert run.stderr == ""
