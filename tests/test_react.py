"""Whether a trooper gets an ARO at all: asked from Python and in files."""

import pytest

from aro import Rulebook, Situation, SituationError, Trooper
from aro.cases import dump, loads
from aro.cases.opening import case_runs
from aro.parts import Unknown

N4 = Rulebook("n4")
TABLE = Situation(
    active="red",
    troopers=[
        Trooper("runner", side="red"),
        Trooper("idler", side="red"),
        Trooper("guard", side="blue"),
        Trooper("far", side="blue"),
    ],
    lof=[("guard", "runner")],
).declare("runner", "move")

CASE = """
edition: n4
title: Whoever sees it
situation:
  active: red
  troopers: {runner: {side: red}, guard: {side: blue}}
ask:
  - {who: guard, react%s}
"""


def test_it_says_yes_or_no_by_which_clauses_and_how_firmly() -> None:
    yes, no = N4.may_react(TABLE, "guard"), N4.may_react(TABLE, "far")
    assert (yes.ruling, yes.firmness, yes.clauses) == ("legal", "settled", ("n4.aro.who.1",))
    assert (bool(yes), bool(no)) == (True, False)
    assert (no.ruling, no.act.at, no.act.when) == ("illegal", "runner", "aro_1")
    assert "n4.aro.aro.2" in N4.may_react(TABLE, "guard", at="idler").clauses


def test_before_anybody_acts_nobody_reacts() -> None:
    before = Situation(active="red", troopers=TABLE.troopers, lof=TABLE.lof)
    assert N4.may_react(before, "guard").clauses[0] == "n4.aro.aro.2"


def test_an_unknown_sight_leaves_it_open_which_it_is() -> None:
    table = Situation(
        active="red",
        troopers=TABLE.troopers,
        order=TABLE.order,
        unknown=[Unknown("lof", "far", "runner")],
    )
    verdict = N4.may_react(table, "far")
    assert {verdict.firmness, *verdict.also} == {"open", "depends"}  # an unread page: Hacking Areas
    assert verdict.possible == ("legal", "illegal")


def test_who_has_the_turn_is_not_asked() -> None:
    with pytest.raises(SituationError, match="a trooper of the reactive side"):
        N4.may_react(TABLE, "runner")
    with pytest.raises(ExceptionGroup) as caught:
        loads(CASE.replace("{who: guard,", "{who: runner,") % "")
    assert "whether it gets an ARO" in str(caught.value.exceptions[0])


@pytest.mark.parametrize("nothing", ["", ": null", ": ~"])
def test_a_file_that_expects_nothing_only_asks(nothing: str) -> None:
    [case] = loads(CASE % nothing)
    [run] = case_runs([case], "here")
    assert not [*run.failures()]


@pytest.mark.parametrize("nothing", ["", [], ()])
@pytest.mark.parametrize("name", ["at", "when", "as_side"])
def test_nothing_is_no_name(name: str, nothing: object) -> None:
    with pytest.raises(SituationError):
        N4.may_react(TABLE, "guard", **{name: nothing})  # type: ignore[arg-type]  # as intended


def test_a_file_asks_and_expects_it() -> None:
    [case] = loads(CASE % ": legal, at: runner, when: aro_1, firmness: settled")
    assert loads(dump(case)) == (case,)
    [run] = case_runs([case], "here")
    assert [one.partition(": expected")[2] for one in run.failures()] == [" legal, got illegal"]
    [(_, verdict)] = run.answers()
    assert verdict == N4.may_react(case.situation, "guard", at="runner")
