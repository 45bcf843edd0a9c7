"""The table of the kinds of fact is whole, and all that reads it agrees on a kind."""

from dataclasses import fields

import pytest

from aro import Act, Rulebook, Situation, Trooper
from aro.analysis.glossary import predicates
from aro.cases import dump, loads
from aro.compiled.shape import shape, shape_text
from aro.engine.facts import atoms, choices
from aro.knowledge.fact_kinds import KINDS, RELATIONS
from aro.parts import Hit, Unknown

HOLDERS = {"trooper": Trooper, "act": Act, "hit": Hit}

CASE = """\
edition: n4
title: Somebody else commands the guard
situation:
  active: red
  troopers:
    ninja: {side: red}
    guard: {side: blue}
  controls: [[red, guard]]
unless:
  - {without: {controls: [red, guard]}, ask: []}
  - {with: {controls: [blue, ninja]}, ask: []}
"""


def test_the_theory_documents_every_kind_and_a_value_has_its_field() -> None:
    documented = {entry.signature for entry in predicates()}
    for kind in KINDS:
        assert f"{kind.predicate}/{len(kind.sorts)}" in documented
        names = {field.name for field in fields(HOLDERS.get(kind.holder, Situation))}
        assert kind.field in names


def test_who_commands_a_piece_is_a_fact_like_any_other() -> None:
    [case] = loads(CASE)
    assert loads(dump(case)) == (case,)
    assert "controls(red,own(guard))" in atoms(case.situation)
    [without, more] = [miss.situation for miss in case.near_misses()]
    assert without.controls == ()
    assert "controls(blue,own(ninja))" in atoms(more)
    unknown = Situation(
        active="red",
        troopers=case.situation.troopers,
        unknown=[Unknown("controls", "red", "guard")],
    )
    assert choices(unknown) == ((None, "controls(red,own(guard))"),)
    book = Rulebook("n4")
    act = Act("ninja", "move")
    rulings = {book.is_legal(table, act).ruling for table in (case.situation, without, unknown)}
    assert rulings == {"legal"}


def test_a_fact_that_no_law_reads_costs_no_input() -> None:
    [case] = loads(CASE)
    book = Rulebook("n4")
    form = shape(book.edition, shape_text(case.situation, book.off))
    assert not any(name.startswith("controls(") for name in form.inputs)


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        (("rde", "guard"), "controls: no side is called 'rde'; did you mean 'red'?"),
        (("red", "gaurd"), "controls: no piece is called 'gaurd'; did you mean 'guard'?"),
    ],
)
def test_the_names_of_a_relation_are_of_its_sorts(pair: tuple[str, str], message: str) -> None:
    troopers = [Trooper("ninja", side="red"), Trooper("guard", side="blue")]
    with pytest.raises(LookupError) as caught:
        Situation(active="red", troopers=troopers, controls=[pair])
    assert str(caught.value) == message
    assert [kind.key for kind in RELATIONS] == ["lof", "zoc", "contact", "controls"]
