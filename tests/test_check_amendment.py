"""The check of an amended edition: it tells what the amendment causes, and nothing else."""

import shutil
from pathlib import Path

import pytest

from aro.analysis.bounded import quiet
from aro.analysis.check import run_check
from aro.knowledge import library as kb

pytestmark = pytest.mark.drawn

WORKED = kb.home() / "tests" / "amendments" / "wary_guards"
LAW = "wary_guards.lp"


@pytest.fixture
def drafts(tmp_path: Path) -> Path:
    """Return a copy of the worked amendment, to spoil."""
    return Path(shutil.copytree(WORKED, tmp_path / WORKED.name))


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def told(drafts: Path, *kinds: str) -> list[str]:
    """Return the ids of all that is told of N4 as amended, accepted or not."""
    return [one.id for one in run_check(quiet, f"n4+{drafts}", None, kinds).all]


@pytest.mark.sweep
def test_at_a_desk_an_amendment_is_told_what_is_out_of_step_in_it(drafts: Path) -> None:
    comment = "% n4.wary_guards.discover.1: Discover at an IMP-1 Marker is at -3\n"
    edit(drafts / LAW, comment, "")
    assert told(drafts, "out_of_step", "stranger") == ["out_of_step:n4.wary_guards.discover.1"]


@pytest.mark.release
def test_what_the_edition_has_itself_is_not_told_of_its_amendment(drafts: Path) -> None:
    edit(drafts / LAW, "and(wields(watchdog), near)", "and(first, no(first))")
    kinds = ("never_prevails", "not_entered")
    edition = run_check(quiet, "n4", None, kinds)
    assert "not_entered:targeted" in {one.id for one, _ in edition.accepted}
    assert told(drafts, *kinds) == ["never_prevails:n4.wary_guards.watchdog.1"]


@pytest.mark.sweep
def test_a_clause_that_no_case_of_the_amendment_notices_is_told(drafts: Path) -> None:
    shutil.rmtree(drafts / "cases")
    assert told(drafts, "unnoticed") == [
        "unnoticed:n4.wary_guards.discover.1",
        "unnoticed:n4.wary_guards.discover.2",
        "unnoticed:n4.wary_guards.watchdog.1",
    ]


@pytest.mark.sweep
def test_what_an_amendment_accepts_is_no_news(drafts: Path) -> None:
    shutil.rmtree(drafts / "cases")
    lines = ["accepted:", "  - ids:"]
    lines += [f"      - unnoticed:n4.wary_guards.{one}" for one in ("discover.1", "discover.2")]
    lines += ["    reason: We play it first, and write its cases after."]
    (drafts / "accepted.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = run_check(quiet, f"n4+{drafts}", None, ("unnoticed",))
    assert [one.id for one in found.new] == ["unnoticed:n4.wary_guards.watchdog.1"]
    assert len(found.accepted) == 2
