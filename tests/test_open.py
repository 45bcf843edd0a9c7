"""An answer that a page which nobody here has read could turn is open; any other is not."""

from dataclasses import replace

import pytest

from aro import Act, Rulebook, Situation, Trooper
from aro.answers import WARNINGS, Firmness, strongest
from aro.engine.edition_words import tables
from aro.engine.unseen import text
from aro.knowledge import library as kb
from aro.knowledge.edition import Edition, Unseen
from aro.parts import Event, Pair
from aro.report.outcome import outcome_sheet
from aro.report.verdict import verdict_sheet

pytestmark = pytest.mark.drawn

MARKER = Trooper("ninja", side="red", states=["camouflaged"], has=["camouflage"])
GUARD = Trooper("guard", side="blue")
TABLE = Situation(
    active="red",
    troopers=[MARKER, GUARD],
    lof=[("guard", "ninja"), ("ninja", "guard")],
)


def lacking(*laws: str, name: str = "n5", page: str = "A page") -> Rulebook:
    """Return the rulebook of an edition that lacks nothing but a page with these Laws."""
    gap = Unseen(page=page, says="it is cut off", laws=laws, file="kb/x.yaml", line=1)
    edition: Edition = replace(kb.load(name), unseen=(gap,))
    return Rulebook.over(edition)


def pages(book: Rulebook, table: Situation, act: Act) -> list[str]:
    return [one.page for one in book.is_legal(table, act).pages]


def test_a_camouflage_marker_of_n4_that_shoots_is_open_in_what_it_becomes() -> None:
    shot = TABLE.declare("ninja", "bs_attack", "guard")
    outcome = Rulebook("n4").resolve(shot)
    assert outcome.fate("ninja").firmness == "open"
    assert outcome.firmness == "open"
    assert "Camouflaged State" in [one.page for one in outcome.pages]
    answer = Rulebook("n4").is_legal(shot, Act("guard", "bs_attack", "ninja"))
    assert (answer.firmness, bool(answer)) == ("open", False)


@pytest.mark.parametrize("name", ["n3", "n4"])
def test_a_mine_that_may_go_off_leaves_open_whether_who_is_near_stays_hidden(name: str) -> None:
    mine = Trooper("mine", side="blue", device="mine", states=["camouflaged"])
    table = replace(
        TABLE, troopers=(replace(MARKER, has=()), mine), lof=(), zoc=(Pair("mine", "ninja"),)
    )
    outcome = Rulebook(name).resolve(table.declare("ninja", "move"))
    assert [outcome.fate(one).firmness for one in ("ninja", "mine")] == ["open", "open"]
    far = replace(table, zoc=()).declare("ninja", "move")
    assert "mines" not in [one.page for one in Rulebook(name).resolve(far).pages]


def test_what_no_page_tells_a_mine_to_do_is_not_called_illegal() -> None:
    mine = Trooper("mine", side="blue", device="mine")
    table = replace(TABLE, troopers=(Trooper("ninja", side="red"), mine), lof=())
    table = replace(table, lof=(Pair("mine", "ninja"), Pair("ninja", "mine")))
    table = table.declare("ninja", "move").declare("mine", "bs_attack", "ninja")
    effect = Rulebook("n3").resolve(table).effects[1]
    assert (effect.takes_effect, effect.firmness) == (False, "open")
    assert "told on no page" in repr(outcome_sheet(Rulebook("n3").resolve(table)))


def test_what_a_page_that_is_missing_may_allow_is_not_called_a_silence_of_whole_pages() -> None:
    table = Situation(active="red", phase="deployment", troopers=[Trooper("angus", side="red")])
    told = verdict_sheet(Rulebook("n2").is_legal(table, Act("angus", "deploy")))
    assert "our source is cut off, see below" in repr(told)
    later = replace(table, phase="orders")
    told = verdict_sheet(Rulebook("n2").is_legal(later, Act("angus", "deploy")))
    assert "we know of no page cut off here" in repr(told)


@pytest.mark.parametrize(
    ("has", "firmness"), [("no_wound_incapacitation", "open"), ("sensor", "settled")]
)
def test_what_no_wound_incapacitation_does_is_open_in_n2(has: str, firmness: Firmness) -> None:
    felled = Trooper("angus", side="blue", has=[has], numbers={"wounds": 1})
    medic = Trooper("medic", side="blue", has=["doctor"])
    table = Situation(
        active="blue", troopers=[felled, medic], events=[Event("angus", "suffers", "wound")]
    )
    outcome = Rulebook("n2").resolve(table)
    assert outcome.fate("angus").firmness == firmness
    told = replace(felled, numbers=(*felled.numbers, ("wounds_received", 1)))
    other = Rulebook("n2").resolve(replace(table, troopers=(told, medic), events=()))
    assert other.fate("angus").firmness == firmness
    for found in (outcome, other):
        assert [one.firmness for one in found.changes if one.began == "unconscious"] == [firmness]


