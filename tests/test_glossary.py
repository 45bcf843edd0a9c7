"""The glossary is up to date and whole, and the law names nothing that nobody reads."""

from dataclasses import replace
from pathlib import Path

import pytest

from aro.analysis.glossary import glossary, laws, predicates
from aro.engine.clingo_program import parts
from aro.engine.edition_words import tables
from aro.knowledge import library as kb
from aro.knowledge.edition import Edition
from aro.law_text.law_words import theory
from aro.law_text.undefined_names import undefined_in
from support import theory_syntax

ROOT = kb.home()
THEORY = theory(ROOT / "kb" / "theory")

PLANTED = {
    "trooper_nmae(x).": "nothing reads trooper_nmae/1",
    "says(camouflaged(effect,3), forbidds(both, attack, enemy)).": (
        "no rule reads the law forbidds/3"
    ),
    "says(camouflaged(effect,3), forbids(both, attack, and(enmy, sees))).": (
        "no rule knows the circumstance enmy/0"
    ),
    "says(camouflaged(effect,3), cancels(camouflaged, declares(atack))).": (
        "no rule knows the circumstance atack/0"
    ),
    "says(camouflaged(effect,3), forbids(both, attack, anyone)). either(anyone, (enemy;frend)).": (
        "no rule knows the circumstance frend/0"
    ),
    "says(camouflaged(effect,3), cancels(camouflaged, hits)).": "no rule knows the trigger hits/0",
    "says(camouflaged(effect,3), cancels(camouflaged, replica(near))).": (
        "no rule knows the trigger near/0"
    ),
    "says(camouflaged(effect,3), cancels(camouflagd, replica(enters(camouflaged)))).": (
        "no rule knows the Family camouflagd/0"
    ),
    "says(camouflaged(effect,3), forbids(bth, attack, enemy)).": "no rule knows the Matter bth/0",
    "says(camouflaged(effect,3), locks(camouflaged, dicsover, trooper)).": (
        "no rule knows the Skill dicsover/0"
    ),
    "says(camouflaged(effect,3), locks(camouflaged, discover, troper)).": (
        "no rule knows the Whom troper/0"
    ),
    "says(camouflaged(effect,3), suspends(camouflaged, mimetisms)).": (
        "no rule knows the Trait mimetisms/0"
    ),
    "says(camouflaged(effct,3), forbids(both, attack, enemy)).": (
        "no clause is camouflaged(effct,3)"
    ),
    "says(camouflaged(effect,3), lifts(camouflaged(effect,99), both, attack, enemy)).": (
        "no clause is camouflaged(effect,99)"
    ),
    "says(camouflaged(effect,3), under(allert, tolerated, frees(camouflaged))).": (
        "there is no reading(allert,tolerated)"
    ),
    "holdz(x,A,L) :- sight(A,L,_).": "nothing reads holdz/3",
}


def test_the_glossary_is_what_would_be_generated() -> None:
    text = (ROOT / "kb" / "glossary.md").read_text(encoding="utf-8")
    assert text == glossary(), "run `python -m aro.analysis.glossary`"


def test_every_input_is_documented() -> None:
    documented = {entry.signature for entry in predicates()}
    assert theory_syntax.inputs()
    assert theory_syntax.inputs() <= documented


def test_every_documented_predicate_is_used() -> None:
    assert {entry.signature for entry in predicates()} <= theory_syntax.used()


def test_every_law_that_a_rule_reads_is_documented_and_no_other() -> None:
    files = [ROOT / "rules.lp", *(file for name in kb.editions() for file in kb.load(name).laws)]
    assert {law.signature for law in laws()} == theory_syntax.laws_read(*files)


@pytest.mark.parametrize("name", kb.editions())
def test_every_law_that_an_edition_states_is_documented(name: str) -> None:
    laid = (parts(law) for _, law in tables(kb.load(name)).table("stated"))
    stated = {f"{law[0]}/{len(law) - 1}" for law in laid}
    assert stated <= {law.signature for law in laws()}


def test_every_entry_says_something() -> None:
    assert [entry.head for entry in (*predicates(), *laws()) if not entry.says] == []


@pytest.mark.parametrize("name", kb.editions())
def test_the_law_names_nothing_in_vain(name: str) -> None:
    assert [str(fault) for fault in undefined_in(kb.load(name), THEORY)] == []


@pytest.mark.parametrize(("rule", "fault"), PLANTED.items())
def test_a_misspelt_name_is_found(tmp_path: Path, rule: str, fault: str) -> None:
    found = undefined_in(_with(kb.load("n3"), rule, tmp_path), THEORY)
    assert [one.message for one in found] == [fault]
    assert (found[0].file, found[0].line) == (str(tmp_path / "planted.lp"), 2)


def _with(edition: Edition, rule: str, folder: Path) -> Edition:
    planted = folder / "planted.lp"
    planted.write_text(f"% planted\n{rule}\n", encoding="utf-8")
    return replace(edition, laws=(*edition.laws, planted))
