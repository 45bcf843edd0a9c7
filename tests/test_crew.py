"""Work done by forks: what they answer, what they raise, and that what is stopped ends."""

import time

import pytest

from aro.analysis.check.static_checks import parted
from aro.analysis.crew import Aside, shared
from aro.cases import load
from aro.cases.run import CaseRun
from aro.knowledge import library as kb
from aro.rulebook import Rulebook


def test_work_is_shared_in_order_and_knows_what_is_here() -> None:
    here = {3: "c", 1: "a", 2: "b"}
    assert list(shared(here.__getitem__, [1, 2, 3])) == ["a", "b", "c"]


def test_work_beside_answers_or_raises() -> None:
    assert Aside(lambda: 6 * 7).result() == 42
    with pytest.raises(ZeroDivisionError):
        Aside(lambda: 1 // 0).result()


def test_work_beside_can_be_stopped() -> None:
    begun = time.monotonic()
    Aside(lambda: time.sleep(600)).stop()
    assert time.monotonic() - begun < 60


def test_a_reading_that_turns_a_case_is_shown_by_it() -> None:
    file = kb.home() / "tests" / "cases" / "n3" / "to_camouflaged.yaml"
    trials = [CaseRun(one, Rulebook("n3")) for one in load(file) if "n3" in one.editions]
    chosen = ("lock_whom", "whole_side")
    shown = parted(trials, {chosen, ("lock_whom", "nobody")})
    assert shown.keys() == {chosen}
    assert shown[chosen].line
