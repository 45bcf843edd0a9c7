"""What a source lacks, as patterns of the Laws that would stand there, and the faults of them."""

from dataclasses import replace

import pytest

from aro.analysis import unseen_pages
from aro.analysis.unseen_pages import normal
from aro.engine.clingo_program import parts, read
from aro.engine.unseen import text
from aro.knowledge import library as kb
from aro.knowledge.edition import Unseen


@pytest.mark.parametrize(
    ("pattern", "law"),
    [
        ("grants(look_out,_)", "grants(and(look_out,aro),sees)"),
        ("forbids(_,_,target(camouflaged))", "forbids(both,attack,and(enemy,target(camouflaged)))"),
        ("cancels(camouflaged,declares(_))", "cancels(camouflaged,declares(any))"),
        ("prone", "forbids(declare,dodge,no(actor(prone)))"),
        ("modifies(_,_,-3)", "modifies(discover,target(camouflaged),-3)"),
        ("delays(marker,_)", "under(a,b,delays(target(marker),tacit))"),
        ("grants(_,and(active,sees))", "grants(a,and(active,sees))"),
        ("grants(_,and(active,and(near,sees)))", "grants(a,and(active,near,sees))"),
        ("grants(_,and(active,near,sees))", "grants(a,and(and(active,near),sees))"),
        ("or(delay,_)", "forbids(declare,or(delay,dodge,reset),always)"),
        ("forbids(_,reaction,near)", "restricts(declare,reaction,or(dodge,reset),and(near,seen))"),
        (
            "restricts(declare,reaction,or(dodge,or(reset,idle)),near)",
            "forbids(declare,and(reaction,no(or(dodge,reset,idle))),near)",
        ),
    ],
)
def test_a_part_of_a_pattern_is_found_in_a_part_of_the_law(pattern: str, law: str) -> None:
    found = unseen_pages._matches(normal(read(pattern)), normal(read(law)))  # noqa: SLF001  the unit itself
    assert found


@pytest.mark.parametrize(
    ("pattern", "law"),
    [
        ("grants(look_out,_)", "grants(dodge,warned_by(look_out))"),
        ("cancels(camouflaged,declares(_))", "cancels(camouflaged,meets(model))"),
        ("cancels(camouflaged,_)", "cancels(marker_state,idles)"),
        ("camouflaged", "lifts(camouflaged(effect,3),declare,attack,always)"),
        ("forbids(_,discover)", "forbids(declare,discover,always)"),
    ],
)
def test_and_in_no_other(pattern: str, law: str) -> None:
    assert not unseen_pages._matches(read(pattern), read(law))  # noqa: SLF001  the unit itself


@pytest.mark.parametrize("name", kb.editions())
def test_every_pattern_is_of_a_law_that_another_edition_states(name: str) -> None:
    assert list(unseen_pages.unknown_patterns(kb.load(name))) == []


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("cancel(camouflaged,_)", "cancel(camouflaged,_): no other edition's law has 'cancel'"),
        ("cancels(camoflaged,_)", "cancels(camoflaged,_): no other edition's law has 'camoflaged'"),
        ("grants(camouflaged)", "grants(camouflaged): no other edition states such a Law"),
    ],
)
def test_a_pattern_of_no_law_is_a_fault_with_its_place(pattern: str, expected: str) -> None:
    gap = Unseen(page="A page", says="cut off", laws=(pattern,), file="kb/n4/x.yaml", line=7)
    edition = replace(kb.load("n4"), unseen=(gap,))
    [fault] = unseen_pages.unknown_patterns(edition)
    assert (fault.message, fault.file, fault.line) == (expected, "kb/n4/x.yaml", 7)


ROLLS_AND_VALUES = {"rolls", "modifies", "counts", "waives", "clears", "upholds", "gives"}
"""The verbs that concern a Roll or a value alone, so that no answer is open by them."""


@pytest.mark.parametrize("name", kb.editions())
def test_a_law_of_an_unseen_page_is_supposed_unless_it_concerns_a_roll_alone(name: str) -> None:
    edition = kb.load(name)
    for number, unseen in enumerate(edition.unseen):
        for law in unseen.laws:
            verb = str(parts(read(law))[0])
            alone = verb in ROLLS_AND_VALUES or not isinstance(read(law), tuple)
            assert alone or f"unseen({number}," in text(edition), law
