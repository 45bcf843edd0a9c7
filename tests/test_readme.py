"""README: its example, its Python, its paths and links are as it says."""

import doctest
import re

import pytest

from aro import cases
from aro.knowledge import library as kb
from support.shown import matches, run

ROOT = kb.home()
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_the_python_of_readme_does_what_it_shows() -> None:
    result = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert result.attempted
    assert not result.failed


def test_the_file_of_readme_is_the_file_it_asks() -> None:
    [shown] = blocks("yaml")
    shipped = (ROOT / "tests" / "cases" / "n4" / "readme.yaml").read_text(encoding="utf-8")
    assert shipped.startswith(shown)
    assert cases.loads(shown)[0].asks == cases.loads(shipped)[0].asks


LONG = ("$ aro check", "$ aro diff")


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(block, marks=[pytest.mark.sweep] if block.startswith(LONG) else [])
        for block in blocks("console")
    ],
)
def test_the_answers_of_readme_are_the_answers(block: str) -> None:
    command, _, answer = block.partition("\n")
    told = run(command, ROOT)
    assert matches(answer, told.stdout), told.stdout
    assert told.returncode == (1 if block.startswith("$ aro diff") else 0)  # 1: there are some
    assert told.stderr == ""


def test_the_picture_of_readme_is_what_aro_draws() -> None:
    drawn = run("$ aro draw tests/cases/n4/readme.yaml", ROOT).stdout
    assert (
        drawn.rstrip() == (ROOT / "tests/cases/n4/readme.svg").read_text(encoding="utf-8").rstrip()
    )


def test_readme_is_one_page() -> None:
    assert len(TEXT.splitlines()) <= 150


def test_readme_has_the_commands_that_ci_runs() -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(lines) == 3
    assert lines[0].endswith("aro ask tests/cases/n4/readme.yaml")
    assert "pytest" in lines[1]
    assert "clingo" in lines[2]


def test_every_path_and_link_of_readme_leads_somewhere() -> None:
    table = TEXT.partition("## Where things are")[2]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    named = [path for row in rows for path in re.findall(r"`([^`]+)`", row.split("|")[1])]
    named += [link for link in re.findall(r"\]\(([^)#]+)\)", TEXT) if "://" not in link]
    assert len(named) > 10
    assert [path for path in named if not (ROOT / path).exists()] == []
    assert set(kb.editions()) <= {path.split("/")[1] for path in named if path.startswith("kb/n")}
