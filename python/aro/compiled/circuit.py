"""A ground program without cycles as a circuit: one straight-line function of its inputs.

Every atom is the disjunction of its rules' bodies, and no atom stands on itself, so in an order in
which what is below comes first each is one gate, `v7=v3&~v4|v5&v6`. The values are Python
integers used as bit vectors: bit `i` of every value belongs to question `i`, and the same function
answers one question or eight thousand.
"""

from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from aro.compiled.gates import Body, Gate, Gates, Heap, Value
from aro.compiled.ground_program import Rules
from aro.errors import EngineError

Run = Callable[[Sequence[int]], tuple[int, ...]]

_DEEP = 20
"""How many gates may stand inside one another; Python reads no more than a hundred brackets."""


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
        self._heap = Heap(self.inputs)
        self._literals, self._ends = rules.literals, rules.ends
        # of each atom the number of the last rule that derives it, of each rule that of the one
        # before it that derives the same: a dictionary of lists would take ten times the memory
        self._last = array("i", bytes(4 * (max(rules.heads, default=0) + 1)))
        self._before = array("i", bytes(4 * (len(rules) + 1)))
        for number, head in enumerate(rules.heads, start=1):
            self._before[number] = self._last[head]
            self._last[head] = number

    def bodies(self, atom: int) -> list[tuple[int, ...]]:
        """Return the bodies of the rules that derive an atom, each as its literals."""
        found = []
        number = self._last[atom] if atom < len(self._last) else 0
        while number:
            start = self._ends[number - 2] if number > 1 else 0
            found.append(tuple(self._literals[start : self._ends[number - 1]]))
            number = self._before[number]
        return found

    def circuit(self, wanted: Sequence[str]) -> Circuit:
        """Return the circuit of the atoms `wanted`: only what they stand on is compiled."""
        left = self.gates(wanted)
        used = [atom for atom in left.read if atom in self.inputs]
        values = [left.worth[self.atoms[name]] for name in wanted]
        inputs = {self.names[atom]: number for number, atom in enumerate(used)}
        return Circuit(inputs=inputs, outputs=tuple(wanted), run=_compiled(left, used, values))

    def gates(self, wanted: Sequence[str]) -> Gates:
        """Return the gates that the atoms `wanted` stand on.

        Raises `EngineError` if they stand on a cycle, naming its atoms.
        """
        bodies = self.cone(wanted, known=self._heap.worth)
        self._heap.take(self.order(bodies), bodies)
        return self._heap.gates([self.atoms[name] for name in wanted])

    def order(self, bodies: Mapping[int, Iterable[tuple[int, ...]]]) -> list[int]:
        """Return the atoms of a cone, what is below first."""
        below = {
            head: {abs(one) for body in found for one in body} for head, found in bodies.items()
        }
        try:
            return list(TopologicalSorter(below).static_order())
        except CycleError as found:
            ring = ", ".join(self.names.get(atom, str(atom)) for atom in found.args[1])
            raise EngineError(f"the law runs in a circle: {ring}") from found

    def cone(
        self, wanted: Iterable[str], *, known: Collection[int] = ()
    ) -> dict[int, list[tuple[int, ...]]]:
        """Return the bodies of all the atoms that those `wanted` stand on, and of these.

        What stands below those `known` is left out, and so are they.
        """
        left = [self.atoms[name] for name in wanted]
        cone: dict[int, list[tuple[int, ...]]] = {}
        while left:
            atom = left.pop()
            if atom not in cone and atom not in known:
                cone[atom] = self.bodies(atom)
                left += (abs(one) for body in cone[atom] for one in body)
        return cone


def _compiled(left: Gates, inputs: Sequence[int], outputs: Sequence[Value]) -> Run:
    """Return the function of the gates; a gate that only one other reads is written inside it."""
    lines = [f" {''.join(f'v{atom},' for atom in inputs)}=i"] if inputs else []
    told = {abs(one) for one in outputs}
    inside: dict[int, tuple[str, int]] = {}
    for atom, gate in left.gates.items():
        below = (inside.get(abs(one), ("", 0))[1] for body in gate for one in body)
        depth = 1 + max(below, default=0)
        text = _disjunction(gate, inside)
        if left.read[atom] == 1 and atom not in told and depth < _DEEP:
            inside[atom] = f"({text})", depth
        else:
            lines.append(f" v{atom}={text}")
    results = "".join(f"{_literal(one, inside)}," for one in outputs)
    text = "\n".join(["def run(i):", *lines, f" return ({results})"])
    scope: dict[str, Run] = {}
    exec(compile(text, "<law>", "exec"), scope)  # noqa: S102  our own text: numbers, operators
    return scope["run"]


def _disjunction(gate: Gate, inside: Mapping[int, tuple[str, int]]) -> str:
    shared = frozenset[int]().union(*gate).intersection(*gate)
    rest = "|".join(sorted(_conjunction(body - shared, inside) for body in gate))
    if not shared:
        return rest
    whole = _conjunction(shared, inside)
    return f"{whole}&({rest})" if len(gate) > 1 else whole


def _conjunction(body: Body, inside: Mapping[int, tuple[str, int]]) -> str:
    return "&".join(_literal(one, inside) for one in sorted(body, key=abs)) or "-1"


def _literal(one: Value, inside: Mapping[int, tuple[str, int]]) -> str:
    if isinstance(one, bool):
        return "-1" if one else "0"
    text, _ = inside.get(abs(one), (f"v{abs(one)}", 0))
    return text if one > 0 else f"~{text}"
