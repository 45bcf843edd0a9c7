"""Coverage counted: by switches of a compiled shape as by clingo, by article, against a floor."""

import json
from pathlib import Path

import pytest

from aro.analysis import clause_switches
from aro.analysis.check.static_checks import parted
from aro.analysis.clause_switches import cited, clause_of, deciding, stated_laws
from aro.analysis.coverage import edition_coverage
from aro.analysis.coverage_floor import fallen, floor_of, raised
from aro.cases import load
from aro.cases.opening import open_file
from aro.cases.run import CaseRun
from aro.errors import SituationError, UnknownTerm
from aro.knowledge import library as kb
from aro.rulebook import Rulebook
from support.commandline import CASE, Captured, ran

pytestmark = pytest.mark.drawn

CASES = kb.home() / "tests" / "cases"
DISCOVER = CASES / "n4" / "discover.yaml"
WORKED = kb.home() / "tests" / "amendments" / "wary_guards"


@pytest.mark.sweep
@pytest.mark.parametrize("file", ["n3/discover.yaml", "n4/discover.yaml", "n5/decoy.yaml"])
def test_cases_that_share_a_program_are_turned_by_what_turns_each_alone(
    file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    trials = open_file(str(CASES / file))
    edition = trials[0].book.edition
    asked = [(one, cited(one)) for one in trials if one.book.edition is edition]
    switched = deciding(asked)
    monkeypatch.setattr(clause_switches, "MOST", 1)
    assert deciding(asked) == switched
    assert any(switched)


@pytest.mark.sweep
def test_a_survey_counts_by_article_and_names_what_is_left_out() -> None:
    seen: list[tuple[int, int]] = []
    found = edition_coverage(
        Rulebook("n4"), [str(DISCOVER)], lambda done, of: seen.append((done, of))
    )
    [discover] = [one for one in found.articles if one.subject == "discover"]
    assert discover.clauses >= discover.encoded >= discover.spoken >= discover.decisive > 0
    assert sum(one.decisive for one in found.articles) == found.whole.decisive
    assert "n4.discover.legality.1" not in (*found.unspoken, *found.undecisive)
    assert "n4.impersonation.effect.1" in found.unspoken
    assert "n4.impersonation.header.1" in found.unencoded
    assert (found.cases, found.cases) in seen
    assert seen[-1][0] == seen[-1][1]  # the near misses come last


def test_a_clause_cited_in_vain_is_undecisive(tmp_path: Path) -> None:
    file = tmp_path / "vain.yaml"
    file.write_text(f"{CASE}cites: [n4.camouflaged.legality.1]\n", encoding="utf-8")
    assert edition_coverage(Rulebook("n4"), [str(file)]).undecisive == (
        "n4.camouflaged.legality.1",
    )


def test_each_law_of_a_clause_is_switched_off_alone() -> None:
    found = edition_coverage(Rulebook("n4"), [str(DISCOVER)])
    assert "n4.discover.definition.2: label(discover,aro)" not in found.unneeded
    assert "n4.camouflaged.effect.1: shows(camouflaged,camo)" in found.unneeded
    assert found.whole.laws - found.whole.needed == len(found.unneeded)
    assert set(map(clause_of, found.unneeded)) > set(found.unspoken)


def test_a_law_is_needed_under_the_reading_of_a_near_miss() -> None:
    found = edition_coverage(Rulebook("n4"), [str(CASES / "n4" / "impersonation_return.yaml")])
    [law] = [one for one in stated_laws(found.book.edition) if "whoever_was_in_it" in one]
    assert law not in found.unneeded


@pytest.mark.sweep
def test_an_amended_edition_is_surveyed_with_its_own_cases() -> None:
    found = edition_coverage(Rulebook(f"n4+{WORKED}"), [str(WORKED / "cases")])
    [mine] = [one for one in found.articles if one.subject == "wary_guards"]
    assert (mine.encoded, mine.spoken, mine.decisive, found.cases) == (3, 3, 3, 4)


def test_a_release_is_not_surveyed() -> None:
    with pytest.raises(UnknownTerm, match="a whole edition is surveyed; expected n4"):
        edition_coverage(Rulebook("n4@1.1"))


def test_without_cases_a_path_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    book = Rulebook("n4")
    monkeypatch.setattr(kb, "home", lambda: tmp_path)
    with pytest.raises(
        SituationError, match="there are no case files here; expected the path of some"
    ):
        edition_coverage(book)


@pytest.mark.sweep
def test_a_figure_that_fell_is_told_and_not_written(tmp_path: Path, capsys: Captured) -> None:
    floor = tmp_path / "floor.yaml"
    assert ran(capsys, "coverage", "n4", DISCOVER, "--floor", floor, "--raise")[0] == 0
    now = floor_of(floor)["n4"]
    text = floor.read_text(encoding="utf-8")
    higher = text.replace(f"decisive: {now['decisive']}", f"decisive: {now['decisive'] + 1}")
    floor.write_text(higher, encoding="utf-8")
    code, out, _ = ran(capsys, "coverage", "n4", DISCOVER, "--floor", floor, "--raise")
    assert code == 1
    assert f"n4: decisive {now['decisive']}, and was {now['decisive'] + 1}" in out
    assert floor.read_text(encoding="utf-8") == higher


@pytest.mark.sweep
def test_the_floor_of_another_edition_stays() -> None:
    found = edition_coverage(Rulebook("n4"), [str(DISCOVER)])
    floor = {"n3": {"encoded": 3, "spoken": 2, "decisive": 1, "needed": 1}}
    assert fallen(found, floor) == ()
    written = "\nn3: {encoded: 3, spoken: 2, decisive: 1, needed: 1}\nn4: {encoded: "
    assert written in raised(found, floor)


def test_a_floor_at_fault_is_told_with_its_lines(tmp_path: Path) -> None:
    floor = tmp_path / "floor.yaml"
    floor.write_text("n4: {encoded: many, spoken: 1, needed: 1}\n", encoding="utf-8")
    with pytest.raises(ExceptionGroup) as caught:
        floor_of(floor)
    assert [str(error) for error in caught.value.exceptions] == [
        f"{floor}:1: an edition's floor has no 'decisive'",
        f"{floor}:1: encoded is 'many'; expected a number",
    ]


@pytest.mark.sweep
def test_the_command_tells_it_as_json(capsys: Captured) -> None:
    code, out, _ = ran(capsys, "coverage", "n4", DISCOVER, "--json")
    document = json.loads(out)
    told = document["survey"]
    assert (code, told["book"]["edition"], document["fallen"]) == (1, "n4", [])
    assert told["whole"]["spoken"] + len(told["unspoken"]) == told["whole"]["encoded"]


def test_to_raise_needs_a_floor(capsys: Captured) -> None:
    code, _, err = ran(capsys, "coverage", "n4", DISCOVER, "--raise")
    assert (code, err) == (2, "--raise names no file; expected --floor FILE with it\n")


def test_a_floor_that_is_not_there_is_no_floor(tmp_path: Path, capsys: Captured) -> None:
    code, _, err = ran(capsys, "coverage", "n4", DISCOVER, "--floor", tmp_path / "misspelt.yaml")
    assert (code, err.partition("misspelt.yaml: ")[2]) == (
        2,
        "cannot be read: No such file or directory\n",
    )


def test_a_reading_that_turns_a_case_is_shown_by_it() -> None:
    file = CASES / "n3" / "to_camouflaged.yaml"
    trials = [CaseRun(one, Rulebook("n3")) for one in load(file) if "n3" in one.editions]
    chosen = ("lock_whom", "whole_side")
    shown = parted(trials, {chosen, ("lock_whom", "nobody")})
    assert shown.keys() == {chosen}
    assert shown[chosen].line
