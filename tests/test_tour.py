"""The tour for who writes rules: its files and its commands, played in its order.

The ordinary run leaves out the check for all kinds, a minute and a half; `TOUR=all` plays it too.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from aro.knowledge import library as kb

TOUR = kb.home() / "kb" / "tour.md"
ALL = os.environ.get("TOUR") == "all"
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def shown(answer: str) -> re.Pattern[str]:
    """Return what an answer has to match in which `...` stands for lines left out."""
    parts = (re.escape(one) for one in re.split(r"^\.\.\.\n", answer, flags=re.MULTILINE))
    return re.compile(r"(?:.*\n)*?".join(parts) + r"\n*")


def test_the_tour_can_be_taken(tmp_path: Path) -> None:
    for language, name, text in BLOCK.findall(TOUR.read_text(encoding="utf-8")):
        if language != "console":
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            continue
        command, _, answer = text.partition("\n")
        _, _, *arguments = shlex.split(command)
        if arguments[0] == "check" and "--kind" not in arguments and not ALL:
            continue
        run = subprocess.run(
            [sys.executable, "-m", "aro", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.stderr == ""
        assert shown(answer).fullmatch(run.stdout), run.stdout


def test_every_link_of_the_tour_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TOUR.read_text(encoding="utf-8"))
    assert links
    assert [one for one in links if not (TOUR.parent / one).exists()] == []
