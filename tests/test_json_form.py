"""The JSON form: every field of an answer is in it, its version, and as the schema says."""

import dataclasses
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from aro import Act, Memory, Rulebook, Situation, Trooper, Unknown
from aro.answers import Fate, Mod, Outcome, Reason, Stamp, Verdict
from aro.knowledge.edition import Clause, Source
from aro.report import json as json_text
from aro.report import json_schema, plain
from support.commandline import Captured, ran

pytestmark = pytest.mark.drawn


@cache
def table() -> Situation:
    return Situation(
        active="red",
        troopers=[
            Trooper("speculo", side="red", states=["impersonation_1"], has=["impersonation"]),
            Trooper("guard", side="blue"),
        ],
        lof=[("guard", "speculo")],
        memory=[Memory("failed", "discover", "guard", "speculo")],
        unknown=[Unknown("zoc", "guard", "speculo")],
    ).declare("speculo", "move")


@cache
def verdict() -> Verdict:
    return Rulebook("n4").is_legal(table(), Act("guard", "discover", "speculo"))


@cache
def outcome() -> Outcome:
    return Rulebook("n4").resolve(table().declare("speculo", "bs_attack", "guard"))


def document(value: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json_text(value))
    return found


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        (Verdict, lambda: document(verdict())),
        (Outcome, lambda: document(outcome())),
        (Stamp, lambda: document(verdict())["stamp"]),
        (Reason, lambda: document(verdict())["because"][0]),
        (Clause, lambda: document(verdict())["because"][0]["clause"]),
        (Source, lambda: document(verdict())["because"][0]["clause"]["source"]),
        (Act, lambda: document(verdict())["act"]),
        (Mod, lambda: document(verdict())["mods"][0]),
        (Fate, lambda: document(outcome())["fates"][0]),
        (Situation, lambda: document(outcome())["situation"]),
    ],
)
def test_every_field_has_its_key(kind: type, form: Callable[[], dict[str, object]]) -> None:
    told = {field.name for field in dataclasses.fields(kind) if field.compare}
    assert told <= set(form())


def test_a_verdict_says_what_it_says() -> None:
    form = document(verdict())
    assert form == plain(verdict())
    assert (form["format"], form["ruling"], form["yes"]) == ("aro/3", verdict().ruling, False)
    assert list(dict.fromkeys(one["clause"]["id"] for one in form["because"])) == list(
        verdict().clauses
    )
    assert form["provenance"] == verdict().provenance


def test_what_troopers_may_declare_is_by_trooper() -> None:
    aros = Rulebook("n4").legal_aros(table())
    form = document(aros)
    assert list(form["choices"]) == ["guard"]
    assert [one["act"]["does"] for one in form["choices"]["guard"]] == [
        one.act.does for one in aros["guard"]
    ]


def test_where_a_value_stands_in_a_file_is_left_out() -> None:
    guard = dataclasses.replace(table().trooper("guard"), line=7)
    assert "line" not in document(guard)


def test_the_published_schema_is_that_of_the_values() -> None:
    assert json_schema.FILE.read_text(encoding="utf-8") == json_schema.text()
    Draft202012Validator.check_schema(json_schema.schema())


FILES = {
    "n2/choices": pytest.mark.sweep,
    "n4/impersonation_reactions": pytest.mark.sweep,
    "n5/decoy_user_readings": pytest.mark.release,
}


@pytest.mark.parametrize(
    "command",
    [
        ("ask", "tests/cases/n4/readme.yaml", "--readings"),
        *(
            pytest.param(("ask", f"tests/cases/{file}.yaml", "--readings"), marks=mark)
            for file, mark in FILES.items()
        ),
        ("aros", "tests/cases/n4/aro.yaml"),
        ("resolve", "tests/cases/n4/discover.yaml"),
        ("facts", "tests/cases/n4/discover.yaml"),
        ("what-if", "tests/cases/n4/readme.yaml", "--changes", "1"),
        ("rules", "n4", "impersonation"),
        ("rules", "n4", "readings"),
        ("words", "n5", "repeater"),
        pytest.param(("test", "tests/cases/n5/labels.yaml"), marks=pytest.mark.sweep),
        pytest.param(("coverage", "n4", "tests/cases/n4/discover.yaml"), marks=pytest.mark.sweep),
        pytest.param(("diff", "n4@1.0", "n4@1.2", "--seconds", "5"), marks=pytest.mark.sweep),
        ("new", "n5"),
    ],
    ids=" ".join,
)
def test_what_commands_print_is_as_the_schema_says(
    command: tuple[str, ...], capsys: Captured
) -> None:
    _, out, err = ran(capsys, *command, "--json")
    assert out, err
    Draft202012Validator(json_schema.schema()).validate(json.loads(out))


def test_answers_are_as_the_schema_says() -> None:
    lists = (Rulebook("n4").legal_aros(table()), Rulebook("n4").options(table()))
    for answer in (verdict(), outcome(), *lists):
        Draft202012Validator(json_schema.schema()).validate(plain(answer))
