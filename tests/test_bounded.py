"""Analyses in a process of their own: what they found, and how far they came."""

import time
from contextlib import closing
from functools import partial

import pytest

from aro.analysis.bounded import Progress, Report, bounded
from aro.errors import GaveUp
from aro.processes import Child

pytestmark = pytest.mark.drawn


def slow(report: Report, *kept: str) -> str:
    report(Progress(1, 2))
    for one in kept:
        report(Progress(1, 2, one))
    time.sleep(60)
    return "whole"


def quick(report: Report) -> str:
    report(Progress(1, 1))
    return "whole"


def broken(_: Report) -> str:
    raise LookupError("nothing is there")


@pytest.mark.sweep
def test_an_analysis_that_runs_out_of_time_tells_how_far_it_came() -> None:
    found, unfinished = bounded(slow, "half", seconds=8)
    assert found == "half"
    assert unfinished == "stopped for want of time, 1 of 2 steps of it done"


def test_an_analysis_that_found_nothing_gives_up() -> None:
    with pytest.raises(GaveUp):
        bounded(slow, seconds=4)


def test_an_analysis_in_a_child_answers_or_raises_as_at_home() -> None:
    assert bounded(quick) == ("whole", None)
    with pytest.raises(LookupError, match="nothing is there"):
        bounded(broken)


def test_work_beside_answers_or_raises() -> None:
    with closing(Child[int, tuple[int, int]](partial(divmod, 7))) as child:
        child.give(2)
        assert child.result() == (3, 1)
        child.give(0)
        with pytest.raises(ZeroDivisionError):
            child.result()


def test_work_beside_that_nobody_waits_for_ends() -> None:
    begun = time.monotonic()
    with closing(Child[int, None](time.sleep)) as child:
        child.give(600)
    assert time.monotonic() - begun < 60
