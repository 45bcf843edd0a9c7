"""Run the benchmarks and print their tables; `--plot FILE` draws them as well."""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import battles, clock, compare, growth, targets
from benchmarks.plot import plot

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.compare import Row

DOCUMENT = "n4.impersonation"


def main() -> None:
    """Print the tables that are asked for."""
    reader = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    reader.add_argument(
        "parts", nargs="*", help="engines, pieces, clauses, batch, battles, targets; all"
    )
    reader.add_argument("--count", type=int, default=1000, help="questions to each engine")
    reader.add_argument("--plot", type=Path, help="where to draw, an .svg or .png file")
    asked = reader.parse_args()
    parts = set(asked.parts) or {"engines", "pieces", "clauses", "batch", "battles", "targets"}
    drawn: dict[str, object] = {}
    rows: list[Row] = []
    print(f"{datetime.now(UTC):%Y-%m-%d}. {clock.machine()}.\n")
    if parts & {"engines", "targets"}:
        questions, rows = compare.table(DOCUMENT, 5, asked.count)
        drawn["engines"] = {
            row.name: (row.times.p50, row.times.p99) for row in rows if not row.is_void
        }
        print(f"{compare.markdown(questions, rows)}\n", flush=True)
    tables: dict[str, Callable[[], tuple[str, object]]] = {
        "pieces": _pieces,
        "clauses": _clauses,
        "batch": _batch,
    }
    for part, table in tables.items():
        if part in parts:
            text, drawn[part] = table()
            print(f"{text}\n", flush=True)
    if "battles" in parts:
        print(f"{battles.markdown()}\n", flush=True)
    if "targets" in parts:
        print(targets.markdown(list(targets.targets(DOCUMENT, rows))))
    if asked.plot:
        asked.plot.with_suffix(".json").write_text(json.dumps(drawn), encoding="utf-8")
        plot(drawn, asked.plot)


def _pieces() -> tuple[str, object]:
    rows = [(n, growth.apart(DOCUMENT, n)) for n in growth.PIECES]
    return growth.markdown([(str(n), row) for n, row in rows], "pieces"), rows


def _clauses() -> tuple[str, object]:
    rows = [
        (f"{edition}, {n} times" if n > 1 else edition, growth.apart(document, 5, n))
        for edition, document in growth.DOCUMENTS.items()
        for n in (growth.COPIES if edition == "n4" else (1,))
    ]
    return growth.markdown(rows, "law, at 5 pieces"), rows


def _batch() -> tuple[str, object]:
    rows = growth.batches(DOCUMENT)
    wide = growth.columns(DOCUMENT)
    lines = ["| situations at once | one act with reasons, each |", "|---|---|"]
    lines += [f"| {size:,} | {clock.readable(each)} |" for size, each in rows]
    lines += [
        "",
        "| situations at once | every ruling, evaluation alone, each | with its facts put in |",
    ]
    lines += ["|---|---|---|"]
    lines += [
        f"| {width:,} | {clock.readable(run)} | {clock.readable(whole)} |"
        for width, run, whole in wide
    ]
    return "\n".join(lines), (rows, wide)


if __name__ == "__main__":
    main()
