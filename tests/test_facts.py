"""Facts: deterministic, and never more than a question."""

from dataclasses import replace

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aro.engine.facts import atoms, choices, memory_of, name_of, piece, shape, term, text
from aro.engine.question import Question
from aro.errors import SituationError
from aro.knowledge.names import constant, is_word
from aro.parts import Act, Memory, Pair, Trooper, Unknown
from aro.rulebook import Rulebook
from aro.situation import Situation

ZHANSHI = Trooper("Zhanshi #1", side="blue", replicas=[("Copy A", "model"), ("mark", "decoy")])
TABLE = Situation(
    active="red",
    troopers=[Trooper("speculo", side="red", states=["hidden"], has=["disguise"]), ZHANSHI],
    lof=[("Zhanshi #1", "speculo", "first")],
)


def test_a_situation_is_one_sorted_fact_a_line() -> None:
    table = replace(
        TABLE,
        troopers=(TABLE.troopers[0], replace(ZHANSHI, noted="mark", device="mine")),
        zoc=(Pair("speculo", "mark"),),
        contact=(Pair("Zhanshi #1", "Copy A", "second"),),
        memory=(Memory("failed", "look", "Zhanshi #1", "speculo"), Memory("quiet")),
        phase="deployment",
        game="code_one",
        ends_turn=True,
    )
    table = table.declare("speculo", "shoot", "Copy A", uses=["flamer"], covers=["mark"])
    table = table.roll("speculo", "shoot", result="failure")
    table = table.hit("speculo", "shoot", "Copy A", saves=True, critical=True)
    table = table.event("speculo", "enters", "retreat")
    hide = table.settle(Act("speculo", "hide", into="hidden"))
    book = Rulebook("n4")
    question = Question(
        edition=book.edition,
        stamp=book.stamp,
        off=("off(hidden(effect,3))",),
        table=table,
        acts=(hide,),
        every=(("aro_1", "Zhanshi #1"),),
        readings=(("alert", "tolerated"),),
    )
    shot = "act(first,speculo,shoot,copy_a)"
    assert text(question.stated).splitlines() == sorted(
        [
            "active(red).",
            "asked(act(second,speculo,hide,hidden)).",
            f"asked({shot}).",
            "contact(copy_a,own(zhanshi_1),second).",
            f"covers({shot},mark).",
            f"critical({shot},copy_a).",
            f"declared({shot}).",
            "device(zhanshi_1,mine).",
            "event(speculo,enters(retreat)).",
            "every(aro_1,zhanshi_1).",
            "game(code_one).",
            "has(speculo,disguise).",
            f"hit({shot},copy_a).",
            "lof(own(zhanshi_1),own(speculo),first).",
            "memory(failed(look,zhanshi_1,speculo)).",
            "memory(quiet).",
            "noted(zhanshi_1,mark).",
            "off(hidden(effect,3)).",
            "phase(deployment).",
            "reads(alert,tolerated).",
            "replica(copy_a,zhanshi_1,model).",
            "replica(mark,zhanshi_1,decoy).",
            f"rolled({shot},failure).",
            f"saves({shot},copy_a).",
            "side(speculo,red).",
            "side(zhanshi_1,blue).",
            "state(speculo,hidden).",
            "turn_ends.",
            f"uses({shot},flamer).",
            "zoc(mark,own(speculo),first).",
            "zoc(mark,own(speculo),second).",
        ]
    )
    assert set(shape(table)) < set(atoms(table))


def test_its_own_piece_noted_as_the_real_one_is_no_news() -> None:
    own = replace(TABLE, troopers=(TABLE.troopers[0], replace(ZHANSHI, noted="Zhanshi #1")))
    assert atoms(own) == atoms(TABLE)


def test_mutual_relations_are_written_in_the_order_of_clingo() -> None:
    table = replace(TABLE, lof=(), zoc=(Pair("Zhanshi #1", "speculo"), Pair("speculo", "Copy A")))
    control = clingo.Control(["--warn=none"])
    control.add("base", [], text(atoms(table)) + "turned(P,Q) :- zoc(P,Q,_), P > Q.")
    control.ground([("base", [])])
    assert not list(control.symbolic_atoms.by_signature("turned", 2))
    assert list(control.symbolic_atoms.by_signature("zoc", 3))


