"""The small tables that analyses look through: who stands there, everything else being open."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from aro._engine import Term, parts
from aro._parts import ACTIVE_STEPS, STEPS
from aro._words import program
from aro.rulebook import Rulebook


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
        """Its shape, and that each declaration of everybody is looked at, and of one at an ally."""
        return "\n".join(self._facts())

    def _facts(self) -> Iterator[str]:
        yield "active(red)."
        for name, side in self.sides.items():
            yield f"side({name},{side})."
            steps = [step for step in STEPS if (step in ACTIVE_STEPS) == (side == "red")]
            yield from (f"every({step},{name})." for step in steps)
        if self.red > 1:
            yield "asked(act((first;second),red1,K,own(red2))) :- aims(K)."
        if self.replica:
            yield f"replica({REPLICA},red1,{self.replica})."
        yield from (f"device({name},{kind})." for name, kind in self.kinds.items())


REPLICA = "replica1"

SCENES = (Scene("duel"), Scene("ally", blue=2), Scene("pair", red=2))
"""The tables that a comparison looks through, the smallest first."""


def tables(book: Rulebook, scenes: Iterable[Scene], few: int = 3) -> Iterator[Scene]:
    """Yield some tables, and others with the replicas and the devices that an edition has."""
    yield from scenes
    known = book.vocabulary
    shown: Mapping[str, str] = dict(known.shown)
    forms = sorted(known.forms - set(shown.values()) - {"model", "nothing"})
    if any(law[0] in {"removes", "scatters", "veils"} for law in _stated(book)) and forms:
        yield Scene("replica", replica=forms[0])
    kinds = sorted(known.devices)
    for start in range(0, len(kinds), few):
        yield Scene(f"devices {start // few + 1}", devices=tuple(kinds[start : start + few]))


def _stated(book: Rulebook) -> Iterator[tuple[Term, ...]]:
    return (parts(law) for _, law in program(book.edition).table("stated"))
