"""Releases of one edition: their names, and what an answer tells of clauses that none changed."""

import pytest

from aro import Act, Rulebook, Situation, Trooper
from aro.analysis.check import check
from aro.analysis.diff import summed_up
from aro.analysis.diff.differences import Differences
from aro.errors import UnknownTerm
from aro.report import text
from aro.report.diff import diff_sheets

TABLE = Situation(
    active="red",
    troopers=[Trooper("orc", side="red", has=["berserk"]), Trooper("guard", side="blue")],
    lof=[("orc", "guard")],
)
PRONE = Act("orc", "berserk", at="guard", uses=["going_prone"])
TOLD = "is as in 5.1.1; the list of changes is second-hand"


def _kind(word: str) -> str:
    return word.partition(" ")[0]


def test_a_shorter_name_that_no_release_has_is_that_of_the_newest_it_begins() -> None:
    assert str(Rulebook("n5@5.1").stamp) == "n5@5.1.1"
    assert str(Rulebook("n4@1.1").stamp) == "n4@1.1"
    assert Rulebook("n5@5").release == Rulebook("n5").release
    with pytest.raises(UnknownTerm, match=r"n5 has no release '5\.4'"):
        Rulebook("n5@5.4")


@pytest.mark.sweep
def test_a_release_is_checked_however_its_name_is_written() -> None:
    found = [check(name, kinds=["unreadable"]).about for name in ("n4@1.1", "N4")]
    assert [*map(str, found)] == ["n4@1.1", str(Rulebook("n4").stamp)]


def test_an_answer_tells_of_an_older_clause_that_no_change_of_it_is_known() -> None:
    sheets = {
        name: Rulebook(f"n5@{name}").is_legal(TABLE, PRONE) for name in ("5.1.1", "5.2", "5.3")
    }
    assert [one.ruling for one in sheets.values()] == ["legal", "legal", "illegal"]
    told = [TOLD in " ".join(text(one).split()) for one in sheets.values()]
    assert told == [False, True, False]


def test_a_diff_of_releases_names_the_clauses_that_one_has_alone() -> None:
    books = Rulebook("n5@5.1"), Rulebook("n5@5.3")
    earlier, later = summed_up(Differences(*books), []).words
    assert earlier == ("clause n5.hacking_rb.example.1",)
    assert "clause n5.changes53.aerial.1" in later
    assert "clause n5.boost_rb.boost.1" not in later


def test_a_sheet_of_a_diff_lists_what_one_has_alone_by_kind() -> None:
    found = summed_up(Differences(Rulebook("n2"), Rulebook("n3")), [])
    told = next(diff_sheets(found)).sections[0].entries[0]
    assert told.name.startswith("n2@")
    assert [says.partition(": ")[0] for says in told.says] == sorted({*map(_kind, found.words[0])})
    assert "gear: adhesive, " in " ".join(told.says)
