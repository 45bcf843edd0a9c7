"""Whatever is given to a public callable is taken, or refused with an error of ours."""

import math
from collections.abc import Callable, Mapping
from enum import Enum
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aro.batch
import aro.cases
import aro.pictures
import aro.report
from aro import Act, Event, Hit, Memory, Pair, Replica, Roll, Rulebook, Situation, Trooper, Unknown
from aro.amendments import digest_of
from aro.analysis.beside import beside
from aro.analysis.check import check
from aro.analysis.coverage import edition_coverage
from aro.analysis.diff import diff
from aro.analysis.what_if import by_readings, what_if
from aro.cases.run import CaseRun
from aro.cases.suite import run_suite
from aro.cases.template import template
from aro.errors import RulesError, SituationError, WrongType
from support.strategies import budget

pytestmark = pytest.mark.drawn


class Text(str):
    """A text of another kind."""

    __slots__ = ()


class Odd:
    """What cannot even be shown."""

    def __repr__(self) -> str:
        raise KeyError("no")


class Skill(str, Enum):  # noqa: UP042  a StrEnum is written as it is compared
    """Texts that are written otherwise than they are compared."""

    DODGE = "dodge"


GUARD = Trooper("guard", side="blue")
TABLE = Situation(
    active="red", troopers=[Trooper("spy", side="red"), GUARD], lof=[("guard", "spy")]
)
BOOK = Rulebook("n5")
MOVE = TABLE.settle(Act("spy", "move"))
PLAYED = TABLE.declare("spy", "move")
CASE = aro.cases.Case(editions=("n5",), title="A table", situation=TABLE)
WORDS = ["", "guard", "move", "n4", "first", "lof", "alert", "red", "\ud800", "\0", "x" * 100_000]
NUMBERS: list[object] = [math.nan, math.inf, 10**400, 10**5000, 1j, True]
THINGS: list[object] = [object(), int, len, Path(), ..., NotImplemented, Text("guard"), Skill.DODGE]
OURS: list[object] = [GUARD, TABLE, BOOK, MOVE, CASE, ("guard", "spy"), {"arm": 1}, ("arm", True)]
ONE = st.one_of(
    st.none(),
    st.integers(),
    st.binary(max_size=5),
    st.text(max_size=5),
    st.sampled_from([*WORDS, *NUMBERS, *THINGS, *OURS]),
)
SOME = st.lists(ONE, max_size=3)
JUNK = st.one_of(
    ONE,
    SOME,
    SOME.map(tuple),
    SOME.map(iter),
    st.lists(SOME, max_size=3),
    st.lists(st.tuples(ONE, ONE), max_size=2),
    st.dictionaries(st.sampled_from(WORDS), ONE, max_size=3),
)
"""What nobody would give on purpose; some of it fits one parameter or another."""


def remembered(kind: str, of: str) -> Memory:
    return Memory(kind, of)


def unknown(kind: str, of: str) -> Unknown:
    return Unknown(kind, of)


def dumped(case: aro.cases.Case) -> str:
    return aro.cases.dump(case)


