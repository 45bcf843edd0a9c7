"""The ground law of an edition over a small table, as gates that tell what it says of it.

A solver reads the gates to search for situations; their circuit tells what holds in given ones.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from operator import or_

from aro.compiled.circuit import Circuit, circuit
from aro.compiled.ground_program import Gates, GroundProgram, Value, ground
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
    """A ground law: its `inputs`, the `outputs` that can be told, and its size in ground rules."""

    def __init__(self, edition: Edition, scene: str) -> None:
        rules, names = ground(law(edition), f"{scene}\n{OPEN}", NAMED | _PREDICATES | {"device"})
        self.edition = edition
        self.names = {
            atom: name
            for atom, name in names.items()
            if atom in rules.inputs or (name.startswith(TOLD) and not RIGHT.search(name))
        }
        self.inputs = tuple(sorted(self.names[atom] for atom in rules.inputs))
        self._rules = rules
        self.outputs = tuple(sorted(set(self.names.values()) - set(self.inputs)))
        self.size = len(rules)

    def close(self, known: Collection[str]) -> None:
        """Take for false what is no switch and not known; before anything is asked of it."""
        kept = {one for one in self.inputs if one in known or one.startswith(SWITCHES)}
        self.inputs = tuple(sorted(kept))
        self._rules.inputs = {one for one in self._rules.inputs if self.names[one] in kept}

    @cached_property
    def _program(self) -> GroundProgram:
        return GroundProgram(self._rules, self.names, law(self.edition))

    @cached_property
    def gates(self) -> Gates:
        """The gates of every output, what is below first."""
        return self._program.gates(self.outputs)

    @cached_property
    def read(self) -> Mapping[str, int]:
        """The inputs that some output depends on, by name, as their atoms."""
        return {self.names[one]: one for one in self.gates.read if one in self._program.inputs}

    @cached_property
    def worth(self) -> Mapping[str, Value]:
        """What each output that can hold is worth: the literal of a gate or an input, or true."""
        atoms, worth = self._program.atoms, self.gates.values
        return {name: one for name in self.outputs if (one := worth[atoms[name]])}

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
