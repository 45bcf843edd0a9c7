"""Near misses: the same case but for one fact."""

import pytest

from aro.cases import AskChoices, dump, loads
from aro.parts import Act, Event, Memory, Pair, Unknown

START = """\
edition: n4
title: A sentence
situation:
  active: red
  troopers:
    speculo: {side: red, is: [hidden], has: [disguise]}
    guard: {side: blue}
  lof: [[guard, speculo]]
"""

ORDER = """\
order:
  - {who: speculo, does: move}
  - {who: guard, does: look, at: speculo}
rolls:
  - {who: guard, does: look, at: speculo, result: success}
"""


MISSES = """\
unless:
  - {without: {lof: [guard, speculo]}, ask: [{who: guard, aros: []}]}
  - {without: {lof: [[guard, speculo, first]]}, ask: []}
  - {without: {is: [speculo, hidden]}, ask: []}
  - {without: {has: [speculo, disguise]}, with: {has: [guard, disguise]}, ask: []}
  - {without: {act: {who: guard, does: look}}, ask: []}
  - without: {act: {who: guard, does: look}}
    with: {act: {who: guard, does: wait, at: speculo}}
    ask: []
  - {without: {roll: {who: guard, does: look, result: success}}, ask: []}
  - {with: {roll: {who: guard, does: look, result: failure}}, ask: []}
  - {with: {act: {who: speculo, does: hide, into: hidden}}, ask: []}
  - {with: {hit: {who: guard, does: look, at: speculo, saves: true}}, ask: []}
  - {with: {event: {who: guard, enters: retreat}}, ask: []}
  - {with: {memory: [failed, look, guard, speculo]}, ask: []}
  - {with: {unknown: [is, guard, hidden]}, ask: []}
  - {with: {zoc: [[guard, speculo]]}, ask: []}
  - {with: {is: [guard, stunned]}, ask: []}
  - {with: {noted: [speculo, speculo]}, ask: []}
  - {with: {side: [guard, green]}, ask: []}
  - {with: {phase: deployment}, ask: []}
  - {with: {game: code_one}, ask: []}
  - {with: {ends_turn: true}, ask: []}
  - {with: {reads: [alert, reveals]}, ask: []}
  - {without: {reads: [alert, tolerated]}, ask: []}
"""


def test_a_near_miss_is_the_case_but_for_one_fact() -> None:
    [case] = loads(START + ORDER + "readings: {alert: tolerated}\n" + MISSES)
    assert loads(dump(case)) == (case,)
    near = case.near_misses()
    tables = [miss.situation for miss in near]
    assert near[0].title == "A sentence (near miss 1)"
    assert near[0].asks == (AskChoices(sort="aros", who="guard", expected=()),)
    assert tables[0].lof == ()
    assert tables[1].lof == (Pair("guard", "speculo", "second"),)
    assert tables[2].trooper("speculo").states == ()
    assert tables[3].trooper("speculo").has == ()
    assert tables[3].trooper("guard").has == ("disguise",)
    assert (len(tables[4].order), tables[4].rolls) == (1, ())
    assert tables[5].order[1] == Act("guard", "wait", "speculo", when="aro_1")
    assert tables[5].rolls[0].act == tables[5].order[1]
    assert tables[6].rolls == ()
    assert [roll.result for roll in tables[7].rolls] == ["failure"]
    assert tables[8].order[2] == Act("speculo", "hide", into="hidden", when="second")
    assert tables[9].hits[0].saves
    assert tables[10].events == (Event("guard", "enters", "retreat"),)
    assert tables[11].memory == (Memory("failed", "look", "guard", "speculo"),)
    assert tables[12].unknown == (Unknown("is", "guard", "hidden"),)
    assert tables[13].zoc == (Pair("guard", "speculo"),)
    assert tables[14].trooper("guard").states == ("stunned",)
    assert tables[15].trooper("speculo").noted == "speculo"
    assert tables[16].trooper("guard").side == "green"
    assert (tables[17].phase, tables[18].game, tables[19].ends_turn) == (
        "deployment",
        "code_one",
        True,
    )
    assert [dict(miss.readings) for miss in near[20:]] == [{"alert": "reveals"}, {}]


