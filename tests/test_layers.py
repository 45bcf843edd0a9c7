"""Imports that the contract of layers cannot see: those by a name in a string."""

import ast
import subprocess
import sys
from pathlib import Path

from aro.knowledge import library

PACKAGE = library.home() / "python" / "aro"
BY_NAME = {
    "notebook.py": "the one port through which the core asks a guest how a value is shown",
    "extras.py": "loads packages of others that come with an extra",
    "knowledge/library.py": "the entry point of whoever lays drafts over an edition",
    "cli/__init__.py": "loads the one command that was asked for",
}


def imports_by_name(path: Path) -> bool:
    names = {
        getattr(node, "id", getattr(node, "attr", getattr(node, "name", None)))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    }
    return not names.isdisjoint({"import_module", "__import__", "entry_points", "__getattr__"})


def test_only_these_modules_import_by_name() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if imports_by_name(path)
    }
    assert found == set(BY_NAME)


ASKED = """
import sys
from aro import Act, Rulebook, Situation, Trooper

anna, bert = Trooper("anna", side="red"), Trooper("bert", side="blue")
table = Situation(active="red", troopers=[anna, bert])
str(Rulebook("n4").is_legal(table, Act("anna", "move")))
print(*sorted(name for name in sys.modules if name.startswith(("aro", "rich"))))
"""


def test_a_verdict_is_written_without_pictures_cases_or_a_terminal() -> None:
    run = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, check=True)
    rooms = {name.split(".")[1] for name in run.stdout.split() if name.startswith("aro.")}
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert rooms & folders == {"knowledge", "engine", "compiled"}
    assert "rich" not in run.stdout.split()
