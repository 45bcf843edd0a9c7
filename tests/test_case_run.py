"""What a case expects of the details of an answer, met and missed."""

import pytest

from aro.answers import Verdict
from aro.cases import loads
from aro.cases.opening import case_run, located
from aro.cases.run import CaseRun
from aro.cases.together import passed_together
from aro.compiled.program import CompiledProgram
from aro.engine.clingo_program import Program
from aro.errors import SituationError
from aro.knowledge import library as kb
from aro.parts import Act, Trooper
from aro.rulebook import Rulebook, evaluate
from aro.situation import Situation
from support.strategies import long_in_sweep

pytestmark = pytest.mark.drawn

CASE = """\
edition: n4
title: A Dodge in the sights of a Surprise Attack
situation:
  active: red
  troopers: {ninja: {side: red, is: [camouflaged]}, guard: {side: blue}}
  lof: [[ninja, guard], [guard, ninja]]
order:
  - {who: ninja, does: bs_attack, at: guard, uses: [surprise_attack]}
  - {who: guard, does: dodge, at: ninja}
ask:
  - {who: guard, does: dodge, at: ninja, %s}
"""
UNSEEN = """\
edition: n4
title: A shot at nobody in sight
situation:
  active: red
  troopers: {ninja: {side: red}, guard: {side: blue}}
order:
  - {who: ninja, does: bs_attack, at: guard}
ask:
  - {who: ninja, does: bs_attack, at: guard, when: first, takes_effect: false, %s}
"""
VALUE = """\
edition: n4
title: How a trooper sees
situation:
  active: red
  troopers: {ninja: {side: red}, guard: {side: blue}}
ask:
  - {who: guard, values: {%s}}
"""
MARKERS = """\
edition: n5
title: Markers that are Prone or in a Foxhole
situation:
  active: red
  troopers:
    ninja: {side: red, is: [camouflaged]}
    hider: {side: red, is: [camouflaged, prone]}
    spy: {side: red, is: [impersonation_2, prone]}
    sapper: {side: red, is: [camouflaged, foxhole]}
ask:
  - {who: ninja, values}
"""


TOGETHER = """\
edition: n4
title: A shot at a Marker, and near misses
situation:
  active: red
  troopers: {ninja: {side: red, is: [camouflaged]}, guard: {side: blue}}
  lof: [[ninja, guard], [guard, ninja]]
order: [{who: ninja, does: move}]
ask: [{who: guard, does: bs_attack, at: ninja, ruling: %s}]
unless:
  - without: {is: [ninja, camouflaged]}
    ask: [{who: guard, does: bs_attack, at: ninja, ruling: %s}]
  - without: {lof: [guard, ninja]}
    ask: [{who: guard, does: dodge, at: ninja, ruling: %s}]
"""


def failures(text: str) -> list[str]:
    """Return what a case expects in vain, without the place."""
    [case] = loads(text)
    trial = CaseRun(case, Rulebook(case.editions[0]))
    return [one.partition(f"{case.title}: ")[2].partition(": ")[2] for one in trial.failures()]


@pytest.mark.parametrize(
    "expected",
    [
        "rolls: face_to_face",
        "mods: {n4.surprise_attack.modifier.2: surprise_attack}",
        "mods: {n4.sixth_sense.modifier.1: absent}",
        "mods: {n3.dodge.mods.1: '-3'}",
        "thwarted_by: []",
    ],
)
def test_what_is_so_is_met(expected: str) -> None:
    assert failures(CASE % expected) == []


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ("rolls: normal", "expected its Roll to be normal, got face_to_face"),
        ("rolls: unstated", "expected its Roll to be unstated, got face_to_face"),
        ("mods: {n4.surprise_attack.modifier.2: absent}", "expected the MOD absent by"),
        ("mods: {n4.surprise_attack.modifier.2: '-6'}", "expected the MOD -6 by"),
    ],
)
def test_what_is_not_so_is_told(expected: str, told: str) -> None:
    [found] = failures(CASE % expected)
    assert found.startswith(told)


def test_the_roll_of_what_no_clause_speaks_of_is_unstated() -> None:
    assert failures(UNSEEN % "rolls: unstated") == []
    [found] = failures(UNSEEN % "rolls: none")
    assert found == "expected its Roll to be none, got unstated"


def test_an_act_that_a_clause_thwarts_is_not_thwarted_by_nobody() -> None:
    assert failures(UNSEEN % "thwarted_by: [n4.bs_attack.legality.2]") == []
    [found] = failures(UNSEEN % "thwarted_by: []")
    assert found == "expected that no clause thwarts it, got n4.bs_attack.legality.2"


def test_a_value_can_be_expected_to_be_absent() -> None:
    assert failures(VALUE % "lof_arc: 180, silhouette: absent") == []
    [found] = failures(VALUE % "lof_arc: absent")
    assert "180" in found


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (CASE % "mods: {}", "mods expects nothing"),
        (CASE % "mods: {surprise: absent}", "'surprise' is no clause id"),
        (CASE % "mods: {n4.surprise.1: absent}", "unknown clause 'n4.surprise.1'"),
        (CASE % "rolls: sideways", "sideways"),
        (VALUE % "silhuette: absent", "unknown value 'silhuette'"),
    ],
)
def test_a_word_that_would_expect_nothing_is_a_fault(text: str, fault: str) -> None:
    with pytest.raises(ExceptionGroup) as caught:
        failures(text)
    assert [fault in str(error) for error in caught.value.exceptions] == [True]


