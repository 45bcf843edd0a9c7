"""Kills batches at random moments, goes on with them, and compares what comes out byte for byte.

    python tests/kill_batches.py 50            as many; exits with 1 if one came out otherwise
    python tests/kill_batches.py 50 --seed 7   others, and each time the same ones

Each batch is interrupted some three times, by what the lot says: `parent` and `worker` are killed
by SIGKILL, `interrupt` is Ctrl-C, `full` is a disk that is full some bytes on (a limit of the size
of a file, at which writing fails like there), and `power` is the parent killed and its
file cut at a random byte behind the last one that it had synced to the disk. That is told by a
parent whose `fsync` writes down how long the file is. Then the batch is run to its end.

After each interruption no worker may be left, and no answer that was synced may be lost.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from support.batches import many

KINDS = ("parent", "worker", "interrupt", "full", "power")
LINES = 800
PATIENCE = 60.0

RUN = """
import os, resource, sys
synced, most, *arguments = sys.argv[1:]
sync = os.fsync
def noted(file):
    sync(file)
    if os.path.isfile(f"/proc/self/fd/{file}"):
        with open(synced, "w") as stream:
            stream.write(str(os.fstat(file).st_size))
os.fsync = noted
if int(most):
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(most), int(most)))
from aro.cli import main
sys.exit(main(["batch", *arguments]))
"""


class Batch:
    """A batch in a folder of its own that is killed and gone on with."""

    def __init__(self, folder: Path, source: Path, lot: random.Random) -> None:
        self.source, self.lot = source, lot
        self.target, self.synced = folder / "out.jsonl", folder / "synced"
        self.kinds: list[str] = []
        self.refused: list[str] = []

    def interrupt(self) -> None:
        """Run it until the lot ends it."""
        kind = self.lot.choice(KINDS)
        self.kinds.append(kind)
        self.synced.write_text("0")
        before = self.size()
        most = before + self.lot.choice(
            (self.lot.randrange(1, 200), self.lot.randrange(1, 500_000))
        )
        process = self.start(most if kind == "full" else 0)
        if kind != "full":
            time.sleep(self.lot.choice((self.lot.uniform(0, 1), self.lot.uniform(0.5, 3))))
        workers = children(process.pid)
        if kind == "worker":  # once, before the parent; its lines are answered by another
            for one in workers[:1]:
                os.kill(one, signal.SIGKILL)
            time.sleep(self.lot.uniform(0, 1))
        if kind != "full":
            process.send_signal(signal.SIGINT if kind == "interrupt" else signal.SIGKILL)
        self.end(process, killed=kind != "full")
        gone(workers)
        kept = max(before, int(self.synced.read_text() or 0))
        if self.size() < kept:
            raise AssertionError(f"{kind}: {kept} bytes were synced, {self.size()} are there")
        if kind == "power" and self.target.exists():
            os.truncate(self.target, self.lot.randint(kept, self.size()))

    def finish(self) -> bytes:
        """Run it to its end and return the answers."""
        self.end(self.start(0), killed=False)
        return self.target.read_bytes()

    def start(self, most: int) -> "subprocess.Popen[str]":
        """Start it as a process that may write files of that size."""
        return subprocess.Popen(
            [sys.executable, "-c", RUN, self.synced, str(most), self.source, self.target],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def end(self, process: "subprocess.Popen[str]", *, killed: bool) -> None:
        """Wait for its end and note if it refused to go on."""
        _, told = process.communicate(timeout=PATIENCE)
        full = "File too large" in told
        if told and not killed and not full:
            self.refused.append(told.strip())

    def size(self) -> int:
        """Return how long the file of answers is."""
        return self.target.stat().st_size if self.target.exists() else 0


def children(parent: int) -> list[int]:
    """Return the processes that one has started."""
    try:
        told = Path(f"/proc/{parent}/task/{parent}/children").read_text()
        for thread in Path(f"/proc/{parent}/task").iterdir():
            told += " " + (thread / "children").read_text()
    except OSError:
        return []
    return sorted(set(map(int, told.split())))


def gone(processes: Sequence[int]) -> None:
    """Wait until some processes have ended; raise if one goes on."""
    deadline = time.monotonic() + PATIENCE
    while left := [one for one in processes if Path(f"/proc/{one}").exists()]:
        if time.monotonic() > deadline:
            raise AssertionError(f"the workers {left} outlive their parent")
        time.sleep(0.05)


def say(told: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{told}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill as many batches as are asked for, and return 1 if one came out otherwise."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("batches", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", type=int, default=LINES)
    args = parser.parse_args(arguments)
    # who is started in the background ignores Ctrl-C, and so would the batches
    signal.signal(signal.SIGINT, signal.default_int_handler)
    lot = random.Random(args.seed)  # noqa: S311  nothing secret
    kinds: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    otherwise = 0
    with tempfile.TemporaryDirectory() as place:
        source = Path(place) / "in.jsonl"
        many(source, args.lines)
        whole = Path(place) / "whole"
        whole.mkdir()
        expected = Batch(whole, source, lot).finish()
        for number in range(args.batches):
            folder = Path(place) / str(number)
            folder.mkdir()
            batch = Batch(folder, source, lot)
            for _ in range(lot.randint(1, 5)):
                batch.interrupt()
            alike = batch.finish() == expected
            alike = alike and sorted(one.name for one in folder.iterdir()) == [
                "out.jsonl",
                "synced",
            ]
            otherwise += not alike
            kinds.update(batch.kinds)
            refused.update(batch.refused)
            told = "alike" if alike else "OTHERWISE"
            say(f"batch {number}: {', '.join(batch.kinds)}: {told}")
    counts = ", ".join(f"{kind} {kinds[kind]}" for kind in KINDS)
    say(f"{args.batches} batches, {kinds.total()} interruptions ({counts})")
    say(f"{otherwise} came out otherwise; {refused.total()} resumes were refused")
    for cause, times in refused.items():
        say(f"{times} x {cause}")
    return int(bool(otherwise or refused))


if __name__ == "__main__":
    sys.exit(main())
