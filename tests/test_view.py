"""What one side may know: two worlds that look alike to it are answered alike, word for word."""

from dataclasses import replace

import pytest

from aro.cases import loads
from aro.cases.export_facts import export_facts
from aro.cases.opening import case_run
from aro.errors import SituationError
from aro.knowledge.fact_kinds import KINDS
from aro.parts import Act, Memory, Trooper, Unknown
from aro.report import plain, text
from aro.rulebook import Rulebook
from aro.situation import Situation

pytestmark = pytest.mark.drawn

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
    pytest.param("n5", decoy(None), decoy("d1"), id="which Decoy is real", marks=pytest.mark.sweep),
    pytest.param(
        "n5",
        decoy("d1"),
        decoy("d2"),
        id="which of two Markers is real",
        marks=pytest.mark.sweep,
    ),
    pytest.param(
        "n3",
        marker("ch_camouflage"),
        marker("ch_camouflage", "sixth_sense_1"),
        id="what it can do",
        marks=pytest.mark.sweep,
    ),
    pytest.param(
        "n3",
        marker("ch_camouflage"),
        marker("ch_camouflage", device="mine"),
        id="a Mine",
        marks=pytest.mark.sweep,
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
        *(plain(book.is_legal(world, act, as_side="blue")) for act in acts),
        *(text(book.is_legal(world, act, as_side="blue")) for act in acts),
        plain(book.options(world, as_side="blue")),
        plain(book.legal_aros(table, as_side="blue")),
        plain(book.resolve(table, as_side="blue")),
        text(book.resolve(table, as_side="blue")),
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


@pytest.mark.parametrize("hidden", ["stated", "unknown"])
def test_what_a_side_does_not_know_is_listed_in_an_order_of_its_own(hidden: str) -> None:
    text = """
edition: n4
situation:
  active: blue
  troopers:
    guard: {side: blue}
    sly: {side: red, is: [camouflaged], has: [camouflage]}
  unknown: [[has, sly, camouflage], [lof, guard, sly]]
ask: [{who: guard, does: move, ruling: legal}]
"""
    gone = ", has: [camouflage]" if hidden == "unknown" else "[has, sly, camouflage], "
    [case] = loads(text.replace(gone, ""))
    lines = export_facts(case_run(replace(case, viewer="blue"), "n4")).splitlines()
    unknown = [line for line in lines if "unknown" in line]
    assert "has(sly,camouflage)" in str(unknown)
    assert unknown == sorted(unknown)


@pytest.mark.sweep
@pytest.mark.parametrize("struck", ["user", "d1"])
@pytest.mark.parametrize("saves", [True, False])
def test_hits_tell_no_more_than_the_saving_rolls_that_are_made(struck: str, *, saves: bool) -> None:
    shot = Act("guard", "bs_attack", struck)
    book = Rulebook("n5")
    told = {}
    for noted in ("user", "d1", "d2"):
        table = decoy(None if noted == "user" else noted).declare("guard", "move")
        table = table.declare("guard", "bs_attack", struck)
        table = table.hit("guard", "bs_attack", struck, saves=saves)
        told[noted] = [
            text(book.is_legal(table, shot, as_side="blue")),
            text(book.resolve(table, as_side="blue")),
            plain(book.resolve(table, as_side="blue")),
        ]
    alike = [told[noted] for noted in told if not (saves and noted == struck)]
    assert all(one == alike[0] for one in alike)
    assert (told[struck] == alike[0]) is not saves


@pytest.mark.parametrize("noted", ["d1", "d2"])
def test_a_saving_roll_told_where_nobody_is_revealed_tells_nothing(noted: str) -> None:
    book = Rulebook("n5")
    blind = [replace(decoy(one), lof=()) for one in (None, noted)]  # so no shot takes effect
    shot = [one.declare("guard", "bs_attack", "d1") for one in blind]
    one, other = (book.seen(x.hit("guard", "bs_attack", "d1", saves=True), "blue") for x in shot)
    assert one == other


@pytest.mark.parametrize("name", ["sixth_sense", "discover", "hidden_deployment", "roll"])
def test_what_a_hidden_trooper_is_called_tells_nothing(name: str) -> None:
    told = replace(
        ambush(laid=False),
        memory=(Memory("failed", "discover", "guard", "far"),),
        unknown=(Unknown("has", "guard", "sixth_sense"), Unknown("lof", "guard", "far", "first")),
    )
    hidden = Trooper(name, side="red", states=["hidden_deployment"], has=["hidden_deployment"])
    laid = replace(told, troopers=(*told.troopers, hidden))
    one, other = (Rulebook("n4").seen(world, "blue") for world in (laid, told))
    assert (one.memory, one.unknown) == (other.memory, other.unknown)
    assert one.memory


def test_what_a_profile_alone_could_bring_is_told_in_a_line() -> None:
    speculo = Trooper("speculo", side="red", states=["impersonation_1"], has=["impersonation"])
    table = Situation(active="red", troopers=[speculo, GUARD], lof=[("guard", "speculo")])
    outcome = Rulebook("n4").resolve(table.declare("speculo", "move"), as_side="blue")
    assert any(one.profile for one in outcome.perhaps)
    assert "perhaps on the table as" in text(outcome)
    assert "By a special skill or Equipment that may be hidden" in text(outcome)


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


def test_of_a_side_that_is_wholly_hidden_nothing_can_be_asked() -> None:
    hidden = Trooper("hidden", side="red", states=["hidden_deployment"])
    table = Situation(active="red", troopers=[hidden, GUARD])
    with pytest.raises(SituationError, match="blue knows of nobody of red, whose turn it is"):
        Rulebook("n4").seen(table, "blue")


def test_a_marker_hides_each_fact_of_its_trooper_but_its_states() -> None:
    marker = Trooper(
        "speculo",
        side="red",
        states=["impersonation_1"],
        has=["impersonation"],
        numbers={"arm": 3},
        noted="speculo",
    )
    table = Situation(active="red", troopers=[marker, Trooper("guard", side="blue")])
    shown = Rulebook("n2").seen(table, "blue").trooper("speculo")
    fields = {kind.field for kind in KINDS if kind.holder == "trooper"}
    kept = {name for name in fields if getattr(shown, name) == getattr(marker, name)}
    assert kept == {"states", "noted"}  # of a new kind, say here and in visibility.py which it is
