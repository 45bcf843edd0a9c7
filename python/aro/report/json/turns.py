"""What would turn a ruling, and the rulings by how the book is read, as JSON."""

from collections.abc import Iterable
from typing import TypedDict

from aro.analysis.what_if import Combination, Readings, WhatIf
from aro.cases.run import CaseRun
from aro.report.json.clause import FORMAT, Format, StampForm, stamp_json
from aro.report.json_form import VerdictForm, verdict_json


class CombinationForm(TypedDict):
    """The ruling where each ambiguity, by its id, is read so."""

    readings: dict[str, str]
    ruling: str


class ReadingsForm(TypedDict):
    """The ambiguities that a ruling turns on, by id, and it under each combination.

    `cut` if there are more combinations than are told.
    """

    involved: list[str]
    combinations: list[CombinationForm]
    cut: bool


class ChangeForm(TypedDict):
    """A smallest change that turns a ruling, as atoms and in words, and the verdict then."""

    without: list[str]
    put_in: list[str]
    says: list[str]
    verdict: VerdictForm


class WhatIfForm(TypedDict):
    """A question, by the line it stands in: its verdict, the facts that decide it, the changes."""

    line: int | None
    verdict: VerdictForm
    decided_by: list[str]
    says: list[str]
    changes: list[ChangeForm]
    readings: ReadingsForm | None


class WhatIfCaseForm(TypedDict):
    """A case put to one edition."""

    file: str | None
    line: int | None
    title: str
    viewer: str | None
    stamp: StampForm
    questions: list[WhatIfForm]


class WhatIfReportForm(TypedDict):
    """What `what-if` reports."""

    format: Format
    cases: list[WhatIfCaseForm]


def what_if_report_json(cases: Iterable[WhatIfCaseForm]) -> WhatIfReportForm:
    """Return what would turn the rulings of a file."""
    return {"format": FORMAT, "cases": list(cases)}


def what_if_case_json(trial: CaseRun, questions: Iterable[WhatIfForm]) -> WhatIfCaseForm:
    """Return what would turn the rulings of a case."""
    return {
        "file": trial.case.file,
        "line": trial.case.line,
        "title": trial.case.title,
        "viewer": trial.case.viewer,
        "stamp": stamp_json(trial.book.stamp),
        "questions": list(questions),
    }


def what_if_json(line: int | None, found: WhatIf, readings: Readings | None) -> WhatIfForm:
    """Return what would turn a ruling."""
    return {
        "line": line,
        "verdict": verdict_json(found.verdict),
        "decided_by": list(found.decided_by),
        "says": list(found.says),
        "changes": [
            {
                "without": list(one.without),
                "put_in": list(one.put_in),
                "says": list(one.says),
                "verdict": verdict_json(one.verdict),
            }
            for one in found.changes
        ],
        "readings": None if readings is None else readings_form(readings),
    }


def readings_form(found: Readings) -> ReadingsForm:
    """Return the rulings by how the book is read."""
    ids = {one.name: one.id for one in found.involved}

    def told(one: Combination) -> CombinationForm:
        return {
            "readings": {ids[name]: chosen for name, chosen in one.readings},
            "ruling": one.ruling,
        }

    return {
        "involved": [one.id for one in found.involved],
        "combinations": [told(one) for one in found.combinations],
        "cut": found.cut,
    }
