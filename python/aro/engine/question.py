"""One question put to the law of one release: its program, its rulings, and how firm they are."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import ParamSpec, TypeVar

from aro.answers import (
    DependsOnReading,
    DependsOnUnknown,
    Figure,
    Firmness,
    Mod,
    Reason,
    Ruling,
    Stamp,
    Verdict,
)
from aro.engine.clingo_program import Atoms, Program, Term, read_once
from aro.engine.facts import Asked, act_of, choices, term
from aro.engine.program import program
from aro.engine.rulings import possible, ruled, rulings
from aro.engine.verdict import Matter, because, clause_of, figures, mods, settled, thwarted_by
from aro.errors import GaveUp, Spent
from aro.knowledge.edition import Clause, Edition, Reading
from aro.knowledge.names import constant
from aro.parts import Act
from aro.situation import Situation

_P = ParamSpec("_P")
_T = TypeVar("_T")

_ASKED_SINGLY = 12
"""Up to how many unknown facts are each asked about on their own."""


class Inquiry:
    """A situation and what is asked of it, as a program of clingo with its open questions."""

    def __init__(
        self,
        edition: Edition,
        stamp: Stamp,
        table: Situation,
        asked: Asked,
        readings: Mapping[str, str],
    ) -> None:
        self.edition, self.stamp, self.table, self.asked = edition, stamp, table, asked
        self.readings = readings
        self.spent: Spent | None = None
        self._acts: dict[Act, Atoms] = {}
        self._others: dict[Act | None, list[tuple[str, str, dict[Term, Ruling]]]] = {}
        ways = choices(table)
        self._unknown = tuple(atom for way in ways for atom in way if atom is not None)
        self.program = program(edition, table, asked, ways)
        self._open_readings = _readings(self.program.open)
        self._on = tuple(f"reads({name},{chosen})" for name, chosen in readings.items())

    @cached_property
    def _answer(self) -> Atoms:
        """What holds if nothing unknown does."""
        return self.program.answer(self._on)

    @cached_property
    def _worlds(self) -> tuple[Atoms, Atoms]:
        search = self.program.certain
        found = self._bounded(search, self._unknown, self._on) if self._unknown else None
        return found or (self._answer, self._answer)

    def _of(self, act: Act) -> tuple[Atoms, Atoms]:
        """Return what is certain and what is possible, of the act alone where that is sooner."""
        if isinstance(self.program, Program):
            return self._worlds
        if act not in self._acts:
            self._acts[act] = self._answered(self._on, act)
        return self._acts[act], self._acts[act]

    def _bounded(self, find: Callable[_P, _T], *args: _P.args, **more: _P.kwargs) -> _T | None:
        """Return what is found out; None once a search ran out, after which no other is begun."""
        if self.spent is None:
            try:
                return find(*args, **more)
            except GaveUp as one:
                self.spent = one.spent
        return None

    @cached_property
    def plain(self) -> Atoms:
        """What holds in some world in which nobody has a special skill that nobody knows of."""
        free = [one for one in self._unknown if not one.startswith("has(")]
        if len(free) == len(self._unknown):
            return self.possible
        found = self._bounded(self.program.certain, free, self._on)
        return found[1] if found else self.possible

    @property
    def certain(self) -> Atoms:
        """What holds in every world that the unknown facts allow."""
        return self._worlds[0]

    @property
    def possible(self) -> Atoms:
        """What holds in some such world."""
        return self._worlds[1]

    def clause(self, named: Term) -> Clause:
        """Return the clause that a term of an answer stands for."""
        return clause_of(self.edition, named)

    @cached_property
    def _base(self) -> dict[Term, Ruling]:
        return rulings(self._answer)

    def _otherwise(self, act: Act) -> list[tuple[str, str, dict[Term, Ruling]]]:
        """Return what is ruled under each alternative of each reading that is not the one taken."""
        told = None if isinstance(self.program, Program) else act
        if told in self._others:
            return self._others[told]
        found = self._others[told] = []
        for reading in self.edition.readings:
            taken = self.readings.get(reading.name, reading.default)
            rest = [one for one in self._on if not one.startswith(f"reads({reading.name},")]
            for other in (one.name for one in reading.alternatives if one.name != taken):
                atom = f"reads({reading.name},{other})"
                if atom in self._open_readings:
                    answer = self._bounded(self._answered, [*rest, atom], act)
                    if answer is not None:
                        found.append((reading.name, other, rulings(answer)))
        return found

    def _answered(self, on: Iterable[str], act: Act) -> Atoms:
        """Return what holds with `on`, of the act alone if that is sooner."""
        of = () if isinstance(self.program, Program) else (term(self.table, act),)
        return self.program.answer(on, *of)

    def verdict(self, act: Act) -> Verdict:
        """Return the verdict on one of the acts asked about."""
        certain, some = self._of(act)
        key = self.key(act)
        ways, ruling = possible(key, some), self.ruling(act)
        readings = () if len(ways) > 1 else tuple(self._rests(act, ruling))
        hangs = tuple(self._hangs(key)) if len(ways) > 1 else ()
        plain = settled(
            Matter(self.edition, self.stamp, act, key, self.asked.off, act in self.table.order),
            ruling,
            certain,
            some,
        )
        if self.spent is None and len(ways) == 1 and not readings:
            return plain
        firmness: Firmness = "depends" if len(ways) > 1 else "disputed"
        return replace(
            plain,
            firmness="gave_up" if self.spent is not None else firmness,
            readings=readings,
            possible=ways,
            hangs=hangs,
            spent=self.spent,
        )

    def ruling(self, act: Act) -> Ruling:
        """Return the ruling on an act; where it hangs on the unknown, that with none of it true."""
        ways = possible(self.key(act), self._of(act)[1])
        return ways[0] if len(ways) == 1 else self._base[self.key(act)]

    def because(self, act: Act) -> tuple[Reason, ...]:
        """Return the deciding clauses of a ruling, the weightiest verb first."""
        return because(self.edition, self.key(act), *self._of(act))

    def takes_effect(self, act: Act) -> bool:
        """Return whether an act is declared and has effect."""
        return ("performed", self.key(act)) in self._of(act)[0]

    def thwarted_by(self, act: Act) -> tuple[Clause, ...]:
        """Return the clauses that keep a declared act from having effect."""
        return thwarted_by(self.edition, self.key(act), self._of(act)[0])

    def mods(self, act: Act) -> tuple[Mod, ...]:
        """Return the MODs to the Roll of an act."""
        return mods(self.edition, act, self.key(act), self._of(act)[0])

    def figures(self, act: Act) -> tuple[Figure, ...]:
        """Return the figures of an act."""
        return figures(self.edition, act, self.key(act), self._of(act)[0])

    def key(self, act: Act) -> Term:
        """Return an act as the term that answers use."""
        return read_once(term(self.table, act))

    def legal(self, name: str) -> Iterator[Verdict]:
        """Yield the verdicts on all that a trooper may declare, of what was looked through."""
        turns = [(step, constant(who)) for step, who in self.asked.every if who == name]
        mine = [key for key in self._base if key[1:3] in turns]  # type: ignore[index, operator]  # act/4
        for key in sorted(mine, key=str):
            if "legal" in possible(key, self.possible):
                yield self.verdict(act_of(self.table, key))

    def all(self, name: str) -> list[tuple[Term, ...]]:
        """Return what is certain of a predicate, with its name, sorted."""
        return sorted((one for one in self.certain if one[0] == name), key=str)

    def _rests(self, act: Act, ruling: Ruling) -> Iterator[DependsOnReading]:
        key = self.key(act)
        if not self._unknown and self._elsewhere(key, ruling) is None:
            return
        alone = False
        for reading in self.edition.readings:
            others = [(o, r[key]) for name, o, r in self._otherwise(act) if name == reading.name]
            if any(one != ruling for _, one in others):
                alone = True
                yield self._rest(reading, ruling, dict(others))
        if not alone and (found := self._combination(key, ruling)):
            answer = self._bounded(self.program.answer, found)
            turned = ruling if answer is None else rulings(answer)[key]
            along = tuple(one for one in found if one in self._unknown)
            for atom in found:
                if turned != ruling and atom in self._open_readings:
                    name, chosen = atom.removeprefix("reads(").removesuffix(")").split(",")
                    reading = self.edition.reading(name)
                    rest = self._rest(reading, ruling, {chosen: turned})
                    yield replace(rest, together=True, along=along)

    def _rest(self, reading: Reading, ruling: Ruling, under: dict[str, Ruling]) -> DependsOnReading:
        taken = self.readings.get(reading.name, reading.default)
        under = {**under, taken: ruling}
        told = ((one.name, under[one.name]) for one in reading.alternatives if one.name in under)
        return DependsOnReading(reading=reading, taken=taken, rulings=tuple(told))

    def _combination(self, key: Term, ruling: Ruling) -> list[str]:
        """Return readings that turn the ruling only together, or with what is unknown; few."""
        atom = ruled(key, ruling)
        left = sorted(self._elsewhere(key, ruling) or ())
        for one in tuple(left):
            rest = [other for other in left if other != one]
            if self._bounded(self.program.without, atom, (), rest) is not None:
                left = rest
        return left

    def _elsewhere(self, key: Term, ruling: Ruling) -> frozenset[str] | None:
        """Return readings and unknown facts under which the ruling is another; None if under none.

        One search among all of them together: where it is in vain, none need be tried singly.
        """
        free = [*self._open_readings, *self._unknown]
        return self._bounded(self.program.without, ruled(key, ruling), free)

    def _hangs(self, key: Term) -> Iterator[DependsOnUnknown]:
        if len(self._unknown) > _ASKED_SINGLY:
            return
        for atom in self._unknown:
            answer = self._bounded(self.program.answer, [*self._on, atom])
            holds = self._base[key] if answer is None else rulings(answer)[key]
            if holds != self._base[key]:
                yield DependsOnUnknown(fact=atom, holds=holds, fails=self._base[key])


@lru_cache(maxsize=64)
def _readings(open_: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one for one in open_ if one.startswith("reads("))
