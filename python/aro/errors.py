"""The exceptions of aro, and the faults of a file that they report.

An illegal act is a ruling and never an exception; these are for what cannot be asked at all::

    RulesError
    ├── KnowledgeError       a file of the knowledge is at fault (ours): file, line, clause
    ├── SituationError       a situation, a question or its file is at fault (the caller's)
    │   ├── UnknownTerm      ... because of a name nobody knows; also a LookupError, with near names
    │   ├── WrongType        ... because of a value of another type; also a TypeError
    │   └── AmendmentError   ... a file of an amendment is at fault (its author's)
    └── EngineError          clingo refused, or found more or fewer answers than one (ours)
        ├── GaveUp           ... or did not find it within its bounds
        └── ProcessEnded     ... or the process that was to answer has ended

A file is read to its end: its faults are collected and raised together, in one `ExceptionGroup`.
"""

import os
import traceback
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import KW_ONLY, dataclass
from difflib import SequenceMatcher, get_close_matches
from heapq import nlargest

FEW = 26
"""How many names a message lists at most."""

MOST = 200
"""How many faults are told at most; the last of so many tells how many more there are."""

SUGGESTIONS = 50
"""For how many unknown names of a file those that look alike are looked for."""

_LONG = 60
_MANY = 1000
_LIKEST = 24
_LONGEST = 1000

_left: ContextVar[list[int] | None] = ContextVar("_left", default=None)


@dataclass(eq=False, repr=False)
class RulesError(Exception):
    """Anything that keeps aro from answering; `file` and `line` tell where, if it is a file.

    `count` is how many faults it stands for.
    """

    message: str
    _: KW_ONLY
    file: str | None = None
    line: int | None = None
    clause: str | None = None
    term: str = ""
    near: tuple[str, ...] = ()
    count: int = 1

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        told = str(self.message)  # clingo makes of an error that it hands on one with that error
        return visible(f"{place}: {told}" if place else told)


class KnowledgeError(RulesError):
    """A file of the knowledge is at fault, in `clause` where it can be told."""


class SituationError(RulesError):
    """What the caller gave does not make a situation or a question."""


class UnknownTerm(SituationError, LookupError):  # noqa: N818  reads as what it is where it is caught
    """A name that neither edition nor table has; `near` are those they have that look alike."""


class WrongType(SituationError, TypeError):  # noqa: N818  reads as what it is where it is caught
    """A value of a type that its parameter does not take; the message names the parameter."""


class AmendmentError(SituationError):
    """A file of an amendment is at fault, or says what an amendment may not say."""


class EngineError(RulesError):
    """The solver refused the program, or the program did not have exactly one answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What a search had spent when it gave up: conflicts it ran into, seconds, and all memory."""

    conflicts: int = 0
    seconds: float = 0
    megabytes: int = 0

    def __str__(self) -> str:
        told = (self.conflicts, "conflicts"), (round(self.seconds, 1), "s"), (self.megabytes, "MB")
        return ", ".join(f"{spent} {of}" for spent, of in told if spent)


class GaveUp(EngineError):  # noqa: N818  reads as what it is where it is caught
    """A search ran out of conflicts or of time; `spent` tells what it had."""

    def __init__(self, spent: Spent) -> None:
        super().__init__(f"no answer within {spent}")
        self.spent = spent


