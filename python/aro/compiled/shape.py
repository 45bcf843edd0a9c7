"""Shapes: the law over a table with everything about it open, grounded once and compiled by need.

A shape is who is on the table, on which side, behind which pieces. Thousands of situations share
one, so its ground program is kept, and circuits are cut out of it for what is asked.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import cache
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

from aro.compiled.circuit import Circuit, Wiring
from aro.compiled.ground_program import ground
from aro.engine.facts import shape as standing
from aro.knowledge.edition import Edition
from aro.knowledge.fact_kinds import INPUTS, KINDS
from aro.knowledge.library import law
from aro.knowledge.names import constant
from aro.parts import ACTIVE_STEPS, STEPS
from aro.situation import Situation

if TYPE_CHECKING:
    from aro.engine.facts import Part

_T = TypeVar("_T")

SHAPES = 12
"""How many shapes are kept; the least recently used goes first."""

WORTH = 8
"""After so many cold questions compiling a shape would have cost no more."""

CIRCUITS = 512
"""How many circuits of one shape are kept."""

SEATS = 1 << 16
"""How many parts of situations a shape remembers the places of."""

STRANGE = (-1,)
"""The places of a part that a shape cannot express."""


_RESULTS = (
    *("becomes(", "begun(", "ended(", "turned(", "removed(", "form(", "counts_unmasked("),
    *("affected(", "remembered(", "duty(", "mod(", "roll(", "value(", "count(", "performed("),
    "thwarted(",
)
_OPEN = tuple(kind.predicate + ("(" if kind.sorts else "") for kind in KINDS if kind.required)
"""How the facts begin that are not dropped where a shape has no place for them."""

_TOLD = ("ruling(", "because(", *_RESULTS)
NAMED = {one.removesuffix("(") for one in _TOLD} | INPUTS


class Kept(OrderedDict[object, _T]):
    """A bounded, thread-safe store that makes what it does not have."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._lock = RLock()

    def have(self, key: object, make: Callable[[], _T]) -> _T:
        """Return what is kept under a key, made once."""
        with self._lock:
            if key in self:
                self.move_to_end(key)
            else:
                self[key] = make()
                while len(self) > self._most:
                    self.popitem(last=False)
            return self[key]


class Shape:
    """One shape under the law of an edition, as a ground program to cut circuits from."""

    def __init__(self, edition: Edition, text: str) -> None:
        rules, names = ground(law(edition), text, NAMED)
        self.row = tuple(sorted(names[atom] for atom in rules.inputs if atom in names))
        self.places = {name: place for place, name in enumerate(self.row)}
        self.inputs = frozenset(self.row)
        self.seats: dict[Part, tuple[int, ...]] = {}
        self.judges: Kept[Any] = Kept(CIRCUITS)
        told = {a: n for a, n in names.items() if a in rules.inputs or n.startswith(_TOLD)}
        self.wiring = Wiring(rules, told)
        self._by_act: dict[str, list[str]] = {}
        self._aside: dict[str, list[str]] = {}
        self._results: list[str] = []
        for name in told.values():
            if name.startswith(("ruling(declare(", "because(declare(")):
                self._by_act.setdefault(_argument(name, name.index("declare(") + 8), []).append(
                    name
                )
            if name.startswith(("performed(", "thwarted(", "mod(", "count(")):
                self._aside.setdefault(_argument(name, name.index("act(")), []).append(name)
            if name.startswith(_RESULTS) and not _is_passing_form(name):
                self._results.append(name)
        self._circuits: Kept[Circuit] = Kept(CIRCUITS)
        self.kept: Kept[Any] = Kept(CIRCUITS)
        self.readings = tuple(one for one in self.row if one.startswith("reads("))
        self.defaults = {one.name: one.default for one in edition.readings}

    def lacks(self, fact: str) -> bool:
        """Whether it cannot express a fact: an act that it does not judge, an input it has not."""
        if fact.startswith("asked("):
            return fact[6:-1] not in self._by_act
        return fact.startswith(_OPEN) and fact not in self.places

    @property
    def acts(self) -> Iterable[str]:
        """The acts it judges, as terms."""
        return self._by_act.keys()

    def of_act(self, act: str) -> Circuit:
        """Return the circuit of the ruling on one act and of its reasons."""
        return self._circuits.have(act, lambda: self.wiring.circuit(sorted(self._by_act[act])))

    def act_of(self, atom: str) -> str:
        """Return the act that a ruling is on, as a term."""
        return _argument(atom, len("ruling(declare("))

    def reached(self, atom: str) -> frozenset[str]:
        """Return the inputs that an atom hangs on."""
        read = self.wiring.gates([atom]).read
        return frozenset(self.wiring.names[one] for one in read if one in self.wiring.inputs)

    def of_rulings(self) -> Circuit:
        """Return the circuit of every ruling on a declaration that anybody could make."""

        def make() -> Circuit:
            acts = (names for act, names in self._by_act.items() if ",react," not in act)
            names = (one for names in acts for one in names if one.startswith("ruling("))
            return self.wiring.circuit(sorted(names))

        return self._circuits.have("rulings", make)

    def of_all(self) -> Circuit:
        """Return the circuit of every ruling on a declaration and of all results."""

        def make() -> Circuit:
            acts = (names for act, names in self._by_act.items() if ",react," not in act)
            rulings = (one for names in acts for one in names if one.startswith("ruling("))
            return self.wiring.circuit(sorted({*rulings, *self._results}))

        return self._circuits.have("all", make)

    def of_acts(self, acts: tuple[str, ...], *, results: bool) -> Circuit:
        """Return the circuit of all there is to say of some acts, and of the results if asked."""

        def make() -> Circuit:
            names = [one for act in acts for one in (*self._by_act[act], *self._aside.get(act, ()))]
            return self.wiring.circuit(sorted([*names, *(self._results if results else ())]))

        return self._circuits.have((acts, results), make)


