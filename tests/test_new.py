"""The file to start from, and the words of an edition on a subject."""

import re
from pathlib import Path

import pytest

from aro import Rulebook, cases
from aro.cases.asks import ABOUT, ASKS, BECOMES
from aro.cases.model import ORDER
from aro.cases.reader import CASE, MISS
from aro.cases.table import ACT, HIT, PLAY, ROLL, SITUATION, TROOPER
from aro.cases.template import words
from aro.knowledge import library as kb
from aro.knowledge.vocabulary import SORTS
from support.commandline import Captured, ran


@pytest.mark.parametrize("name", kb.editions())
def test_new_prints_a_file_that_can_be_asked(name: str, tmp_path: Path, capsys: Captured) -> None:
    code, out, _ = ran(capsys, "new", name)
    assert code == 0
    [case] = cases.loads(out)
    assert case.editions == (name,)
    path = tmp_path / "new.yaml"
    path.write_text(out, encoding="utf-8")
    code, answer, err = ran(capsys, "ask", path)
    assert (code, err) == (0 if "LEGAL, settled" in answer else 1, "")
    assert "LEGAL" in answer


@pytest.mark.parametrize("name", kb.editions())
def test_new_shows_every_key_on_few_lines(name: str, capsys: Captured) -> None:
    lines = ran(capsys, "new", name)[1].splitlines()
    assert len(lines) <= 80
    assert max(map(len, lines)) <= 100
    shown = set(re.findall(r"\w+", "\n".join(lines)))
    of_questions = (ABOUT, BECOMES, *(asked.keys for asked in ASKS.values()))
    tables = (CASE, MISS, SITUATION, TROOPER, ACT, ROLL, HIT, PLAY, *of_questions)
    assert not {key for keys in tables for key in keys} - shown
    assert not {*ORDER, "orders", "unless", "words", "troopers"} - shown


@pytest.mark.parametrize("name", kb.editions())
def test_every_word_of_an_edition_belongs_to_an_article(name: str) -> None:
    book = Rulebook(name)
    known = book.vocabulary
    found = "".join(words(book, one.subject) for one in book.edition.articles)
    sorts = {*SORTS, "number", "reading"}
    every = {word for sort in sorts for word in known.words(sort) or ()} - {"model", "nothing"}
    assert not every - set(re.findall(r"[\w()]+", found))


def test_new_prints_the_words_on_a_subject(capsys: Captured) -> None:
    code, out, _ = ran(capsys, "new", "n4", "markers")
    assert code == 0
    assert all(line.startswith("#") for line in out.splitlines())
    assert "discover" in out
    assert "impersonation_1" in out
    assert "dodge" not in out
    code, _, err = ran(capsys, "new", "n4", "markrs")
    assert code == 2
    assert "did you mean 'marker'" in err
    assert "expected one of aro, camouflaged" in ran(capsys, "new", "n4", "xyz")[2]


@pytest.mark.parametrize(
    ("name", "subject", "found"),
    [
        ("n2", "combat", {"move", "jump", "climb"}),
        ("n2", "army", {"special_order"}),
        ("n2", "mines", {"place_mine"}),
        ("n5", "states", {"doctor", "engineer"}),
        ("n5", "hacking", {"assisted_fire"}),
    ],
)
def test_new_tells_what_may_have_a_target(name: str, subject: str, found: set[str]) -> None:
    told = words(Rulebook(name), subject).replace("\n#     ", " ")
    [needed] = re.findall("of these aimed at somebody.*", told) or [""]
    [perhaps] = re.findall("of these that may have a target.*", told)
    assert found <= set(re.findall(r"\w+", perhaps))
    assert not found & set(re.findall(r"\w+", needed))
