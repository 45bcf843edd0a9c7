"""What the oracle answers about one World, and which of its answers are worth comparing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from oracle.sample import sample
from oracle.world import BEFORE, STEPS
from support.translated import DOCUMENTS, questions, solid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aro.parts import Act
    from oracle import world as theirs
    from oracle.answers import Outcome, Ruling
    from oracle.game import Game

STATES = frozenset(
    {
        *("camouflaged", "to_camouflaged", "impersonation_1", "impersonation_2"),
        *("decoy", "hidden_deployment"),
    }
)
"""The states that both speak of; Retreat! is one to the oracle only."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """A World and the oracle's answers about it, without what it doubts.

    `asked` are all declarations it was asked about, each as the oracle and as the product writes
    it, with the ruling or, in doubt, None; `end` is None where how the Order ends is in doubt.
    """

    document: str
    seed: int
    world: theirs.World
    asked: tuple[tuple[theirs.Act, Act, Ruling | None], ...]
    end: Outcome | None

    @property
    def again(self) -> frozenset[tuple[str, str]]:
        """The failed Discovers that N4 forgets, because their trooper went back since."""
        if self.end is None or not self.document.startswith("n4"):
            return frozenset()
        return frozenset(one for one in self.world.failed if one[1] in self.end.returned)


@dataclass(slots=True)
class Tally:
    """How many answers were compared, how many were in doubt, which clauses they rested on."""

    compared: Counter[str] = field(default_factory=Counter)
    doubted: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)

    def take(self, one: Opinion) -> None:
        """Count what an opinion lets compare."""
        rulings = [ruling for _, _, ruling in one.asked if ruling is not None]
        self.compared["worlds"] += 1
        self.compared["rulings"] += len(rulings)
        self.doubted["rulings"] += len(one.asked) - len(rulings)
        for ruling in rulings:
            self.reached.update(ruling.clauses)
        if one.end is None:
            self.doubted["outcomes"] += 1
            return
        world = one.world
        self.compared["outcomes"] += 1
        self.compared["results"] += len(world.order) + len(world.troopers) + len(world.pieces) + 1
        self.reached.update(one.end.clauses)

    def add(self, other: Tally) -> None:
        """Count what another has counted."""
        self.compared.update(other.compared)
        self.doubted.update(other.doubted)
        self.reached.update(other.reached)


def opinion(document: str, seed: int) -> Opinion:
    """Return the oracle's opinion of the World of a seed.

    What could be declared instead of a movement into contact is passed over: the World tells of the
    contact, which there would not be.
    """
    world = solid(document, sample(document, seed))
    game: Game = DOCUMENTS[document].game(world)
    doubtful = frozenset(_doubtful(game))
    moved = {"first" if pair.half is None else pair.half for pair in world.contact}
    asked = []
    for act, ours in questions(document, seed, world):
        instead = act.step in moved and act not in world.order
        ruling = None if instead or act.step in doubtful else game.ruling(act)
        asked.append((act, ours, None if ruling is None or ruling.doubts else ruling))
    end = game.outcome()
    unsure = end.doubts or any(game.ruling(act).doubts for act in world.order)
    return Opinion(document, seed, world, tuple(asked), None if unsure else end)


def _doubtful(game: Game) -> Iterator[str]:
    """Yield the steps before which something is in doubt already."""
    doubts = False
    for step in STEPS:
        game.at(BEFORE[step])
        doubts = doubts or bool(game.notes.doubts)
        if doubts:
            yield step
        doubts = doubts or any(game.ruling(act).doubts for act in game.world.acts(step))
