"""Which program answers a question: the compiled law of its shape if that is warm, else clingo.

A compiled program takes the bits of the inputs that the situation makes true, and evaluates the
circuits of what is asked. What they mean is kept with the shape, so that all questions share it.
"""

from collections.abc import Iterable, Sequence
from math import prod

from aro.compiled.shape import Placed, Reader, Shape, placed
from aro.engine.clingo_program import Atoms
from aro.engine.edition_words import vocabulary
from aro.engine.facts import term
from aro.engine.question import LawProgram, Question, grounded
from aro.engine.word_check import check
from aro.knowledge.names import constant

WORLDS = 1 << 17
"""How many combinations of readings are evaluated in one pass; beyond that clingo searches."""


def program(question: Question) -> LawProgram:
    """Return what answers a question; facts that nobody knows need a search, so clingo answers."""
    if question.table.unknown:
        return grounded(question)
    found = placed(question, compile_it=False)
    if found is not None:
        return CompiledProgram(found)
    check(question.table, vocabulary(question.edition), question.acts)
    return grounded(question)


class CompiledProgram:
    """The circuits of what is asked, with the facts of a situation on the inputs of its shape."""

    def __init__(self, found: Placed) -> None:
        self._question, self._shape = found.question, found.shape
        self._bits = found.shape.bits(found.true)
        self._default: dict[Reader, Atoms] = {}
        self.open = found.shape.readings

    def answer(self, on: Iterable[str] = (), act: str | None = None) -> Atoms:
        """Return what holds when, of the open atoms, exactly those `on` hold.

        With an `act`, no more is returned than what is said of it.
        """
        bits = self._with(on)
        readers = self._all() if act is None else self._of(act)
        if bits is not self._bits:
            return frozenset().union(*(reader.answer(bits) for reader in readers))
        for reader in readers:
            if reader not in self._default:
                self._default[reader] = reader.answer(bits)
        return frozenset().union(*map(self._default.__getitem__, readers))

    def certain(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and what holds in some world, the atoms `free` being either."""
        return grounded(self._question).certain(free, on)

    def without(
        self, atom: str, free: Iterable[str], on: Iterable[str] = ()
    ) -> frozenset[str] | None:
        """Return the `free` atoms of some world in which `atom` does not hold; None if in none."""
        free = tuple(free)
        shape = self._shape
        worlds: ReadingWorlds = shape.kept.have(
            (atom, free), lambda: ReadingWorlds(shape, atom, free)
        )
        if worlds.width > WORLDS:
            return grounded(self._question).without(atom, free, on)
        return worlds.without(self._with(on))

    def _of(self, act: str) -> list[Reader]:
        declared = ("declared",) if act in self._declared() else ()
        return [self._shape.reader(section, act) for section in ("ruling", "asked", *declared)]

    def _all(self) -> list[Reader]:
        question, shape = self._question, self._shape
        turns = tuple(f"act({step},{constant(who)}," for step, who in question.every)
        listed = [act for act in shape.acts if turns and act.startswith(turns)]
        acts = {*self._declared(), *(term(question.table, act) for act in question.acts)}
        readers = [shape.listing(tuple(sorted(listed)))] if listed else []
        readers += (reader for act in sorted(acts) for reader in self._of(act))
        return [*readers, shape.reader("order")] if question.results else readers

    def _declared(self) -> set[str]:
        table = self._question.table
        return {term(table, act) for act in table.order}

    def _with(self, on: Iterable[str]) -> Sequence[int]:
        chosen = [self._shape.index[atom] for atom in on if atom in self._shape.index]
        if not chosen:
            return self._bits
        bits = list(self._bits)
        for number in chosen:
            bits[number] = 1
        return bits


class ReadingWorlds:
    """The ruling on an act in all the worlds that choices among free readings make."""

    def __init__(self, shape: Shape, atom: str, free: Iterable[str]) -> None:
        reader = shape.reader("ruling", atom.removeprefix("ruling(declare(").rpartition("),")[0])
        self._run, self._pick = reader.circuit.run, reader.pick
        self._output = reader.circuit.outputs.index(atom)
        reached = shape.reached(atom)
        defaults = {reading.name: reading.default for reading in shape.edition.readings}
        groups: dict[str, list[str]] = {}
        for one in free:
            name, chosen = one.removeprefix("reads(").removesuffix(")").split(",")
            if one in reached and chosen != defaults[name]:
                groups.setdefault(name, []).append(one)
        self.width = prod(len(group) + 1 for group in groups.values())
        if self.width <= WORLDS:
            columns = combinations(list(groups.values()), self.width)
            inputs = reader.circuit.inputs
            self._columns = [(one, inputs[one], column) for one, column in columns.items()]

    def without(self, bits: Sequence[int]) -> frozenset[str] | None:
        """Return the free readings of the first world in which it is not so ruled."""
        whole = (1 << self.width) - 1
        inputs = [whole if bit else 0 for bit in self._pick(bits)]
        for _, number, column in self._columns:
            inputs[number] = column
        worlds = ~self._run(inputs)[self._output] & whole
        if not worlds:
            return None
        first = (worlds & -worlds).bit_length() - 1
        return frozenset(one for one, _, column in self._columns if column >> first & 1)


def combinations(groups: list[list[str]], width: int) -> dict[str, int]:
    """Return a column for each atom so that the worlds are all choices of at most one of a group.

    >>> combinations([["a"], ["b", "c"]], 6) == {"a": 0b101010, "b": 0b001100, "c": 0b110000}
    True
    """
    columns = {}
    stride = 1
    for group in groups:
        period = stride * (len(group) + 1)
        every = ((1 << width) - 1) // ((1 << period) - 1)
        for option, atom in enumerate(group, start=1):
            columns[atom] = (((1 << stride) - 1) << (option * stride)) * every
        stride = period
    return columns
