"""One line of a batch: the questions of a case in, their answers or what is wrong with it out."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from json import JSONDecoder
from typing import NamedTuple
from zlib import crc32

from aro.amendments import digest_of
from aro.answers import Outcome
from aro.cases import Case, loads
from aro.cases.opening import beside, case_runs, leaves, located, require_questions, rulebook
from aro.errors import GaveUp, RulesError, SituationError, explained
from aro.fitting import fit
from aro.knowledge import library as kb
from aro.report.documents import AnsweredLine, Asked, CaseReport, answer_report, case_report
from aro.report.json_writer import FORMAT, written
from aro.rulebook import Rulebook

Chunk = tuple[tuple[int, bytes], ...]
"""Some lines that follow each other, with their numbers."""

Amendments = dict[str, str | None]
"""The digests of amendments, by the editions that are amended, as lines name them."""

_HEAD = re.compile(
    rb'\{"format": "aro/3", "line": (\d{1,12}), "input": "([0-9a-f]{8})", "came_out": "([a-z]+)", '
    rb'"checksum": "([0-9a-f]{8})", "asked": '
)
_BLANK = b'"checksum": "'


class Head(NamedTuple):
    """The beginning of an answered line: which one it is, how it came out, how it was asked."""

    line: int
    input: str
    came_out: str
    checksum: str
    asked: Asked
    place: int
    """Where the checksum stands, which is that of all other bytes."""


class Told(NamedTuple):
    """What a line is answered with: how it came out, how it was asked, and the line itself."""

    came_out: str
    asked: Asked
    line: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How the lines of a file are to be answered: by which law, for whom, how read."""

    file: str
    digest: str
    as_side: str | None = None
    readings: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        fit(self)

    def asked(self, amendments: Mapping[str, str | None]) -> Asked:
        """Return this with the amendments that a line uses, as the line tells it."""
        return Asked(
            knowledge=self.digest,
            as_side=self.as_side,
            readings=dict(self.readings),
            amendments=amendments,
        )


def answered(chunk: Chunk, manner: Manner) -> list[Told]:
    """Return what some lines are answered with."""
    if kb.digest() != manner.digest:
        raise SituationError(f"a worker holds the knowledge {kb.digest()} and not {manner.digest}")
    return [_answered(number, line, manner) for number, line in chunk]


def unanswered(number: int, line: bytes, manner: Manner) -> Told:
    """Return what a line is answered with on which workers die."""
    error = SituationError("two workers died of this line", file=manner.file, line=number)
    return _told(number, line, manner.asked({}), (), [error])


def head(line: bytes) -> Head | None:
    """Return how an answered line begins, None if it is none."""
    found = _HEAD.match(line)
    if found is None:
        return None
    number, told, came_out, checksum = found.groups()
    try:
        asked, _ = _DECODER.raw_decode(line[found.end() :].decode(errors="replace"))
        as_asked = Asked(**asked)
    except (ValueError, TypeError, RecursionError):
        return None
    if not isinstance(as_asked.amendments, dict):
        return None
    place = found.start(4)
    return Head(int(number), told.decode(), came_out.decode(), checksum.decode(), as_asked, place)


def beginning(number: int, line: bytes) -> bytes:
    """Return how the answer to a line begins, whatever it is."""
    told = f'{{"format": "{FORMAT}", "line": {number}, "input": "{checksum(line)}", "came_out": "'
    return told.encode()


def checksum(line: bytes, before: int = 0) -> str:
    """Return the checksum of a line, or of what it goes on with behind the checksum `before`."""
    return f"{crc32(line, before):08x}"


def drafts(name: str, manner: Manner, read: Callable[[str], Rulebook] = rulebook) -> str | None:
    """Return the digest of the amendment of an edition; marked if it is refused, None if unread."""
    place = beside(name, manner.file)
    with suppress(RulesError, ExceptionGroup):
        try:
            amendment = read(place).edition.amendment
        except (RulesError, ExceptionGroup):
            return f"{digest_of(place.partition('+')[2])}, refused"
        return amendment.digest if amendment else None
    return None


def differs(then: Asked, now: Asked) -> str | None:
    """Return what was otherwise when a line was answered than it is now, None if nothing was."""
    for name in ("knowledge", "as_side", "readings"):
        before, here = getattr(then, name), getattr(now, name)
        if before != here:
            return f"was answered with {_OPTIONS[name]} {before or 'none'}, not {here or 'none'}"
    changed = [name for name, told in then.amendments.items() if now.amendments[name] != told]
    return f"was answered before {changed[0]} changed" if changed else None


def _answered(number: int, line: bytes, manner: Manner) -> Told:
    errors: list[Exception] = []
    amendments: Amendments = {}
    try:
        found = loads(line, name=manner.file, as_side=manner.as_side)
        amended = (name for case in found for name in case.editions if "+" in name)
        amendments.update((name, drafts(name, manner)) for name in amended)
        cases, yes = _cases(number, found, manner)
    except Exception as error:  # noqa: BLE001  whatever it is, the other lines are answered
        cases, yes = (), False
        errors += leaves(error)
    for one in errors:
        if isinstance(one, RulesError) and one.file in {None, manner.file}:
            one.file, one.line = manner.file, number
    return _told(number, line, manner.asked(amendments), cases, errors, yes=yes)


def _told(  # noqa: PLR0913  all that a line tells
    number: int,
    line: bytes,
    asked: Asked,
    cases: tuple[CaseReport, ...],
    errors: Iterable[Exception],
    *,
    yes: bool = False,
) -> Told:
    wrong = all(isinstance(one, SituationError | GaveUp) for one in errors)
    told = AnsweredLine(
        line=number,
        input=checksum(line),
        came_out=("input" if wrong else "defect") if errors else ("yes" if yes else "no"),
        checksum="",
        asked=asked,
        errors=tuple(map(explained, errors)),
        cases=cases,
    )
    text = f"{written(told, indent=None)}\n".encode(errors="replace")
    start, blank, rest = text.partition(_BLANK)
    start += blank
    sealed = b"".join((start, checksum(rest, crc32(start)).encode(), rest))
    return Told(told.came_out, asked, sealed)


def _cases(
    number: int, found: Iterable[Case], manner: Manner
) -> tuple[tuple[CaseReport, ...], bool]:
    """Return the cases of a line with their answers, and whether all of these are a yes."""
    runs = case_runs(found, manner.file, as_side=manner.as_side, readings=dict(manner.readings))
    require_questions(runs)
    yes = True
    reports = []
    for run in runs:
        with located(run.case, number):
            answers = tuple(run.answers())
        yes = yes and all(bool(answer) or isinstance(answer, Outcome) for _, answer in answers)
        listed = tuple(replace(answer_report(*answer), line=number) for answer in answers)
        reports.append(replace(case_report(run), line=number, answers=listed))
    return tuple(reports), yes


_DECODER = JSONDecoder()
_OPTIONS = {"knowledge": "the knowledge", "as_side": "--as", "readings": "--reading"}
