"""The case file: a question as a person writes it, and what is expected of the answer.

`load` reads a file of one case or a list of them and finds all its faults at once; `dump` writes
cases so that they read back as the same. Nobody is asked here: a case is a value.
"""

from pathlib import Path

from aro.cases import reader as reading
from aro.cases import writer as writing
from aro.cases.edits import Fact
from aro.cases.model import (
    AskBecomes,
    AskChoices,
    AskDuties,
    AskReact,
    AskRemembers,
    AskRuling,
    AskValues,
    Case,
    NearMiss,
    Play,
    Question,
)
from aro.errors import few_suggestions
from aro.fitting import door
from aro.knowledge.yaml_reader import Reader, documents, parse

__all__ = [
    "AskBecomes",
    "AskChoices",
    "AskDuties",
    "AskReact",
    "AskRemembers",
    "AskRuling",
    "AskValues",
    "Case",
    "Fact",
    "NearMiss",
    "Play",
    "Question",
    "dump",
    "load",
    "loads",
]


@door
@few_suggestions()
def load(path: Path | str, *, as_side: str | None = None) -> tuple[Case, ...]:
    """Return the cases of a file; raise an `ExceptionGroup` of `SituationError` with all faults.

    If a side is going to be told the answers, `as_side` keeps from it who is hidden: whom the
    questions name is looked up when they are put.
    """
    reader = Reader(str(path))
    return reading.read(reader, documents(reader, Path(path)), as_side)


@door
@few_suggestions()
def loads(
    text: str | bytes, *, name: str = "<text>", as_side: str | None = None
) -> tuple[Case, ...]:
    """Return the cases of a text, as `load` does of a file."""
    reader = Reader(name)
    return reading.read(reader, parse(reader, text), as_side)


@door
def dump(*cases: Case) -> str:
    """Return cases as the text of a case file, from which `loads` reads the same cases."""
    return writing.text(cases)
