"""What is bounded: the size of a table, the words that reach clingo, and every search."""

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from aro import Act, Rulebook, Situation, SituationError, Trooper, Unknown
from aro.batch.line import Manner, answered
from aro.compiled import shape as _shape
from aro.engine import clingo_program as _engine
from aro.engine import evaluation as _evaluation
from aro.engine.clingo_program import Program
from aro.engine.question import grounded
from aro.errors import GaveUp, Spent
from aro.knowledge import library as kb
from aro.knowledge.validation import MOST_FACTS, MOST_PIECES
from aro.report import plain, text
from support.commandline import CASE, Captured, ran

pytestmark = pytest.mark.drawn

DODGE = Act("guard", "dodge", "runner")
PIGEONS = """
1 { at(P,H) : H = 1..N-1 } 1 :- P = 1..N, n(N).
:- at(P,H), at(Q,H), P < Q.
"""


def scene(**more: object) -> Situation:
    troopers = [Trooper("runner", side="red"), Trooper("guard", side="blue")]
    given = {"lof": [("guard", "runner")], **more}
    table = Situation(active="red", troopers=troopers, **given)  # type: ignore[arg-type]  # any of them
    return table.declare("runner", "move")


def pigeons(number: int) -> Program:
    return Program([], f"n({number}).{PIGEONS}")


def test_a_table_is_bounded_in_pieces_and_in_facts() -> None:
    many = [Trooper(f"t{n}", side="red") for n in range(MOST_PIECES + 1)]
    with pytest.raises(SituationError, match=f"{MOST_PIECES + 1} pieces; expected at most"):
        Situation(active="red", troopers=many)
    unknown = [Unknown("memory", f"m{n}") for n in range(MOST_FACTS)]
    with pytest.raises(SituationError, match=f"{MOST_FACTS + 1} facts are told; expected at most"):
        scene(unknown=unknown)


@pytest.mark.parametrize("name", ["x). ruling(y", "1..9", "X", "#show", "@f", "x;y", "own", ""])
def test_nothing_but_constants_reaches_the_solver(name: str) -> None:
    book = Rulebook("n4")
    with pytest.raises((SituationError, ExceptionGroup)):
        book.is_legal(scene(), Act("guard", name, "runner"))
    with pytest.raises((SituationError, ExceptionGroup)):
        book.is_legal(scene(phase=name), DODGE)
    with pytest.raises((SituationError, ExceptionGroup)):
        book.is_legal(scene(game=name or "?"), DODGE)


def test_a_search_gives_up_after_so_many_conflicts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_engine, "CONFLICTS", 50)
    spent = []
    for _ in range(2):
        with pytest.raises(GaveUp, match="no answer within 50 conflicts") as found:
            pigeons(9).answer()
        spent.append(found.value.spent.conflicts)
    assert spent == [50, 50]


def test_a_search_gives_up_after_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_engine, "CONFLICTS", 10**9)
    monkeypatch.setattr(_engine, "SECONDS", 0.2)
    with pytest.raises(GaveUp) as found:
        pigeons(14).answer()
    assert found.value.spent.conflicts > 0
    assert 0.2 < found.value.spent.seconds < 10


def test_what_holds_in_some_world_is_never_half_found(monkeypatch: pytest.MonkeyPatch) -> None:
    law = PIGEONS.replace("n(N).", "n(N), hard.") + "{ easy }. hard :- not easy."
    certain, possible = Program([], f"n(7). {law}").certain(())
    assert certain == possible == {("easy",), ("n", 7)}
    monkeypatch.setattr(_engine, "CONFLICTS", 20)
    with pytest.raises(GaveUp):
        Program([], f"n(7). {law}").certain(())


