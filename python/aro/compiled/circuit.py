"""A ground program without cycles as a circuit: one straight-line function of its inputs.

Every atom is the disjunction of the bodies of its rules, and no atom depends on itself. So each is
one gate, `v7=v3&~v4|v5&v6`, in an order in which what is below comes first. The values are Python
integers used as bit vectors: bit `i` of every value belongs to question `i`, and the same function
answers one question or eight thousand.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aro.compiled.ground_program import Body, Gate, Gates, GroundProgram, Value

Run = Callable[[Sequence[int]], tuple[int, ...]]

_Terms = dict[str, tuple[str, list[list[str]]]]
"""Under a name an or of ands of other names, or an and of ors: by what joins the outer ones."""

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


def doubt(program: GroundProgram, atom: str, loose: Container[str]) -> Circuit:
    """Return the circuit that tells whether an atom may be false.

    Inputs that are `loose` may be either, and each gate is looked at by itself: what may not be
    false so cannot be, and what may be perhaps is.
    """
    gates = program.gates([atom], supposing=True)
    names = {one: program.names[one] for one in gates.read if one in program.inputs}
    unsure = {one for one, name in names.items() if name in loose}
    free = frozenset(unsure)
    for one, gate in gates.gates.items():
        if any(abs(each) in unsure for body in gate for each in body):
            unsure.add(one)
    read: Counter[str] = Counter()

    def rail(one: int, *, holds: bool) -> str:
        """Return what tells whether a literal may hold, or may not; nothing if it always may."""
        positive, which = (one > 0) is holds, abs(one)
        if which in free:
            return ""
        name = f"{'t' if positive else 'f'}{which}" if which in unsure else f"v{which}"
        read[name] += 1
        return name if positive or which in unsure else f"~{name}"

    [value] = gates.values.values()
    result = ("0" if value else "-1") if isinstance(value, bool) else rail(value, holds=False)
    terms: _Terms = {}
    for one, gate in reversed([*gates.gates.items()]):
        for name in (f"v{one}", f"t{one}"):
            if name in read:
                every = ([x for each in body if (x := rail(each, holds=True))] for body in gate)
                terms[name] = "|", [body or ["-1"] for body in every]
        if f"f{one}" in read:
            sure = [body for body in gate if free.isdisjoint(map(abs, body))]
            every = ([rail(each, holds=False) for each in body] for body in sure)
            terms[f"f{one}"] = "&", [*every] or [["-1"]]
    used = [one for one in names if f"v{one}" in read]
    lines = [f" {''.join(f'v{one},' for one in used)}=i"] if used else []
    lines += _lines(terms, read, result or "-1")
    inputs = {names[one]: number for number, one in enumerate(used)}
    return Circuit(inputs, (atom,), _function(lines))


def _lines(terms: _Terms, read: Mapping[str, int], result: str) -> Iterator[str]:
    """Yield the lines of named terms, what is below last; one that is read once stands inside."""
    inside: dict[str, tuple[str, int]] = {}
    for name, (outer, bodies) in reversed(terms.items()):
        inner = "&" if outer == "|" else "|"
        texts = [[_named(one, inside) for one in body] for body in bodies]
        depth = 2 + max(inside.get(one.lstrip("~"), ("", 0))[1] for body in bodies for one in body)
        text = outer.join(f"({inner.join(body)})" for body in texts)
        if read[name] == 1 and depth < _DEEP:
            inside[name] = f"({text})", depth
        else:
            yield f" {name}={text}"
    yield f" return ({_named(result, inside)},)"


def _named(literal: str, inside: Mapping[str, tuple[str, int]]) -> str:
    """Return a literal, or what is written in the place of its name."""
    name = literal.lstrip("~")
    return literal.replace(name, inside[name][0]) if name in inside else literal


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
    return _function([*lines, f" return ({results})"])


def _function(lines: Iterable[str]) -> Run:
    """Return the function of one argument that some lines make."""
    scope: dict[str, Run] = {}
    text = "\n".join(["def run(i):", *lines])
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
