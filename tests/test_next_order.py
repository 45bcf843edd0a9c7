"""What nobody knows stays unknown, and is never taken for false: in the next Order, say."""

from dataclasses import replace

import pytest

from aro import Act, Memory, Pair, Rulebook, Situation, SituationError, Trooper, Unknown
from aro.cases import loads
from aro.cases.opening import case_runs
from aro.cases.run import next_case

N4 = Rulebook("n4")
MARKER = Trooper("speculo", side="red", states=["impersonation_1"], has=["impersonation"])
GUARD = Trooper("guard", side="blue")
DODGE = Act("guard", "dodge", "speculo")

UNKNOWN = {
    "a state": (
        Situation(active="red", troopers=[MARKER, GUARD], lof=[("guard", "speculo")]),
        "is guard unconscious",
    ),
    "a Line of Fire": (Situation(active="red", troopers=[MARKER, GUARD]), "lof guard speculo"),
    "a Line of Fire, in the half that was last": (
        Situation(active="red", troopers=[MARKER, GUARD]),
        "lof guard speculo first",
    ),
    "a Zone of Control": (Situation(active="red", troopers=[MARKER, GUARD]), "zoc guard speculo"),
}


@pytest.mark.parametrize(("table", "fact"), UNKNOWN.values(), ids=UNKNOWN)
def test_what_nobody_knows_nobody_knows_in_the_next_order(table: Situation, fact: str) -> None:
    table = Situation(
        active="red", troopers=table.troopers, lof=table.lof, unknown=[Unknown(*fact.split())]
    ).declare("speculo", "move")
    assert (first := N4.is_legal(table, DODGE).firmness) in {"depends", "open"}
    following = N4.resolve(table).situation.declare("speculo", "move")
    assert following.unknown == (Unknown(*fact.removesuffix(" first").split()),)
    assert N4.is_legal(following, DODGE).firmness == first


def test_what_nobody_knew_of_an_earlier_half_matters_no_more() -> None:
    table = Situation(
        active="red",
        troopers=[MARKER, GUARD],
        unknown=[Unknown("lof", "guard", "speculo", "first")],
    )
    played = table.declare("speculo", "move").declare("speculo", "move")
    assert N4.resolve(played).situation.unknown == ()


def test_contact_and_memory_that_hang_on_what_is_unknown_are_unknown() -> None:
    table = Situation(
        active="red",
        troopers=[Trooper("a", side="red"), GUARD],
        unknown=[
            Unknown("contact", "a", "guard"),
            Unknown("memory", "failed", "discover", "guard", "a"),
        ],
    )
    following = N4.resolve(table.declare("a", "idle")).situation
    assert Unknown("contact", "a", "guard") in following.unknown
    assert not following.contact
    known = Situation(active="red", troopers=table.troopers, contact=[("a", "guard")])
    assert N4.resolve(known.declare("a", "idle")).situation.contact == (Pair("a", "guard"),)
    assert Memory("failed", "discover", "guard", "a") not in following.memory


def test_a_side_knows_in_the_next_order_no_more_than_it_saw() -> None:
    table = Situation(active="red", troopers=[MARKER, GUARD], lof=[("guard", "speculo")])
    seen = N4.resolve(table.declare("speculo", "move"), as_side="blue").situation
    shot = Act("guard", "bs_attack", "speculo")
    assert N4.is_legal(seen.declare("speculo", "move"), shot).firmness == "depends"


def test_orders_of_a_case_and_the_next_case_keep_what_is_unknown() -> None:
    [case] = loads("""
edition: n4
title: She may lie there
situation:
  active: red
  troopers:
    speculo: {side: red, is: [impersonation_1], has: [impersonation]}
    guard: {side: blue}
  lof: [[guard, speculo]]
  unknown: [[is, guard, unconscious]]
orders:
  - {order: [{who: speculo, does: move}]}
  - {order: [{who: speculo, does: move}]}
ask: [{who: guard, does: dodge, at: speculo, firmness: depends}]
""")
    [run] = case_runs((case,), "here")
    assert not list(run.failures())
    assert next_case(run, run.outcome).situation.unknown == case.situation.unknown


def test_a_list_that_a_later_order_gives_anew_is_known() -> None:
    [case] = loads("""
edition: n4
title: He sees it now
situation:
  active: red
  troopers: {runner: {side: red}, guard: {side: blue}}
  unknown: [[lof, guard, runner]]
orders:
  - {order: [{who: runner, does: move}]}
  - {lof: [[guard, runner]], order: [{who: runner, does: move}]}
ask: [{who: guard, does: dodge, at: runner, ruling: legal, firmness: settled}]
""")
    [run] = case_runs((case,), "here")
    assert not list(run.failures())


def test_a_table_made_ready_refuses_what_is_unknown_and_what_it_was_not_made_for() -> None:
    table = Situation(
        active="red", troopers=[MARKER, GUARD], unknown=[Unknown("lof", "guard", "speculo")]
    )
    asked = table.declare("speculo", "move")
    with pytest.raises(SituationError, match="no unknown facts; expected is_legal or resolve"):
        N4.ask_many([(asked, DODGE)])
    with pytest.raises(SituationError, match="no unknown facts"):
        N4.ready(asked)
    ready = N4.ready(Situation(active="red", troopers=[MARKER, GUARD]))
    with pytest.raises(SituationError, match="was not made ready for guard bs_atack at speculo"):
        ready.decide(Act("guard", "bs_atack", "speculo", when="aro_1"))


def test_whether_a_declaration_takes_effect_is_not_told_where_that_is_unknown() -> None:
    layer = Act("layer", "place_deployable", "runner")
    table = Situation(
        active="red",
        troopers=[Trooper("runner", side="red"), Trooper("layer", side="blue")],
        zoc=[("layer", "runner")],
    )
    for act in ("runner", "move"), ("layer", "place_deployable", "runner"), ("runner", "move"):
        table = table.declare(*act)
    told = Rulebook("n5").is_legal(table, layer)
    assert (told.ruling, told.takes_effect) == ("legal", False)
    unknown = replace(table, unknown=(Unknown("lof", "layer", "runner", "second"),))
    told = Rulebook("n5").is_legal(unknown, layer)
    assert (told.ruling, told.takes_effect) == ("legal", None)
