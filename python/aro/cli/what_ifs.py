"""The command that looks for what would change a ruling, and rulings by how the rules are read."""

from argparse import Namespace
from dataclasses import replace

from aro.analysis.what_if import Readings, by_readings
from aro.analysis.what_if import what_if as changes_of
from aro.cases import AskRuling
from aro.cases.run import CaseRun
from aro.cli.screen import Answers, Page, Screen
from aro.cli.shared import Exit, runs_of
from aro.errors import SituationError
from aro.report.documents import Answered, case_report
from aro.report.what_if import readings_grid, what_if_sheet


def what_if(args: Namespace, screen: Screen) -> Exit:
    """Show the smallest changes of a situation that would change each ruling of a file."""
    runs = runs_of(args)
    if not any(map(_rulings, runs)):
        raise SituationError(
            "nothing is asked whose ruling could turn; expected ask: with {who: WHO, does: SKILL}"
        )

    def answer(run: CaseRun) -> Answers:
        by = readings_of(run) if args.readings else {}
        readings = dict(run.case.readings)
        answers: list[Answered] = []
        pages: list[Page] = []
        for ask in _rulings(run):
            found = changes_of(
                run.book, run.table, ask.act, changes=args.changes, readings=readings
            )
            answers.append(Answered(line=ask.line, what_if=found, readings=by.get(ask)))
            pages.append(what_if_sheet(found))
            if ask in by:
                pages.append(readings_grid(ask.act, by[ask]))
        yes = all(one.what_if and one.what_if.changes for one in answers)
        return yes, replace(case_report(run), answers=tuple(answers)), pages

    return Exit.YES if all(screen.cases(runs, answer)) else Exit.NO


def readings_of(run: CaseRun) -> dict[AskRuling, Readings]:
    """Return each ruling that a case asks for under every combination of readings."""
    readings = dict(run.case.readings)
    return {
        ask: by_readings(run.book, run.table, ask.act, readings=readings) for ask in _rulings(run)
    }


def _rulings(run: CaseRun) -> list[AskRuling]:
    return [ask for ask in run.case.asks if isinstance(ask, AskRuling)]
