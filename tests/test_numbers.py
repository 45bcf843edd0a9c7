"""Numbers: given to troopers and acts, checked against their ranges, reckoned and told."""

import dataclasses
import json
from functools import cache
from pathlib import Path

import pytest

from aro import report
from aro.analysis.clause_switches import deciding
from aro.analysis.what_if import candidates, deciding_facts
from aro.cases import dump, loads
from aro.cases.run import CaseRun
from aro.compiled.program import CompiledProgram
from aro.engine.facts import atoms
from aro.errors import SituationError
from aro.knowledge import library as kb
from aro.knowledge.edition import Article
from aro.parts import Act, Trooper
from aro.report import text
from aro.rulebook import Rulebook, evaluate
from aro.situation import Situation
from support.invented import PAGE, clause

pytestmark = pytest.mark.drawn

LAW = """
skill_name(shoot; rest). aimed(shoot). gear_name(flame).
range(arm,0,10). range(margin,0,20).
says(hidden(kinds,1), (skill(shoot, short); skill(rest, short); label(shoot, roll))).
says(hidden(kinds,1), label(shoot, attack)).
says(hidden(effect,1), grants(any, always)).
says(hidden(effect,2), counts(shoot, always, dispersion, times(half_up(margin), 2))).
says(hidden(effect,3), counts(shoot, comes_to(margin, 9), category, 2)).
says(hidden(effect,4), forbids(declare, shoot, comes_to(target(arm), 6))).
says(hidden(effect,5), counts(flame, always, burst, 1)).
"""
NAMES = ("kinds.1", *(f"effect.{number}" for number in range(1, 6)))
CASE = """\
edition: n9
title: A shot that fails
situation:
  active: red
  troopers:
    ninja: {side: red}
    guard: {side: blue, numbers: {arm: 5}}
order:
  - {who: ninja, does: shoot, at: guard, numbers: {margin: 7}}
rolls:
  - {who: ninja, does: shoot, at: guard, result: failure}
ask:
  - {who: ninja, does: shoot, at: guard, when: first, counts: {dispersion: 8, category: absent}}
unless:
  - with: {number: [guard, arm, 6]}
    ask: [{who: ninja, does: shoot, at: guard, when: first, ruling: illegal}]
  - without: {act: {who: ninja, does: shoot}}
    with: {act: {who: ninja, does: shoot, at: guard, numbers: {margin: 9}}}
    ask: [{who: ninja, does: shoot, at: guard, when: first, counts: {dispersion: 10, category: 2}}]
"""


@pytest.fixture(name="book")
def invented_book(tmp_path: Path) -> Rulebook:
    law = tmp_path / "hidden.lp"
    law.write_text(LAW, encoding="utf-8")
    return _book(law)


@cache
def _book(law: Path) -> Rulebook:
    hidden = Article(
        subject="hidden", title="Hidden", sources=(PAGE,), clauses=tuple(map(clause, NAMES))
    )
    edition = dataclasses.replace(
        kb.load("n4"),
        name="n9",
        releases=("1.0",),
        articles=(hidden,),
        readings=(),
        laws=(law,),
    )
    book = Rulebook("n4")
    object.__setattr__(book, "edition", edition)
    object.__setattr__(book, "release", "1.0")
    return book


def table(arm: int = 5, margin: int = 7) -> Situation:
    guard = Trooper("guard", side="blue", numbers={"arm": arm})
    whole = Situation(active="red", troopers=[Trooper("ninja", side="red"), guard])
    return whole.declare("ninja", "shoot", "guard", numbers={"margin": margin})


def faults(text: str, book: Rulebook) -> list[str]:
    with pytest.raises(ExceptionGroup) as caught:
        [CaseRun(case, book) for case in loads(text, name="a.yaml")]
    return [str(error) for error in caught.value.exceptions]


def test_numbers_are_kept_sorted_and_become_facts() -> None:
    guard = Trooper("guard", side="blue", numbers=[("bts", 3), ("arm", 5)])
    assert guard == Trooper("guard", side="blue", numbers={"arm": 5, "bts": 3})
    told = atoms(table())
    assert "number(guard,arm,5)" in told
    assert "tally(act(first,ninja,shoot,own(guard)),margin,7)" in told


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ([("arm", 5), ("arm", 6)], "guard: arm is both 5 and 6; expected one value"),
        ({"arm": True}, "'arm', True.*expected a list, each item .text, a whole number."),
        ({"arm": "5"}, "'arm', '5'.*expected a list, each item .text, a whole number."),
        ({"Arm": 5}, "'Arm' is no number; expected a word in lower case"),
    ],
)
def test_what_cannot_be_a_number_is_told(numbers: dict[str, int], told: str) -> None:
    with pytest.raises(SituationError, match=told):
        Situation(active="blue", troopers=[Trooper("guard", side="blue", numbers=numbers)])


