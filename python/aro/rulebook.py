"""A rulebook: one release of one edition, to which situations are put.

>>> from aro.parts import Act, Trooper
>>> from aro.situation import Situation
>>> table = Situation(active="red", troopers=[Trooper("ninja", side="red")])
>>> bool(Rulebook("n4").is_legal(table, Act("ninja", "move")))
True

A question goes through four steps, each a value:

1. `engine.question`: a `Question` is the situation, what is asked of it, the release, the readings;
2. `engine.question.reduce` is where a question loses what its answer does not depend on;
3. `compiled.program.program` finds what answers it: the compiled `Shape` of the table
   (`compiled.shape`) if that is warm, else the law grounded for the question by clingo
   (`engine.clingo_program`); both are a `LawProgram`;
4. `engine.evaluation`: an `Evaluation` asks that program, and makes the `Verdict`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Self

from aro import notebook
from aro.answers import Outcome, Stamp, Verdict
from aro.compiled.program import CompiledProgram, compiled, decide_all, program
from aro.engine.edition_words import vocabulary
from aro.engine.evaluation import Decision, Evaluation
from aro.engine.facts import text
from aro.engine.outcome import outcome
from aro.engine.question import Question, compatible, reduce
from aro.engine.reaction import reaction
from aro.engine.word_check import check
from aro.errors import Fault, SituationError
from aro.fitting import door, doors, fit
from aro.knowledge import library as kb
from aro.knowledge.edition import Clause, Edition
from aro.knowledge.validation import MOST_BY_DRAFT
from aro.knowledge.vocabulary import Vocabulary
from aro.parts import Act, Step, store
from aro.situation import Situation
from aro.visibility import seen_by

Readings = Mapping[str, str] | None
"""Ambiguities and how to read them, by short name: `{"up_a_level": "goes_up"}`."""

Turns = tuple[tuple[Step, str], ...]
"""Who may declare next, and in which step."""

CROWD = 16
"""From how many troopers on a list of AROs asks first who has a right to react at all."""

LISTED = 70_000_000
"""How large a question is at most that lists what several troopers could declare.

