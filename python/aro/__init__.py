"""Rulings for Infinity, with the clauses that decide them; unofficial.

`Rulebook` answers questions about a `Situation` with a `Verdict` or an `Outcome`.
"""

from aro.answers import Outcome, Reason, Verdict
from aro.engine.evaluation import Decision
from aro.errors import (
    EngineError,
    GaveUp,
    KnowledgeError,
    RulesError,
    SituationError,
    UnknownTerm,
    WrongType,
)
from aro.knowledge.edition import Clause, Reading, Source
from aro.parts import Act, Event, Hit, Memory, Pair, Replica, Roll, Trooper, Unknown
from aro.rulebook import Rulebook
from aro.situation import Situation
from aro.version import __version__ as __version__

__all__ = [
    "Act",
    "Clause",
    "Decision",
    "EngineError",
    "Event",
    "GaveUp",
    "Hit",
    "KnowledgeError",
    "Memory",
    "Outcome",
    "Pair",
    "Reading",
    "Reason",
    "Replica",
    "Roll",
    "Rulebook",
    "RulesError",
    "Situation",
    "SituationError",
    "Source",
    "Trooper",
    "Unknown",
    "UnknownTerm",
    "Verdict",
    "WrongType",
]
