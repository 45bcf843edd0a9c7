"""The command line: what each command prints, and the exit code that says how it came out."""

import io
import json
import sys
import threading
from pathlib import Path

import pytest

import aro
from aro.cli import main, questions
from aro.errors import EngineError, KnowledgeError
from aro.knowledge import library as kb
from support.commandline import CASE, NO, Captured, ran


@pytest.fixture(name="file")
def write(tmp_path: Path) -> Path:
    path = tmp_path / "case.yaml"
    path.write_text(CASE, encoding="utf-8")
    return path


def test_ask_answers_every_question(file: Path, capsys: Captured) -> None:
    code, out, err = ran(capsys, "ask", file)
    assert (code, err) == (0, "")
    assert out.startswith("A guard that sees the runner may answer it (n4@")
    assert "guard dodge at runner, ARO to the first Skill\nLEGAL, settled" in out
    assert "guard may declare, ARO to the first Skill\n" in out
    assert "PLAYED OUT" in out
    assert "\x1b" not in out


def test_a_no_is_exit_code_1(file: Path, capsys: Captured) -> None:
    file.write_text(NO, encoding="utf-8")
    code, out, _ = ran(capsys, "ask", file)
    assert code == 1
    assert "ILLEGAL" in out
    assert "guard may declare: nothing" in out


def test_a_file_that_asks_nothing_cannot_be_asked(file: Path, capsys: Captured) -> None:
    file.write_text(CASE.partition("ask:")[0], encoding="utf-8")
    code, out, err = ran(capsys, "ask", file)
    assert (code, out) == (2, "")
    assert err.startswith(f"{file}:1: the case asks nothing; expected ask:")
    assert ran(capsys, "aros", file)[0] == 0


def test_several_cases_and_editions_are_answered_one_after_another(
    file: Path, capsys: Captured
) -> None:
    one = CASE.replace("edition: n4", "edition: [n3, n5]").replace("\n", "\n  ").rstrip()
    other = NO.replace("may answer", "is not seen and may not answer").replace("\n", "\n  ")
    file.write_text(f"- {one}\n- {other.rstrip()}\n", encoding="utf-8")
    code, out, _ = ran(capsys, "ask", file)
    assert code == 1
    assert [line for line in out.splitlines() if line.startswith("A guard")] == [
        f"A guard that sees the runner {words} ({name}@{kb.load(name).releases[-1]})"
        for words, name in (
            ("may answer it", "n3"),
            ("may answer it", "n5"),
            ("is not seen and may not answer it", "n4"),
        )
    ]


def test_standard_input_is_a_file_too(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, file: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CASE.encode())))
    assert ran(capsys, "ask", "-") == ran(capsys, "ask", file)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"edition: [")))
    assert ran(capsys, "ask", "-")[2].startswith("<stdin>:")
    monkeypatch.setattr(sys, "stdin", None)
    assert ran(capsys, "ask", "-")[::2] == (2, "<stdin>: cannot be read\n")


def test_aros_and_options_list_what_may_be_declared(file: Path, capsys: Captured) -> None:
    code, out, _ = ran(capsys, "aros", file)
    assert code == 0
    assert "guard may declare, ARO to the first Skill\n  skill " in out
    assert "  dodge " in out
    code, out, _ = ran(capsys, "options", file, "--for", "runner")
    assert code == 0
    assert "second Skill" in out
    code, out, _ = ran(capsys, "options", file, "--for", "guard")
    assert code == 1
    assert out.endswith("guard may declare: nothing; it is not the turn of guard\n\n")
    code, _, err = ran(capsys, "aros", file, "--for", "gaurd")
    assert code == 2
    assert err.endswith("no trooper is called 'gaurd'; did you mean 'guard'?\n")


def test_resolve_plays_the_order_out(file: Path, capsys: Captured) -> None:
    code, out, _ = ran(capsys, "resolve", file)
    assert code == 0
    assert "The Order: runner move" in out


def test_a_reading_can_be_taken_otherwise(file: Path, capsys: Captured) -> None:
    reading = kb.load("n4").readings[0]
    other = next(one.name for one in reading.alternatives if one.name != reading.default)
    assert ran(capsys, "ask", file, "--reading", f"{reading.name}={other}")[0] == 0
    code, _, err = ran(capsys, "ask", file, "--reading", f"{reading.name}=sideways")
    assert code == 2
    assert f"{file}:1: {reading.id} has no reading 'sideways'; expected one of" in err
    code, _, err = ran(capsys, "ask", file, "--reading", f"{reading.name}x={other}")
    assert code == 2
    assert f"did you mean {reading.name!r}" in err
    with pytest.raises(SystemExit, match="2"):
        main(["ask", str(file), "--reading", reading.name])
    assert "expected NAME=ALTERNATIVE" in capsys.readouterr().err


