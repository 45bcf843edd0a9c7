"""How the product grows: with pieces, with clauses and with the size of a batch.

A table is compiled in a process of its own, so that its memory can be told from the others'.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING

from aro.compiled.ground_program import ground
from aro.compiled.shape import Shape, shape_text
from aro.engine.facts import term
from aro.knowledge.library import home
from aro.rulebook import Rulebook
from benchmarks import clock
from benchmarks.questions import asked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PIECES = (2, 3, 4, 5, 6, 8, 10, 12)
COPIES = (1, 2, 4)
BATCHES = (1, 10, 100, 1000, 10_000)
DOCUMENTS = {"n3": "n3.camouflaged", "n4": "n4.impersonation", "n5": "n5.decoy"}
_CLAUSE = re.compile(r"\b([a-z]\w*)(?=\((?:[a-z]\w*|\d+)(?:,(?:[a-z]\w*|\d+))*\))")


def pieces(document: str, number: int, copies: int = 1) -> dict[str, float]:
    """Return what a table of so many pieces costs, its edition stated so many times over."""
    book = Rulebook(document.split(".", maxsplit=1)[0])
    one = asked(document, number, 1)[0]
    laws = [home() / "rules.lp", *book.edition.laws]
    text = shape_text(one.table, book.off)
    with TemporaryDirectory() as folder:
        more = [path for n in range(1, copies) for path in _renamed(book, Path(folder), n)]
        rules = ground([*laws, *more], text, ["ruling"])[0]
        begun = process_time()
        form = _shape(book, more, text)
        grounded = process_time() - begun
    since = process_time()
    whole = form.rulings.circuit
    compiled = process_time() - since
    told = term(one.table, one.act)
    since = process_time()
    act = form.reader(("ruling", told)).circuit
    compiled_act = process_time() - since
    column, columns = [0] * len(act.inputs), [0] * len(whole.inputs)
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
    clauses = sum(clause.encodable != "no" for clause in book.edition.clauses.values())
    return {
        "clauses": clauses * copies,
        "rules": len(rules),
        "shape": grounded,
        "compile act": compiled_act,
        "compile all": compiled,
        "act": _run(act.run, column),
        "all rulings": _run(whole.run, columns),
        "rulings": len(whole.outputs),
        "MB": peak,
    }


def _shape(book: Rulebook, more: Sequence[Path], text: str) -> Shape:
    if not more:
        return Shape(book.edition, text)
    includes = "".join(f'#include "{path}".\n' for path in more)
    return Shape(book.edition, text + includes)


def _run(run: Callable[[list[int]], object], column: list[int]) -> float:
    def many() -> None:
        for _ in range(100):
            run(column)

    return clock.best(many, 15) / 100


def _renamed(book: Rulebook, folder: Path, number: int) -> list[Path]:
    """Write an edition's law once more, each of its clauses under another name."""
    names = {clause.term.partition("(")[0] for clause in book.edition.clauses.values()}
    terms = {clause.term for clause in book.edition.clauses.values()}
    found = []
    for path in book.edition.laws:
        text = path.read_text(encoding="utf-8")

        def other(hit: re.Match[str], text: str = text) -> str:
            whole = text[hit.start() : text.index(")", hit.start()) + 1]
            known = hit[1] in names and whole in terms
            return f"{hit[1]}_{number}" if known else hit[1]

        copy = folder / f"{path.stem}_{number}.lp"
        copy.write_text(_CLAUSE.sub(other, text), encoding="utf-8")
        found.append(copy)
    return found


def batches(document: str) -> list[tuple[int, float]]:
    """Return what a situation costs in batches of several sizes, asked from Situations."""
    book = Rulebook(document.split(".", maxsplit=1)[0])
    found = [(one.table, one.act) for one in asked(document, 5, 1000)]
    book.ask_many(found)
    told = []
    for size in BATCHES:
        batch = (found * (size // len(found) + 1))[:size]
        times = max(3, 300 // size)
        told.append((size, clock.best(partial(book.ask_many, batch), times) / size))
    return told


def columns(document: str) -> list[tuple[int, float, float]]:
    """Return, by width, what a situation costs with every ruling: evaluated, and with its facts."""
    book = Rulebook(document.split(".", maxsplit=1)[0])
    questions = asked(document, 5, 1000)
    ready = [book.ready(one.table) for one in questions]
    circuit = ready[0].shape.rulings.circuit
    told = []
    for width in (1, 64, 1024, 8192):
        worlds = [ready[n % len(ready)].true for n in range(width)]
        put = clock.best(partial(circuit.columns, worlds), 3)
        column = circuit.columns(worlds)
        run = clock.best(partial(circuit.run, column), 9)
        told.append((width, run / width, (put + run) / width))
    return told


def apart(document: str, number: int, copies: int = 1) -> dict[str, float] | None:
    """Return `pieces`, measured in a process of its own; None where that comes to no end."""
    code = f"from benchmarks import growth; growth.tell({document!r}, {number}, {copies})"
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return None
    return dict(json.loads(done.stdout))


def tell(document: str, number: int, copies: int) -> None:
    """Print `pieces` as JSON."""
    print(json.dumps(pieces(document, number, copies)))


def markdown(rows: Sequence[tuple[str, dict[str, float] | None]], first: str) -> str:
    """Return a table of what `pieces` found."""
    lines = [
        (
            f"| {first} | clauses | ground rules | shape | compile an act | compile all |"
            " one act | every ruling | memory |"
        ),
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name, row in rows:
        if row is None:
            lines.append(f"| {name} | " + " | ".join("-" * 8) + " |")
            continue
        times = (row[k] for k in ("shape", "compile act", "compile all", "act", "all rulings"))
        told = " | ".join(clock.readable(one) for one in times)
        lines.append(
            f"| {name} | {row['clauses']:.0f} | {row['rules']:,.0f} | {told}"
            f" ({row['rulings']:.0f}) | {row['MB']:.0f} MB |"
        )
    return "\n".join(lines)
