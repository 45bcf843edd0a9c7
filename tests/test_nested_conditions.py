"""A condition of three parts is the same Law as one of pairs: in drafts, in a check, in a diff."""

from pathlib import Path

import pytest

from aro.analysis.bounded import quiet
from aro.analysis.check import run_check
from support.drafts import write
from support.small_diff import parted

pytestmark = pytest.mark.drawn

FLAT = "and(first, near, sees)"
PAIRS = [
    pytest.param("and(first, and(near, sees))", marks=pytest.mark.sweep),
    pytest.param("and(and(first, near), sees)", marks=pytest.mark.release),
]


def draft(folder: Path, when: str) -> str:
    """Return the name of N4 with a draft laid over it that bars a Discover on a condition."""
    folder.mkdir()
    law = f"says(mine(one), forbids(declare, discover, {when})).\n"
    return f"n4+{write(folder, mine_lp=law)}"


@pytest.mark.parametrize("pairs", PAIRS)
def test_a_diff_finds_nothing_between_three_parts_and_pairs(tmp_path: Path, pairs: str) -> None:
    flat, nested = draft(tmp_path / "flat", FLAT), draft(tmp_path / "nested", pairs)
    assert parted(flat, nested).differences == ()
    assert parted(flat, draft(tmp_path / "other", "sees")).differences


@pytest.mark.parametrize("pairs", PAIRS)
def test_a_check_finds_the_same_in_three_parts_and_in_pairs(tmp_path: Path, pairs: str) -> None:
    flat, nested = draft(tmp_path / "flat", FLAT), draft(tmp_path / "nested", pairs)
    found = [
        [one.id for one in run_check(quiet, name, None, ("unnoticed",)).all]
        for name in (flat, nested)
    ]
    assert found[0] == found[1] == ["unnoticed:n4.mine.one"]