@pytest.mark.parametrize(
    ("has", "does", "found"),
    [
        (("camouflage", "stealth"), "move", 1),
        (("impersonation", "stealth"), "cautious_movement", 1),
        (("stealth",), "move", 0),
        (("camouflage",), "move", 0),
        (("camouflage", "stealth"), "reset", 0),
    ],
)
def test_whether_a_hidden_trooper_announces_stealth_is_open_in_n4(
    has: tuple[str, ...], does: str, found: int
) -> None:
    ninja = Trooper("ninja", side="red", states=["hidden_deployment"], has=has)
    table = Situation(active="red", troopers=[ninja, GUARD], zoc=[("guard", "ninja")])
    outcome = Rulebook("n4").resolve(table.declare("ninja", does))
    assert [one.page for one in outcome.pages].count("hidden_that_come_as_markers") == found
    assert sum("announce_stealth" in str(one) for one in outcome.perhaps) == found


@pytest.mark.parametrize(
    ("states", "firmness"),
    [
        (["immobilized_a"], "open"),
        (["immobilized_a", "engaged"], "settled"),
        (["immobilized_b", "unconscious"], "settled"),
        ([], "settled"),
    ],
)
def test_whether_the_immobilized_are_engaged_is_open_in_n4(
    states: list[str], firmness: Firmness
) -> None:
    foe, stuck = Trooper("foe", side="red"), Trooper("stuck", side="blue", states=states)
    table = Situation(active="red", troopers=[foe, stuck], contact=[("foe", "stuck")])
    outcome = Rulebook("n4").resolve(table.declare("foe", "idle"))
    assert [outcome.fate(one).firmness for one in ("stuck", "foe")] == [firmness, "settled"]


@pytest.mark.parametrize(("does", "firmness"), [("cc_attack", "open"), ("flash_pulse", "settled")])
def test_what_the_coup_de_grace_does_is_open_in_n2(does: str, firmness: Firmness) -> None:
    fallen = Trooper("angus", side="blue", states=["unconscious"], has=["regeneration"])
    table = Situation(
        active="red", troopers=[Trooper("wen", side="red"), fallen], contact=[("wen", "angus")]
    )
    outcome = Rulebook("n2").resolve(table.declare("wen", does, "angus"))
    assert outcome.fate("angus").firmness == firmness


@pytest.mark.parametrize(("reply", "firmness"), [("lost", "open"), ("success", "settled")])
def test_where_a_charger_who_is_shot_down_stands_is_open_in_n2(
    reply: str, firmness: Firmness
) -> None:
    wen, angus = Trooper("wen", side="red"), Trooper("angus", side="blue")
    table = Situation(active="red", troopers=[wen, angus], lof=[("wen", "angus"), ("angus", "wen")])
    for who, does, at in [("wen", "move", "angus"), ("angus", "bs_attack", "wen")]:
        table = table.declare(who, does, at)
    table = table.declare("wen", "cc_attack", "angus")
    won = {"lost": "success", "success": "lost"}
    table = table.roll("wen", "cc_attack", "angus", result=reply)
    table = table.roll("angus", "bs_attack", "wen", result=won[reply])
    outcome = Rulebook("n2").resolve(table)
    assert [outcome.fate(one).firmness for one in ("wen", "angus")] == [firmness, firmness]


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [((), (), "open"), (("selected",), (), "settled"), ((), ("selected",), "settled")],
)
def test_which_of_two_cc_attacks_is_made_is_open_until_one_is_selected_in_n5(
    first: tuple[str, ...], second: tuple[str, ...], found: Firmness
) -> None:
    guards = [Trooper(name, side="blue") for name in ("one", "two")]
    near = [("foe", "one"), ("foe", "two")]
    table = Situation(active="red", troopers=[Trooper("foe", side="red"), *guards], contact=near)
    table = table.declare("foe", "idle").declare("one", "cc_attack", "foe", uses=first)
    outcome = Rulebook("n5").resolve(table.declare("two", "cc_attack", "foe", uses=second))
    assert [one.firmness for one in outcome.effects[1:]] == [found, found]
    assert outcome.effects[1].takes_effect is not bool(second)
    alone = replace(table, contact=(Pair("foe", "one"),)).declare("two", "cc_attack", "foe")
    assert Rulebook("n5").resolve(alone).effects[1].firmness == "settled"


def test_nothing_is_open_where_no_page_is_missing() -> None:
    book = Rulebook.over(replace(kb.load("n5"), unseen=()))
    shot = TABLE.declare("ninja", "bs_attack", "guard")
    assert book.resolve(shot).firmness == "settled"
    assert book.is_legal(shot, Act("guard", "bs_attack", "ninja")).settled


@pytest.mark.parametrize(
    ("law", "act", "before"),
    [
        ("forbids(_,dodge,_)", Act("guard", "dodge", "ninja"), "legal"),
        ("grants(bs_attack,_)", Act("guard", "bs_attack", "ninja"), "illegal"),
        ("lifts(_,_,bs_attack,target(camouflaged))", Act("guard", "bs_attack", "ninja"), "illegal"),
        ("forbids(_,react,_)", Act("guard", "dodge", "ninja"), "legal"),
    ],
)
def test_a_missing_ban_and_a_missing_exception_count_alike(law: str, act: Act, before: str) -> None:
    table = TABLE.declare("ninja", "move")
    book = lacking(law)
    verdict = book.is_legal(table, act)
    assert verdict.ruling == before
    if law.startswith("grants"):  # a right is no way past a ban that stands
        assert verdict.firmness == "settled"
    else:
        assert (verdict.firmness, pages(book, table, act)) == ("open", ["A page"])


