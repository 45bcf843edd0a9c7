"""Where two rulebooks part: the groups, their causes, and situations that show what is promised."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from aro._changed import changed
from aro.cli import main
from aro.errors import EngineError, GaveUp
from aro.rulebook import Rulebook
from aro.situation import Situation
from aro.workbench import diff
from aro.workbench._child import Course, apart
from aro.workbench._parting import Parting
from aro.workbench._scenes import SCENES
from aro.workbench.diff import Diff
from aro.workbench.pages import diff_page, diff_sheets, markdown


def parted(left: str, right: str) -> Diff:
    """Return the diff of two rulebooks on the smallest table alone."""
    books = Rulebook(left), Rulebook(right)
    parting = Parting(*books)
    parting.look(SCENES[0])
    told = [diff._difference(books, group) for group in parting.groups]  # noqa: SLF001  one table
    return diff._diff(books, parting, told)  # noqa: SLF001  as above


@pytest.fixture(scope="module")
def releases() -> Diff:
    return parted("n3@1.0", "n3@1.4")


def test_two_releases_part_by_the_answers_that_came_between(releases: Diff) -> None:
    found = {one.clauses[1][0].id for one in releases.differences if one.clauses[1]}
    assert {"n3.camouflaged.faq.2", "n3.camouflaged.faq.8"} <= found
    since = {clause.since for one in releases.differences for clause in one.clauses[1]}
    assert None not in since
    assert all(not one.clauses[0] for one in releases.differences)


def test_a_witness_is_small_and_both_sides_say_of_it_what_was_promised(releases: Diff) -> None:
    for one in releases.differences:
        assert one.witness.size <= 8, one.about
        if one.witness.act is not None:
            answers = [
                Rulebook(str(stamp)).is_legal(one.witness.table, one.witness.act).ruling
                for stamp in releases.sides
            ]
            assert answers == [told.says for told in one.told]


def test_no_fact_of_a_witness_can_be_done_without(releases: Diff) -> None:
    books = [Rulebook(str(stamp)) for stamp in releases.sides]
    for one in releases.comparable:
        act = one.witness.act
        if act is None:
            continue
        facts = [fact for fact in one.witness.facts if not fact.startswith("declared(")]
        for fact in facts:
            fewer = changed(one.witness.table, act, books[0].vocabulary, (fact,), ())
            if fewer is not None:
                told = {book.is_legal(*fewer).ruling for book in books}
                apart = told == {"legal", "illegal"} and all(
                    proper(book, fewer[0]) for book in books
                )
                assert not apart, (one.about, fact)


def proper(book: Rulebook, table: Situation) -> bool:
    """Whether whatever was declared was legal when it was."""
    order = table.order
    return all(
        book.is_legal(replace(table, order=order[:number]), act) for number, act in enumerate(order)
    )


@pytest.mark.parametrize("matter", ["ruling", "duty"])
def test_a_witness_that_the_rulebook_answers_otherwise_is_a_defect(matter: str) -> None:
    books = Rulebook("n3@1.0"), Rulebook("n3@1.4")
    parting = Parting(*books)
    parting.look(SCENES[0])
    group = next(one for one in parting.groups if one.told.point.matter == matter)
    assert diff._difference(books, group).matter == matter  # noqa: SLF001  one table
    with pytest.raises(EngineError, match="the search promised"):
        diff._difference((books[1], books[0]), group)  # noqa: SLF001  the sides exchanged


def test_what_is_found_first_does_not_decide_the_groups() -> None:
    one, other = parted("n3@1.0", "n3@1.4"), parted("n3@1.4", "n3@1.0")
    forth = {(one.matter, one.clauses) for one in one.differences}
    assert forth == {(one.matter, one.clauses[::-1]) for one in other.differences}


@pytest.fixture(scope="module")
def editions() -> Diff:
    return parted("n4", "n5")


def test_the_groups_of_two_editions_are_of_what_both_have_pages_on(editions: Diff) -> None:
    lacking = [one for one in editions.differences if one.lacks]
    assert lacking
    assert any("Impersonation State" in str(one.lacks) for one in lacking)
    assert editions.comparable
    assert all(one.clauses[0] or one.clauses[1] for one in editions.differences)
    assert not set(editions.silent[0]) & set(editions.silent[1])


def test_what_a_page_that_breaks_off_would_tell_is_no_difference(editions: Diff) -> None:
    comparable = {
        (one.about, *(c.id for side in one.clauses for c in side)) for one in editions.comparable
    }
    lacking = {
        c.id: one.lacks
        for one in editions.differences
        if one.lacks
        for side in one.clauses
        for c in side
    }
    assert "delay (aro_1)" not in {about for about, *_ in comparable}
    assert "line_of_fire: no N5 page" in str(lacking["n4.line_of_fire.definition.2"])
    assert "Hidden Deployment" in str(lacking["n4.impersonation.example.3"])
    assert ("announce_stealth", "n4.stealth.faq.1") in comparable
    assert not any(one.matter == "memory" for one in editions.comparable)


def clauses_of(found: Diff, *, comparable: bool) -> set[str]:
    differences = found.comparable if comparable else found.differences
    told = (one for one in differences if comparable or one.lacks)
    return {c.id for one in told for side in one.clauses for c in side}


def test_n4_and_n5_part_where_both_pages_speak(editions: Diff) -> None:
    assert clauses_of(editions, comparable=True) >= {
        "n4.bs_attack.legality.2",
        "n4.stealth.aro.1",
        "n4.trooper_activation.order.7",
        "n4.cautious_movement.legality.1",
        "n5.cautious_movement2.limits.1",
        "n5.faq.disconnected.1",
        "n4.impersonation.level1.3",
        "n4.surprise_attack.modifier.2",
    }
    assert clauses_of(editions, comparable=False) >= {
        "n4.impersonation.cancellation.3",
        "n4.impersonation.cancellation.5",
        "n4.cc_attack.effect.1",
        "n4.dodge.roll.3",
        "n5.look_out2.req.1",
    }


def test_n4_and_n5_do_not_part_where_their_pages_say_the_same(editions: Diff) -> None:
    found = {c.id for one in editions.differences for side in one.clauses for c in side}
    assert found.isdisjoint(
        {
            "n5.bs_attack.states.1",
            "n5.discover2.states.1",
            "n5.frenzy.effects.2",
            "n5.retreat.effects.3",
            "n4.dodge.cancellation.1",
            "n4.hidden_deployment.effect.2",
            "n5.hidden_deployment.effects.3",
            "n4.look_out.definition.1",
            "n4.engaged.activation.1",
        }
    )


@pytest.fixture(scope="module")
def older() -> Diff:
    return parted("n3", "n4")


def test_n3_and_n4_part_where_both_pages_speak(older: Diff) -> None:
    assert clauses_of(older, comparable=True) >= {
        "n3.cc_attack_declaration.requirements.2",
        "n3.line_of_fire.def.2",
        "n3.camouflaged.effect.7",
        "n3.surprise_attack.effects.1",
        "n3.camouflaged.effect.11",
    }
    assert clauses_of(older, comparable=False) >= {
        "n3.camouflaged.cancellation.2",
        "n3.surprise_attack.example.2",
        "n4.discover.definition.1",
        "n4.aro.who.4",
        "n4.impersonation.cancellation.6",
        "n4.impersonation.cancellation.8",
        "n4.hidden_deployment.effect.2",
    }


def test_what_an_unseen_page_may_say_is_told_with_that_page(older: Diff) -> None:
    lacking = {c.id: one.lacks for one in older.differences for s in one.clauses for c in s}
    assert "n3, Dodge: Cut off" in str(lacking["n4.aro.who.4"])
    assert "n3, discover:" in str(lacking["n4.discover.definition.1"])
    assert "n4, Camouflaged State:" in str(lacking["n3.camouflaged.cancellation.2"])
    assert "n3, Impersonation-1:" in str(lacking["n4.impersonation.cancellation.8"])


def test_releases_of_one_edition_have_no_gaps(releases: Diff) -> None:
    assert releases.differences == releases.comparable


def test_what_is_remembered_is_put_down_to_a_clause(editions: Diff) -> None:
    assert all(
        len(clauses) <= 3
        for one in editions.differences
        if one.matter == "memory"
        for clauses in one.clauses
    )


def test_at_least_95_in_100_witnesses_have_no_more_than_8_facts(editions: Diff) -> None:
    small = [one for one in editions.differences if one.witness.size <= 8]
    assert 100 * len(small) >= 95 * len(editions.differences)


def test_a_release_does_not_part_from_itself() -> None:
    assert parted("n3@1.4", "n3@1.4").differences == ()


def test_a_diff_is_laid_out_with_clauses_and_situation(releases: Diff) -> None:
    page, text = diff_page(releases), markdown(diff_sheets(releases))
    for one in releases.differences:
        for clause in one.clauses[1]:
            assert clause.id in page
            assert clause.id in text
    assert page.count("<svg") == len(releases.comparable)
    assert "<script" not in page


def test_a_diff_is_written_where_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, text = tmp_path / "page.html", tmp_path / "page.md"
    assert main(["diff", "n4", "n4", "--html", str(page), "--markdown", str(text)]) == 0
    assert "no difference" in capsys.readouterr().out
    assert "no difference" in page.read_text(encoding="utf-8")
    assert text.read_text(encoding="utf-8").startswith("## n4@")


def test_a_diff_without_the_time_for_any_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "n4", "n5", "--seconds", "1"]) in {1, 2}
    told = "".join(capsys.readouterr())
    assert "nothing found yet, stopped for want of time" in told or "gave up: no answer" in told
    assert "defect" not in told


def slow(course: Course[str], *kept: str) -> str:
    course.step(1, 2)
    for one in kept:
        course.keep(one)
    time.sleep(60)
    return "whole"


def quick(course: Course[str]) -> str:
    course.step(1, 1)
    return "whole"


def broken(_: Course[str]) -> str:
    raise LookupError("nothing is there")


def test_an_analysis_that_runs_out_of_time_tells_how_far_it_came() -> None:
    found, unfinished = apart(slow, "half", seconds=8)
    assert found == "half"
    assert unfinished == "stopped for want of time, 1 of 2 steps of it done"


def test_an_analysis_that_found_nothing_gives_up() -> None:
    with pytest.raises(GaveUp):
        apart(slow, seconds=4)


def test_an_analysis_in_a_child_answers_or_raises_as_at_home() -> None:
    assert apart(quick) == ("whole", None)
    with pytest.raises(LookupError, match="nothing is there"):
        apart(broken)
