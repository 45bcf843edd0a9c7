"""A situation made ready: the law compiled for its shape, so that questions cost microseconds.

The first situation of a shape grounds and compiles it; from then on each one of that shape is
answered by evaluating a circuit, with the rulings and the clauses that clingo finds.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from aro.answers import VERBS, Reason, Ruling
from aro.compiled.circuit import Circuit
from aro.compiled.inputs import Pick, picker, row, seats, strange
from aro.compiled.shape import Shape, shape, usual_text
from aro.engine.clingo_program import parts as parts_of
from aro.engine.clingo_program import read, written
from aro.engine.facts import part_of, term
from aro.engine.word_check import check
from aro.knowledge.edition import Edition, clause_id
from aro.parts import Act
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
        self.shape, places = seat(book, table, tuple(asked))
        self.row = row(self.shape, places)

    @cached_property
    def true(self) -> frozenset[str]:
        """What is the case, as the inputs of the shape that are true."""
        return frozenset(name for name, bit in zip(self.shape.row, self.row, strict=True) if bit)

    def decide(self, act: Act) -> Decision:
        """Return the ruling on a settled act (see `Situation.settle`), and its reasons."""
        judge = judge_of(self.book, self.shape, self.table, act)
        return judge.decision(judge.circuit.run(judge.pick(self.row)))

    def with_changes(self, without: Iterable[str], put_in: Iterable[str]) -> "Ready":
        """Return the same table with some facts, as atoms, taken away and others put in."""
        changed = copy(self)
        changed.__dict__.pop("true", None)
        changed.row = self.row.copy()
        for bit, names in ((0, without), (1, put_in)):
            for name in names:
                changed.row[self.shape.places[name]] = bit
        return changed

    def rulings(self) -> Mapping[str, Ruling]:
        """Return the ruling on all that anybody could declare, by the term of the act."""
        circuit = self.shape.of_rulings()
        told, pick = self.shape.judges.have("rulings", lambda: _rulings(self.shape, circuit))
        values = circuit.run(pick(self.row))
        return dict([one for one, value in zip(told, values, strict=True) if value & 1])


def decide_all(book: "Rulebook", asked: Iterable[tuple[Situation, Act]]) -> list[Decision]:
    """Return the decisions on many acts in as many situations, in their order.

    What has a shape and an act in common is evaluated in one pass, a bit each.
    """
    found: dict[int, Decision] = {}
    groups: dict[Judge, list[tuple[int, Sequence[int]]]] = {}
    for number, (table, act) in enumerate(asked):
        if table.unknown:
            check(table, book.vocabulary)
        settled = table.settle(act)
        form, places = seat(book, table, (settled,))
        judge = judge_of(book, form, table, settled)
        groups.setdefault(judge, []).append((number, places))
    for judge, questions in groups.items():
        for start in range(0, len(questions), AT_ONCE):
            some = questions[start : start + AT_ONCE]
            decisions = judge.decisions([places for _, places in some])
            found.update(zip((number for number, _ in some), decisions, strict=True))
    return [found[number] for number in range(len(found))]


AT_ONCE = 1024
"""How many questions share a pass: more would only make the columns longer to write."""

SAME = 4096
"""How many different answers on an act are kept, so that the same answer is one value."""


class Judge:
    """What rules on one act at tables of one shape."""

    def __init__(self, edition: Edition, form: Shape, told: str) -> None:
        self.circuit, self._meanings = _meant(edition, form, told)
        self.pick = picker([form.places[name] for name in self.circuit.inputs])
        self._width = len(form.row)
        self._kept: dict[tuple[object, ...], Decision] = {}

    def decision(self, values: tuple[object, ...]) -> Decision:
        """Return what the outputs of the circuit mean, each a bit of one question."""
        found = self._kept.get(values)
        if found is None:
            if len(self._kept) >= SAME:
                self._kept.clear()
            found = _decision(self._meanings, values)
            self._kept[values] = found
        return found

    def decisions(self, worlds: list[Sequence[int]]) -> list[Decision]:
        """Return the decisions in many worlds, each given by the places of what is true."""
        bits = [0] * self._width
        for number, places in enumerate(worlds):
            here = 1 << number
            for place in places:
                bits[place] |= here
        whole = 1 << len(worlds)
        values = self.circuit.run(self.pick(bits))
        told = [bin((value & (whole - 1)) | whole)[:2:-1] for value in values]
        return [self.decision(one) for one in zip(*told, strict=True)]


def seat(book: "Rulebook", table: Situation, acts: tuple[Act, ...]) -> tuple[Shape, Sequence[int]]:
    """Return the shape of a question and the places of its inputs that are true.

    A part of it that the usual shape cannot express finds a shape of its own.
    """
    form = shape(book.edition, usual_text(table, book.off))
    places = seats(book.edition, form, table, acts)
    return strange(book.edition, table, book.off, acts) if places is None else (form, places)


def judge_of(book: "Rulebook", form: Shape, table: Situation, act: Act) -> Judge:
    """Return what rules on an act at tables of a shape."""
    key = part_of(act)[:5]
    judge: Judge = form.judges.have(key, lambda: Judge(book.edition, form, term(table, act)))
    return judge


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


def _meant(edition: Edition, form: Shape, told: str) -> tuple[Circuit, tuple[Meaning, ...]]:
    """Return the circuit of an act, its outputs so ordered that reasons come weightiest first."""
    circuit = form.of_act(told)
    found = {name: parts_of(read(name)) for name in circuit.outputs}
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


Told = tuple[tuple[tuple[str, Ruling], ...], Pick]


def _rulings(form: Shape, circuit: Circuit) -> Told:
    told = [parts_of(read(name)) for name in circuit.outputs]
    named = tuple(
        (written(parts_of(one[1])[1]), next(each for each in RULINGS if each == one[2]))
        for one in told
    )
    return named, picker([form.places[name] for name in circuit.inputs])


def _decision(meanings: tuple[Meaning, ...], values: Iterable[object]) -> Decision:
    ruling: Ruling = "silent"
    because = []
    for (one, reason), value in zip(meanings, values, strict=True):
        if value == "1" or (isinstance(value, int) and value & 1):
            if reason is None:
                ruling = one or ruling
            else:
                because.append(reason)
    because.sort(key=_weight)
    return Decision(ruling=ruling, because=tuple(because))


def _weight(reason: Reason) -> int:
    return list(VERBS).index(reason.verb)
