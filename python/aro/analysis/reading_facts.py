"""The readings of an edition as facts, made from its `readings.yaml`.

`python -m aro.analysis.reading_facts` writes `readings.lp` of each edition, so that plain clingo
knows the readings too; a test and `aro check` hold the files to it.
"""

import sys
from collections.abc import Iterator

from aro.knowledge.edition import Edition, Reading
from aro.knowledge.library import editions, home, load

FILE = "readings.lp"

_WIDTH = 110


def reading_facts(edition: Edition) -> str:
    """Return the text of `readings.lp`: the readings with their alternatives and defaults."""
    lines = [
        f"%# The readings of {edition.name.upper()}: how ambiguous clauses are read.",
        "% Made by `python -m aro.analysis.reading_facts` from readings.yaml; do not edit it.",
        "",
        *(line for one in edition.readings for line in _facts(one)),
    ]
    return "".join(f"{line}\n" for line in lines)


def main() -> int:
    """Write `readings.lp` of each edition and return the exit code."""
    for name in editions():
        (home() / "kb" / name / FILE).write_text(reading_facts(load(name)), encoding="utf-8")
    return 0


def _facts(reading: Reading) -> Iterator[str]:
    names = "; ".join(one.name for one in reading.alternatives)
    known = f"reading({reading.name}, ({names}))."
    default = f"default({reading.name}, {reading.default})."
    yield f"% {reading.id}"
    both = f"{known} {default}"
    yield from (both,) if len(both) <= _WIDTH else (known, default)


if __name__ == "__main__":
    sys.exit(main())
