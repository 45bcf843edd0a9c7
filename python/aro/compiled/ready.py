"""A situation made ready: the law compiled for its shape, so that questions cost microseconds.

The first situation of a shape grounds and compiles it. From then on each one of that shape is
answered by evaluating a circuit, with the rulings and the clauses that clingo finds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property

from aro.answers import Ruling
from aro.compiled.shape import Reader, Shape, certainly_placed
from aro.engine.clingo_program import parts, written
from aro.engine.evaluation import RULINGS, Decision, decision
from aro.engine.facts import term
from aro.engine.question import Question, reduce
from aro.parts import Act
from aro.situation import Situation

AT_ONCE = 1024
"""How many questions share a pass: more would only make the columns longer to write."""


class Ready:
    """A situation put to a rulebook, ready for any number of questions about it."""

    def __init__(self, question: Question) -> None:
        self.question, self.table = question, question.table
        found = certainly_placed(reduce(question))
        self.shape = found.shape
        self.bits = found.shape.bits(found.true)

    @cached_property
    def true(self) -> frozenset[str]:
        """What is the case, as the inputs of the shape that are true."""
        pairs = zip(self.shape.inputs, self.bits, strict=True)
        return frozenset(name for name, bit in pairs if bit)

    def decide(self, act: Act) -> Decision:
        """Return the ruling on a settled act (see `Situation.settle`), and its reasons."""
        reader = _reader(self.shape, self.table, act)
        return decision(self.question.edition, reader.key, reader.answer(self.bits))

    def with_changes(self, without: Iterable[str], put_in: Iterable[str]) -> "Ready":
        """Return the same table with some facts, as atoms, taken away and others put in."""
        changed = copy(self)
        changed.__dict__.pop("true", None)
        changed.bits = self.bits.copy()
        for bit, names in ((0, without), (1, put_in)):
            for name in names:
                changed.bits[self.shape.index[name]] = bit
        return changed

    def rulings(self) -> Mapping[str, Ruling]:
        """Return the ruling on all that anybody could declare, by the term of the act."""
        reader = self.shape.rulings
        named = self.shape.kept.have("named rulings", lambda: _named(reader))
        values = reader.circuit.run(reader.pick(self.bits))
        return dict([one for one, value in zip(named, values, strict=True) if value & 1])


def decide_all(questions: Iterable[Question]) -> list[Decision]:
    """Return the decisions on many questions about one act each, in their order.

    What has a shape and an act in common is evaluated in one pass, a bit each.
    """
    decisions: dict[int, Decision] = {}
    groups: dict[Reader, list[tuple[int, Sequence[int]]]] = {}
    for number, question in enumerate(questions):
        _, shape, true = certainly_placed(reduce(question))
        reader = _reader(shape, question.table, question.acts[0])
        groups.setdefault(reader, []).append((number, true))
    for reader, group in groups.items():
        for start in range(0, len(group), AT_ONCE):
            some = group[start : start + AT_ONCE]
            found = _decided(reader, [true for _, true in some])
            decisions.update(zip((number for number, _ in some), found, strict=True))
    return [decisions[number] for number in range(len(decisions))]


def _decided(reader: Reader, worlds: Sequence[Sequence[int]]) -> Iterator[Decision]:
    """Yield the decision on one act in many worlds, each given by the inputs that are true."""
    bits = [0] * len(reader.shape.inputs)
    for number, true in enumerate(worlds):
        world = 1 << number
        for index in true:
            bits[index] |= world
    whole = 1 << len(worlds)
    columns = [
        bin((value & (whole - 1)) | whole)[:2:-1] for value in reader.circuit.run(reader.pick(bits))
    ]
    known: dict[tuple[str, ...], Decision] = {}
    for values in zip(*columns, strict=True):
        if values not in known:
            atoms = reader.meaning(values)
            known[values] = decision(reader.shape.edition, reader.key, atoms)
        yield known[values]


def _reader(shape: Shape, table: Situation, act: Act) -> Reader:
    """Return what reads the ruling on an act at tables of a shape."""
    key = (act.when, act.who, act.does, act.at, act.into)
    reader: Reader = shape.kept.have(key, lambda: shape.reader("ruling", term(table, act)))
    return reader


def _named(reader: Reader) -> list[tuple[str, Ruling]]:
    """Return the act and the ruling that each output of a reader of rulings means."""
    return [
        (written(parts(matter)[1]), next(ruling for ruling in RULINGS if ruling == name))
        for _, matter, name in reader.outputs
    ]
