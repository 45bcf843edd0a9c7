"""Cases put to the rulebook: what was asked and answered, and where that is not as expected."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from aro.answers import DependsOnReading, Effect, Outcome, UnseenPage, Verdict, ranked, strongest
from aro.cases import model
from aro.cases.asks import check_questions
from aro.engine.evaluation import Evaluation
from aro.engine.outcome import outcome
from aro.engine.question import Question, compatible
from aro.errors import GaveUp
from aro.knowledge.edition import Reading
from aro.parts import Act, Memory, Step
from aro.rulebook import Rulebook, evaluate
from aro.situation import Situation

Answer = Verdict | Outcome | tuple[Verdict, ...]
"""What a question gets: a verdict, an outcome, or the verdicts on all legal choices."""


class Played(NamedTuple):
    """What the Orders before the last come to, as it is read.

    `situation` is that of the last Order; `readings`, and `pages` by the trooper whom they are
    about, may turn what follows. `barred` is what was declared and is illegal.
    """

    situation: Situation
    readings: tuple[Reading, ...]
    pages: Mapping[str, tuple[UnseenPage, ...]]
    barred: tuple[Effect, ...]


@dataclass(frozen=True, eq=False)
class CaseRun:
    """One case, put to one rulebook."""

    case: model.Case
    book: Rulebook

    def __post_init__(self) -> None:
        self.case.check(self.book.vocabulary, self.book.edition.clauses)

    @cached_property
    def table(self) -> Situation:
        """The situation of the last Order, those before it played, as its viewer may know it."""
        seen = self.book.seen(self.played.situation, self.case.viewer, dict(self.case.readings))
        return replace(seen, order=(*seen.order, *self.case.supposed))

    @cached_property
    def _asked(self) -> Situation:
        """The table, once everybody whom the questions name was found among those on it."""
        if self.case.viewer is not None:
            check_questions(self.case.asks, self.table, self.case.file)
        return self.table

    @cached_property
    def played(self) -> Played:
        """What the Orders before the last come to.

        Pages are told for each trooper whose states an earlier Order left open, and for whoever did
        or met there what may have an effect that no page tells. All is as far as the viewer knows.
        """
        table, turning, barred = self.case.situation, dict[str, Reading](), list[Effect]()
        pages: dict[str, tuple[UnseenPage, ...]] = {}
        readings = dict(self.case.readings)
        for play in self.case.then:
            left = self.book.resolve(table, readings=readings)
            if left.unsure and left.spent is not None:
                raise GaveUp(left.spent)
            seen = self.book.seen(table, self.case.viewer, readings)
            known = left if seen is table else self.book.resolve(seen, readings=readings)
            barred += (one for one in known.effects if one.ruling == "illegal")
            turning |= {one.id: one for one in known.readings}
            about = {one.trooper for one in known.fates if one.firmness == "open"}
            undone = (e.act for e in known.effects if e.firmness == "open" and not e.takes_effect)
            about = about.union(*(_whose(seen, act) for act in undone))
            pages |= {who: (*pages.get(who, ()), *known.pages) for who in about}
            table = play.on(left.situation)
        return Played(table, tuple(turning.values()), pages, tuple(barred))

    @cached_property
    def _otherwise(self) -> Mapping[Reading, Mapping[str, "CaseRun"]]:
        """The same by the other alternatives of each of these readings, one at a time."""
        given, turning = self.case.readings, self.played.readings
        others = {one: {each.name for each in one.alternatives} - {one.default} for one in turning}
        return {
            one: {
                name: CaseRun(replace(self.case, readings=(*given, (one.id, name))), self.book)
                for name in sorted(names)
            }
            for one, names in others.items()
        }

    @cached_property
    def ways(self) -> tuple[Question, ...]:
        """What is asked, apart where one act is there in several ways: asked, or listed bare."""
        turns = tuple(turn for one in self.case.asks for turn in self._turns(one))
        acts = self._acts.values()
        listed = (act.bare for act in acts if (act.when, act.who) in turns)
        first, *rest = compatible((*listed, *self._asked.order), acts)
        readings = dict(self.case.readings)
        question = self.book.question(self._asked, first, results=True, readings=readings)
        return (question._replace(every=turns), *(question._replace(acts=acts) for acts in rest))

    @cached_property
    def _acts(self) -> dict[model.Question, Act]:
        """The acts that rulings are asked on, settled, by their questions."""
        rulings = (one for one in self.case.asks if isinstance(one, model.AskRuling))
        readings = dict(self.case.readings)
        return {one: self.book.settle(self._asked, one.act, readings=readings) for one in rulings}

    @cached_property
    def evaluations(self) -> tuple[Evaluation, ...]:
        """What answers each of the `ways`; the first answers all but the acts of the others."""
        return tuple(map(evaluate, self.ways))

    def _of(self, act: Act) -> Evaluation:
        return next(one for one in self.evaluations if act in one.question.acts)

    @cached_property
    def outcome(self) -> Outcome:
        """What the last Order leaves behind, as firm as those before it leave it."""
        found = outcome(self.evaluations[0])
        turning = tuple(
            reading
            for reading, others in self._otherwise.items()
            if any(_left(outcome(one.evaluations[0])) != _left(found) for one in others.values())
        )
        unread, opened = self.played.pages, list(found.fates)
        for place, one in enumerate(opened):
            if one.trooper in unread:
                opened[place] = replace(one, firmness=strongest((one.firmness, "open")))
        firmness = strongest((found.firmness, "disputed" if turning else "settled"))
        return replace(
            found,
            firmness=strongest((firmness, "open" if unread else "settled")),
            fates=(*opened,),
            readings=(*dict.fromkeys((*found.readings, *turning)),),
            pages=(*dict.fromkeys((*found.pages, *chain.from_iterable(unread.values()))),),
        )

    @cached_property
    def _standing(self) -> Outcome:
        """What the last Order leaves behind, by the chosen readings alone."""
        return outcome(self.evaluations[0], as_read=True)

    def alone(self, one: model.AskRuling | model.AskReact) -> Verdict:
        """Return the full verdict by the last Order, whatever was read in those before it."""
        if isinstance(one, model.AskRuling):
            act = self._acts[one]
            return self._of(act).verdict(act)
        about, readings = (self._asked, one.who), dict(self.case.readings)
        return self.book.may_react(*about, at=one.at, when=one.when, readings=readings)

    def verdict(self, one: model.AskRuling | model.AskReact) -> Verdict:
        """Return the full verdict; a reading may turn it by way of an Order before the last."""
        found = self.alone(one)
        told = {each.reading.id for each in found.readings}
        turning = []
        for reading, others in self._otherwise.items():
            rulings = {reading.default: found.ruling}
            rulings |= {name: other.alone(one).ruling for name, other in others.items()}
            if reading.id not in told and len({*rulings.values()}) > 1:
                by = (*rulings.items(),)
                turning.append(DependsOnReading(reading=reading, taken=reading.default, rulings=by))
        whose = _whose(self.table, found.act)
        pages = [page for who in whose for page in self.played.pages.get(who, ())]
        if not turning and not pages:
            return found
        doubts = [*(["disputed"] if turning else []), *(["open"] if pages else [])]
        firmness, *also = ranked((found.firmness, *found.also, *doubts))
        return replace(
            found,
            firmness=firmness,
            also=tuple(also),
            readings=(*found.readings, *turning),
            pages=tuple(dict.fromkeys((*found.pages, *pages))),
        )

    def answers(self) -> Iterator[tuple[model.Question, Answer]]:
        """Yield each question with its full answer."""
        for one in self.case.asks:
            match one:
                case model.AskRuling() | model.AskReact():
                    yield one, self.verdict(one)
                case model.AskChoices():
                    yield one, self._legal(one)
                case _:
                    yield one, self.outcome

    def failures(self) -> Iterator[str]:
        """Yield a line for each expectation that the answer does not meet."""
        for one in self.case.asks:
            place = f"{self.case.file}:{one.line or self.case.line}: " if self.case.file else ""
            failures, cited = self._compared(one)
            for clause in filter(self._is_mine, one.because):
                if clause not in cited:
                    failures.append(f"expected {clause} among the reasons, got {_list(cited)}")
            yield from (f"{place}{self.book.stamp}: {self.case.title}: {one}" for one in failures)

    def _compared(self, one: model.Question) -> tuple[list[str], set[str]]:
        """Return how the answer differs from what is expected, and the clauses that it cites."""
        failures: list[str] = []
        cited: set[str] = set()
        match one:
            case model.AskRuling():
                failures, cited = self._of_ruling(one)
            case model.AskChoices():
                legal = self._legal(one)
                skills = [verdict.act.does for verdict in legal]
                failures = _differences(f"{one.sort} of {one.who}", one.expected, skills)
                cited = {clause for verdict in legal for clause in verdict.clauses}
            case model.AskReact():
                found = self.verdict(one)
                pairs = ((one.ruling, found.ruling), (one.firmness, found.firmness))
                wrong = (pair for pair in pairs if pair[0] not in {None, pair[1]})
                failures = [f"{found.act}: expected {want}, got {got}" for want, got in wrong]
                cited = set(found.clauses)
            case model.AskBecomes():
                failures, cited = self._of_becoming(one)
            case model.AskDuties():
                due = [duty for duty in self._standing.duties if one.who in {None, duty.trooper}]
                failures = _differences("duties", one.expected, [duty.duty for duty in due])
                cited = {duty.clause.id for duty in due}
            case model.AskRemembers():
                expected = None if one.expected is None else _memories(one.expected)
                failures = _differences("remembers", expected, _memories(self._standing.remembered))
                cited = set(one.because)  # no clause is told with what is remembered
            case model.AskValues():
                held = [value for value in self._standing.values if value.piece == one.who]
                got = {(value.name, str(value.value)) for value in held}
                failures = [
                    f"value {name} of {one.who}: expected {value}, got {sorted(got)}"
                    for name, value in _missed(one.expected, got)
                ]
                cited = {value.clause.id for value in held}
        return failures, cited

    def _of_ruling(self, one: model.AskRuling) -> tuple[list[str], set[str]]:
        act = self._acts[one]
        found = self._of(act).as_read(act)
        cited = set(found.clauses)
        figures = {(figure.name, str(figure.value)) for figure in found.figures}
        mods = {(mod.clause.id, str(mod.value)) for mod in found.mods}
        failures = []
        if one.ruling not in {None, found.ruling}:
            failures.append(f"expected {one.ruling}, got {found.ruling} because of {_list(cited)}")
        if one.firmness and (firmness := self.verdict(one).firmness) != one.firmness:
            failures.append(f"expected {one.firmness}, got {firmness}")
        if one.takes_effect not in {None, found.takes_effect}:
            failures.append(f"expected that it {'takes' if one.takes_effect else 'has no'} effect")
        failures += self._of_thwarting(one, {clause.id for clause in found.thwarted_by})
        if one.rolls and (kinds := {kind for kind, _ in self._rolls(act)}) != {one.rolls}:
            failures.append(f"expected its Roll to be {one.rolls}, got {_list(kinds)}")
        for name, value in _missed(one.rolls_with, {roll[::-1] for roll in self._rolls(act)}):
            failures.append(f"expected that its Roll with that of {name} is {value}")
        for name, value in _missed(one.counts, figures):
            failures.append(f"expected the figure {name} to be {value}, got {sorted(figures)}")
        for clause, value in _missed(one.mods, mods):
            if self._is_mine(clause):
                failures.append(f"expected the MOD {value} by {clause}, got {sorted(mods)}")
        cited |= {figure.clause.id for figure in found.figures if one.counts}
        return [f"{act}: {failure}" for failure in failures], cited

    def _of_thwarting(self, one: model.AskRuling, thwarts: set[str]) -> Iterator[str]:
        for clause in filter(self._is_mine, one.thwarted_by or ()):
            if clause not in thwarts:
                yield f"expected {clause} to thwart it, got {_list(thwarts)}"
        if one.thwarted_by == () and thwarts:
            yield f"expected that no clause thwarts it, got {_list(thwarts)}"

    def _rolls(self, act: Act) -> set[tuple[str, str]]:
        told = (roll for one in self._standing.effects if one.act == act for roll in one.rolls)
        return {(kind, other.who if other else "") for kind, _, other in told} or {("unstated", "")}

    def _of_becoming(self, one: model.AskBecomes) -> tuple[list[str], set[str]]:
        fate = self._standing.fate(one.who)
        failures = _differences(f"{one.who} is", one.states, fate.states)
        forms = dict(fate.pieces)
        shown = [(one.who, one.shown_as)] if one.shown_as else []
        failures += (
            f"{piece}: expected {form} on the table, got {forms.get(piece, 'nothing')}"
            for piece, form in (*one.pieces, *shown)
            if forms.get(piece, "nothing") != form
        )
        changes = {each.clause.id for each in self._standing.changes if each.trooper == one.who}
        return failures, changes | {clause.id for _, clause in self._standing.removed}

    def _is_mine(self, clause: str) -> bool:
        """Return whether a clause is one of this edition: each edition has its own reasons."""
        return clause.startswith(f"{self.book.edition.name}.")

    def _turns(self, one: model.Question) -> Iterator[tuple[Step, str]]:
        """Yield whose declarations in which steps a question looks through."""
        match one:
            case model.AskChoices():
                yield from self.table.turns(one.sort, one.who)
            case model.AskReact():
                acts = self.table.rights(one.who, one.at, one.when)
                yield from {(act.when, one.who): None for act in acts if act.when}

    def _legal(self, one: model.AskChoices) -> tuple[Verdict, ...]:
        turns = self._asked.turns(one.sort, one.who)
        verdicts = (found for _, who in turns for found in self.evaluations[0].legal(who))
        return tuple(verdict for verdict in verdicts if one.at in {None, verdict.act.at})


def _whose(table: Situation, act: Act) -> set[str]:
    """Return whose act it is, and whose piece it is at."""
    return {one.name for one in table.troopers if {act.who, act.at}.intersection(one.pieces)}


def _left(found: Outcome) -> tuple[object, ...]:
    """Return what an Order leaves, however firm: states, what is shown, what is remembered."""
    stand = tuple((one.trooper, {*one.states}, {*one.pieces}) for one in found.fates)
    return stand, {*_memories(found.remembered)}, {(one.trooper, one.duty) for one in found.duties}


def _memories(memories: Iterable[Memory]) -> list[str]:
    return [" ".join((memory.kind, *memory.of)) for memory in memories]


def _differences(what: str, expected: Collection[str] | None, got: Collection[str]) -> list[str]:
    if expected is None or {*expected} == {*got}:
        return []
    return [f"{what}: expected {_list(expected)}, got {_list(got)}"]


def _missed(
    expected: Iterable[tuple[str, str]], got: set[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    there = {name for name, _ in got}
    for name, value in expected:
        if name in there if value == model.ABSENT else (name, value) not in got:
            yield name, value


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(set(names))) or "nothing"


def next_case(trial: CaseRun, outcome: Outcome) -> model.Case:
    """Return the case that the next Order begins with; it asks nothing yet."""
    if outcome.unsure and outcome.spent is not None:
        raise GaveUp(outcome.spent)
    return model.Case(
        editions=(trial.book.name,),
        title=trial.case.title.removesuffix(_NEXT) + _NEXT,
        situation=outcome.situation,
        readings=trial.case.readings,
        viewer=trial.case.viewer,
    )


_NEXT = ", the next Order"
