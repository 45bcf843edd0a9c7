"""Every case gets the answers that it expects; a newcomer's run asks a share of the cases.

Where all are asked, those of as many troopers share a program where they can, whatever their file.
A failure names file and line; `aro test` asks the cases of one file.
"""

from functools import cache

import pytest

from aro import cases
from aro.analysis.renaming import cast
from aro.cases.opening import case_run
from aro.knowledge import library
from conftest import Share
from support.together import failures

ROOT = library.home() / "tests" / "cases"
EDITIONS = sorted(path.name for path in (library.home() / "kb").glob("n*"))
PARTS = 16
"""In how many parts the cases of an edition are asked."""

SHARES = 128, 1
"""Of how many cases of a part a newcomer's run asks one, and a sweep."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_cases_of_an_edition_are_answered_as_expected(
    edition: str, part: int, share: Share[tuple[cases.Case, str]]
) -> None:
    told = put_to(edition)
    found = told[part * len(told) // PARTS : (part + 1) * len(told) // PARTS]
    drawn = share("cases", found, SHARES)
    if len(drawn) == len(found):
        assert list(failures(drawn)) == []
    else:
        assert [failure for one in drawn for failure in case_run(*one).failures()] == []


@cache
def put_to(edition: str) -> tuple[tuple[cases.Case, str], ...]:
    """Return each case and near miss with the release that it asks, those of one cast together."""
    told = (case for path in sorted(ROOT.rglob("*.yaml")) for case in cases.load(path))
    found = (
        (near, name)
        for case in told
        for near in (case, *case.near_misses())
        for name in near.editions
        if name.partition("@")[0] == edition
    )
    return tuple(sorted(found, key=lambda one: (one[1], cast(one[0].situation))))
