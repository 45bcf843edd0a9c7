"""How far the cases cover an edition, against the floor that it may not fall below."""

from argparse import Namespace
from pathlib import Path

from aro.analysis.coverage_floor import fallen, floor_of, raised, survey
from aro.cli.progress import progress
from aro.cli.screen import Screen
from aro.cli.trials import Exit
from aro.errors import SituationError
from aro.report.coverage import survey_grid, survey_sheet
from aro.report.edition_documents import Coverage
from aro.rulebook import Rulebook


def coverage(args: Namespace, screen: Screen) -> Exit:
    """Count the clauses of an edition that are law, that a case cites, and that turn one."""
    if args.lift and args.floor is None:
        raise SituationError("--raise names no file; expected --floor FILE with it")
    floor = floor_of(Path(args.floor)) if args.floor is not None else {}
    with progress("switching off") as watch:
        found = survey(Rulebook(args.edition), args.path, watch)
    lower = fallen(found, floor)
    if args.lift and not lower:
        Path(args.floor).write_text(raised(found, floor), encoding="utf-8")
    if args.json:
        screen.json(Coverage(survey=found, fallen=lower))
    else:
        screen.show(survey_grid(found))
        if (sheet := survey_sheet(found, lower)) is not None:
            screen.show(sheet)
    if args.floor is not None:
        return Exit.NO if lower else Exit.YES
    return Exit.NO if found.unspoken or found.undecisive else Exit.YES
