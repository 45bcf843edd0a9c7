"""The command line as a process: in a pipe, on a terminal, interrupted."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from aro.knowledge import library as kb

pytestmark = pytest.mark.drawn

ARO = (sys.executable, "-m", "aro")
ROOT = kb.home()
FILE = str(ROOT / "tests" / "cases" / "n4" / "readme.yaml")


def on_a_terminal(*arguments: str, code: int = 0, **variables: str) -> str:
    ours, theirs = pty.openpty()
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS"}
    }
    environment |= {"TERM": "xterm-256color", "COLUMNS": "100", **variables}
    with subprocess.Popen(
        [*ARO, *arguments], stdout=theirs, stderr=theirs, stdin=theirs, env=environment
    ) as process:
        os.close(theirs)
        told = b""
        while part := _read(ours):
            told += part
    os.close(ours)
    assert process.returncode == code, told
    return told.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # how Linux says that the other end is closed
        return b""


def test_a_terminal_gets_colour_and_a_pipe_does_not() -> None:
    told = on_a_terminal("ask", FILE)
    assert "\x1b[1;32mLEGAL" in told
    piped = subprocess.run([*ARO, "ask", FILE], capture_output=True, text=True, check=True)
    assert "\x1b" not in piped.stdout
    assert "LEGAL" in piped.stdout


def test_no_color_is_honoured() -> None:
    told = on_a_terminal("ask", FILE, NO_COLOR="1")
    assert "LEGAL" in told
    assert "\x1b[1;32m" not in told
    assert "\x1b[32m" not in told


def test_a_terminal_of_any_width_is_written_to() -> None:
    assert "LEGAL" in on_a_terminal("ask", FILE, COLUMNS="99999999999")


def test_a_table_has_lines_on_a_terminal() -> None:
    assert "───" in on_a_terminal("rules", "n5")


def test_a_picture_is_not_written_to_a_terminal() -> None:
    told = on_a_terminal("draw", "n3@1.0", code=2, FORCE_COLOR="")
    assert told == "a picture is SVG, which no terminal shows; expected -o OUT.svg\r\n"
    assert '"text":' in on_a_terminal("draw", "n3@1.0", "--json")
    piped = subprocess.run([*ARO, "draw", "n3@1.0"], capture_output=True, text=True, check=True)
    assert piped.stdout.startswith("<svg")


def test_a_reader_that_goes_away_is_no_defect() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    run = subprocess.run(
        [*ARO, "rules", "n3"], stdout=writes, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writes)
    assert (run.returncode, run.stderr) == (141, "")


@pytest.mark.usefixtures("_interrupts")
def test_an_interrupt_of_the_cases_leaves_nothing_running(tmp_path: Path) -> None:
    case = Path(FILE).read_text(encoding="utf-8").replace("\n", "\n  ").rstrip()
    many = (case.replace("may shoot", f"may shoot, {number},") for number in range(400))
    text = "".join(f"- {one}\n" for one in many)
    for number in range(20):
        (tmp_path / f"many_{number}.yaml").write_text(text, encoding="utf-8")
    with subprocess.Popen(
        [*ARO, "test", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        time.sleep(4)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")


ENDLESS = """
import sys
import clingo
from aro.cli import main, rules

def endless(*_):
    control = clingo.Control()
    control.add("base", [], "n(0). n(X+1) :- n(X).")
    print("now", flush=True)
    control.ground([("base", [])])

rules.rules = endless
sys.exit(main(["rules", "n4"]))
"""


@pytest.mark.sweep
@pytest.mark.usefixtures("_interrupts")
def test_an_interrupt_ends_a_grounding() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "now\n"
        time.sleep(1)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert time.monotonic() - begun < 20


@pytest.mark.sweep
@pytest.mark.usefixtures("_interrupts")
@pytest.mark.parametrize("command", ["check n4", "diff n4 n5", "coverage n5", "batch"])
def test_an_interrupt_ends_any_command(command: str, tmp_path: Path) -> None:
    case = yaml.safe_load(Path(FILE).read_text(encoding="utf-8"))
    lines = tmp_path / "lines.jsonl"
    lines.write_text(100_000 * f"{json.dumps(case)}\n", encoding="utf-8")
    files = [str(lines), str(tmp_path / "answers.jsonl")] if command == "batch" else []
    with subprocess.Popen(
        [*ARO, *command.split(), *files], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        time.sleep(4)  # till then it has started, however busy the machine is
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", "")
