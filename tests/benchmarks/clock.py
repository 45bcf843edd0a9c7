"""Measuring: CPU time of each call, its median and its 99th percentile, and on which machine."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median, quantiles
from time import process_time_ns
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Times:
    """How long calls took, in seconds."""

    p50: float
    p99: float
    calls: int

    def __str__(self) -> str:
        return f"{readable(self.p50)} | {readable(self.p99)}"


def each(call: Callable[[_T], object], over: Iterable[_T], *, warm: int = 3) -> Times:
    """Return the CPU times of calls, one for each thing they are over.

    CPU time and not the wall's, for the machine may be shared; what reading the clock costs, about
    half a microsecond, is not taken off.
    """
    things = list(over)
    for one in things[:warm]:
        call(one)
    taken = []
    for one in things:
        begun = process_time_ns()
        call(one)
        taken.append(process_time_ns() - begun)
    return of(one / 1e9 for one in taken)


def of(taken: Iterable[float]) -> Times:
    """Return median and 99th percentile of times taken."""
    found = sorted(taken)
    p99 = quantiles(found, n=100)[98] if len(found) > 1 else found[0]
    return Times(p50=median(found), p99=min(p99, found[-1]), calls=len(found))


def best(call: Callable[[], object], times: int = 5) -> float:
    """Return the median CPU time of a call that is repeated."""
    taken = []
    for _ in range(times):
        begun = process_time_ns()
        call()
        taken.append((process_time_ns() - begun) / 1e9)
    return median(taken)


def readable(seconds: float) -> str:
    """Return a time as people read it.

    >>> readable(0.0000123), readable(0.00123), readable(1.23)
    ('12.3 us', '1.23 ms', '1.23 s')
    """
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.2f} us"


def machine() -> str:
    """Return processor and versions, in a line."""
    names = [
        line.split(":", 1)[1].strip()
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        if line.startswith("model name")
    ]
    found = [f"{names[0] if names else platform.machine()}, {len(names)} cores"]
    found.append(f"Python {sys.version.split()[0]}")
    for package in ("clingo", "cedarpy"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"no {package}")
    return ", ".join(found)
