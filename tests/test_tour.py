"""The tour for who writes rules: its files and its commands, played in its order.

A sweep leaves out the check for all kinds, a minute and a half.
"""

import re
from pathlib import Path

import pytest

from aro.knowledge import library as kb
from support.shown import matches, run

pytestmark = pytest.mark.drawn

TOUR = kb.home() / "kb" / "tour.md"
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.sweep
def test_the_tour_can_be_taken(tmp_path: Path, *, whole: bool) -> None:
    for language, name, text in BLOCK.findall(TOUR.read_text(encoding="utf-8")):
        if language != "console":
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            continue
        command, _, answer = text.partition("\n")
        searches = command.startswith(("$ aro check", "$ aro diff"))
        if searches and "--kind" not in command and not whole:
            continue
        told = run(command, tmp_path)
        assert told.stderr == ""
        assert matches(answer, told.stdout), told.stdout


def test_every_link_of_the_tour_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TOUR.read_text(encoding="utf-8"))
    assert links
    assert [one for one in links if not (TOUR.parent / one).exists()] == []
