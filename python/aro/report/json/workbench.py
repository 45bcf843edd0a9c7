"""Diffs and checks as JSON of the form aro/1."""

from typing import TypedDict

from aro.analysis.check import Check
from aro.analysis.check.findings import Finding
from aro.analysis.diff import Diff, Difference
from aro.analysis.search.witness import Witness
from aro.report.json.clause import FORMAT, Format, StampForm, stamp_json
from aro.report.json.situation import ActForm, SituationForm, act_json, situation_json


class WitnessForm(TypedDict):
    """The smallest situation that shows something; `act` is asked about, null if results are."""

    situation: SituationForm
    act: ActForm | None
    facts: list[str]


class ToldForm(TypedDict):
    """What one side says, and by which clauses, by id."""

    says: str
    because: list[str]


class DifferenceForm(TypedDict):
    """A difference; `clauses` and `told` are of the left and of the right, `lacks` else null."""

    matter: str
    about: str
    clauses: list[list[str]]
    alone: bool
    told: list[ToldForm]
    occurs: list[str]
    lacks: str | None
    witness: WitnessForm


class DiffForm(TypedDict):
    """Where two rulebooks part; pairs are of the left and of the right."""

    format: Format
    sides: list[StampForm]
    differences: list[DifferenceForm]
    silent: list[list[str]]
    lacking: list[list[str]]
    words: list[list[str]]
    unfinished: str | None


class FindingForm(TypedDict):
    """A finding; `accepted` is the reason for which it stands, null where nobody accepted it."""

    id: str
    kind: str
    severity: str
    says: str
    clauses: list[str]
    file: str | None
    line: int | None
    accepted: str | None
    witness: WitnessForm | None


class CheckForm(TypedDict):
    """What a check found; `clean` if all of it is accepted or a note."""

    format: Format
    about: StampForm | None
    clean: bool
    findings: list[FindingForm]
    unfinished: str | None


def diff_json(found: Diff) -> DiffForm:
    """Return a diff as JSON."""
    return {
        "format": FORMAT,
        "sides": [stamp_json(one) for one in found.sides],
        "differences": [_difference(one) for one in found.differences],
        "silent": [list(one) for one in found.silent],
        "lacking": [list(one) for one in found.lacking],
        "words": [list(one) for one in found.words],
        "unfinished": found.unfinished,
    }


def check_json(found: Check) -> CheckForm:
    """Return a check as JSON."""
    told = [(one, None) for one in (*found.new, *found.notes)]
    return {
        "format": FORMAT,
        "about": stamp_json(found.about) if found.about else None,
        "clean": found.clean,
        "findings": [_finding(one, why) for one, why in (*told, *found.accepted)],
        "unfinished": found.unfinished,
    }


def _difference(one: Difference) -> DifferenceForm:
    return {
        "matter": one.matter,
        "about": one.about,
        "clauses": [[clause.id for clause in mine] for mine in one.clauses],
        "alone": one.alone,
        "told": [
            {"says": told.says, "because": [reason.clause.id for reason in told.because]}
            for told in one.told
        ],
        "occurs": list(one.occurs),
        "lacks": one.lacks,
        "witness": _witness(one.witness),
    }


def _finding(one: Finding, why: str | None) -> FindingForm:
    file, line = one.place or (None, None)
    return {
        "id": one.id,
        "kind": one.kind,
        "severity": one.severity,
        "says": one.says,
        "clauses": [clause.id for clause in one.clauses],
        "file": file,
        "line": line,
        "accepted": why,
        "witness": _witness(one.witness) if one.witness else None,
    }


def _witness(one: Witness) -> WitnessForm:
    return {
        "situation": situation_json(one.table),
        "act": act_json(one.act) if one.act else None,
        "facts": list(one.facts),
    }
