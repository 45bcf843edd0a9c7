"""A ground program without cycles as a circuit: one straight-line function of its inputs.

Every atom is the disjunction of its rules' bodies, and no atom stands on itself, so in an order in
which what is below comes first each is one assignment, `v7=v3&~v4|v5&v6`. The values are Python
integers used as bit vectors: bit `i` of every value belongs to question `i`, and the same function
answers one question or eight thousand.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from aro.errors import EngineError

Rule = tuple[int, tuple[int, ...]]
"""A ground rule: the atom it derives, and the literals of its body, negative ones negated."""


@dataclass(frozen=True, slots=True, eq=False)
class Circuit:
    """A compiled program: from the bits of its `inputs`, by name, to those of its `outputs`."""

    inputs: Mapping[str, int]
    outputs: tuple[str, ...]
    run: Callable[[Sequence[int]], tuple[int, ...]]

    def answer(self, bits: Sequence[int], width: int = 1) -> list[int]:
        """Return the bits of each output in `width` questions, given those of each input."""
        whole = (1 << width) - 1
        return [value & whole for value in self.run(bits)]


def compiled(
    rules: Sequence[Rule], inputs: Iterable[int], names: Mapping[int, str], wanted: Sequence[int]
) -> Circuit:
    """Return the circuit of the atoms `wanted`: only what they stand on is compiled.

    Raises `EngineError` if they stand on a cycle, naming its atoms.
    """
    bodies: dict[int, list[tuple[int, ...]]] = {}
    for head, body in rules:
        bodies.setdefault(head, []).append(body)
    open_atoms = set(inputs)
    cone = _cone(bodies, wanted)
    below = {atom: {abs(one) for body in bodies.get(atom, ()) for one in body} for atom in cone}
    try:
        order = list(TopologicalSorter(below).static_order())
    except CycleError as found:
        ring = ", ".join(names.get(atom, str(atom)) for atom in found.args[1])
        raise EngineError(f"the law runs in a circle: {ring}") from found
    used = [atom for atom in order if atom in open_atoms]
    place = {atom: number for number, atom in enumerate(used)}
    lines = [f" v{atom}=i[{place[atom]}]" for atom in used]
    lines += [f" v{atom}={_value(bodies.get(atom, []))}" for atom in order if atom not in place]
    results = "".join(f"v{atom}," for atom in wanted)
    text = "\n".join(["def run(i):", *lines, f" return ({results})"])
    scope: dict[str, Callable[[Sequence[int]], tuple[int, ...]]] = {}
    exec(compile(text, "<law>", "exec"), scope)  # noqa: S102  our own text: numbers and operators
    return Circuit(
        inputs={names[atom]: number for atom, number in place.items()},
        outputs=tuple(names[atom] for atom in wanted),
        run=scope["run"],
    )


def _cone(bodies: Mapping[int, list[tuple[int, ...]]], wanted: Iterable[int]) -> set[int]:
    cone: set[int] = set()
    left = list(wanted)
    while left:
        atom = left.pop()
        if atom not in cone:
            cone.add(atom)
            left += (abs(one) for body in bodies.get(atom, ()) for one in body)
    return cone


def _value(bodies: list[tuple[int, ...]]) -> str:
    if any(not body for body in bodies):
        return "-1"
    terms = ("&".join(f"v{one}" if one > 0 else f"~v{-one}" for one in body) for body in bodies)
    return "|".join(dict.fromkeys(terms)) or "0"
