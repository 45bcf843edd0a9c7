"""The ground law of an edition over a small table, as gates that tell what it says of it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from aro.compiled.gates import Gates, Value
from aro.compiled.ground_program import GroundProgram, ground
from aro.compiled.shape import NAMED
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
            if atom in rules.inputs or (name.startswith(TOLD) and ",react," not in name)
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
        return GroundProgram(self._rules, self.names)

    @cached_property
    def gates(self) -> Gates:
        """The gates of every output, what is below first."""
        return self._program.gates(self.outputs)

    @cached_property
    def read(self) -> Mapping[str, int]:
        """The inputs that some output hangs on, by name, as their atoms."""
        return {self.names[one]: one for one in self.gates.read if one in self._program.inputs}

    @cached_property
    def worth(self) -> Mapping[str, Value]:
        """What each output that can hold is worth: the literal of a gate or an input, or true."""
        atoms, worth = self._program.atoms, self.gates.values
        return {name: one for name in self.outputs if (one := worth[atoms[name]])}

    def told(
        self, worlds: Sequence[Iterable[str]], only: Collection[str] | None = None
    ) -> list[frozenset[str]]:
        """Return the outputs that hold in each of some worlds, given by the inputs that do.

        With `only`, no more than these are looked at.
        """
        told: list[set[str]] = [set() for _ in worlds]
        for name, held in self.bits(worlds, only).items():
            bits = held
            while bits:
                told[(bits & -bits).bit_length() - 1].add(name)
                bits &= bits - 1
        return [frozenset(one) for one in told]

    def bits(
        self, worlds: Sequence[Iterable[str]], only: Collection[str] | None = None
    ) -> Mapping[str, int]:
        """Return, for each output that is looked at, the worlds in which it holds, as bits."""
        whole = (1 << len(worlds)) - 1
        wanted = self.worth.keys() if only is None else self.worth.keys() & only
        value = self._values(
            worlds, whole, self.gates.gates if only is None else self._cone(wanted)
        )
        found = {}
        for name in wanted:
            bits = whole if (one := self.worth[name]) is True else value[abs(one)]
            found[name] = bits if one > 0 else whole & ~bits
        return found

    def _cone(self, wanted: Iterable[str]) -> list[int]:
        """Return the gates that some outputs stand on, what is below first."""
        gates = self.gates.gates
        left = [abs(self.worth[name]) for name in wanted]
        cone: set[int] = set()
        while left:
            atom = left.pop()
            if atom in gates and atom not in cone:
                cone.add(atom)
                left += (abs(one) for body in gates[atom] for one in body)
        return sorted(cone, key=self._place.__getitem__)

    @cached_property
    def _place(self) -> Mapping[int, int]:
        return {atom: number for number, atom in enumerate(self.gates.gates)}

    def _values(
        self, worlds: Sequence[Iterable[str]], whole: int, gates: Iterable[int]
    ) -> dict[int, int]:
        """Return the bits of each input and of some gates, a bit for each world."""
        value = dict.fromkeys(self.read.values(), 0)
        for place, world in enumerate(worlds):
            for name in world:
                if (atom := self.read.get(name)) is not None:
                    value[atom] |= 1 << place
        for atom in gates:
            found = 0
            for body in self.gates.gates[atom]:
                bits = whole
                for one in body:
                    bits &= value[one] if one > 0 else ~value[-one]
                found |= bits
            value[atom] = found
        return value
