"""What one side may know: two worlds that look alike to it are answered alike, word for word."""

import pytest

from aro.json_form import choices_json, outcome_json, verdict_json
from aro.rulebook import Rulebook
from aro.situation import Act, Situation, Trooper

GUARD = Trooper("guard", side="blue")
REPLICAS = [("d1", "decoy_1"), ("d2", "decoy_2")]


def decoy(noted: str | None) -> Situation:
    """Return a Decoy of red in sight of a guard; the note says which piece is real."""
    user = Trooper(
        "user", side="red", states=["decoy"], has=["decoy_2"], replicas=REPLICAS, noted=noted
    )
    seen = [("guard", "user"), ("guard", "d1"), ("user", "guard"), ("d1", "guard"), ("d2", "guard")]
    return Situation(active="blue", troopers=[user, GUARD], lof=seen)


def marker(*has: str, device: str | None = None) -> Situation:
    """Return a Camouflage Marker of red in sight of a guard, whatever is under it."""
    hidden = Trooper("marker", side="red", states=["camouflaged"], has=has, device=device)
    return Situation(
        active="blue",
        troopers=[hidden, GUARD],
        lof=[("guard", "marker"), ("marker", "guard")],
        zoc=[("guard", "marker")],
    )


def ambush(*, laid: bool) -> Situation:
    """Return a guard that walks alone, or past an enemy in Hidden Deployment."""
    hidden = Trooper("hidden", side="red", states=["hidden_deployment"], has=["hidden_deployment"])
    there = [GUARD, Trooper("far", side="red"), *([hidden] if laid else [])]
    return Situation(active="blue", troopers=there, lof=[("hidden", "guard")] if laid else [])


WORLDS = [
    pytest.param("n5", decoy(None), decoy("d1"), id="which Decoy is real"),
    pytest.param("n5", decoy("d1"), decoy("d2"), id="which of two Markers is real"),
    pytest.param(
        "n3", marker("ch_camouflage"), marker("ch_camouflage", "sixth_sense_1"), id="what it can do"
    ),
    pytest.param(
        "n3", marker("ch_camouflage"), marker("ch_camouflage", device="mine"), id="a Mine"
    ),
    pytest.param("n4", ambush(laid=True), ambush(laid=False), id="whether anybody is there"),
]


def everything(edition: str, world: Situation, acts: list[Act]) -> list[object]:
    """Return all that blue is told: rulings, its options, the enemy's AROs, what results."""
    book = Rulebook(edition)
    table = world
    for act in acts:
        table = table.declare(act.who, act.does, act.at)
    return [
        *(verdict_json(book.is_legal(world, act, as_side="blue")) for act in acts),
        *(str(book.is_legal(world, act, as_side="blue")) for act in acts),
        choices_json(book.options(world, as_side="blue")),
        choices_json(book.legal_aros(table, as_side="blue")),
        outcome_json(book.resolve(table, as_side="blue")),
        str(book.resolve(table, as_side="blue")),
    ]


@pytest.mark.parametrize(("edition", "one", "other"), WORLDS)
def test_worlds_that_look_alike_are_answered_alike(
    edition: str, one: Situation, other: Situation
) -> None:
    pieces = [
        piece for piece in one.pieces if piece in other.pieces and piece not in {"guard", "far"}
    ]
    acts = [Act("guard", "move"), *(Act("guard", "discover", piece) for piece in pieces)]
    assert everything(edition, one, acts[:2]) == everything(edition, other, acts[:2])


def test_the_referee_tells_them_apart() -> None:
    act = Act("guard", "discover", "d1")
    tables = [
        decoy(noted).declare("guard", "discover", "d1").roll("guard", "discover", "d1")
        for noted in (None, "d1")
    ]
    states = [Rulebook("n5").resolve(table).fate("user").states for table in tables]
    assert act.at == "d1"
    assert states == [("decoy",), ()]


def test_what_turns_on_a_secret_hangs_on_it() -> None:
    table = decoy("d1").declare("guard", "move")
    told = Rulebook("n5").is_legal(table, Act("user", "discover", "guard"), as_side="blue")
    assert told.firmness in {"settled", "depends", "disputed"}
