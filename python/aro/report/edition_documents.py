"""What the command line prints as JSON beside the answers to cases, as values."""

from dataclasses import dataclass

from aro.analysis.clause_status import Standing
from aro.analysis.coverage import EditionCoverage
from aro.answers import Stamp
from aro.knowledge.edition import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseList:
    """What `rules` prints of clauses."""

    stamp: Stamp
    clauses: tuple[Standing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingList:
    """What `rules` prints of readings."""

    stamp: Stamp
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What `coverage` prints; `fallen` is what dropped below the floor."""

    survey: EditionCoverage
    fallen: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """What `new` and `draw` print: a case file to start from, or a picture."""

    text: str
