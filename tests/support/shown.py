"""What a page shows of a command and its output, and the command itself, run."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

OMISSION = re.compile(r"^\.\.\.\n", re.MULTILINE)


def matches(shown: str, output: str) -> bool:
    """Return whether an output is the shown one, in which a line `...` stands for any lines."""
    parts = (re.escape(part) for part in OMISSION.split(shown))
    return re.fullmatch(r"(?:.*\n)*?".join(parts) + r"\n*", output) is not None


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the `aro` command of a line such as `$ aro ask FILE`, in a folder."""
    _, _, *arguments = shlex.split(command)
    return subprocess.run(
        [sys.executable, "-m", "aro", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
