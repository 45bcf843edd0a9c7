"""The ground law of an edition over a small table, as gates that tell what it says of it.

A solver reads the gates to search for situations; their circuit tells what holds in given ones.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from operator import or_

from aro.compiled.circuit import Circuit, circuit
from aro.compiled.ground_program import Gate, GroundProgram, Value, ground
from aro.compiled.shape import NAMED, RIGHT
from aro.knowledge.edition import Edition
from aro.knowledge.fact_kinds import INPUTS
from aro.knowledge.library import law

OPEN = "opens(table;clauses;readings)."

_PREDICATES = {"affirms", "stands", "remembers", "freed", "restored"} | NAMED - INPUTS - {
    "affected"
}
"""What an analysis reads: the answer as `kb/theory/display.lp` shows it, and what it leaves out."""

TOLD = tuple(f"{name}(" for name in sorted(_PREDICATES))

SWITCHES = ("off(", "reads(")


class Law:
    """A ground law: its `inputs`, and its size in ground rules; once it is closed, its gates.

    The `gates` are those of every output that can be told, what is below first. `read` are the
    inputs that some output depends on, by name, as their atoms. `worth` is what each output that
    can hold is worth: the literal of a gate or an input, or true.
    """

    gates: Mapping[int, Gate]
    read: Mapping[str, int]
    worth: Mapping[str, Value]

    def __init__(self, edition: Edition, scene: str) -> None:
        rules, names = ground(law(edition), f"{scene}\n{OPEN}", NAMED | _PREDICATES | {"device"})
        self._edition, self._rules = edition, rules
        self._names = {
            atom: name
            for atom, name in names.items()
            if atom in rules.inputs or (name.startswith(TOLD) and not RIGHT.search(name))
        }
        self.inputs = frozenset(self._names[atom] for atom in rules.inputs)
        self.size = len(rules)

    def close(self, known: Collection[str]) -> None:
        """Take for false what is no switch and not known, and make the gates of all the rest."""
        names, outputs = self._names, sorted({*self._names.values()} - self.inputs)
        kept = {one for one in self.inputs if one in known or one.startswith(SWITCHES)}
        self._rules.inputs = {one for one in self._rules.inputs if names[one] in kept}
        self._program = GroundProgram(self._rules, names, law(self._edition))
        made, atoms = self._program.gates(outputs), self._program.atoms
        self.gates = made.gates
        self.read = {names[one]: one for one in made.read if one in self._program.inputs}
        self.worth = {name: one for name in outputs if (one := made.values[atoms[name]])}

    @cached_property
    def _circuit(self) -> Circuit:
        return circuit(self._program, tuple(self.worth))

    def told(self, world: Iterable[str]) -> frozenset[str]:
        """Return the outputs that hold in a world, given by the inputs that do."""
        return frozenset(name for name, held in self.bits([world]).items() if held)

    def bits(self, worlds: Sequence[Iterable[str]]) -> Mapping[str, int]:
        """Return, for each output that can hold, the worlds in which it does, as bits."""
        return self._circuit.held(worlds)


def any_bits(bits: Mapping[str, int], outputs: Iterable[str]) -> int:
    """Return the worlds in which one of some outputs holds, given those of each output."""
    return reduce(or_, (bits.get(output, 0) for output in outputs), 0)
