"""Cases a line, and where to put them and their answers, for the tests of batches."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from aro.batch.line import Chunk, Manner, Told, answered

WORDS = ("dodge", "bs_attack", "mvoe", "reset", "move", "place_deployable")


def case(does: str, number: int = 0) -> str:
    return json.dumps(
        {
            "edition": "n4",
            "title": f"May the guard answer so? ({number})",
            "situation": {
                "active": "red",
                "troopers": {"runner": {"side": "red"}, "guard": {"side": "blue"}},
                "lof": [["guard", "runner"], ["runner", "guard"]],
            },
            "order": [{"who": "runner", "does": "move"}],
            "ask": [{"who": "guard", "does": does, "at": "runner"}],
        }
    )


def many(path: Path, number: int) -> None:
    told = (case(WORDS[n % len(WORDS)], n) for n in range(number))
    path.write_text("\n".join(told), encoding="utf-8")


def deadly(chunk: Chunk, manner: Manner) -> list[Told]:
    """Answer lines as ever, but die of one whose title has the number 3."""
    if any(b"(3)" in line for _, line in chunk):
        os.kill(os.getpid(), signal.SIGKILL)
    return answered(chunk, manner)


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(name="source")
def write(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text("\n".join(map(case, WORDS)) + "\n", encoding="utf-8")
    return path


@pytest.fixture(name="target")
def place(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl"
