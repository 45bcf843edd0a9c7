"""The package: the wheel carries the knowledge and answers where there is no checkout."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import aro
from aro.knowledge import library as kb

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
def test_the_wheel_carries_the_law_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    law = {path.relative_to(ROOT) for path in (ROOT / "kb").rglob("*") if path.is_file()}
    assert {f"aro/{path.as_posix()}" for path in law} | {"aro/rules.lp", "aro/py.typed"} <= names
    strange = [name for name in names if not re.match(r"aro/|aro-[\d.]+\.dist-info/", name)]
    assert strange == []


@pytest.mark.sweep
def test_the_wheel_answers_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    question = tmp_path / "question.yaml"
    question.write_bytes(QUESTION.read_bytes())
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    installed = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    run(installed / "python", "-m", "pip", "install", "-q", wheel, cwd=tmp_path)
    here = run(sys.executable, "-m", "aro", "ask", str(QUESTION), cwd=ROOT)
    assert run(installed / "aro", "ask", "question.yaml", cwd=tmp_path) == here
    told = run(installed / "aro", "--version", cwd=tmp_path)
    assert told == f"aro {aro.__version__} (knowledge {kb.digest()})\n"
