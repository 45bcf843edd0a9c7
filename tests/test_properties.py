"""What holds of every situation, held against random ones of every edition.

By default few examples are drawn, always the same. The full run draws five hundred times
as many, new ones each time, and takes an hour:

    python -m pytest tests/test_properties.py tests/test_secrets.py tests/test_fuzz.py \
        --hypothesis-profile=full
"""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from aro.cases import Case, dump, loads
from aro.compiled.program import compiled as circuit_law
from aro.engine.edition_words import tables as edition_tables
from aro.engine.evaluation import Evaluation
from aro.engine.facts import term
from aro.engine.outcome import outcome
from aro.engine.question import grounded
from aro.engine.word_check import check
from aro.parts import Act, Trooper
from aro.situation import Situation
from support.engines import Readings, between, compiled, looked_at, plain, warm
from support.same_wording import STRANGE, TURNED, Names, joined, renamed, retold, without
from support.strategies import (
    EDITIONS,
    budget,
    in_more_than_duels,
    long_in_sweep,
    readings,
    situations,
    some,
    stranger,
    tables,
    words,
)

MORE = long_in_sweep(in_more_than_duels())
EACH = long_in_sweep(EDITIONS)
SHORT = long_in_sweep(tables())
"""Of the tables a newcomer's run leaves out those of a long law."""


@pytest.mark.parametrize(("name", "setting"), SHORT)
def test_the_compiled_law_answers_as_clingo_does_warm(name: str, setting: str) -> None:
    book = words(name).book

    @budget(0.06, name)
    @given(situations(name, setting), readings(name))
    def holds(table: Situation, chosen: Readings) -> None:
        found = compiled(book, table, chosen)
        assert between(found, warm(book, table, chosen)) == []

    holds()


@pytest.mark.parametrize(("name", "setting"), SHORT)
def test_plain_clingo_has_one_answer_and_it_is_the_same(name: str, setting: str) -> None:
    book = words(name).book

    @budget(0.02, name)
    @given(situations(name, setting), readings(name))
    def holds(table: Situation, chosen: Readings) -> None:
        [found] = plain(book, table, chosen)
        assert between(looked_at(compiled(book, table, chosen), found), found) == []

    holds()


