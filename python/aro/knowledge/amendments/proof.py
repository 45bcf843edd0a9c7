"""The proof that the rules of an amendment come to an end, and leave the law without a cycle.

Grounding cannot be interrupted, so it is tried in a process of its own, which has little time and
memory: `python -m aro.knowledge.amendments.proof` reads the rules from standard input as JSON and
writes what it found.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from aro.compiled.ground_program import cycle, ground, table
from aro.errors import AmendmentError, EngineError
from aro.knowledge.edition import Edition, Law
from aro.knowledge.library import law
from aro.knowledge.validation import MOST_PIECES

SECONDS = 20
"""How many seconds of a processor the proof may take; what is well takes one or two."""

PATIENCE = 120
"""How many seconds it is waited for, however busy the machine is."""

MEMORY = 2 << 30
"""How many bytes it may take."""

RULES = 400_000
"""To how many ground rules the law of a small table may come."""

_SMALL = table(1, 2)
_WIDE = " ".join(
    (
        "active(red). opens(table;clauses;readings). every(aro_1,b0).",
        *(f"side(r{n},red). side(b{n},blue)." for n in range(MOST_PIECES // 3)),
    )
)


def proven(edition: Edition) -> tuple[str, ...]:
    """Return the atoms of a cycle in the law of an amended edition, none if it has none.

    Raises `AmendmentError` if its ground program is too large to be asked.
    """
    told = [one if isinstance(one, Law) else str(one) for one in law(edition)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        run = subprocess.run(
            [sys.executable, "-m", "aro.knowledge.amendments.proof"],
            input=json.dumps(told),
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise AmendmentError(_TOO_LARGE) from None
    if run.returncode != 0:
        raise AmendmentError(_TOO_LARGE)
    found = json.loads(run.stdout)
    if found["refused"]:
        raise AmendmentError(f"clingo refuses the rules: {found['refused']}")
    return tuple(found["cycle"])


_TOO_LARGE = "the rules come to too many when a table is set up"


def main() -> int:
    """Read rules, and write whether clingo takes them and which atoms are a cycle."""
    _bound()
    told = [Law(*one) if isinstance(one, list) else Path(one) for one in json.load(sys.stdin)]
    try:
        found = cycle(told, _SMALL, most=RULES)
        ground(told, _WIDE, ("ruling",), most=RULES)
    except EngineError as error:
        sys.stdout.write(json.dumps({"refused": str(error), "cycle": []}))
    else:
        sys.stdout.write(json.dumps({"refused": "", "cycle": found}))
    return 0


def _bound() -> None:
    """Bound what this process may take, where the system can."""
    try:
        import resource  # noqa: PLC0415  a system may not have it
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    sys.exit(main())
