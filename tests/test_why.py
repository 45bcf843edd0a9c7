"""What decides a ruling, what turns it, which clauses matter; each tried again through clingo."""

import pytest

from aro.analysis import why
from aro.compiled.ready import Ready
from aro.rulebook import Rulebook
from aro.situation import Act, Situation, Trooper

BOOK = Rulebook("n4")
TABLE = Situation(
    active="red",
    troopers=[
        Trooper("speculo", side="red", states=["impersonation_1"], has=["impersonation"]),
        Trooper("guard", side="blue"),
    ],
    lof=[("guard", "speculo")],
    zoc=[("guard", "speculo")],
).declare("speculo", "move")
ACTS = [Act("guard", "bs_attack", "speculo"), Act("guard", "discover", "speculo")]


@pytest.fixture(scope="module")
def ready() -> Ready:
    return BOOK.ready(TABLE)


@pytest.mark.parametrize("act", ACTS, ids=str)
def test_a_ready_table_decides_as_the_rulebook_rules(ready: Ready, act: Act) -> None:
    verdict = BOOK.is_legal(TABLE, act)
    decision = ready.decide(TABLE.settle(act))
    assert decision.ruling == verdict.ruling
    assert decision.because == verdict.because


def test_what_decides_a_ruling_is_what_it_cannot_do_without(ready: Ready) -> None:
    found = why.facts(ready, TABLE.settle(ACTS[1]))
    assert found.present == (
        "lof(own(guard),own(speculo),first)",
        "zoc(own(guard),own(speculo),first)",
        "state(speculo,impersonation_1)",
    )


def test_the_facts_of_a_ban_name_the_state_that_bans(ready: Ready) -> None:
    found = why.facts(ready, TABLE.settle(ACTS[0]))
    assert "state(speculo,impersonation_1)" in found.present


def test_every_what_if_holds_when_it_is_played(ready: Ready) -> None:
    act = TABLE.settle(ACTS[1])
    turns = why.what_if(ready, act, changes=1)
    assert turns
    for turn in turns:
        assert ready.with_changes(turn.without, turn.put_in).decide(act).ruling == turn.ruling


def test_a_change_that_includes_a_smaller_one_is_not_told(ready: Ready) -> None:
    turns = why.what_if(ready, TABLE.settle(ACTS[1]), changes=2, most=50)
    changes = [{*turn.without, *turn.put_in} for turn in turns]
    assert not [one for one in changes for other in changes if other < one]


def test_the_clauses_that_matter_turn_the_ruling_when_they_go(ready: Ready) -> None:
    found = {clause.id for clause in why.clauses(ready, TABLE.settle(ACTS[1]))}
    assert "n4.discover.definition.2" in found


def test_many_questions_are_answered_like_one(ready: Ready) -> None:
    asked = [(TABLE, act) for act in ACTS for _ in range(40)]
    decided = BOOK.ask_many(asked)
    assert [one.ruling for one in decided] == ["illegal"] * 40 + ["legal"] * 40
    assert decided[0] == ready.decide(TABLE.settle(ACTS[0]))


def test_rulings_of_a_whole_table_agree_with_each(ready: Ready) -> None:
    rulings = ready.rulings()
    assert rulings["act(aro_1,guard,discover,own(speculo))"] == "legal"
    assert rulings["act(aro_1,guard,bs_attack,own(speculo))"] == "illegal"
