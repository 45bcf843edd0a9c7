"""The knowledge we ship: where it lies, what is catalogued, which print it has."""

import dataclasses
import importlib.resources
import os
import re
import shutil
from pathlib import Path

import pytest

from aro.errors import KnowledgeError, UnknownTerm
from aro.knowledge import library as kb
from aro.knowledge.edition import clause_id, term

EDITIONS = kb.editions()

DOCUMENTS = {
    "n3": {"camouflaged": 53, "to_camouflaged": 49},
    "n4": {"impersonation": 67},
    "n5": {"decoy": 50},
}


def test_an_unknown_edition_has_the_known_ones() -> None:
    with pytest.raises(UnknownTerm, match="there is no edition 'm3'; expected one of n"):
        kb.load("m3")


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_of_ours_has_no_fault(name: str) -> None:
    edition = kb.load(name)
    assert edition.name == name
    assert edition is kb.load(name)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_clause_of_the_documents_is_catalogued(name: str) -> None:
    counted: dict[str, int] = {}
    for clause in kb.load(name).clauses.values():
        if clause.source.provenance == "document":
            counted[clause.source.key] = counted.get(clause.source.key, 0) + 1
    assert counted == DOCUMENTS[name]


@pytest.mark.parametrize("name", EDITIONS)
def test_id_and_term_are_two_forms_of_one_name(name: str) -> None:
    clauses = kb.load(name).clauses
    assert {clause_id(name, clause.term) for clause in clauses.values()} == set(clauses)


@pytest.mark.parametrize("name", EDITIONS)
def test_a_clause_carried_by_a_case_finds_its_file(name: str) -> None:
    links = {link for clause in kb.load(name).clauses.values() for link in clause.carried_by}
    files = {link.split("#")[0] for link in links if ".yaml" in link}
    assert [file for file in sorted(files) if not (kb.home() / file).is_file()] == []


@pytest.mark.parametrize("text", ["", "n3", "n3.aro", "n3.Aro.1", "aro.1", "n3.aro.1)."])
def test_what_is_no_clause_id_has_no_term(text: str) -> None:
    with pytest.raises(UnknownTerm, match="is no clause id"):
        term(text)


@pytest.mark.parametrize("text", ["", "aro", "aro()", "aro(1,)", "Aro(1)", "aro(f(1))"])
def test_what_is_no_term_of_a_clause_has_no_id(text: str) -> None:
    with pytest.raises(UnknownTerm, match="is no term of a clause"):
        clause_id("n3", text)


def test_the_faq_of_n3_came_with_its_releases() -> None:
    edition = kb.load("n3")
    ours = {"camouflaged", "to_camouflaged"}
    late = {r: {c.id for c in edition.outside(r) if c.source.key in ours} for r in edition.releases}
    assert late["1.0"] == {
        *(f"n3.camouflaged.faq.{number}" for number in (5, 6, 7, 8)),
        "n3.to_camouflaged.faq.5",
    }
    assert late["1.1"] == late["1.2"] == {"n3.to_camouflaged.faq.5"}
    assert late["1.4"] == late["1.6"] == set()


def test_the_knowledge_is_found_beside_the_module_in_a_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules.lp").touch()
    monkeypatch.setattr(kb, "__file__", str(tmp_path / "knowledge" / "library.py"))
    assert kb.home() == tmp_path.resolve()


def test_in_a_checkout_the_knowledge_is_at_its_root() -> None:
    package = Path(str(importlib.resources.files("aro")))
    assert kb.home() in (package, package.parent.parent)
    assert (kb.home() / "rules.lp").is_file()


def test_a_package_without_knowledge_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kb, "__file__", str(tmp_path / "a" / "b" / "kb.py"))
    with pytest.raises(KnowledgeError, match="is not where the package was installed"):
        kb.home()


def test_the_digest_tells_knowledge_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kb" / "n9").mkdir(parents=True)
    (tmp_path / "rules.lp").write_text("a.", encoding="utf-8")
    (tmp_path / "kb" / "n9" / "x.lp").write_text("b.", encoding="utf-8")
    monkeypatch.setattr(kb, "home", lambda: tmp_path)
    digest = kb.digest.__wrapped__
    first = digest()
    assert re.fullmatch("[0-9a-f]{12}", first)
    os.utime(tmp_path / "rules.lp", (0, 0))
    assert digest() == first
    shutil.move(tmp_path / "kb" / "n9" / "x.lp", tmp_path / "kb" / "n9" / "y.lp")
    second = digest()
    (tmp_path / "rules.lp").write_text("c.", encoding="utf-8")
    assert len({first, second, digest()}) == 3


def test_values_of_the_catalogue_are_frozen() -> None:
    clause = next(iter(kb.load("n3").clauses.values()))
    with pytest.raises(dataclasses.FrozenInstanceError):
        clause.says = "Otherwise."  # type: ignore[misc]
