"""Where the command line prints: plain text, unless it is a terminal (`aro.cli.terminal`)."""

import io
import sys
from collections.abc import Callable, Iterable

from aro import report
from aro.analysis.unused import unused
from aro.cases.opening import located
from aro.cases.run import CaseRun
from aro.errors import visible
from aro.report import Grid, Sheet
from aro.report.documents import CaseReport, Report

Page = Sheet | Grid
"""An answer that is laid out."""

Answers = tuple[bool, CaseReport, Iterable[Page]]
"""What a case is answered: whether that is a yes, and the answers as a document and as pages."""


class Screen:
    """Standard output that is a file or a pipe; `as_json` if answers are printed as documents."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")

    def answer(self, document: object, pages: Iterable[Page | str]) -> None:
        """Print an answer, as a JSON document or as pages and lines."""
        if self.as_json:
            self.line(report.json(document))
            return
        for page in pages:
            if isinstance(page, str):
                self.line(page)
            else:
                self.show(page)

    def cases(self, runs: Iterable[CaseRun], answer: Callable[[CaseRun], Answers]) -> list[bool]:
        """Answer cases, print the answers, and return which of them are a yes.

        What a file states and no question on its table could use, and what is illegal in an earlier
        Order, is noted once.
        """
        documents: list[CaseReport] = []
        came_out: list[bool] = []
        idle: list[str] = []
        for run in runs:
            with located(run.case):
                yes, document, laid_out = answer(run)
                pages = () if self.as_json else tuple(laid_out)
                found = unused(run.book, run.table, dict(run.case.readings))
                idle += (f"{run.case.file}:{one.line or run.case.line}: {one}" for one in found)
                for one in run.played.barred:
                    why = ", ".join([reason.clause.id for reason in one.because][:2])
                    line = one.act.line or run.case.line
                    what = f"{one.act} is illegal ({why}), and nothing of it counts later"
                    idle.append(f"{run.case.file}:{line}: in an earlier Order, {what}")
            came_out.append(yes)
            documents.append(document)
            if not self.as_json:
                viewer = f", as {run.case.viewer} may know" if run.case.viewer else ""
                title = f"{run.case.title} ({run.book.stamp}{viewer})"
                self.title(visible(title.replace("\n", " ")))
                self.answer(document, pages)
        if self.as_json:
            self.answer(Report(cases=tuple(documents)), ())
        for note in dict.fromkeys(idle):
            self.note(note)
        return came_out

    def show(self, page: Page) -> None:
        """Print an answer that is laid out, and an empty line after it."""
        self.line(f"{report.text(page)}\n")

    def title(self, words: str) -> None:
        """Print the title of what follows."""
        self.line(f"{words}\n{'=' * len(words)}")

    def line(self, words: str) -> None:
        """Print a line, or several; what is not seen in them is an escape."""
        sys.stdout.write("".join(f"{visible(line)}\n" for line in words.split("\n")))

    def note(self, words: str) -> None:
        """Tell the user something beside what is printed."""
        sys.stderr.write(f"aro: {visible(words)}\n")
