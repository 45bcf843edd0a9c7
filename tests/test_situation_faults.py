"""What cannot stand, whatever the rulebook says: each with its message."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from aro.errors import SituationError, UnknownTerm
from aro.parts import Act, Event, Memory, Pair, Trooper, Unknown
from aro.situation import Situation

SPECULO = Trooper("speculo", side="red", states=["hidden"], has=["disguise"])
GUARD = Trooper("guard", side="blue")
SNIPER = Trooper("sniper", side="blue", replicas=[("copy", "model")])
TABLE = Situation(active="red", troopers=[SPECULO, GUARD, SNIPER], lof=[("guard", "speculo")])
NO_HALF: Any = "third"
NO_STEP: Any = "aro"


def messages(act: Callable[[], object]) -> list[str]:
    """Return what is wrong, each fault once, in the order reported."""
    with pytest.raises((SituationError, ExceptionGroup)) as caught:
        act()
    errors = getattr(caught.value, "exceptions", (caught.value,))
    assert all(isinstance(error, SituationError) for error in errors)
    return [str(error) for error in errors]


def a_table(
    **changes: Any,  # noqa: ANN401  any part of a situation
) -> Callable[[], object]:
    return lambda: replace(TABLE, **changes)


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (
            a_table(troopers=(SPECULO, Trooper("speculo", side="blue"))),
            [
                "lof: no piece is called 'guard'; expected one of speculo",
                "two pieces are called 'speculo'; expected a name for each",
            ],
        ),
        (
            a_table(troopers=(*TABLE.troopers, Trooper("Guard", side="blue"))),
            [
                (
                    "two pieces are called 'Guard' ('guard' and 'Guard' read alike); "
                    "expected a name for each"
                )
            ],
        ),
        (
            a_table(troopers=(*TABLE.troopers, Trooper("#1", side="blue"))),
            ["'#1' cannot be a name; expected letters, digits and spaces, a letter first"],
        ),
        (a_table(troopers=(), lof=()), ["there is no trooper; expected at least one"]),
        (
            a_table(troopers=tuple(Trooper(f"t{n}", side="red") for n in range(101)), lof=()),
            ["there are 101 pieces; expected at most 100"],
        ),
        (a_table(active="#"), ["'#' cannot be the name of a side"]),
        (a_table(active="rd"), ["active: no side is called 'rd'; did you mean 'red'?"]),
        (
            a_table(troopers=(*TABLE.troopers, Trooper("spy", side="green"))),
            ["there are 3 sides: blue, green, red; expected two, allies being of one side"],
        ),
        (
            a_table(troopers=(SPECULO, GUARD, replace(SNIPER, noted="model"))),
            [
                (
                    "`noted` of 'sniper' names 'model', which is none of its pieces; "
                    "expected one of sniper, copy; did you mean 'copy'?"
                )
            ],
        ),
        (
            a_table(active="Red"),
            ["the sides 'Red' and 'red' differ only in spelling; expected one spelling everywhere"],
        ),
        (
            a_table(lof=(Pair("guard", "gard"),)),
            ["lof: no piece is called 'gard'; did you mean 'guard'?"],
        ),
        (
            a_table(zoc=(Pair("guard", "guard"),)),
            ["zoc: 'guard' is paired with itself; expected two pieces"],
        ),
        (
            a_table(contact=(Pair("guard", "copy", NO_HALF),)),
            ["contact: an Order has no half 'third'; expected first or second"],
        ),
        (
            a_table(troopers=(SPECULO, GUARD, replace(SNIPER, noted="guard"))),
            [
                (
                    "`noted` of 'sniper' names 'guard', which is none of its pieces; "
                    "expected one of sniper, copy"
                )
            ],
        ),
        (a_table(phase="order"), ["no phase is called 'order'; did you mean 'orders'?"]),
        (
            a_table(memory=(Memory("failed", "Gu ard"),)),
            ["memory: 'Gu ard' is neither a piece nor a word of the rules; did you mean 'guard'?"],
        ),
        (
            a_table(unknown=(Unknown("loff"),)),
            ["unknown: no kind of fact is called 'loff'; did you mean 'lof'?"],
        ),
        (
            a_table(unknown=(Unknown("lof", "guard"),)),
            ["unknown: [lof, guard]; expected [lof, PIECE, PIECE]"],
        ),
        (
            a_table(unknown=(Unknown("is", "copy", "hidden"),)),
            ["unknown: no trooper is called 'copy'; expected one of guard, sniper, speculo"],
        ),
        (
            a_table(events=(Event("gard", "enters", "retreat"),)),
            ["events: no trooper is called 'gard'; did you mean 'guard'?"],
        ),
        (
            a_table(troopers=(SPECULO, replace(GUARD, states=("Su Jian",)), SNIPER)),
            [
                (
                    "'Su Jian' is no state; expected a word in lower case, with _ for "
                    "spaces; did you mean 'su_jian'?"
                )
            ],
        ),
        (
            lambda: TABLE.declare("gard", "move"),
            ["no trooper is called 'gard'; did you mean 'guard'?"],
        ),
        (
            lambda: TABLE.declare("speculo", "shoot", "hidden"),
            [
                (
                    "speculo shoot at hidden: no piece is called 'hidden'; "
                    "expected one of copy, guard, sniper, speculo"
                )
            ],
        ),
        (
            lambda: TABLE.declare("speculo", "shoot", "guard", covers=["gard"]),
            ["speculo shoot at guard covers: no piece is called 'gard'; did you mean 'guard'?"],
        ),
        (
            lambda: TABLE.declare("speculo", "hide", "guard", into="hidden"),
            [
                (
                    "speculo hide has two targets, 'guard' and 'hidden'; "
                    "expected at: PIECE or into: STATE"
                )
            ],
        ),
        (
            lambda: TABLE.declare("speculo", "move", when=NO_STEP),
            [
                (
                    "speculo move: there is no step 'aro'; "
                    "expected one of first, aro_1, second, aro_2; did you mean 'aro_2' or 'aro_1'?"
                )
            ],
        ),
        (
            lambda: TABLE.declare("guard", "look"),
            ["guard look answers nobody: an ARO says whom it answers; expected at: PIECE"],
        ),
        (
            lambda: (
                TABLE.declare("speculo", "move")
                .declare("speculo", "look")
                .declare("speculo", "hide")
            ),
            [
                (
                    "speculo hide would be a third Skill of speculo in one Order; "
                    "expected one Skill in each half of an Order"
                )
            ],
        ),
        (
            lambda: TABLE.declare("speculo", "move").declare("speculo", "look", when="first"),
            [
                (
                    "speculo look would be a second Skill of speculo in step first; "
                    "expected one Skill in each half of an Order"
                )
            ],
        ),
        (
            lambda: TABLE.declare("guard", "look", "speculo").declare("guard", "look", "speculo"),
            ["guard look at speculo is declared twice in step aro_1; expected each ARO once"],
        ),
        (
            lambda: TABLE.declare("speculo", "move").roll("speculo", "mvoe"),
            ["speculo mvoe was not declared; expected one of: speculo move"],
        ),
        (
            lambda: TABLE.roll("speculo", "move"),
            ["speculo move was not declared; expected an act of speculo in the Order"],
        ),
        (
            lambda: (
                TABLE.declare("speculo", "move").declare("speculo", "move").roll("speculo", "move")
            ),
            ["speculo move was declared 2 times; expected at or when, to tell which"],
        ),
        (
            lambda: TABLE.declare("speculo", "look").roll("speculo", "look", result="passed"),
            ["speculo look: a Roll has no result 'passed'; expected success or failure or lost"],
        ),
        (
            lambda: TABLE.declare("speculo", "look").hit("speculo", "look"),
            ["speculo look: nobody says what it hit; expected on: PIECE"],
        ),
        (
            lambda: TABLE.declare("speculo", "look").hit("speculo", "look", on="gard"),
            ["speculo look hits: no piece is called 'gard'; did you mean 'guard'?"],
        ),
        (
            a_table(unknown=(Unknown("roll", "speculo", "look", "guard"),)),
            ["speculo look at guard was not declared; expected an act of speculo in the Order"],
        ),
        (
            lambda: TABLE.trooper("gard"),
            ["no trooper is called 'gard'; did you mean 'guard'?"],
        ),
        (
            lambda: TABLE.settle(Act("guard", "BS Attack")),
            [
                (
                    "'BS Attack' is no skill; expected a word in lower case, with _ for "
                    "spaces; did you mean 'bs_attack'?"
                ),
                "guard BS Attack answers nobody: an ARO says whom it answers; expected at: PIECE",
            ],
        ),
    ],
)
def test_what_cannot_stand_is_told(wrong: Callable[[], object], expected: list[str]) -> None:
    assert messages(wrong) == expected


def test_several_faults_are_told_together() -> None:
    with pytest.raises(ExceptionGroup) as caught:
        Situation(
            active="red",
            troopers=[Trooper("a", side="red", has=["B b"])],
            lof=[("a", "b"), ("a", "a")],
        )
    kinds = [type(error) for error in caught.value.exceptions]
    assert kinds.count(UnknownTerm) == 2
    assert kinds.count(SituationError) == 1
