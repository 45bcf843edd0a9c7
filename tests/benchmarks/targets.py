"""The targets, each measured on the N4 table of five pieces unless it says otherwise."""

from __future__ import annotations

import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from aro.analysis import what_if
from aro.compiled.shape import Shape, shape_text
from aro.rulebook import Rulebook
from benchmarks import clock, growth
from benchmarks.questions import asked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.clock import Times
    from benchmarks.compare import Row
    from benchmarks.questions import Question

README = Path(__file__).parents[1] / "cases" / "n4" / "readme.yaml"


@dataclass(frozen=True, slots=True)
class Target:
    """What was asked for, what was measured, and whether it is met."""

    what: str
    goal: str
    found: str
    met: bool


def targets(document: str, rows: list[Row]) -> Iterator[Target]:
    """Yield every target with what was measured."""
    book = Rulebook(document.split(".", maxsplit=1)[0])
    questions = asked(document, 5, 1000)
    yield from _single(rows)
    yield from _throughput(document, book, questions)
    yield from _inquiries(book, questions)
    yield from _cold(book, questions[0])
    yield _memory(book, questions)


def _single(rows: list[Row]) -> Iterator[Target]:
    by_name = {row.name.split(",")[0]: row for row in rows if row.name.split(",")[0] != "aro"}
    handle, whole = rows[0].times, rows[1].times
    for name, times in (("a ready handle", handle), ("a Situation object", whole)):
        found = f"{clock.readable(times.p50)}, p99 {clock.readable(times.p99)}"
        met = times.p50 <= 30e-6 and times.p99 <= 100e-6
        goal = "p50 30 us, p99 100 us"
        yield Target(f"one declaration from {name}, with cited reasons", goal, found, met)
    cedar = by_name["cedarpy"].times.p50 / handle.p50
    yield Target("ahead of cedarpy", "3 times", f"{cedar:.3g} times", cedar >= 3)
    oracle = handle.p50 / by_name["hand-written Python (oracle)"].times.p50
    what, goal = "against the hand-written oracle", "at most 5 times its time"
    yield Target(what, goal, f"{oracle:.2g} times", oracle <= 5)


def _throughput(document: str, book: Rulebook, questions: list[Question]) -> Iterator[Target]:
    ready = [book.ready(one.table) for one in questions]
    times = clock.each(lambda one: one.rulings(), ready)
    met = times.p50 <= 0.5e-3
    yield Target("every ruling of a situation, ready handle", "0.5 ms", _told(times), met)
    pairs = [(one.table, one.act) for one in questions] * 10
    rate = len(pairs) / clock.best(lambda: book.ask_many(pairs), 3)
    what = "one asked act with reasons each, from Situations in memory"
    yield Target(what, "50,000 a second", f"{rate:,.0f} a second", rate >= 50_000)
    width, run, whole = growth.columns(document)[-1]
    what = f"every ruling as columns, {width:,} ready handles"
    yield Target(what, "50,000 a second", f"{1 / whole:,.0f} a second", 1 / whole >= 50_000)
    what = f"every ruling as columns, {width:,} situations, evaluation alone"
    yield Target(what, "1,000,000 a second", f"{1 / run:,.0f} a second", 1 / run >= 1_000_000)


def _inquiries(book: Rulebook, questions: list[Question]) -> Iterator[Target]:
    asks = [(book.ready(one.table, (one.act,)), one.act) for one in questions[:60]]
    single = clock.each(lambda one: what_if.candidates(*one, changes=1, most=99), asks)
    told = _told(single)
    met = single.p50 <= 5e-3
    yield Target("what-if over all single facts", "p50 5 ms", told, met)
    pairs = clock.each(lambda one: what_if.candidates(*one, changes=2, most=999), asks[:20])
    told = _told(pairs)
    met = pairs.p50 <= 100e-3
    yield Target("what-if over pairs in the ruling's cone", "100 ms", told, met)


def _cold(book: Rulebook, question: Question) -> Iterator[Target]:
    code = f"from aro.cli import main; main(['ask', {str(README)!r}])"
    taken = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    found = clock.of(taken).p50
    met = found <= 0.5
    yield Target("first answer of the command line, cold", "0.5 s", clock.readable(found), met)
    begun = process_time()
    _ = Shape(book.edition, shape_text(question.table, book.off)).rulings
    found = process_time() - begun
    clauses = sum(one.encodable != "no" for one in book.edition.clauses.values()) / 100
    goal = f"0.2 s per 100 clauses: {0.2 * clauses:.2g} s"
    met = found <= 0.2 * clauses
    yield Target("a new 5-piece shape ready for every ruling", goal, clock.readable(found), met)


_MANY = 1_000_000


def _memory(book: Rulebook, questions: list[Question]) -> Target:
    pairs = [(one.table, one.act) for one in questions] * 10
    book.ask_many(pairs)
    before = _resident()
    rounds = _MANY // len(pairs)
    for _ in range(rounds):
        book.ask_many(pairs)
    grown = _resident() - before
    alone = subprocess.run(
        [sys.executable, "-c", _ALONE.format(name=book.name)],
        capture_output=True,
        text=True,
        check=True,
    )
    base, loaded, shaped = (float(one) for one in alone.stdout.split())
    found = (
        f"{loaded - base:.0f} MB the edition and its first answer, {shaped - loaded:.0f} MB more a"
        f" compiled shape of 5; {grown:+.1f} MB over {rounds * len(pairs):,} questions"
    )
    met = shaped - base <= 60 and grown < 1
    return Target("memory", "60 MB an edition, flat", found, met)


_ALONE = """
import gc
import aro
from benchmarks.targets import _resident
from benchmarks.questions import asked
from aro.rulebook import Rulebook
one = asked("n4.impersonation", 5, 1)[0]
gc.collect(); print(_resident())
book = Rulebook("{name}")
book.is_legal(one.table, one.act)
gc.collect(); print(_resident())
book.ready(one.table).rulings()
gc.collect(); print(_resident())
"""


def _told(times: Times) -> str:
    return f"{clock.readable(times.p50)}, p99 {clock.readable(times.p99)}"


def _resident() -> float:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def markdown(found: list[Target]) -> str:
    """Return the targets as a table."""
    lines = ["| target | goal | measured | |", "|---|---|---|---|"]
    lines += [
        f"| {o.what} | {o.goal} | {o.found} | {'met' if o.met else '**missed**'} |" for o in found
    ]
    return "\n".join(lines)
