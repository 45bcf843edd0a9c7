"""Every case file gets the answers that it expects; a newcomer's run asks a share of the cases."""

from pathlib import Path

import pytest

from aro import cases
from aro.cases.opening import case_run
from aro.knowledge import library
from conftest import Share

ROOT = library.home() / "tests"
FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "cases").rglob("*.yaml"))
ONE_IN = 16


@pytest.mark.parametrize("file", FILES)
def test_the_cases_of_a_file_are_answered_as_expected(
    file: str, share: Share[tuple[cases.Case, str]]
) -> None:
    found = [
        (near, edition)
        for case in cases.load(Path(ROOT / file))
        for near in (case, *case.near_misses())
        for edition in near.editions
    ]
    failures = [
        failure
        for case, edition in share("cases", found, ONE_IN)
        for failure in case_run(case, edition).failures()
    ]
    assert failures == []
