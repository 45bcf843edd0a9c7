"""The public names, and that importing them is all it takes."""

import dataclasses

import pytest

import aro
from aro import Act, Hit, Roll, Rulebook, Situation, Trooper


def test_the_public_names_are_sorted_and_there() -> None:
    assert aro.__all__ == sorted(aro.__all__)
    assert [name for name in aro.__all__ if not hasattr(aro, name)] == []


def test_every_public_name_says_what_it_is() -> None:
    assert [name for name in aro.__all__ if not getattr(aro, name).__doc__] == []


@pytest.mark.parametrize("name", ["n3", "n4", "n5"])
def test_an_order_feeds_the_next(name: str) -> None:
    book = Rulebook(name)
    table = Situation(
        active="red",
        troopers=[Trooper("runner", side="red"), Trooper("guard", side="blue")],
        lof=[("guard", "runner")],
    )
    first = book.resolve(table.declare("runner", "move").declare("runner", "move"))
    assert first.situation == table
    assert book.is_legal(first.situation, Act("runner", "move"))


def test_an_illegal_act_is_a_verdict_and_is_false() -> None:
    table = Situation(
        active="red", troopers=[Trooper("runner", side="red"), Trooper("guard", side="blue")]
    )
    verdict = Rulebook("n4").is_legal(
        table.declare("runner", "move"), Act("guard", "dodge", "runner")
    )
    assert not verdict
    assert verdict.ruling == "illegal"
    assert verdict.because


def test_answers_are_values() -> None:
    table = Situation(active="red", troopers=[Trooper("runner", side="red")])
    one, other = (Rulebook("n5").is_legal(table, Act("runner", "move")) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.ruling = "silent"  # type: ignore[misc]  # that it cannot be set is what is tested


def test_a_situation_and_a_rulebook_say_who_may_declare_next() -> None:
    troopers = [Trooper("runner", side="red"), Trooper("guard", side="blue")]
    table = Situation(active="red", troopers=troopers)
    assert Rulebook.turns(table) == table.turns("options") == (("first", "runner"),)
    assert Rulebook.reactions(table) == table.turns("aros") == (("aro_1", "guard"),)
    assert Act("runner", "move").at_step("second") == Act("runner", "move", when="second")


def test_whoever_shares_an_order_has_its_options_by_name_once_another_has_declared() -> None:
    troopers = [Trooper(name, side="red", states=states) for name, states in PAIR.items()]
    table = Situation(active="red", troopers=troopers).declare("lead", "move")
    assert table.turns("options") == (("second", "lead"),)
    assert table.turns("options", "mate") == (("first", "mate"),)
    [mates] = Rulebook("n5").options(table, who="mate").values()
    assert "move" in {one.act.does for one in mates if one}
    assert "idle" not in {one.act.does for one in mates if one}


FOE = Trooper("foe", side="blue")

PAIR = {"lead": ["spearhead"], "mate": []}
"""Who acts together in a Coordinated Order, by name, with its states."""


@pytest.mark.parametrize("name", ["n2", "n3", "n4", "n5"])
@pytest.mark.parametrize("answer", ["dodge", "bs_attack", "move"])
@pytest.mark.parametrize("result", ["success", "failure"])
def test_two_successes_in_one_face_to_face_roll_are_noted(
    name: str, answer: str, result: str
) -> None:
    table = Situation(
        active="red",
        troopers=[Trooper("runner", side="red"), Trooper("guard", side="blue")],
        lof=[("guard", "runner"), ("runner", "guard")],
    )
    table = table.declare("runner", "move").declare("guard", answer, "runner")
    table = table.declare("runner", "bs_attack", "guard").roll("runner", "bs_attack", "guard")
    if answer != "move":
        table = table.roll("guard", answer, "runner", result=result)
    told = [note for note in Rulebook(name).resolve(table).notes if "Face to Face" in note]
    assert bool(told) == (answer != "move" and result == "success"), told
    assert all("runner" in note and "guard" in note and "`lost`" in note for note in told)


@pytest.mark.parametrize(
    ("name", "skill", "noted"),
    [
        ("n5", "bs_attack", True),
        ("n5", "shoot_smoke", False),
        ("n3", "bs_attack", True),
        ("n4", "bs_attack", False),
        ("n5", "sensor", False),
    ],
)
def test_a_hit_is_missed_only_of_an_attack_that_hurts(name: str, skill: str, noted: bool) -> None:  # noqa: FBT001  a parameter
    table = Situation(
        active="red",
        troopers=[
            Trooper("runner", side="red", has=["smoke"] if skill == "shoot_smoke" else []),
            FOE,
        ],
        lof=[("foe", "runner"), ("runner", "foe")],
    )
    at = {"covers": ["foe"]} if skill == "shoot_smoke" else {"at": "foe"}
    shot = Act("runner", skill, **at)
    table = dataclasses.replace(table, order=(shot,), rolls=(Roll(shot, "success"),))
    notes = Rulebook(name).resolve(table).notes
    assert any("no hit is told" in note for note in notes) == noted


@pytest.mark.parametrize("result", ["success", "failure", "lost"])
def test_a_hit_that_its_roll_says_missed_is_noted(result: str) -> None:
    shot, dodge = Act("runner", "bs_attack", "foe"), Act("foe", "dodge", "runner")
    table = Situation(
        active="red",
        troopers=[Trooper("runner", side="red"), FOE],
        lof=[("foe", "runner"), ("runner", "foe")],
        order=(shot, dodge),
        rolls=(Roll(shot, result),),
        hits=(Hit(shot, "foe"),),
    )
    notes = Rulebook("n5").resolve(table).notes
    assert any("by its Roll it missed" in note for note in notes) == (result != "success")
