"""A question as facts for plain clingo, which with the same files gives the same answer."""

import shlex
from collections.abc import Iterator
from dataclasses import replace

from aro.cases.run import CaseRun
from aro.engine.facts import choices, text
from aro.errors import SituationError, visible


def export_facts(trial: CaseRun, number: int | None = None) -> str:
    """Return a case as facts of ASP: all its questions, or the one of that number.

    Give them to clingo with `rules.lp` and the files of the edition. Facts that nobody knows are
    left out, as if they did not hold, and named in a comment.
    """
    case = trial.case
    if number is not None:
        if not 1 <= number <= len(case.asks):
            expected = f"1 to {len(case.asks)}" if case.asks else "a case that asks something"
            what = f"the case has no question {number}; expected {expected}"
            raise SituationError(what, file=case.file, line=case.line)
        trial = CaseRun(replace(case, asks=(case.asks[number - 1],)), trial.book)
    if len(trial.ways) > 1:
        what = "the case asks about one act in several ways; expected the number of one question"
        raise SituationError(what, file=case.file, line=case.line)
    return "".join(f"{line}\n" for line in _lines(trial))


def _lines(trial: CaseRun) -> Iterator[str]:
    yield visible(f"% {trial.book.stamp}: {' '.join(trial.case.title.split())}")
    added = trial.book.edition.amendment
    also = f" {shlex.quote(str(added.folder))}/*.lp" if added and added.laws else ""
    yield f"% clingo - rules.lp kb/{trial.book.edition.name}/*.lp{also}"
    unknown = {" or ".join(filter(None, way)) for way in choices(trial.table)}
    for atoms in sorted(unknown):  # in the order of the file, it would tell what is hidden
        yield f"% unknown, here taken as not so: {atoms}"
    yield text(trial.ways[0].stated).rstrip("\n")
