"""The table of a situation as a picture: all of it is there and readable, no secret is."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from aro import Act, Pair, Rulebook, Situation, Trooper, Unknown, cases
from aro import pictures as picture
from aro.cases.opening import case_run
from aro.report import html
from support.drafts import write
from support.drawn import foreign, hashed, outside, overlapping, parsed, said
from support.invented import OUTCOME
from support.strategies import budget, stranger
from test_view import WORLDS

pytestmark = pytest.mark.drawn

HOSTILE = '</text><script>alert("1")</script>&'
ALL = """\
edition: n5
title: Twelve pieces, and all that can be drawn
situation:
  active: red
  troopers:
    spy: {side: red, is: [impersonation_1], has: [impersonation]}
    user: {side: red, is: [decoy], replicas: {left: decoy_1, right: decoy_2}, noted: left}
    "Zhanshi #1": {side: red, is: [prone, targeted, immobilized_b], has: [stealth, remote, tag]}
    "Séraphin, the Hero whose Name is long, of the Western Front": {side: red}
    mine: {side: red, device: mine}
    guard: {side: blue}
    sniper: {side: blue, has: [sixth_sense]}
    marker: {side: blue, is: [camouflaged]}
    hidden: {side: blue, is: [hidden_deployment]}
    brute: {side: blue, is: [engaged]}
  lof:
    - [guard, spy]
    - [spy, guard]
    - [sniper, user]
    - [marker, "Zhanshi #1", first]
    - [sniper, "Zhanshi #1", second]
  zoc: [[guard, "Zhanshi #1"], [mine, guard]]
  contact: [[brute, "Séraphin, the Hero whose Name is long, of the Western Front"]]
  memory: [[failed, discover, guard, spy]]
  unknown: [[lof, marker, spy], [is, guard, stunned]]
order:
  - {who: spy, does: move}
  - {who: guard, does: discover, at: spy}
  - {who: sniper, does: discover, at: spy}
  - {who: spy, does: bs_attack, at: guard, uses: [template], covers: [sniper]}
rolls:
  - {who: sniper, does: discover, at: spy, result: success}
hits:
  - {who: spy, does: bs_attack, at: guard, saves: true, critical: true}
events: [{who: brute, becomes: impetuous}]
ends_turn: true
ask:
  - {who: guard, does: bs_attack, at: spy}
