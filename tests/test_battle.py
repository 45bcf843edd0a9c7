"""Large tables: every kind of question, and that no question leaves out what it needs."""

import random
from dataclasses import replace

import pytest

from aro import rulebook
from aro.engine.clingo_program import read
from aro.engine.evaluation import rulings
from aro.engine.question import grounded
from aro.knowledge.names import constant
from aro.knowledge.validation import MOST_PIECES
from aro.parts import Act, Unknown
from aro.rulebook import Rulebook
from aro.situation import Situation
from conftest import left_out
from support.battle import battle

EDITIONS = ["n4", *(pytest.param(one, marks=pytest.mark.sweep) for one in ("n2", "n3", "n5"))]


@pytest.mark.parametrize(
    "edition",
    [
        pytest.param(one, marks=left_out(newcomer=True, sweep=one != "n4"))
        for one in ("n2", "n3", "n4", "n5")
    ],
)
def test_the_largest_table_is_answered_for(edition: str) -> None:
    book = Rulebook(edition)
    start = battle(MOST_PIECES, seed=1)
    assert book.options(start, who="red0")["red0"]
    table = start.declare("red0", "move")
    seen = next(pair.one for pair in table.lof if pair.other == "red0")
    assert book.is_legal(table, Act(seen, "dodge", "red0")).because
    assert book.legal_aros(table, who=seen)[seen]
    assert book.may_react(table, seen)
    assert book.resolve(table.declare(seen, "dodge", "red0")).stamp.edition == edition


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_no_aro_at_who_does_not_act_is_left_out(edition: str, seed: int) -> None:
    book = Rulebook(edition)
    table = battle(6, seed).declare("red0", "move")
    idle = [one.name for one in table.troopers if one.side == "red" and one.name != "red0"]
    named = {
        f"act({step},{constant(who)},{skill},own({constant(piece)}))": Act(
            who, skill, piece, when=step
        )
        for step, who in table.turns("aros")
        for skill in sorted(book.vocabulary.skills)
        for piece in idle
    }
    asked = grounded(book.question(table, tuple(named.values())))
    aside = asked.facts({"aside"}).get(
        "aside", ()
    )  # a player's choice is no ARO, and aimed at nobody
    found = rulings(asked.answer())
    legal = {
        act
        for name, act in named.items()
        if f"aside({act.does})" not in aside and found[read(name)] == "legal"
    }
    listed = {one.act for told in book.legal_aros(table).values() for one in told}
    assert legal <= listed


@pytest.mark.drawn
@pytest.mark.parametrize("sort", ["aros", "options"])
def test_a_listing_in_parts_tells_what_it_tells_at_once(
    sort: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, table = Rulebook("n4"), battle(6, seed=1)
    table = table.declare("red0", "move") if sort == "aros" else table
    whole = _told(book, table, sort)
    monkeypatch.setattr(rulebook, "LISTED", 1)
    assert book.at_once(table, sort) == 1
    parts = _told(book, table, sort)
    assert parts == whole
    assert len(parts) > 1


@pytest.mark.drawn
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("sort", ["aros", "options"])
def test_a_listing_of_what_is_legal_lacks_nothing_legal(edition: str, sort: str) -> None:
    book, lot = Rulebook(edition), random.Random(11)  # noqa: S311  no secret
    table, traits = battle(6, seed=3), sorted(book.vocabulary.traits)
    armed = [replace(one, has=tuple(lot.sample(traits, 4))) for one in table.troopers]
    other = next(one for one in traits if one not in armed[1].has)
    perhaps = (Unknown("has", armed[1].name, other),)
    table = replace(table, troopers=tuple(armed), unknown=perhaps)
    table = table.declare("red0", "move") if sort == "aros" else table
    whole = {name: tuple(answer.legal(name)) for name, answer in book.choosers(table, sort)}
    assert (book.legal_aros(table) if sort == "aros" else book.options(table)) == whole
    assert any(whole.values())


@pytest.mark.drawn
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(3))
def test_whoever_may_not_react_lacks_no_aro_in_a_crowd(
    edition: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, lot = Rulebook(edition), random.Random(seed)  # noqa: S311  no secret
    table, traits = battle(8, seed), sorted(book.vocabulary.traits)
    armed = [replace(one, has=tuple(lot.sample(traits, 4))) for one in table.troopers]
    first, second = lot.sample(("move", "discover", "bs_attack"), 2)
    at = {"move": None, "discover": "blue1", "bs_attack": "blue1"}
    table = replace(table, troopers=tuple(armed)).declare("red0", first, at[first])
    for due in (table, table.declare("red0", second, at[second])):
        alone = book.legal_aros(due)
        monkeypatch.setattr(rulebook, "CROWD", 1)
        assert book.legal_aros(due) == alone
        monkeypatch.undo()


def _told(book: Rulebook, table: Situation, sort: str) -> list[object]:
    listed = book.choosers(table, sort)
    return [(who, tuple(answer.legal(who)), answer.barred(who)) for who, answer in listed]