@dataclass(eq=False, repr=False)
class ProcessEnded(EngineError):  # noqa: N818  reads as what it is where it is caught
    """A process died before it had answered, or was not waited for any longer: `overdue`."""

    _: KW_ONLY
    overdue: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a file: what, where, what was expected and which names are near.

    `term` is set where the fault is a name nobody knows, `clause` where it lies in a clause; one
    that stands for others has their `count`; `see` tells where more of it is said.

    >>> print(Fault("side is 5", 3, "text", file="a.yaml"))
    a.yaml:3: side is 5; expected text
    """

    message: str
    line: int | None = None
    expected: str | None = None
    _: KW_ONLY
    file: str | None = None
    near: tuple[str, ...] = ()
    term: str | None = None
    clause: str | None = None
    count: int = 1
    see: str | None = None

    @property
    def sentence(self) -> str:
        """What is wrong, what was expected, what was perhaps meant; without the place."""
        text = self.message
        if self.expected:
            text += f"; expected {self.expected}"
        if len(text) > _LONGEST:
            text = f"{text[: _LONGEST - 103]}...{text[-100:]}"
        if self.near:
            text += f"; did you mean {' or '.join(repr(name) for name in self.near)}?"
        if self.see:
            text += f"; {self.see}"
        return text

    def __str__(self) -> str:
        return str(self.error(RulesError))

    def error(self, kind: type[RulesError]) -> RulesError:
        """Return the fault as an exception; of an unknown term in a situation, an `UnknownTerm`."""
        if kind is SituationError and self.term is not None:
            kind = UnknownTerm
        return kind(
            self.sentence,
            file=self.file,
            line=self.line,
            clause=self.clause,
            term=self.term or "",
            near=self.near,
            count=self.count,
        )


def raise_faults(headline: str, faults: Iterable[Fault], kind: type[RulesError]) -> None:
    """Raise one `ExceptionGroup` of `kind` over all faults, in the order of their lines, if any.

    Of more than `MOST` the last says how many more there are.
    """
    order = sorted(
        set(faults), key=lambda one: (one.count > 1, one.file or "", one.line or 0, one.sentence)
    )
    if len(order) > MOST:
        rest = sum(one.count for one in order[MOST - 1 :])
        order[MOST - 1 :] = [Fault(f"and {rest:,} more", file=order[0].file, count=rest)]
    if order:
        raise ExceptionGroup(headline, [fault.error(kind) for fault in order])


def explained(error: Exception) -> str:
    """Return what went wrong in a line, and whose defect it is if not the caller's."""
    if isinstance(error, SituationError):
        return str(error)
    if isinstance(error, GaveUp):
        return f"aro: gave up: {error}"
    if isinstance(error, RulesError):
        return f"aro: this is a defect of aro and not of your file: {error}"
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(where.filename)}:{where.lineno}"  # noqa: PTH119  a name to print
    return visible(f"aro: this is a defect of aro: {type(error).__name__}: {error} ({place})")


def visible(text: str, escaped: Callable[[str], str] = ascii) -> str:
    r"""Return a text with an escape for each character that is not seen or turns what is seen.

    Nothing that a stranger wrote so moves a terminal's cursor, begins a line of its own, or runs
    from right to left. `escaped` gives the escape of a character, in quotes.

    >>> print(visible("a\nb\x1b[2J\u202ec"), visible("plein d'\u00e9t\u00e9"))
    a\nb\x1b[2J\u202ec plein d'été
    """
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() or unicodedata.category(one) == "Zs" else escaped(one)[1:-1]
        for one in text
    )


def unknown(
    what: str,
    name: str,
    known: Iterable[str],
    line: int | None = None,
    *,
    listed: Iterable[str] = (),
) -> Fault:
    """Return the fault of a name that is none of those `known`.

    It gives the names that look alike; without any, all those known or `listed`, if they are few,
    else the likest of them.

    >>> print(unknown("unknown skill", "mvoe", ["dodge", "move"]))
    unknown skill 'mvoe'; did you mean 'move'?
    >>> print(unknown("unknown skill", "fly", ["dodge", "move"]))
    unknown skill 'fly'; expected one of dodge, move
    """
    alike = near(name, known)
    names = sorted(set(listed or known))
    expected = f"one of {', '.join(names)}" if names and not alike else None
    if expected and len(names) > FEW:
        some = ", ".join(near(name, names, cutoff=0))
        expected = f"one of {len(names)}, such as {some}" if some else None
    return Fault(f"{what} {name!r}", line, expected, near=alike, term=name)


@contextmanager
def few_suggestions() -> Iterator[None]:
    """Look for names that look alike no more than `SUGGESTIONS` times within this, all in all."""
    token = _left.set(_left.get() or [SUGGESTIONS])
    try:
        yield
    finally:
        _left.reset(token)


def near(name: str, names: Iterable[str], *, cutoff: float = 0.6) -> tuple[str, ...]:
    """Return the names most like `name`, at most three, the likest first.

    Long names are not compared, nor more than a thousand, and only a few of them letter by letter:
    it would take too long.

    >>> near("dodg", ["move", "lodge", "dodge"])
    ('dodge', 'lodge')
    """
    left = _left.get() or [1]
    if len(name) > _LONG or not left[0]:
        return ()
    left[0] -= 1
    matcher = SequenceMatcher(b=name)

    def likeness(other: str) -> float:
        matcher.set_seq1(other)
        return matcher.quick_ratio()

    compared = sorted({other for other in names if len(other) <= _LONG})[:_MANY]
    likest = nlargest(_LIKEST, compared, key=likeness)
    return tuple(get_close_matches(name, likest, n=3, cutoff=cutoff))
