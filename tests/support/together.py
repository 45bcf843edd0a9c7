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
from aro.engine.clingo_program import Atoms, Program
from aro.engine.evaluation import Evaluation
from aro.engine.facts import text
from aro.engine.outcome import outcome
from aro.engine.question import Question, scene
from aro.engine.unseen import text as unseen_laws
from aro.knowledge.fact_kinds import PREDICATES, RELATIONS
from aro.knowledge.library import law
from aro.rulebook import Readings, Rulebook
from aro.situation import Situation

OPEN = tuple(f"{predicate}(" for predicate in PREDICATES)
"""How the facts begin that may be left open."""

TOGETHER = 32
"""How many questions may share a program: the more it leaves open, the larger it is."""

ASKED = "asked("
"""How the facts begin that say which act is asked about: each of all, which changes no answer."""


class Told:
    """A program whose open facts are told: a `LawProgram` of one question."""

    def __init__(self, program: Program, facts: Iterable[str]) -> None:
        self._program, self._facts = program, tuple(facts)
        self.readings, self.supposed = program.readings, program.supposed

    def answer(self, on: Iterable[str] = (), act: str | None = None) -> Atoms:
        """Return what holds."""
        return self._program.answer((*on, *self._facts), act)

    def outline(self) -> tuple[Atoms, Atoms]:
        """Return what holds and what may hold, whatever is told."""
        return self._program.outline()

    def certain(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and in some worlds."""
        return self._program.certain(free, (*on, *self._facts))

    def without(
        self, atom: str, free: Iterable[str], on: Iterable[str] = ()
    ) -> frozenset[str] | None:
        """Return the free atoms of a world without an atom."""
        return self._program.without(atom, free, (*on, *self._facts))

    def alone(self, atom: str, free: Iterable[str], on: Iterable[str] = ()) -> frozenset[str]:
        """Return the readings that each alone undo an atom."""
        return self._program.alone(atom, free, (*on, *self._facts))

    def doubtful(self, atom: str, on: Iterable[str] = ()) -> bool:
        """Return whether anything could undo an atom."""
        return self._program.doubtful(atom, (*on, *self._facts))

    def near(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and in some worlds with two of the free atoms."""
        return self._program.near(free, (*on, *self._facts))


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
            run.__dict__["evaluations"] = (answered,)  # what it would make of its ways itself
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


def shared(questions: Sequence[Question | None]) -> Iterator[tuple[int, Evaluation | None]]:
    """Yield each place with what answers its question, if it shares a program; else with None."""
    alike: dict[object, list[int]] = {}
    for place, question in enumerate(questions):
        alike.setdefault(_shape(question) or place, []).append(place)
    for places in alike.values():
        for start in range(0, len(places), TOGETHER):
            some = places[start : start + TOGETHER]
            together = [one for one in (questions[place] for place in some) if one is not None]
            answers = _answered(together) if len(some) > 1 else [None]
            yield from zip(some, answers, strict=True)


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


def _shape(question: Question | None) -> object:
    """Return what has to be the same for questions that share a program; None if none is shared."""
    if question is None or question.table.unknown:
        return None
    return question.stamp, *(one for one in question.facts if not one.startswith((*OPEN, ASKED)))


def _answered(questions: Sequence[Question]) -> Iterator[Evaluation]:
    """Yield what answers each of some questions that are alike, by one program."""
    told = [frozenset((*question.facts, *_chosen(question))) for question in questions]
    some = frozenset().union(*told)
    asked = {one for one in some if one.startswith(ASKED)}
    varying = some - told[0].intersection(*told) - asked
    first = questions[0]._replace(readings=())
    fixed = asked.union(*map(_chosen, questions)) - varying
    lines = f"{scene(first, varying)}{text(fixed)}{unseen_laws(first.edition)}"
    program = Program(law(first.edition), lines, free=varying)
    for question, facts in zip(questions, told, strict=True):
        yield Evaluation(question, Told(program, sorted(facts & varying)))


def _chosen(question: Question) -> list[str]:
    """Return as facts which readings a question chooses itself."""
    return [f"chosen_in_question({one})" for one, _ in question.readings]
