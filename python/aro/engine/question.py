"""The question: a situation, what is asked of it, and the law it is put to.

`reduce` is the one step between a question and the program that answers it. `LawProgram` is what
answers: either the law grounded for this question (`grounded`), or the compiled law of its shape
(`aro.compiled.program`).
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, Protocol

from aro.answers import Stamp
from aro.engine.clingo_program import Atoms, Program
from aro.engine.facts import Asked, choices, facts
from aro.knowledge.edition import Edition
from aro.knowledge.library import law
from aro.parts import Act, Step
from aro.situation import Situation


class Question(NamedTuple):
    """What is asked about a situation, and of which law.

    `off` are the terms of the clauses that the release does not have. `acts` are settled
    (`Situation.settle`); `every` lists all that a trooper could do in a step; `results` asks what
    the Order leaves behind. `readings` are pairs of a reading and the alternative chosen for it.
    """

    edition: Edition
    stamp: Stamp
    off: tuple[str, ...]
    table: Situation
    acts: tuple[Act, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    every: tuple[tuple[Step, str], ...] = ()
    results: bool = False

    @property
    def asked(self) -> Asked:
        """What is asked, as it is written for plain clingo; its readings are left open."""
        return Asked(acts=self.acts, every=self.every, off=self.off, results=self.results)

    @property
    def on(self) -> tuple[str, ...]:
        """The chosen readings, as atoms."""
        return tuple(f"reads({name},{chosen})" for name, chosen in self.readings)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The atoms of the facts that nobody knows."""
        return tuple(atom for ways in choices(self.table) for atom in ways if atom is not None)


class LawProgram(Protocol):
    """The law with one question put to it; its readings and the unknown facts are open."""

    @property
    def open(self) -> tuple[str, ...]:
        """The open atoms, sorted."""

    def answer(self, on: Iterable[str] = (), act: str | None = None) -> Atoms:
        """Return what holds when, of the open atoms, exactly those `on` hold.

        With an `act`, at least what is said of it is returned.
        """

    def certain(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and what holds in some world, the atoms `free` being either."""

    def without(
        self, atom: str, free: Iterable[str], on: Iterable[str] = ()
    ) -> frozenset[str] | None:
        """Return the `free` atoms of some world in which `atom` does not hold; None if in none."""


def reduce(question: Question) -> Question:
    """Return the question about no more of the table than its answer depends on.

    For now this is the whole question.
    """
    return question


def grounded(question: Question) -> LawProgram:
    """Return the law grounded by clingo for one question."""
    ways = choices(question.table)
    either = "".join(
        f":- {one}, {other}.\n"
        for way in ways
        for place, one in enumerate(way)
        for other in way[place + 1 :]
        if one is not None and other is not None
    )
    text = f"{facts(question.table, question.asked)}opens(readings).\n{_AT_MOST_ONE}{either}"
    return Program(law(question.edition), text, free=question.unknown)


_AT_MOST_ONE = """
:- reads(R,V), reads(R,W), V < W.
:- noted(T,P), noted(T,Q), P < Q.
"""


@lru_cache(maxsize=64)
def switched(off: tuple[str, ...]) -> tuple[str, ...]:
    """Return the clauses that are switched off, given by their terms, as facts for the law."""
    return tuple(f"off({clause})" for clause in off)


def compatible(order: Iterable[Act], acts: Iterable[Act]) -> tuple[tuple[Act, ...], ...]:
    """Return settled acts in groups, at least one, in none of which an act is there in two ways.

    One program answers one group: the facts of one way would be mixed with those of another.

    >>> bare, armed = Act("a", "hit", "b"), Act("a", "hit", "b", uses=["flame"])
    >>> compatible((), [bare, armed, bare]) == ((bare,), (armed,))
    True
    """
    declared = {act.bare: act for act in order}
    ways = [dict(declared)]
    groups: list[list[Act]] = [[]]
    for act in dict.fromkeys(acts):
        place = next((n for n, way in enumerate(ways) if way.get(act.bare, act) == act), len(ways))
        if place == len(ways):
            ways.append(dict(declared))
            groups.append([])
        ways[place][act.bare] = act
        groups[place].append(act)
    return tuple(map(tuple, groups))