That grows with them, with the Skills and clauses of the edition, and with the square of the pieces
that they could declare it at: what one does may go together with what another does.
"""


@cache
def _law(edition: Edition, release: str) -> tuple[Edition, Stamp, tuple[str, ...]]:
    """Return what of a question only its rulebook decides: edition, stamp, clauses off as facts."""
    drafts = edition.amendment
    name, digest = drafts.name if drafts else None, kb.digest(drafts)
    told = None if release == edition.releases[0] else edition.unchanged
    stamp = Stamp(
        edition=edition.name, release=release, digest=digest, amendment=name, unchanged=told
    )
    return edition, stamp, tuple(f"off({clause.term})" for clause in edition.outside(release))


def evaluate(question: Question) -> Evaluation:
    """Return the answer to a question."""
    return Evaluation(question, program(reduce(question)))


@lru_cache(maxsize=64)
def _view(question: Question, side: str) -> Situation:
    """Return what a side may know of a situation; it is kept, for much is asked of one table."""
    return seen_by(side, question.table, evaluate(question))


@doors
@dataclass(frozen=True, slots=True)
class Rulebook:
    """An edition in one of its releases: `Rulebook("n3")` the newest, `Rulebook("n3@1.1")` older.

    `Rulebook("n3+my-rules")` has the amendment of that folder laid over it (see
    `aro.amendments`).

    Immutable; every question is a pure method. All of them raise `UnknownTerm` for a name that the
    edition does not have, `WrongType` for an argument of another type, `SituationError` for what
    cannot be a situation, and `EngineError` if the law fails us; what can be wrong in several
    places comes in an `ExceptionGroup`, so that `except* UnknownTerm` is what catches a misspelt
    word. An illegal act is a `Verdict` and no error. `readings` says how to read what is ambiguous
    otherwise than by default, `as_side` answers with no more than that side may know.

    Any number of threads may ask one rulebook, and what its `ready` returns, at the same time.
    Situations, acts and answers are values, which no thread can change.
    """

    name: str
    edition: Edition = field(init=False, repr=False, compare=False)
    release: str = field(init=False)

    def __post_init__(self) -> None:
        fit(self)
        edition, release, folder = kb.split(self.name)
        known = kb.load(edition if folder is None else f"{edition}+{folder}")
        store(self, edition=known, release=known.release(release))

    @classmethod
    def over(cls, edition: Edition, release: str | None = None) -> Self:
        """Return the rulebook of an edition that was read from elsewhere, newest if not said."""
        book = object.__new__(cls)
        store(book, name=edition.name, edition=edition, release=edition.release(release))
        return book

    def at(self, release: str | None) -> Self:
        """Return the rulebook of another release of the same edition; of None, this one."""
        return self if release is None else type(self).over(self.edition, release)

    @property
    def stamp(self) -> Stamp:
        """Edition, release, amendment and the digest of the knowledge."""
        return _law(self.edition, self.release)[1]

    @property
    def vocabulary(self) -> Vocabulary:
        """The words that situations and acts may use."""
        return vocabulary(self.edition)

    def clause(self, name: str) -> Clause:
        """Return a clause by its id."""
        return self.edition.clause(name)

    def is_legal(
        self,
        situation: Situation,
        act: Act,
        *,
        readings: Readings = None,
        as_side: str | None = None,
    ) -> Verdict:
        """Return the verdict on an act: one of the Order so far, or one that could come next."""
        return self.rule(situation, (act,), readings=readings, as_side=as_side)[0]

    def rule(
        self,
        situation: Situation,
        acts: Iterable[Act],
        *,
        readings: Readings = None,
        as_side: str | None = None,
    ) -> tuple[Verdict, ...]:
        """Return the verdicts on several acts, in their order, each judged on its own."""
        table = self.seen(situation, as_side, readings)
        asked = tuple(self.settle(table, act, readings=readings) for act in acts)
        verdicts: dict[Act, Verdict] = {}
        for group in compatible(table.order, asked):
            answer = evaluate(self.question(table, group, readings=readings))
            verdicts |= {act: answer.verdict(act) for act in group}
        return tuple(verdicts[act] for act in asked)

    def legal_aros(
        self,
        situation: Situation,
        *,
        who: str | None = None,
        readings: Readings = None,
        as_side: str | None = None,
    ) -> Mapping[str, tuple[Verdict, ...]]:
        """Return, for each reactive trooper, every ARO that it may declare now."""
        return self._choices(self.seen(situation, as_side, readings), "aros", who, readings)

    def may_react(  # noqa: PLR0913  one argument for each thing that can be chosen
        self,
        situation: Situation,
        who: str,
        *,
        at: str | None = None,
        when: Step | None = None,
        readings: Readings = None,
        as_side: str | None = None,
    ) -> Verdict:
        """Return whether a trooper gets an ARO at all: its right to react to some active piece.

        With `at` it is to that piece. It is in the step of the AROs that are due, or in `when`.
        """
        table = self.seen(situation, as_side, readings)
        asked = table.rights(who, at, when)
        check(table, self.vocabulary)
        question = self.question(table, readings=readings)._replace(acts=asked)
        return reaction(question, who, at)

    def options(
        self,
        situation: Situation,
        *,
        who: str | None = None,
        readings: Readings = None,
        as_side: str | None = None,
    ) -> Mapping[str, tuple[Verdict, ...]]:
        """Return, for each trooper of the active side, every declaration that it may make next."""
        return self._choices(self.seen(situation, as_side, readings), "options", who, readings)

    def barred(
        self, situation: Situation, sort: str, who: str | None = None, *, readings: Readings = None
    ) -> Mapping[str, Mapping[Clause, tuple[Act, ...]]]:
        """Return, for each trooper, a few clauses that explain what it may not declare.

        `sort` is `aros` or `options`. With each clause stand the acts that it bars; an act that
        several of them bar stands with one.
        """
        answers = self.choosers(situation, sort, who, readings=readings)
        return MappingProxyType({name: answer.barred(name) for name, answer in answers})

    def choosers(
        self,
        situation: Situation,
        sort: str,
        who: str | None = None,
        *,
        readings: Readings = None,
        legal_only: bool = False,
    ) -> Iterator[tuple[str, Evaluation]]:
        """Return each trooper that may declare next, and the answer on all that it could.

        `sort` is `aros` or `options`. With `legal_only`, what is illegal may be left out. Of a
        large table a question is about a few troopers only: its time and its memory grow faster
        than their number. Of a crowd, all Skills are looked through for whoever may react at all.
        """
        if who is not None:
            situation.trooper(who)
        every, few = situation.turns(sort, who), self.at_once(situation, sort)
        whole = self.question(situation, readings=readings)._replace(legal_only=legal_only)

        def asked(turns: Turns, whole: Question) -> Iterator[tuple[str, Evaluation]]:
            for some in (turns[start : start + few] for start in range(0, len(turns), few)):
                answer = evaluate(whole._replace(every=some))
                yield from ((name, answer) for _, name in some)

        if not legal_only or sort != "aros" or len(every) < CROWD:
            return asked(every, whole)
        apart = dict(asked(every, whole._replace(apart_only=True)))
        having = tuple(turn for turn in every if apart[turn[1]].reacts(turn[1]))
        return iter({**apart, **dict(asked(having, whole))}.items())

    def at_once(self, situation: Situation, sort: str) -> int:
        """Return of how many troopers one question about a table may ask all they could declare.

        `sort` is `aros` or `options`: an ARO answers one who acts, an option is aimed at anybody.
        """
        law = len(self.edition.clauses) * len(self.vocabulary.skills)
        targets = len(situation.answered if sort == "aros" else situation.pieces)
        return max(1, LISTED // (law * targets**2))

    def resolve(
        self, situation: Situation, *, readings: Readings = None, as_side: str | None = None
    ) -> Outcome:
        """Return what the Order, played to its end, leaves behind."""
        table = self.seen(situation, as_side, readings)
        return outcome(evaluate(self.question(table, results=True, readings=readings)))

    def facts(
        self, situation: Situation, acts: Iterable[Act] = (), *, readings: Readings = None
    ) -> str:
        """Return the situation and the acts asked about as facts for plain clingo."""
        asked = tuple(self.settle(situation, act, readings=readings) for act in acts)
        check(situation, self.vocabulary, asked)
        return text(self.question(situation, asked, readings=readings).stated)

    @staticmethod
    def reactions(situation: Situation) -> tuple[tuple[Step, str], ...]:
        """Return who may react next, and in which step."""
        return situation.turns("aros")

    @staticmethod
    def turns(situation: Situation) -> tuple[tuple[Step, str], ...]:
        """Return who may declare next of the active side, and in which step."""
        return situation.turns("options")

    def _choices(
        self, situation: Situation, sort: str, who: str | None, readings: Readings
    ) -> Mapping[str, tuple[Verdict, ...]]:
        answers = self.choosers(situation, sort, who, readings=readings, legal_only=True)
        return MappingProxyType({name: tuple(answer.legal(name)) for name, answer in answers})

    def seen(self, situation: Situation, side: str | None, readings: Readings = None) -> Situation:
        """Return what a side may know of a situation; of no side, the referee's own."""
        if side is None:
            return situation
        return _view(self.question(situation, results=True, readings=readings), side)

    def settle(self, situation: Situation, act: Act, *, readings: Readings = None) -> Act:
        """Return the act that a question means, with its step (see `Situation.settle`).

        If several can be meant, it is the first of them where all are ruled on alike, for whatever
        reasons; otherwise the question has to say which one.
        """
        found = situation.meant(act)
        if len(found) > 1:
            every = [evaluate(self.question(situation, (one,), readings=readings)) for one in found]
            told = [answer.verdict(one) for answer, one in zip(every, found, strict=True)]
            if len({(one.rulings, one.firmness) for one in told}) > 1:
                what = f"{act} was declared and can be meant {len(found)} times"
                ways = (f"when: {one.act.when} ({' or '.join(one.rulings)})" for one in told)
                raise Fault(what, act.line, " or ".join(ways)).error(SituationError)
        return found[0]

    def question(
        self,
        situation: Situation,
        acts: tuple[Act, ...] = (),
        *,
        every: tuple[tuple[Step, str], ...] = (),
        results: bool = False,
        readings: Readings = None,
    ) -> Question:
        """Return a question about a situation; `acts` are settled (see `Question`)."""
        if self.edition.amendment is not None and len(situation.pieces) > MOST_BY_DRAFT:
            what = f"a draft is asked about {len(situation.pieces)} pieces"
            raise Fault(what, situation.line, f"at most {MOST_BY_DRAFT}").error(SituationError)
        chosen: dict[str, str] = {}
        for name, alternative in (readings or {}).items():
            reading = self.edition.reading(name)
            chosen[reading.name] = reading.alternative(alternative).name
        if situation.unknown:  # what answers it checks the other words
            check(situation, self.vocabulary, acts)
        law = _law(self.edition, self.release)
        return Question(*law, situation, acts, every, results, tuple(chosen.items()))

    @property
    def off(self) -> tuple[str, ...]:
        """The clauses that this release does not have, as facts for the law."""
        return _law(self.edition, self.release)[2]

    def ready(
        self, situation: Situation, acts: tuple[Act, ...] = (), *, readings: Readings = None
    ) -> CompiledProgram:
        """Return the situation made ready for many questions; compiles its shape if need be.

        A shape knows the usual acts. Other ones have to be named, settled (`Situation.settle`). A
        situation with `unknown` facts is refused with a `SituationError`.
        """
        return compiled(self.question(situation, acts, readings=readings))

    def ask_many(self, asked: Iterable[tuple[Situation, Act]]) -> list[Decision]:
        """Return rulings and reasons for many acts, each in its situation, in their order.

        A `Decision` does not tell how firm it is, and a situation with `unknown` facts is refused
        with a `SituationError`: `is_legal` answers those.
        """
        return decide_all(map(self._ask, asked))

    @door
    def _ask(self, pair: tuple[Situation, Act]) -> Question:
        table, act = pair
        return self.question(table, (self.settle(table, act),))

    _repr_svg_ = notebook.shown
