"""The commands on folders and editions: test, rules."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from aro import cases
from aro.errors import GaveUp, Spent
from aro.knowledge import library as kb
from support.commandline import CASE, Captured, ran


@pytest.fixture(name="file")
def write(tmp_path: Path) -> Path:
    path = tmp_path / "case.yaml"
    path.write_text(CASE, encoding="utf-8")
    return path


def test_test_counts_and_names_failures(file: Path, capsys: Captured) -> None:
    assert ran(capsys, "test", file) == (0, "1 passed, 0 failed\n", "")
    file.write_text(CASE.replace("ruling: legal", "ruling: illegal"), encoding="utf-8")
    code, out, _ = ran(capsys, "test", file.parent)
    assert code == 1
    failure, closing = out.splitlines()
    assert failure.startswith(f"{file}:10: n4@")
    assert "expected illegal, got legal" in failure
    assert closing == "0 passed, 1 failed"


@pytest.mark.parametrize(
    "arguments",
    [
        ("draw", "case.yaml", "-o", "case.yaml"),
        ("draw", "plain", "-o", "./plain"),
        ("draw", "n4", "-o", "mine.lp"),
        ("draw", "n4", "-o", "link.svg"),
        ("draw", "n4", "-o", "loose.svg"),
        ("draw", "n4", "-o", "note.svg"),
        ("draw", "case.yaml", "-o", "same.svg"),
        ("check", "n4", "--html", "mine.lp"),
        ("diff", "n4", "n4", "--markdown", "case.yaml"),
        ("diff", "n4", "n4", "--html", "both", "--markdown", "both"),
    ],
)
def test_what_is_read_is_not_overwritten_nor_one_answer_by_another(
    arguments: tuple[str, ...], file: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    law = file.parent / "mine.lp"
    law.write_text("% mine\n", encoding="utf-8")
    (file.parent / "plain").write_text(CASE, encoding="utf-8")
    (file.parent / "link.svg").symlink_to("mine.lp")
    (file.parent / "loose.svg").symlink_to("not_there.lp")
    (file.parent / "note.svg").symlink_to("plain")
    (file.parent / "same.svg").hardlink_to(file)
    code, _, err = ran(capsys, *arguments)
    assert (code, err) == (2, f"{arguments[-1]}: would be overwritten; expected a new file\n")
    assert (file.read_text("utf-8"), law.read_text("utf-8")) == (CASE, "% mine\n")
    assert not (file.parent / "not_there.lp").exists()


def test_a_pipe_that_nobody_reads_is_no_file_to_write(file: Path, capsys: Captured) -> None:
    pipe = file.parent / "pipe.svg"
    os.mkfifo(pipe)
    assert ran(capsys, "draw", file, "-o", pipe) == (2, "", f"{pipe}: cannot be written\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("draw", "case.yaml", "--case", "0"), "case.yaml has no case 0; expected 1 to 1"),
        (("check", "n5", "--cases", "misspelt"), "misspelt: there is no such file or folder"),
        (("ask", "case.yaml", "--reading", "a=b", "--reading", "a=c"), "--reading reads the same"),
    ],
)
def test_an_argument_at_fault_is_not_passed_over(
    arguments: tuple[str, ...],
    told: str,
    file: Path,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(file.parent)
    code, out, err = ran(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(told)


def test_test_calls_what_was_given_up_no_defect(
    file: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def runs_out(*_: object) -> None:
        raise GaveUp(Spent(conflicts=7, seconds=0.5))

    monkeypatch.setattr("aro.cases.run.CaseRun.failures", runs_out)
    code, out, _ = ran(capsys, "test", file)
    assert (code, out) == (
        2,
        f"{file}:1: no answer within 7 conflicts, 0.5 s\n0 passed, 1 failed\n",
    )


def test_test_follows_no_link_in_a_folder(file: Path, capsys: Captured) -> None:
    (file.parent / "link.yaml").symlink_to("/proc/kmsg")  # who reads it may wait for ever
    (file.parent / "other.yaml").symlink_to(file)
    os.mkfifo(file.parent / "pipe.yaml")
    assert ran(capsys, "test", file.parent) == (0, "1 passed, 0 failed\n", "")


def test_test_says_what_is_no_case_and_goes_on(file: Path, capsys: Captured) -> None:
    (file.parent / "broken.yaml").write_text("edition: n4\nedition: n4\n", encoding="utf-8")
    unknown = CASE.replace("edition: n4", "edition: n44")
    (file.parent / "unknown.yaml").write_text(unknown, encoding="utf-8")
    code, out, _ = ran(capsys, "test", file.parent)
    assert code == 2
    assert "broken.yaml:2: 'edition' is given twice" in out
    assert "unknown.yaml:1: there is no edition 'n44'; did you mean 'n4'" in out
    assert out.endswith("1 passed, 2 failed\n")


def test_test_goes_on_after_a_near_miss_that_cannot_stand(file: Path, capsys: Captured) -> None:
    miss = "unless: [{with: {lof: [nobody, g]}, ask: [{who: s, does: move}]}]\n"
    situation = "situation: {active: red, troopers: {s: {side: red}, g: {side: blue}}}\n"
    text = f"edition: n4\nas: blue\n{situation}ask: [{{who: s, does: move}}]\n{miss}"
    (file.parent / "a.yaml").write_text(text, encoding="utf-8")
    code, out, _ = ran(capsys, "test", file.parent)
    assert code == 2
    assert "a.yaml:5: lof: no piece is called 'nobody'" in out
    assert out.endswith("1 passed, 1 failed\n")


def test_test_says_where_there_is_nothing(tmp_path: Path, capsys: Captured) -> None:
    case = tmp_path / "case.txt"
    case.write_text(CASE, encoding="utf-8")
    code, out, err = ran(capsys, "test", tmp_path, tmp_path / "none.yaml", case)
    assert (code, err) == (2, "")
    assert f"{tmp_path}: the folder has no cases" in out
    assert "none.yaml: there is no such file or folder" in out
    assert out.endswith("1 passed, 2 failed\n")


def test_a_case_that_expects_nothing_is_told(tmp_path: Path, capsys: Captured) -> None:
    case = tmp_path / "case.yaml"
    case.write_text(CASE.replace(", ruling: legal", ""), encoding="utf-8")
    assert ran(capsys, "test", case)[1] == "1 passed, 0 failed; 1 without expectations\n"


def test_the_case_of_the_next_order_can_be_asked(tmp_path: Path, capsys: Captured) -> None:
    release = kb.load("n4").releases[0]
    case = tmp_path / "case.yaml"
    case.write_text(CASE.replace("edition: n4", f"edition: N4@{release}"), encoding="utf-8")
    code, out, _ = ran(capsys, "resolve", case, "--next")
    [following] = cases.loads(out)
    assert code == 0
    assert following.editions == (f"n4@{release}",)
    assert following.title.endswith(", the next Order")
    assert following.situation.order == ()


def test_readings_are_listed_with_their_alternatives(capsys: Captured) -> None:
    every = ran(capsys, "rules", "n4", "readings")[1]
    one = ran(capsys, "rules", "n4", "delay_first_half")[1]
    assert "delay_first_half" in every
    assert "the default  react_at_once" in one
    assert ran(capsys, "rules", "n4", "r_n4_delay_first_half")[1] == one
    assert (
        '"default": "react_at_once"' in ran(capsys, "rules", "n4", "delay_first_half", "--json")[1]
    )
    assert "did you mean 'n4.impersonation.note.13'?" in ran(capsys, "rules", "n4", "note.13")[2]


@pytest.mark.sweep
def test_many_cases_are_shared_and_come_out_in_order(tmp_path: Path, capsys: Captured) -> None:
    text = "".join(
        f"- {CASE.replace('answer it', f'answer it, {number}')}".replace("\n", "\n  ").rstrip()
        + "\n"
        for number in range(40)
    )
    path = tmp_path / "many.yaml"
    path.write_text(text.replace("ruling: legal", "ruling: silent"), encoding="utf-8")
    code, out, _ = ran(capsys, "test", path)
    assert code == 1
    lines = out.splitlines()
    places = [int(line.split(":")[1]) for line in lines[:-1]]
    assert places == sorted(places)
    assert lines[-1] == "0 passed, 40 failed"


def test_rules_show_an_edition_an_article_and_a_clause(capsys: Captured) -> None:
    code, out, _ = ran(capsys, "rules", "n3")
    assert code == 0
    assert out.splitlines()[1].split()[:4] == ["article", "title", "clauses", "law"]
    code, out, _ = ran(capsys, "rules", "n3", "camouflaged")
    assert code == 0
    assert "n3.camouflaged.effect.3\n" in out
    assert "http://infinitythewiki.com/en/Camouflaged" in out
    code, out, _ = ran(capsys, "rules", "n3", "camouflaged.effect.3")
    assert code == 0
    assert out.startswith("n3.camouflaged.effect.3\nlaw here, legality (n3@")
    assert "Can be read in several ways" in out
    code, _, err = ran(capsys, "rules", "n3", "camuflaged")
    assert (code, err) == (
        2,
        (
            "n3 has no article or clause 'camuflaged'; did you mean 'camouflaged' or "
            "'to_camouflaged'?\n"
        ),
    )


def test_rules_are_found_by_a_word(capsys: Captured) -> None:
    code, out, _ = ran(capsys, "rules", "n3", "--search", "warning")
    assert code == 0
    assert re.search(r"not law here +n3\.warning\.effects\.1\n +In the Conclusion", out)
    lines = out.splitlines()
    assert not [line for line in lines if len(line) > 80]
    told = json.loads(ran(capsys, "rules", "n3", "--search", "Warning", "--json")[1])
    found = {one["clause"]["id"]: one["status"] for one in told["clauses"]}
    assert {"n3.warning.effects.1", "n3.forum_warning.1"} <= found.keys()
    assert set(found.values()) == {"not"}
    one = ran(capsys, "rules", "n3", "aro", "--search", "warning")[1]
    assert "n3.forum_warning.1" in one
    assert "n3.warning.effects.1" not in one
    code, _, err = ran(capsys, "rules", "n3", "--search", "wurning")
    assert (code, err) == (
        2,
        "no clause of n3 speaks of 'wurning'; did you mean 'warning' or 'measuring'?\n",
    )


def test_what_is_no_law_is_pointed_at_where_it_is_used(file: Path, capsys: Captured) -> None:
    file.write_text(CASE.replace("n4", "n3").replace("does: move", "does: warning"), "utf-8")
    code, _, err = ran(capsys, "ask", file)
    assert code == 2
    told = "n3.forum_warning.1 and 3 more speak of it and are not law here"
    assert "unknown skill 'warning'; expected one of alert, block" in err
    assert err.endswith(f"; {told}: aro rules n3 --search warning\n")
    assert ran(capsys, "rules", "n3", "--search", "warning")[0] == 0


def test_rules_of_a_release_say_what_came_later(capsys: Captured) -> None:
    late = next(clause for clause in kb.load("n3").clauses.values() if clause.since)
    told = f"since {late.since}, not in this release"
    assert told in ran(capsys, "rules", "n3@1.0", late.id)[1]
    assert told not in ran(capsys, "rules", "n3", late.id)[1]
    code, _, err = ran(capsys, "rules", "n3@0.9")
    assert code == 2
    assert err.startswith("n3 has no release '0.9'")


def test_a_pipe_in_a_folder_of_cases_is_not_waited_for(tmp_path: Path, capsys: Captured) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    code, out, _ = ran(capsys, "test", tmp_path)
    assert code == 2
    assert "the folder has no cases" in out


def test_folders_deep_inside_one_another_are_told(tmp_path: Path, capsys: Captured) -> None:
    top = tmp_path / "d"
    subprocess.run(["mkdir", "-p", top / "/".join("d" * 1500)], check=True)  # noqa: S607
    code, out, err = ran(capsys, "test", tmp_path)
    subprocess.run(["rm", "-r", top], check=True)  # noqa: S607  Python takes nothing so deep away
    assert (code, "too deep" in out + err) == (2, True)
