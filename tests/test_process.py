"""Child processes: what they answer and raise, how they are bounded, and that they end."""

import operator
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest

from aro.errors import ProcessEnded, UnknownTerm
from aro.processes import Child, crew, ending

pytestmark = pytest.mark.drawn


class Counting:
    """Work that keeps what it has prepared: how often it was called."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, item: int) -> tuple[int, int]:
        """Return the item and how many there were."""
        self.times += 1
        return item, self.times


def speaking(say: Callable[[object], None], item: str) -> str:
    for letter in item:
        say(letter)
    return item.upper()


def refusing(item: str) -> None:
    raise UnknownTerm(f"unknown word {item!r}", term=item, near=("near",), line=3)


def greedy(megabytes: int) -> int:
    return len(bytearray(megabytes << 20))


def busy(_: object) -> None:
    while True:
        pass


def slow_first(item: int) -> int:
    time.sleep(0.3 if item == 0 else 0)
    return item


def sleeping(say: Callable[[object], None], seconds: float) -> None:
    say(os.getpid())
    time.sleep(seconds)


def parent(seconds: float) -> None:
    """Have a child of its own that sleeps, and print who it is."""
    child = Child[float, None](sleeping, hear=partial(print, flush=True))
    child.give(seconds)
    child.result()


def test_items_are_answered_in_their_order() -> None:
    for processes in (1, 2):
        with crew(slow_first, processes) as spread:
            assert list(spread(iter(range(20)))) == list(range(20))
            assert list(spread([3, 2])) == [3, 2]


def test_a_child_keeps_what_it_has_prepared() -> None:
    with crew(Counting(), 2) as spread:
        times = [times for _, times in spread(range(8))]
    assert max(times) > 1


def test_a_child_says_what_it_finds_on_its_way() -> None:
    heard: list[str] = []
    child = Child[str, str](speaking, hear=heard.append)
    try:
        child.give("abc")
        assert child.result() == "ABC"
    finally:
        child.close()
    assert heard == ["a", "b", "c"]


def test_what_a_child_raises_is_raised_here() -> None:
    with pytest.raises(UnknownTerm) as caught, crew(refusing, 2) as spread:
        list(spread(["x"]))
    assert (caught.value.term, caught.value.near, caught.value.line) == ("x", ("near",), 3)


def test_memory_and_time_are_bounded() -> None:
    child = Child[int, int](greedy, megabytes=512)
    try:
        child.give(1)
        assert child.result() == 1 << 20
        child.give(600)
        with pytest.raises(ProcessEnded, match="died"):
            child.result()
    finally:
        child.close()
    overdue = Child[int, None](busy)
    try:
        overdue.give(0)
        with pytest.raises(ProcessEnded) as caught:
            overdue.result(0.5)
    finally:
        overdue.close()
    assert caught.value.overdue


def test_a_child_ends_with_its_parent_however_that_ends() -> None:
    here = str(Path(__file__).parent)
    code = f"import sys; sys.path.append({here!r}); import test_process as t; t.parent(600)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        process.kill()
    deadline = time.monotonic() + 30
    while _is_there(child):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_children_can_be_started_while_threads_run() -> None:
    stop = Event()
    thread = Thread(target=stop.wait)
    thread.start()
    try:
        with crew(partial(operator.mul, 6), 2) as spread:
            assert list(spread([7, 8])) == [42, 48]
    finally:
        stop.set()
        thread.join()


@pytest.mark.parametrize(
    ("bound", "work", "most"),
    [
        ("SECONDS = 0.5", "[0 for _ in iter(int, 1)]", "0.5 s"),
        ("MEGABYTES = 200", "kept = bytearray(b'x') * (300 << 20); time.sleep(30)", "200 MB"),
    ],
)
def test_a_process_ends_of_work_that_takes_too_much(bound: str, work: str, most: str) -> None:
    code = (
        f"import time, aro.processes as p; p.{bound}\n"
        f"print('before')\nwith p.ending('a.yaml:3'): {work}"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    told = f"a.yaml:3: no answer within {most}\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "before\n", told)


def test_work_that_comes_to_its_end_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aro.processes.SECONDS", 0.0)
    for _ in range(3):
        with ending("nothing"):
            pass
    time.sleep(0.6)
