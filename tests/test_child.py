"""Analyses in a process of their own: what they found, and how far they came."""

import time

import pytest

from aro.analysis.child import Course, apart
from aro.errors import GaveUp


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
