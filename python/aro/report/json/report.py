"""What the command line reports as JSON: the cases of a file with their answers, clauses, tests."""

from collections.abc import Iterable, Mapping
from typing import TypedDict

from aro.analysis.clause_status import Standing
from aro.analysis.what_if import Readings
from aro.answers import Outcome, Verdict
from aro.cases import AskRuling, Question
from aro.cases.run import Answer, CaseRun
from aro.cases.suite import SuiteReport
from aro.report.json.clause import FORMAT, ClauseForm, Format, StampForm, clause_json, stamp_json
from aro.report.json.outcome import OutcomeForm, outcome_json
from aro.report.json.turns import ReadingsForm, readings_form
from aro.report.json_form import VerdictForm, choices_json, verdict_json
from aro.rulebook import Rulebook


class AnswerForm(TypedDict):
    """A question, by the line it stands in, and its answer: one of the three is not null.

    `readings` is the ruling by how the book is read, where that was asked for.
    """

    line: int | None
    verdict: VerdictForm | None
    choices: list[VerdictForm] | None
    outcome: OutcomeForm | None
    readings: ReadingsForm | None


class CaseForm(TypedDict):
    """A case put to one edition; `viewer` is the side that is told, null for the referee."""

    file: str | None
    line: int | None
    title: str
    viewer: str | None
    stamp: StampForm
    answers: list[AnswerForm]
    choices: dict[str, list[VerdictForm]] | None
    facts: str | None


class ReportForm(TypedDict):
    """What `ask`, `aros`, `options`, `resolve` and `facts` report."""

    format: Format
    cases: list[CaseForm]


class StandingForm(TypedDict):
    """A clause, its status (encoded, carried, partly or not), and whether it holds.

    `amended` is `repealed`, or the id of the clause that an amendment puts in its place, else null.
    """

    clause: ClauseForm
    status: str
    in_force: bool
    readings: list[str]
    amended: str | None


class RulesForm(TypedDict):
    """What `rules` reports."""

    format: Format
    stamp: StampForm
    clauses: list[StandingForm]


class TallyForm(TypedDict):
    """What `test` reports: counts, and a line for each failure, fault and defect."""

    format: Format
    passed: int
    failed: int
    failures: list[str]
    faults: list[str]
    defects: list[str]


class TextForm(TypedDict):
    """What `new` reports: the starter file."""

    format: Format
    text: str


def report_json(found: Iterable[CaseForm]) -> ReportForm:
    """Return the report on the cases of a file."""
    return {"format": FORMAT, "cases": list(found)}


def case_json(
    trial: CaseRun,
    *,
    answers: Iterable[tuple[Question, Answer]] = (),
    by_readings: Mapping[AskRuling, Readings] | None = None,
    choices: dict[str, tuple[Verdict, ...]] | None = None,
    facts: str | None = None,
) -> CaseForm:
    """Return a case put to one edition, with what was found out of it."""
    return {
        "file": trial.case.file,
        "line": trial.case.line,
        "title": trial.case.title,
        "viewer": trial.case.viewer,
        "stamp": stamp_json(trial.book.stamp),
        "answers": [_answer(one.line, answer, _by(one, by_readings)) for one, answer in answers],
        "choices": None if choices is None else choices_json(choices)["choices"],
        "facts": facts,
    }


def outcome_case_json(trial: CaseRun, outcome: Outcome) -> CaseForm:
    """Return a case put to one edition, with what its Order leaves behind."""
    form = case_json(trial)
    form["answers"].append(_answer(None, outcome))
    return form


def rules_json(book: Rulebook, found: Iterable[Standing]) -> RulesForm:
    """Return clauses with how they stand."""
    listed: list[StandingForm] = [
        {
            "clause": clause_json(one.clause),
            "status": one.status,
            "in_force": one.in_force,
            "readings": [reading.id for reading in one.readings],
            "amended": one.amended,
        }
        for one in found
    ]
    return {"format": FORMAT, "stamp": stamp_json(book.stamp), "clauses": listed}


def tally_json(tally: SuiteReport) -> TallyForm:
    """Return what came of tests."""
    return {
        "format": FORMAT,
        "passed": tally.passed,
        "failed": tally.failed,
        "failures": list(tally.failures),
        "faults": list(tally.faults),
        "defects": list(tally.defects),
    }


def text_json(text: str) -> TextForm:
    """Return a text."""
    return {"format": FORMAT, "text": text}


def _by(one: Question, found: Mapping[AskRuling, Readings] | None) -> ReadingsForm | None:
    told = found.get(one) if found and isinstance(one, AskRuling) else None
    return None if told is None else readings_form(told)


def _answer(line: int | None, answer: Answer, by: ReadingsForm | None = None) -> AnswerForm:
    form: AnswerForm = {
        "line": line,
        "verdict": None,
        "choices": None,
        "outcome": None,
        "readings": by,
    }
    match answer:
        case Verdict():
            form["verdict"] = verdict_json(answer)
        case Outcome():
            form["outcome"] = outcome_json(answer)
        case _:
            form["choices"] = [verdict_json(one) for one in answer]
    return form
