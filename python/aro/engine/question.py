"""The question: a situation, what is asked of it, and the law it is put to.

`reduce` is the one step between a question and the program that answers it. `LawProgram` is what
answers: either the law grounded for this question (`grounded`), or the compiled law of its shape
(`aro.compiled.program`).
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple, Protocol

from aro.answers import Stamp
from aro.engine.clingo_program import Atoms, Program
from aro.engine.facts import atoms, choices, name_term, text
from aro.engine.unseen import text as unseen_laws
from aro.knowledge.edition import Edition
from aro.knowledge.library import law
from aro.parts import Act, Step
from aro.situation import Situation


class Question(NamedTuple):
    """What is asked about a situation, and of which law.

    `off` has a fact for each clause that the release lacks; it switches the clause off. Each of
    the `acts` has its step (`Situation.settle`). `every` has pairs of a step and a trooper: the
    answer then rules on all that this trooper could declare in that step; with `legal_only`, it may
    leave out what is illegal, and with `apart_only` what only the right to react could give.
    `results` asks what the Order leaves behind. `readings` are pairs of
    a reading and the alternative chosen for it.
    """

    edition: Edition
    stamp: Stamp
    off: tuple[str, ...]
    table: Situation
    acts: tuple[Act, ...] = ()
    every: tuple[tuple[Step, str], ...] = ()
    results: bool = False
    readings: tuple[tuple[str, str], ...] = ()
    legal_only: bool = False
    apart_only: bool = False

    @property
    def facts(self) -> tuple[str, ...]:
        """The question as facts, sorted; its readings are left open."""
        turns = (every(step, who) for step, who in self.every)
        only = [one for one in ("legal_only", "apart_only") if getattr(self, one)]
        return tuple(sorted({*atoms(self.table, self.acts), *turns, *only, *self.off}))

    @property
    def on(self) -> tuple[str, ...]:
        """The chosen readings, as atoms."""
        return tuple(f"reads({name},{chosen})" for name, chosen in self.readings)

    @property
    def stated(self) -> tuple[str, ...]:
        """The question as facts, sorted; the chosen readings are among them."""
        return tuple(sorted((*self.facts, *self.on)))

    @property
    def unknown(self) -> tuple[str, ...]:
        """The atoms of the facts that nobody knows."""
        return tuple(atom for ways in choices(self.table) for atom in ways if atom is not None)


class LawProgram(Protocol):
    """The law with one question put to it; its readings and the unknown facts are open."""

    readings: tuple[str, ...]
    """The readings that are open, as atoms, sorted."""

    supposed: tuple[str, ...]
    """What pages that were not seen may say, as atoms, sorted."""

    def answer(self, on: Iterable[str] = (), act: str | None = None) -> Atoms:
        """Return what holds when, of the open atoms, exactly those `on` hold.

        With an `act`, at least what is said of it is returned.
        """

    def outline(self) -> tuple[Atoms, Atoms]:
        """Return what holds and what may hold in any world, as far as no search is needed."""

    def certain(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and what holds in some world, the atoms `free` being either."""

    def without(
        self, atom: str, free: Iterable[str], on: Iterable[str] = ()
    ) -> frozenset[str] | None:
        """Return the `free` atoms of some world in which `atom` does not hold; None if in none.

        Of what unseen pages may say, at most two are so in such a world, of one trooper.
        """

    def alone(self, atom: str, free: Iterable[str], on: Iterable[str] = ()) -> frozenset[str]:
        """Return which of the readings `free` may, each alone, make an atom false."""

    def doubtful(self, atom: str, on: Iterable[str] = ()) -> bool:
        """Return whether readings or unseen pages could make an atom false; no is always right."""

    def near(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and in some worlds with at most two of the atoms `free`.

        Two of what unseen pages may say are of one trooper and its acts, or one is of everything.
        """


def reduce(question: Question) -> Question:
    """Return the question about no more of the table than its answer depends on.

    For now this is the whole question.
    """
    return question


def grounded(question: Question, open_facts: Collection[str] = ()) -> Program:
    """Return the law grounded by clingo for one question; some facts, as atoms, are left open."""
    text_of_it = f"{scene(question, open_facts)}{unseen_laws(question.edition)}"
    return Program(law(question.edition), text_of_it, free=(*question.unknown, *open_facts))


def scene(question: Question, open_facts: Collection[str] = ()) -> str:
    """Return a question as a program, with its readings, some facts and what is unknown open."""
    either = "".join(
        f":- 2 {{ {'; '.join(filter(None, ways))} }}.\n" for ways in choices(question.table)
    )
    chosen = "".join(f"chosen_in_question({one})." for one, _ in question.readings)
    facts = text(one for one in question.facts if one not in open_facts)
    return f"{facts}opens(readings).\n{AT_MOST_ONE}{chosen}{either}"


AT_MOST_ONE = """
:- 3 { supposed(I,X) }.
about(W) :- supposed(_,act(_,W,_,_)).
about(T) :- supposed(_,T), trooper(T).
:- 2 { about(X) }.
#external near.
#external alone.
:- alone, 2 { reads(R,V) : not chosen_in_question(R) }.
:- near, 3 { reads(R,V) : not chosen_in_question(R) }.
#defined chosen_in_question/1.
:- reads(R,V), reads(R,W), V < W.
:- noted(T,P), noted(T,Q), P < Q.
#project ruling/2.
"""
"""What may not be so at once in one world, and the guards of some searches.

A search for what always holds may look at rulings alone.
"""


def every(step: Step, who: str) -> str:
    """Return the fact that asks about all that a trooper could do in a step."""
    return f"every({step},{name_term(who)})"


def compatible(order: Iterable[Act], acts: Iterable[Act]) -> tuple[tuple[Act, ...], ...]:
    """Return settled acts in groups, at least one, in none of which an act is there in two ways.

    One program answers one group: the facts of one way would be mixed with those of another.

    >>> bare, armed = Act("a", "hit", "b"), Act("a", "hit", "b", uses=["flame"])
    >>> compatible((), [bare, armed, bare]) == ((bare,), (armed,))
    True
    """
    declared = {act.bare: act for act in order}
    groups: list[dict[Act, Act]] = [{}]
    for act in dict.fromkeys(acts):
        bare = act.bare
        fitting = (one for one in groups if one.get(bare, declared.get(bare, act)) == act)
        group = next(fitting, None)
        if group is None:
            group = {}
            groups.append(group)
        group[bare] = act
    return tuple(tuple(group.values()) for group in groups)
