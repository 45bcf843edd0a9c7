"""Imports that the contract of layers cannot see: those by a name in a string."""

import ast
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