@pytest.mark.sweep
def test_a_question_that_its_shape_cannot_express_is_compiled_once_it_is_worth_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book, act = Rulebook("n4"), Act("ninja", "bs_attack", "pal", when="first")
    sides = {"ninja": "red", "pal": "red", "guard": "blue"}
    troopers = [Trooper(name, side=side) for name, side in sides.items()]
    table = Situation(active="red", troopers=troopers)
    assert book.ready(table).shape.lacks("asked(act(first,ninja,bs_attack,own(pal)))")
    assert isinstance(evaluate(book.question(table, (act,))).program, Program)
    cold = book.is_legal(table, act)
    monkeypatch.setattr("aro.compiled.shape.WORTH", 0)
    assert isinstance(evaluate(book.question(table, (act,))).program, CompiledProgram)
    assert book.is_legal(table, act) == cold


HALVES = """\
edition: n5
situation:
  active: red
  troopers: {runner: {side: red}, guard: {side: blue}}
  lof: [[guard, runner], [runner, guard]]
order:
  - {who: runner, does: move}
ask:
  - {who: runner, does: move, ruling: legal}
"""


EARLIER = """
edition: n2
situation:
  active: red
  troopers:
    launcher: {side: red, has: [guided]}
    observer: {side: red, has: [forward_observer]}
    target: {side: blue}
    other: {side: blue}
  lof: [[observer, target], [target, observer]]
orders:
  - order: [{who: observer, does: forward_observer, at: target}]
    rolls: [{who: observer, does: forward_observer, at: target, result: success}]
  - order: []
ask:
  - {who: launcher, does: bs_attack, at: target, uses: [guided], ruling: illegal, firmness: open}
  - {who: launcher, does: bs_attack, at: other, uses: [guided], ruling: illegal, firmness: settled}
  - {who: target, becomes}
"""
LISTED = """\
edition: n3
title: What a sentry may declare, and whether it may with the gear of another
situation:
  active: red
  troopers: {runner: {side: red}, guard: {side: blue}}
  lof: [[guard, runner], [runner, guard]]
order: [{who: runner, does: move}]
ask:
  - {who: %s}
  - {who: %s, does: bs_attack, at: %s, uses: [surprise_shot_1], ruling: illegal}
"""


def test_what_an_earlier_order_left_open_makes_open_what_is_asked_of_the_same_trooper() -> None:
    [case] = loads(EARLIER)
    run = case_run(case, "n2")
    assert [*run.failures()] == []
    pages = [answer.pages for _, answer in run.answers() if isinstance(answer, Verdict)]
    missing = ["marking", "a declaration of this Order"]
    assert [[page.page for page in found] for found in pages] == [missing, []]
    assert run.outcome.firmness == "open"
    assert [page.page for page in run.outcome.pages] == missing
    assert [run.outcome.fate(who).firmness for who in ("target", "other")] == ["open", "settled"]


def test_a_half_has_to_be_said_only_where_it_makes_a_difference() -> None:
    [case] = loads(HALVES)
    assert not [*case_run(case, "n5").failures()]
    [[_, verdict]] = case_run(case, "n5").answers()
    assert isinstance(verdict, Verdict)
    assert verdict.act.when == "first"
    [case] = loads(HALVES.replace("move", "cautious_movement"), name="a.yaml")
    expected = (
        "a.yaml:9: runner cautious_movement was declared and can be meant 2 times; "
        "expected when: first (legal) or when: second (illegal)"
    )
    with pytest.raises(SituationError) as caught, located(case):
        [*case_run(case, "n5").answers()]
    assert str(caught.value) == expected


@pytest.mark.parametrize("name", long_in_sweep(kb.editions()))
def test_the_acts_that_can_be_meant_are_ruled_on_alike_or_told_apart(name: str) -> None:
    book = Rulebook(name)
    troopers = (Trooper("runner", side="red"), Trooper("guard", side="blue"))
    table = Situation(active="red", troopers=troopers, lof=[("guard", "runner")])
    for skill, at in (
        ("move", None),
        ("dodge", None),
        ("discover", "guard"),
        ("cc_attack", "guard"),
    ):
        asked = Act("runner", skill, at)
        there = table.declare("runner", skill, at)
        first, second = (book.is_legal(there, act) for act in there.meant(asked))
        if (first.rulings, first.firmness) == (second.rulings, second.firmness):
            assert book.is_legal(there, asked).act.when == "first"
        else:
            with pytest.raises(SituationError, match="expected when: first"):
                book.is_legal(there, asked)


def test_a_marker_has_one_silhouette() -> None:
    """A value that a case expects may be one of several; these are the only ones."""
    [case] = loads(MARKERS)
    values = CaseRun(case, Rulebook("n5")).outcome.values
    assert sorted((one.piece, one.value) for one in values if one.name == "silhouette") == [
        ("hider", "x"),
        ("ninja", "of_its_profile"),
        ("sapper", "at_least_3"),
        ("spy", "x"),
    ]


@pytest.mark.parametrize("wrong", [None, 0, 1, 2])
def test_of_cases_that_share_a_program_those_pass_that_do_alone(wrong: int | None) -> None:
    right = ["illegal", "legal", "illegal"]
    told = ["silent" if place == wrong else ruling for place, ruling in enumerate(right)]
    [case] = loads(TOGETHER % tuple(told))
    found = passed_together([(one, "n4") for one in (case, *case.near_misses())])
    assert found == {0, 1, 2} - {wrong}


@pytest.mark.parametrize(
    ("sort", "who", "at"), [("aros", "guard", "runner"), ("options", "runner", "guard")]
)
def test_what_is_listed_has_none_of_the_gear_of_what_is_asked(sort: str, who: str, at: str) -> None:
    [case] = loads(LISTED % (f"{who}, {sort}", who, at))
    run = case_run(case, "n3")
    assert [*run.failures()] == []
    [[_, listed], _] = run.answers()
    assert isinstance(listed, tuple)
    assert "bs_attack" in {one.act.does for one in listed}
