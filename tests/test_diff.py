"""Where two rulebooks part: the groups, their causes, and situations that show what is promised."""

from dataclasses import replace
from pathlib import Path

import pytest

from aro.analysis import diff
from aro.analysis.diff import Diff
from aro.analysis.diff.differences import Differences
from aro.analysis.search.small_tables import SCENES
from aro.cases.edits import changed
from aro.cli import main
from aro.errors import EngineError
from aro.report.diff import diff_page, diff_sheets
from aro.report.markdown_writer import markdown
from aro.rulebook import Rulebook
from aro.situation import Situation
from support.small_diff import parted

pytestmark = pytest.mark.drawn


@pytest.fixture(scope="module")
def releases() -> Diff:
    return parted("n3@1.0", "n3@1.4")


@pytest.mark.sweep
def test_two_releases_part_by_the_answers_that_came_between(releases: Diff) -> None:
    found = {one.clauses[1][0].id for one in releases.differences if one.clauses[1]}
    assert {"n3.camouflaged.faq.8", "n3.cybermask.faq.1"} <= found
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


@pytest.mark.sweep
@pytest.mark.parametrize("matter", ["ruling", "value"])
def test_a_witness_that_the_rulebook_answers_otherwise_is_a_defect(matter: str) -> None:
    books = Rulebook("n3@1.0"), Rulebook("n3@1.4")
    found = Differences(*books)
    found.look(SCENES[0])
    group = next(one for one in found.groups if one.answers.point.matter == matter)
    assert diff._difference(books, group).matter == matter  # noqa: SLF001  one table
    with pytest.raises(EngineError, match="the search found"):
        diff._difference((books[1], books[0]), group)  # noqa: SLF001  the sides exchanged


@pytest.mark.sweep
def test_what_is_found_first_does_not_decide_the_groups() -> None:
    one, other = parted("n3@1.0", "n3@1.4"), parted("n3@1.4", "n3@1.0")
    forth = {(one.matter, one.clauses) for one in one.differences}
    assert forth == {(one.matter, one.clauses[::-1]) for one in other.differences}


def test_releases_of_one_edition_have_no_gaps(releases: Diff) -> None:
    assert releases.differences == releases.comparable


@pytest.mark.sweep
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


@pytest.mark.sweep
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
