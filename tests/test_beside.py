"""What stands beside a ruling: every ground, rules that do not bar it, quotations, duties."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aro import Act, Rulebook, Situation, Trooper, report
from aro.analysis.beside import Beside, beside, deciding
from aro.answers import Outcome, Verdict
from aro.errors import GaveUp, Spent
from aro.parts import Event, Unknown
from aro.report import verdict_sheet
from support.drafts import write

pytestmark = pytest.mark.drawn

Seen = [("guard", "red"), ("red", "guard")]


def table(*, states: str = "", has: str = "", **facts: Any) -> Situation:  # noqa: ANN401  what a situation takes
    """Return a table with `red`, whose turn it is and which may be in a state, and a `guard`."""
    red = Trooper("red", side="red", states=states.split(), has=has.split())
    return Situation(active="red", troopers=[red, Trooper("guard", side="blue")], **facts)


def told(name: str, situation: Situation, act: Act) -> tuple[Verdict, Beside]:
    book = Rulebook(name)
    verdict = book.is_legal(situation, act)
    return verdict, beside(book, situation, verdict)


def verbs(verdict: Verdict) -> dict[str, str]:
    return {one.clause.id: one.verb for one in verdict.because}


def why(found: Beside) -> dict[str, str]:
    return {one.clause.id: one.why for one in found.no_bars}


SHOOT = Act("guard", "bs_attack", "red")


def test_a_ban_does_not_hide_that_there_was_no_right_either() -> None:
    situation = table(states="camouflaged", has="ch_camouflage").declare("red", "move")
    verdict, found = told("n3", situation, SHOOT)
    assert verbs(verdict)["n3.camouflaged.effect.3"] == "forbids"
    assert verbs(verdict)["n3.aro.eligibility.1"] == "closes"
    assert found.nearest[0].id == "n3.aro.eligibility.1"
    short = report.text(verdict_sheet(verdict, found, full=False))
    assert "n3.aro.eligibility.2: " in short
    assert "and 5 more: n3.camouflaged.faq.2" in short


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("n3", {"n3.camouflaged.faq.2", "n3.sixth_sense.l1.6"}),
        (
            "n5",
            {
                "n5.camouflaged_rb.delay.1",
                "n5.holoecho_rb.delay.1",
                "n5.impersonation_state_rb.delay.1",
            },
        ),
    ],
)
def test_who_may_not_wait_is_told_who_may(name: str, near: set[str]) -> None:
    situation = table(zoc=[("guard", "red")]).declare("red", "move")
    verdict, found = told(name, situation, Act("guard", "delay", "red"))
    assert {one.id for one in found.nearest} == near
    short = report.text(verdict_sheet(verdict, found, full=False))
    assert all(f"{one}: " in short for one in near)
    assert "more: " not in short


def test_a_short_answer_gives_some_ground_though_none_is_near() -> None:
    verdict, _ = told("n4", table().declare("red", "move"), SHOOT)
    elsewhere = Beside(nearest=(Rulebook("n4").clause("n4.discover.definition.1"),))
    assert "n4.aro.who.1: " in report.text(verdict_sheet(verdict, elsewhere, full=False))


def test_a_right_that_hangs_on_what_nobody_declared_is_not_near() -> None:
    situation = table(zoc=[("guard", "red", "second")])
    _, found = told("n3", situation.declare("red", "move"), Act("guard", "hacking_attack", "red"))
    assert [one.id for one in found.nearest] == [
        "n3.aro.eligibility.1",
        "n3.aro.eligibility.2",
        "n3.aro.eligibility.3",
    ]


def test_what_is_one_of_the_allowed_is_said_to_be() -> None:
    situation = table(states="camouflaged", lof=Seen).declare("red", "move")
    _, found = told("n5", situation, Act("guard", "dodge", "red"))
    assert why(found)["n5.camouflaged.aro.1"] == "dodge is one of those that are allowed"


def test_what_takes_the_right_away_forbids_the_act() -> None:
    situation = table(states="impersonation_1", has="impersonation", lof=Seen)
    situation = situation.declare("red", "move").declare("guard", "discover", "red")
    verdict, _ = told("n4", situation.declare("red", "move"), SHOOT)
    bans = ["n4.aro.aro.1", "n4.impersonation.aro.1", "n4.impersonation.effect.2"]
    assert verbs(verdict) == dict.fromkeys(bans, "forbids")


@pytest.mark.parametrize(
    ("name", "once", "lost"),
    [
        ("n3", "n3.aro.number.1", "n3.aro.timing.2"),
        ("n4", "n4.aro.aro.1", "n4.aro.timing.1"),
        ("n5", "n5.aro.limit.1", "n5.aro.timing.2"),
    ],
)
def test_who_reacted_is_not_told_that_it_could_have(name: str, once: str, lost: str) -> None:
    moved = table(lof=Seen).declare("red", "move")
    dodge = Act("guard", "dodge", "red", when="aro_2")
    verdict, _ = told(name, moved.declare("guard", "dodge", "red").declare("red", "move"), dodge)
    assert verbs(verdict) == {once: "forbids"}
    verdict, _ = told(name, moved.declare("red", "move"), dodge)
    assert verbs(verdict) == {lost: "forbids"}


def test_who_may_not_react_may_not_wait_either_and_for_the_same_reasons() -> None:
    wait = Act("guard", "delay", "red")
    hidden = table(states="impersonation_1", has="impersonation stealth", zoc=[("guard", "red")])
    verdict, _ = told("n4", hidden.declare("red", "move"), wait)
    assert verbs(verdict) == {"n4.stealth.aro.1": "forbids"}
    far = table(states="impersonation_1", has="impersonation").declare("red", "move")
    verdict, found = told("n4", far, wait)
    assert verbs(verdict) == verbs(told("n4", far, Act("guard", "dodge", "red"))[0])
    assert "n4.aro.who.1" in {one.id for one in found.nearest}


@pytest.mark.parametrize(("has", "away"), [("stealth", False), ("", True)])
def test_a_missing_right_is_no_ground_where_only_a_ban_takes_it(has: str, away: bool) -> None:  # noqa: FBT001
    near = [] if away else [("guard", "red")]
    situation = table(has=has, zoc=near).declare("red", "move")
    verdict, _ = told("n4", situation, Act("guard", "dodge", "red"))
    assert (set(verbs(verdict).values()) == {"forbids"}) is not away


@pytest.mark.parametrize(("first", "named"), [("discover", True), ("move", False), (None, False)])
def test_twice_the_same_is_named_only_where_one_declared_it_twice(
    first: str | None,
    named: bool,  # noqa: FBT001
) -> None:
    marks = [Trooper(one, side="red", states=["impersonation_1"]) for one in ("one", "two")]
    situation = Situation(
        active="blue",
        troopers=[*marks, Trooper("guard", side="blue")],
        lof=[("guard", "one"), ("guard", "two")],
    )
    if first:
        situation = situation.declare("guard", first, "one" if first == "discover" else None)
    verdict, found = told("n4", situation, Act("guard", "discover", "two"))
    assert verdict.ruling == "legal"
    assert ("n4.impersonation.note.2" in why(found)) is named


@pytest.mark.parametrize(
    ("name", "clause"), [("n3", "n3.forum_stealth.rule.1"), ("n4", "n4.stealth.aro.1")]
)
def test_stealth_is_named_where_it_does_not_help(name: str, clause: str) -> None:
    near = table(has="stealth", zoc=[("guard", "red")])
    seen = table(has="stealth", zoc=[("guard", "red")], lof=Seen)
    answer = Act("guard", "reset", "red")
    verdict, found = told(name, near.declare("red", "move"), answer)
    assert (verdict.ruling, verbs(verdict)[clause], found.no_bars) == ("illegal", "forbids", ())
    verdict, found = told(name, seen.declare("red", "move"), answer)
    assert (verdict.ruling, why(found)[clause]) == ("legal", "guard sees red")
    shot = near.declare("red", "bs_attack", "guard")
    verdict, found = told(name, shot, answer)
    assert verdict.ruling == "legal"
    assert why(found)[clause].startswith("it asks that red declares short_movement")


def test_nothing_is_named_where_nobody_would_expect_it() -> None:
    verdict, found = told("n4", table(lof=Seen).declare("red", "move"), SHOOT)
    assert (verdict.ruling, found.no_bars) == ("legal", ())


def test_a_marker_that_contact_revealed_may_be_attacked_and_why() -> None:
    touch = [("guard", "red", "second")]
    situation = table(states="impersonation_1", has="impersonation", lof=Seen, contact=touch)
    situation = situation.declare("red", "move").declare("guard", "delay", "red")
    verdict, found = told("n4", situation.declare("red", "move", "guard"), SHOOT)
    assert verdict.ruling == "legal"
    ended = "red is impersonation_1 no more, by n4.impersonation.cancellation.5"
    assert why(found)["n4.impersonation.effect.2"] == ended
    assert why(found)["n4.aro.timing.1"] == "n4.impersonation.aro.2 is an exception"


def test_an_exception_stands_with_the_ban_that_it_lifts() -> None:
    situation = replace(table(states="camouflaged", lof=Seen), active="blue")
    verdict, found = told(
        "n3", situation, Act("guard", "intuitive_attack", "red", uses=["intuitive_weapon"])
    )
    assert why(found).get("n3.camouflaged.effect.3") == "n3.camouflaged.effect.5 is an exception"
    assert verdict.ruling == "legal"


def test_a_published_answer_stands_beside_the_law_with_its_question() -> None:
    situation = table(states="camouflaged", has="ch_camouflage", lof=Seen)
    situation = situation.declare("red", "move")
    verdict, found = told("n3", situation, Act("guard", "delay", "red"))
    assert verdict.ruling == "legal"
    questions = [one.faq.question for one in found.quotes if one.faq]
    assert any("delay" in question for question in questions)
    assert questions[0] in report.text(verdict_sheet(verdict, found)).replace("\n      ", " ")


def test_what_a_declaration_brings_stands_with_its_ruling() -> None:
    situation = table(states="camouflaged", has="ch_camouflage", lof=Seen)
    _, found = told("n3", situation.declare("red", "move"), Act("guard", "delay", "red"))
    assert [(one.trooper, one.what, one.clause.id) for one in found.brings] == [
        ("guard", "announce_the_delay", "n3.camouflaged.faq.1")
    ]
    _, found = told("n3", situation, Act("red", "bs_attack", "guard"))
    assert ("camouflaged ends", "n3.camouflaged.cancellation.2") in [
        (one.what, one.clause.id) for one in found.brings
    ]


def test_a_mod_that_is_waived_names_the_waiver() -> None:
    guard = Trooper("guard", side="blue", has=["sixth_sense_1"])
    situation = table(states="camouflaged", contact=[("guard", "red")], lof=[Seen[0]])
    situation = replace(situation, troopers=(situation.trooper("red"), guard))
    situation = situation.declare("red", "cc_attack", "guard", uses=["surprise_attack"])
    verdict, found = told("n3", situation, Act("guard", "cc_attack", "red"))
    [waiver] = found.waivers
    assert (waiver.mod.value, waiver.mod.clause.id) == (-6, "n3.surprise_attack.effects.1")
    assert waiver.by.id == "n3.sixth_sense.l1.3"
    line = "no -6 of n3.surprise_attack.effects.1, by n3.sixth_sense.l1.3"
    assert line in report.text(verdict_sheet(verdict, found, full=False))


def test_nothing_stands_beside_what_depends_on_the_unknown() -> None:
    unknown = table(unknown=[Unknown("lof", "guard", "red")]).declare("red", "move")
    verdict, found = told("n4", unknown, SHOOT)
    assert len(verdict.rulings) > 1
    assert found == Beside()


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, {"n4.aro.who.1", "n4.aro.who.4"}),
        ({"lof": Seen}, {"n4.aro.aro.1"}),
    ],
)
def test_an_empty_list_names_the_few_clauses_that_decide(
    facts: dict[str, Any], expected: set[str]
) -> None:
    book = Rulebook("n4")
    situation = table(**facts).declare("red", "move").declare("guard", "dodge", "red")
    situation = situation.declare("red", "move")
    assert not any(book.legal_aros(situation).values())
    barred = book.barred(situation, "aros")["guard"]
    found = deciding(book, situation, "guard", barred)
    assert expected <= {clause.id for clause in found}
    assert len(found) <= 3


def test_a_skill_that_is_lost_or_comes_back_names_its_clause() -> None:
    book = Rulebook("n3")
    angry = table(states="camouflaged", has="ch_camouflage")
    angry = replace(angry, events=(Event("red", "enters", "retreat"),))
    lost = book.resolve(angry)
    assert ("ch_camouflage", None, "n3.camouflaged.cancellation.12") in told_of(lost)
    calm = replace(lost.situation, events=(Event("red", "ends", "retreat"),))
    back = book.resolve(calm)
    assert told_of(back) == [
        ("retreat", None, "n3.retreat.effects.4"),
        (None, "ch_camouflage", "n3.camouflaged.cancellation.14"),
    ]
    assert "red: ch_camouflage begins" in report.text(back)


def told_of(outcome: Outcome) -> list[tuple[str | None, str | None, str]]:
    return [(one.ended, one.began, one.clause.id) for one in outcome.changes]


@pytest.mark.parametrize(
    ("skill", "quoted", "other"),
    [("change_facing", "allows", "forbids"), ("dodge", "forbids", "allows")],
)
def test_of_a_clause_in_halves_the_one_that_applies_is_quoted(
    skill: str, quoted: str, other: str
) -> None:
    book = Rulebook("n2")
    situation = table(zoc=[("guard", "red")]).declare("red", "move")
    verdict, _ = told("n2", situation, Act("guard", skill, "red"))
    halves = book.clause("n2.zone_of_control.1").halves
    assert halves is not None
    text = " ".join(report.text(verdict_sheet(verdict)).split())
    assert getattr(halves, quoted) in text
    assert getattr(halves, other) not in text
    assert book.clause("n2.zone_of_control.1").says == f"{halves.allows} {halves.forbids}"


@pytest.mark.parametrize("word", ["target", "sees", "no"])
def test_a_word_of_a_draft_may_be_called_as_a_circumstance_is(word: str, tmp_path: Path) -> None:
    ban = f"says(mine(one), forbids(declare, dodge, and(target(marker), no(wields({word})))))."
    folder = write(tmp_path, mine_lp=f"trait_name({word}).\n{ban}\n")
    situation = table(states="impersonation_1", has="impersonation", lof=Seen)
    guard = Trooper("guard", side="blue", has=[word])
    situation = replace(situation, troopers=(situation.trooper("red"), guard))
    situation = situation.declare("red", "move")
    verdict, found = told(f"n4+{folder}", situation, Act("guard", "dodge", "red"))
    assert (verdict.ruling, why(found)["n4.mine.one"]) == ("legal", f"guard has {word}")


def test_a_ruling_stands_where_what_is_beside_it_is_not_found_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def certain(*_: object) -> None:
        raise GaveUp(Spent(seconds=20))

    monkeypatch.setattr("aro.analysis.beside.Program.certain", certain)
    verdict, found = told("n4", table(lof=Seen).declare("red", "move"), SHOOT)
    assert (verdict.ruling, found) == ("legal", Beside())
