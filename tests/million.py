"""The full comparison: any number of seeded Worlds of each document, through the compiled law.

    python tests/million.py 1000000                             all documents, on all cores
    python tests/million.py 50000 n4.impersonation --from 7000  one, seeds 7000 to 56999

Progress goes to stderr. At the end stand, for each document, how many Worlds, rulings and results
were compared, how many were in doubt, on which clauses the answers rest, and every difference with
its seed and its facts; plain clingo is asked about these again (`second_opinion.py`). The exit code
is 1 if there are any.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import TYPE_CHECKING

from aro.engine.facts import atoms, text
from second_opinion import differences
from support.at_once import Cast, cast
from support.oracle_answers import Opinion, Tally, opinion
from support.translated import DOCUMENTS, as_situation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CHUNK = 10_000
"""How many Worlds a process takes at a time."""

AT_ONCE = 1024
"""How many Worlds share a pass at most."""

AHEAD = 2
"""How many chunks wait for each process."""


@dataclass(slots=True)
class Found:
    """What came of a chunk: how much was compared, and the differences, each as it is printed."""

    tally: Tally = field(default_factory=Tally)
    differ: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        """Take in what another has found."""
        self.tally.add(other.tally)
        self.differ += other.differ


CASTS: dict[object, Cast] = {}


def compare(document: str, seeds: Iterable[int]) -> Found:
    """Return what comes of comparing the Worlds of so many seeds."""
    found = Found()
    groups: dict[object, list[Opinion]] = {}
    for seed in seeds:
        one = opinion(document, seed)
        found.tally.take(one)
        group = groups.setdefault(cast(document, one.world), [])
        group.append(one)
        if len(group) == AT_ONCE:
            found.differ += _differ(group, found.tally)
            group.clear()
    for group in groups.values():
        found.differ += _differ(group, found.tally)
    return found


def _differ(group: list[Opinion], tally: Tally) -> Iterator[str]:
    if not group:
        return
    document, world = group[0].document, group[0].world
    key = cast(document, world)
    if key not in CASTS:
        for other in [one for one in CASTS if isinstance(one, tuple) and one[0] != document]:
            del CASTS[other]
        CASTS[key] = Cast(document, world)
    wrong, strange = CASTS[key].unlike(group)
    tally.compared["worlds by plain clingo alone"] += len(strange)
    for one in sorted(wrong + strange, key=lambda each: each.seed):
        told = [str(each) for each in differences(document, one.seed)]
        if not told and one in wrong:
            told = [f"{document} {one.seed}: the compiled law, and not plain clingo, differs"]
        if told:
            table = text(atoms(as_situation(document, one.world))).replace("\n", " ")
            yield "\n".join([*told, f"    {table}"])


def run(document: str, count: int, start: int, processes: int) -> Found:
    """Return what comes of comparing a document on several cores; tell how far it is."""
    total, begun, done = Found(), time.monotonic(), 0
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        waiting: deque[tuple[int, Future[Found]]] = deque()
        for first in range(0, count, CHUNK):
            many = min(CHUNK, count - first)
            seeds = range(start + first, start + first + many)
            waiting.append((many, pool.submit(compare, document, seeds)))
            while len(waiting) > AHEAD * processes or (first + many == count and waiting):
                size, chunk = waiting.popleft()
                total.add(chunk.result())
                done += size
                pace = done / (time.monotonic() - begun)
                left = (count - done) / pace / 60
                told = f"{done:,} of {count:,} Worlds, {len(total.differ)} differ"
                sys.stderr.write(f"{document}: {told}, {pace:.0f}/s, {left:.1f} min left\n")
    return total


def report(document: str, found: Found) -> Iterator[str]:
    """Yield the lines that tell how a document fared."""
    yield from (f"{number:9,} {clause}" for clause, number in sorted(found.tally.reached.items()))
    yield from found.differ
    counted = ", ".join(f"{number:,} {what}" for what, number in found.tally.compared.items())
    doubted = ", ".join(f"{number:,} {what}" for what, number in found.tally.doubted.items())
    yield f"{document}: compared {counted}; in doubt {doubted}; {len(found.differ)} Worlds differ"


def main() -> int:
    """Compare as much as was asked for; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("count", type=int, help="how many Worlds of each document")
    parser.add_argument("document", nargs="?", choices=[*DOCUMENTS], help="only this one")
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    differ = 0
    for document in [asked.document] if asked.document else DOCUMENTS:
        found = run(document, asked.count, asked.start, asked.processes)
        differ += len(found.differ)
        sys.stdout.writelines(f"{line}\n" for line in report(document, found))
        sys.stdout.flush()
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
