"""How long a first answer takes: whole processes, one after another, with the cache and without.

    python tests/benchmarks/startup.py [RUNS]

Python by itself and `import clingo` are timed in the same rounds, because machines differ.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
ASK = [sys.executable, "-m", "aro", "ask", "tests/cases/n4/readme.yaml"]


def seconds(command: list[str], cache: str) -> float:
    """Return the wall time of a process."""
    start = time.perf_counter()
    subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "ARO_CACHE": cache},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - start


def main() -> None:
    """Print the median of each kind of start."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as warm:
        seconds(ASK, warm)
        found: dict[str, list[float]] = {}
        for _ in range(runs):
            with tempfile.TemporaryDirectory() as cold:
                for name, command, cache in (
                    ("python -c pass", [sys.executable, "-c", "pass"], warm),
                    ("import clingo", [sys.executable, "-c", "import clingo"], warm),
                    ("import aro", [sys.executable, "-c", "import aro"], warm),
                    ("aro ask, with the cache", ASK, warm),
                    ("aro ask, without the cache", ASK, cold),
                ):
                    found.setdefault(name, []).append(seconds(command, cache))
    for name, times in found.items():
        print(f"{name}: {statistics.median(times):.3f} s (of {min(times):.3f} to {max(times):.3f})")


if __name__ == "__main__":
    main()
