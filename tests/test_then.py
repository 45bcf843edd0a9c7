"""A declaration and what follows from it are asked in one file: `then` of a question."""

from pathlib import Path

import pytest

from aro.cases import dump, loads
from aro.cases.opening import case_runs
from aro.cases.suite import run_suite

CASE = """
edition: n4
title: He shoots
situation:
  active: red
  troopers:
    speculo: {side: red, is: [impersonation_1], has: [impersonation]}
    guard: {side: blue}
  lof: [[guard, speculo], [speculo, guard]]
ask:
  - who: speculo
    does: bs_attack
    at: guard
    ruling: legal
    then:
      - {who: guard, react: legal}
      - {who: guard, does: dodge, at: speculo, ruling: legal,
         then: [{who: speculo, becomes: {is: []}}]}
unless:
  - without: {lof: [speculo, guard]}
    ask:
      - {who: speculo, does: bs_attack, at: guard, then: [{who: guard, react: legal}]}
"""

DECLARED = CASE.replace("ask:", "order: [{who: speculo, does: bs_attack, at: guard}]\nask:", 1)


def test_each_act_with_more_to_ask_is_followed_by_the_case_in_which_it_is_declared() -> None:
    cases = loads(CASE)
    assert [case.title for case in cases] == [
        "He shoots",
        "He shoots, then speculo bs_attack at guard",
        "He shoots, then speculo bs_attack at guard, then guard dodge at speculo",
    ]
    assert [len(case.situation.order) for case in cases] == [0, 1, 2]
    assert [case.title for case in cases[0].near_misses()] == [
        "He shoots (near miss 1)",
        "He shoots (near miss 1), then speculo bs_attack at guard",
    ]
    assert loads(dump(cases[0])) == cases
    assert not [failure for run in case_runs(cases, "here") for failure in run.failures()]


def test_what_is_expected_of_what_follows_is_tested(tmp_path: Path) -> None:
    file = tmp_path / "then.yaml"
    file.write_text(CASE.replace("react: legal", "react: illegal"), encoding="utf-8")
    report = run_suite([str(file)])
    assert (report.passed, report.failed) == (3, 2)


def test_it_follows_the_last_order_of_several() -> None:
    orders = "orders:\n  - order: [{who: speculo, does: move}]\n  - order: []\nask:"
    first, second, *_ = loads(CASE.replace("ask:", orders, 1))
    assert [len(play.order) for play in first.then] == [0]
    assert [len(play.order) for play in second.then] == [1]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("at: guard\n", "at: guard\n    when: first\n", "in the Order already"),
        ("who: guard, react", "who: far, react", "no trooper is called 'far'"),
        ("does: dodge, at: speculo", "does: dodge, at: nobody", "no piece is called 'nobody'"),
    ],
)
def test_faults_of_what_follows_are_told(old: str, new: str, expected: str) -> None:
    with pytest.raises(ExceptionGroup) as caught:
        loads((DECLARED if "when" in new else CASE).replace(old, new, 1))
    assert any(expected in str(one) for one in caught.value.exceptions)