@cache
def _shapes() -> Kept[Shape]:
    return Kept(SHAPES)


def shape(edition: Edition, text: str) -> Shape:
    """Return the shape that a text of facts gives under the law of an edition."""

    def make() -> Shape:
        _asked().pop(
            (edition, text), None
        )  # once it has made way for others it has to earn it anew
        return Shape(edition, text)

    return _shapes().have((edition, text), make)


def is_warm(edition: Edition, text: str) -> bool:
    """Whether that shape is compiled, or has been asked for so often that it is worth it."""
    if (edition, text) in _shapes():
        return True
    asked = _asked().have((edition, text), lambda: [0])
    asked[0] += 1
    return asked[0] > WORTH


@cache
def _asked() -> Kept[list[int]]:
    return Kept(4096)


def _argument(text: str, start: int) -> str:
    """Return the term that starts there, up to the comma behind it or the bracket around it."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth < 0 or (depth == 0 and text[place] == ","):
            return text[start:place]
    return text[start:]


def _is_passing_form(name: str) -> bool:
    """Whether it tells what a piece looks like before the Order is over."""
    return name.startswith("form(") and not name.endswith(",effects)")


def shape_text(table: Situation, off: Iterable[str]) -> str:
    """Return the facts of the usual shape of a situation: pieces, and all they could declare."""
    facts = "".join(f"{fact}.\n" for fact in (*standing(table), *_every(table), *off))
    return f"{facts}opens(table;readings).\n"


def usual_text(table: Situation, off: tuple[str, ...]) -> str:
    """Return the text of the usual shape of a situation, found by who is on the table."""
    cast = [(one.name, one.side, one.replicas, one.device) for one in table.troopers]
    return _texts().have((table.active, off, *cast), lambda: shape_text(table, off))


@cache
def _texts() -> Kept[str]:
    return Kept(4096)


def shape_of(
    edition: Edition, table: Situation, off: Iterable[str], found: frozenset[str]
) -> Shape:
    """Return the shape that can express these facts: the usual one, or one that knows more acts."""
    text = shape_text(table, off)
    form = shape(edition, text)
    strange = sorted(
        one for one in found if one.startswith("asked(") and one[6:-1] not in form.acts
    )
    if strange:
        text += "".join(f"{one}.\n" for one in strange)
        form = shape(edition, text)
    missing = sorted(one for one in found if one.startswith(_OPEN) and one not in form.inputs)
    if missing:
        form = shape(edition, text + "".join(f"#external {one}.\n" for one in missing))
    return form


def _every(table: Situation) -> Iterable[str]:
    for trooper in table.troopers:
        mine = trooper.side == table.active
        for step in STEPS:
            if (step in ACTIVE_STEPS) is mine:
                yield f"every({step},{constant(trooper.name)})"
