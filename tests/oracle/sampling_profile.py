"""What the random Worlds of each document are made of, and what is worth asking of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from oracle.world import STEPS, Act

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.world import World

MOVERS = frozenset({"move", "cautious_movement"})
INTO = {
    "ch_camouflage": "camouflaged",
    "ch_to_camouflage": "to_camouflaged",
    "impersonation": "impersonation_1",
}
ALL_ROUND = frozenset(
    {"camouflaged", "to_camouflaged", "impersonation_1", "impersonation_2", "hidden_deployment"}
)
"""The states whose Markers have a LoF arc of 360 degrees, and the one out of which these come."""
SEEKING = frozenset({"discover", "intuitive_attack"})
FILLING = frozenset({"return_to", "cautious_movement", "combat_jump", "intuitive_attack"})
"""What no second Skill follows; of the last the type line was not seen."""

AIMED = frozenset({"discover", "bs_attack", "cc_attack", "intuitive_attack"})


@dataclass(frozen=True, slots=True)
class Taste:
    """What the Worlds of a document are made of; a word given twice comes up twice as often."""

    hiders: tuple[tuple[str, str], ...]
    first: tuple[str, ...]
    reaction: tuple[str, ...]
    second: tuple[str, ...]
    surprise: tuple[str, ...] = ()


_N3 = Taste(
    hiders=(("camouflaged", "ch_camouflage"), ("", "ch_camouflage")),
    first=(
        "move",
        "move",
        "move",
        "discover",
        "discover",
        "intuitive_attack",
        "return_to",
        "cautious_movement",
    ),
    reaction=("delay", "delay", "discover", "bs_attack", "dodge", "reset", "alert"),
    second=("move", "bs_attack", "bs_attack", "discover", "cc_attack", "dodge"),
    surprise=("surprise_attack", "surprise_shot_l1"),
)
TASTES = {
    "n3.camouflaged": _N3,
    "n3.to_camouflaged": replace(
        _N3,
        hiders=(
            ("to_camouflaged", "ch_to_camouflage"),
            ("to_camouflaged", "ch_to_camouflage"),
            ("", "ch_to_camouflage"),
            ("hidden_deployment", "ch_to_camouflage"),
        ),
    ),
    "n4.impersonation": Taste(
        hiders=(
            ("impersonation_1", "impersonation"),
            ("impersonation_1", "impersonation"),
            ("impersonation_2", "impersonation"),
            ("impersonation_2", "impersonation"),
            ("", "impersonation"),
        ),
        first=("move", "move", "discover", "discover", "idle", "return_to", "cautious_movement"),
        reaction=(
            *("delay", "delay", "discover", "discover", "bs_attack", "dodge", "dodge"),
            *("reset", "look_out"),
        ),
        second=("move", "bs_attack", "bs_attack", "discover", "cc_attack", "dodge", "idle"),
        surprise=("surprise_attack",),
    ),
    "n5.decoy": Taste(
        hiders=(("decoy", "decoy_1"), ("decoy", "decoy_2"), ("decoy", "decoy_2")),
        first=("move", "move", "discover", "discover", "idle", "cautious_movement", "combat_jump"),
        reaction=("delay", "discover", "bs_attack", "bs_attack", "dodge", "reset", "look_out"),
        second=("move", "bs_attack", "bs_attack", "discover", "cc_attack", "dodge", "idle"),
    ),
}


def questions(document: str, world: World) -> Iterator[Act]:
    """Yield the declarations worth asking: those of the Order, and others at every step."""
    yield from world.order
    taste = TASTES[document]
    for step in STEPS:
        active = step in {"first", "second"}
        pool = taste.reaction if not active else taste.first if step == "first" else taste.second
        for one in world.troopers:
            if (one.side == world.active) != active:
                continue
            for skill in sorted(set(pool) - {"delay", "return_to"} | {"bs_attack"}):
                if skill not in AIMED:
                    yield Act(step, one.name, skill)
                    continue
                for piece in world.pieces:
                    if world.side(piece) != one.side and (
                        skill != "discover" or world.owner(piece).states
                    ):
                        yield Act(step, one.name, skill, piece)
