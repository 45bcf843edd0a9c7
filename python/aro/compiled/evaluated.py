"""One situation of a compiled shape, answering as a program of clingo does."""

from collections.abc import Callable, Iterable, Sequence
from math import prod

from aro.compiled.circuit import Circuit
from aro.compiled.inputs import picker
from aro.compiled.shape import Shape
from aro.engine.clingo_program import Atoms, Program, parts, read

WORLDS = 1 << 17
"""How many combinations of readings are evaluated in one pass; beyond that clingo searches."""

SAME = 4096
"""How many different answers of a circuit are kept, so that the same answer is one value."""


class Evaluated:
    """The circuits of what is asked, with the facts of a situation on the inputs of their shape.

    Each act asked about has a circuit of its own, which other questions of the shape share; what
    is asked of `every` act of somebody has one together, and so have the results.
    """

    def __init__(  # noqa: PLR0913  the shape, what is true there, and four things to be found out
        self,
        shape: Shape,
        row: Sequence[int],
        acts: tuple[str, ...],
        every: tuple[str, ...],
        *,
        results: bool,
        search: Callable[[], Program],
    ) -> None:
        self._shape, self._row, self._search = shape, row, search
        self._asked: list[tuple[str, ...]] = [(one,) for one in acts]
        self._asked += [every] if every else []
        self._asked += [()] if results else []
        self.open = shape.readings

    def answer(self, on: Iterable[str] = (), act: str | None = None) -> Atoms:
        """Return what holds when, of all that is open, exactly the atoms `on` hold.

        Of an `act` only what is said of it alone.
        """
        row = self._with(on)
        asked = self._asked if act is None else [(act,)]
        found = [_cut(self._shape, acts).answer(row) for acts in asked]
        return found[0] if len(found) == 1 else frozenset().union(*found)

    def certain(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and what holds in some world, the atoms `free` being either."""
        return self._search().certain(free, on)

    def without(
        self, atom: str, free: Iterable[str], on: Iterable[str] = ()
    ) -> frozenset[str] | None:
        """Return the `free` atoms of some world in which `atom` does not hold; None if in none."""
        free = tuple(free)
        fork: Fork = self._shape.kept.have((atom, free), lambda: Fork(self._shape, atom, free))
        if fork.width > WORLDS:
            return self._search().without(atom, free, on)
        return fork.without(self._with(on))

    def _with(self, on: Iterable[str]) -> Sequence[int]:
        places = [self._shape.places[one] for one in on if one in self._shape.places]
        if not places:
            return self._row
        row = list(self._row)
        for place in places:
            row[place] = 1
        return row


class Cut:
    """A circuit cut out of a shape, and what its outputs mean."""

    def __init__(self, shape: Shape, circuit: Circuit) -> None:
        self._run = circuit.run
        self._pick = picker([shape.places[name] for name in circuit.inputs])
        told = [parts(read(name)) for name in circuit.outputs]
        self._told = [one[:-1] if one[0] == "form" else one for one in told]
        self._kept: dict[tuple[int, ...], Atoms] = {}

    def answer(self, row: Sequence[int]) -> Atoms:
        """Return what holds, given the bits of the inputs of the shape."""
        values = self._run(self._pick(row))
        found = self._kept.get(values)
        if found is None:
            if len(self._kept) >= SAME:
                self._kept.clear()
            pairs = zip(self._told, values, strict=True)
            found = self._kept[values] = frozenset(one for one, value in pairs if value & 1)
        return found


def _cut(shape: Shape, acts: tuple[str, ...]) -> Cut:
    """Return what tells of some acts; of none, what tells of the results."""
    made: Cut = shape.kept.have(acts, lambda: Cut(shape, shape.of_acts(acts, results=not acts)))
    return made


class Fork:
    """The ruling on an act in all the worlds that choices among free readings make."""

    def __init__(self, shape: Shape, atom: str, free: Iterable[str]) -> None:
        circuit = shape.of_acts((shape.act_of(atom),), results=False)
        self._run, self._place = circuit.run, circuit.outputs.index(atom)
        self._pick = picker([shape.places[name] for name in circuit.inputs])
        reached = shape.reached(atom)
        groups: dict[str, list[str]] = {}
        for one in free:
            name, chosen = one.removeprefix("reads(").removesuffix(")").split(",")
            if one in reached and chosen != shape.defaults[name]:
                groups.setdefault(name, []).append(one)
        self.width = prod(len(group) + 1 for group in groups.values())
        if self.width <= WORLDS:
            patterns = combinations(list(groups.values()), self.width)
            self._patterns = [(one, circuit.inputs[one], held) for one, held in patterns.items()]

    def without(self, row: Sequence[int]) -> frozenset[str] | None:
        """Return the free readings of the first world in which it is not so ruled."""
        whole = (1 << self.width) - 1
        bits = [whole if bit else 0 for bit in self._pick(row)]
        for _, place, pattern in self._patterns:
            bits[place] = pattern
        worlds = ~self._run(bits)[self._place] & whole
        if not worlds:
            return None
        first = (worlds & -worlds).bit_length() - 1
        return frozenset(one for one, _, pattern in self._patterns if pattern >> first & 1)


def combinations(groups: list[list[str]], width: int) -> dict[str, int]:
    """Return a column for each atom so that the worlds are all choices of at most one of a group.

    >>> combinations([["a"], ["b", "c"]], 6) == {"a": 0b101010, "b": 0b001100, "c": 0b110000}
    True
    """
    found = {}
    stride = 1
    for group in groups:
        period = stride * (len(group) + 1)
        every = ((1 << width) - 1) // ((1 << period) - 1)
        for option, atom in enumerate(group, start=1):
            found[atom] = (((1 << stride) - 1) << (option * stride)) * every
        stride = period
    return found
