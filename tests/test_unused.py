"""What a file states and no question on its table could use is named, and with why."""

import json
import math
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest

from aro import Act, Hit, Rulebook, Situation, Trooper
from aro.analysis.unused import unused
from aro.parts import Event
from support.commandline import Captured, ran

pytestmark = pytest.mark.drawn


def told(edition: str, table: Situation) -> list[str]:
    """Return what is named of a table, however long that takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("aro.analysis.unused.SECONDS", math.inf)
        found = unused(Rulebook(edition), table)
    return [f"{one.says}; {one.why}" for one in found]


def shot(target: Trooper, *hits: Hit, events: tuple[Event, ...] = ()) -> Situation:
    """Return a table on which a gunner shoots at a target."""
    return Situation(
        active="red",
        troopers=[Trooper("gunner", side="red"), target, Trooper("mate", side="blue")],
        lof=[("gunner", target.name), (target.name, "gunner")],
        order=[Act("gunner", "move"), Act("gunner", "bs_attack", target.name)],
        hits=hits,
        events=events,
    )


DECOY = Trooper("kirpal", side="blue", states=["decoy"], replicas=[("left", "decoy_1")])
PLAIN = Trooper("kirpal", side="blue", replicas=[("left", "decoy_1")])
SHOT = Act("gunner", "bs_attack", "kirpal")


def test_a_hit_that_ends_a_state_is_not_named() -> None:
    assert told("n5", shot(DECOY, Hit(SHOT, "kirpal", saves=True))) == []


def test_a_hit_without_a_template_over_who_is_hit_is_named() -> None:
    [one] = told("n5", shot(DECOY, Hit(SHOT, "mate")))
    assert one.startswith("gunner bs_attack at kirpal hits mate; ")


def test_a_hit_that_counts_for_nothing_says_in_which_state_it_would() -> None:
    stuck = Trooper("kirpal", side="blue", states=["immobilized_b"])
    [one] = told("n5", shot(stuck, Hit(SHOT, "kirpal", saves=True)))
    assert one == (
        "gunner bs_attack at kirpal hits kirpal; it would count with: kirpal is decoy, "
        "or with: kirpal is holoecho"
    )


def test_a_hit_that_calls_for_a_saving_roll_counts_where_a_guts_roll_follows() -> None:
    table = shot(Trooper("kirpal", side="blue"), Hit(SHOT, "kirpal", saves=True))
    assert told("n5", table) == []


def test_a_hit_on_who_is_hidden_is_named() -> None:
    hidden = Trooper("kirpal", side="blue", states=["hidden_deployment"])
    assert told("n4", shot(hidden, Hit(SHOT, "kirpal", saves=True)))


def test_an_event_in_a_state_that_it_does_not_touch_is_named() -> None:
    event = Event("kirpal", "ends", "retreat")
    [one] = told("n4", shot(Trooper("kirpal", side="blue"), events=(event,)))
    assert "it would count with: kirpal is retreat" in one
    fleeing = Trooper("kirpal", side="blue", states=["retreat"])
    assert told("n4", shot(fleeing, events=(event,))) == []


@pytest.mark.sweep
def test_an_event_that_takes_an_aro_away_is_not_named() -> None:
    """What is decided by it is an ARO alone, and no result."""
    table = Situation(
        active="red",
        troopers=[Trooper("mover", side="red"), Trooper("sniper", side="blue")],
        lof=[("sniper", "mover")],
        order=[Act("mover", "cautious_movement")],
        events=[Event("mover", "begins_and_ends", "unseen")],
    )
    assert Rulebook("n5").may_react(table, "sniper").ruling == "illegal"
    assert Rulebook("n5").may_react(replace(table, events=()), "sniper").ruling == "legal"
    assert told("n5", table) == []
    [other] = told("n5", replace(table, events=(Event("sniper", "begins_and_ends", "unseen"),)))
    assert other.startswith("sniper begins_and_ends unseen; ")


def test_replicas_of_a_trooper_in_no_state_are_named() -> None:
    said = "kirpal is in no state that hides which piece it is (decoy or holoecho)"
    assert told("n5", shot(PLAIN)) == [f"the replicas of kirpal: left; {said}"]
    assert told("n5", shot(DECOY)) == []


def test_a_failed_save_that_no_clause_asks_for_is_named_while_the_hit_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is of no use is found before it is asked what would let each of it be used."""
    table = shot(
        Trooper("kirpal", side="blue", numbers=[("wounds", 1)]),
        Hit(SHOT, "kirpal", saves=True),
        events=(Event("kirpal", "fails", "save"),),
    )
    since = iter([0.0] * 12)
    monkeypatch.setattr("aro.analysis.unused.time.process_time", lambda: next(since, math.inf))
    hit, save = unused(Rulebook("n2"), table)
    assert hit.says.startswith("gunner bs_attack at kirpal hits kirpal")
    assert save.says == "kirpal fails save"


