"""What decides a ruling and what flips it, each tried again through clingo."""

import pytest

from aro.analysis.what_if import candidates, deciding_facts
from aro.compiled.program import CompiledProgram
from aro.parts import Act, Trooper
from aro.rulebook import Rulebook
from aro.situation import Situation

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
def ready() -> CompiledProgram:
    return BOOK.ready(TABLE)


@pytest.mark.parametrize("act", ACTS, ids=str)
def test_a_ready_table_decides_as_the_rulebook_rules(ready: CompiledProgram, act: Act) -> None:
    verdict = BOOK.is_legal(TABLE, act)
    decision = ready.decide(TABLE.settle(act))
    assert decision.ruling == verdict.ruling
    assert decision.because == verdict.because


def test_what_decides_a_ruling_is_what_it_cannot_do_without(ready: CompiledProgram) -> None:
    assert deciding_facts(ready, TABLE.settle(ACTS[1])) == (
        "lof(own(guard),own(speculo),first)",
        "state(speculo,impersonation_1)",
    )


def test_the_facts_of_a_ban_name_the_state_that_bans(ready: CompiledProgram) -> None:
    assert "state(speculo,impersonation_1)" in deciding_facts(ready, TABLE.settle(ACTS[0]))


def test_every_what_if_holds_when_it_is_played(ready: CompiledProgram) -> None:
    act = TABLE.settle(ACTS[1])
    flips = candidates(ready, act, changes=1)
    assert flips
    for flip in flips:
        atoms = ready.true.difference(flip.without).union(flip.put_in)
        true = [ready.shape.index[atom] for atom in atoms]
        changed = CompiledProgram(ready.question, ready.shape, true)
        assert changed.decide(act).ruling == flip.ruling


def test_a_change_that_includes_a_smaller_one_is_not_told(ready: CompiledProgram) -> None:
    flips = candidates(ready, TABLE.settle(ACTS[1]), changes=2, most=50)
    changes = [{*flip.without, *flip.put_in} for flip in flips]
    assert not [one for one in changes for other in changes if other < one]


def test_many_questions_are_answered_like_one(ready: CompiledProgram) -> None:
    asked = [(TABLE, act) for act in ACTS for _ in range(40)]
    decided = BOOK.ask_many(asked)
    assert [one.ruling for one in decided] == ["illegal"] * 40 + ["legal"] * 40
    assert decided[0] == ready.decide(TABLE.settle(ACTS[0]))


def test_rulings_of_a_whole_table_agree_with_each(ready: CompiledProgram) -> None:
    rulings = ready.rulings()
    assert rulings["act(aro_1,guard,discover,own(speculo))"] == "legal"
    assert rulings["act(aro_1,guard,bs_attack,own(speculo))"] == "illegal"
