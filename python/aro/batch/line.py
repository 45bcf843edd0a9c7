"""One line of a batch: the questions of a case in, their answers or what is wrong with it out."""

import re
from dataclasses import dataclass, replace
from typing import NamedTuple
from zlib import crc32

from aro.answers import Outcome
from aro.cases import loads
from aro.cases.opening import case_runs, leaves, located, require_questions
from aro.errors import EngineError, RulesError, SituationError, explained
from aro.knowledge import library as kb
from aro.report.documents import AnsweredLine, CameOut, CaseReport, answer_report, case_report
from aro.report.json_writer import FORMAT, written

Chunk = tuple[tuple[int, bytes], ...]
"""Some lines that follow each other, with their numbers."""

_HEAD = re.compile(
    rb'\{"format": "aro/2", "line": (\d+), "input": "([0-9a-f]{8})", "came_out": "([a-z]+)", '
)


class Head(NamedTuple):
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
    lines = (_answered(number, line, manner) for number, line in chunk)
    return [
        (line.came_out, f"{written(line, indent=None)}\n".encode(errors="replace"))
        for line in lines
    ]


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


def _answered(number: int, line: bytes, manner: Manner) -> AnsweredLine:
    cases: tuple[CaseReport, ...] = ()
    errors: list[Exception] = []
    try:
        cases, yes = _cases(number, line, manner)
        came_out: CameOut = "yes" if yes else "no"
    except Exception as error:  # noqa: BLE001  whatever it is, the other lines are answered
        errors += leaves(error)
        wrong = all(isinstance(one, SituationError) for one in errors)
        came_out = "input" if wrong else "defect"
    for one in errors:
        if isinstance(one, RulesError) and one.file in {None, manner.file}:
            one.file, one.line = manner.file, number
    return AnsweredLine(
        line=number,
        input=checksum(line),
        came_out=came_out,
        errors=tuple(map(explained, errors)),
        cases=cases,
    )


def _cases(number: int, line: bytes, manner: Manner) -> tuple[tuple[CaseReport, ...], bool]:
    """Return the cases of a line with their answers, and whether all of these are a yes."""
    runs = case_runs(
        loads(line, name=manner.file),
        manner.file,
        as_side=manner.as_side,
        readings=dict(manner.readings),
    )
    require_questions(runs)
    yes = True
    reports = []
    for run in runs:
        with located(run.case):
            answers = tuple(run.answers())
        yes = yes and all(bool(answer) or isinstance(answer, Outcome) for _, answer in answers)
        listed = tuple(replace(answer_report(*answer), line=number) for answer in answers)
        reports.append(replace(case_report(run), line=number, answers=listed))
    return tuple(reports), yes
