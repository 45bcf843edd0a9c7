"""A ground program without cycles as a circuit: one straight-line function of its inputs.

Every atom is the disjunction of its rules' bodies, and no atom stands on itself, so in an order in
which what is below comes first each is one assignment, `v7=v3&~v4|v5&v6`. The values are Python
integers used as bit vectors: bit `i` of every value belongs to question `i`, and the same function
answers one question or eight thousand.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from aro._ground import Rules
from aro.errors import EngineError

Run = Callable[[Sequence[int]], tuple[int, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Circuit:
    """A compiled cone of a program: from the bits of its `inputs`, by name, to its `outputs`."""

    inputs: Mapping[str, int]
    outputs: tuple[str, ...]
    run: Run

    def column(self, true: Iterable[str]) -> list[int]:
        """Return the bits of one question in which exactly the atoms `true` hold."""
        bits = [0] * len(self.inputs)
        place = self.inputs.get
        for name in true:
            at = place(name)
            if at is not None:
                bits[at] = 1
        return bits

    def answer(self, bits: Sequence[int], width: int = 1) -> list[int]:
        """Return the bits of each output in `width` questions, given those of each input."""
        whole = (1 << width) - 1
        return [value & whole for value in self.run(bits)]


class Wiring:
    """The ground rules of a program, ready for cones to be cut out of them."""

    def __init__(self, rules: Rules, names: Mapping[int, str]) -> None:
        self.names = names
        self.atoms = {name: atom for atom, name in names.items()}
        self.inputs = frozenset(rules.inputs)
        self._literals, self._ends = rules.literals, rules.ends
        self._first: dict[int, int] = {}
        self._more: dict[int, list[int]] = {}
        for number, head in enumerate(rules.heads):
            if self._first.setdefault(head, number) != number:
                self._more.setdefault(head, []).append(number)

    def bodies(self, atom: int) -> list[tuple[int, ...]]:
        """Return the bodies of the rules that derive an atom, each as its literals."""
        if atom not in self._first:
            return []
        return [self._body(one) for one in (self._first[atom], *self._more.get(atom, ()))]

    def _body(self, number: int) -> tuple[int, ...]:
        start = self._ends[number - 1] if number else 0
        return tuple(self._literals[start : self._ends[number]])

    def circuit(self, wanted: Sequence[str]) -> Circuit:
        """Return the circuit of the atoms `wanted`: only what they stand on is compiled.

        Raises `EngineError` if they stand on a cycle, naming its atoms.
        """
        bodies = self._cone([self.atoms[name] for name in wanted])
        below = {
            head: {abs(one) for body in found for one in body} for head, found in bodies.items()
        }
        try:
            order = list(TopologicalSorter(below).static_order())
        except CycleError as found:
            ring = ", ".join(self.names.get(atom, str(atom)) for atom in found.args[1])
            raise EngineError(f"the law runs in a circle: {ring}") from found
        used = [atom for atom in order if atom in self.inputs]
        place = {atom: number for number, atom in enumerate(used)}
        lines = [f" v{atom}=i[{number}]" for atom, number in place.items()]
        lines += [f" v{atom}={_value(bodies[atom])}" for atom in order if atom not in place]
        results = "".join(f"v{self.atoms[name]}," for name in wanted)
        text = "\n".join(["def run(i):", *lines, f" return ({results})"])
        scope: dict[str, Run] = {}
        exec(compile(text, "<law>", "exec"), scope)  # noqa: S102  our own text: numbers, operators
        inputs = {self.names[atom]: number for atom, number in place.items()}
        return Circuit(inputs=inputs, outputs=tuple(wanted), run=scope["run"])

    def _cone(self, left: list[int]) -> dict[int, list[tuple[int, ...]]]:
        cone: dict[int, list[tuple[int, ...]]] = {}
        while left:
            atom = left.pop()
            if atom not in cone:
                cone[atom] = self.bodies(atom)
                left += (abs(one) for body in cone[atom] for one in body)
        return cone


def _value(bodies: list[tuple[int, ...]]) -> str:
    if not all(bodies):
        return "-1"
    terms = ("&".join(f"v{one}" if one > 0 else f"~v{-one}" for one in body) for body in bodies)
    return "|".join(dict.fromkeys(terms)) or "0"
