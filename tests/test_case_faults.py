"""Faults of case files: each with its line, what was expected and what was perhaps meant."""

import pytest

from aro.cases import loads
from aro.errors import SituationError

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


def faults(text: str) -> list[str]:
    """Return all faults of a text, in the order of its lines."""
    with pytest.raises(ExceptionGroup) as caught:
        loads(text, name="a.yaml")
    assert all(isinstance(error, SituationError) for error in caught.value.exceptions)
    return [str(error) for error in caught.value.exceptions]


EVERYWHERE = """\
edition: n4
edition: n5
title: A sentence
cites: [impersonation.5]
situation:
  active: red
  phse: orders
  troopers:
    speculo: {side: red, is: [IMP 1], has: 3}
    guard: {side: 7}
    7: {side: blue}
    sniper: {has: []}
  lof: [[guard, speclo], [guard], [guard, 3]]
order:
  - {who: speculo}
  - {who: speculo, does: BS Attack, at: guard}
hits:
  - {who: speculo, does: move, saves: maybe}
"""


PROFILES = """\
edition: n4
situation:
  active: red
  profiles:
    sniper: {has: [Visor], numbers: {wounds: one}, is: [prone]}
  troopers:
    fox: {side: red, profile: snipe}
    owl: {side: red, profile: [sniper]}
ask: [{who: fox, becomes}]
"""


def test_the_faults_of_profiles_are_told() -> None:
    assert faults(PROFILES) == [
        (
            "a.yaml:5: 'Visor' is no trait; expected a word in lower case, "
            "with _ for spaces; did you mean 'visor'?"
        ),
        "a.yaml:5: unknown key of profile 'sniper': 'is'; expected one of has, numbers",
        "a.yaml:5: wounds of profile 'sniper' is 'one'; expected a whole number",
        "a.yaml:7: unknown profile 'snipe'; did you mean 'sniper'?",
        "a.yaml:8: the profile of trooper 'owl' is a list; expected text",
    ]


