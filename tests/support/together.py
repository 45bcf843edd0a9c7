"""Cases and near misses of as many troopers, answered by one program: grounding is what costs.

Their troopers and sides get the same names: a ruling hangs on no name. The facts in which they
differ are left open, and told to the program with each question. Of cases with several Orders each
Order is played in all that have one, before the next.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from aro.analysis.renaming import renamed, with_names
from aro.answers import Outcome
from aro.cases import AskBecomes, AskRemembers, AskRuling, Case, Play
from aro.cases import Question as Ask
from aro.cases.model import ORDER
from aro.cases.opening import case_run
from aro.cases.run import CaseRun
from aro.cases.together import answered_by, shared
from aro.engine.outcome import outcome
from aro.engine.question import Question
from aro.knowledge.fact_kinds import RELATIONS
from aro.rulebook import Readings, Rulebook
from aro.situation import Situation


class Informed(Rulebook):
    """A rulebook that remembers what some Orders left behind."""

    known: dict[tuple[object, ...], Outcome]

    def __init__(self, name: str) -> None:
        super().__init__(name)
        vars(self)["known"] = {}

    def resolve(
        self, situation: Situation, *, readings: Readings = None, as_side: str | None = None
    ) -> Outcome:
        """Return what the Order, played to its end, leaves behind."""
        found = self.known.get((situation, *(readings or {}).items())) if as_side is None else None
        return found or super().resolve(situation, readings=readings, as_side=as_side)


def failures(told: Iterable[tuple[Case, str]]) -> Iterator[str]:
    """Yield the failures of cases that are put to editions, each told with the names of its file.

    Those that are alike share a program.
    """
    told = tuple(told)
    runs = played([case_run(named_alike(case), edition) for case, edition in told])
    for place, answered in shared([_only(run.ways) for run in runs]):
        run = runs[place]
        if answered is not None:
            run = answered_by(run, answered)
        if failed := list(run.failures()):
            yield from list(case_run(*told[place]).failures()) or failed
        run.__dict__.pop("evaluations", None)  # a program is large


def played(runs: Sequence[CaseRun]) -> list[CaseRun]:
    """Return the runs with what is left by all Orders before the last found out."""
    tables = {place: run.case.situation for place, run in enumerate(runs) if run.case.then}
    books = {name: Informed(name) for name in {run.book.name for run in runs}}
    informed = [replace(run, book=books[run.book.name]) for run in runs]
    for number in range(max((len(run.case.then) for run in runs), default=0)):
        going = [place for place in tables if number < len(runs[place].case.then)]
        asked = [_left_by(informed[place], tables[place]) for place in going]
        for one, answered in shared(asked):
            table, run = tables[going[one]], informed[going[one]]
            readings = dict(run.case.readings)
            left = outcome(answered) if answered else run.book.resolve(table, readings=readings)
            books[run.book.name].known[table, *run.case.readings] = left
            tables[going[one]] = run.case.then[number].on(left.situation)
    return informed


def _left_by(run: CaseRun, table: Situation) -> Question:
    """Return the question of what an earlier Order of a case leaves behind."""
    return run.book.question(table, results=True, readings=dict(run.case.readings))


def named_alike(case: Case) -> Case:
    """Return a case that may share a program with sides and pieces called by their places."""
    if case.viewer:
        return case
    table, names = renamed(case.situation)
    sides = {one.side: table.trooper(names[one.name]).side for one in case.situation.troopers}
    return replace(
        case,
        situation=table,
        then=tuple(_played_alike(play, names, sides) for play in case.then),
        asks=tuple(_renamed(one, names) for one in case.asks),
    )


def _played_alike(play: Play, names: Mapping[str, str], sides: Mapping[str, str]) -> Play:
    """Return a later Order of pieces and sides that are called otherwise."""
    holders = {kind.field: sides if kind.sorts[0] == "side" else names for kind in RELATIONS}
    relations = (
        (
            field,
            tuple(
                replace(pair, one=holders[field][pair.one], other=names[pair.other])
                for pair in pairs
            ),
        )
        for field, pairs in play.relations
    )
    told = {
        field: with_names(getattr(play, field), names) for field in ORDER if field != "ends_turn"
    }
    active = None if play.active is None else sides[play.active]
    return replace(play, **told, active=active, relations=tuple(relations))


def _renamed(ask: Ask, names: Mapping[str, str]) -> Ask:
    """Return a question about pieces that are called otherwise."""
    found: Ask = with_names(ask, names)
    match found:
        case AskRuling():
            rolls = tuple((with_names(who, names), kind) for who, kind in found.rolls_with)
            found = replace(found, rolls_with=rolls)
        case AskBecomes():
            pieces = tuple((with_names(piece, names), form) for piece, form in found.pieces)
            found = replace(found, pieces=pieces)
        case AskRemembers():
            found = replace(found, expected=with_names(found.expected, names))
    return found


def _only(ways: tuple[Question, ...]) -> Question | None:
    """Return what is asked, if one question asks it all."""
    return ways[0] if len(ways) == 1 else None
