"""Where two rulebooks part: the groups, their causes, and situations that show what is promised."""

import time

import pytest

from aro.errors import GaveUp
from aro.rulebook import Rulebook
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
