"""A situation made ready: the law compiled for its shape, so that questions cost microseconds.

The first situation of a shape grounds and compiles it; from then on each one of that shape is
answered by evaluating a circuit, with the rulings and the clauses that clingo finds.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from aro._circuit import Circuit
from aro._engine import parts, read, written
from aro._parts import Act
from aro._shape import Shape, shape_of
from aro.answers import VERBS, Reason, Ruling
from aro.edition import Edition, clause_id
from aro.facts import Asked, atoms, term
from aro.situation import Situation

if TYPE_CHECKING:
    from aro.rulebook import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A ruling with the clauses that decide it; true when it is legal."""

    ruling: Ruling
    because: tuple[Reason, ...]

    def __bool__(self) -> bool:
        return self.ruling == "legal"


class Ready:
    """A situation put to a rulebook, ready for any number of questions about it."""

    def __init__(self, book: "Rulebook", table: Situation, asked: Iterable[Act] = ()) -> None:
        self.book, self.table = book, table
        found = frozenset(atoms(table, Asked(acts=tuple(asked))))
        self.shape = shape_of(book.edition, table, book.off, found)
        self.true = found & self.shape.inputs

    def decide(self, act: Act) -> Decision:
        """Return the ruling on a settled act (see `Situation.settle`), and its reasons."""
        told = term(self.table, act)
        circuit, meanings = _meant(self.book.edition, self.shape, told)
        return _decision(meanings, circuit.run(circuit.column(self.true)), 0)

    def with_changes(self, without: Iterable[str], put_in: Iterable[str]) -> "Ready":
        """Return the same table with some facts, as atoms, taken away and others put in."""
        changed = copy(self)
        changed.true = self.true.difference(without).union(put_in)
        return changed

    def rulings(self) -> Mapping[str, Ruling]:
        """Return the ruling on all that anybody could declare, by the term of the act."""
        circuit = self.shape.of_rulings()
        values = circuit.run(circuit.column(self.true))
        return dict(one for one, value in zip(_rulings(circuit), values, strict=True) if value & 1)


def decide_all(book: "Rulebook", asked: Iterable[tuple[Situation, Act]]) -> list[Decision]:
    """Return the decisions on many acts in as many situations, in their order.

    What has a shape and an act in common is evaluated in one pass, a bit each.
    """
    found: dict[int, Decision] = {}
    groups: dict[tuple[Shape, str], list[tuple[int, frozenset[str]]]] = {}
    for number, (table, act) in enumerate(asked):
        settled = table.settle(act)
        ready = Ready(book, table, (settled,))
        groups.setdefault((ready.shape, term(table, settled)), []).append((number, ready.true))
    for (form, told), questions in groups.items():
        circuit, meanings = _meant(book.edition, form, told)
        bits = columns(circuit, [true for _, true in questions])
        values = circuit.run(bits)
        for place, (number, _) in enumerate(questions):
            found[number] = _decision(meanings, values, place)
    return [found[number] for number in range(len(found))]


def columns(circuit: Circuit, worlds: Iterable[Iterable[str]]) -> list[int]:
    """Return the inputs of a circuit with a bit for each world, given by the atoms that hold."""
    bits = [0] * len(circuit.inputs)
    for place, true in enumerate(worlds):
        here = 1 << place
        for name in true:
            at = circuit.inputs.get(name)
            if at is not None:
                bits[at] |= here
    return bits


Meaning = tuple[Ruling | None, Reason | None]


@lru_cache(maxsize=4096)
def _meant(edition: Edition, form: Shape, told: str) -> tuple[Circuit, tuple[Meaning, ...]]:
    """Return the circuit of an act, its outputs so ordered that reasons come weightiest first."""
    circuit = form.of_act(told)
    found = {name: parts(read(name)) for name in circuit.outputs}
    meanings: list[Meaning] = []
    for name in circuit.outputs:
        atom = found[name]
        if atom[0] == "ruling":
            meanings.append((next(one for one in RULINGS if one == atom[2]), None))
        else:
            clause = edition.clause(clause_id(edition.name, written(atom[2])))
            meanings.append((None, Reason(clause=clause, verb=str(atom[3]))))
    return circuit, tuple(meanings)


RULINGS: tuple[Ruling, ...] = ("legal", "illegal", "silent")


@lru_cache(maxsize=64)
def _rulings(circuit: Circuit) -> tuple[tuple[str, Ruling], ...]:
    told = [parts(read(name)) for name in circuit.outputs]
    return tuple(
        (written(parts(one[1])[1]), next(each for each in RULINGS if each == one[2]))
        for one in told
    )


def _decision(meanings: tuple[Meaning, ...], values: tuple[int, ...], place: int) -> Decision:
    ruling: Ruling = "silent"
    because = []
    for (one, reason), value in zip(meanings, values, strict=True):
        if value >> place & 1:
            if reason is None:
                ruling = one or ruling
            else:
                because.append(reason)
    because.sort(key=_weight)
    return Decision(ruling=ruling, because=tuple(because))


def _weight(reason: Reason) -> int:
    return VERBS.index(reason.verb)
