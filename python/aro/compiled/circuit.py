"""A ground program without cycles as a circuit: one straight-line function of its inputs.

Every atom is the disjunction of the bodies of its rules, and no atom depends on itself. So each is
one gate, `v7=v3&~v4|v5&v6`, in an order in which what is below comes first. The values are Python
integers used as bit vectors: bit `i` of every value belongs to question `i`, and the same function
answers one question or eight thousand.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from aro.compiled.ground_program import Body, Gate, Gates, GroundProgram, Value

Run = Callable[[Sequence[int]], tuple[int, ...]]

Term = list[str]
"""How a value is reckoned, in pieces: names of values, operators, brackets."""

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
        index = self.inputs
        true = ([index[name] for name in atoms if name in index] for atoms in worlds)
        return columns(len(index), true)

    def held(self, worlds: Sequence[Iterable[str]]) -> dict[str, int]:
        """Return by output the worlds in which it holds: its bit n is the n-th world.

        A world is given by the inputs that are true in it.
        """
        whole = (1 << len(worlds)) - 1
        values = (value & whole for value in self.run(self.columns(worlds)))
        return dict(zip(self.outputs, values, strict=True))


def columns(size: int, worlds: Iterable[Iterable[int]]) -> list[int]:
    """Return the values of `size` inputs, each with a bit for each world.

    A world is given by the numbers of the inputs that are true in it.
    """
    bits = [0] * size
    for number, true in enumerate(worlds):
        world = 1 << number
        for index in true:
            bits[index] |= world
    return bits


def circuit(program: GroundProgram, wanted: Sequence[str], *, supposing: bool = False) -> Circuit:
    """Return the circuit of the atoms `wanted`: only what they depend on is compiled."""
    gates = program.gates(wanted, supposing=supposing)
    used = [atom for atom in gates.read if atom in program.inputs]
    terms = {f"v{atom}": _disjunction(gate) for atom, gate in gates.gates.items()}
    results = [_value(gates.values[program.atoms[name]]) for name in wanted]
    inputs = {program.names[atom]: number for number, atom in enumerate(used)}
    return Circuit(inputs, tuple(wanted), _compiled(used, terms, results))


def doubt(program: GroundProgram, atom: str, loose: Container[str]) -> Circuit:
    """Return the circuit that tells whether an atom may be false.

    Inputs that are `loose` may be either, and each gate is looked at by itself: what may not be
    false so cannot be, and what may be perhaps is. Of a value that is not sure two are reckoned,
    whether it may be true (`t7`) and whether it may be false (`f7`).
    """
    gates = program.gates([atom], supposing=True)
    names = {one: program.names[one] for one in gates.read if one in program.inputs}
    free = {one for one, name in names.items() if name in loose}
    unsure = _depending(gates, free)

    def may_hold(literal: int) -> Term:
        if abs(literal) in free:
            return ["-1"]
        if abs(literal) in unsure:
            return [f"t{literal}" if literal > 0 else f"f{-literal}"]
        return _value(literal)

    def may_fail(literal: int) -> Term:
        return may_hold(-literal)

    def may_be(gate: Gate) -> Term:
        return _joined("|", (_joined("&", map(may_hold, body)) for body in gate))

    def may_not_be(gate: Gate) -> Term:
        sure = (body for body in gate if free.isdisjoint(map(abs, body)))
        return _joined("&", (["(", *_joined("|", map(may_fail, body)), ")"] for body in sure))

    [value] = gates.values.values()
    result = _value(not value) if isinstance(value, bool) else may_fail(value)
    terms: dict[str, Term] = {}
    read = set(result)
    for one, gate in reversed([*gates.gates.items()]):
        for kind, term in (("v", _disjunction), ("t", may_be), ("f", may_not_be)):
            if (name := f"{kind}{one}") in read:
                terms[name] = term(gate)
                read.update(terms[name])
    used = [one for one in names if f"v{one}" in read]
    inputs = {names[one]: number for number, one in enumerate(used)}
    return Circuit(inputs, (atom,), _compiled(used, dict(reversed(terms.items())), [result]))


def _depending(gates: Gates, inputs: Iterable[int]) -> set[int]:
    """Return some inputs, and the atoms whose gates depend on them."""
    found = set(inputs)
    for one, gate in gates.gates.items():
        if any(abs(each) in found for body in gate for each in body):
            found.add(one)
    return found


def _compiled(inputs: Iterable[int], terms: Mapping[str, Term], results: Sequence[Term]) -> Run:
    """Return the function of named terms, what is below first; one read once stands inside."""
    read = Counter(chain.from_iterable((*terms.values(), *results)))
    taken = "".join(f"v{atom}," for atom in inputs)
    lines = [f" {taken}=i"] if taken else []
    inside: dict[str, tuple[str, int]] = {}
    for name, term in terms.items():
        depth = 1 + max((inside[one][1] for one in term if one in inside), default=0)
        text = "".join([inside[one][0] if one in inside else one for one in term])
        if read[name] == 1 and depth < _DEEP:
            inside[name] = f"({text})", depth
        else:
            lines.append(f" {name}={text}")
    told = (inside[one][0] if one in inside else one for term in results for one in (*term, ","))
    text = "\n".join(["def run(i):", *lines, f" return ({''.join(told)})"])
    scope: dict[str, Run] = {}
    exec(compile(text, "<law>", "exec"), scope)  # noqa: S102  our own text: numbers, operators
    return scope["run"]


def _disjunction(gate: Gate) -> Term:
    shared = frozenset[int]().union(*gate).intersection(*gate)
    rest = _joined("|", sorted(_conjunction(body - shared) for body in gate))
    if not shared:
        return rest
    whole = _conjunction(shared)
    return [*whole, "&", "(", *rest, ")"] if len(gate) > 1 else whole


def _conjunction(body: Body) -> Term:
    return _joined("&", map(_value, sorted(body, key=abs)))


def _joined(operator: str, terms: Iterable[Term]) -> Term:
    """Return terms joined by an operator; of none, what always holds."""
    found: Term = []
    for term in terms:
        found += [operator, *term] if found else term
    return found or ["-1"]


def _value(one: Value) -> Term:
    if isinstance(one, bool):
        return ["-1" if one else "0"]
    return [f"v{one}"] if one > 0 else ["~", f"v{-one}"]