def test_all_faults_of_a_file_are_told_at_once() -> None:
    assert faults(EVERYWHERE) == [
        "a.yaml:2: 'edition' is given twice, first in line 1",
        ("a.yaml:4: 'impersonation.5' is no clause id; expected such as n4.impersonation.aro.5"),
        "a.yaml:7: unknown key of the situation: 'phse'; did you mean 'phase'?",
        (
            "a.yaml:9: 'IMP 1' is no state; expected a word in lower case, "
            "with _ for spaces; did you mean 'imp_1'?"
        ),
        "a.yaml:9: the trait list is '3'; expected a list",
        "a.yaml:10: the side of trooper 'guard' is the number 7; expected a name",
        "a.yaml:11: a trooper is called by the number 7; expected a name",
        "a.yaml:12: trooper 'sniper' has no 'side'",
        "a.yaml:13: a pair of lof has 1 names; expected [PIECE, PIECE]",
        "a.yaml:13: an item of a pair of lof is the number 3; expected a name",
        "a.yaml:13: lof: no piece is called 'speclo'; did you mean 'speculo'?",
        "a.yaml:15: an act has no 'does'",
        (
            "a.yaml:16: 'BS Attack' is no skill; expected a word in lower case, "
            "with _ for spaces; did you mean 'bs_attack'?"
        ),
        "a.yaml:18: unknown saves 'maybe'; expected one of false, true",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["a.yaml:1: the file holds no case; expected edition, situation and so on"]),
        ("- 3\n", ["a.yaml:1: a case is '3'; expected a mapping (key: value)"]),
        (
            "title: x\n",
            ["a.yaml:1: a case has no 'edition'", "a.yaml:1: a case has no 'situation'"],
        ),
        (
            START.replace("n4", "4"),
            [
                (
                    "a.yaml:1: '4' cannot be an edition; "
                    "expected such as n4, n4@1.1 for a release, n4+my-rules for an amendment"
                )
            ],
        ),
        (START.replace("n4", "[]"), ["a.yaml:1: no edition is asked; expected such as n4"]),
        (
            START + "as: green\n",
            ["a.yaml:9: unknown side 'green'; expected one of blue, red"],
        ),
        (
            START + "order:\n  - {who: guard, does: dodge}\n",
            [
                (
                    "a.yaml:10: guard dodge answers nobody: an ARO says whom it answers; "
                    "expected at: PIECE"
                )
            ],
        ),
        (
            START + "ask:\n  - {who: guard, does: dodge, ruling: legal}\n",
            [
                (
                    "a.yaml:10: guard dodge answers nobody: an ARO says whom it answers; "
                    "expected at: PIECE"
                )
            ],
        ),
        (
            START + "order:\n" + "  - {who: speculo, does: move}\n" * 3,
            [
                (
                    "a.yaml:12: speculo move would be a third Skill of speculo in one Order; "
                    "expected one Skill in each half of an Order"
                )
            ],
        ),
        (
            START + "order:\n  - {who: speculo, does: shoot, at: gard}\n",
            [
                (
                    "a.yaml:10: speculo shoot at gard: no piece is called 'gard'; "
                    "did you mean 'guard'?"
                )
            ],
        ),
        (
            START + "ask:\n  - {who: guard}\n  - 3\n  - {who: guard, aros: [], duties: []}\n",
            [
                (
                    "a.yaml:10: a question asks nothing; expected one of does, react, aros, "
                    "options, becomes, duties, remembers, values"
                ),
                "a.yaml:11: a question is '3'; expected a mapping (key: value)",
                (
                    "a.yaml:12: a question asks aros and duties; expected one of does, react, "
                    "aros, options, becomes, duties, remembers, values"
                ),
            ],
        ),
        (
            START
            + "ask:\n  - {who: gard, aros: []}\n  - {becomes: {}}\n  - {who: q, values: {s: 2}}\n"
            "  - {who: guard, does: look, at: speculo, ruling: leegal, firmness: firm}\n"
            "  - {who: guard, becomes: {pieces: {copy: none}}}\n"
            "  - {who: guard, at: gard, options: []}\n",
            [
                "a.yaml:10: unknown trooper 'gard'; did you mean 'guard'?",
                "a.yaml:11: a question has no 'who'",
                "a.yaml:12: unknown piece 'q'; expected one of guard, speculo",
                (
                    "a.yaml:13: unknown firmness 'firm'; "
                    "expected one of depends, disputed, gave_up, open, settled"
                ),
                "a.yaml:13: unknown ruling 'leegal'; did you mean 'legal' or 'illegal'?",
                "a.yaml:14: unknown piece 'copy'; expected one of guard, speculo",
                "a.yaml:15: unknown piece 'gard'; did you mean 'guard'?",
            ],
        ),
        (
            START + "events:\n  - {who: guard}\n  - {who: gard, enters: retreat}\n  - 3\n",
            [
                (
                    "a.yaml:10: an event says who, and one thing; expected "
                    "{who: TROOPER, VERB: WHAT}, as {who: guard, enters: retreat}"
                ),
                "a.yaml:11: events: no trooper is called 'gard'; did you mean 'guard'?",
                "a.yaml:12: an event is '3'; expected a mapping (key: value)",
            ],
        ),
        (
            START + ORDER.replace(", result: success", ""),
            ["a.yaml:13: a Roll has no 'result'; expected success, failure or lost"],
        ),
        (
            START + "orders:\n  - {order: [{who: speculo, does: move}, {who: x, does: move}]}\n",
            ["a.yaml:10: no trooper is called 'x'; expected one of guard, speculo"],
        ),
        (
            START + "order: [{does: move}]\nhits: [{does: move}]\nreadings: {a: B}\n",
            [
                "a.yaml:9: an act has no 'who'",
                "a.yaml:10: an act has no 'who'",
                (
                    "a.yaml:11: 'B' is no alternative of a; expected a word in lower case, "
                    "with _ for spaces; did you mean 'b'?"
                ),
            ],
        ),
        (
            START.replace("guard: {side: blue}", "guard: {side: blue, replicas: {copy: 3}}")
            + "troopers: []\nevents: [{who: guard, enters: 3}]\nask: [{who: 3, becomes: 3}]\n",
            [
                "a.yaml:7: a form is the number 3; expected a name",
                (
                    "a.yaml:9: unknown key of a case: 'troopers'; expected one of as, ask, cites, "
                    "edition, ends_turn, events, hits, order, orders, readings, rolls, same, "
                    "situation, title, unless, words"
                ),
                "a.yaml:10: what is meant by 'enters' is the number 3; expected a name",
                "a.yaml:11: whom a question is about is the number 3; expected a name",
            ],
        ),
        (
            START.replace("active: red", "active: 3"),
            ["a.yaml:4: the active side is the number 3; expected a name"],
        ),
        (
            "edition: n4\ntitle: x\nsituation:\n  active: red\n  troopers: 3\n",
            [
                "a.yaml:4: there is no trooper; expected at least one",
                "a.yaml:5: troopers is '3'; expected a mapping (key: value)",
            ],
        ),
        (
            START.replace("[[guard, speculo]]", "[[guard, gard], [guard, guard]]"),
            [
                "a.yaml:8: lof: 'guard' is paired with itself; expected two pieces",
                "a.yaml:8: lof: no piece is called 'gard'; did you mean 'guard'?",
            ],
        ),
        (
            START + "order: []\norders: []\n",
            ["a.yaml:9: 'order' stands beside 'orders'; expected it in one of the Orders"],
        ),
        (
            START.replace("lof: [[guard, speculo]]", "memory: [[]]\n  unknown: [3]"),
            [
                "a.yaml:8: a memory says nothing; expected [KIND, NAME, ...]",
                "a.yaml:9: an unknown fact is '3'; expected a list",
                "a.yaml:9: an unknown fact says nothing; expected [KIND, NAME, ...]",
            ],
        ),
        (
            f"- {START.rstrip().replace(chr(10), chr(10) + '  ')}\n" * 2,
            ["a.yaml:9: the title is that of the case in line 1"],
        ),
        (
            START
            + "orders: [{order: [{who: speculo, does: move}]}, {order: []}]\n"
            + "unless:\n- without: {lof: [guard, speculo]}\n"
            + "  ask:\n  - {who: gard, becomes}\n  - {who: guard, does: dodge, at: speclo}\n",
            [
                "a.yaml:13: unknown trooper 'gard'; did you mean 'guard'?",
                (
                    "a.yaml:14: guard dodge at speclo: no piece is called 'speclo'; "
                    "did you mean 'speculo'?"
                ),
            ],
        ),
    ],
)
def test_a_fault_has_its_line(text: str, expected: list[str]) -> None:
    assert faults(text) == expected
