"""The law and the second opinion agree on random Worlds.

A few are put to plain clingo, hundreds of one kind of table to the compiled law at once, and the
two must answer alike; `python tests/million.py 1000000` compares all kinds of table.
"""

from dataclasses import replace
from functools import cache
from itertools import count, islice

import pytest

import million
from aro.engine.facts import term
from conftest import left_out
from oracle.sample import sample
from oracle.world import World
from second_opinion import Answers, differences
from support.at_once import Cast, cast
from support.oracle_answers import Opinion, opinion
from support.translated import DOCUMENTS, as_situation

pytestmark = pytest.mark.drawn

BY_CLINGO = 5
AT_ONCE = 500
FOUR, THREE = ("hider", "guard", "foe", "mate"), ("hider", "guard", "foe")
COMPILED = dict.fromkeys(DOCUMENTS, (FOUR, 4)) | {"n5.decoy": (THREE, 4)}
"""Who is on the tables that are compiled here, and how many pieces: in N5 one is a replica."""

EACH = [
    pytest.param(one, marks=left_out(newcomer=not one.startswith("n4"), sweep=False))
    for one in DOCUMENTS
]
"""To compile such a table takes a newcomer's run too long but for one document."""


@cache
def compiled(document: str) -> tuple[Cast, list[Opinion]]:
    """Return the compiled law of a table in red's turn, and opinions of Worlds on it."""
    seeds = (seed for seed in count() if _is_compiled(document, sample(document, seed)))
    opinions = [opinion(document, seed) for seed in islice(seeds, AT_ONCE)]
    return Cast(document, opinions[0].world), opinions


def _is_compiled(document: str, world: World) -> bool:
    found = tuple(one.name for one in world.troopers), len(world.pieces)
    return world.active == "red" and found == COMPILED[document]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_plain_clingo_agrees(document: str) -> None:
    found = [str(one) for seed in range(BY_CLINGO) for one in differences(document, seed)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("document", EACH)
def test_the_compiled_law_agrees(document: str) -> None:
    law, opinions = compiled(document)
    wrong, strange = law.unlike(opinions)  # what its shape has no input for, plain clingo answers
    assert len(strange) < AT_ONCE // 20
    found = [one for each in strange for one in map(str, differences(document, each.seed))]
    assert not found, found
    assert not wrong, [str(one) for each in wrong for one in differences(document, each.seed)]


@pytest.mark.parametrize("document", EACH)
def test_the_compiled_law_answers_what_clingo_answers(document: str) -> None:
    law, opinions = compiled(document)
    for one in opinions[:3]:
        table = as_situation(document, one.world)
        asked = tuple(ours for _, ours, _ in one.asked)
        clingo = Answers(document, table, asked)
        answered = {name.replace(",effects)", ")") for name in law.answers(one)}
        for act in asked:
            told = term(table, act)
            assert f"ruling(declare({told}),{clingo.ruling(told)})" in answered
        for name in ("performed", "becomes", "form"):
            shown = {atom for atom in clingo.written(name) if not atom.endswith(",nothing)")}
            assert {atom for atom in answered if atom.startswith(f"{name}(")} == shown


def test_another_answer_of_either_is_found() -> None:
    law, opinions = compiled("n4.impersonation")
    one = next(each for each in opinions if each.end and each.asked[0][2])
    act, ours, ruling = one.asked[0]
    assert ruling is not None
    assert one.end is not None
    other = replace(ruling, verdict="illegal" if ruling.verdict == "legal" else "legal")
    misjudged = replace(one, asked=((act, ours, other), *one.asked[1:]))
    states = {**one.end.states, "hider": frozenset({"hidden_deployment"})}
    mistaken = replace(one, end=replace(one.end, states=states))
    unheard = replace(one, end=replace(one.end, forms={**one.end.forms, "guard": "decoy_9"}))
    wrong, strange = law.unlike([opinions[1], misjudged, one, mistaken, unheard, opinions[2]])
    assert (wrong, strange) == ([misjudged, mistaken], [unheard])


def test_the_long_run_counts_what_it_compares(monkeypatch: pytest.MonkeyPatch) -> None:
    document = "n3.camouflaged"
    law, opinions = compiled(document)
    monkeypatch.setitem(million.CASTS, cast(document, opinions[0].world), law)
    found = million.compare(document, [one.seed for one in opinions[:50]])
    assert not found.differ
    *clauses, last = million.report(document, found)
    assert any("n3.camouflaged.effect.3" in one for one in clauses)
    assert "compared 50 worlds" in last
    assert last.endswith("; 0 Worlds differ")


def test_the_long_run_asks_plain_clingo_about_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    document = "n3.camouflaged"
    law, opinions = compiled(document)
    one = next(each for each in opinions if each.end)
    assert one.end is not None
    forms = dict.fromkeys(one.end.forms, "camo")
    mistaken = replace(one, end=replace(one.end, forms=forms))
    monkeypatch.setitem(million.CASTS, cast(document, one.world), law)
    monkeypatch.setattr(million, "opinion", lambda *_: mistaken)
    [told] = million.compare(document, [one.seed]).differ
    assert f"{document} {one.seed}: the compiled law, and not plain clingo, differs" in told
    assert "side(hider,red)." in told