def test_a_ruling_on_what_is_unknown_may_be_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def runs_out(*_: object) -> None:
        raise GaveUp(Spent(conflicts=7, seconds=0.5))

    table = scene(lof=[], unknown=[Unknown("lof", "guard", "runner")])
    depends = Rulebook("n4").is_legal(table, DODGE)
    assert ({depends.firmness, *depends.also}, depends.spent) == ({"open", "depends"}, None)
    monkeypatch.setattr(Program, "certain", runs_out)
    verdict = Rulebook("n4").is_legal(table, DODGE)
    assert (verdict.ruling, verdict.firmness) == ("illegal", "gave_up")
    assert verdict.spent == Spent(conflicts=7, seconds=0.5)
    assert "gave up after 7 conflicts, 0.5 s" in str(verdict)
    assert plain(verdict)["spent"] == {"conflicts": 7, "seconds": 0.5, "megabytes": 0}
    assert not Rulebook("n4").is_legal(scene(unknown=[Unknown("zoc", "guard", "runner")]), DODGE)
    outcome = Rulebook("n4").resolve(table)
    assert outcome.spent == verdict.spent
    assert plain(outcome)["spent"] == {"conflicts": 7, "seconds": 0.5, "megabytes": 0}
    assert "gave up after" in str(outcome)


