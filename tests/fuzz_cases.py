"""Mutated case files and mutated lines of JSON, put to the commands: `python tests/fuzz_cases.py`.

    python tests/fuzz_cases.py 20000          case files, each put to one of the commands
    python tests/fuzz_cases.py 20000 --lines  lines of JSON, each answered as a line of a batch

Whatever is put in, a command ends with 0, 1 or 2, in time, without a traceback or a child process
left; a line gets a line. What a number is mutated to follows from the number alone (`--from`).
"""

import argparse
import io
import json
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import yaml

from aro.batch.line import Manner, answered
from aro.cli import main
from aro.errors import MOST
from aro.knowledge import library as kb
from test_fuzz import AWKWARD, JSON_BITS, texts

SLOW = 60.0
"""How many seconds of a core a command may take.

Each question is bounded for itself; `ask --readings` puts each under all readings of an edition.
"""

COMMANDS = (
    *(("ask",), ("ask", "--json"), ("ask", "--as", "blue"), ("ask", "--readings"), ("test",)),
    *(("aros",), ("options",), ("resolve",), ("resolve", "--next"), ("facts",), ("draw",)),
)

CHUNK = 100


@cache
def lines() -> list[str]:
    """Return the cases of the project as lines of JSON."""
    return [json.dumps(yaml.load(one, yaml.BaseLoader)) for one in texts()]  # noqa: S506  texts only


def mutated(number: int, *, as_line: bool = False) -> bytes:
    """Return the mutation of that number of some case."""
    lot = random.Random(number)  # noqa: S311  no secret
    found = lines() if as_line else texts()
    text = lot.choice(found)
    for _ in range(lot.choice((1, 1, 1, 2, 4))):
        text = _torn(text, lot.choice(found), lot)
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(lot.choice((*[0] * 12, 1, 3)) if data else 0):
        data[lot.randrange(len(data))] = lot.randrange(256)
    return bytes(data).replace(b"\n", b" ") if as_line else bytes(data)


def _torn(text: str, other: str, lot: random.Random) -> str:
    """Return a text with one thing changed: a word, a line, some letters, or a part of another."""
    start = lot.randrange(len(text) + 1)
    end = min(len(text), start + lot.choice((0, 1, 8, 80)))
    whole = text.splitlines(keepends=True) or [""]
    line = lot.randrange(len(whole))
    words = text.split(" ")
    word = lot.randrange(len(words))
    match lot.randrange(20):
        case 0 | 1:
            words[word] = lot.choice((*AWKWARD, *words, *other.split(" "), ""))
        case 2:
            words[word] = ", ".join([words[word]] * lot.choice((2, 30, 3000)))
        case 3:
            whole[line] *= lot.choice((0, 2, 40))
            words = ["".join(whole)]
        case 4:
            whole[line] = lot.choice(other.splitlines(keepends=True))
            words = ["".join(whole)]
        case 5:
            words = [text[:start], lot.choice((*AWKWARD, *JSON_BITS)), text[end:]]
        case 6:
            words = [text[:start] + text[start:end] * lot.choice((2, 2000)) + text[end:]]
        case 7:
            words = [text[:start] + other[start:]]
        case _ if re.search(r"\w", text):
            bits, others = (re.split(r"(\w+)", one) for one in (text, lot.choice((text, other))))
            bits[2 * lot.randrange(len(bits) // 2) + 1] = lot.choice(others[1::2])
            words = ["".join(bits)]
    return " ".join(words)


def files(numbers: range) -> Iterator[tuple[int, str]]:
    """Put mutated files to commands; yield how each came out, and what is wrong with that."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case.yaml"
        for number in numbers:
            path.write_bytes(mutated(number))
            command = COMMANDS[number % len(COMMANDS)]
            out, err = io.StringIO(), io.StringIO()
            with redirect_stdout(out), redirect_stderr(err):
                code = main([*command, str(path)])
            told = err.getvalue()
            wrong = "" if code in {0, 1, 2} and "Traceback" not in told else told or "?"
            if len(told.splitlines()) > MOST:
                wrong = "more lines of messages than are to be"
            yield code, wrong and f"{' '.join(command)}: {code}: {wrong}"


def batch_lines(numbers: range) -> Iterator[tuple[int, str]]:
    """Answer mutated lines; yield how each came out, and what is wrong with that."""
    manner = Manner(file="in.jsonl", digest=kb.digest())
    codes = {"yes": 0, "no": 1, "input": 2}
    for number in numbers:
        [(came_out, _, line)] = answered(((number, mutated(number, as_line=True)),), manner)
        told = json.loads(line)
        whole = told["line"] == number and line.count(b"\n") == 1 and len(told["errors"]) <= MOST
        wrong = "" if whole and came_out in codes else line[:2000].decode()
        yield codes.get(came_out, 3), wrong


def chunk(numbers: range, as_lines: bool) -> tuple[Counter[int], list[str]]:  # noqa: FBT001  sent
    """Return how some mutations came out, and what is wrong."""
    for one in (signal.SIGALRM, signal.SIGPROF):  # what hangs ends the process, and is told so
        signal.signal(one, signal.SIG_DFL)
    came_out: Counter[int] = Counter()
    wrong: list[str] = []
    results = (batch_lines if as_lines else files)(numbers)
    for number in numbers:
        signal.setitimer(signal.ITIMER_PROF, 3 * SLOW)
        signal.alarm(int(30 * SLOW))  # what waits takes no time of a core
        begun = time.process_time()
        for code, told in islice(results, 1):
            came_out[code] += 1
            wrong += [f"{number}: {told}"] if told else []
        spent = time.process_time() - begun
        wrong += [f"{number}: took {spent:.0f} s"] if spent > SLOW else []
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.alarm(0)
    children = Path("/proc/thread-self/children")
    if children.exists() and children.read_text(encoding="ascii").strip():
        wrong.append(f"{numbers}: a child process is left")
    return came_out, wrong


def apart(numbers: range, *, as_lines: bool) -> tuple[Counter[int], list[str]]:
    """Return the same of a process of its own: what ends it spoils no other numbers."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        try:
            return pool.submit(chunk, numbers, as_lines).result()
        except Exception as error:  # noqa: BLE001  whatever it is, it is told
            return Counter(), [f"{numbers}: {type(error).__name__}: {error}"]


def run(numbers: range, *, as_lines: bool, processes: int = 2) -> tuple[Counter[int], list[str]]:
    """Return how mutations came out, by the exit code, and what is wrong with any of them."""
    came_out: Counter[int] = Counter()
    wrong: list[str] = []
    parts = [numbers[start : start + CHUNK] for start in range(0, len(numbers), CHUNK)]
    with ThreadPoolExecutor(processes) as threads:
        for counts, told in threads.map(partial(apart, as_lines=as_lines), parts):
            came_out += counts
            wrong += told
            for one in told:
                sys.stderr.write(f"{one}\n")
    return came_out, wrong


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Put mutated cases to aro.")
    parser.add_argument("count", type=int, help="how many")
    parser.add_argument("--lines", action="store_true", help="lines of JSON instead of files")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first one's number")
    return parser.parse_args()


if __name__ == "__main__":
    asked = _arguments()
    counts, faults = run(range(asked.first, asked.first + asked.count), as_lines=asked.lines)
    told = f"{counts[0]} yes, {counts[1]} no, {counts[2]} refused; {len(faults)} faults"
    sys.stdout.write(f"{told}\n")
    sys.exit(1 if faults else 0)
