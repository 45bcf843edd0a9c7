"""Differences that cannot be judged, because the source of one rulebook is cut off or missing."""

from itertools import combinations

from aro.analysis.diff.causes import Answers
from aro.analysis.unseen_pages import stating
from aro.rulebook import Rulebook


def lacks(books: tuple[Rulebook, Rulebook], answers: Answers) -> str | None:
    """Return what was not seen, if a difference in a situation may be due to that alone.

    It may if the two agree once the clauses are off that one unseen page may have as well, or one
    or two of the clauses of any pages.
    """
    left, right = (book.edition for book in books)
    if left.name == right.name:
        return None
    pages = [
        (f"{silent.name}, {one.page}: {one.says}", [(number, clause) for clause in sorted(clauses)])
        for number, silent, speaking in ((0, right, left), (1, left, right))
        for one in silent.unseen
        if (clauses := stating(speaking, one))
    ]
    agree = answers.agree([clauses for _, clauses in pages])
    enough = [page for page, alone in zip(pages, agree, strict=True) if alone]
    if enough:
        return min(enough, key=lambda page: (answers.turning.isdisjoint(page[1]), len(page[1])))[0]
    says = {clause: page for page, clauses in reversed(pages) for clause in clauses}
    few = [*combinations(sorted(says), 1), *combinations(sorted(says), 2)]
    for some, agreed in zip(few, answers.agree(few), strict=True):
        if agreed:
            return "; ".join(dict.fromkeys(says[clause].removesuffix(".") for clause in some))
    return None
