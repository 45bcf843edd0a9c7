"""How many lines the default answers to the questions of the cases have, by edition.

    python tests/lengths.py [SHARE] [EDITION ...]      one case in SHARE, by lot; else one in 10

A line has at most 80 columns. The answer to one question is to have at most 20 lines in the median,
and 35 at the 95th percentile.
"""

import random
import sys
from collections.abc import Iterator
from statistics import quantiles

from aro import cases
from aro.analysis.beside import beside
from aro.answers import Outcome, Verdict
from aro.cases.opening import case_run
from aro.cases.run import CaseRun
from aro.knowledge import library
from aro.report import outcome_sheet, text, verdict_sheet

CASES = library.home() / "tests" / "cases"
SEED = 1


def runs(edition: str, share: int) -> Iterator[CaseRun]:
    """Yield one in so many runs of the cases of an edition, drawn by lot."""
    dice = random.Random(SEED)  # noqa: S311  no secret
    for file in sorted(CASES.rglob("*.yaml")):
        for case in cases.load(file):
            for name in case.editions:
                if library.split(name)[0] == edition and not dice.randrange(share):
                    yield case_run(case, name)


def lengths(run: CaseRun) -> Iterator[int]:
    """Yield how many lines each answer has that `aro ask` gives to a case: of results, one."""
    outcome: Outcome | None = None
    for _, told in run.answers():
        if isinstance(told, Verdict):
            stands = beside(run.book, run.table, told, readings=dict(run.case.readings))
            yield len(text(verdict_sheet(told, stands, full=False)).splitlines())
        elif isinstance(told, Outcome):
            outcome = told
    if outcome is not None:
        yield len(text(outcome_sheet(outcome, full=False, plain=False)).splitlines())


def main(share: str = "10", *editions: str) -> None:
    """Print the median and the 95th percentile of each edition."""
    for edition in editions or library.editions():
        found = [one for run in runs(edition, int(share)) for one in lengths(run)]
        of_a_hundred = quantiles(found, n=100)
        median, most = of_a_hundred[49], of_a_hundred[94]
        told = f"{len(found)} answers, median {median:.0f} lines, 95th percentile {most:.0f}"
        sys.stdout.write(f"{edition}: {told}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
