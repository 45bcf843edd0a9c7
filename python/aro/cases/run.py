"""Cases put to the rulebook: what was asked and answered, and where that is not as expected."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from aro.answers import Outcome, Verdict
from aro.cases import (
    AskBecomes,
    AskChoices,
    AskDuties,
    AskRemembers,
    AskRuling,
    AskValues,
    Case,
    Question,
)
from aro.cases.model import ABSENT
from aro.engine.evaluation import Evaluation, Findings
from aro.engine.facts import Asked
from aro.engine.outcome import outcome
from aro.engine.question import compatible
from aro.errors import SituationError
from aro.parts import Act, Memory, Step
from aro.rulebook import Rulebook
from aro.situation import Situation

Answer = Verdict | Outcome | tuple[Verdict, ...]
"""What a question gets: a verdict, an outcome, or the verdicts on all legal choices."""


@dataclass(frozen=True, eq=False)
class CaseRun:
    """One case, put to one rulebook."""

    case: Case
    book: Rulebook

    def __post_init__(self) -> None:
        self.case.check(self.book.vocabulary, self.book.edition.clauses)

    @cached_property
    def table(self) -> Situation:
        """The situation of the last Order, those before it played, as its viewer may know it."""
        table = self.case.situation
        for play in self.case.then:
            table = play.on(self.book.resolve(table, readings=dict(self.case.readings)).situation)
        return self.book.seen(table, self.case.viewer)

    @cached_property
    def asked(self) -> Asked:
        """All that the questions of the case ask about, but for what `ways` has besides."""
        return self.ways[0]

    @cached_property
    def ways(self) -> tuple[Asked, ...]:
        """What is asked, apart where one act is asked about in several ways."""
        acts = self._acts.values()
        turns = [
            turn
            for one in self.case.asks
            if isinstance(one, AskChoices)
            for turn in self._turns(one)
        ]
        first, *rest = compatible(self.table.order, acts)
        return (Asked(acts=first, every=tuple(turns)), *(Asked(acts=acts) for acts in rest))

    @cached_property
    def _acts(self) -> dict[int, Act]:
        """The acts that rulings are asked on, settled, by the place of the question."""
        asks = enumerate(self.case.asks)
        return {n: self.table.settle(one.act) for n, one in asks if isinstance(one, AskRuling)}

    @property
    def inquiry(self) -> Evaluation:
        """The program that answers them all, but for an act asked about in another way."""
        return self._inquiries[0]

    @cached_property
    def _inquiries(self) -> tuple[Evaluation, ...]:
        readings = dict(self.case.readings)
        return tuple(self.book.inquire(self.table, one, readings=readings) for one in self.ways)

    def _of(self, act: Act) -> Evaluation:
        return next(one for one in self._inquiries if act in one.question.acts)

    @cached_property
    def outcome(self) -> Outcome:
        """What the last Order leaves behind."""
        return outcome(self.inquiry)

    def answers(self) -> Iterator[tuple[Question, Answer]]:
        """Yield each question with its full answer."""
        for number, one in enumerate(self.case.asks):
            match one:
                case AskRuling():
                    act = self._acts[number]
                    yield one, self._of(act).verdict(act)
                case AskChoices():
                    yield one, tuple(self._chosen(one))
                case _:
                    yield one, self.outcome

    def failures(self) -> Iterator[str]:
        """Yield a line for each expectation that the answer does not meet."""
        for one in self.case.asks:
            found = list(self._failures(one))
            place = f"{self.case.file}:{one.line or self.case.line}: " if self.case.file else ""
            for failure in found:
                yield f"{place}{self.book.stamp}: {self.case.title}: {failure}"

    def _failures(self, one: Question) -> Iterator[str]:
        match one:
            case AskRuling():
                yield from self._of_ruling(one)
            case AskChoices():
                found = tuple(self._chosen(one))
                names = tuple(sorted({verdict.act.does for verdict in found}))
                if one.expected is not None and tuple(sorted(one.expected)) != names:
                    wanted = _list(one.expected)
                    yield f"{one.sort} of {one.who}: expected {wanted}, got {_list(names)}"
                yield from self._unnamed(one, {c for verdict in found for c in verdict.clauses})
            case AskBecomes():
                yield from self._of_becoming(one)
            case AskDuties():
                due = [duty for duty in self.outcome.duties if one.who in {None, duty.trooper}]
                yield from _differ("duties", one.expected, [duty.duty for duty in due])
                yield from self._unnamed(one, {duty.clause.id for duty in due})
            case AskRemembers():
                expected = None if one.expected is None else [_memory(m) for m in one.expected]
                yield from _differ(
                    "remembers", expected, [_memory(m) for m in self.outcome.remembered]
                )
            case AskValues():
                has = [value for value in self.outcome.values if value.piece == one.who]
                got = {(value.name, str(value.value)) for value in has}
                for pair in _missed(one.expected, got):
                    yield f"value {pair[0]} of {one.who}: expected {pair[1]}, got {sorted(got)}"
                yield from self._unnamed(one, {value.clause.id for value in has})

    def _of_ruling(self, one: AskRuling) -> Iterator[str]:
        act = self.table.settle(one.act)
        answer = self._of(act)
        ruling, found = answer.ruling(act), answer.findings(act)
        told = {reason.clause.id for reason in found.because}
        if one.ruling is not None and one.ruling != ruling:
            yield f"{act}: expected {one.ruling}, got {ruling} because of {_list(told)}"
        if one.firmness is not None and (got := answer.verdict(act).firmness) != one.firmness:
            yield f"{act}: expected {one.firmness}, got {got}"
        told |= {figure.clause.id for figure in found.figures if one.counts}
        yield from self._unnamed(one, told)
        counted = {(figure.name, str(figure.value)) for figure in found.figures}
        for name, value in _missed(one.counts, counted):
            yield f"{act}: expected the figure {name} to be {value}, got {sorted(counted)}"
        yield from self._of_effect(one, act, found)

    def _of_effect(self, one: AskRuling, act: Act, found: Findings) -> Iterator[str]:
        if one.takes_effect is not None and one.takes_effect != found.takes_effect:
            yield f"{act}: expected that it {'takes' if one.takes_effect else 'has no'} effect"
        thwarts = {clause.id for clause in found.thwarted_by}
        for clause in self._mine(one.thwarted_by or ()):
            if clause not in thwarts:
                yield f"{act}: expected {clause} to thwart it, got {_list(thwarts)}"
        if one.thwarted_by == () and thwarts:
            yield f"{act}: expected that no clause thwarts it, got {_list(thwarts)}"
        if one.rolls is not None and (kinds := self._rolls(act)) != {one.rolls}:
            yield f"{act}: expected its Roll to be {one.rolls}, got {_list(kinds)}"
        mods = {(mod.clause.id, str(mod.value)) for mod in found.mods}
        mine = set(self._mine(tuple(clause for clause, _ in one.mods)))
        for clause, value in _missed(one.mods, mods):
            if clause in mine:
                yield f"{act}: expected the MOD {value} by {clause}, got {sorted(mods)}"

    def _rolls(self, act: Act) -> set[str]:
        told = (one.rolls for one in self.outcome.effects if one.act == act)
        return {kind for rolls in told for kind, _ in rolls} or {"unstated"}

    def _of_becoming(self, one: AskBecomes) -> Iterator[str]:
        fate = self.outcome.fate(one.who)
        if one.states is not None:
            yield from _differ(f"{one.who} is", one.states, list(fate.states))
        forms = dict(fate.pieces)
        for piece, form in (*one.pieces, *([(one.who, one.shown_as)] if one.shown_as else [])):
            if forms.get(piece, "nothing") != form:
                yield f"{piece}: expected {form} on the table, got {forms.get(piece, 'nothing')}"
        changes = {change.clause.id for change in self.outcome.changes if change.trooper == one.who}
        changes |= {clause.id for piece, clause in self.outcome.removed}
        yield from self._unnamed(one, changes)

    def _unnamed(self, one: Question, told: set[str]) -> Iterator[str]:
        for clause in self._mine(one.because):
            if clause not in told:
                yield f"expected {clause} among the reasons, got {_list(told)}"

    def _mine(self, clauses: tuple[str, ...]) -> Iterator[str]:
        """Of a case for several editions each has its own reasons."""
        return (one for one in clauses if one.startswith(f"{self.book.edition.name}."))

    def _turns(self, one: AskChoices) -> tuple[tuple[Step, str], ...]:
        turns = (
            self.book.reactions(self.table) if one.sort == "aros" else self.book.turns(self.table)
        )
        return tuple(turn for turn in turns if one.who in {None, turn[1]})

    def _chosen(self, one: AskChoices) -> Iterator[Verdict]:
        for _, who in self._turns(one):
            yield from (v for v in self.inquiry.legal(who) if one.at in {None, v.act.at})


def _memory(memory: Memory) -> str:
    return " ".join((memory.kind, *memory.of))


def _differ(what: str, expected: Iterable[str] | None, got: Iterable[str]) -> Iterator[str]:
    if expected is not None and sorted(set(expected)) != sorted(set(got)):
        yield f"{what}: expected {_list(expected)}, got {_list(got)}"


def _missed(
    expected: Iterable[tuple[str, str]], got: set[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    there = {name for name, _ in got}
    for name, value in expected:
        if name in there if value == ABSENT else (name, value) not in got:
            yield name, value


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(set(names))) or "nothing"


def next_case(trial: CaseRun, outcome: Outcome) -> Case:
    """Return the case that the next Order begins with; it asks nothing yet."""
    if outcome.unsure:
        what = "what this Order leaves behind hangs on what is unknown: no other can follow"
        raise SituationError(what, file=trial.case.file, line=trial.case.line)
    title = trial.case.title.removesuffix(_NEXT) + _NEXT
    return Case(
        editions=(trial.book.name,),
        title=title,
        situation=outcome.situation,
        readings=trial.case.readings,
        viewer=trial.case.viewer,
    )


_NEXT = ", the next Order"
