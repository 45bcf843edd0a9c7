"""`aro draw`: a case or an edition as SVG, on standard output or in a file."""

import json
from pathlib import Path

import pytest

from aro import Rulebook
from aro import pictures as picture
from support.commandline import CASE, Captured, ran
from support.drawn import parsed, said


@pytest.fixture(name="file")
def write(tmp_path: Path) -> Path:
    path = tmp_path / "case.yaml"
    path.write_text(CASE, encoding="utf-8")
    return path


def test_a_case_is_drawn_with_what_it_asks(file: Path, capsys: Captured) -> None:
    code, out, err = ran(capsys, "draw", file)
    assert (code, err) == (0, "")
    assert "A guard that sees the runner may answer it (n4@" in said(out)
    assert "guard dodge at runner" in said(out)


def test_a_picture_goes_into_a_file(file: Path, tmp_path: Path, capsys: Captured) -> None:
    target = tmp_path / "out.svg"
    code, out, err = ran(capsys, "draw", file, "-o", target)
    assert (code, out, err) == (0, "", "")
    parsed(target.read_text(encoding="utf-8"))
    code, _, err = ran(capsys, "draw", file, "-o", tmp_path / "nowhere" / "out.svg")
    assert code == 2
    assert "out.svg: cannot be written" in err


def test_of_several_cases_one_is_drawn(file: Path, capsys: Captured) -> None:
    other = CASE.replace("runner", "scout")
    file.write_text(f"{CASE}---\n{other}", encoding="utf-8")
    code, out, err = ran(capsys, "draw", file)
    assert (code, err) == (0, "aro: this is the first of 2 cases; --case N draws another\n")
    assert "runner" in out
    code, out, err = ran(capsys, "draw", file, "--case", "2")
    assert (code, err) == (0, "")
    assert "runner" not in out
    code, out, err = ran(capsys, "draw", file, "--case", "3")
    assert (code, out) == (2, "")
    assert err.endswith("has no case 3; expected 1 to 2\n")


def test_a_side_is_shown_no_more_than_it_may_know(file: Path, capsys: Captured) -> None:
    file.write_text(CASE.replace("{side: red}", "{side: red, has: [stealth]}"), encoding="utf-8")
    assert "stealth" in ran(capsys, "draw", file)[1]
    hidden = CASE.replace("{side: red}", "{side: red, is: [camouflaged], has: [stealth]}")
    file.write_text(hidden, encoding="utf-8")
    code, out, _ = ran(capsys, "draw", file, "--as", "blue")
    assert code == 0
    assert "stealth" not in out
    assert "The table as blue may know it (n4@" in said(out)


def test_an_edition_is_drawn_by_its_name(capsys: Captured) -> None:
    code, out, err = ran(capsys, "draw", "n3@1.1")
    assert (code, err) == (0, "")
    assert out == f"{picture.states(Rulebook('n3@1.1'))}\n"
    code, told, _ = ran(capsys, "draw", "n3@1.1", "--json")
    assert (code, json.loads(told)["text"]) == (0, out.rstrip("\n"))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("n4", "--as", "blue"), "work only with a case file"),
        (("n4", "--case", "1"), "work only with a case file"),
        (("n4", "--reading", "a=b"), "work only with a case file"),
        (("n4@7",), "n4 has no release '7'"),
        (("n9",), "n9: cannot be read"),
    ],
)
def test_what_cannot_be_drawn_is_the_users_fault(
    capsys: Captured, arguments: tuple[str, ...], told: str
) -> None:
    code, out, err = ran(capsys, "draw", *arguments)
    assert (code, out) == (2, "")
    assert told in err


@pytest.mark.parametrize("words", [("check", "n3"), ("diff", "n3", "n4")])
def test_a_page_that_cannot_be_written_is_told_before_the_work(
    words: tuple[str, ...], tmp_path: Path, capsys: Captured
) -> None:
    code, out, err = ran(capsys, *words, "--html", tmp_path / "nowhere" / "page.html")
    assert (code, out) == (2, "")
    assert err.endswith("page.html: cannot be written\n")
