"""Wrong input: every fault with file, line and near names, exit code 2, never a traceback."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from aro.cli import main

pytestmark = pytest.mark.drawn

CASE = """\
edition: n4
title: A guard answers
situation:
  active: red
  troopers:
    runner: {side: red}
    guard: {side: blue}
  lof: [[guard, runner]]
order:
  - {who: runner, does: move}
ask:
  - {who: guard, does: dodge, at: runner}
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "edition: n4",
            "edition: n9",
            "1: there is no edition 'n9'; expected one of n2, n3, n4, n5",
        ),
        ("edition: n4", "edition: n3@1.3", "1: n3 has no release '1.3'; did you mean '1."),
        (
            "situation:",
            "situaton:",
            "3: unknown key of a case: 'situaton'; did you mean 'situation'",
        ),
        ("does: move", "does: mvoe", "10: unknown skill 'mvoe'; did you mean 'move'"),
        (
            "runner: {side: red}",
            "runner: {side: red, is: [impersonation1]}",
            "6: unknown state 'impersonation1'; did you mean 'impersonation_1'",
        ),
        (
            "runner: {side: red}",
            "runner: {side: red, has: [sixth_sens]}",
            "6: unknown trait 'sixth_sens'; did you mean 'sixth_sense'",
        ),
        ("who: runner", "who: runer", "10: no trooper is called 'runer'; did you mean 'runner'"),
        ("at: runner", "at: sniper", "12: "),
        (
            "order:\n",
            "order:\n  - {who: runner, does: move}\n  - {who: runner, does: move}\n",
            "a third",
        ),
        ("title: A guard answers", "title: One\ntitle: Two", "3: 'title' is given twice"),
        ("active: red", "active: 7", "4: "),
        ("active: red", "active: !!python/object/apply:os.getcwd []", "4: "),
        ("edition: n4", "edition: [n4", "2: "),
    ],
)
def test_a_fault_is_told_with_its_place(
    old: str, new: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(CASE.replace(old, new, 1), encoding="utf-8")
    code = main(["ask", str(path)])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert told in err
    assert all(line.startswith(f"{path}:") for line in err.splitlines())
    assert "Traceback" not in err


def test_all_faults_are_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(
        CASE.replace("does: move", "does: mvoe").replace("does: dodge", "does: dogde"),
        encoding="utf-8",
    )
    assert main(["ask", str(path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [f"{path}:10", f"{path}:12"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"#" * 10_000_000, "the file is too large"),
        (b"title: \xff\xfe", "is not UTF-8"),
        (b"", "the file holds no case"),
        (b"- 7\n", "a case is '7'; expected a mapping"),
    ],
)
def test_what_is_no_case_file_is_told(
    content: bytes, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "case.yaml"
    path.write_bytes(content)
    assert main(["ask", str(path)]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert len(err) < 500


def test_a_file_that_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", str(tmp_path / "none.yaml")]) == 2
    assert "none.yaml: cannot be read: No such file" in capsys.readouterr().err
    assert main(["ask", str(tmp_path)]) == 2
    assert "cannot be read: Is a directory" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["aks"], ["ask"], ["ask", "a", "--reading", "x"]])
def test_a_command_that_is_none_is_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert "usage: aro" in capsys.readouterr().err


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-", "2>/dev/full"])
def test_a_stream_that_is_closed_changes_no_exit_code(closed: str, tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(CASE)
    aro = f"{shlex.quote(sys.executable)} -P -m aro"
    for asked, code in (("ask case.yaml", 0), ("ask none.yaml", 2), ("ask -", 2)):
        done = subprocess.run(
            ["/bin/sh", "-c", f"{aro} {asked} {closed}"],
            cwd=tmp_path, capture_output=True, stdin=subprocess.DEVNULL, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, "defect" in done.stderr) == (code, False), (asked, done.stderr)


@pytest.mark.parametrize("number", ["0", "-1", "1e3", "1" + "0" * 6, "9" * 5000])
def test_an_option_that_is_no_number_of_a_fair_size_is_told(
    number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["batch", "in.jsonl", "out.jsonl", "--processes", number])
    assert ended.value.code == 2
    assert "is not a whole number from 1 to 999999" in capsys.readouterr().err
