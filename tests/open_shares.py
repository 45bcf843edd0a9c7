"""How many rulings of the cases are open, and because of which pages; of results as well.

    python tests/open_shares.py [EDITION ...]      of all editions, if none is named

In the cases of an edition at most 8 rulings of 100 may be open, in those of N2 15: only the
addendum to its books is known.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from aro import cases
from aro.answers import Outcome, Verdict
from aro.cases.opening import case_run
from aro.cases.run import Answer
from aro.knowledge import library

CASES = library.home() / "tests" / "cases"


def answers(edition: str) -> Iterator[tuple[str, Answer]]:
    """Yield each answer to a question of the cases of an edition, with its place."""
    for file in sorted(CASES.rglob("*.yaml")):
        for case in cases.load(Path(file)):
            for name in case.editions:
                if library.split(name)[0] == edition:
                    for ask, answer in case_run(case, name).answers():
                        yield f"{file.name}:{ask.line}", answer


def main(editions: list[str]) -> None:
    """Print the shares, and each ruling that is open with the pages that leave it so."""
    for edition in editions or library.editions():
        told: Counter[str] = Counter()
        for place, answer in answers(edition):
            kind = "results" if isinstance(answer, Outcome) else "rulings"
            for one in answer if isinstance(answer, tuple) else (answer,):
                told[kind] += 1
                if one.firmness == "open":
                    told[f"open {kind}"] += 1
                    pages = "; ".join(page.page for page in one.pages)
                    what = one.act if isinstance(one, Verdict) else "the Order"
                    sys.stdout.write(f"  {edition} {place}: {what}: {pages}\n")
        for kind in ("rulings", "results"):
            share = f"{told[f'open {kind}']} of {told[kind]} {kind} are open"
            sys.stdout.write(f"{edition}: {share}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