def test_two_missing_laws_may_turn_it_together() -> None:
    table = TABLE.declare("ninja", "move")
    shot = Act("guard", "bs_attack", "ninja")
    bans = "lifts(_,_,bs_attack,target(camouflaged))"
    assert lacking(bans, "grants(dodge,_)").is_legal(table, shot).firmness == "open"


@pytest.mark.parametrize(
    "law",
    [
        "modifies(_,_,-3)",
        "rolls(dodge,_,normal)",
        "gives(camouflaged,silhouette,_)",
        "forbids(_,dodge,target(prone))",
        "forbids(_,discover,_)",
        "cancels(camouflaged,saves)",
    ],
)
def test_what_concerns_only_the_roll_or_something_else_leaves_it_settled(law: str) -> None:
    table = TABLE.declare("ninja", "move")
    assert lacking(law).is_legal(table, Act("guard", "dodge", "ninja")).settled


@pytest.mark.parametrize(
    ("law", "firmness"),
    [
        ("cancels(camouflaged,declares(_))", "open"),
        ("cancels(camouflaged,_)", "open"),
        ("cancels(camouflaged,critical)", "settled"),
        ("cancels(camouflaged,hit_by(_))", "settled"),
        ("begins(prone,_)", "open"),
        ("turns(camouflaged,_,_)", "open"),
    ],
)
def test_a_state_that_a_missing_law_may_begin_or_end_is_open(law: str, firmness: Firmness) -> None:
    fate = lacking(law).resolve(TABLE.declare("ninja", "move")).fate("ninja")
    assert fate.firmness == firmness


def test_what_would_befall_nobody_of_this_table_is_not_supposed() -> None:
    outcome = lacking("cancels(camouflaged,meets(_))").resolve(TABLE.declare("ninja", "move"))
    assert outcome.firmness == "settled"
    met = TABLE.declare("ninja", "move", "guard")
    assert (
        lacking("cancels(camouflaged,meets(_))").resolve(met).firmness == "settled"
    )  # ended by it


def test_a_result_that_a_reading_changes_is_disputed() -> None:
    speculo = Trooper("speculo", side="red", states=["impersonation_2"], has=["impersonation"])
    table = replace(TABLE, troopers=(speculo, *TABLE.troopers[1:]), lof=())
    table = table.declare("speculo", "return_to", into="impersonation_1")
    outcome = Rulebook("n4").resolve(table)
    assert outcome.firmness == "disputed"
    assert "up_a_level" in [one.name for one in outcome.readings]


@pytest.mark.parametrize("name", kb.editions())
def test_each_page_that_was_not_seen_is_read_as_laws(name: str) -> None:
    edition = kb.load(name)
    known = {str(verb) for (verb, *_) in tables(edition).laws("forbids")}
    assert known
    for fact in text(edition).splitlines():
        assert "_," not in fact
        assert fact.startswith(("may_stand(unseen(", "may_come_by(unseen("))


def test_the_strongest_warning_is_said() -> None:
    assert [strongest({*WARNINGS[place:]}) for place in range(4)] == [*WARNINGS]
    assert strongest(()) == "settled"


def test_what_follows_from_an_act_that_no_page_speaks_of_is_open() -> None:
    table = replace(TABLE, active="blue", phase="deployment").declare("guard", "discover", "ninja")
    outcome = Rulebook("n4").resolve(table)
    [effect] = outcome.effects
    assert (effect.takes_effect, effect.firmness) == (False, "open")
    assert "a declaration of this Order" in [one.page for one in outcome.pages]
    ruled = Rulebook("n4").is_legal(table, Act("guard", "discover", "ninja", when="first"))
    assert (ruled.ruling, ruled.pages) == ("silent", ())


def test_what_takes_effect_by_a_hacking_area_alone_is_open() -> None:
    table = replace(TABLE, troopers=(Trooper("ninja", side="red"), GUARD), lof=())
    table = table.declare("ninja", "move").declare("guard", "reset", "ninja")
    effect = Rulebook("n4@1.0").resolve(table).effects[1]
    assert (effect.takes_effect, effect.firmness) == (False, "open")


def test_a_page_that_may_give_sight_all_round_leaves_open_who_is_seen() -> None:
    blind = replace(TABLE, troopers=(Trooper("ninja", side="red", states=["targeted"]), GUARD))
    blind = replace(blind, lof=(Pair("guard", "ninja"),))
    shoots = Act("ninja", "bs_attack", "guard")
    assert pages(lacking("gives(targeted,lof_arc,_)", name="n4"), blind, shoots) == ["A page"]
    assert not pages(lacking("gives(targeted,silhouette,_)", name="n4"), blind, shoots)
