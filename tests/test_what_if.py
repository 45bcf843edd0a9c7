"""What would turn a ruling, and it by readings: each told only as the rulebook answers it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from aro.analysis import what_if as module
from aro.analysis.what_if import by_readings, what_if
from aro.answers import Verdict
from aro.cases import loads
from aro.cases.opening import case_run
from aro.compiled.program import CompiledProgram
from aro.errors import EngineError
from aro.parts import Act, Pair, Trooper
from aro.rulebook import Rulebook
from aro.situation import Situation
from support.commandline import CASE, Captured, ran

pytestmark = pytest.mark.drawn

BOOK = Rulebook("n4")
SEEN = Situation(
    active="red",
    troopers=[
        Trooper("Speculo #1", side="red", states=["impersonation_1"], has=["impersonation"]),
        Trooper("guard", side="blue"),
    ],
    lof=[("guard", "Speculo #1")],
).declare("Speculo #1", "move")
SHOOT = Act("guard", "bs_attack", "Speculo #1")
LOOK_OUT = Act("guard", "look_out", "Speculo #1")
NO_CHOICE = CASE.replace("  - {who: guard, does: dodge, at: runner, ruling: legal}\n", "")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a case file."""
    path = tmp_path / "case.yaml"
    path.write_text(CASE, encoding="utf-8")
    return path


def test_a_change_is_told_in_words_with_the_names_of_the_pieces() -> None:
    found = what_if(BOOK, SEEN, SHOOT, changes=1)
    assert found.verdict.ruling == "illegal"
    assert "Speculo #1 is impersonation_1" in found.says
    told = {one.says: one.verdict.ruling for one in found.changes}
    assert told["without: Speculo #1 is impersonation_1",] == "legal"


def test_a_declaration_is_taken_away_with_what_came_of_it() -> None:
    table = SEEN.declare("guard", "dodge", "Speculo #1").roll("guard", "dodge")
    table = table.declare("Speculo #1", "bs_attack", "guard")
    shoot = replace(SHOOT, when="aro_2")
    found = what_if(BOOK, replace(table, lof=(Pair("guard", "Speculo #1", "second"),)), shoot)
    assert "n4.aro.aro.1" in found.verdict.clauses
    [one, *_] = found.changes
    assert one.says == ("without: guard dodge at Speculo #1 is declared",)
    assert one.verdict.ruling == "legal"


def test_a_skill_that_another_goes_on_from_stays_declared() -> None:
    table = SEEN.declare("Speculo #1", "bs_attack", "guard")
    told = {says for one in what_if(BOOK, table, SHOOT).changes for says in one.says}
    assert "without: Speculo #1 bs_attack at guard is declared" in told
    assert "without: Speculo #1 move is declared" not in told


def test_every_change_is_what_the_rulebook_answers() -> None:
    found = what_if(BOOK, SEEN, Act("guard", "discover", "Speculo #1"), changes=2)
    assert {len(one.says) for one in found.changes} <= {1, 2}
    assert found.changes
    assert all(isinstance(one.verdict, Verdict) for one in found.changes)
    assert all(one.verdict.ruling != found.verdict.ruling for one in found.changes)


def test_what_no_situation_can_say_is_not_told() -> None:
    found = what_if(BOOK, SEEN, SHOOT, changes=2)
    assert ("with: Speculo #1 is camouflaged",) not in {one.says for one in found.changes}


def test_a_change_that_does_not_hold_is_our_defect(
    monkeypatch: pytest.MonkeyPatch, file: Path, capsys: Captured
) -> None:
    right = module.candidates

    def wrong(
        ready: CompiledProgram, act: Act, *, changes: int, most: int
    ) -> tuple[module.Candidate, ...]:
        found = right(ready, act, changes=changes, most=most)
        return tuple(replace(one, ruling="silent") for one in found)

    monkeypatch.setattr(module, "candidates", wrong)
    with pytest.raises(EngineError, match="was to be silent with "):
        what_if(BOOK, SEEN, SHOOT, changes=1)
    assert ran(capsys, "what-if", file)[0] == 3


