"""Amendments: the worked one, and what becomes of an edition under one."""

import json
import shlex
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from aro import cases
from aro.cases.export_facts import export_facts
from aro.cases.opening import case_run, open_file
from aro.cases.suite import run_suite
from aro.knowledge import library as kb
from aro.rulebook import Rulebook
from support.commandline import CASE, Captured, ran
from support.drafts import SAYS, YAML, Folder, write

pytestmark = pytest.mark.drawn

WORKED = kb.home() / "tests" / "amendments" / "wary_guards"
CASES = WORKED / "cases" / "wary_guards.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Return what writes an amendment, with other files than are usual."""
    return partial(write, tmp_path)


def test_the_worked_amendment_does_what_its_cases_say() -> None:
    tally = run_suite([str(CASES)])
    assert (tally.failures, tally.faults, tally.defects) == ((), (), ())
    assert tally.passed == 8


def test_an_amended_edition_leaves_the_edition_as_it_is() -> None:
    assert "n4.wary_guards.discover.1" not in kb.load("n4").clauses
    assert kb.load("n4").amendment is None


def test_the_stamp_names_the_amendment_and_covers_it(folder: Folder) -> None:
    stamp = Rulebook(f"n4@1.3+{WORKED}").stamp
    assert str(stamp) == "n4@1.3+wary_guards"
    plain = Rulebook("n4@1.3").stamp
    other = kb.load(f"n4+{folder()}").amendment
    assert len({plain.digest, stamp.digest, kb.digest(other)}) == 3


def test_what_is_replaced_or_repealed_is_off_and_says_so(capsys: Captured) -> None:
    book = Rulebook(f"n4+{WORKED}")
    assert {"off(impersonation(level1,3))", "off(impersonation(effect,6))"} <= set(book.off)
    _, out, _ = ran(capsys, "rules", f"n4+{WORKED}", "impersonation.level1.3")
    assert "replaced by n4.wary_guards.discover.1" in out
    _, out, _ = ran(capsys, "rules", f"n4+{WORKED}", "impersonation.effect.6", "--json")
    [told] = json.loads(out)["clauses"]
    assert (told["amended"], told["in_force"]) == ("repealed", False)


def test_what_comes_with_a_release_replaces_from_then_on(folder: Folder) -> None:
    text = YAML.replace('"yes"', '"yes"\n    since: "1.3"\n    replaces: n4.discover.legality.2')
    place = folder(mine_yaml=text)
    assert "off(discover(legality,2))" in Rulebook(f"n4+{place}").off
    assert "off(discover(legality,2))" not in Rulebook(f"n4@1.2+{place}").off


def test_answers_tell_drafts_as_such(capsys: Captured) -> None:
    _, out, _ = ran(capsys, "ask", CASES, "--full")
    assert "draft: an amendment, no page of the game" in " ".join(out.split())
    _, out, _ = ran(capsys, "ask", CASES, "--json")
    stamps = [one["stamp"]["amendment"] for one in json.loads(out)["cases"]]
    assert stamps == ["wary_guards"] * 4 + [None]


def test_plain_clingo_takes_the_files_that_the_facts_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kb.home())
    asked = open_file(str(CASES.relative_to(kb.home())))[0]
    text = export_facts(asked)
    named = shlex.split(text.splitlines()[1].removeprefix("% clingo - "))
    files = [str(file) for one in named for file in sorted(kb.home().glob(one))]
    run = subprocess.run(
        [sys.executable, "-m", "clingo", "-", *files, "0"],
        input=text,
        cwd=kb.home(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Models       : 1\n" in run.stdout
    assert "wary_guards(discover,1)" in run.stdout
    assert run.stderr == ""


def test_a_case_finds_its_amendment_from_where_it_lies(folder: Folder) -> None:
    place = folder()
    (place / "tables").mkdir()
    file = place / "tables" / "one.yaml"
    file.write_text(CASE.replace("edition: n4", "edition: N4@2.1+.."), encoding="utf-8")
    [case] = cases.load(file)
    assert cases.loads(cases.dump(case))[0].editions == ("n4@2.1+..",)
    assert str(case_run(case, case.editions[0]).book.stamp) == f"n4@2.1+{place.name}"


@pytest.mark.sweep
def test_a_changed_file_is_another_amendment(folder: Folder) -> None:
    before = kb.load(f"n4+{folder()}")
    assert kb.load(f"n4+{folder()}") is before
    assert kb.load(f"n4+{folder(mine_lp=SAYS + SAYS)}") is not before
