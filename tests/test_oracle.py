"""The second opinion decides the probes of the documents as their readers do."""

from types import ModuleType

import pytest

from oracle import n3_camouflaged, n3_to_camouflaged, n4_impersonation, n5_decoy
from oracle.world import Hit, Roll, Trooper
from oracle.write import GUARD, MATE, SNIPER, act, given, hider, seen, table, user

DOCUMENTS = (n3_camouflaged, n3_to_camouflaged, n4_impersonation, n5_decoy)


def test_n3_alert_reveals() -> None:
    world = table(
        "blue", hider("camouflaged"), GUARD, order=("first guard move", "aro_1 hider alert")
    )
    end = n3_camouflaged.outcome(world)
    assert end.forms["hider"] == "model"
    assert "n3.camouflaged.cancellation.3" in end.clauses


def test_n3_declaring_discover_reveals_though_it_fails() -> None:
    order = ("first hider move", "second hider discover guard")
    world = table("red", hider("camouflaged"), GUARD, order=order)
    world = given(world, rolls=(Roll(act(order[1]), success=False),))
    assert n3_camouflaged.outcome(world).states["hider"] == frozenset()


@pytest.mark.parametrize("quiet", ["first hider move", "first hider cautious_movement"])
def test_n3_quiet_skills_leave_the_marker(quiet: str) -> None:
    world = table("red", hider("to_camouflaged"), GUARD, order=(quiet,))
    assert n3_to_camouflaged.outcome(world).forms["hider"] == "to_camo"


def test_look_out_reveals_in_n5_only() -> None:
    order = ("first guard move", "aro_1 hider look_out")
    n4 = n4_impersonation.outcome(table("blue", hider("impersonation_1"), GUARD, order=order))
    n5 = n5_decoy.outcome(table("blue", user(), GUARD, order=order))
    assert n4.forms["hider"] == "imp_1"
    assert (n5.forms["hider"], n5.forms["d1"], n5.forms["d2"]) == ("model", "absent", "absent")


@pytest.mark.parametrize(
    ("document", "subject"), [(n4_impersonation, hider("impersonation_1")), (n5_decoy, user())]
)
@pytest.mark.parametrize(("before", "verdict"), [((), "legal"), (("aro_1 mate reset",), "illegal")])
def test_look_out_lets_dodge_who_has_not_reacted(
    document: ModuleType, subject: Trooper, before: tuple[str, ...], verdict: str
) -> None:
    order = ("first hider move", *before, "second hider move", "aro_2 guard look_out")
    lof = seen(("mate", "hider", "first"), ("guard", "hider", "second"))
    world = given(table("red", subject, GUARD, Trooper("mate", "blue"), order=order), lof=lof)
    assert document.ruling(world, act("aro_2 mate dodge")) == verdict


@pytest.mark.parametrize(
    ("document", "state", "verdict"),
    [
        (n3_to_camouflaged, "to_camouflaged", "illegal"),
        (n4_impersonation, "impersonation_1", "legal"),
    ],
)
def test_a_wait_that_nobody_announced(document: ModuleType, state: str, verdict: str) -> None:
    order = ("first hider move", "second hider bs_attack guard")
    world = table("red", hider(state), GUARD, order=order)
    assert document.ruling(world, act("aro_2 guard bs_attack hider")) == verdict


@pytest.mark.parametrize(
    ("document", "state"),
    [
        (n3_camouflaged, "camouflaged"),
        (n3_to_camouflaged, "to_camouflaged"),
        (n4_impersonation, "impersonation_1"),
    ],
)
@pytest.mark.parametrize(("second", "verdict"), [("bs_attack guard", "legal"), ("move", "illegal")])
def test_a_delay_pays_only_if_the_marker_reveals_itself(
    document: ModuleType, state: str, second: str, verdict: str
) -> None:
    order = ("first hider move", "aro_1 guard delay hider", f"second hider {second}")
    world = table("red", hider(state), GUARD, order=order)
    assert document.ruling(world, act("aro_1 guard delay hider")) == "legal"
    assert document.ruling(world, act("aro_2 guard bs_attack hider")) == verdict
    assert document.ruling(world, act("aro_2 guard discover hider")) in {verdict, "legal"}


def test_a_delayed_aro_uses_the_lof_of_the_first_half() -> None:
    order = ("first hider move", "aro_1 guard delay hider", "second hider bs_attack mate2")
    other = Trooper("mate2", "blue")
    world = table("red", hider("impersonation_1"), GUARD, other, order=order)
    world = given(world, lof=seen(("guard", "hider", "first"), ("hider", "mate2")))
    assert n4_impersonation.ruling(world, act("aro_2 guard bs_attack hider")) == "legal"


def test_n4_nothing_to_wait_for_once_the_first_skill_revealed() -> None:
    order = ("first hider bs_attack guard", "aro_1 guard delay hider", "second hider move")
    world = table("red", hider("impersonation_1"), GUARD, order=order)
    assert n4_impersonation.ruling(world, act("aro_1 guard delay hider")) == "illegal"
    assert n4_impersonation.ruling(world, act("aro_1 guard bs_attack hider")) == "legal"
    assert n4_impersonation.ruling(world, act("aro_2 guard bs_attack hider")) == "illegal"


