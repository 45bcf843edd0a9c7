"""The small tables that analyses look through: who stands there, everything else being open."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from aro.engine.clingo_program import written
from aro.engine.edition_words import derived_tables
from aro.engine.edition_words import tables as edition_tables
from aro.parts import ACTIVE_STEPS, STEPS
from aro.rulebook import Rulebook


class Scene(NamedTuple):
    """Troopers of red, whose turn it is, and of blue; a replica of red's, a device of blue's.

    Of what kind the device is, is open. So is who commands whom, where red has two.
    """

    name: str
    red: int = 1
    blue: int = 1
    replica: str | None = None
    device: bool = False

    @property
    def sides(self) -> dict[str, str]:
        """The side of each trooper, by its name."""
        red = {f"red{number}": "red" for number in range(1, self.red + 1)}
        blue = {f"blue{number}": "blue" for number in range(1, self.blue + 1)}
        return red | blue | ({DEVICE: "blue"} if self.device else {})

    @property
    def extras(self) -> frozenset[str]:
        """Those who stand there beside another like them: what befalls them befalls the other."""
        return frozenset(name for name in self.sides if name[-1] != "1")

    @property
    def text(self) -> str:
        """Its shape, and that each declaration of everybody is looked at, and of one at an ally."""
        facts = ["active(red)."]
        for name, side in self.sides.items():
            facts.append(f"side({name},{side}).")
            steps = [step for step in STEPS if (step in ACTIVE_STEPS) == (side == "red")]
            facts += [f"every({step},{name})." for step in steps]
        if self.red > 1:
            facts.append("asked(act((first;second),red1,K,own(red2))) :- aims(K). opens(command).")
        if self.replica:
            facts.append(f"replica({REPLICA},red1,{self.replica}).")
        if self.device:
            facts.append(f"device({DEVICE}). opens(kinds).")
        return "\n".join(facts)


REPLICA, DEVICE = "replica1", "device1"

SCENES = (Scene("duel"), Scene("ally", blue=2), Scene("pair", red=2))
"""The tables that a comparison looks through, the smallest first."""


def tables(book: Rulebook, scenes: Iterable[Scene]) -> Iterator[Scene]:
    """Yield some tables, and others with a replica and with a device, if an edition has any."""
    yield from scenes
    known = book.vocabulary
    forms = sorted(known.forms - {form for _, form in known.shown} - {"model", "nothing"})
    if any(map(derived_tables(book.edition).laws, ("removes", "scatters", "veils"))) and forms:
        yield Scene("replica", replica=forms[0])
    if known.devices:
        yield Scene("device", device=True)


def words_of(books: Iterable[Rulebook]) -> list[str]:
    """Return what `kb/possible.lp` has to know of some editions, as facts.

    Nobody is in two states at once that show different things; in some states a trooper is not on
    the table, in others the other side commands it; some Skills end in contact with their target.
    """
    found: set[str] = set()
    for book in books:
        shown = sorted(book.vocabulary.shown)
        pairs = ((s, z) for s, form in shown for z, other in shown if s < z and form != other)
        found.update(f"exclusive({one},{other})." for one, other in pairs)
        found.update(f"hiding({state})." for state, form in shown if form == "nothing")
        for name, table in (("reaching", "reaches"), ("commandeers", "commandeers")):
            rows = edition_tables(book.edition).table(table)
            found.update(f"{name}({written(one[0])})." for one in rows)
    return sorted(found)
