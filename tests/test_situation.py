"""Situations: pleasant to build, one line a declaration."""

from dataclasses import FrozenInstanceError, replace

import pytest

from aro.errors import SituationError
from aro.parts import Act, Event, Hit, Pair, Roll, Trooper
from aro.situation import Situation

SPECULO = Trooper("speculo", side="red", states=["hidden"], has=["disguise"])
GUARD = Trooper("guard", side="blue")
SNIPER = Trooper("sniper", side="blue", replicas=[("copy", "model")])
TABLE = Situation(active="red", troopers=[SPECULO, GUARD, SNIPER], lof=[("guard", "speculo")])


def test_lists_are_kept_as_tuples_and_pairs_in_one_form() -> None:
    assert TABLE.troopers[0].states == ("hidden",)
    assert TABLE.lof == (Pair("guard", "speculo"),)
    both = replace(
        TABLE, lof=(Pair("guard", "speculo", "first"), Pair("guard", "speculo", "second"))
    )
    assert both == TABLE
    assert TABLE.pieces == ("speculo", "guard", "sniper", "copy")
    assert TABLE.trooper("guard") is GUARD


def test_a_situation_is_a_value() -> None:
    with pytest.raises(FrozenInstanceError):
        TABLE.active = "blue"  # type: ignore[misc]  # what is tested
    assert hash(TABLE) == hash(replace(TABLE))


def test_a_lone_text_is_no_list_of_names() -> None:
    with pytest.raises(TypeError, match="states is 'hidden'; expected a list, each item text"):
        Trooper("speculo", side="red", states="hidden")


def test_the_step_of_a_declaration_follows_from_the_sequence() -> None:
    table = TABLE.declare("speculo", "move").declare("guard", "wait", "speculo")
    table = table.declare("speculo", "move").declare("guard", "look", "speculo")
    assert [act.when for act in table.order] == ["first", "aro_1", "second", "aro_2"]


def test_several_first_skills_make_a_coordinated_order() -> None:
    table = replace(TABLE, troopers=(*TABLE.troopers, Trooper("helot", side="red")))
    for who in ("speculo", "helot", "speculo", "helot"):
        table = table.declare(who, "move")
    assert [act.when for act in table.order] == ["first", "first", "second", "second"]


def test_who_was_not_activated_declares_in_the_step_that_is_on() -> None:
    table = replace(TABLE, troopers=(*TABLE.troopers, Trooper("helot", side="red")))
    table = table.declare("speculo", "move").declare("guard", "wait", "speculo")
    assert table.settle(Act("helot", "move")).when == "second"


def test_when_overrides_the_sequence() -> None:
    table = TABLE.declare("guard", "look", "speculo", when="aro_2")
    assert table.order[0].when == "aro_2"
    assert table.settle(Act("guard", "wait", "speculo", when="aro_1")).when == "aro_1"


def test_results_find_their_act() -> None:
    table = TABLE.declare("speculo", "shoot", "guard").declare("guard", "look", "speculo")
    table = table.roll("guard", "look", result="failure").hit(
        "speculo", "shoot", "guard", saves=True
    )
    table = table.hit("speculo", "shoot", "guard", on="copy", critical=True)
    table = table.event("guard", "enters", "retreat")
    shot, look = table.order
    assert table.rolls == (Roll(look, "failure"),)
    assert table.hits == (Hit(shot, "guard", saves=True), Hit(shot, "copy", critical=True))
    assert table.events == (Event("guard", "enters", "retreat"),)


def test_a_question_means_the_declared_act_where_it_cannot_be_declared_again() -> None:
    table = TABLE.declare("speculo", "move").declare("guard", "look", "speculo", uses=["flamer"])
    assert table.settle(Act("guard", "look", "speculo")) == table.order[1]
    assert table.settle(Act("guard", "look", "speculo", uses=["knife"])).uses == ("knife",)
    with pytest.raises(SituationError, match="2 times; expected when: first or when: second"):
        table.settle(Act("speculo", "move"))
    assert table.settle(Act("speculo", "move", when="second")).when == "second"
    table = table.declare("speculo", "move")
    with pytest.raises(SituationError, match="2 times; expected when: first or when: second"):
        table.settle(Act("speculo", "move"))
    assert table.settle(Act("speculo", "move", when="first")) == table.order[0]
