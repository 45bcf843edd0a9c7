"""No code of a stranger runs, wherever it lies: beside the files, in a cache, in an amendment."""

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from aro import Rulebook, cases
from aro.analysis.check import check
from aro.cases.opening import case_run
from aro.errors import AmendmentError
from aro.knowledge import library as kb
from support.commandline import CASE

pytestmark = pytest.mark.drawn

ARO = Path(sys.executable).with_name("aro")
WARY = kb.home() / "tests" / "amendments" / "wary_guards"
LOADED = """
import pkgutil, sys
from importlib import import_module
import aro
for one in pkgutil.walk_packages(aro.__path__, "aro."):
    import_module(one.name)
import distributed, pyarrow.parquet
print(*{name.partition(".")[0] for name in sys.modules})
"""
ENTRY = "[aro.overlays]\namendments = evil_overlay:laid\nnearer = evil_overlay:laid\n"
QUICK = (
    "rules n4+mine",
    "ask case.yaml",
    "batch lines.jsonl answers.jsonl --processes 2",
)
MOST = (
    "test cases",
    "ask amended.yaml --readings",
    "aros amended.yaml",
    "options amended.yaml",
    "resolve amended.yaml",
    "what-if amended.yaml --changes 1",
    "facts amended.yaml",
    "draw amended.yaml",
    "draw n4+mine",
    "new n4+mine",
    "batch lines.parquet answers.parquet --processes 2",
    "batch lines.jsonl others.jsonl --scheduler tcp://127.0.0.1:9",
    "check n4+mine --kind modelling --html page.html",
    "diff n4 n4+mine --seconds 4 --markdown page.md",
    "coverage n4+mine cases",
    "--version",
)


def planted(folder: Path, ran: Path) -> None:
    """Fill a folder with modules of every name that is imported; each says that it was run."""
    told = subprocess.run(
        [sys.executable, "-P", "-c", LOADED], capture_output=True, text=True, check=True
    )
    code = f"open({str(ran)!r}, 'a').write(__name__ + '\\n')\n"
    names = {*told.stdout.split(), *sys.stdlib_module_names, "evil_overlay"}
    for name in names | {"usercustomize", "sitecustomize", "pandas", "numpy"}:
        (folder / f"{name}.py").write_text(code, encoding="utf-8")
    (folder / "evil.pth").write_text(f"import os; {code}", encoding="utf-8")
    for name in ("aro-99.0.0", "evil-1.0"):
        info = folder / f"{name}.dist-info"
        info.mkdir()
        project, version = name.split("-")
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {project}\nVersion: {version}\n", encoding="utf-8"
        )
        (info / "entry_points.txt").write_text(ENTRY, encoding="utf-8")


@pytest.mark.parametrize(
    "commands", [QUICK, pytest.param(MOST, marks=pytest.mark.sweep)], ids=["quick", "most"]
)
def test_no_code_that_lies_about_is_run(commands: tuple[str, ...], tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    first = tmp_path / "work"
    first.mkdir()
    planted(first, ran)
    cache = tmp_path / "cache"
    for folder in (cache, first / "mine", first / "cases"):
        shutil.copytree(first, folder, ignore=shutil.ignore_patterns("mine", "cases"))
    cache.chmod(0o700)
    shutil.copytree(WARY, first / "mine", dirs_exist_ok=True)
    files = {"case.yaml": CASE, "cases/case.yaml": CASE}
    files["amended.yaml"] = CASE.replace("edition: n4", "edition: n4+mine")
    line = '{"edition": "n4", "title": "x", "situation": {"active": "red"}, "order": []}\n'
    files["lines.jsonl"] = 40 * line
    for name, text in files.items():
        (first / name).write_text(text, encoding="utf-8")
    if commands is MOST:
        arrow, parquet = map(import_module, ("pyarrow", "pyarrow.parquet"))  # slow to load
        parquet.write_table(arrow.table({"case": [line] * 40}), first / "lines.parquet")
    settings = {**os.environ, "ARO_CACHE": str(cache)}
    for command in commands:
        told = subprocess.run(
            [ARO, *command.split()],
            cwd=first,
            env=settings,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert not ran.exists(), (command, ran.read_text(encoding="utf-8"))
        assert told.returncode in {0, 1, 2}, (command, told.stderr)
        assert "Traceback" not in told.stderr


CHILD = """
import os, sys
import aro.processes
sys.path.insert(0, {place})
child = aro.processes.Child(len)
child.give("abc")
print(child.result())
child.close()
"""


def test_the_current_folder_is_no_place_for_modules_of_children(tmp_path: Path) -> None:
    ran, work = tmp_path / "ran", tmp_path / "work"
    work.mkdir()
    for name in ("graphlib", "json", "socket", "selectors", "resource", "yaml", "clingo"):
        (work / f"{name}.py").write_text(f"open({str(ran)!r}, 'a')\n", encoding="utf-8")
    for place in ("''", "'.'", "os.getcwd()"):
        told = subprocess.run(
            [sys.executable, "-P", "-c", CHILD.format(place=place)],
            cwd=work,
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout == "3\n"
        assert not ran.exists()


def test_the_current_folder_is_no_place_for_editions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("n4", "n4+mine"):
        Path(name).mkdir()
        Path(name, "edition.yaml").write_text("of a stranger: yes\n", encoding="utf-8")
    assert check("n4", kinds=["unreadable"]).about == Rulebook("n4").stamp
    with pytest.raises(AmendmentError, match="no amendment can be read"):
        check("n4+mine", kinds=["unreadable"])


def test_the_current_folder_is_no_place_for_the_theory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in kb.law(kb.load("n4")):
        assert isinstance(file, Path)
        place = tmp_path / file.relative_to(kb.home())
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("of a stranger", encoding="utf-8")
    [case] = cases.loads(CASE)
    assert list(case_run(case, "n4").failures()) == []
