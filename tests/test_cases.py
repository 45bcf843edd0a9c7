"""Every case file gets the answers that it expects; a newcomer's run asks a share of the cases.

Where all are asked, a case and its near misses share a program where they can.
"""

import pytest

from aro import cases
from aro.cases.opening import case_run
from aro.knowledge import library
from conftest import Share
from support.together import runs

ROOT = library.home() / "tests"
FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "cases").rglob("*.yaml"))
PARTS = 64, 1


@pytest.mark.parametrize("file", FILES)
def test_the_cases_of_a_file_are_answered_as_expected(
    file: str, share: Share[tuple[cases.Case, str]]
) -> None:
    told = [(case, edition) for case in cases.load(ROOT / file) for edition in case.editions]
    found = [
        (near, edition)
        for case, edition in told
        for near in (case, *case.near_misses())
        if edition in near.editions
    ]
    drawn = share("cases", found, PARTS)
    whole = len(drawn) == len(found)
    asked = (
        (run for case, edition in told for run in runs(case, edition))
        if whole
        else (case_run(case, edition) for case, edition in drawn)
    )
    assert [failure for run in asked for failure in run.failures()] == []
