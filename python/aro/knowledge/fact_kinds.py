"""The kinds of fact that a situation can state: one table, which every other module reads.

A new kind of fact is a row here, a field of `Situation` (or of `Trooper`, `Act` or `Hit`) and an
input of the theory. How its facts are written for clingo and read back, which of its words an
edition must know, its key in a case file and its part in searches follow from the row.
"""

from dataclasses import dataclass
from typing import Literal

Holder = Literal["pair", "trooper", "act", "hit", "record", "moment"]
"""Where a situation keeps the facts of a kind.

`pair`: in a list of pairs. `trooper`, `act`, `hit`: in an attribute of each of them. `record`: in a
list, one fact for each item. `moment`: in a single value.
"""


@dataclass(frozen=True, slots=True)
class FactKind:
    """One kind of fact.

    `predicate` names it in the theory, and `sorts` are those of its arguments. `field` is the
    attribute of its holder that keeps it. `key` names it in a case file, if it can be named alone.
    `default` is the value of a `moment` that states nothing. A `mutual` fact holds in both
    directions.

    Only a fact that can be `unknown` may be listed as such. `weight` says how unlikely a search
    takes it to be; a what-if changes the facts that are `movable`, in the order of the table. A
    fact that is not `required` is dropped where no law asks for it.
    """

    predicate: str
    sorts: tuple[str, ...]
    holder: Holder
    field: str
    key: str | None = None
    default: str | bool | None = None
    mutual: bool = False
    unknown: bool = False
    weight: int = 1
    movable: bool = True
    required: bool = True

    @property
    def unknown_sorts(self) -> tuple[str, ...]:
        """What follows the key in a list of unknown facts; a half may be added to it."""
        return tuple(part for sort in self.sorts for part in _SPELT_OUT.get(sort, (sort,)))

    def pieces(self, arguments: tuple[str, ...]) -> set[str]:
        """Return which of these arguments name a piece or a trooper.

        >>> OF_KEY["is"].pieces(("guard", "prone")), OF_KEY["roll"].pieces(("own", "dodge", "own"))
        ({'guard'}, {'own'})
        """
        pairs = zip(self.unknown_sorts, arguments, strict=False)
        return {name for sort, name in pairs if sort in {"piece", "trooper"}}


_SPELT_OUT = {
    "act": ("trooper", "skill", "piece"),
    "event": ("verb", "what"),
    "half": (),
    "result": (),
}

_PIECES = ("piece", "piece", "half")

KINDS = (
    FactKind("lof", _PIECES, "pair", "lof", "lof", unknown=True),
    FactKind("zoc", _PIECES, "pair", "zoc", "zoc", mutual=True, unknown=True),
    FactKind("contact", _PIECES, "pair", "contact", "contact", mutual=True, unknown=True),
    FactKind("controls", ("side", "piece"), "pair", "controls", "controls", unknown=True),
    FactKind("state", ("trooper", "state"), "trooper", "states", "is", unknown=True),
    FactKind("has", ("trooper", "trait"), "trooper", "has", "has", unknown=True),
    FactKind("noted", ("trooper", "piece"), "trooper", "noted", "noted", unknown=True),
    FactKind("rolled", ("act", "result"), "record", "rolls", "roll", unknown=True),
    FactKind("memory", ("memory",), "record", "memory", "memory", unknown=True, weight=2),
    FactKind("uses", ("act", "gear"), "act", "uses"),
    FactKind("covers", ("act", "piece"), "act", "covers"),
    FactKind("number", ("trooper", "number", "value"), "trooper", "numbers", "number"),
    FactKind("tally", ("act", "number", "value"), "act", "numbers", required=False),
    FactKind("event", ("trooper", "event"), "record", "events", "event", unknown=True, weight=2),
    FactKind("hit", ("act", "piece"), "record", "hits", "hit"),
    FactKind("saves", ("act", "piece"), "hit", "saves"),
    FactKind("critical", ("act", "piece"), "hit", "critical"),
    FactKind("game", ("game",), "moment", "game", "game", weight=3),
    FactKind("phase", ("phase",), "moment", "phase", "phase", default="orders", weight=3),
    FactKind(
        "turn_ends", (), "moment", "ends_turn", "ends_turn", default=False, weight=2, movable=False
    ),
    FactKind("declared", ("act",), "record", "order", "act", movable=False),
)

PREDICATES = tuple(kind.predicate for kind in KINDS)
"""The predicates of the theory, in the order of the table."""

OF_PREDICATE = {kind.predicate: kind for kind in KINDS}
"""The kinds by the predicate of the theory."""

OF_KEY = {kind.key: kind for kind in KINDS if kind.key}
"""The kinds by their key in a case file."""

INPUTS = frozenset({*OF_PREDICATE, "off", "reads", "supposed", "near", "alone"})
"""The predicates that the theory leaves open: facts of a situation, and switches of the law."""

RELATIONS = tuple(kind for kind in KINDS if kind.holder == "pair")
"""The kinds that relate two names."""
