"""The questions, bound to a law."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from oracle.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable

    from oracle.answers import Outcome, Ruling, Verdict
    from oracle.law import Law
    from oracle.world import Act, World


class Opinions(NamedTuple):
    """What can be asked of a document; who asks much of one World asks its `game`."""

    game: Callable[[World], Game]
    judge: Callable[[World, Act], Ruling]
    ruling: Callable[[World, Act], Verdict]
    takes_effect: Callable[[World, Act], bool]
    outcome: Callable[[World], Outcome]


def opinions(law: Law) -> Opinions:
    """Return the questions put to a law; worlds asked of late are remembered."""

    @lru_cache(maxsize=64)
    def game(world: World) -> Game:
        return Game(world, law)

    def judge(world: World, act: Act) -> Ruling:
        return game(world).ruling(act)

    def ruling(world: World, act: Act) -> Verdict:
        return judge(world, act).verdict

    def takes_effect(world: World, act: Act) -> bool:
        return game(world).effective(act)

    def outcome(world: World) -> Outcome:
        return game(world).outcome()

    return Opinions(game, judge, ruling, takes_effect, outcome)
