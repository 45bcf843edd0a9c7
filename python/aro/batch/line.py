"""One line of a batch: the questions of a case in, their answers or what is wrong with it out."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypedDict
from zlib import crc32

from aro import cases
from aro.answers import Outcome
from aro.cases.opening import case_runs, leaves, located, require_questions
from aro.errors import EngineError, RulesError, SituationError, explained
from aro.knowledge import library as kb
from aro.report.json.clause import FORMAT, Format
from aro.report.json.report import CaseForm, case_json

CameOut = Literal["yes", "no", "input", "defect"]
"""How a line came out, as the exit codes of the command line have it."""

Chunk = tuple[tuple[int, bytes], ...]
"""Some lines that follow each other, with their numbers."""

_HEAD = re.compile(
    rb'\{"format": "aro/1", "line": (\d+), "input": "([0-9a-f]{8})", "came_out": "([a-z]+)", '
)


class LineForm(TypedDict):
    """What a line of a batch is answered with.

    `line` is its number and `input` the checksum of what stood there. `came_out` is yes, no, input
    or defect: whether all answers are a yes, else whose the `errors` are.
    """

    format: Format
    line: int
    input: str
    came_out: CameOut
    errors: list[str]
    cases: list[CaseForm]


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of an answered line: which one it is, and how it came out."""

    line: int
    input: str
    came_out: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How the lines of a file are to be answered: by which law, for whom, how read."""

    file: str
    digest: str
    as_side: str | None = None
    readings: tuple[tuple[str, str], ...] = ()


def answered(chunk: Chunk, manner: Manner) -> list[tuple[CameOut, bytes]]:
    """Return how some lines came out, and what each is answered with."""
    if kb.digest() != manner.digest:
        raise EngineError(f"a worker holds the knowledge {kb.digest()} and not {manner.digest}")
    forms = (_answered(number, line, manner) for number, line in chunk)
    return [(form["came_out"], _bytes(form)) for form in forms]


def head(line: bytes) -> Head | None:
    """Return how an answered line begins, None if it is none."""
    found = _HEAD.match(line)
    if found is None:
        return None
    number, told, came_out = found.groups()
    return Head(int(number), told.decode(), came_out.decode())


def may_begin(torn: bytes, number: int) -> bool:
    """Return whether an answered line of that number may have been torn off so."""
    start = f'{{"format": "{FORMAT}", "line": {number}, '.encode()
    return start.startswith(torn[: len(start)])


def checksum(line: bytes) -> str:
    """Return the checksum of a line."""
    return f"{crc32(line):08x}"


def _answered(number: int, line: bytes, manner: Manner) -> LineForm:
    form: LineForm = {
        "format": FORMAT,
        "line": number,
        "input": checksum(line),
        "came_out": "yes",
        "errors": [],
        "cases": [],
    }
    try:
        form["cases"], yes = _cases(number, line, manner)
    except ExceptionGroup as group:
        return _failed(form, list(leaves(group)), manner)
    except Exception as error:  # noqa: BLE001  whatever it is, the other lines are answered
        return _failed(form, [error], manner)
    form["came_out"] = "yes" if yes else "no"
    return form


def _cases(number: int, line: bytes, manner: Manner) -> tuple[list[CaseForm], bool]:
    yes = True
    report = []
    found = case_runs(
        cases.loads(line, name=manner.file),
        manner.file,
        as_side=manner.as_side,
        readings=dict(manner.readings),
    )
    require_questions(found)
    for trial in found:
        with located(trial.case):
            answers = tuple(trial.answers())
        yes = yes and all(bool(one) or isinstance(one, Outcome) for _, one in answers)
        form = case_json(trial, answers=answers)
        form["line"] = number
        for answer in form["answers"]:
            answer["line"] = number
        report.append(form)
    return report, yes


def _failed(form: LineForm, errors: Iterable[Exception], manner: Manner) -> LineForm:
    form["came_out"] = "input"
    for error in errors:
        if not isinstance(error, SituationError):
            form["came_out"] = "defect"
        if isinstance(error, RulesError) and error.file in {None, manner.file}:
            error.file, error.line = manner.file, form["line"]
        form["errors"].append(explained(error))
    return form


def _bytes(form: LineForm) -> bytes:
    return _WRITER.encode(form).encode("utf-8", "replace") + b"\n"


_WRITER = json.JSONEncoder(ensure_ascii=False)
