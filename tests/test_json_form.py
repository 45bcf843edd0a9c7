"""The JSON form: every field of an answer is in it, and its version with it."""

import dataclasses
import json
from collections.abc import Callable
from functools import cache

import pytest

from aro import Act, Memory, Rulebook, Situation, Trooper, Unknown
from aro.answers import (
    DependsOnReading,
    DependsOnUnknown,
    Fate,
    Gap,
    Mod,
    Outcome,
    Reason,
    Stamp,
    Verdict,
)
from aro.knowledge.edition import Clause, Source
from aro.report import json_form
from aro.report.json_form import (
    choices_json,
    clause_json,
    outcome_json,
    situation_json,
    verdict_json,
)


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


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        (Verdict, lambda: verdict_json(verdict())),
        (Outcome, lambda: outcome_json(outcome())),
        (Stamp, lambda: verdict_json(verdict())["stamp"]),
        (Reason, lambda: verdict_json(verdict())["because"][0]),
        (Clause, lambda: clause_json(verdict().because[0].clause)),
        (Source, lambda: clause_json(verdict().because[0].clause)["source"]),
        (Act, lambda: verdict_json(verdict())["act"]),
        (Mod, lambda: verdict_json(verdict())["mods"][0]),
        (Fate, lambda: outcome_json(outcome())["fates"][0]),
        (Situation, lambda: outcome_json(outcome())["situation"]),
    ],
)
def test_every_field_has_its_key(kind: type, form: Callable[[], dict[str, object]]) -> None:
    places = {"file", "line", "key"}
    assert {field.name for field in dataclasses.fields(kind)} - places <= set(form())


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        (Gap, json_form.GapForm),
        (DependsOnReading, json_form.RestsForm),
        (DependsOnUnknown, json_form.HangsForm),
    ],
)
def test_every_field_of_the_rare_parts_has_its_key(kind: type, form: type) -> None:
    assert {field.name for field in dataclasses.fields(kind)} <= set(form.__annotations__)


def test_a_verdict_reads_back_and_says_what_it_says() -> None:
    form = json.loads(json.dumps(verdict_json(verdict())))
    assert form == verdict_json(verdict())
    assert (form["format"], form["ruling"], form["legal"]) == ("aro/1", verdict().ruling, False)
    assert [one["clause"]["id"] for one in form["because"]] == list(verdict().clauses)
    assert form["provenance"] == verdict().provenance


def test_an_outcome_reads_back() -> None:
    form = json.loads(json.dumps(outcome_json(outcome())))
    assert form == outcome_json(outcome())
    assert form["format"] == "aro/1"


def test_choices_are_by_trooper() -> None:
    aros = Rulebook("n4").legal_aros(table())
    form = choices_json(aros)
    assert list(form["choices"]) == ["guard"]
    assert [one["act"]["does"] for one in form["choices"]["guard"]] == [
        one.act.does for one in aros["guard"]
    ]


def test_a_situation_has_the_words_of_a_case_file() -> None:
    form = situation_json(table())
    assert form["troopers"]["speculo"]["is"] == ["impersonation_1"]
    assert form["memory"] == [["failed", "discover", "guard", "speculo"]]
    assert form["unknown"] == [["zoc", "guard", "speculo"]]
