"""The second opinion on contact, returns, hits and Decoys; and that it stands alone."""

import ast
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from oracle import (
    n3_camouflaged,
    n3_to_camouflaged,
    n4_impersonation,
    n5_decoy,
    sample,
    sampling_profile,
)
from oracle.world import Event, Hit, Roll, Trooper, World
from oracle.write import GUARD, MATE, act, given, hider, seen, table, user

DOCUMENTS = (n3_camouflaged, n3_to_camouflaged, n4_impersonation, n5_decoy)


@pytest.mark.parametrize(
    ("document", "trooper", "form"),
    [
        (n3_camouflaged, hider("camouflaged"), "model"),
        (n4_impersonation, hider("impersonation_1"), "imp_1"),
        (n5_decoy, user(), "model"),
    ],
)
def test_contact_with_a_friend(document: ModuleType, trooper: Trooper, form: str) -> None:
    world = table("red", trooper, GUARD, MATE, order=("first hider move",))
    end = document.outcome(given(world, contact=seen(("hider", "mate"))))
    assert end.forms["hider"] == form
    assert ("decoy" in end.states["hider"]) is (document is n5_decoy)


@pytest.mark.parametrize(
    ("document", "state"), [(n3_camouflaged, "camouflaged"), (n4_impersonation, "impersonation_1")]
)
def test_contact_with_an_enemy(document: ModuleType, state: str) -> None:
    touching = seen(("guard", "hider"))
    world = table("red", hider(state), GUARD, order=("first hider move",))
    assert document.outcome(given(world, contact=touching)).forms["hider"] == "model"
    world = given(table("blue", hider(state), GUARD, order=("first guard move",)), contact=touching)
    assert document.ruling(world, act("first guard move")) == "illegal"
    assert document.outcome(world).forms["hider"] != "model"


def test_return_with_a_hidden_watcher() -> None:
    lurker = Trooper("lurker", "blue", frozenset({"hidden_deployment"}))
    back = act("first hider return_to impersonation_1")
    model = Trooper("hider", "red", frozenset(), frozenset({"impersonation"}))
    world = table("red", model, lurker, order=(back,))
    assert n4_impersonation.ruling(world, back) == "legal"
    assert n4_impersonation.outcome(world).forms["hider"] == "imp_1"
    spoilt = given(world, order=(back, act("aro_1 lurker bs_attack hider")))
    assert not n4_impersonation.takes_effect(spoilt, back)
    assert n4_impersonation.outcome(spoilt).forms["hider"] == "model"


@pytest.mark.parametrize("blocker", [GUARD, Trooper("guard", "blue", frozenset({"camouflaged"}))])
def test_n3_return_in_sight_is_illegal(blocker: Trooper) -> None:
    back = act("first hider return_to camouflaged")
    model = Trooper("hider", "red", frozenset(), frozenset({"ch_camouflage"}))
    world = table("red", model, blocker, order=(back,))
    assert n3_camouflaged.ruling(world, back) == "illegal"
    unseen = given(world, lof=frozenset())
    assert n3_camouflaged.ruling(unseen, back) == "legal"
    assert n3_camouflaged.outcome(unseen).forms["hider"] == "camo"


@pytest.mark.parametrize(("what", "back"), [("retreat", "legal"), ("impetuous", "illegal")])
def test_n3_level_lost_and_found(what: str, back: str) -> None:
    verb = "enters" if what == "retreat" else "becomes"
    world = given(
        table("red", hider("to_camouflaged"), GUARD), events=(Event("hider", verb, what),)
    )
    end = n3_to_camouflaged.outcome(world)
    assert end.forms["hider"] == "model"
    assert end.lowered == {("hider", what)}
    calm = Trooper("hider", "red", frozenset(), frozenset({"ch_to_camouflage"}))
    later = World("red", (calm, GUARD), lowered=end.lowered)
    asked = act("first hider return_to to_camouflaged")
    assert n3_to_camouflaged.ruling(later, asked) == "illegal"
    ended = given(later, events=(Event("hider", "cancels", "retreat"),))
    after = given(later, lowered=n3_to_camouflaged.outcome(ended).lowered)
    assert n3_to_camouflaged.ruling(after, asked) == back


@pytest.mark.parametrize(("skill", "form"), [("move", "to_camo"), ("bs_attack guard", "model")])
def test_n3_leaving_hidden_deployment(skill: str, form: str) -> None:
    world = table("red", hider("hidden_deployment"), GUARD, order=(f"first hider {skill}",))
    assert n3_to_camouflaged.outcome(world).forms["hider"] == form


def test_a_hit_without_a_saving_roll() -> None:
    intuitive = act("first guard intuitive_attack hider")
    world = table("blue", hider("camouflaged"), GUARD, order=(intuitive,))
    for saves, critical, form in (
        (False, False, "camo"),
        (True, False, "model"),
        (False, True, "model"),
    ):
        hits = (Hit(intuitive, "hider", saves=saves, critical=critical),)
        assert n3_camouflaged.outcome(given(world, hits=hits)).forms["hider"] == form