@pytest.mark.parametrize("name", EACH)
@pytest.mark.parametrize("lean", [False, True])
def test_a_shape_of_all_acts_or_of_the_named_answers_as_clingo_does(
    name: str, *, lean: bool
) -> None:
    book = words(name).book

    @budget(0.01, name)
    @given(situations(name, "duel"))
    def holds(table: Situation) -> None:
        question = book.question(table, table.order, results=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("aro.compiled.shape.LARGEST", 0)
            circuits = Evaluation(question, circuit_law(question, lean=lean))
        clingo = Evaluation(question, grounded(question))
        assert outcome(circuits) == outcome(clingo)
        assert [*map(circuits.verdict, table.order)] == [*map(clingo.verdict, table.order)]

    holds()


@pytest.mark.parametrize("name", MORE)
def test_so_it_is_for_what_no_shape_provides_for(name: str) -> None:
    book = words(name).book

    @budget(0.02, name)
    @given(stranger(name))
    def holds(table: Situation) -> None:
        [found] = plain(book, table, {})
        assert between(looked_at(compiled(book, table, {}), found), found) == []

    holds()


@pytest.mark.parametrize("name", EACH)
def test_the_rulebook_tells_what_the_answer_holds(name: str) -> None:
    book = words(name).book

    @budget(0.03, name)
    @given(situations(name, "duel"), readings(name))
    def holds(table: Situation, chosen: Readings) -> None:
        found = compiled(book, table, chosen)
        verdicts = book.rule(table, table.order, readings=chosen)
        for act, verdict in zip(table.order, verdicts, strict=True):
            told = term(table, act)
            reasons = {one for one in found if one.startswith(f"because(declare({told}),")}
            assert f"ruling(declare({told}),{verdict.ruling})" in found
            assert len(verdict.because) == len(reasons)
            assert verdict.takes_effect == (f"performed({told})" in found)
        for fate in book.resolve(table, readings=chosen).fates:
            becomes = {one for one in found if one.startswith(f"becomes({fate.trooper},")}
            assert becomes == {f"becomes({fate.trooper},{state})" for state in fate.states}

    holds()


@pytest.mark.parametrize("name", EACH)
def test_a_ready_situation_decides_as_the_rulebook_rules(name: str) -> None:
    book = words(name).book

    @budget(0.03, name)
    @given(situations(name, "duel"))
    def holds(table: Situation) -> None:
        ready = book.ready(table)
        decided, rulings = [ready.decide(act) for act in table.order], ready.rulings()
        assert decided == book.ask_many((table, act) for act in table.order)
        for act, one, verdict in zip(
            table.order, decided, book.rule(table, table.order), strict=True
        ):
            assert (one.ruling, one.because) == (verdict.ruling, verdict.because)
            assert rulings[term(table, act)] == one.ruling

    holds()


@pytest.mark.parametrize("names", [STRANGE, TURNED], ids=["strange names", "sides exchanged"])
@pytest.mark.parametrize("name", EACH)
def test_names_and_sides_are_only_names(name: str, names: Names) -> None:
    book = words(name).book

    @budget(0.2, name)
    @given(situations(name, "duel"), readings(name))
    def holds(table: Situation, chosen: Readings) -> None:
        [found] = plain(book, renamed(table, names), chosen)
        [other] = (retold(one, names) for one in plain(book, table, chosen))
        assert between(looked_at(found, other), looked_at(other, found)) == []

    holds()


@pytest.mark.parametrize("name", MORE)
def test_names_are_only_names_to_the_rulebook(name: str) -> None:
    book = words(name).book

    @budget(0.02, name)
    @given(situations(name, "hide"))
    def holds(table: Situation) -> None:
        other = renamed(table, STRANGE)
        for ask in (book.options, book.legal_aros):
            acts = [one.act for found in ask(table).values() for one in found]
            expected = {_renamed(table, act) for act in acts}
            assert expected == {one.act for found in ask(other).values() for one in found}
        left = book.resolve(table).situation
        assert sorted_out(renamed(left, STRANGE)) == sorted_out(book.resolve(other).situation)

    holds()


@pytest.mark.parametrize("name", ["n4", "n5"])
@pytest.mark.parametrize("called", ["impersonation_1", "Impersonation 1"])
def test_a_trooper_called_like_a_state_is_not_the_state(name: str, called: str) -> None:
    trooper = Trooper("mask", side="red", has=["impersonation", "activates_impersonation"])
    table = Situation(active="red", troopers=[trooper, Trooper(called, side="blue")])
    found = {(one.act.at, one.act.into) for one in words(name).book.options(table)["mask"]}
    assert {(called, None), (None, "impersonation_1")} <= found


@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("name", EACH)
def test_somebody_far_off_changes_nothing(name: str, side: str) -> None:
    told = words(name)
    states, traits = some(told.states).map(told.in_one_form), some(told.traits, 4)
    strangers = st.builds(Trooper, st.just("far"), side=st.just(side), states=states, has=traits)
    handed_over = {
        str(state) for (state,) in edition_tables(told.book.edition).table("commandeers")
    }

    @budget(0.2, name)
    @given(situations(name, "duel"), strangers, readings(name))
    def holds(table: Situation, far: Trooper, chosen: Readings) -> None:
        # else nobody may be left on the side whose turn it is, and whoever comes is answered
        assume(all(handed_over.isdisjoint(one.states) for one in (*table.troopers, far)))
        [found] = (without(one, "far") for one in plain(told.book, joined(table, far), chosen))
        [other] = plain(told.book, table, chosen)
        assert between(looked_at(found, other), looked_at(other, found)) == []

    holds()


@pytest.mark.parametrize(("name", "setting"), SHORT)
def test_what_an_order_leaves_is_where_the_next_begins(name: str, setting: str) -> None:
    book = words(name).book

    @budget(0.02, name)
    @given(situations(name, setting))
    def holds(table: Situation) -> None:
        left = book.resolve(table).situation
        check(left, book.vocabulary)
        book.resolve(left)
        case = Case(editions=(name,), title="What an Order leaves", situation=left)
        assert loads(dump(case)) == (case,)

    holds()


@pytest.mark.parametrize("name", EACH)
def test_what_is_written_reads_back(name: str) -> None:
    tables = st.one_of(situations(name, "hide"), situations(name, "lurk"), stranger(name))

    @budget(0.2, name)
    @given(tables, st.sampled_from([{}, STRANGE, TURNED]))
    def holds(table: Situation, names: Names) -> None:
        case = Case(editions=(name,), title="A table", situation=renamed(table, names))
        assert loads(dump(case)) == (case,)

    holds()


def _renamed(table: Situation, act: Act) -> Act:
    return renamed(replace(table, order=(act,), rolls=(), hits=()), STRANGE).order[0]


def sorted_out(table: Situation) -> Situation:
    """Return a situation with what has no order in the order of its names."""
    memory = sorted(table.memory, key=str)
    troopers = (replace(one, states=tuple(sorted(one.states))) for one in table.troopers)
    return replace(table, memory=tuple(memory), troopers=tuple(troopers))