def test_terms_of_an_answer_are_read_back_as_names() -> None:
    assert piece(TABLE, "Zhanshi #1") == "own(zhanshi_1)"
    assert piece(TABLE, "Copy A") == "copy_a"
    assert [name_of(TABLE, piece(TABLE, name)) for name in TABLE.pieces] == list(TABLE.pieces)
    assert name_of(TABLE, "zhanshi_1") == "Zhanshi #1"
    assert name_of(TABLE, "hidden") == "hidden"
    failed = Memory("failed", "look", "Zhanshi #1", "speculo")
    assert memory_of(TABLE, "failed(look,zhanshi_1,own(speculo))") == failed
    assert memory_of(TABLE, "quiet") == Memory("quiet")


def test_an_unknown_fact_is_a_choice_between_atoms() -> None:
    table = TABLE.declare("speculo", "look", "Copy A")
    look = "act(first,speculo,look,copy_a)"
    table = replace(
        table,
        unknown=(
            Unknown("lof", "speculo", "mark"),
            Unknown("contact", "speculo", "mark", "first"),
            Unknown("is", "speculo", "stunned"),
            Unknown("has", "speculo", "sight"),
            Unknown("noted", "Zhanshi #1", "mark"),
            Unknown("memory", "failed", "look", "speculo"),
            Unknown("event", "speculo", "enters", "retreat"),
            Unknown("roll", "speculo", "look", "Copy A"),
        ),
    )
    assert choices(table) == (
        (None, "lof(own(speculo),mark,first)"),
        (None, "lof(own(speculo),mark,second)"),
        (None, "contact(mark,own(speculo),first)"),
        (None, "state(speculo,stunned)"),
        (None, "has(speculo,sight)"),
        (None, "noted(zhanshi_1,mark)"),
        (None, "memory(failed(look,speculo))"),
        (None, "event(speculo,enters(retreat))"),
        tuple(f"rolled({look},{result})" for result in ("success", "failure", "lost")),
    )


def test_a_fact_is_not_both_told_and_unknown() -> None:
    table = replace(TABLE, unknown=(Unknown("is", "speculo", "hidden"),))
    with pytest.raises(SituationError, match=r"unknown: \[is, speculo, hidden\] is told"):
        choices(table)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (Act("speculo", "x. y", when="first"), "'x. y' is no word of the rules"),
        (Act("#", "move", when="first"), "'#' cannot be a name"),
        (Act("speculo", "move"), "speculo move has no step"),
    ],
)
def test_nothing_but_constants_is_written(act: Act, message: str) -> None:
    with pytest.raises(SituationError, match=message):
        atoms(TABLE, (act,))


def test_one_act_is_not_asked_about_in_two_manners() -> None:
    plain = Act("speculo", "shoot", "Copy A", when="first")
    covering = Act("speculo", "shoot", "Copy A", when="first", covers=["mark"])
    assert term(TABLE, plain) == term(TABLE, covering)
    with pytest.raises(SituationError, match="speculo shoot at Copy A is asked in two ways"):
        atoms(TABLE, (plain, covering))
    with pytest.raises(SituationError, match="speculo shoot at Copy A was declared with"):
        atoms(TABLE.declare("speculo", "shoot", "Copy A"), (covering,))


@given(st.text(max_size=80))
def test_a_name_becomes_a_constant_or_nothing(name: str) -> None:
    word = constant(name)
    assert word is None or is_word(word)
    assert word is None or clingo.parse_term(word) == clingo.Function(word)


@given(st.text(min_size=1, max_size=20))
def test_whatever_a_stranger_types_stays_a_name(name: str) -> None:
    try:
        table = Situation(active="red", troopers=[Trooper(name, side="red", replicas=[("q", "m")])])
    except SituationError:
        assert constant(name) in {None, "q"}
    else:
        symbols = [clingo.parse_term(atom) for atom in atoms(table)]
        assert [symbol.name for symbol in symbols] == ["active", "replica", "side"]
        assert name_of(table, piece(table, name)) == name


@pytest.mark.parametrize("name", ["not", "none", "own", "", " x", "x\ny", "жук", "x" * 61, "9"])
def test_some_names_are_refused(name: str) -> None:
    assert constant(name) is None