def test_figures_are_reckoned_cited_and_told(book: Rulebook) -> None:
    outcome = book.resolve(table())
    [figure] = outcome.figures
    assert (figure.name, figure.value, figure.clause.id) == ("dispersion", 8, "n9.hidden.effect.2")
    assert "dispersion 8 of ninja shoot at guard with margin 7" in " ".join(text(outcome).split())
    assert json.loads(report.json(outcome))["figures"][0]["value"] == figure.value
    assert outcome.situation.trooper("guard").numbers == (("arm", 5),)
    verdict = book.is_legal(table(margin=9), Act("ninja", "shoot", "guard", when="first"))
    assert {one.name: one.value for one in verdict.figures} == {"dispersion": 10, "category": 2}
    assert [one["value"] for one in json.loads(report.json(verdict))["figures"]] == [10, 2]
    form = json.loads(report.json(table()))
    assert ["arm", 5] in form["troopers"][1]["numbers"]
    assert form["order"][0]["numbers"] == [["margin", 7]]


def test_a_compiled_shape_tells_the_same_figures(book: Rulebook) -> None:
    act, asked = table().order[0], table(margin=9)
    cold = book.is_legal(asked, act.bare), book.resolve(asked)
    book.ready(table())
    assert isinstance(evaluate(book.question(asked, results=True)).program, CompiledProgram)
    assert (book.is_legal(asked, act.bare), book.resolve(asked)) == cold
    assert [one.value for one in cold[0].figures] == [10, 2]


def test_a_case_gives_numbers_and_expects_figures(book: Rulebook) -> None:
    [case] = loads(CASE)
    assert loads(dump(case)) == (case,)
    assert "numbers: {margin: 7}" in dump(case)
    for one in (case, *case.near_misses()):
        assert list(CaseRun(one, book).failures()) == []
    assert deciding([(CaseRun(case, book), frozenset({"n9.hidden.effect.2"}))]) == [
        {"n9.hidden.effect.2"}
    ]
    [wrong] = loads(CASE.replace("dispersion: 8", "dispersion: 7"))
    [told] = CaseRun(wrong, book).failures()
    assert told.endswith("expected the figure dispersion to be 7, got [('dispersion', '8')]")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("arm: 5", "arn: 5", "7: unknown number 'arn'; did you mean 'margin' or 'arm'?"),
        ("arm: 5", "arm: 11", "7: guard: arm 11 is out of range; expected 0 to 10"),
        ("arm: 5", "arm: five", "7: arm of trooper 'guard' is 'five'; expected a whole number"),
        ("arm: 5", "arm: 5.5", "7: arm of trooper 'guard' is '5.5'; expected a whole number"),
        ("{arm: 5}", "5", "7: the numbers of trooper 'guard' is '5'; expected a mapping"),
        ("arm: 5", "Arm: 5", "7: 'Arm' is no number's name; expected a word in lower case"),
        ("n: 7", "n: 21", "9: ninja shoot at guard: margin 21 is out of range; expected 0 to 20"),
        ("on: 8", "on: 8, range: 8", "13: unknown figure 'range'"),
        ("e}", "e, numbers: {margin: 7}}", "11: a Roll has 'numbers'; expected the numbers of an"),
        ("[guard, arm, 6]", "[guard, arm]", "15: a number names 2 things; expected [TROOPER,"),
        ("[guard, arm, 6]", "[guard, arm, x]", "15: arm of guard is 'x'; expected a whole number"),
        ("[guard, arm, 6]", "[gard, arm, 6]", "15: no trooper is called 'gard'; did you mean"),
    ],
)
def test_a_fault_of_a_number_has_its_line(old: str, new: str, told: str, book: Rulebook) -> None:
    [found] = faults(CASE.replace(old, new, 1), book)
    assert found.startswith(f"a.yaml:{told}")


def test_one_act_is_asked_about_in_two_ways(book: Rulebook) -> None:
    text = CASE.partition("order:")[0] + (
        "ask:\n"
        "  - {who: ninja, does: shoot, at: guard, counts: {burst: absent}}\n"
        "  - {who: ninja, does: shoot, at: guard, uses: [flame], counts: {burst: 1}}\n"
    )
    [case] = loads(text)
    trial = CaseRun(case, book)
    assert list(trial.failures()) == []
    assert [len(getattr(answer, "figures", ())) for _, answer in trial.answers()] == [0, 1]
    assert deciding([(trial, frozenset({"n9.hidden.effect.5"}))]) == [{"n9.hidden.effect.5"}]
    bare = Act("ninja", "shoot", "guard")
    armed = dataclasses.replace(bare, uses=("flame",))
    verdicts = book.rule(trial.table, [bare, armed])
    assert [len(one.figures) for one in verdicts] == [0, 1]


def test_a_declared_act_is_asked_about_as_it_was_declared(book: Rulebook) -> None:
    other = Act("ninja", "shoot", "guard", when="first", numbers={"margin": 3})
    with pytest.raises(SituationError, match="was declared with other uses, covers or numbers"):
        book.is_legal(table(), other)


def test_a_ready_table_counts_and_a_what_if_exchanges_a_number(book: Rulebook) -> None:
    act = table().order[0]
    ready = book.ready(table())
    assert ready.decide(act).ruling == "legal"
    turns = [one for one in candidates(ready, act, changes=1) if one.put_in]
    assert [(one.without, one.put_in) for one in turns][:1] == [
        (("number(guard,arm,5)",), ("number(guard,arm,10)",))
    ]
    assert book.ready(table(arm=6)).decide(act).ruling == "illegal"
    found = deciding_facts(book.ready(table(arm=6)), act)
    assert found == ("number(guard,arm,6)",)
