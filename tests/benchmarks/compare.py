"""The same questions in every engine: equality first, then how long each takes."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter, process_time_ns
from typing import TYPE_CHECKING

from aro.rulebook import Rulebook
from benchmarks import clock
from benchmarks.engines import Cold, Compiled, FromSituation, Opinion, Warm
from benchmarks.peers import Cedar
from benchmarks.prolog import Prolog
from benchmarks.questions import asked, name

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.clock import Times
    from benchmarks.engines import Engine, Told
    from benchmarks.questions import Question


@dataclass(frozen=True, slots=True)
class Row:
    """What was found of one engine."""

    name: str
    load: float
    times: Times
    rulings: int
    reasons: int | None

    @property
    def is_void(self) -> bool:
        """Whether it rules otherwise than the product on any question."""
        return self.rulings > 0


def table(document: str, pieces: int = 5, count: int = 1000) -> tuple[list[Question], list[Row]]:
    """Return the questions and a row for each engine, the product's first."""
    questions = asked(document, pieces, count)
    book, first = Rulebook(document.split(".", maxsplit=1)[0]), questions[0]
    makers: tuple[Callable[[], Engine], ...] = (
        lambda: Compiled(book),
        lambda: FromSituation(book),
        lambda: Opinion(document),
        lambda: Prolog(book, first),
        lambda: Cedar(book, first),
        lambda: Warm(book, first),
        lambda: Cold(book),
    )
    expected: list[Told] = []
    return questions, [_row(make, questions, expected) for make in makers]


def _row(make: Callable[[], Engine], questions: list[Question], expected: list[Told]) -> Row:
    begun = perf_counter()
    engine = make()
    prepared = [engine.prepare(one) for one in questions]
    start = getattr(engine, "start", None)
    if start is not None:
        start()
    for place in {name(one.act): place for place, one in enumerate(questions)}.values():
        engine.ask(prepared[place])
    load = perf_counter() - begun
    getattr(engine, "seconds", []).clear()
    answers, taken = [], []
    for one in prepared:
        since = process_time_ns()
        answer = engine.ask(one)
        taken.append((process_time_ns() - since) / 1e9)
        answers.append(answer)
    taken = getattr(engine, "seconds", taken)  # of another process: what it says of itself
    told = [engine.told(one, answer) for one, answer in zip(questions, answers, strict=True)]
    close = getattr(engine, "close", None)
    if close is not None:
        close()
    expected[:] = expected or told
    pairs = list(zip(told, expected, strict=True))
    differ = sum(one[1] != other[1] for one, other in pairs) if engine.gives_reasons else None
    wrong = sum(one[0] != other[0] for one, other in pairs)
    return Row(engine.name, load, clock.of(taken), wrong, differ)


def markdown(questions: list[Question], rows: list[Row]) -> str:
    """Return the rows as a table."""
    base = rows[0].times.p50
    lines = [
        f"{len(questions)} questions on {', '.join(sorted({name(one.act) for one in questions}))}.",
        "",
        "| engine | equal | reasons | prepared in | p50 | p99 | times aro |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        equal = f"void: {row.rulings} differ" if row.is_void else "all"
        reasons = {None: "gives none", 0: "the same"}.get(row.reasons, f"{row.reasons} differ")
        ratio = f"{row.times.p50 / base:.3g}"
        load = clock.readable(row.load)
        lines.append(f"| {row.name} | {equal} | {reasons} | {load} | {row.times} | {ratio} |")
    return "\n".join(lines)
