"""The check of an edition: planted defects are found, and nothing else is made of them.

In the ordinary run each kind of finding is planted once by hand in the small edition of
`tests/small`, and some clauses of N3, N4 and N5 that chance picks are spoilt at a desk.
`PLANTED=all pytest tests/test_check.py` plants all that is at hand, thrice as many by chance and in
each of the three editions, and searches spoilt copies of those editions too: a quarter of an hour.
"""

import random
from functools import cache
from pathlib import Path

import pytest

from aro.analysis.check import Check
from aro.analysis.check.findings import KINDS
from aro.knowledge import library as kb
from conftest import left_out
from support import planted_defects as planted
from support.law_mutators import AT_A_DESK, SEARCHED, Mutator
from support.planted_defects import DESK, SMALL, Plant, checked, copied, every

pytestmark = pytest.mark.drawn

EDITIONS = ("n3", "n4", "n5")
BY_HAND = planted.by_hand()
ONCE = {one.kind: title for title, one in reversed(BY_HAND.items())}.values()
A_FEW = [title for title in BY_HAND if title in ONCE][::6]
"""The defects that a newcomer's run plants."""

DRAWN = [(n, e, m) for n, m in enumerate(AT_A_DESK) for e in EDITIONS]
EVERY = [(seed, *each) for seed in range(3) for each in DRAWN]
SPOILT = [one for one in EVERY if not one[0] and one[1] % len(EDITIONS) == EDITIONS.index(one[2])]
"""Those that a sweep takes."""


@cache
def clean(name: str, kinds: tuple[str, ...]) -> Check:
    """Return what is found of an edition as it is."""
    folder = SMALL if name == "n9" else kb.home() / "kb" / name
    return checked(folder, kinds)


def spoilt(seed: int, number: int, edition: str, mutator: Mutator, folder: Path) -> Plant | None:
    """Return the defect that a mutator plants in a clause that chance picks."""
    return mutator(random.Random(f"{seed} {number} {edition}"), folder)  # noqa: S311  no secret


def found(plant: Plant, folder: Path, kinds: tuple[str, ...]) -> None:
    """Assert that a defect is found in a copy, and nothing else but on its account."""
    before = every(clean(folder.name, kinds))
    for edit in plant.edits:
        edit.make(folder)
    new = {name: one for name, one in every(checked(folder, kinds)).items() if name not in before}
    assert [one for one in new.values() if one.kind == plant.kind and plant.named_by(one)], new
    assert not [one.id for one in new.values() if not plant.named_by(one)]


def test_every_kind_of_finding_is_planted() -> None:
    assert {one.kind for one in BY_HAND.values()} == set(KINDS)


def test_sixty_defects_and_more_are_planted_half_of_them_by_chance() -> None:
    drawn = {spoilt(*one, kb.home() / "kb" / one[2]) for one in EVERY} - {None}
    assert len(drawn) >= max(30, len(BY_HAND))
    assert len(drawn) + len(BY_HAND) >= 60


def test_of_the_small_edition_nothing_is_found() -> None:
    whole = clean("n9", tuple(KINDS))
    assert whole.clean
    assert [one.id for one, _ in whole.accepted] == ["silence:delay:aro_1"]


@pytest.mark.sweep
def test_a_clause_at_odds_with_others_is_accepted_at_once_with_all_of_them(tmp_path: Path) -> None:
    folder = copied(SMALL, tmp_path)
    for edit in next(one for one in BY_HAND.values() if one.kind == "contradiction").edits:
        edit.make(folder)
    told = [one for one in checked(folder, ("contradiction",)).new if one.kind == "contradiction"]
    clauses = sorted({clause for one in told for clause in one.name.split("+")})
    let = "\n".join(f'      - "contradiction:{one}+*"' for one in [*clauses, "n9.gone"])
    with (folder / "accepted.yaml").open("a", encoding="utf-8") as file:
        file.write(f"  - ids:\n{let}\n    reason: We looked at each.\n")
    again = checked(folder, ("contradiction", "stale"))
    assert set(told) <= {one for one, _ in again.accepted}
    assert "stale:contradiction:n9.gone+*" in {one.id for one in again.new}


@pytest.mark.parametrize(
    "title",
    [
        pytest.param(one, marks=left_out(newcomer=one not in A_FEW, sweep=one not in ONCE))
        for one in BY_HAND
    ],
)
def test_a_defect_planted_by_hand_is_found_and_no_other(title: str, tmp_path: Path) -> None:
    found(BY_HAND[title], copied(SMALL, tmp_path), tuple(KINDS))


@pytest.mark.parametrize(
    ("seed", "number", "edition", "mutator"),
    [pytest.param(*one, marks=left_out(newcomer=True, sweep=one not in SPOILT)) for one in EVERY],
)
def test_a_clause_that_chance_spoils_is_found_and_no_other(
    seed: int, number: int, edition: str, mutator: Mutator, tmp_path: Path
) -> None:
    folder = copied(kb.home() / "kb" / edition, tmp_path)
    plant = spoilt(seed, number, edition, mutator, folder)
    if plant is None:
        pytest.skip("no clause of this edition has a place for it")
    found(plant, folder, DESK)


@pytest.mark.parametrize("mutator", SEARCHED)
@pytest.mark.parametrize(
    "edition",
    [
        pytest.param(one, marks=left_out(newcomer=True, sweep=one != "n9"))
        for one in ("n9", *EDITIONS)
    ],
)
def test_a_clause_that_chance_makes_useless_is_found(
    edition: str, mutator: Mutator, tmp_path: Path
) -> None:
    folder = copied(SMALL if edition == "n9" else kb.home() / "kb" / edition, tmp_path)
    plant = mutator(random.Random(edition), folder)  # noqa: S311  no secret
    assert plant
    kinds = ("dead",) if plant.kind == "dead" else ("dead", "shadowed")
    found(plant, folder, kinds)
