"""The ground law of an edition over a small table, as gates that tell what it says of it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from aro._circuit import Wiring
from aro._gates import Gates, Value
from aro._ground import ground
from aro.edition import Edition
from aro.kb import law

OPEN = "opens(table;clauses;readings)."

TOLD = (
    *("ruling(", "because(", "becomes(", "begun(", "ended(", "turned(", "removed(", "form("),
    *("counts_unmasked(", "remembered(", "duty(", "mod(", "roll(", "value(", "count("),
    *("performed(", "thwarted(", "affirms(", "stands("),
)
"""What an analysis reads: the answer as `kb/theory/display.lp` shows it, and what it leaves out."""

SWITCHES = ("off(", "reads(")


class Law:
    """A ground law: its `inputs`, the `outputs` that can be told, and its size in ground rules."""

    def __init__(self, edition: Edition, scene: str) -> None:
        rules, names = ground(law(edition), f"{scene}\n{OPEN}")
        self.edition = edition
        self.names = {
            atom: name
            for atom, name in names.items()
            if atom in rules.inputs or (name.startswith(TOLD) and ",react," not in name)
        }
        self.inputs = tuple(sorted(self.names[atom] for atom in rules.inputs))
        self._wiring = Wiring(rules, self.names)
        self.outputs = tuple(sorted(set(self.names.values()) - set(self.inputs)))
        self.size = len(rules)

    @cached_property
    def gates(self) -> Gates:
        """The gates of every output, what is below first."""
        return self._wiring.gates(self.outputs)

    @cached_property
    def read(self) -> Mapping[str, int]:
        """The inputs that some output hangs on, by name, as their atoms."""
        return {self.names[one]: one for one in self.gates.read if one in self._wiring.inputs}

    @cached_property
    def worth(self) -> Mapping[str, Value]:
        """What each output is worth: the literal of a gate or an input, or a constant."""
        atoms = self._wiring.atoms
        return {name: self.gates.worth[atoms[name]] for name in self.outputs}

    def told(self, worlds: Sequence[Iterable[str]]) -> list[frozenset[str]]:
        """Return the outputs that hold in each of some worlds, given by the inputs that do."""
        whole = (1 << len(worlds)) - 1
        value = self._values(worlds, whole)
        told: list[set[str]] = [set() for _ in worlds]
        for name, worth in self.worth.items():
            if isinstance(worth, bool):
                bits = whole if worth else 0
            else:
                bits = value[worth] if worth > 0 else whole & ~value[-worth]
            while bits:
                told[(bits & -bits).bit_length() - 1].add(name)
                bits &= bits - 1
        return [frozenset(one) for one in told]

    def _values(self, worlds: Sequence[Iterable[str]], whole: int) -> dict[int, int]:
        """Return the bits of each gate and input, a bit for each world."""
        value = dict.fromkeys(self.read.values(), 0)
        for place, world in enumerate(worlds):
            for name in world:
                if (atom := self.read.get(name)) is not None:
                    value[atom] |= 1 << place
        for atom, gate in self.gates.gates.items():
            found = 0
            for body in gate:
                bits = whole
                for one in body:
                    bits &= value[one] if one > 0 else ~value[-one]
                found |= bits
            value[atom] = found
        return value
