"""Pictures as SVG text: the table of a situation, and the states of an edition.

Each is complete in itself, without scripts or files beside it, and all that comes from outside is
escaped in it. A `<title>` and a `<desc>` tell it to those who do not see it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from aro.answers import Outcome
from aro.cases import AskRuling
from aro.cases.run import CaseRun
from aro.fitting import door
from aro.parts import Act
from aro.pictures import changes, diagram, tables
from aro.rulebook import Rulebook
from aro.situation import Situation

__all__ = ["after", "asked", "states", "table"]


@door
def table(
    situation: Situation,
    book: Rulebook | None = None,
    *,
    asked: Iterable[Act] = (),
    title: str = "The table",
) -> str:
    """Return the table of a situation as SVG, with the Order so far and the acts asked about.

    The active side is on the left, and no place means a distance. A rulebook says what stands on
    the table for each piece, at the start of the Order; who may not know all is shown what
    `Rulebook.seen` gives.

    >>> from aro import Trooper
    >>> alone = Situation(active="red", troopers=[Trooper("ninja", side="red")])
    >>> "ninja (Model)" in table(alone, Rulebook("n5"))
    True
    """
    forms = None if book is None else _forms(book.resolve(_before(situation)))
    settle = situation.settle if book is None else partial(book.settle, situation)
    return tables.drawn(situation, forms, [settle(act) for act in asked], title)


@door
def asked(trial: CaseRun) -> str:
    """Return the table of a case as SVG, with the acts that it asks about.

    If its viewer may not know all, the title of the case is left out, and so is what is asked
    about pieces that it does not know of.
    """
    viewer = trial.case.viewer
    acts = [ask.act for ask in trial.case.asks if isinstance(ask, AskRuling)]
    if viewer is not None:
        there = {*trial.table.pieces, None}
        acts = [act for act in acts if {act.who, act.at, *act.covers} <= there]
    title = trial.case.title if viewer is None else f"The table as {viewer} may know it"
    return table(trial.table, trial.book, asked=acts, title=f"{title} ({trial.book.stamp})")


@door
def after(outcome: Outcome) -> str:
    """Return the table that an Order leaves behind as SVG."""
    return tables.drawn(outcome.situation, _forms(outcome), (), "The table after the Order")


@door
def states(book: Rulebook) -> str:
    """Return the states of a rulebook as SVG, with what begins, turns and ends them, by clause."""
    title = f"The states of {book.edition.title} ({book.stamp})"
    return diagram.drawn(changes.states(book), title)


def _forms(outcome: Outcome) -> Mapping[str, str]:
    """Return as what each piece stands on the table after an Order."""
    return {piece: form for fate in outcome.fates for piece, form in fate.pieces}


def _before(situation: Situation) -> Situation:
    """Return the situation before anything is declared; to play it out changes nothing."""
    return replace(situation, order=(), rolls=(), hits=(), events=(), unknown=(), ends_turn=False)
