"""What the tests have in common: how much they draw, and which of them a newcomer runs.

`pytest` alone runs what one needs to trust a checkout. Of the tests that are marked `drawn`, for
they are about what few need, it draws some. `pytest --sweep` runs what that leaves out, as
`.ci/run` does after it: the tests that are marked `drawn`, or `sweep`, for they take long; and all
of what a test draws a share of (`share`). `pytest --release` runs what even a sweep has no time
for: the tests that are marked `release`; all of what a test takes a part of (`whole`); and more
examples of what hypothesis draws.

The profiles of hypothesis are `few`, the default; `release`, which `--release` takes and which
draws twenty-five times as much; and `full` (`--hypothesis-profile=full`), which draws a thousand
times as much, others each time.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow]
"""A table of a long law takes its time to draw: it waits for clingo."""

settings.register_profile(
    "few",
    max_examples=4,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=SLOW,
)
settings.register_profile(
    "release",
    max_examples=100,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=SLOW,
)
settings.register_profile(
    "full", max_examples=4000, deadline=None, suppress_health_check=[*HealthCheck]
)
settings.load_profile("few")

_T = TypeVar("_T")

SEED = 20
"""What a share is drawn with, so that each run of a checkout draws the same."""

DRAWN = 16
"""Of how many tests that are marked `drawn` a newcomer's run draws one."""

Share = Callable[[str, Sequence[_T], tuple[int, int]], list[_T]]
"""Draws one in so many of some things, for a newcomer and for a sweep, and all before a release.

`share("fields", found, (24, 6))` draws one in 24 of what was found, a sweep one in six.
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sweep", action="store_true", help="run what is left out without it")
    parser.addoption("--release", action="store_true", help="run what a sweep leaves out")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--release") and not config.getoption("--hypothesis-profile"):
        settings.load_profile("release")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--release"):
        wanted = {item for item in items if _is_left_out(item)}
    elif config.getoption("--sweep"):
        wanted = {item for item in items if _takes_more(item)}
    else:
        wanted = _drawn([item for item in items if _is_short(item)])
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    items[:] = [item for item in items if item in wanted]


def _drawn(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return what a newcomer's run draws of some tests: one in `DRAWN` of those marked so."""
    random = Random(SEED)  # noqa: S311  a share, not a secret
    marked = [item for item in items if item.get_closest_marker("drawn")]
    left_out = {*marked} - {*random.sample(marked, len(marked) // DRAWN)}
    return {*items} - left_out


def _is_short(item: pytest.Item) -> bool:
    return item.get_closest_marker("sweep") is None and item.get_closest_marker("release") is None


def _is_left_out(item: pytest.Item) -> bool:
    """Whether a sweep leaves out a test, or some of it."""
    takes_part = {"whole", "share"}.intersection(getattr(item, "fixturenames", ()))
    return (
        bool(takes_part) or _draws_examples(item) or item.get_closest_marker("release") is not None
    )


def _takes_more(item: pytest.Item) -> bool:
    """Whether the sweep runs a test, or more of it, that a newcomer's run leaves out."""
    if item.get_closest_marker("release"):
        return False
    in_part = "share" in getattr(item, "fixturenames", ()) or item.get_closest_marker("drawn")
    return bool(in_part) or not _is_short(item)


def _draws_examples(item: pytest.Item) -> bool:
    return hasattr(getattr(item, "module", None), "given")


def left_out(*, newcomer: bool, sweep: bool) -> Sequence[pytest.MarkDecorator]:
    """Return the marks of a parameter that those runs leave out, or one of them, or none."""
    if sweep:
        return [pytest.mark.release]
    return [pytest.mark.sweep] if newcomer else []


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Have the tests, and what they start, keep what they make in a folder of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARO_CACHE", str(tmp_path_factory.mktemp("cache") / "aro"))
        yield


@pytest.fixture
def whole(request: pytest.FixtureRequest) -> bool:
    """Return whether a test is to take all of what it takes a part of, before a release."""
    return bool(request.config.getoption("--release"))


@pytest.fixture
def share(request: pytest.FixtureRequest) -> Share[_T]:
    """Return what draws a share of some things, and has the summary of the run tell its size."""

    def draw(name: str, things: Sequence[_T], parts: tuple[int, int]) -> list[_T]:
        drawn = list(things)
        newcomer, sweep = parts
        one_in = sweep if request.config.getoption("--sweep") else newcomer
        if one_in > 1 and not request.config.getoption("--release"):
            random = Random(f"{SEED} {request.node.nodeid}")  # noqa: S311  a share, not a secret
            wanted = len(things) / one_in
            count = int(wanted) + (random.random() < wanted % 1)
            drawn = [things[place] for place in sorted(random.sample(range(len(things)), count))]
        request.node.user_properties.append(("share", (name, len(drawn), len(things))))
        return drawn

    return draw


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name what fails at once: a run that is cut off has no summary."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        print(f"\nfailed: {report.nodeid}", file=sys.__stderr__)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    totals: dict[str, tuple[int, int]] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            for key, value in getattr(report, "user_properties", ()):
                if key == "share" and getattr(report, "when", "") == "call":
                    name, drawn, whole = value
                    before = totals.get(name, (0, 0))
                    totals[name] = (before[0] + drawn, before[1] + whole)
    for name, (drawn, whole) in totals.items():
        part = "all" if drawn == whole else f"a share, drawn with seed {SEED}"
        terminalreporter.write_line(f"{name}: {drawn} of {whole} ({part})")


@pytest.fixture
def _interrupts() -> Iterator[None]:
    """Let processes that a test starts be interrupted, even where its own starter ignores that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
