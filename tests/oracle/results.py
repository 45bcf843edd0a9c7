"""What comes of a random Order: contacts, Rolls, hits, events, and what is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.sampling_profile import MOVERS
from oracle.world import Act, Event, Half, Hit, Pair, Roll, Trooper, World

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator


class Results:
    """The second half of a sample, drawn when its Order stands."""

    document: str
    rng: random.Random
    troopers: list[Trooper]
    order: list[Act]

    def chance(self, share: float) -> bool:
        """Return true so often."""
        return self.rng.random() < share

    def pieces(self) -> list[tuple[str, Trooper]]:
        """Return all pieces with their troopers."""
        own = [(one.name, one) for one in self.troopers]
        return own + [(copy.name, one) for one in self.troopers for copy in one.replicas]

    def on_table(self, piece: str) -> bool:
        """Return whether a piece is there when the Order begins."""
        return all(
            "hidden_deployment" not in one.states for name, one in self.pieces() if name == piece
        )

    def contact(self, world: World) -> frozenset[Pair]:
        """Return the contact that a movement brings, in 3 of 10, or one from before the Order."""
        for act in self.order:
            if act.skill in MOVERS and act.step in {"first", "second"} and self.chance(0.3):
                one = world.owner(act.who)
                liked = [p for p in world.pieces if world.owner(p) != one and self.on_table(p)]
                half: Half | None = "second" if act.step == "second" else None
                return frozenset(
                    {
                        Pair(one.real, one_of, half)
                        for one_of in self.rng.sample(liked, min(1, len(liked)))
                    }
                )
        moved = {act.who for act in self.order if act.skill in MOVERS}
        near = [p for p in world.pieces if self.on_table(p) and world.owner(p).name not in moved]
        if len(near) > 1 and self.chance(0.1):
            mine, beside = self.rng.sample(near, 2)
            if world.owner(mine) != world.owner(beside):
                return frozenset({Pair(mine, beside)})
        return frozenset()

    def rolls(self) -> Iterator[Roll]:
        """Yield the Rolls of Discover and Combat Jump."""
        for act in self.order:
            if act.skill in {"discover", "combat_jump"} and self.chance(0.9):
                yield Roll(act, self.chance(0.5))

    def hits(self) -> Iterator[Hit]:
        """Yield what the Attacks hit."""
        for act in self.order:
            if not act.skill.endswith("_attack"):
                continue
            for piece in (act.target, *act.covers):
                if piece is not None and self.chance(0.7):
                    critical = self.chance(0.2)
                    n5 = self.document == "n5.decoy"
                    saves = (critical and n5) or self.chance(0.6)
                    yield Hit(act, piece, saves=saves, critical=critical)

    def events(self) -> Iterator[Event]:
        """Yield what befalls the troopers, seldom."""
        for one in self.troopers:
            if self.chance(0.06):
                ends = [("becomes", "impetuous"), ("enters", "retreat")]
                if self.document != "n4.impersonation":
                    ends.append(("makes", "save"))
                yield Event(one.name, *self.rng.choice(ends))

    def failed(self, world: World) -> frozenset[tuple[str, str]]:
        """Return the Discovers failed earlier in the turn."""
        n5 = self.document == "n5.decoy"
        names = world.pieces if n5 else tuple(one.name for one in world.troopers)
        pairs = {("guard", one) for one in names if world.side(one) == "red" and self.chance(0.15)}
        return frozenset(pairs)

    def lowered(self) -> frozenset[tuple[str, str]]:
        """Return the levels lost earlier."""
        bare = self.document.startswith("n3") and not self.troopers[0].states
        return frozenset({("hider", "impetuous")} if bare and self.chance(0.1) else ())
