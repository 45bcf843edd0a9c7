"""The small tables that analyses look through: who stands there, everything else being open."""

from collections.abc import Iterator
from dataclasses import dataclass

from aro._parts import ACTIVE_STEPS, STEPS


@dataclass(frozen=True, slots=True)
class Scene:
    """Troopers of red, whose turn it is, and of blue; a replica of red's, and devices of blue's."""

    name: str
    red: int = 1
    blue: int = 1
    replica: str | None = None
    devices: tuple[str, ...] = ()

    @property
    def sides(self) -> dict[str, str]:
        """The side of each trooper, by its name."""
        red = {f"red{number}": "red" for number in range(1, self.red + 1)}
        blue = {f"blue{number}": "blue" for number in range(1, self.blue + 1)}
        return red | blue | dict.fromkeys(self.kinds, "blue")

    @property
    def kinds(self) -> dict[str, str]:
        """The kind of each device, by its name."""
        return {f"device_{kind}_1": kind for kind in self.devices}

    @property
    def extras(self) -> frozenset[str]:
        """Those who stand there beside another like them: what befalls them befalls the other."""
        return frozenset(name for name in self.sides if name[-1] != "1")

    @property
    def text(self) -> str:
        """The scene as facts: its shape, and that every declaration of everybody is looked at."""
        return "\n".join(self._facts())

    def _facts(self) -> Iterator[str]:
        yield "active(red)."
        for name, side in self.sides.items():
            yield f"side({name},{side})."
            steps = [step for step in STEPS if (step in ACTIVE_STEPS) == (side == "red")]
            yield from (f"every({step},{name})." for step in steps)
        if self.replica:
            yield f"replica({REPLICA},red1,{self.replica})."
        yield from (f"device({name},{kind})." for name, kind in self.kinds.items())


REPLICA = "replica1"

SCENES = (Scene("duel"), Scene("ally", blue=2), Scene("pair", red=2))
"""The tables that a comparison looks through, the smallest first."""
