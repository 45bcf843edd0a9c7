"""One case asked of several editions: what is told apart, words that differ, and their faults."""

import re

import pytest

from aro.cases import AskBecomes, AskChoices, AskRuling, Case, dump, loads
from aro.cases.opening import case_runs
from aro.errors import SituationError
from aro.knowledge import library as kb

APART = """\
edition: [n3, N4@2.1, n5]
title: A Marker is shot at
cites: [n3.camouflaged.effect.3]
words:
  marker: {n3: camouflaged, n4@2.1 n5: impersonation_1}
  shoot: bs_attack
situation:
  active: blue
  troopers:
    guard: {side: blue, has: {n3: [], n4@2.1 n5: [mimetism]}}
    n3: {side: red, is: [marker]}
  lof: [[guard, n3]]
order:
  - {who: guard, does: discover, at: n3}
ask:
  - {who: guard, does: shoot, at: n3, ruling: {n3: legal, n4@2.1: illegal, n5: silent}}
  - {who: n3, becomes: {n3: {is: [], shown_as: model}, n4@2.1 n5: {is: [marker]}}}
  - {who: guard, aros: {n3 n5: [], n4@2.1: [dodge]}}
unless:
  - {without: {is: [n3, marker]}, ask: [{who: guard, does: shoot, at: n3, ruling: legal}]}
"""

ALIKE = """\
edition: [n3, n4]
title: A Marker is shot at
situation:
  active: blue
  troopers:
    guard: {side: blue}
"""


def faults(text: str) -> list[str]:
    """Return all faults of a text, in the order of its lines."""
    with pytest.raises(ExceptionGroup) as caught:
        loads(text, name="a.yaml")
    assert all(isinstance(error, SituationError) for error in caught.value.exceptions)
    return [str(error) for error in caught.value.exceptions]


def rulings(case: Case) -> list[str | None]:
    return [ask.ruling for ask in case.asks if isinstance(ask, AskRuling)]


def test_a_case_is_resolved_for_each_edition() -> None:
    found = loads(APART)
    assert [case.editions for case in found] == [("n3",), ("n4@2.1",), ("n5",)]
    assert {case.title for case in found} == {"A Marker is shot at"}
    assert [case.situation.trooper("n3").states for case in found] == [
        ("camouflaged",),
        ("impersonation_1",),
        ("impersonation_1",),
    ]
    assert [case.situation.trooper("guard").has for case in found] == [
        (),
        ("mimetism",),
        ("mimetism",),
    ]
    assert [rulings(case) for case in found] == [["legal"], ["illegal"], ["silent"]]
    assert [case.asks[1] for case in found] == [
        AskBecomes(who="n3", states=(), shown_as="model"),
        AskBecomes(who="n3", states=("impersonation_1",)),
        AskBecomes(who="n3", states=("impersonation_1",)),
    ]
    assert [case.asks[2] for case in found] == [
        AskChoices(sort="aros", who="guard", expected=expected) for expected in ((), ("dodge",), ())
    ]
    near = [case.near_misses()[0] for case in found]
    assert [case.situation.trooper("n3").states for case in near] == [(), (), ()]
    assert [rulings(case) for case in near] == [["legal"]] * 3


def test_resolved_cases_read_back() -> None:
    found = loads(APART)
    assert loads(dump(*found)) == found
    assert loads(dump(found[1])) == (found[1],)


def test_a_case_that_tells_nothing_apart_stays_one() -> None:
    [case] = loads(ALIKE)
    assert case.editions == ("n3", "n4")
    assert loads(dump(case)) == (case,)
    named = ALIKE.replace("guard:", "n3:")
    assert loads(named)[0].situation.trooper("n3").side == "blue"


def test_a_single_thing_told_apart_makes_it_several() -> None:
    found = loads(ALIKE.replace("side: blue", "side: blue, is: {n3: [prone], n4: []}"))
    assert [case.situation.trooper("guard").states for case in found] == [("prone",), ()]


def test_the_example_of_the_guide_holds() -> None:
    guide = (kb.home() / "kb" / "README.md").read_text(encoding="utf-8")
    found = re.search("```yaml\n(edition.*?)```", guide, re.DOTALL)
    assert found is not None
    each = case_runs(loads(found[1]), "README.md")
    assert len(each) == len(kb.editions())
    assert [failure for one in each for failure in one.failures()] == []


def test_words_serve_a_single_edition_too() -> None:
    text = ALIKE.replace("[n3, n4]", "n3").replace("blue}", "blue, is: [hidden]}")
    [case] = loads(text + "words: {hidden: {n3: camouflaged}}\n")
    assert case.situation.trooper("guard").states == ("camouflaged",)


def test_a_word_an_edition_lacks_is_told_where_it_is_given() -> None:
    text = APART.replace("n4@2.1 n5: impersonation_1}", "n4@2.1 n5: impersonation_11}")
    with pytest.raises(ExceptionGroup) as caught:
        case_runs(loads(text, name="a.yaml"), "a.yaml")
    alike = "did you mean 'impersonation_1'"
    assert str(caught.value.exceptions[0]).startswith(
        f"a.yaml:5: unknown state 'impersonation_11'; {alike}"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            APART.replace("n3: legal, ", "n2: legal, "),
            [
                "a.yaml:16: nothing is told for n3; expected n3: beside n2, n4@2.1, n5",
                "a.yaml:16: unknown edition 'n2'; expected one of n3, n4@2.1, n5",
            ],
        ),
        (
            APART.replace("n3: camouflaged, n4@2.1 n5", "n4@2.1 n6"),
            [
                "a.yaml:5: nothing is told for n3; expected n3: beside n4@2.1, n6",
                "a.yaml:5: nothing is told for n5; expected n5: beside n4@2.1, n6",
                "a.yaml:5: unknown edition 'n6'; expected one of n3, n4@2.1, n5",
            ],
        ),
        (
            APART.replace("n3 n5: []", "n3 n5 n3: []"),
            ["a.yaml:18: n3 is told twice"],
        ),
        (
            APART.replace("shoot: bs_attack", "shot: bs_attack"),
            ["a.yaml:6: the word 'shot' is used nowhere; did you mean 'shoot'?"],
        ),
        (
            APART.replace("shoot: bs_attack", "Guard 1: x\n  guard: y"),
            [
                (
                    "a.yaml:6: 'Guard 1' cannot stand for a word; "
                    "expected a word in lower case, with _ for spaces"
                ),
                (
                    "a.yaml:7: the word 'guard' is the name of somebody on the table; "
                    "expected another word"
                ),
            ],
        ),
        (
            APART.replace("shoot: bs_attack", "shoot: [bs_attack]"),
            ["a.yaml:6: the word 'shoot' is a list; expected text"],
        ),
        (ALIKE + "words: 3\n", ["a.yaml:7: words is '3'; expected a mapping (key: value)"]),
        (
            ALIKE.replace("edition: [n3, n4]\n", "") + "words: {a: b}\n",
            ["a.yaml:1: a case has no 'edition'"],
        ),
        (
            "\n".join(
                f"{'-' if n % 6 == 0 else ' '} {line}"
                for n, line in enumerate(
                    ALIKE.splitlines() + ALIKE.replace("[n3, n4]", "[n4, n5]").splitlines()
                )
            ),
            ["a.yaml:7: the title is that of the case in line 1"],
        ),
    ],
)
def test_what_is_told_apart_wrongly(text: str, expected: list[str]) -> None:
    assert faults(text) == expected
