"""A diff on the smallest table alone, for the tests that look at one."""

from aro.analysis import diff
from aro.analysis.diff import Diff
from aro.analysis.diff.differences import Differences
from aro.analysis.search.small_tables import SCENES
from aro.rulebook import Rulebook


def parted(left: str, right: str) -> Diff:
    """Return the diff of two rulebooks on the smallest table alone."""
    found = Differences(Rulebook(left), Rulebook(right))
    found.look(SCENES[0])
    shown = [diff._difference(found.books, group) for group in found.groups]  # noqa: SLF001  one table
    return diff.summed_up(found, shown)
