"""Batches: the same answers as one by one, in order, through faults and interruptions."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from aro import batch
from aro.batch import answer_lines
from aro.batch.files import lines
from aro.batch.line import Manner, answered, checksum
from aro.cli import main
from aro.errors import GaveUp, SituationError, Spent
from aro.knowledge import library as kb
from aro.knowledge.yaml_reader import LIMIT
from support.batches import WORDS, case, many, place, read, write
from support.commandline import Captured, ran

pytestmark = pytest.mark.drawn

CAME_OUT = ["yes", "yes", "input", "yes", "no", "yes"]

__all__ = ["place", "write"]  # fixtures


def test_every_line_is_answered_in_its_place(source: Path, target: Path, capsys: Captured) -> None:
    found = answer_lines(source, target, processes=2)
    assert str(found) == "6 lines answered: 4 yes, 1 no, 1 wrong, 0 defects"
    told = read(target)
    assert [one["line"] for one in told] == [1, 2, 3, 4, 5, 6]
    assert [one["came_out"] for one in told] == CAME_OUT
    assert told[2]["errors"] == [f"{source}:3: unknown skill 'mvoe'; did you mean 'move'?"]
    alone = source.with_name("alone.yaml")
    alone.write_text(case("move"), encoding="utf-8")
    [single] = json.loads(ran(capsys, "ask", alone, "--json")[1])["cases"]
    [among] = told[4]["cases"]
    assert among["answers"][0]["verdict"] == single["answers"][0]["verdict"]
    assert (among["line"], among["answers"][0]["line"]) == (5, 5)


def test_a_line_needs_no_title(source: Path, target: Path) -> None:
    untitled = {key: one for key, one in json.loads(case("dodge")).items() if key != "title"}
    source.write_text(f"{json.dumps(untitled)}\n", encoding="utf-8")
    assert str(answer_lines(source, target, processes=1)).endswith("0 wrong, 0 defects")
    [told] = read(target)
    assert told["cases"][0]["title"] == source.stem


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"", "1: the file holds no case"),
        (b'{"edition":', "1: not YAML: "),
        (b'{"edition": "\xff"}', "1: byte 0xff is not UTF-8"),
        (b"7", "1: a case is '7'; expected a mapping"),
        (case("dodge").replace('"n4"', '"n9"').encode(), "1: there is no edition 'n9'"),
        (case("dodge").replace("ask", "aks").encode(), "1: unknown key of a case: 'aks'; did you"),
        (case("dodge").partition(', "ask"')[0].encode() + b"}", "1: the case asks nothing"),
        (case("dodge")[:-1].encode() + b', "title": "again"}', "1: 'title' is given twice"),
        (b'"' + b"x" * LIMIT + b'"', "1: the file is too large; expected at most 1024 KiB"),
    ],
)
def test_a_faulty_line_has_its_errors_and_the_next_is_answered(
    line: bytes, told: str, source: Path, target: Path
) -> None:
    source.write_bytes(line + b"\r\n" + case("dodge").encode())
    found = answer_lines(source, target, processes=1)
    assert (found.lines, found.yes, found.wrong) == (2, 1, 1)
    [error, *_] = read(target)[0]["errors"]
    assert error.startswith(f"{source}:{told}")


def test_lines_are_answered_alike_as_json_and_as_yaml(monkeypatch: pytest.MonkeyPatch) -> None:
    several = json.loads(case("dodge")) | {"edition": ["n3", "n4"]}
    table, ask = several["situation"], several["ask"][0]
    unseen = table | {"lof": [["guard", "nobody"]]}
    parts: tuple[dict[str, object], ...] = (
        {"ask": [ask | {"ruling": {"n3": "legal", "n4": "illegal"}}]},
        {"ask": [ask | {"does": "x"}], "words": {"x": {"n3": "dodge", "n4": "reset"}}},
        {"unless": [{"without": {"lof": ["guard", "runner"]}, "ask": [ask]}]},
        {"situation": table | {"unknown": [["zoc", "guard", "runner"]]}},
        {"situation": unseen},
        {"situation": unseen, "order": [], "orders": [{"lof": []}]},
        {"order": [], "orders": [{"order": several["order"]}, {"active": "blue"}]},
    )
    told = [*map(case, WORDS), *(json.dumps(several | one) for one in parts)]
    chunk = tuple(enumerate((one.encode() for one in told * 2), start=1))
    manner = Manner(file="in.jsonl", digest=kb.digest())
    quick = answered(chunk, manner)
    monkeypatch.setattr("aro.knowledge.yaml_reader.of_json", lambda _: None)
    assert answered(chunk, manner) == quick
    assert [told.came_out for told in quick].count("input") == 2 * 4


def test_a_defect_is_told_in_its_line(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("aro.batch.line.require_questions", fails)
    manner = Manner(file=str(source), digest=kb.digest())
    told = answered(tuple(enumerate(lines(source), start=1)), manner)
    assert [one.came_out for one in told].count("defect") == 5
    [error] = json.loads(told[0].line)["errors"]
    assert error.startswith("aro: this is a defect of aro: ZeroDivisionError: by zero (test_batch")


def test_what_was_given_up_is_no_defect(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def runs_out(*_: object, **__: object) -> None:
        raise GaveUp(Spent(conflicts=7, seconds=0.5))

    monkeypatch.setattr("aro.batch.line.require_questions", runs_out)
    manner = Manner(file=str(source), digest=kb.digest())
    told = answered(tuple(enumerate(lines(source), start=1)), manner)
    assert {one.came_out for one in told} == {"input"}
    [error] = json.loads(told[0].line)["errors"]
    assert error.startswith("aro: gave up: ")


@pytest.mark.parametrize("torn", [0, 1, 45, 200, -1])
def test_a_batch_goes_on_where_it_ended(torn: int, source: Path, target: Path) -> None:
    answer_lines(source, target, processes=1)
    whole = target.read_bytes()
    told = whole.splitlines(keepends=True)
    target.write_bytes(b"".join(told[:3]) + told[3][:torn])
    found = answer_lines(source, target, processes=1)
    assert target.read_bytes() == whole
    assert (found.lines, found.before, found.yes, found.wrong) == (6, 3, 4, 1)
    target.write_bytes(whole[:-1])
    assert answer_lines(source, target, processes=1).before == 5
    assert target.read_bytes() == whole


def test_other_answers_are_not_gone_on_with(source: Path, target: Path) -> None:
    answer_lines(source, target, processes=1)
    told = target.read_bytes()
    source.write_text(source.read_text().replace("mvoe", "move"))
    with pytest.raises(SituationError, match=r"out\.jsonl:3: does not answer that line of .*in\."):
        answer_lines(source, target, processes=1)
    source.write_text(case("dodge"))
    with pytest.raises(SituationError, match="2: does not answer"):
        answer_lines(source, target, processes=1)
    assert target.read_bytes() == told
    with pytest.raises(SituationError, match="would overwrite the questions"):
        answer_lines(source, source)


def test_what_is_printed_is_no_place_for_answers(source: Path, target: Path) -> None:
    with target.open("wb") as printed:
        told = subprocess.run(
            [sys.executable, "-m", "aro", "batch", source, target],
            stdout=printed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert told.returncode == 2
    assert "what is printed would overwrite the answers" in told.stderr
    assert target.read_bytes() == b""


def test_a_batch_streams(source: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "CHUNK", 2)
    seen: list[tuple[int, int]] = []

    def watch(done: int, total: int) -> None:
        assert len(read(target)) == done
        seen.append((done, total))

    answer_lines(source, target, processes=1, watch=watch)
    assert seen == [(2, 6), (4, 6), (6, 6)]
    long = b"x" * (3 * LIMIT)
    source.write_bytes(b"\n".join([long, b"a", b"", b"b"]))
    assert [(len(one), one[-1:]) for one in lines(source)] == [
        (LIMIT + 2, b"x"),
        (1, b"a"),
        (0, b""),
        (1, b"b"),
    ]
    source.write_bytes(b"a" + b"\r" * LIMIT + b"\r\r x\n")  # its beginning alone is no line
    assert [len(one) for one in lines(source)] == [LIMIT + 2]


def test_workers_of_another_law_do_not_answer() -> None:
    manner = Manner(file="in.jsonl", digest="of another")
    with pytest.raises(
        SituationError, match=f"holds the knowledge {kb.digest()} and not of another"
    ):
        answered(((1, b"{}"),), manner)


def test_the_command_says_how_it_came_out(source: Path, target: Path, capsys: Captured) -> None:
    code, out, err = ran(capsys, "batch", source, target, "--processes", "1")
    assert (code, err) == (2, "")
    assert out == "6 lines answered: 4 yes, 1 no, 1 wrong, 0 defects\n"
    code, out, _ = ran(capsys, "batch", source, target, "--json")
    assert code == 2
    assert json.loads(out) == {
        "format": "aro/3",
        "lines": 6,
        "before": 6,
        "yes": 4,
        "no": 1,
        "wrong": 1,
        "defects": 0,
    }
    for words, expected in ((("dodge",), 0), (("dodge", "move"), 1)):
        source.write_text("\n".join(map(case, words)))
        target.unlink()
        assert ran(capsys, "batch", source, target, "--as", "blue")[0] == expected
    code, _, err = ran(capsys, "batch", source.with_name("none.jsonl"), target)
    assert code == 2
    assert err.endswith("none.jsonl: cannot be read: No such file or directory\n")
    code, _, err = ran(capsys, "batch", source, target.parent)
    assert (code, err) == (2, f"{target.parent}: is no file; expected a new file\n")
    with pytest.raises(SystemExit, match="2"):
        main(["batch", str(source), str(target), "--processes", "0"])


@pytest.mark.sweep
@pytest.mark.usefixtures("_interrupts")
def test_an_interrupted_batch_can_be_gone_on_with(source: Path, target: Path) -> None:
    many(source, 40)
    command = [sys.executable, "-m", "aro", "batch", str(source), str(target), "--processes", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not target.exists() or not target.stat().st_size:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    before = target.read_bytes()
    assert 0 < before.count(b"\n") < 40
    found = answer_lines(source, target, processes=2)
    assert target.read_bytes().startswith(before)
    assert (found.lines, found.before) == (40, before.count(b"\n"))
    assert [one["line"] for one in read(target)] == list(range(1, 41))
    assert [one["input"] for one in read(target)] == list(map(checksum, lines(source)))
