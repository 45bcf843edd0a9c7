"""A diff on the smallest table alone, for the tests that look at one."""

from aro.rulebook import Rulebook
from aro.workbench import diff
from aro.workbench._parting import Parting
from aro.workbench._scenes import SCENES
from aro.workbench.diff import Diff


def parted(left: str, right: str) -> Diff:
    """Return the diff of two rulebooks on the smallest table alone."""
    books = Rulebook(left), Rulebook(right)
    parting = Parting(*books)
    parting.look(SCENES[0])
    told = [diff._difference(books, group) for group in parting.groups]  # noqa: SLF001  one table
    return diff._diff(books, parting, told)  # noqa: SLF001  as above
