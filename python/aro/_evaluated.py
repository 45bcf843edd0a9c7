"""One situation of a compiled shape, answering as a program of clingo does."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import prod

from aro._circuit import Circuit
from aro._engine import Atoms, Program, Term, parts, read
from aro._shape import Shape

WORLDS = 1 << 17
"""How many combinations of readings are evaluated in one pass; beyond that clingo searches."""


class Evaluated:
    """The circuit of what is asked, with the facts of a situation on its inputs."""

    def __init__(
        self,
        shape: Shape,
        circuit: Circuit,
        true: frozenset[str],
        defaults: Mapping[str, str],
        search: Callable[[], Program],
    ) -> None:
        self._shape, self._circuit, self._true = shape, circuit, true
        self._defaults, self._search = defaults, search
        self.open = tuple(sorted(one for one in shape.inputs if one.startswith("reads(")))

    def answer(self, on: Iterable[str] = ()) -> Atoms:
        """Return what holds when, of all that is open, exactly the atoms `on` hold."""
        values = self._circuit.run(self._circuit.column(self._true.union(on)))
        told = _told(self._circuit)
        return frozenset(one for one, value in zip(told, values, strict=True) if value & 1)

    def certain(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and what holds in some world, the atoms `free` being either."""
        return self._search().certain(free, on)

    def without(
        self, atom: str, free: Iterable[str], on: Iterable[str] = ()
    ) -> frozenset[str] | None:
        """Return the `free` atoms of some world in which `atom` does not hold; None if in none."""
        circuit = self._shape.of_atom(atom)
        groups: dict[str, list[str]] = {}
        for one in free:
            name, chosen = one.removeprefix("reads(").removesuffix(")").split(",")
            if one in circuit.inputs and chosen != self._defaults[name]:
                groups.setdefault(name, []).append(one)
        width = prod(len(group) + 1 for group in groups.values())
        if width > WORLDS:
            return self._search().without(atom, free, on)
        bits = [bit * ((1 << width) - 1) for bit in circuit.column(self._true.union(on))]
        patterns = combinations(list(groups.values()), width)
        for one, pattern in patterns.items():
            bits[circuit.inputs[one]] = pattern
        worlds = ~circuit.run(bits)[0] & ((1 << width) - 1)
        if not worlds:
            return None
        first = (worlds & -worlds).bit_length() - 1
        return frozenset(one for one, pattern in patterns.items() if pattern >> first & 1)


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


@lru_cache(maxsize=256)
def _told(circuit: Circuit) -> tuple[tuple[Term, ...], ...]:
    told = [parts(read(name)) for name in circuit.outputs]
    return tuple(one[:-1] if one[0] == "form" else one for one in told)