"""


def drawn(text: str) -> str:
    [case] = cases.loads(text)
    return picture.asked(case_run(case, case.editions[0]))


@pytest.fixture(scope="module", name="full")
def full_table() -> str:
    return drawn(ALL)


@pytest.mark.parametrize(
    "words",
    [
        "Twelve pieces, and all that can be drawn (n5@",
        "red, active",
        "blue, reactive",
        *("spy", "user", "left", "right", "Zhanshi #1", "mine", "guard", "sniper", "brute"),
        *(
            "impersonation_1",
            "decoy",
            "prone",
            "targeted",
            "immobilized_b",
            "engaged",
            "camouflaged",
        ),
        *("impersonation", "sixth_sense", "stealth", "stunned?", "the real one"),
        *("Marker imp_1", "Marker camo", "Marker decoy_1, stands for", "device mine", "Model"),
        "not on the table",
        *("1st", "2nd", "lof?"),
        *("first Skill", "ARO to the first Skill", "second Skill", "ARO to the second Skill"),
        *("spy move", "sniper discover at spy", "Roll: success", "hits guard critically,"),
        "Remembered: failed discover guard spy.",
        "Event: brute becomes impetuous.",
        "The turn ends with this Order.",
        *("Zone of Control", "contact: they touch", "nobody knows", "under a template"),
        "asked about",
    ],
)
def test_everything_that_is_told_is_drawn(full: str, words: str) -> None:
    assert words in said(full)


def test_the_description_tells_what_only_lines_show(full: str) -> None:
    [told] = [one.text or "" for one in parsed(full) if one.tag.endswith("desc")]
    assert "spy sees guard" in told or "guard sees spy and the other way round." in told
    assert "marker sees Zhanshi #1 in the first half." in told
    assert "Zhanshi #1 and guard are in each other's Zone of Control." in told
    assert "4 second Skill: spy bs_attack at guard using template covering sniper; hits" in told


def test_it_is_readable(full: str) -> None:
    assert outside(full) == []
    assert overlapping(full) == []
    assert foreign(full) == []


@budget(0.5)
@given(stranger("n5"))
def test_any_table_is_readable(table: Situation) -> None:
    shown = picture.table(table)
    assert outside(shown) == []
    assert foreign(shown) == []


def test_the_legend_explains_only_what_occurs() -> None:
    table = Situation(active="red", troopers=[Trooper("ninja", side="red")])
    told = said(picture.table(table, Rulebook("n5")))
    assert "Model" in told
    absent = ("Line of Fire", "Zone of Control", "contact", "state", "has", "asked about")
    assert [words for words in absent if words in told] == []


def test_those_in_contact_touch_and_no_others_do() -> None:
    troopers = [Trooper("a", side="red"), Trooper("b", side="red"), Trooper("c", side="blue")]
    table = Situation(active="red", troopers=troopers, contact=[("b", "c")])
    circles = [one for one in parsed(picture.table(table)).iter() if one.get("r") == "23"]
    middle = {(float(one.get("cx", "")), float(one.get("cy", ""))) for one in circles}
    gaps = sorted(abs(x - u) + abs(y - v) for x, y in middle for u, v in middle if (x, y) < (u, v))
    assert gaps[0] == 46
    assert gaps[1] > 60


def test_a_piece_that_is_gone_is_not_on_the_table() -> None:
    table = drawn(ALL.replace("[[failed, discover, guard, spy]]", "[[model_gone, user]]"))
    assert said(table).count("not on the table") == 2


def test_without_a_rulebook_nothing_is_said_of_forms() -> None:
    [case] = cases.loads(ALL)
    told = said(picture.table(case.situation))
    assert "Marker imp_1" not in told
    assert "Model" not in told
    assert "device mine" in told
    assert "Marker decoy_1, stands for user" in " ".join(told.split())


def test_hostile_names_are_escaped() -> None:
    troopers = [Trooper(HOSTILE, side="red"), Trooper("b", side="<blue>")]
    table = Situation(active="red", troopers=troopers, lof=[("b", HOSTILE)])
    shown = picture.table(table.declare(HOSTILE, "move"), Rulebook("n5"), title=HOSTILE)
    assert foreign(shown) == []
    assert "<script" not in shown
    assert "alert(" in said(shown)


@pytest.mark.parametrize(("edition", "one", "other"), WORLDS)
def test_what_looks_alike_to_a_side_is_drawn_alike(
    edition: str, one: Situation, other: Situation
) -> None:
    book = Rulebook(edition)
    first, second = (picture.table(book.seen(world, "blue"), book) for world in (one, other))
    assert first == second
    assert picture.table(one, book) != picture.table(other, book)


def test_a_view_names_nothing_that_its_side_does_not_know() -> None:
    text = ALL.replace("ask:", "as: red\nask:\n  - {who: hidden, does: bs_attack, at: spy}")
    shown = drawn(text.replace("Twelve pieces, and", "The one in hiding, and"))
    assert "hiding" not in shown
    assert "hidden" not in shown
    assert "guard bs_attack at spy" in said(shown)
    shot = "{who: spy, does: bs_attack, at: guard, uses: [template], covers: [sniper]}"
    assert shot in text
    quiet = text.replace(shot, "{who: spy, does: move}")  # an Attack would reveal it
    hit = next(line for line in quiet.splitlines(keepends=True) if "critical" in line)
    blue = drawn(quiet.replace(f"hits:\n{hit}", "").replace("as: red", "as: blue"))
    assert said(blue).count("the real one?") == 3
    assert "the real one " not in f"{said(blue)} "
    assert "has?" in said(blue)
    assert "impersonation " not in said(blue)


def test_facts_of_one_half_are_told_apart() -> None:
    troopers = [Trooper("a", side="red"), Trooper("b", side="blue")]
    table = Situation(active="red", troopers=troopers, zoc=[Pair("a", "b", "first")])
    assert "1st" in said(picture.table(table))
    both = replace(table, zoc=(Pair("a", "b", "first"), Pair("b", "a", "second")))
    assert "1st" not in said(picture.table(both))
    open_half = replace(table, zoc=(), unknown=(Unknown("contact", "a", "b", "second"),))
    assert "2nd contact?" in said(picture.table(open_half))


def test_the_table_after_an_order_goes_with_its_outcome() -> None:
    book = Rulebook("n4")
    table = Situation(
        active="red",
        troopers=[
            Trooper("speculo", side="red", states=["impersonation_1"]),
            Trooper("guard", side="blue"),
        ],
        lof=[("guard", "speculo"), ("speculo", "guard")],
    )
    assert "Marker imp_1" in said(picture.table(table, book))
    found = book.resolve(table.declare("speculo", "bs_attack", "guard"))
    assert "Marker imp_1" not in said(picture.after(found))
    assert picture.after(found) in html(found)
    assert "<svg" not in html(replace(OUTCOME, unsure=("becomes(ninja,hidden)",)))


def test_a_notebook_shows_a_situation() -> None:
    table = Situation(active="red", troopers=[Trooper("ninja", side="red")])
    assert table._repr_svg_() == picture.table(table)


def test_an_act_of_the_order_that_is_asked_about_is_shown_once() -> None:
    table = Situation(
        active="red", troopers=[Trooper("a", side="red"), Trooper("b", side="blue")]
    ).declare("a", "move")
    once = said(picture.table(table, asked=[Act("a", "move", when="first")]))
    assert once.count("a move") == 1
    assert "asked about" in once
    assert "?" not in once


def test_a_picture_is_the_same_however_python_hashes() -> None:
    told = (
        "from aro import cases, pictures; from aro.cases.opening import case_run; import sys;"
        "[case] = cases.loads(sys.stdin.read()); print(pictures.asked(case_run(case, 'n5')))"
    )
    assert hashed(told, ALL) == {f"{drawn(ALL)}\n"}


@pytest.mark.sweep
def test_a_picture_follows_an_amendment_as_answers_do(tmp_path: Path) -> None:
    write(tmp_path, mine_lp="says(mine(one), shows(targeted, camo)).\n")
    book = Rulebook(f"n4+{tmp_path}")
    table = Situation(
        active="red",
        troopers=[Trooper("guard", side="red", states=["targeted"]), Trooper("ninja", side="blue")],
    )
    assert book.resolve(table).fate("guard").pieces == (("guard", "camo"),)
    assert "guard (Marker camo, targeted)" in picture.table(table, book)
    assert "guard (Model, targeted)" in picture.table(table, Rulebook("n4"))


def test_long_words_are_drawn_soon() -> None:
    table = Situation(active="red", troopers=[Trooper("guard", side="red")])
    begun = time.process_time()
    assert picture.table(table, title="w" * 20_000).count("w") > 20_000
    assert time.process_time() - begun < 5
