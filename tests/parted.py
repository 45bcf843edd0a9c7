"""A diff on the smallest table alone, for the tests that look at one."""

from aro.analysis import diff
from aro.analysis.diff import Diff
from aro.analysis.diff.differences import Parting
from aro.analysis.search.small_tables import SCENES
from aro.rulebook import Rulebook


def parted(left: str, right: str) -> Diff:
    """Return the diff of two rulebooks on the smallest table alone."""
    books = Rulebook(left), Rulebook(right)
    parting = Parting(*books)
    parting.look(SCENES[0])
    told = [diff._difference(books, group) for group in parting.groups]  # noqa: SLF001  one table
    return diff._diff(books, parting, told)  # noqa: SLF001  as above