def test_n5_a_replica_falls_to_any_hit_and_the_user_only_to_a_saving_roll() -> None:
    order = ("first guard move", "second guard bs_attack d1")
    for noted, saves, gone, hidden in (
        ("hider", False, True, True),
        ("d1", False, False, True),
        ("d1", True, False, False),
    ):
        world = table("blue", user(noted), GUARD, order=order)
        end = n5_decoy.outcome(given(world, hits=(Hit(act(order[1]), "d1", saves=saves),)))
        assert (end.forms["d1"] == "absent") is gone
        assert ("decoy" in end.states["hider"]) is hidden


def test_n5_the_model_piece_can_be_the_replica() -> None:
    order = ("first guard move", "second guard bs_attack hider")
    world = table("blue", user("d2"), GUARD, order=order)
    end = n5_decoy.outcome(given(world, hits=(Hit(act(order[1]), "hider", saves=True),)))
    assert end.forms == {"hider": "absent", "guard": "model", "d1": "decoy_1", "d2": "decoy_2"}
    world = table(
        "red", user("d2"), GUARD, order=("first hider move", "second hider bs_attack guard")
    )
    end = n5_decoy.outcome(world)
    assert end.forms == {"hider": "absent", "guard": "model", "d1": "absent", "d2": "model"}


@pytest.mark.parametrize(("piece", "hidden"), [("d1", True), ("d2", False), ("hider", True)])
def test_n5_discover(piece: str, *, hidden: bool) -> None:
    asked = act(f"first guard discover {piece}")
    world = given(
        table("blue", user("d2"), GUARD, order=(asked,)), rolls=(Roll(asked, success=True),)
    )
    assert n5_decoy.ruling(world, asked) == "legal"
    end = n5_decoy.outcome(world)
    assert ("decoy" in end.states["hider"]) is hidden
    assert (end.forms[piece] == "absent") is hidden


@pytest.mark.parametrize(("piece", "hidden"), [("d1", True), ("d2", False)])
def test_n5_contact(piece: str, *, hidden: bool) -> None:
    world = table("blue", user("d2"), GUARD, order=("first guard move",))
    end = n5_decoy.outcome(given(world, contact=seen(("guard", piece))))
    assert ("decoy" in end.states["hider"]) is hidden
    assert (end.forms["d1"] == "absent") is True


def test_n5_the_aro_of_a_decoy() -> None:
    world = table("blue", user("d2"), GUARD, order=("first guard move",))
    assert n5_decoy.ruling(world, act("aro_1 hider dodge")) == "legal"
    replicas_see = given(world, lof=seen(("d1", "guard"), ("hider", "guard")))
    assert n5_decoy.ruling(replicas_see, act("aro_1 hider dodge")) == "illegal"
    world = table("red", user("d2"), GUARD, order=("first hider move",))
    assert n5_decoy.ruling(world, act("aro_1 guard delay d2")) == "illegal"
    assert n5_decoy.ruling(world, act("aro_1 guard bs_attack d2")) == "legal"
    assert n5_decoy.ruling(world, act("aro_1 guard bs_attack d1")) == "illegal"


@pytest.mark.parametrize("passed", [True, False])
def test_n5_combat_jump(*, passed: bool) -> None:
    jump = act("first hider combat_jump")
    jumper = replace(user(), traits=frozenset({"combat_jump"}))
    world = given(table("red", jumper, GUARD, order=(jump,)), rolls=(Roll(jump, success=passed),))
    assert ("decoy" in n5_decoy.outcome(world).states["hider"]) is passed


def test_n4_the_four_aros() -> None:
    world = table("red", hider("impersonation_1"), GUARD, order=("first hider move",))
    legal = [
        skill
        for skill in ("discover", "dodge", "look_out", "reset", "bs_attack", "cc_attack", "move")
        if n4_impersonation.ruling(world, act(f"aro_1 guard {skill} hider")) == "legal"
    ]
    assert legal == ["discover", "dodge", "look_out", "reset"]


def test_n4_discover_twice() -> None:
    other = Trooper("other", "red", frozenset({"impersonation_1"}), frozenset({"impersonation"}))
    order = ("first guard discover hider",)
    world = table("blue", hider("impersonation_1"), other, GUARD, order=order)
    assert n4_impersonation.ruling(world, act("second guard discover hider")) == "illegal"
    assert n4_impersonation.ruling(world, act("second guard discover other")) == "legal"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_random_worlds_are_reproducible_and_decided(document: ModuleType) -> None:
    name = document.DOCUMENT
    assert list(sample.samples(name, 20)) == list(sample.samples(name, 20))
    for world in sample.samples(name, 150):
        end = document.outcome(world)
        illegal = {one for one in world.order if document.ruling(world, one) == "illegal"}
        assert not illegal & end.carried_out
        assert set(end.forms) == set(world.pieces)
        assert all(
            document.judge(world, one).clauses for one in sampling_profile.questions(name, world)
        )


def test_the_oracle_stands_alone() -> None:
    for path in (Path(__file__).parent / "oracle").glob("*.py"):
        imports = {
            name.split(".")[0]
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        assert not imports & {"aro", "clingo", "subprocess", "importlib"}, path.name