def test_a_side_is_told_what_it_may_know(file: Path, capsys: Captured) -> None:
    code, out, _ = ran(capsys, "ask", file, "--as", "blue")
    assert code == 0
    assert ", as blue may know)" in out
    code, _, err = ran(capsys, "ask", file, "--as", "bleu")
    assert (code, err) == (2, f"{file}:1: unknown side 'bleu'; did you mean 'blue'?\n")


def test_facts_are_the_facts_of_the_case(file: Path, capsys: Captured) -> None:
    code, out, _ = ran(capsys, "facts", file)
    assert code == 0
    assert "\nasked(act(aro_1,guard,dodge,own(runner))).\n" in out
    assert "\nevery(aro_1,guard).\n" in out
    code, out, _ = ran(capsys, "facts", file, "-q", "1")
    assert "every(" not in out
    code, _, err = ran(capsys, "facts", file, "-q", "4")
    assert (code, err) == (2, f"{file}:1: the case has no question 4; expected 1 to 3\n")


def test_facts_are_of_one_case(file: Path, capsys: Captured) -> None:
    file.write_text(CASE.replace("edition: n4", "edition: [n4, n5]"), encoding="utf-8")
    code, _, err = ran(capsys, "facts", file)
    assert code == 2
    assert err.endswith("puts 2 cases to editions; expected --case N, N from 1 to 2\n")
    code, out, _ = ran(capsys, "facts", file, "--case", "2")
    assert code == 0
    assert out.startswith("% n5@")
    assert ran(capsys, "facts", file, "--case", "3")[0] == 2
    code, out, _ = ran(capsys, "facts", file, "--json")
    assert [one["facts"][:5] for one in json.loads(out)["cases"]] == ["% n4@", "% n5@"]


def test_facts_name_what_is_unknown(file: Path, capsys: Captured) -> None:
    file.write_text(
        CASE.replace("order:", "  unknown: [[zoc, guard, runner]]\norder:"), encoding="utf-8"
    )
    out = ran(capsys, "facts", file)[1]
    assert "% unknown, here taken as not so: zoc(own(guard),own(runner),first)\n" in out


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (("ask", "FILE"), "cases"),
        (("aros", "FILE"), "cases"),
        (("options", "FILE"), "cases"),
        (("resolve", "FILE"), "cases"),
        (("facts", "FILE"), "cases"),
        (("test", "FILE"), "passed"),
        (("rules", "n3", "camouflaged.effect.3"), "clauses"),
        (("new", "n5"), "text"),
    ],
)
def test_every_command_prints_json(
    command: tuple[str, ...], key: str, file: Path, capsys: Captured
) -> None:
    arguments = [str(file) if one == "FILE" else one for one in command]
    code, out, _ = ran(capsys, *arguments, "--json")
    assert code == 0
    document = json.loads(out)
    assert document["format"] == "aro/3"
    assert document[key]


def test_json_of_an_answer_names_its_question(file: Path, capsys: Captured) -> None:
    [case] = json.loads(ran(capsys, "ask", file, "--json")[1])["cases"]
    verdict, choices, outcome = case["answers"]
    assert (case["title"], case["line"], case["file"]) == (CASE.splitlines()[1][7:], 1, str(file))
    assert (verdict["line"], verdict["verdict"]["ruling"]) == (10, "legal")
    assert {one["act"]["who"] for one in choices["choices"]} == {"guard"}
    assert outcome["outcome"]["fates"][0]["trooper"] == "runner"


def test_version_is_of_the_code_and_of_the_knowledge(capsys: Captured) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"aro {aro.__version__} (knowledge {kb.digest()})\n"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (EngineError("no answer"), "this is a defect of aro and not of your file: no answer"),
        (KnowledgeError("bad law", file="a.lp", line=3), "of your file: a.lp:3: bad law"),
        (ExceptionGroup("two", [KnowledgeError("one"), KnowledgeError("other")]), "other"),
        (ZeroDivisionError("by zero"), "this is a defect of aro: ZeroDivisionError: by zero (test"),
    ],
)
def test_a_defect_is_a_line_and_exit_code_3(
    error: Exception, told: str, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(questions, "ask", fails)
    code, out, err = ran(capsys, "ask", file)
    assert (code, out) == (3, "")
    assert told in err
    assert "Traceback" not in err


def test_an_interrupt_is_quiet(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(questions, "ask", interrupted)
    assert ran(capsys, "ask", file) == (130, "", "")


def test_an_interrupt_that_breaks_into_a_lock_is_quiet(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def interrupted(*_: object) -> None:
        try:
            raise KeyboardInterrupt
        finally:
            threading.Lock().release()

    monkeypatch.setattr(questions, "ask", interrupted)
    assert ran(capsys, "ask", file) == (130, "", "")