def test_n4_waiting_out_an_entire_order_is_for_nothing() -> None:
    order = ("first hider cautious_movement", "aro_1 guard delay hider")
    world = table("red", hider("impersonation_2"), GUARD, order=order)
    assert n4_impersonation.ruling(world, act("aro_1 guard delay hider")) == "legal"
    assert n4_impersonation.ruling(world, act("aro_2 guard discover hider")) == "illegal"
    assert n4_impersonation.outcome(world).forms["hider"] == "imp_2"


def test_n4_two_successes_lower_one_level() -> None:
    third = Trooper("third", "blue")
    order = (
        "first hider move",
        "aro_1 guard delay hider",
        "aro_1 sniper discover hider",
        "aro_1 third discover hider",
        "second hider move",
    )
    world = table("red", hider("impersonation_1"), GUARD, SNIPER, third, order=order)
    world = given(world, rolls=tuple(Roll(act(order[n]), success=True) for n in (2, 3)))
    end = n4_impersonation.outcome(world)
    assert end.states["hider"] == {"impersonation_2"}
    assert "n4.impersonation.example.6" in end.clauses
    assert n4_impersonation.ruling(world, act("aro_2 guard discover hider")) == "illegal"


def test_n4_a_failure_locks_the_trooper_at_either_level() -> None:
    order = ("first guard discover hider",)
    world = table("blue", hider("impersonation_1"), GUARD, SNIPER, order=order)
    world = given(world, rolls=(Roll(act(order[0]), success=False),))
    failed = n4_impersonation.outcome(world).failed
    assert failed == {("guard", "hider")}
    later = given(table("blue", hider("impersonation_2"), GUARD, SNIPER), failed=failed)
    assert n4_impersonation.ruling(later, act("first guard discover hider")) == "illegal"
    assert n4_impersonation.ruling(later, act("first sniper discover hider")) == "legal"


@pytest.mark.parametrize(
    ("document", "state", "verdict"),
    [(n3_camouflaged, "camouflaged", "illegal"), (n4_impersonation, "impersonation_1", "legal")],
)
def test_the_lock_after_a_return(document: ModuleType, state: str, verdict: str) -> None:
    world = given(
        table("red", hider(state), GUARD, order=("first hider move",)),
        failed=frozenset({("guard", "hider")}),
        returned=frozenset({"hider"}),
    )
    assert document.ruling(world, act("aro_1 guard discover hider")) == verdict


@pytest.mark.parametrize(
    ("document", "state", "verdict"),
    [
        (n3_camouflaged, "camouflaged", "legal"),
        (n3_to_camouflaged, "to_camouflaged", "legal"),
        (n4_impersonation, "impersonation_1", "illegal"),
        (n4_impersonation, "impersonation_2", "legal"),
    ],
)
def test_discover_and_attack(document: ModuleType, state: str, verdict: str) -> None:
    order = ("first guard discover hider", "second guard bs_attack hider")
    world = table("blue", hider(state), GUARD, order=order)
    assert document.ruling(world, act("second guard bs_attack hider")) == verdict
    assert document.ruling(table("blue", hider(state), GUARD), act(order[1])) == "illegal"
    for passed in (True, False):
        rolled = given(world, rolls=(Roll(act(order[0]), success=passed),))
        effect = passed and verdict == "legal"
        assert document.takes_effect(rolled, act(order[1])) is effect


def test_n4_the_attack_needs_no_roll_at_a_marker_that_reveals_itself() -> None:
    order = ("first guard discover hider", "aro_1 hider dodge", "second guard bs_attack hider")
    world = table("blue", hider("impersonation_2"), GUARD, order=order)
    world = given(world, rolls=(Roll(act(order[0]), success=False),))
    assert n4_impersonation.takes_effect(world, act(order[2]))
    assert n4_impersonation.outcome(world).failed == frozenset()


def test_a_marker_under_the_template_in_n3() -> None:
    shot = act("first guard bs_attack mate", covers=("hider",))
    for camouflaged, verdict in ((True, "legal"), (False, "illegal")):
        state = "camouflaged" if camouflaged else "impersonation_1"
        world = table("blue", hider(state), GUARD, MATE, order=(shot,))
        world = given(world, hits=(Hit(shot, "hider", saves=True),))
        assert n3_camouflaged.ruling(world, shot) == verdict
        revealed = n3_camouflaged.outcome(world).forms["hider"] == "model"
        assert revealed is camouflaged


@pytest.mark.parametrize(("answer", "effect"), [((), False), (("aro_1 hider dodge",), True)])
def test_a_marker_under_the_template_in_n4(answer: tuple[str, ...], *, effect: bool) -> None:
    shot = act("first guard bs_attack mate", covers=("hider",))
    world = table("blue", hider("impersonation_2"), GUARD, MATE, order=(shot, *answer))
    assert n4_impersonation.ruling(world, shot) == "legal"
    assert n4_impersonation.takes_effect(world, shot) is effect


@pytest.mark.parametrize(
    ("document", "state", "verdict"),
    [
        (n3_camouflaged, "camouflaged", "legal"),
        (n3_to_camouflaged, "to_camouflaged", "legal"),
        (n4_impersonation, "impersonation_1", "illegal"),
        (n4_impersonation, "impersonation_2", "illegal"),
    ],
)
def test_intuitive_attack(document: ModuleType, state: str, verdict: str) -> None:
    world = table("blue", hider(state), GUARD)
    assert document.ruling(world, act("first guard intuitive_attack hider")) == verdict
