"""Shapes: the law over a table with everything about it open, grounded once and compiled by need.

A shape is who is on the table, on which side, behind which pieces. Thousands of situations share
one, so its ground program is kept, and circuits are cut out of it for what is asked.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import cache
from threading import RLock
from typing import TypeVar

from aro._circuit import Circuit, Wiring
from aro._ground import ground
from aro.edition import Edition
from aro.kb import home

_T = TypeVar("_T")

SHAPES = 12
"""How many shapes are kept; the least recently used goes first."""

CIRCUITS = 256
"""How many circuits of one shape are kept."""


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
        rules, names = ground([home() / "rules.lp", *edition.laws], text)
        self.wiring = Wiring(rules, names)
        self.inputs = frozenset(names[atom] for atom in rules.inputs if atom in names)
        self._by_act: dict[str, list[str]] = {}
        for name in self.wiring.atoms:
            if name.startswith(("ruling(declare(", "because(declare(")):
                act = _argument(name, name.index("declare(") + 8)
                self._by_act.setdefault(act, []).append(name)
        self._circuits: Kept[Circuit] = Kept(CIRCUITS)

    @property
    def acts(self) -> Iterable[str]:
        """The acts it judges, as terms."""
        return self._by_act.keys()

    def of_act(self, act: str) -> Circuit:
        """Return the circuit of the ruling on one act and of its reasons."""
        return self._circuits.have(act, lambda: self.wiring.circuit(sorted(self._by_act[act])))

    def of_rulings(self) -> Circuit:
        """Return the circuit of every ruling on a declaration."""
        return self.of("ruling(declare(")

    def of(self, *starts: str) -> Circuit:
        """Return the circuit of all atoms whose names start so."""

        def make() -> Circuit:
            return self.wiring.circuit(sorted(n for n in self.wiring.atoms if n.startswith(starts)))

        return self._circuits.have(starts, make)


@cache
def _shapes() -> Kept[Shape]:
    return Kept(SHAPES)


def shape(edition: Edition, text: str) -> Shape:
    """Return the shape that a text of facts gives under the law of an edition."""
    return _shapes().have((edition, text), lambda: Shape(edition, text))


def _argument(text: str, start: int) -> str:
    """Return the term that starts there, up to the bracket that closes around it."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth < 0:
            return text[start:place]
    return text[start:]
