"""Whole battles: what a question costs on a table of many pieces, asked for the first time."""

from __future__ import annotations

import random
from time import process_time
from typing import TYPE_CHECKING

from aro.parts import Act
from aro.rulebook import Rulebook
from benchmarks import clock
from support.battle import battle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from aro.situation import Situation

SIZES = (10, 20, 40, 60)
EDITIONS = ("n3", "n4", "n5")
TABLES = 8


def table(pieces: int, lot: random.Random) -> tuple[Situation, Situation, str]:
    """Return a battle, the battle with a movement declared, and somebody who sees who moves."""
    while True:
        start = battle(pieces, lot.randrange(10**6))
        reds = [one.name for one in start.troopers if one.side == "red"]
        mover = lot.choice(reds)
        seeing = [pair.one for pair in start.lof if pair.other == mover]
        if seeing:
            return start, start.declare(mover, "move"), lot.choice(seeing)


def asks(
    book: Rulebook, start: Situation, moved: Situation, who: str
) -> dict[str, Callable[[], object]]:
    """Return what is asked of a battle, by what it is called."""
    mover = moved.order[0].who
    return {
        "an ARO": lambda: book.is_legal(moved, Act(who, "dodge", mover)),
        "AROs of one": lambda: book.legal_aros(moved, who=who),
        "every ARO": lambda: book.legal_aros(moved),
        "the Order resolved": lambda: book.resolve(moved.declare(who, "dodge", mover)),
        "options of one": lambda: book.options(start, who=mover),
    }


def taken(edition: str, pieces: int) -> Iterator[tuple[str, float]]:
    """Yield what was asked of some battles, and how long that took in seconds of CPU time."""
    lot = random.Random(pieces)  # noqa: S311  no secret
    book = Rulebook(edition)
    for _ in range(TABLES):
        for what, ask in asks(book, *table(pieces, lot)).items():
            begun = process_time()
            ask()
            yield what, process_time() - begun


def markdown() -> str:
    """Return a table of medians and longest calls, by edition, question and number of pieces."""
    head = " | ".join(f"{size} pieces" for size in SIZES)
    lines = [f"| edition | question | {head} |", f"|---|---|{'---|' * len(SIZES)}"]
    for edition in EDITIONS:
        found = {size: list(taken(edition, size)) for size in SIZES}
        for what in dict(found[SIZES[0]]):
            cells = []
            for size in SIZES:
                times = clock.of(seconds for asked, seconds in found[size] if asked == what)
                cells.append(f"{clock.readable(times.p50)}, {clock.readable(times.p99)}")
            lines.append(f"| {edition} | {what} | {' | '.join(cells)} |")
    return "\n".join([*lines, "", "Median and longest call."])
