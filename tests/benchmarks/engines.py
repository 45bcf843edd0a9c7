"""The engines: each is given the same ground rules of one shape and the same facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import clingo

from aro.compiled.shape import Shape, shape_text
from aro.engine.clingo_program import Program, parts, read, written
from aro.engine.facts import atoms, term, text
from aro.knowledge.edition import clause_id
from aro.knowledge.library import home
from support.translated import DOCUMENTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from aro.rulebook import Rulebook
    from benchmarks.questions import Question

Told = tuple[str, frozenset[str]]
"""A ruling, and the reasons that the engine gives, as `because(Clause,Verb)`."""


class Engine(Protocol):
    """Something that rules on acts; `prepare` is not timed, `ask` is."""

    name: str
    gives_reasons: bool

    def prepare(self, question: Question) -> object:
        """Return the question in the engine's own form."""

    def ask(self, prepared: Any) -> object:
        """Return the engine's own answer."""

    def told(self, question: Question, answer: Any) -> Told:
        """Return what the answer says."""


def true(question: Question, shape: Shape) -> frozenset[str]:
    """Return the inputs of a shape that a question makes true."""
    return frozenset(atoms(question.table, (question.act,))) & shape.index.keys()


class Compiled:
    """The compiled rulebook, asked from a ready handle: rulings with cited clauses."""

    name = "aro, from a ready handle"
    gives_reasons = True

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def prepare(self, question: Question) -> object:
        return self.book.ready(question.table, (question.act,)), question

    def ask(self, prepared: Any) -> object:
        return prepared[0].decide(prepared[1].act)

    def told(self, question: Question, answer: Any) -> Told:
        del question
        return answer.ruling, frozenset(f"{one.clause.id} {one.verb}" for one in answer.because)


class FromSituation(Compiled):
    """The same from a `Situation`: its facts are put on the inputs within the time."""

    name = "aro, from a Situation"

    def prepare(self, question: Question) -> object:
        return question

    def ask(self, prepared: Any) -> object:
        return self.book.ready(prepared.table, (prepared.act,)).decide(prepared.act)


class Cold(Compiled):
    """clingo, grounding the question anew each time."""

    name = "clingo, grounded anew"

    def prepare(self, question: Question) -> object:
        return text((*atoms(question.table, (question.act,)), *self.book.off))

    def ask(self, prepared: Any) -> object:
        return Program([home() / "rules.lp", *self.book.edition.laws], prepared).answer()

    def told(self, question: Question, answer: Any) -> Told:
        return _read(self.book, question, (written(one) for one in answer))


class Warm(Compiled):
    """clingo on the ground program of the shape: what differs is set, then it solves."""

    name = "clingo, warm"

    def __init__(self, book: Rulebook, question: Question) -> None:
        super().__init__(book)
        text = shape_text(question.table, book.off)
        self.control = clingo.Control(["--warn=none"])
        for file in (home() / "rules.lp", *book.edition.laws):
            self.control.load(str(file))
        self.control.add("base", [], text)
        self.control.ground([("base", [])])
        found = self.control.symbolic_atoms
        self.open = {str(one.symbol): one.literal for one in found if one.is_external}
        self.acts: dict[str, list[tuple[str, int]]] = {}
        for one in found:
            name = str(one.symbol)
            if name.startswith(("ruling(declare(", "because(declare(")):
                act = name[name.index("act(") : name.index("))") + 1]
                act += ")" * (act.count("(") - act.count(")"))
                self.acts.setdefault(act, []).append((name, one.literal))
        self.now: frozenset[str] = frozenset()

    def prepare(self, question: Question) -> object:
        told = frozenset(atoms(question.table, (question.act,)))
        return told & self.open.keys(), term(question.table, question.act)

    def ask(self, prepared: Any) -> object:
        true, act = prepared
        for one in self.now - true:
            self.control.assign_external(self.open[one], False)  # noqa: FBT003  clingo's signature
        for one in true - self.now:
            self.control.assign_external(self.open[one], True)  # noqa: FBT003
        self.now = true
        found: list[str] = []
        with self.control.solve(yield_=True) as handle:
            for model in handle:
                holds = model.is_true
                found = [name for name, literal in self.acts[act] if holds(literal)]
        return found

    def told(self, question: Question, answer: Any) -> Told:
        return _read(self.book, question, answer)


class Opinion:
    """The second opinion: plain Python written for one document."""

    gives_reasons = False

    def __init__(self, document: str) -> None:
        self.name, self.opinion = "hand-written Python (oracle)", DOCUMENTS[document]

    def prepare(self, question: Question) -> object:
        return question

    def ask(self, prepared: Any) -> object:
        return self.opinion.judge(prepared.world, prepared.theirs)

    def told(self, question: Question, answer: Any) -> Told:
        del question
        return answer.verdict, frozenset()


def _read(book: Rulebook, question: Question, found: Iterable[str]) -> Told:
    """Return ruling and reasons among atoms written as clingo writes them."""
    about = f"(declare({term(question.table, question.act)}),"
    ruling, because = "silent", set[str]()
    for one in found:
        if one.startswith("ruling" + about):
            ruling = one[len("ruling" + about) : -1]
        elif one.startswith("because" + about):
            _, _, clause, verb = parts(read(one))
            because.add(f"{clause_id(book.edition.name, written(clause))} {verb}")
    return ruling, frozenset(because)