Call = tuple[Callable[..., object], Mapping[str, Any]]
ACT = {"who": "spy", "does": "move"}
EVENT = {"who": "guard", "verb": "enters", "what": "retreat"}
CALLS: dict[str, Call] = {
    "Replica": (Replica, {"name": "copy", "form": "model"}),
    "Trooper": (Trooper, {"name": "spy", "side": "red"}),
    "Pair": (Pair, {"one": "spy", "other": "guard"}),
    "Act": (Act, ACT),
    "Roll": (Roll, {"act": MOVE, "result": "success"}),
    "Hit": (Hit, {"act": MOVE, "on": "guard"}),
    "Event": (Event, EVENT),
    "Memory": (remembered, {"kind": "failed", "of": "guard"}),
    "Unknown": (unknown, {"kind": "lof", "of": "guard"}),
    "Situation": (Situation, {"active": "red", "troopers": TABLE.troopers}),
    "trooper": (TABLE.trooper, {"name": "spy"}),
    "declare": (TABLE.declare, ACT),
    "roll": (PLAYED.roll, ACT),
    "hit": (PLAYED.hit, {**ACT, "on": "guard"}),
    "event": (TABLE.event, EVENT),
    "declared": (PLAYED.declared, {"described": MOVE}),
    "settle": (TABLE.settle, {"asked": MOVE}),
    "turns": (TABLE.turns, {"sort": "aros"}),
    "relations": (TABLE.relations, {"pieces": ["spy"]}),
    "Rulebook": (Rulebook, {"name": "n5"}),
    "at": (BOOK.at, {"release": None}),
    "clause": (BOOK.clause, {"name": "n5.camouflaged.effects.1"}),
    "is_legal": (BOOK.is_legal, {"situation": TABLE, "act": MOVE}),
    "rule": (BOOK.rule, {"situation": TABLE, "acts": [MOVE]}),
    "legal_aros": (BOOK.legal_aros, {"situation": PLAYED}),
    "options": (BOOK.options, {"situation": TABLE}),
    "barred": (BOOK.barred, {"situation": TABLE, "who": "spy", "sort": "options"}),
    "resolve": (BOOK.resolve, {"situation": PLAYED}),
    "facts": (BOOK.facts, {"situation": TABLE}),
    "seen": (BOOK.seen, {"situation": TABLE, "side": "red"}),
    "reactions": (BOOK.reactions, {"situation": TABLE}),
    "book.turns": (BOOK.turns, {"situation": TABLE}),
    "ready": (BOOK.ready, {"situation": TABLE}),
    "ask_many": (BOOK.ask_many, {"asked": [(TABLE, MOVE)]}),
    "load": (aro.cases.load, {"path": "tests/cases/n4/readme.yaml"}),
    "loads": (aro.cases.loads, {"text": aro.cases.dump(CASE)}),
    "dump": (dumped, {"case": CASE}),
    "clause of an edition": (BOOK.edition.clause, {"name": next(iter(BOOK.edition.clauses))}),
    "reading of an edition": (BOOK.edition.reading, {"name": BOOK.edition.readings[0].name}),
    "release of an edition": (BOOK.edition.release, {"name": BOOK.release}),
    "text": (aro.report.text, {"answer": {}}),
    "html": (aro.report.html, {"answer": {}}),
    "pages": (aro.report.pages, {"answer": {}}),
    "json": (aro.report.json, {"value": {}}),
    "plain": (aro.report.plain, {"value": {}}),
    "table": (aro.pictures.table, {"situation": TABLE}),
    "picture of a case": (aro.pictures.asked, {"trial": CaseRun(CASE, BOOK)}),
    "states": (aro.pictures.states, {"book": BOOK}),
}
"""The public callables, each with arguments that it takes."""
LATER: dict[str, Callable[[], Call]] = {
    "decide": lambda: (BOOK.ready(TABLE).decide, {"act": MOVE}),
    "after": lambda: (aro.pictures.after, {"outcome": BOOK.resolve(PLAYED)}),
}
"""Those that take an answer, which is asked for only where it is needed."""


@pytest.mark.parametrize("called", [*CALLS, *LATER])
def test_junk_is_taken_or_refused_with_an_error_of_ours(called: str) -> None:
    call, fitting = CALLS[called] if called in CALLS else LATER[called]()
    call(**fitting)
    names = [name for name in signature(call).parameters if name != "line"]

    @budget(0.5)
    @given(st.sampled_from(names), JUNK)
    def holds(name: str, junk: object) -> None:
        try:
            call(**{**fitting, name: junk})
        except* RulesError:
            pass

    holds()


