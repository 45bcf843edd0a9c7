"""The command that looks for what would change a ruling, and rulings by how the rules are read."""

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from aro.analysis.what_if import Readings, WhatIf, by_readings
from aro.analysis.what_if import what_if as changes_of
from aro.cases import AskRuling
from aro.cases.run import CaseRun
from aro.cli.screen import Screen
from aro.cli.shared import Answers, Exit, print_cases, runs_of
from aro.errors import SituationError
from aro.report import Grid, Sheet
from aro.report.documents import Answered, case_report
from aro.report.what_if import readings_grid, what_if_sheet


class Found(NamedTuple):
    """A question, what would change its ruling, and its ruling by readings if that is asked."""

    ask: AskRuling
    what_if: WhatIf
    by: Readings | None


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
        found = [
            Found(
                ask,
                changes_of(run.book, run.table, ask.act, changes=args.changes, readings=readings),
                by.get(ask),
            )
            for ask in _rulings(run)
        ]
        answers = tuple(
            Answered(line=one.ask.line, what_if=one.what_if, readings=one.by) for one in found
        )
        yes = all(one.what_if.changes for one in found)
        return yes, replace(case_report(run), answers=answers), _pages(found)

    return Exit.YES if all(print_cases(args, screen, runs, answer)) else Exit.NO


def readings_of(run: CaseRun) -> dict[AskRuling, Readings]:
    """Return each ruling that a case asks for under every combination of readings."""
    readings = dict(run.case.readings)
    return {
        ask: by_readings(run.book, run.table, ask.act, readings=readings) for ask in _rulings(run)
    }


def _rulings(run: CaseRun) -> list[AskRuling]:
    return [ask for ask in run.case.asks if isinstance(ask, AskRuling)]


def _pages(found: list[Found]) -> Iterator[Sheet | Grid]:
    for one in found:
        yield what_if_sheet(one.what_if)
        if one.by is not None:
            yield readings_grid(one.ask.act, one.by)
