"""What the command line and batches print as JSON of cases, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from aro.analysis.beside import Beside
from aro.analysis.what_if import Readings, WhatIf
from aro.answers import Outcome, Stamp, Verdict
from aro.cases import Question
from aro.cases.run import Answer, CaseRun

CameOut = Literal["yes", "no", "input", "defect"]
"""How a line of a batch came out, as the exit codes of the command line have it."""

Choices = Mapping[str, tuple[Verdict, ...]]
"""What each trooper may declare."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A question, by the line it stands in, and its answer; what does not apply is None.

    `beside` is what stands beside a verdict, which a batch leaves out. `readings` is the ruling
    under each combination of readings, where that was asked for.
    """

    line: int | None
    verdict: Verdict | None = None
    beside: Beside | None = None
    choices: tuple[Verdict, ...] | None = None
    outcome: Outcome | None = None
    what_if: WhatIf | None = None
    readings: Readings | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseReport:
    """A case put to one edition; `viewer` is the side that is answered, None for the referee."""

    file: str | None
    line: int | None
    title: str
    viewer: str | None
    stamp: Stamp
    answers: tuple[Answered, ...] = ()
    choices: Choices | None = None
    facts: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What `ask`, `aros`, `options`, `resolve`, `facts` and `what-if` print."""

    cases: tuple[CaseReport, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a line of a batch was answered by, and how it was asked: as the command line said.

    `knowledge` is its digest; `amendments` gives that of each edition with drafts which the line
    names: with `refused` behind it where they are refused, None where they cannot be read.
    """

    knowledge: str
    as_side: str | None
    readings: Mapping[str, str]
    amendments: Mapping[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredLine:
    """What a line of a batch is answered with.

    `line` is its number and `input` the checksum of what stood there. `came_out` is `yes` if all
    answers are a yes, else `no`, `input` or `defect`: the last two say whose the `errors` are.
    `checksum` is that of the answered line without these eight digits.
    """

    line: int
    input: str
    came_out: CameOut
    checksum: str
    asked: Asked
    errors: tuple[str, ...]
    cases: tuple[CaseReport, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Batched:
    """How many lines there are, how many had been answered before, and how they came out."""

    lines: int
    before: int
    yes: int
    no: int
    wrong: int
    defects: int

    def __str__(self) -> str:
        before = f", {self.before} of them before" if self.before else ""
        came_out = f"{self.yes} yes, {self.no} no, {self.wrong} wrong, {self.defects} defects"
        return f"{self.lines} lines answered{before}: {came_out}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """What `new` and `draw` print: a case file to start from, or a picture."""

    text: str


def case_report(run: CaseRun) -> CaseReport:
    """Return a case put to one edition, before anything is found out of it."""
    case, stamp = run.case, run.book.stamp
    return CaseReport(
        file=case.file, line=case.line, title=case.title, viewer=case.viewer, stamp=stamp
    )


def answer_report(question: Question, answer: Answer) -> Answered:
    """Return a question of a case with its answer."""
    match answer:
        case Verdict():
            return Answered(line=question.line, verdict=answer)
        case Outcome():
            return Answered(line=question.line, outcome=answer)
    return Answered(line=question.line, choices=answer)
