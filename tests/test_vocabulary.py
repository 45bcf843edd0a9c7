"""The words of an edition against the words of a situation."""

from dataclasses import replace

import pytest

from aro.engine.word_check import check
from aro.knowledge.vocabulary import Vocabulary
from aro.parts import Act, Memory, Trooper, Unknown
from aro.situation import Situation

SPECULO = Trooper("speculo", side="red", states=["hidden"], has=["disguise"])
GUARD = Trooper("guard", side="blue")
SNIPER = Trooper("sniper", side="blue", replicas=[("copy", "mark")])
TABLE = Situation(active="red", troopers=[SPECULO, GUARD, SNIPER], lof=[("guard", "speculo")])
WORDS = Vocabulary(
    skills=frozenset({"move", "shoot", "look", "wait", "hide"}),
    aimed=frozenset({"shoot"}),
    entering=frozenset({"hide"}),
    states=frozenset({"hidden", "stunned"}),
    traits=frozenset({"disguise"}),
    gear=frozenset({"flamer"}),
    events=frozenset({"enters(retreat)"}),
    forms=frozenset({"model", "nothing", "mark", "smoke"}),
    devices=frozenset({"mine"}),
    shown=frozenset({("hidden", "mark"), ("stunned", "smoke")}),
    readings=frozenset({("alert", "reveals"), ("alert", "tolerated")}),
)


def test_an_edition_knows_every_word_of_a_fair_situation() -> None:
    table = TABLE.declare("speculo", "shoot", "guard", uses=["flamer"])
    table = table.event("guard", "enters", "retreat")
    check(table, WORDS, [Act("speculo", "hide", into="hidden", when="second")])


def test_words_that_an_edition_lacks_are_told_with_near_ones() -> None:
    table = replace(
        TABLE,
        troopers=(
            replace(SPECULO, states=("hiden",), has=("disguised",)),
            GUARD,
            Trooper("sniper", side="blue", device="mien", replicas=[("stunned", "smok")]),
        ),
        unknown=(Unknown("is", "guard", "stuned"), Unknown("has", "guard", "nothing")),
        game="code_one",
    )
    table = table.declare("speculo", "shoot", uses=["flamr"]).event("guard", "enters", "retrea")
    acts = [Act("speculo", "hid", into="hiddn"), Act("speculo", "move", into="hidden")]
    with pytest.raises(ExceptionGroup) as caught:
        check(table, WORDS, acts)
    assert [str(error) for error in caught.value.exceptions] == [
        "'stunned' is a state and cannot be the name of a replica; expected another name",
        "speculo move into hidden: 'move' leads into no state; expected no into",
        "speculo shoot: 'shoot' is aimed at somebody; expected at: PIECE",
        "unknown device 'mien'; did you mean 'mine'?",
        "unknown event 'enters(retrea)'; did you mean 'enters(retreat)'?",
        "unknown form 'smok'; did you mean 'smoke'?",
        "unknown game 'code_one'; expected none: the edition names no game",
        "unknown gear 'flamr'; did you mean 'flamer'?",
        "unknown skill 'hid'; did you mean 'hide'?",
        "unknown state 'hiddn'; did you mean 'hidden'?",
        "unknown state 'hiden'; did you mean 'hidden'?",
        "unknown state 'stuned'; did you mean 'stunned'?",
        "unknown trait 'disguised'; did you mean 'disguise'?",
        "unknown trait 'nothing'; expected one of disguise",
    ]


@pytest.mark.parametrize(
    ("memory", "expected"),
    [
        (("faild", "look", "guard", "speculo"), "unknown memory 'faild'; did you mean 'failed'?"),
        (("failed", "lok", "guard", "speculo"), "unknown skill 'lok'; did you mean 'look'?"),
        (("failed", "look", "gard", "speculo"), "unknown trooper 'gard'; did you mean 'guard'?"),
        (("failed", "look", "guard", "cop"), "unknown piece 'cop'; did you mean 'copy'?"),
        (("lost", "guard"), "memory: [lost, guard]; expected [lost, TROOPER, STATE]"),
        (("model_gone", "copy"), "unknown trooper 'copy'; expected one of guard, sniper, speculo"),
    ],
)
def test_a_memory_that_no_rule_can_mean_is_told(memory: tuple[str, ...], expected: str) -> None:
    with pytest.raises(ExceptionGroup) as caught:
        check(replace(TABLE, memory=(Memory(*memory),)), WORDS)
    assert [str(error) for error in caught.value.exceptions] == [expected]


def test_nobody_stands_there_in_two_forms() -> None:
    both = replace(SPECULO, states=("hidden", "stunned"))
    two = Trooper("sniper", side="blue", replicas=[("copy", "model")])
    with pytest.raises(ExceptionGroup) as caught:
        check(replace(TABLE, troopers=(both, GUARD, two)), WORDS)
    assert [str(error) for error in caught.value.exceptions] == [
        "'speculo' cannot be in hidden and stunned at once; expected one of them",
        (
            "the replica 'copy' cannot look like 'model': 'sniper' is the name of the Model, "
            "a replica looks like a Marker; expected one of mark, smoke"
        ),
    ]


def test_readings_have_their_own_alternatives() -> None:
    assert WORDS.words("reading") == frozenset({"alert"})
    assert WORDS.words("alternative of alert") == frozenset({"reveals", "tolerated"})
    assert WORDS.words("cause") is None


@pytest.mark.parametrize(
    ("of", "told"),
    [
        (("memory", "supposed", "guard"), "unknown memory 'supposed'; expected one of"),
        (("memory", "failed", "guard"), "memory: [failed, guard]; expected [failed, SKILL,"),
        (("event", "guard", "enters", "retrea"), "unknown event 'enters(retrea)'; did you mean"),
        (("event", "guard", "supposed", "x"), "unknown event 'supposed(x)'; expected one of"),
    ],
)
def test_what_nobody_knows_is_said_in_words_of_the_edition_too(
    of: tuple[str, ...], told: str
) -> None:
    table = replace(TABLE, unknown=(Unknown(*of),))
    with pytest.raises(ExceptionGroup) as caught:
        check(table, WORDS)
    assert [str(one).startswith(told) for one in caught.value.exceptions] == [True]