def test_what_decides_and_turns_leaves_the_unknown_aside() -> None:
    [case] = loads(CASE.replace("order:", "  unknown: [[is, guard, engaged]]\norder:"))
    asked = case_run(case, "n4")
    act = Act("guard", "bs_attack", "runner")
    found = what_if(asked.book, asked.table, act, changes=1)
    assert found.verdict.firmness == "depends"
    assert [one.fact for one in found.verdict.hangs] == ["state(guard,engaged)"]
    assert ("with: guard is engaged",) in {one.says for one in found.changes}


def test_a_ruling_that_hangs_on_no_reading_is_the_same_under_each() -> None:
    found = by_readings(BOOK, SEEN, SHOOT)
    assert (found.involved, found.cut) == ((), False)
    [only] = found.combinations
    assert (only.readings, only.ruling) == ((), "illegal")


def test_a_disputed_ruling_is_told_under_each_reading_as_asked_first() -> None:
    found = by_readings(BOOK, SEEN, LOOK_OUT)
    assert [one.name for one in found.involved] == ["look_out_aro"]
    told = [(dict(one.readings)["look_out_aro"], one.ruling) for one in found.combinations]
    assert told == [("with_look_out", "legal"), ("without_look_out", "illegal")]
    other = by_readings(BOOK, SEEN, LOOK_OUT, readings={"look_out_aro": "without_look_out"})
    assert other.combinations == found.combinations[::-1]


def test_of_many_combinations_some_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROWS", 1)
    cut = by_readings(BOOK, SEEN, LOOK_OUT)
    assert (cut.cut, len(cut.combinations)) == (True, 1)


def test_the_command_tells_changes_and_readings(file: Path, capsys: Captured) -> None:
    code, out, err = ran(capsys, "what-if", file, "--changes", 1, "--readings")
    assert (code, err) == (0, "")
    told = " ".join(out.split())
    assert "What decides it" in told
    assert "illegal with: guard is engaged" in told  # it sees nobody out of its close combat
    assert "illegal with: guard is targeted" not in told
    assert "guard dodge at runner, by how the book is read: the same under every reading" in told


def test_the_command_tells_it_as_json(file: Path, capsys: Captured) -> None:
    code, out, _ = ran(capsys, "what-if", file, "--changes", 1, "--readings", "--json")
    [case] = json.loads(out)["cases"]
    [question] = case["answers"]
    assert (code, question["line"], question["readings"]["involved"]) == (0, 10, [])
    for one in question["what_if"]["changes"]:
        assert one["verdict"]["ruling"] != question["what_if"]["verdict"]["ruling"]
        assert len(one["says"]) == len(one["without"]) + len(one["put_in"]) == 1


def test_ask_tells_readings_if_it_is_asked_to(file: Path, capsys: Captured) -> None:
    _, out, _ = ran(capsys, "ask", file, "--readings")
    assert "by how the book is read: the same under every reading" in out
    _, out, _ = ran(capsys, "ask", file, "--readings", "--json")
    told = [one["readings"] for one in json.loads(out)["cases"][0]["answers"]]
    assert [None if one is None else one["cut"] for one in told] == [False, None, None]


def test_a_file_that_asks_for_no_ruling_is_told_so(file: Path, capsys: Captured) -> None:
    file.write_text(NO_CHOICE, encoding="utf-8")
    code, out, err = ran(capsys, "what-if", file)
    assert (code, out) == (2, "")
    assert "nothing is asked whose ruling could turn; expected ask: with" in err


def test_more_changes_than_three_are_not_looked_for(file: Path, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as caught:
        ran(capsys, "what-if", file, "--changes", 4)
    assert caught.value.code == 2
    assert "'4' is no number of changes; expected 1, 2 or 3" in capsys.readouterr().err
