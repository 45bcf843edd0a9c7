"""What a word of an edition means: its use in a case file, its types, the clauses on it."""

import pytest

from aro import Rulebook
from aro.analysis.meanings import meaning
from aro.errors import UnknownTerm
from aro.knowledge import library as kb
from support.commandline import Captured, ran


def test_a_skill_has_its_types_and_labels_with_their_clauses() -> None:
    found = meaning(Rulebook("n5"), "suppressive_fire")
    assert found.uses == ("skills (does)", "states (is, into)")
    by = "n5.suppressive_fire_rb.type.1"
    assert found.types == (("attack", by), ("long", by))
    assert found.clauses[0].clause.id == by


def test_the_clauses_on_a_word_come_before_those_that_name_it() -> None:
    clauses = [one.clause for one in meaning(Rulebook("n5"), "immobilized_b").clauses]
    about = ["immobilized_b" in one.subjects for one in clauses]
    assert about == sorted(about, reverse=True)
    assert "n5.carbonite_rb.effects.3" in {one.id for one in clauses}


def test_the_clauses_on_a_word_that_their_id_names_come_first() -> None:
    clauses = [one.clause for one in meaning(Rulebook("n5"), "dodge").clauses]
    about = [".dodge" in one.id for one in clauses if "dodge" in one.subjects]
    assert about == sorted(about, reverse=True)
    assert {*about} == {True, False}


@pytest.mark.parametrize("name", kb.editions())
def test_a_word_may_be_of_several_uses_or_have_no_clause_but_is_known(name: str) -> None:
    book = Rulebook(name)
    for word in sorted(book.vocabulary.skills)[:5]:
        assert meaning(book, word).uses


def test_an_event_and_its_verb_are_words_and_have_the_clauses_that_speak_of_them() -> None:
    whole, verb = (meaning(Rulebook("n5"), one) for one in ("becomes(controller)", "becomes"))
    assert whole.uses == verb.uses == ("events (events: - {who: NAME, VERB: WHAT})",)
    found, more = ({one.clause.id for one in told.clauses} for told in (whole, verb))
    assert found
    assert found < more


def test_an_unknown_word_is_told_with_what_looks_like_it() -> None:
    with pytest.raises(UnknownTerm, match="n5 has no word 'repeter'; did you mean 'repeater'"):
        meaning(Rulebook("n5"), "repeter")


def test_the_command_shows_a_few_clauses_and_how_to_see_the_others(capsys: Captured) -> None:
    code, out, _ = ran(capsys, "words", "n5", "repeater")
    assert code == 0
    assert "special skills and equipment (has)" in out
    assert "n5.hacking_rb.repeater.4" in out
    assert "more: aro rules n5" in ran(capsys, "words", "n5", "suppressive_fire")[1]
