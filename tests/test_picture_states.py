"""The states of an edition as a picture: each is there, with every clause that changes it."""

from itertools import combinations

import pytest

from aro import Rulebook
from aro import pictures as picture
from aro.engine.clingo_program import Term, parts, written
from aro.engine.edition_words import derived_tables
from aro.knowledge.edition import is_clause_id
from aro.pictures.changes import states
from aro.pictures.words import sort, trigger
from support.drawn import foreign, hashed, outside, overlapping, parsed, placed, said
from support.strategies import EDITIONS

pytestmark = pytest.mark.drawn

Shown = tuple[Rulebook, str]
CHANGES = ("begins", "turns", "cancels")


def changing(book: Rulebook) -> set[str]:
    """Return the ids of the clauses that begin, turn or end a state, whatever their release."""
    found = derived_tables(book.edition).table("stated")
    terms = {written(clause) for clause, told in found if parts(told)[0] in CHANGES}
    return {clause.id for clause in book.edition.clauses.values() if clause.term in terms}


@pytest.fixture(scope="module", name="shown", params=EDITIONS)
def show(request: pytest.FixtureRequest) -> Shown:
    book = Rulebook(request.param)
    return book, picture.states(book)


def test_every_state_and_every_clause_that_changes_one_is_drawn(
    shown: Shown,
) -> None:
    book, svg = shown
    told = said(svg)
    assert book.vocabulary.states
    assert [state for state in book.vocabulary.states if state not in told] == []
    outside_it = {clause.id for clause in book.edition.outside(book.release)}
    ids = {word for word in told.split() if is_clause_id(word)}
    assert ids == changing(book) - outside_it
    assert f"({book.stamp})" in told


def test_it_is_readable(shown: Shown) -> None:
    assert outside(shown[1]) == []
    assert overlapping(shown[1]) == []
    assert foreign(shown[1]) == []


def test_every_clause_is_told_in_full_to_who_points_at_it(shown: Shown) -> None:
    book, svg = shown
    titles = " ".join(one.text or "" for one in parsed(svg).iter() if one.tag.endswith("title"))
    [clause, *_] = sorted(changing(book) - {one.id for one in book.edition.outside(book.release)})
    assert f"{clause}: {book.clause(clause).says}" in titles


def test_an_earlier_release_has_only_its_own_clauses() -> None:
    book = Rulebook("n3@1.0")
    later = {one.id for one in book.edition.outside(book.release)} & changing(book)
    assert later
    told = said(picture.states(book)).split()
    assert later.isdisjoint(told)


def test_what_holds_under_another_reading_says_so() -> None:
    told = said(picture.states(Rulebook("n4")))
    assert (
        "meets an enemy piece if read as contact_object: any_enemy n4.impersonation.aro.4" in told
    )
    assert told.count("if read as") == 3


def test_an_exception_stands_with_what_it_excepts_from() -> None:
    told = said(picture.states(Rulebook("n5")))
    assert "declares roll, but not combat_jump n5.decoy.cancellation.4" in told


def test_what_ends_several_states_alike_is_told_once() -> None:
    found = states(Rulebook("n4"))
    [one] = [
        change for change in found.changes if set(change.before) == {"targeted", "immobilized_b"}
    ]
    assert [cause.clause.id for cause in one.causes] == ["n4.reset.cancellation.1"]


def test_families_lie_within_one_another() -> None:
    found = states(Rulebook("n3")).families
    assert found["camouflage"] < found["marker_state"]
    assert found["impersonation"] < found["marker_state"]
    assert "camouflaged" not in found


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (("declares", "any"), "declares anything"),
        ("discovered", "is Discovered"),
        (("performs", ("and", "deploy", ("to", "hiding"))), "carries out deploy"),
        (("performs", ("and", "deploy", ("to", "other"))), "carries out deploy, to other"),
        (("touches", "model"), "touches a Model"),
        (("loses", "hiding", ("enters", "retreat")), "was hiding when it enters retreat"),
        (("replica", "hit"), "has a replica that is hit"),
        (("over", "points_lost", 60), "over points_lost 60"),
        (("is", ("odd", "thing")), "is odd(thing)"),
    ],
)
def test_triggers_are_told_in_words(told: Term, words: str) -> None:
    assert trigger(told, of="hiding") == words


@pytest.mark.parametrize("name", ["performs", "loses", "replica", "ends", "waits"])
def test_a_trigger_of_a_draft_with_fewer_arguments_is_told_as_it_is(name: str) -> None:
    assert trigger(("replica", name)) == f"has a replica that {name}"
    assert trigger(("loses", "camouflaged", name)) == f"was camouflaged when it {name}"


def test_what_belongs_together_stays_together() -> None:
    told = ("and", ("or", "a", "b"), ("no", ("and", "c", ("or", "d", ("and", "e", "f")))))
    assert sort(told) == "(a or b), not (c, (d or (e, f)))"


def test_a_frame_holds_the_states_of_its_family_and_no_others() -> None:
    svg = picture.states(Rulebook("n3"))
    boxes = [box for one, box in placed(parsed(svg)) if one.tag.endswith("rect")]
    rounded = [one.get("rx") for one in parsed(svg).iter() if one.tag.endswith("rect")]
    frames = [box for box, corner in zip(boxes, rounded, strict=True) if corner == "12"]
    drawn = [box for box, corner in zip(boxes, rounded, strict=True) if corner == "14"]
    held = [[box for box in drawn if box.meets(frame)] for frame in frames]
    assert sorted(map(len, held)) == [2, 2, 2, 4]
    assert len(drawn) == len(Rulebook("n3").vocabulary.states)
    for frame, states_held in zip(frames, held, strict=True):
        for box in states_held:
            assert frame.x < box.x
            assert frame.y < box.y
            assert box.x + box.width < frame.x + frame.width
            assert box.y + box.height < frame.y + frame.height


def test_no_card_and_no_state_lies_on_another() -> None:
    for edition in EDITIONS:
        rects = [
            box
            for one, box in placed(parsed(picture.states(Rulebook(edition))))
            if one.tag.endswith("rect") and one.get("rx") in {"4", "14"}
        ]
        pairs = combinations(rects, 2)
        assert [(one, other) for one, other in pairs if one.meets(other)] == []


def test_it_is_the_same_however_python_hashes() -> None:
    told = "from aro import Rulebook, pictures as picture; print(picture.states(Rulebook('n3')))"
    assert hashed(told) == {f"{picture.states(Rulebook('n3'))}\n"}


def test_a_notebook_shows_the_states_of_a_rulebook() -> None:
    book = Rulebook("n3")
    assert book._repr_svg_() == picture.states(book)
