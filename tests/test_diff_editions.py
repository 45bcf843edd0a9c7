"""Where the documents part: real groups, and those that a page that was not seen may explain.

A sweep compares N3 with N4; the others take minutes, and are compared before a release.
"""

import pytest

from aro.analysis.diff import Diff
from support.small_diff import parted

of_a_sweep, of_a_release = pytest.mark.sweep, pytest.mark.release


@pytest.fixture(scope="module")
def editions() -> Diff:
    return parted("n4", "n5")


@of_a_release
def test_the_groups_of_two_editions_are_of_what_both_have_pages_on(editions: Diff) -> None:
    lacking = [one for one in editions.differences if one.lacks]
    assert lacking
    assert any("Camouflaged State" in str(one.lacks) for one in lacking)
    assert editions.comparable
    assert all(one.clauses[0] or one.clauses[1] for one in editions.differences)
    assert not set(editions.silent[0]) & set(editions.silent[1])


@of_a_release
def test_what_a_page_that_breaks_off_would_tell_is_no_difference(editions: Diff) -> None:
    comparable = {
        (one.about, *(c.id for side in one.clauses for c in side)) for one in editions.comparable
    }
    lacking = {
        c.id: one.lacks
        for one in editions.differences
        if one.lacks
        for side in one.clauses
        for c in side
    }
    assert "delay (aro_1)" not in {about for about, *_ in comparable}
    assert "Hidden Deployment" in str(lacking["n5.hidden_deployment_rb.cancellation.1"])
    assert ("announce_stealth", "n4.stealth.faq.1") in comparable
    assert not any(one.matter == "memory" for one in editions.comparable)


def clauses_of(found: Diff, *, comparable: bool) -> set[str]:
    differences = found.comparable if comparable else found.differences
    told = (one for one in differences if comparable or one.lacks)
    return {c.id for one in told for side in one.clauses for c in side}


@of_a_release
def test_n4_and_n5_part_where_both_pages_speak(editions: Diff) -> None:
    assert clauses_of(editions, comparable=True) >= {
        "n4.bs_attack.legality.2",
        "n4.stealth.aro.1",
        "n4.trooper_activation.order.7",
        "n4.cautious_movement.legality.1",
        "n5.cautious_movement2.limits.1",
        "n4.impersonation.example.8",
        "n4.impersonation.level1.3",
        "n4.surprise_attack.modifier.2",
    }
    assert clauses_of(editions, comparable=False) >= {
        "n5.camouflaged_rb.cancellation.2",
        "n5.hidden_deployment_rb.cancellation.1",
        "n5.look_out2.req.1",
    }


@of_a_release
def test_what_hangs_on_a_thwarted_act_is_put_down_to_what_thwarts_it(editions: Diff) -> None:
    [lost] = [
        one
        for one in editions.comparable
        if one.matter in {"state", "effect"}
        and "n4.impersonation.example.8" in {c.id for c in one.clauses[0]}
        and not one.clauses[1]
    ]
    assert {"impersonation_2", "return_to (first)"} <= set(lost.occurs)


@of_a_release
def test_what_follows_later_in_the_order_is_of_the_same_group(editions: Diff) -> None:
    [stealth] = [
        one
        for one in editions.comparable
        if one.matter == "ruling" and "n4.stealth.aro.1" in {c.id for c in one.clauses[0]}
    ]
    assert "dodge (aro_2)" in stealth.occurs


@of_a_release
def test_n4_and_n5_do_not_part_where_their_pages_say_the_same(editions: Diff) -> None:
    found = {c.id for one in editions.differences for side in one.clauses for c in side}
    assert found.isdisjoint(
        {
            "n5.bs_attack.states.1",
            "n5.discover2.states.1",
            "n5.frenzy.effects.2",
            "n5.retreat.effects.3",
            "n5.hidden_deployment.effects.3",
            "n4.look_out.definition.1",
            "n4.engaged.activation.1",
            "n4.dodge.cancellation.1",
        }
    )


@pytest.fixture(scope="module")
def older() -> Diff:
    return parted("n3", "n4")


@of_a_sweep
def test_n3_and_n4_part_where_both_pages_speak(older: Diff) -> None:
    assert clauses_of(older, comparable=True) >= {
        "n3.cc_attack_declaration.requirements.2",
        "n3.camouflaged.effect.7",
    }
    assert clauses_of(older, comparable=False) >= {
        "n3.camouflaged.cancellation.2",
        "n3.surprise_attack.example.2",
        "n4.discover.definition.1",
        "n4.aro.who.4",
        "n4.impersonation.cancellation.6",
        "n4.impersonation.cancellation.8",
        "n4.hidden_deployment.effect.2",
    }
    told = {c.id for one in older.differences for side in one.clauses for c in side}
    # Whether a page explains it hangs on the situation that is looked at: both answers are right.
    assert told >= {"n3.camouflaged.effect.11", "n3.surprise_attack.effects.1"}


@of_a_sweep
def test_what_an_unseen_page_may_say_is_told_with_that_page(older: Diff) -> None:
    lacking = {c.id: one.lacks for one in older.differences for s in one.clauses for c in s}
    assert "n3, Dodge: Cut off" in str(lacking["n4.aro.who.4"])
    assert "n3, discover:" in str(lacking["n4.discover.definition.1"])
    assert "n4, Camouflaged State:" in str(lacking["n3.camouflaged.cancellation.2"])
    assert "n3, Retreat! Check:" in str(lacking["n4.impersonation.cancellation.8"])


@of_a_release
def test_what_is_remembered_is_put_down_to_a_clause(editions: Diff) -> None:
    assert all(
        len(clauses) <= 3
        for one in editions.differences
        if one.matter == "memory"
        for clauses in one.clauses
    )


@of_a_release
def test_at_least_95_in_100_witnesses_have_no_more_than_8_facts(editions: Diff) -> None:
    small = [one for one in editions.differences if one.witness.size <= 8]
    assert 100 * len(small) >= 95 * len(editions.differences)


@pytest.fixture(scope="module")
def oldest() -> Diff:
    return parted("n2", "n3")


@of_a_release
def test_n2_and_n3_part_where_both_speak(oldest: Diff) -> None:
    assert clauses_of(oldest, comparable=True) == {
        "n2.aro.9",
        "n2.ballistic_skills.2",
        "n2.camouflage.5",
        "n2.change_facing.2",
        "n2.infiltrate.4",
        "n2.martial_arts.2",
        "n2.zone_of_control.1",
        "n3.alert.requirements.1",
        "n3.aro.skills.1",
        "n3.camouflaged.faq.2",
        "n3.change_facing.effects.1",
        "n3.close_combat.sequence.3",
        "n3.engaged.effects.2",
        "n3.forum_levels.1",
        "n3.intuitive_attack.effects.1",
        "n3.intuitive_attack.requirements.1",
        "n3.sixth_sense.l1.6",
        "n3.zone_of_control.aro.1",
    }


@of_a_release
def test_the_page_of_a_marker_explains_what_is_said_of_it(oldest: Diff) -> None:
    lacking = {c.id: one.lacks for one in oldest.differences for s in one.clauses for c in s}
    assert "Impersonation" in str(lacking["n3.impersonation.general.3"])
