"""Many cases from a file to a file: a case a line in, what its questions are answered with out.

A batch that was interrupted goes on where it ended when it is run again: each line is answered
once, in the order of the lines. A line that is at fault is answered with its errors.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain, islice
from pathlib import Path

from aro.batch.files import NEW_FILE, Answers, lines, open_answers
from aro.batch.line import Amendments, Chunk, Manner, beginning, checksum, differs, drafts
from aro.batch.workers import open_workers
from aro.errors import SituationError
from aro.fitting import door
from aro.knowledge import library as kb
from aro.processes import Watcher
from aro.report.documents import Batched
from aro.rulebook import Rulebook

__all__ = ["Batched", "answer_lines"]

CHUNK = 8
"""How many lines a worker is given at a time."""


@door
def answer_lines(  # noqa: PLR0913  from where to where, how, and by whom
    source: Path | str,
    target: Path | str,
    *,
    as_side: str | None = None,
    readings: Iterable[tuple[str, str]] = (),
    processes: int | None = None,
    scheduler: str | None = None,
    watch: Watcher | None = None,
) -> Batched:
    """Answer the cases of a file, one a line, into another, each with an `AnsweredLine`.

    Files whose names end in .parquet hold the same in a column, `case` and `answer`. `processes`
    of None are as many as there are cores; `scheduler` is the address of a Dask scheduler, whose
    workers answer instead. `readings` are pairs: the items of a mapping. Raises `SituationError`
    for files that cannot be read or written, and for a `target` that holds something else than the
    answers to the first lines of `source`.
    """
    source, target = Path(source), Path(target)
    total = sum(1 for _ in lines(source))
    manner = Manner(file=str(source), digest=kb.digest(), as_side=as_side, readings=tuple(readings))
    came_out: Counter[str] = Counter()
    amendments: Amendments = {}
    with closing(lines(source)) as read, open_answers(target, source) as answers:
        left = enumerate(read, start=1)
        came_out.update(_kept(answers, left, manner, amendments))
        before = came_out.total()
        first = tuple(islice(left, 1))
        answers.expect(beginning(*first[0]) if first else b"")
        with open_workers(manner, processes, scheduler) as spread:
            for results in spread(_chunks(chain(first, left))):
                used = {item for told in results for item in told.asked.amendments.items()}
                for name, digest in used:
                    if amendments.setdefault(name, digest) != digest:
                        raise SituationError(f"{name} has changed meanwhile; {NEW_FILE}")
                answers.add(told.line for told in results)
                came_out.update(told.came_out for told in results)
                if watch is not None:
                    watch(came_out.total(), total)
        answers.finish()
    return Batched(
        lines=came_out.total(),
        before=before,
        yes=came_out["yes"],
        no=came_out["no"],
        wrong=came_out["input"],
        defects=came_out["defect"],
    )


def _kept(
    answers: Answers, left: Iterator[tuple[int, bytes]], manner: Manner, amendments: Amendments
) -> Iterator[str]:
    """Yield how the answers came out that are there, if they are what would be answered now."""
    for head in answers.kept():
        number, line = next(left, (0, b""))
        if (number, checksum(line)) != (head.line, head.input):
            raise answers.unfit(f"does not answer that line of {manner.file}", head.line)
        for name in head.asked.amendments:
            if name not in amendments:
                amendments[name] = drafts(name, manner, Rulebook)  # as it is now
        if what := differs(head.asked, manner.asked(amendments)):
            raise answers.unfit(what, head.line)
        yield head.came_out


def _chunks(left: Iterator[tuple[int, bytes]]) -> Iterator[Chunk]:
    while chunk := tuple(islice(left, CHUNK)):
        yield chunk