def test_who_sees_whom_is_never_named() -> None:
    table = shot(Trooper("kirpal", side="blue"))
    assert told("n4", table) == []


CASE = """
edition: n5
title: Replicas of nobody
situation:
  active: red
  troopers:
    gunner: {side: red}
    kirpal: {side: blue, replicas: {left: decoy_1}}
order: [{who: gunner, does: move}]
ask:
  - {who: kirpal, aros, because: []}
  - {who: gunner, does: move, when: second, then: [{who: kirpal, react}]}
"""


@pytest.mark.parametrize(
    "command", ["resolve", *(pytest.param(one, marks=pytest.mark.sweep) for one in ("ask", "aros"))]
)
def test_commands_name_it_once_a_file(command: str, tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(CASE, encoding="utf-8")
    _, _, err = ran(capsys, command, file)
    assert err.count("the replicas of kirpal: left") == 1
    assert err.startswith(f"aro: {file}:8: no question on this table can use this: ")


def test_what_is_illegal_in_an_earlier_order_is_told(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "case.yaml"
    case = """
edition: n3
situation:
  active: red
  troopers: {orc: {side: red}, guard: {side: blue}}
  lof: [[guard, orc]]
orders:
  - order: [{who: orc, does: move}, {who: guard, does: bs_attack, at: orc}]
  - order:
    - {who: orc, does: move}
ask: [{who: orc, does: bs_attack, at: guard, when: second}]
"""
    for lines, bars in ((case, 0), (case.replace("[guard, orc]", ""), 1)):
        file.write_text(lines, encoding="utf-8")
        _, _, err = ran(capsys, "ask", file)
        told = f"aro: {file}:8: in an earlier Order, guard bs_attack at orc is illegal (n3."
        assert (err.count("\n"), err.count(told)) == (bars, bars), err


def test_a_large_table_is_answered_without_all_notes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Captured
) -> None:
    """What a template over a full table hits has its answer, however long the notes would take."""
    sides = {f"{side[0]}{n}": {"side": side} for n in range(12) for side in ("red", "blue")}
    shoot = {"who": "r0", "does": "bs_attack", "at": "b0"}
    covers = [name for name in sides if name not in {"r0", "b0"}]
    case = {
        "edition": "n4",
        "situation": {"active": "red", "troopers": sides, "lof": [["r0", "b0"]]},
        "order": [{"who": "r0", "does": "move"}, shoot | {"covers": covers}],
        "hits": [shoot | {"on": "r1", "saves": "true"}],
        "ask": [{"who": "r1", "becomes": ""}],
    }
    monkeypatch.setattr("aro.analysis.unused.SECONDS", 0.5)
    file = tmp_path / "large.yaml"
    file.write_text(json.dumps(case))
    begun = process_time()
    assert ran(capsys, "ask", file)[0] == 0
    assert process_time() - begun < 10
