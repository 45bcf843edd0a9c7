"""The words and clauses a case uses, against those of an edition; and any case read back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aro.cases import AskRuling, Case, dump, loads
from aro.errors import Fault, SituationError, UnknownTerm
from aro.knowledge.vocabulary import Vocabulary
from aro.parts import Act, Memory, Trooper, Unknown
from aro.situation import Situation

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


WORDS = Vocabulary(
    skills=frozenset({"move", "look"}),
    aimed=frozenset({"look"}),
    states=frozenset({"hidden"}),
    traits=frozenset({"disguise"}),
    readings=frozenset({("alert", "tolerated")}),
)


def test_words_an_edition_lacks_are_told_with_their_line() -> None:
    text = START + ORDER.replace("move", "mvoe") + "cites: [n4.a.1, n4.b.1, n3.c.1]\n"
    text += "readings: {alrt: x, alert: tolerate}\n"
    [case] = loads(text, name="a.yaml")
    with pytest.raises(ExceptionGroup) as caught:
        case.check(WORDS, clauses={"n4.a.1"})
    assert [str(error) for error in caught.value.exceptions] == [
        "a.yaml:10: unknown skill 'mvoe'; did you mean 'move'?",
        "a.yaml:14: unknown clause 'n4.b.1'; did you mean 'n4.a.1'?",
        "a.yaml:15: unknown alternative of alert 'tolerate'; did you mean 'tolerated'?",
        "a.yaml:15: unknown reading 'alrt'; did you mean 'alert'?",
    ]
    assert all(isinstance(error, UnknownTerm) for error in caught.value.exceptions)
    loads(START + ORDER)[0].check(WORDS)


def test_an_unknown_edition_is_told_with_its_line() -> None:
    [case] = loads(START, name="a.yaml")
    fault = case.unknown("edition", "n4", ["n3", "n5"])
    assert isinstance(fault, Fault)
    assert str(fault).startswith("a.yaml:1: unknown edition 'n4'; expected one of n3, n5")


def test_a_case_made_in_python_is_checked_too() -> None:
    table = Situation(active="red", troopers=[Trooper("a", side="red", states=["hiden"])])
    case = Case(
        editions=("n4",), title="x", situation=table, asks=(AskRuling(act=Act("a", "look")),)
    )
    with pytest.raises(ExceptionGroup) as caught:
        case.check(WORDS)
    assert [str(error) for error in caught.value.exceptions] == [
        "a look: 'look' is aimed at somebody; expected at: PIECE",
        "unknown state 'hiden'; did you mean 'hidden'?",
    ]


SCRAPS = ["", "3", "[]", "{}", "[a]", "{a: b}", "guard", "first", "none", ",", ":", "\n", "*x"]
NAMES = st.text(min_size=1, max_size=12)


@given(title=NAMES, first=NAMES, second=NAMES, side=NAMES)
def test_whatever_case_can_be_made_reads_back(
    title: str, first: str, second: str, side: str
) -> None:
    try:
        table = Situation(
            active=side,
            troopers=[Trooper(first, side=side), Trooper(second, side="z")],
            lof=[(first, second)],
            memory=[Memory("failed", first)],
            unknown=[Unknown("zoc", first, second)],
        ).declare(first, "move")
    except (SituationError, ExceptionGroup):
        return
    case = Case(editions=("n4",), title=title.strip() or "x", situation=table)
    assert loads(dump(case)) == (case,)


@given(
    st.lists(st.tuples(st.integers(min_value=0), st.sampled_from(SCRAPS)), min_size=1, max_size=4)
)
def test_a_spoilt_file_has_faults_and_nothing_else(spoils: list[tuple[int, str]]) -> None:
    words = re.split(r"(\W)", START + ORDER)
    for place, scrap in spoils:
        words[place % len(words)] = scrap
    try:
        found = loads("".join(words))
    except ExceptionGroup as group:
        strangers = [one for one in group.exceptions if not isinstance(one, SituationError)]
        assert not strangers
    else:
        assert loads(dump(*found)) == found