TOLD = """\
events:
  - {who: guard, enters: retreat}
hits:
  - {who: guard, does: look, at: speculo}
ends_turn: true
unless:
  - {without: {event: {who: guard, enters: retreat}}, ask: []}
  - {without: {hit: {who: guard, does: look, at: speculo}}, ask: []}
  - {without: {ends_turn: true}, ask: []}
  - {without: {memory: [failed, look, guard, speculo]}, ask: []}
  - {without: {unknown: [is, guard, stunned]}, ask: []}
  - {without: {game: code_one}, ask: []}
  - {without: {noted: [speculo, speculo]}, ask: []}
"""


def test_whatever_is_told_can_be_taken_away() -> None:
    text = START.replace("has: [disguise]", "noted: speculo") + (
        "  memory: [[failed, look, guard, speculo]]\n"
        "  unknown: [[is, guard, stunned]]\n"
        "  game: code_one\n"
    )
    [case] = loads(text + ORDER + TOLD)
    assert loads(dump(case)) == (case,)
    tables = [miss.situation for miss in case.near_misses()]
    assert (tables[0].events, tables[1].hits, tables[2].ends_turn) == ((), (), False)
    assert (tables[3].memory, tables[4].unknown, tables[5].game) == ((), (), None)
    assert tables[6].trooper("speculo").noted is None


@pytest.mark.parametrize(
    ("miss", "message"),
    [
        ("{with: {game: x}}", "a near miss has no 'ask'"),
        (
            "{ask: []}",
            "a near miss changes nothing; expected without: {KIND: FACT} or with: {KIND: FACT}",
        ),
        (
            "{without: {lof: [speculo, guard]}, ask: []}",
            "lof speculo, guard: it is not in the situation",
        ),
        (
            "{without: {act: {who: guard, does: move}}, ask: []}",
            "guard move was not declared; expected one of: guard look at speculo",
        ),
        (
            "{without: {phase: orders}, ask: []}",
            "phase orders: it can be exchanged, not taken away",
        ),
        (
            "{with: {is: [gard, stunned]}, ask: []}",
            "no trooper is called 'gard'; did you mean 'guard'?",
        ),
        (
            "{without: {event: {who: guard, enters: retreat}}, ask: []}",
            "event guard enters(retreat): it is not in the situation",
        ),
        (
            "{without: {memory: [failed, look, guard]}, ask: []}",
            "memory failed, look, guard: it is not in the situation",
        ),
        (
            "{without: {roll: {who: guard, does: look, result: failure}}, ask: []}",
            "roll guard look, failure: it is not in the situation",
        ),
        (
            "{without: {hit: {who: guard, does: look, at: speculo}}, ask: []}",
            "hit guard look at speculo, on speculo: it is not in the situation",
        ),
        (
            "{without: {noted: [guard, speculo]}, ask: []}",
            "noted guard, speculo: it is not in the situation",
        ),
        (
            "{without: {act: {who: guard, does: look}}, with: {act: {who: guard}}, ask: []}",
            "an act has no 'does'",
        ),
        ("{with: {is: [guard]}, ask: []}", "'is' names 1 things; expected [WHO, WHAT]"),
        (
            "{with: {is: [guard, hidden], has: [guard, disguise]}, ask: []}",
            "a near miss differs by a single fact, 'with' names 2; expected one",
        ),
        ("{with: {lov: [a, b]}, ask: []}", "unknown key of 'with' of a near miss: 'lov'; did you"),
    ],
)
def test_a_near_miss_that_is_none(miss: str, message: str) -> None:
    text = START + ORDER + f"unless:\n  - {miss}\n"
    with pytest.raises(ExceptionGroup) as caught:
        loads(text, name="a.yaml")
    assert str(caught.value.exceptions[0]).startswith(f"a.yaml:15: {message}")
