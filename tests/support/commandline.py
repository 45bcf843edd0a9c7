"""A case to ask on the command line, and a way to run it, for the tests of the commands."""

import pytest

from aro.cli import main

CASE = """\
edition: n4
title: A guard that sees the runner may answer it
situation:
  active: red
  troopers: {runner: {side: red}, guard: {side: blue}}
  lof: [[guard, runner], [runner, guard]]
order:
  - {who: runner, does: move}
ask:
  - {who: guard, does: dodge, at: runner, ruling: legal}
  - {who: guard, aros}
  - {who: runner, becomes}
"""
NO = CASE.replace("lof: [[guard, runner], [runner, guard]]", "lof: []").replace(
    "ruling: legal", "ruling: illegal"
)

Captured = pytest.CaptureFixture[str]


def ran(capsys: Captured, *arguments: object) -> tuple[int, str, str]:
    """Return the exit code of a command, its output and its errors."""
    code = main([str(one) for one in arguments])
    out, err = capsys.readouterr()
    return code, out, err
