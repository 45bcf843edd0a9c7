"""The package: the wheel carries the knowledge and its cases, and needs no checkout."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import aro
from aro.knowledge import library as kb

pytestmark = pytest.mark.drawn

ROOT = kb.home()
QUESTION = ROOT / "tests" / "cases" / "n4" / "readme.yaml"


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder)
    run(*pip, str(ROOT), cwd=folder)
    [built] = folder.glob("aro-*.whl")
    return built


@pytest.mark.sweep
def test_the_wheel_carries_the_law_its_cases_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    folders = (ROOT / "kb", ROOT / "tests" / "cases")
    files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    law = {path.relative_to(ROOT) for path in files}
    assert {f"aro/{path.as_posix()}" for path in law} | {"aro/rules.lp", "aro/py.typed"} <= names
    strange = [name for name in names if not re.match(r"aro/|aro-[\d.]+\.dist-info/", name)]
    assert strange == []


@pytest.fixture(name="installed", scope="module")
def install(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the commands of a fresh environment that has the wheel."""
    folder = tmp_path_factory.mktemp("fresh")
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    commands = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    run(commands / "python", "-m", "pip", "install", "-q", wheel, cwd=folder)
    return commands


@pytest.mark.sweep
def test_the_wheel_answers_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    question = tmp_path / "question.yaml"
    question.write_bytes(QUESTION.read_bytes())
    here = run(sys.executable, "-m", "aro", "ask", str(QUESTION), cwd=ROOT)
    assert run(installed / "aro", "ask", "question.yaml", cwd=tmp_path) == here
    told = run(installed / "aro", "--version", cwd=tmp_path)
    assert told == f"aro {aro.__version__} (knowledge {kb.digest()})\n"


@pytest.mark.sweep
def test_the_wheel_finds_in_an_edition_what_the_checkout_finds(
    installed: Path, tmp_path: Path, *, whole: bool
) -> None:
    check = ["check", "n3"] if whole else ["check", "n3", "--kind=out_of_step", "--kind=modelling"]
    here = run(sys.executable, "-m", "aro", *check, cwd=ROOT)
    assert run(installed / "aro", *check, cwd=tmp_path) == here
