"""The tables of rulings that changed name clauses that exist, each with before, after and why."""

import re

import pytest

from aro import Rulebook
from aro.knowledge import library

ROW = re.compile(r"^\| (n\d\..+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)
NAMED = re.compile(r"\b(?:n\d\.[a-z0-9_.]*\d|r_n\d_[a-z0-9_]+)")


@pytest.mark.parametrize("edition", library.editions())
def test_each_row_names_clauses_and_readings_that_exist(edition: str) -> None:
    text = (library.home() / "kb" / edition / "changes.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith(f"| {edition}.")]
    assert rows
    assert len(ROW.findall(text)) == len(rows)
    for name in NAMED.findall(text):
        known = Rulebook(name[2:4] if name.startswith("r_") else name[:2]).edition
        if name.startswith("r_"):
            assert name in {reading.id for reading in known.readings}
        else:
            assert known.clause(name).id == name
