"""The exceptions: what they say, what they carry, and how faults are raised together."""

import pickle

import pytest

from aro.compiled.ground_program import ground
from aro.errors import (
    FEW,
    EngineError,
    Fault,
    KnowledgeError,
    RulesError,
    SituationError,
    UnknownTerm,
    near,
    raise_faults,
    unknown,
)


def test_of_many_names_the_likest_are_told() -> None:
    told = str(unknown("unknown skill", "fly", [f"move_{n}" for n in range(FEW)] + ["fling_it"]))
    assert told.startswith("unknown skill 'fly'; expected one of 27, such as fling_it, move_")
    assert unknown("unknown skill", "fly", []).expected is None


def test_every_exception_is_a_rules_error() -> None:
    for kind in (KnowledgeError, SituationError, UnknownTerm, EngineError):
        assert issubclass(kind, RulesError)
    assert issubclass(UnknownTerm, SituationError)
    assert issubclass(UnknownTerm, LookupError)


def test_a_message_begins_with_its_place() -> None:
    assert str(KnowledgeError("no title", file="kb/n3/aro.yaml", line=4)) == (
        "kb/n3/aro.yaml:4: no title"
    )
    assert str(SituationError("no trooper", file="case.yaml")) == "case.yaml: no trooper"
    assert str(EngineError("two answers")) == "two answers"


def test_an_exception_survives_the_way_to_another_process() -> None:
    error = UnknownTerm("unknown skill 'mvoe'", term="mvoe", near=("move",), file="a", line=1)
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301  our own bytes
    assert (copy.term, copy.near, str(copy)) == ("mvoe", ("move",), "a:1: unknown skill 'mvoe'")


def test_an_exception_passes_through_a_context_manager() -> None:
    with pytest.raises(KnowledgeError) as caught, pytest.MonkeyPatch.context():
        raise KnowledgeError("no title", clause="n3.aro.who.1")
    assert caught.value.clause == "n3.aro.who.1"


def test_a_fault_says_what_was_expected_and_what_was_perhaps_meant() -> None:
    fault = Fault(file="a.yaml", line=2, message="side is 5", expected="text")
    assert str(fault) == "a.yaml:2: side is 5; expected text"
    fault = Fault(message="unknown skill 'mvoe'", near=("move", "remove"))
    assert str(fault) == "unknown skill 'mvoe'; did you mean 'move' or 'remove'?"


def test_all_faults_are_raised_together_in_the_order_of_their_lines() -> None:
    faults = [
        Fault(file="a.yaml", line=10, message="late"),
        Fault(file="a.yaml", line=9, message="early", clause="n3.aro.who.1"),
        Fault(file="a.yaml", line=10, message="late"),
    ]
    with pytest.raises(ExceptionGroup, match="cannot be read") as caught:
        raise_faults("a.yaml cannot be read", faults, KnowledgeError)
    errors = caught.value.exceptions
    assert [str(error) for error in errors] == ["a.yaml:9: early", "a.yaml:10: late"]
    assert isinstance(errors[0], KnowledgeError)
    assert errors[0].clause == "n3.aro.who.1"


def test_no_fault_raises_nothing() -> None:
    raise_faults("nothing", [], SituationError)


def test_an_unknown_name_in_a_situation_is_an_unknown_term() -> None:
    fault = Fault(message="unknown skill 'mvoe'", term="mvoe", near=("move",))
    error = fault.error(SituationError)
    assert isinstance(error, UnknownTerm)
    assert (error.term, error.near) == ("mvoe", ("move",))
    assert type(fault.error(KnowledgeError)) is KnowledgeError
    assert type(fault.error(EngineError)) is EngineError


def test_near_names_come_likest_first_and_are_few() -> None:
    assert near("camouflage", ["camouflaged", "to_camouflaged", "decoy"]) == (
        "camouflaged",
        "to_camouflaged",
    )
    assert near("xyz", ["move", "dodge"]) == ()
    assert len(near("abc1", [f"abc{number}" for number in range(9)])) == 3


def test_what_the_ground_program_may_not_hold_is_told() -> None:
    with pytest.raises(EngineError) as raised:
        ground((), "{a; b}. c :- 1 {a; b}.")
    assert "the ground program has a" in str(raised.value)