@pytest.mark.usefixtures("_interrupts")
def test_a_search_can_be_interrupted() -> None:
    code = (
        "import aro.engine.clingo_program as e; e.CONFLICTS = 10**9; e.SECONDS = 60.0\n"
        f"p = e.Program([], 'n(14).' + {PIGEONS!r})\n"
        "print('searching', flush=True); p.answer()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "searching\n"
        time.sleep(0.5)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in told
    assert time.monotonic() - begun < 10


def test_the_searches_for_one_question_are_bounded_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = scene(lof=[], unknown=[Unknown("lof", "guard", "runner")])
    monkeypatch.setattr(_evaluation, "SECONDS", -1.0)
    verdict = Rulebook("n4").is_legal(table, DODGE)
    assert verdict.firmness == "gave_up"
    assert verdict.spent is not None
    assert verdict.spent.seconds < 20


@pytest.fixture
def _no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """No search finds anything, and nothing is compiled that would need none."""

    def search(*_: object, **__: object) -> None:
        raise GaveUp(Spent(conflicts=7, seconds=0.5))

    monkeypatch.setattr(Program, "_search", search)
    monkeypatch.setattr("aro.compiled.program.placed", lambda *_, **__: None)


@pytest.mark.usefixtures("_no_time")
def test_a_plain_question_that_runs_out_of_its_bound_is_answered_so() -> None:
    book, spent = Rulebook("n4"), Spent(conflicts=7, seconds=0.5)
    verdict = book.is_legal(scene(), DODGE)
    assert (verdict.ruling, verdict.firmness, verdict.spent) == ("undecided", "gave_up", spent)
    assert not verdict
    assert verdict.because == ()
    assert "legal" in verdict.possible
    assert "dodge at runner: UNDECIDED, gave up after 7 conflicts, 0.5 s" in str(verdict)
    assert plain(verdict)["ruling"] == "undecided"
    aros = book.legal_aros(scene())["guard"]
    assert {one.firmness for one in aros} == {"gave_up"}
    assert {"dodge", "bs_attack"} <= {one.act.does for one in aros}
    outcome = book.resolve(scene())
    assert outcome.spent == spent
    assert outcome.unsure
    assert "PLAYED OUT, in part: gave up after 7 conflicts, 0.5 s" in text(outcome)
    assert "UNDECIDED, not found out: gave up after 7 conflicts, 0.5 s" in text(verdict)
    move = book.is_legal(scene(), replace(scene().order[0]))
    assert (move.firmness, move.takes_effect) == ("gave_up", None)


@pytest.mark.usefixtures("_no_time")
def test_what_one_side_may_know_is_never_half_found() -> None:
    with pytest.raises(GaveUp):
        Rulebook("n4").is_legal(scene(), DODGE, as_side="blue")


@pytest.mark.usefixtures("_no_time")
def test_a_case_and_a_line_that_run_out_of_their_bound_are_answered_so(
    tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "one.yaml").write_text(CASE)
    code, out, _ = ran(capsys, "ask", tmp_path / "one.yaml")
    assert (code, out.count("UNDECIDED"), out.count("undecided, gave_up") > 5) == (1, 1, True)
    code, out, _ = ran(capsys, "resolve", tmp_path / "one.yaml")
    assert (code, "PLAYED OUT, in part" in out) == (0, True)
    line = json.dumps(yaml.load(CASE, yaml.BaseLoader))  # noqa: S506  texts only
    [told] = answered(((1, line.encode()),), Manner(file="in.jsonl", digest=kb.digest()))
    assert (told.came_out, json.loads(told.line)["errors"]) == ("no", [])
    assert b'"firmness": "gave_up"' in told.line
    later = CASE.replace("order:\n  - {", "orders:\n  - {order: [{").replace("move}", "move}]}")
    later = later.replace("ask:", "  - {order: [{who: runner, does: move}]}\nask:")
    (tmp_path / "later.yaml").write_text(later)
    code, _, err = ran(capsys, "ask", tmp_path / "later.yaml")
    assert (code, "later.yaml:1: no answer within 7 conflicts" in err) == (2, True)


@pytest.mark.parametrize("name", ["n2", "n3", "n4", "n5"])
def test_what_grounding_tells_holds_whatever_is_found(name: str) -> None:
    spies = {
        "n2": Trooper("spy", side="red", states=["impersonation_1"]),
        "n3": Trooper("spy", side="red", states=["camouflaged"]),
        "n4": Trooper("spy", side="red", states=["impersonation_1"]),
        "n5": Trooper("spy", side="red", replicas=[("left", "decoy_1"), ("right", "decoy_2")]),
    }
    table = replace(scene(), order=(), troopers=(*scene().troopers, spies[name]))
    table = table.declare("spy", "bs_attack", "guard").declare("guard", "bs_attack", "spy")
    asked = Rulebook(name).question(table, every=table.turns("aros"), results=True)
    program = grounded(asked)
    certain, possible = program.outline()
    assert certain < program.answer() < possible


LARGE = """\
edition: n2
title: Fifty of either side
situation:
  active: red
  troopers: {TROOPERS}
  lof: [[b0, r0], [r0, b0]]
order: [{who: r0, does: move}]
ask: [{who: b0, does: dodge, at: r0}]
""".replace(
    "TROOPERS",
    ", ".join(f"{side[0]}{n}: {{side: {side}}}" for n in range(50) for side in ("red", "blue")),
)


@pytest.mark.parametrize(
    "command",
    [
        "ask --readings",
        *(pytest.param(one, marks=pytest.mark.sweep) for one in ("what-if", "aros")),
    ],
)
def test_a_command_ends_however_long_a_case_would_take(tmp_path: Path, command: str) -> None:
    """What bounds it is the time of a processor, so that a busy machine changes nothing."""
    file = tmp_path / "large.yaml"
    file.write_text(LARGE)
    code = (
        "import sys, aro.processes as p; p.SECONDS = 0.3\n"
        f"from aro.cli import main; sys.exit(main({[*command.split(), str(file)]}))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (2, f"{file}:1: no answer within 0.3 s\n")


def test_a_large_table_is_not_compiled_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    late = Trooper("latecomer", side="blue")
    book, kept = Rulebook("n4"), replace(scene(), troopers=(*scene().troopers, late))
    for largest, warm in ((100, False), (10**9, True)):
        monkeypatch.setattr("aro.compiled.shape.LARGEST", largest)
        for _ in range(2 * _shape.WORTH):
            assert book.is_legal(kept, DODGE).ruling == "legal"
        key = book.edition, _shape.shape_text(kept, book.off)
        assert (key in _shape._SHAPES) is warm  # noqa: SLF001  what is kept
