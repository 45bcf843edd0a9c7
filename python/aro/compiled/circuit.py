"""A ground program without cycles as a circuit: one straight-line function of its inputs.

Every atom is the disjunction of the bodies of its rules, and no atom depends on itself. So each is
one gate, `v7=v3&~v4|v5&v6`, in an order in which what is below comes first. The values are Python
integers used as bit vectors: bit `i` of every value belongs to question `i`, and the same function
answers one question or eight thousand.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from aro.compiled.ground_program import Body, Gate, Gates, GroundProgram, Value

Run = Callable[[Sequence[int]], tuple[int, ...]]

_DEEP = 20
"""How many gates may stand inside one another; Python reads no more than a hundred brackets."""


@dataclass(frozen=True, slots=True, eq=False)
class Circuit:
    """A compiled part of a program: from the bits of its `inputs`, by name, to its `outputs`."""

    inputs: Mapping[str, int]
    outputs: tuple[str, ...]
    run: Run

    def columns(self, worlds: Iterable[Iterable[str]]) -> list[int]:
        """Return the inputs with a bit for each world, given by the atoms that hold in it."""
        bits = [0] * len(self.inputs)
        index = self.inputs.get
        for number, atoms in enumerate(worlds):
            world = 1 << number
            for name in atoms:
                at = index(name)
                if at is not None:
                    bits[at] |= world
        return bits

    def answer(self, bits: Sequence[int], width: int = 1) -> list[int]:
        """Return the bits of each output in `width` questions, given those of each input."""
        whole = (1 << width) - 1
        return [value & whole for value in self.run(bits)]


def circuit(program: GroundProgram, wanted: Sequence[str], *, supposing: bool = False) -> Circuit:
    """Return the circuit of the atoms `wanted`: only what they depend on is compiled."""
    gates = program.gates(wanted, supposing=supposing)
    used = [atom for atom in gates.read if atom in program.inputs]
    values = [gates.values[program.atoms[name]] for name in wanted]
    inputs = {program.names[atom]: number for number, atom in enumerate(used)}
    return Circuit(inputs=inputs, outputs=tuple(wanted), run=_compiled(gates, used, values))


def _compiled(gates: Gates, inputs: Sequence[int], outputs: Sequence[Value]) -> Run:
    """Return the function of the gates; a gate that only one other reads is written inside it."""
    lines = [f" {''.join(f'v{atom},' for atom in inputs)}=i"] if inputs else []
    read_outside = {abs(value) for value in outputs}
    inside: dict[int, tuple[str, int]] = {}
    for atom, gate in gates.gates.items():
        below = (inside.get(abs(one), ("", 0))[1] for body in gate for one in body)
        depth = 1 + max(below, default=0)
        text = _disjunction(gate, inside)
        if gates.read[atom] == 1 and atom not in read_outside and depth < _DEEP:
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
