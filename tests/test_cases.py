"""Every case file gets the answers that it expects; a newcomer's run asks a share of the cases.

Where all are asked, those of as many troopers share a program where they can.
"""

import pytest

from aro import cases
from aro.cases.opening import case_run
from aro.knowledge import library
from conftest import Share
from support.together import failures

ROOT = library.home() / "tests"
FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "cases").rglob("*.yaml"))
PARTS = 96, 1


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
    if len(drawn) == len(found):
        assert list(failures(drawn)) == []
    else:
        assert [failure for one in drawn for failure in case_run(*one).failures()] == []