@pytest.mark.parametrize("name", ["source", "target", "as_side", "readings", "processes", "watch"])
def test_a_batch_refuses_junk_too(name: str, tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("{}\n")
    given: dict[str, Any] = {"source": source, "target": target, "processes": 1, name: 3.5}
    with pytest.raises(WrongType, match=f"{name} is 3.5; expected"):
        aro.batch.answer_lines(**given)


@pytest.mark.parametrize("name", ["o\0.jsonl", "\ud800.jsonl"])
def test_a_batch_refuses_a_name_that_no_file_can_have(name: str, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text("{}\n")
    with pytest.raises(SituationError, match="cannot be written"):
        aro.batch.answer_lines(source, tmp_path / name, processes=1)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: Trooper("spy", side=5), "Trooper: side is 5; expected text"),  # type: ignore[arg-type]
        (lambda: Act("spy", "move", numbers={"arm": True}), "numbers is .*a whole number"),
        (lambda: Situation(active="red", troopers=GUARD), "troopers is Trooper"),  # type: ignore[arg-type]
        (lambda: BOOK.is_legal(TABLE, "move"), "act is 'move'; expected Act"),  # type: ignore[arg-type]
        (lambda: BOOK.rule(TABLE, MOVE), "acts is Act"),  # type: ignore[arg-type]
        (lambda: Rulebook(Skill.DODGE), "Rulebook: name is <Skill.DODGE: 'dodge'>; expected text"),
        (lambda: Rulebook(10**5000), "Rulebook: name is int; expected text"),  # type: ignore[arg-type]
        (
            lambda: Act("spy", "move", numbers={"arm": 10**5000}),
            "numbers is tuple; expected a list",
        ),
        (lambda: Rulebook(None), "Rulebook: name is None; expected text"),  # type: ignore[arg-type]
        (lambda: aro.report.text(None), "answer is None; expected Verdict or Outcome"),  # type: ignore[arg-type]
        (lambda: aro.report.json(None), "json: value is NoneType; expected an answer"),
        (lambda: aro.report.plain({("a", "b"): 1}), "value is dict; expected an answer"),
        (lambda: aro.report.json({"guard": Odd()}), "value is dict; expected an answer"),
        (lambda: check(None), "check: name is None; expected text"),  # type: ignore[arg-type]
        (lambda: check("n5", kinds=3.5), "kinds is 3.5; expected a list, each item text"),  # type: ignore[arg-type]
        (lambda: check("n5", cases="x", kinds=[]), "cases is 'x'; expected Path or None"),  # type: ignore[arg-type]
        (lambda: check("n5", seconds="x"), "seconds is 'x'; expected float"),  # type: ignore[arg-type]
        (lambda: diff("n5", BOOK), "diff: left is 'n5'; expected Rulebook"),  # type: ignore[arg-type]
        (lambda: beside(BOOK, TABLE, None), "beside: verdict is None; expected Verdict"),  # type: ignore[arg-type]
        (lambda: what_if(BOOK, TABLE, MOVE, changes=None), "changes is None; expected a whole"),  # type: ignore[arg-type]
        (lambda: by_readings(BOOK, TABLE, MOVE, readings=5), "readings is 5; expected a mapping"),  # type: ignore[arg-type]
        (lambda: run_suite(5), "paths is 5; expected a list"),  # type: ignore[arg-type]
        (lambda: edition_coverage(BOOK, 5), "paths is 5; expected a list"),  # type: ignore[arg-type]
        (lambda: aro.report.verdict_sheet(1), "verdict_sheet: verdict is 1; expected Verdict"),  # type: ignore[arg-type]
        (lambda: aro.report.outcome_sheet(1), "outcome_sheet: outcome is 1; expected Outcome"),  # type: ignore[arg-type]
        (lambda: aro.report.choices_grid("x", 1), "choices_grid: verdicts is 1; expected a list"),  # type: ignore[arg-type]
        (lambda: digest_of(None), "digest_of: folder is None; expected text"),  # type: ignore[arg-type]
        (lambda: MOVE.answers_to(1), "answers_to: asked is 1; expected Act"),  # type: ignore[arg-type]
        (lambda: BOOK.resolve(TABLE).fate([]), r"fate: trooper is \[\]; expected text"),  # type: ignore[arg-type]
        (lambda: BOOK.barred(TABLE, 1), "barred: sort is 1; expected text"),  # type: ignore[arg-type]
        (lambda: template(None), "book is None; expected Rulebook"),  # type: ignore[arg-type]
    ],
)
def test_what_is_of_another_type_is_told_by_the_name_of_its_parameter(
    call: Callable[[], object], told: str
) -> None:
    with pytest.raises(WrongType, match=told):
        call()


def test_a_file_and_a_number_of_processes_that_cannot_be_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ExceptionGroup) as caught:
        aro.cases.load("a\0b")
    assert [str(one) for one in caught.value.exceptions] == [
        "a\\x00b: cannot be read: embedded null byte"
    ]
    source = tmp_path / "in.jsonl"
    source.write_text("{}\n")
    with pytest.raises(SituationError, match="processes is -3; expected a number from 1"):
        aro.batch.answer_lines(source, tmp_path / "out.jsonl", processes=-3)
    assert [one.name for one in tmp_path.iterdir()] == ["in.jsonl"]
