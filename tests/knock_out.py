"""Take out each article of an edition, declare it unread, and count the answers that change.

    python tests/knock_out.py n4       a line for each article, and the sum; some minutes

Flagged is what is open, disputed or depends. Of what does not change little should become open.
`support/knocked_out.py` tells how the patterns of the unread page are found.
"""

import sys

from aro.knowledge import library as kb
from support.knocked_out import Asked, Figures, runs, summed


def main(name: str) -> None:
    """Print the figures of an edition."""
    articles = dict.fromkeys((one.subject for one in kb.load(name).articles), Figures(0, 0, 0, 0))
    for asked in map(Asked, runs(name)):
        for one in kb.load(name).articles:
            articles[one.subject] = summed((articles[one.subject], asked.figures(one)))
    for subject, figures in articles.items():
        sys.stdout.write(f"{name} {subject}: {figures}\n")
    sys.stdout.write(f"{name}: {summed(articles.values())}\n")


if __name__ == "__main__":
    main(sys.argv[1])
