"""The faults of a catalogue: each is found, told with its place, and all are told at once."""

import re
from pathlib import Path

import pytest

from aro.errors import KnowledgeError, UnknownTerm
from aro.knowledge import catalogue
from aro.knowledge.edition import PublishedAnswer

EDITION = """\
edition: n9
title: Invented
releases: ["1.0", "1.1", "1.2"]
subjects: [alpha]
absent:
  beta: {says: in alpha, unseen: [beta, "begins(beta,_)"]}
"""
ALPHA = """\
subject: alpha
title: Alpha
sources:
  page:
    title: A page
    version: "N9"
    provenance: wiki
clauses:
  - id: n9.alpha.effect.1
    source: page
    kind: effect
    says: One.
    subjects: [alpha]
    encodable: "yes"
  - id: n9.alpha.effect.2
    source: page
    kind: faq
    says: Two.
    subjects: [alpha]
    encodable: "partly"
    gap: Half.
    since: "1.1"
    until: "1.2"
    faq: {version: "1.1", question: Two?, answer: "yes", note: Indeed.}
    carried_by: [n9.alpha.effect.1, "tests/cases/n9/alpha.yaml#Two"]
"""
READINGS = """\
readings:
  - id: r_n9_one
    clauses: [n9.alpha.effect.1]
    question: Which?
    alternatives:
      - {name: this, says: This.}
      - {name: that, says: That.}
    default: this
    why: Because.
    shows_in: Here.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "n9"
    path.mkdir()
    (path / "edition.yaml").write_text(EDITION, encoding="utf-8")
    (path / "alpha.yaml").write_text(ALPHA, encoding="utf-8")
    (path / "readings.yaml").write_text(READINGS, encoding="utf-8")
    return path


def faults(folder: Path) -> list[str]:
    with pytest.raises(ExceptionGroup, match="the catalogue of n9 is at fault") as caught:
        catalogue.read(folder)
    assert all(isinstance(error, KnowledgeError) for error in caught.value.exceptions)
    return [str(error) for error in caught.value.exceptions]


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_an_edition_is_read_whole(folder: Path) -> None:
    (folder / "alpha.lp").write_text("", encoding="utf-8")
    edition = catalogue.read(folder)
    assert (edition.name, edition.title) == ("n9", "Invented")
    [beta] = edition.unseen
    assert (beta.page, beta.says, beta.laws) == ("beta", "in alpha", ("beta", "begins(beta,_)"))
    assert (beta.file, beta.line) == ("kb/n9/edition.yaml", 6)
    assert edition.laws == (folder / "alpha.lp",)
    assert edition.articles[0].sources[0].provenance == "wiki"
    second = edition.clause("n9.alpha.effect.2")
    assert (second.term, second.line, second.source.title) == ("alpha(effect,2)", 15, "A page")
    assert second.faq == PublishedAnswer(
        version="1.1", question="Two?", answer="yes", note="Indeed."
    )
    assert edition.reading("one") is edition.reading("r_n9_one")
    assert [each.name for each in edition.reading("one").alternatives] == ["this", "that"]


def test_an_article_without_rules_has_no_law(folder: Path) -> None:
    edition = catalogue.read(folder)
    assert edition.laws == ()
    assert edition.laws == ()


@pytest.mark.parametrize(("release", "outside"), [("1.0", 1), ("1.1", 0), ("1.2", 1), (None, 1)])
def test_a_clause_holds_from_its_release_until_another(
    folder: Path, release: str | None, outside: int
) -> None:
    assert len(catalogue.read(folder).outside(release)) == outside


def test_the_newest_release_is_the_default(folder: Path) -> None:
    edition = catalogue.read(folder)
    assert edition.release() == "1.2"
    assert edition.release("1.0") == "1.0"


def test_an_unknown_name_has_near_ones(folder: Path) -> None:
    edition = catalogue.read(folder)
    with pytest.raises(UnknownTerm) as caught:
        edition.clause("n9.alpha.efect.1")
    assert str(caught.value) == (
        "n9 has no clause 'n9.alpha.efect.1'; did you mean 'n9.alpha.effect.1' or "
        "'n9.alpha.effect.2'?"
    )
    assert caught.value.near == ("n9.alpha.effect.1", "n9.alpha.effect.2")
    with pytest.raises(UnknownTerm, match=r"n9 has no release '1\.3'; did you mean "):
        edition.release("1.3")
    with pytest.raises(UnknownTerm, match="n9 has no reading 'on'; did you mean 'one'"):
        edition.reading("on")


CLAUSE = "kb/n9/alpha.yaml:9: "


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("alpha", "    kind: effect", "    knid: effect", [
            f"{CLAUSE}a clause has no 'kind'",
            "kb/n9/alpha.yaml:11: unknown key of a clause: 'knid'; did you mean 'kind' or 'id'?",
        ]),
        ("alpha", '    encodable: "yes"', '    encodable: "maybe"', [
            "kb/n9/alpha.yaml:14: unknown encodable 'maybe'; expected one of no, partly, yes",
        ]),
        ("alpha", '    encodable: "yes"', '    encodable: "no"', [
            f"{CLAUSE}a clause that is encodable 'no' has no 'gap'",
        ]),
        ("alpha", "    source: page", "    source: pages", [
            "kb/n9/alpha.yaml:10: unknown source 'pages'; did you mean 'page'?",
        ]),
        ("alpha", "provenance: wiki", "provenance: wikis", [
            "kb/n9/alpha.yaml:7: unknown provenance 'wikis'; did you mean 'wiki'?",
        ]),
        ("alpha", "n9.alpha.effect.2\n", "n9.alpha.effect.1\n", [
            "kb/n9/alpha.yaml:15: n9.alpha.effect.1 is given twice, first in kb/n9/alpha.yaml:9",
        ]),
        ("alpha", "n9.alpha.effect.2\n", "n3.alpha.effect.2\n", [
            ("kb/n9/alpha.yaml:15: 'n3.alpha.effect.2' is no clause id here; "
             "expected n9.article.section.number"),
        ]),
        ("alpha", "by: [n9.alpha.effect.1", "by: [n9.alpha.effect.7", [
            ("kb/n9/alpha.yaml:25: unknown clause 'n9.alpha.effect.7'; "
             "did you mean 'n9.alpha.effect.2' or 'n9.alpha.effect.1'?"),
        ]),
        ("alpha", 'since: "1.1"', 'since: "1.4"', [
            "kb/n9/alpha.yaml:22: unknown since '1.4'; did you mean '1.2' or '1.1' or '1.0'?",
        ]),
        ("alpha", "question: Two?", "quest: Two?", [
            "kb/n9/alpha.yaml:24: a faq has no 'question'",
            "kb/n9/alpha.yaml:24: unknown key of a faq: 'quest'; did you mean 'question'?",
        ]),
        ("alpha", "id: n9.alpha.effect.2\n    source", "source", [
            "kb/n9/alpha.yaml:15: a clause has no 'id'",
        ]),
        ("alpha", "subject: alpha", "subject: beta", [
            "kb/n9/alpha.yaml:1: subject 'beta'; expected 'alpha'",
        ]),
        ("alpha", "subjects: [alpha]", "subjects: alpha", [
            "kb/n9/alpha.yaml:13: subjects is 'alpha'; expected a list",
        ]),
        ("alpha", "title: Alpha", "title: Alpha\ntitle: Beta", [
            "kb/n9/alpha.yaml:3: 'title' is given twice, first in line 2",
        ]),
        ("edition", "edition: n9", "edition: n8", [
            "kb/n9/edition.yaml:1: edition 'n8'; expected 'n9'",
        ]),
        ("edition", '["1.0", "1.1", "1.2"]', "[]", [
            "kb/n9/alpha.yaml:22: unknown since '1.1'",
            "kb/n9/alpha.yaml:23: unknown until '1.2'",
            "kb/n9/edition.yaml:3: no release; expected at least one",
        ]),
        ("edition", "subjects: [alpha]", "subjects: [alpha, gamma]", [
            "kb/n9/edition.yaml:4: unknown subject 'gamma'; expected one of alpha",
        ]),
        ("edition", "  beta: {", "  - {beta: in alpha, ", [
            "kb/n9/edition.yaml:6: absent is a list; expected a mapping (key: value)",
        ]),
        ("edition", '"begins(beta,_)"', '"begins(beta,_"', [
            ("kb/n9/edition.yaml:6: 'begins(beta,_' is no pattern of a Law; "
             "expected begins(STATE,_)"),
        ]),
        ("edition", ', unseen: [beta, "begins(beta,_)"]', "", [
            "kb/n9/edition.yaml:6: an absent page has no 'unseen'",
        ]),
        ("alpha", "    provenance: wiki\n", "    provenance: wiki\n    unseen: [beta]\n", [
            "kb/n9/alpha.yaml:8: 'unseen' without 'incomplete'",
        ]),
        ("readings", "clauses: [n9.alpha.effect.1]", "clauses: [n9.alpha.effct.1]", [
            ("kb/n9/readings.yaml:3: unknown clause 'n9.alpha.effct.1'; "
             "did you mean 'n9.alpha.effect.1' or 'n9.alpha.effect.2'?"),
        ]),
        ("readings", "default: this", "default: thsi", [
            "kb/n9/readings.yaml:8: unknown default 'thsi'; did you mean 'this'?",
        ]),
        ("readings", "r_n9_one", "r_n3_one", [
            "kb/n9/readings.yaml:2: 'r_n3_one'; expected r_n9_... and a word in lower case",
        ]),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place(
    folder: Path, file: str, old: str, new: str, expected: list[str]
) -> None:
    changed(folder / f"{file}.yaml", old, new)
    assert faults(folder) == expected


def test_a_fault_in_a_clause_names_the_clause(folder: Path) -> None:
    changed(folder / "alpha.yaml", "kind: faq", "kind: []")
    with pytest.raises(ExceptionGroup) as caught:
        catalogue.read(folder)
    (error,) = caught.value.exceptions
    assert isinstance(error, KnowledgeError)
    assert (error.file, error.line, error.clause) == ("kb/n9/alpha.yaml", 17, "n9.alpha.effect.2")


def test_two_readings_of_one_id_are_a_fault(folder: Path) -> None:
    path = folder / "readings.yaml"
    path.write_text(READINGS + READINGS.split("\n", 1)[1], encoding="utf-8")
    assert faults(folder) == ["kb/n9/readings.yaml:11: r_n9_one is given twice, first in line 2"]


def test_files_of_no_subject_are_a_fault(folder: Path) -> None:
    (folder / "stray.lp").write_text("", encoding="utf-8")
    assert faults(folder) == [
        "kb/n9/edition.yaml:4: the files of 'stray' belong to no subject of the edition"
    ]


def test_the_faults_of_all_files_come_at_once(folder: Path) -> None:
    changed(folder / "edition.yaml", "title: Invented", "titel: Invented")
    changed(folder / "alpha.yaml", "title: Alpha", "title:")
    (folder / "readings.yaml").unlink()
    assert faults(folder) == [
        "kb/n9/alpha.yaml:2: title is empty; expected text",
        "kb/n9/edition.yaml:1: an edition has no 'title'",
        "kb/n9/edition.yaml:2: unknown key of an edition: 'titel'; did you mean 'title'?",
        "kb/n9/readings.yaml: cannot be read: No such file or directory",
    ]


def test_a_file_that_is_no_yaml_is_a_fault_of_its_own(folder: Path) -> None:
    (folder / "alpha.yaml").write_text("subject: [", encoding="utf-8")
    first, *rest = faults(folder)
    assert re.match(r"kb/n9/alpha\.yaml:\d+: not YAML: ", first)
    assert rest == ["kb/n9/readings.yaml:3: unknown clause 'n9.alpha.effect.1'"]


def test_a_wording_in_halves_is_said_whole_or_by_the_half_that_applies(folder: Path) -> None:
    (folder / "alpha.lp").write_text("", encoding="utf-8")
    says = next(
        line for line in (folder / "alpha.yaml").read_text().splitlines() if "says:" in line
    )
    indent = says[: len(says) - len(says.lstrip("- "))]
    changed(
        folder / "alpha.yaml", says, f"{indent}says: {{allows: You may., forbids: You may not.}}"
    )
    clause = next(iter(catalogue.read(folder).clauses.values()))
    assert clause.says == "You may. You may not."
    assert clause.said(forbids=True, allows=False) == "You may not."
    assert clause.said(forbids=False, allows=True) == "You may."
    assert clause.said(forbids=True, allows=True) == clause.says
    changed(folder / "alpha.yaml", ", forbids: You may not.", "")
    with pytest.raises(ExceptionGroup, match="at fault"):
        catalogue.read(folder)
