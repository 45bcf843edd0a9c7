"""Battles by lot: tables as full as a game, with Markers on both sides."""

import random
from itertools import product

from aro.parts import Trooper
from aro.situation import Situation

MARKERS = ("camouflaged", "impersonation_1")
"""States, known to all editions, in which a trooper is shown as a Marker."""


def battle(pieces: int, seed: int) -> Situation:
    """Return a battle of two sides with nothing declared yet.

    Each figure sees some five enemies, one in three is in an enemy's Zone of Control, one in ten
    touches one, one in five is a Marker.
    """
    lot = random.Random(seed)  # noqa: S311  no secret
    sides: dict[str, list[str]] = {"red": [], "blue": []}
    troopers = []
    for number in range(pieces):
        side = ("red", "blue")[number % 2]
        hidden = lot.random() < 1 / 5
        state = [lot.choice(MARKERS)] if hidden else []
        troopers.append(Trooper(f"{side}{number}", side=side, states=state))
        sides[side].append(f"{side}{number}")
    pairs = [*product(sides["red"], sides["blue"])]
    seen = min(1.0, 12 / pieces)
    lof = [
        way for one, other in pairs if lot.random() < seen for way in ((one, other), (other, one))
    ]
    near = [pair for pair in pairs if lot.random() < 2 / 3 / pieces]
    touching = [pair for pair in pairs if lot.random() < 1 / 5 / pieces]
    return Situation(active="red", troopers=troopers, lof=lof, zoc=near, contact=touching)
