"""The answer to a question, read off a program of the law: its rulings and how firm they are.

`verdict_as_read` reads off what a program says of one act. An `Evaluation` asks the program again,
with other readings and with each unknown fact, to find out whether the ruling changes.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import ParamSpec, Self, TypeVar

from aro.answers import (
    VERBS,
    WARNINGS,
    DependsOnReading,
    DependsOnUnknown,
    Figure,
    Firmness,
    Mod,
    Reason,
    Ruling,
    Stamp,
    UnseenPage,
    Verdict,
)
from aro.engine.clingo_program import RIGHTS, Atoms, Term, parts, read_once, value_of, written
from aro.engine.edition_words import tables
from aro.engine.facts import act_of, term
from aro.engine.gaps import fewest, gaps, pending
from aro.engine.question import LawProgram, Question
from aro.engine.result_kinds import RESULTS, without_clause
from aro.engine.unseen import SILENCE, page
from aro.errors import GaveUp, KnowledgeError, Spent
from aro.knowledge.edition import Clause, Edition, Reading, clause_id
from aro.knowledge.names import constant
from aro.parts import ACTIVE_STEPS, Act

_P = ParamSpec("_P")
_T = TypeVar("_T")

RULINGS: tuple[Ruling, ...] = ("legal", "illegal", "silent")

Warnings = Mapping[tuple[Term, ...], Firmness]
"""How firm results are, by their atoms; those that are settled are not among them."""

_ASKED_SINGLY = 12
"""Up to how many unknown facts are each asked about on their own."""

SECONDS = 60.0
"""How long the searches of an evaluation may take, all in all: one question may need many."""

_KEPT = 4096
"""How many findings and verdicts are kept: most situations that differ have one of the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A ruling with the clauses that decide it; true when it is legal.

    It is by the readings that were chosen, and tells nothing of how firm it is: a `Verdict` does.
    """

    ruling: Ruling
    because: tuple[Reason, ...]

    def __bool__(self) -> bool:
        return self.ruling == "legal"


@lru_cache(maxsize=_KEPT)
def decision(edition: Edition, key: Term, atoms: Atoms) -> Decision:
    """Return the ruling on an act, given as a term, and its reasons, where nothing is unknown."""
    [ruling] = _possible(key, atoms)
    return Decision(ruling=ruling, because=_because(edition, key, atoms, atoms))


@lru_cache(maxsize=_KEPT)
def verdict_as_read(  # noqa: PLR0913, PLR0917  what a verdict follows from
    law: tuple[Edition, Stamp, tuple[str, ...]],
    act: Act,
    declared: bool,  # noqa: FBT001  a part of the key
    key: Term,
    ruling: Ruling,
    certain: Atoms,
    some: Atoms,
) -> Verdict:
    """Return the verdict on an act, by what is `certain` and what holds in `some` worlds.

    `key` is the term of the act. The verdict is as if nothing could change its ruling.
    """
    edition, stamp, off = law
    done = ("performed", key)

    def cited(name: str) -> Iterator[tuple[Clause, tuple[Term, ...]]]:
        """Yield what is certain of the act of a kind of result: the clause, and the rest."""
        found = sorted(_by_act(certain).get((name, key), []), key=str)
        return ((clause_of(edition, one[1]), one[3:]) for one in found)

    because = _because(edition, key, certain, some) if ruling != "undecided" else ()
    return Verdict(
        act=act,
        ruling=ruling,
        firmness="settled",
        because=because,
        stamp=stamp,
        gaps=tuple(gaps(edition, act, ruling, because, off)),
        pending=pending(edition, act, off) if ruling == "legal" and not declared else (),
        possible=_possible(key, some),
        takes_effect=done in certain if declared and (done in certain) == (done in some) else None,
        thwarted_by=tuple(clause for clause, _ in cited("thwarted")),
        mods=tuple(Mod(act=act, value=value_of(x), clause=by) for by, (x,) in cited("mod")),
        figures=tuple(
            Figure(act=act, name=written(name), value=value_of(value), clause=by)
            for by, (name, value) in cited("count")
        ),
    )


@lru_cache(maxsize=64)
def rulings(atoms: Atoms) -> dict[Term, Ruling]:
    """Return the ruling on each declaration and each right in an answer; of several the last."""
    return {
        what[1]: ruling  # type: ignore[misc]  # display.lp shows ruling(declare(A),R)
        for _, what, ruling in sorted((one for one in atoms if one[0] == "ruling"), key=str)
        if isinstance(what, tuple) and what[0] == "declare"
    }


def clause_of(edition: Edition, named: Term) -> Clause:
    """Return the clause that a term of an answer stands for."""
    name = clause_id(edition.name, written(named))
    if name not in edition.clauses:
        raise KnowledgeError(f"the law of {edition.name} names {name}, which is no clause of it")
    return edition.clauses[name]


class Evaluation:
    """All that a program of the law answers to one question."""

    def __init__(self, question: Question, program: LawProgram) -> None:
        self.question, self.program = question, program
        self.table, self.edition = question.table, question.edition
        self.spent: Spent | None = None
        self._outline: tuple[Atoms, Atoms] | None = None
        self._seconds = 0.0
        self._on, self._unknown = question.on, question.unknown
        self._readings = program.readings

    @cached_property
    def _worlds(self) -> tuple[Atoms, Atoms]:
        """What holds in every world that the unknown facts allow, and what holds in some."""
        search = self.program.certain
        both = self._bounded(search, self._unknown, self._on) if self._unknown else None
        return both or self._answer()

    def _answer(self, act: str | None = None) -> tuple[Atoms, Atoms]:
        """Return what is certain and what is possible with every unknown fact false.

        They are the same set, of an `act` at least. Where the solver gave up, they are what holds
        and what may hold, as far as it is known; only one search is given up.
        """
        if self._outline is None:
            try:
                found = self.program.answer(self._on, act)
            except GaveUp as limit:
                self.spent, self._outline = limit.spent, self.program.outline()
            else:
                return found, found
        return self._outline

    def require(self) -> Self:
        """Return this, or raise `GaveUp` if not even what holds by default was found out."""
        if self._worlds is self._outline and self.spent is not None:
            raise GaveUp(self.spent)
        return self

    @property
    def certain(self) -> Atoms:
        """What holds in every world that the unknown facts allow."""
        return self._worlds[0]

    @property
    def possible(self) -> Atoms:
        """What holds in some such world."""
        return self._worlds[1]

    @cached_property
    def plain(self) -> Atoms:
        """What holds in some world in which nobody has a special skill that nobody knows of."""
        free = [atom for atom in self._unknown if not atom.startswith("has(")]
        if len(free) == len(self._unknown):
            return self.possible
        return (self._bounded(self.program.certain, free, self._on) or self._worlds)[1]

    def all(self, name: str) -> list[tuple[Term, ...]]:
        """Return what is certain of a predicate, with its name, sorted."""
        return sorted((one for one in self.certain if one[0] == name), key=str)

    def as_read(self, act: Act) -> Verdict:
        """Return the verdict on an act by the chosen readings, as if no other reading mattered.

        Where the unknown matters, its ruling is that with none of it so.
        """
        written_act = term(self.table, act)
        key = read_once(written_act)
        certain, some = self._worlds if self._unknown else self._answer(written_act)
        possible = _possible(key, some)
        ruling = possible[0] if len(possible) == 1 else rulings(self._answer()[0]).get(key)
        about = (self.question[:3], act, act in self.table.order, key)
        return verdict_as_read(*about, ruling or "undecided", certain, some)

    def verdict(self, act: Act) -> Verdict:
        """Return the verdict on one of the acts asked about."""
        verdict = self.as_read(act)
        depends = len(verdict.possible) > 1
        ruled = f"ruling(declare({term(self.table, act)}),{verdict.ruling})"
        if not self._unknown and self._bounded(self.program.doubtful, ruled, self._on) is False:
            return verdict
        readings = () if depends else tuple(self._other_readings(act, verdict.ruling, ruled))
        hangs = tuple(self._each_unknown(act)) if depends else ()
        pages = sorted(self._pages(ruled, silent=verdict.ruling == "silent"), key=str)
        applies = {
            "gave_up": self.spent is not None,
            "open": bool(pages),
            "depends": depends,
            "disputed": bool(readings),
        }
        if not any(applies.values()):
            return verdict
        firmness, *also = (one for one in WARNINGS if applies[one])
        return replace(
            verdict,
            firmness=firmness,
            also=tuple(also),
            readings=readings,
            hangs=hangs,
            pages=tuple(pages),
            takes_effect=verdict.takes_effect or None if self.spent else verdict.takes_effect,
            spent=self.spent,
        )

    @cached_property
    def warnings(self) -> Warnings:
        """How firm each result is that is less than settled: those that hold, and others that may.

        Of readings and of what unseen pages may say, up to two at once are tried.
        """
        found: dict[tuple[Term, ...], Firmness] = {}
        unknown = self.possible - self.certain
        found |= dict.fromkeys(self._changed(self._readings), "disputed")
        found |= dict.fromkeys((one for one in unknown if one[0] in RESULTS), "depends")
        return found | dict.fromkeys(self._changed(self.program.supposed), "open")

    def result_pages(self) -> Iterator[UnseenPage]:
        """Yield the pages that nobody here has read and that may change a result."""
        pages = {one: page(self.edition, one) for one in self.program.supposed}
        for unseen in dict.fromkeys(pages.values()):
            if self._changed(tuple(one for one in pages if pages[one] == unseen)):
                yield UnseenPage(page=unseen.page, says=unseen.says)

    def result_readings(self, among: Sequence[Reading]) -> Iterator[Reading]:
        """Yield the readings, of some, that each by itself change a result.

        They are tried together first, and in halves where together they change one.
        """
        of_them = tuple(f"reads({reading.name}," for reading in among)
        if self._changed(tuple(one for one in self._readings if one.startswith(of_them))):
            half = len(among) // 2
            found_in = map(self.result_readings, (among[:half], among[half:]))
            yield from chain.from_iterable(found_in) if half else among

    def _changed(self, free: tuple[str, ...]) -> set[tuple[Term, ...]]:
        """Return the results that do not hold in all, but in some of the worlds near at hand."""
        near = self._bounded(self.program.near, free, self._on) if free else None
        always, some = near or (frozenset(), frozenset())
        told = {without_clause(one) for one in always}
        return {
            one for one in some - always if one[0] in RESULTS and without_clause(one) not in told
        }

    def legal(self, name: str) -> Iterator[Verdict]:
        """Yield the verdicts on all that a trooper may declare, of what was looked through."""
        yield from map(self.verdict, self._legal_in(self.possible, name))

    def reacts(self, name: str) -> bool:
        """Return whether a trooper may have a right to react, of what was looked through."""
        right = constant(name), "react"
        mine = (key for key in rulings(self.possible) if parts(key)[2:4] == right)
        return any("legal" in _possible(key, self.possible) for key in mine)

    def legal_nearby(self, name: str) -> list[Act]:
        """Return what a trooper may declare in some world near at hand, of what was looked through.

        Up to two readings or Laws of unseen pages, and any unknown facts, are otherwise there.
        """
        free = (*self._readings, *self.program.supposed, *self._unknown)
        near = self._bounded(self.program.near, free, self._on)
        return self._legal_in(near[1] if near else self.possible, name)

    def _legal_in(self, some: Atoms, name: str) -> list[Act]:
        turns = [(step, constant(who)) for step, who in self.question.every if who == name]
        keys = (key for key in _of(self.edition, name, rulings(some)) if parts(key)[1:3] in turns)
        return [act_of(self.table, key) for key in keys if "legal" in _possible(key, some)]

    def barred(self, name: str) -> Mapping[Clause, tuple[Act, ...]]:
        """Return a few clauses that explain why a trooper may not declare what is ruled illegal.

        With each stand the acts that it bars; an act that several of them bar stands with one. Of
        AROs they are those at who acts.
        """
        ruled = rulings(self.certain)
        answered = self.table.answered
        mine = _of(self.edition, name, ruled)
        acts = [act_of(self.table, key) for key in mine if ruled[key] == "illegal"]
        bans = {
            act: [reason.clause for reason in self.as_read(act).because]
            for act in acts
            if act.when in ACTIVE_STEPS or act.at in answered
        }
        found: dict[Clause, tuple[Act, ...]] = dict.fromkeys(fewest(bans.values()), ())
        for act, clauses in bans.items():
            by = next((one for one in found if one in clauses), None)
            if by is not None:
                found[by] += (act,)
        return found

    def _bounded(self, find: Callable[_P, _T], *args: _P.args, **more: _P.kwargs) -> _T | None:
        """Return what a search finds; None once one reached its limit: then no other is begun."""
        if self.spent is not None:
            return None
        begun = time.monotonic()
        try:
            return find(*args, **more)
        except GaveUp as limit:
            self.spent = limit.spent
        finally:
            self._seconds += time.monotonic() - begun
            if self.spent is None and self._seconds > SECONDS:
                self.spent = Spent(seconds=self._seconds)
        return None

    def _ruling_if(self, act: Act, on: Iterable[str]) -> Ruling | None:
        """Return the ruling on an act if of the open atoms exactly those `on` hold."""
        told = term(self.table, act)
        answer = self._bounded(self.program.answer, on, told)
        return None if answer is None else rulings(answer)[read_once(told)]

    def _other_readings(self, act: Act, ruling: Ruling, ruled: str) -> Iterator[DependsOnReading]:
        """Yield the readings that change the ruling, each alone or else some of them together."""
        if not self._unknown and self._elsewhere(ruled) is None:
            return
        asked_for = tuple(f"reads({name}," for name, _ in self.question.readings)
        tried = {one for one in self._readings if one.startswith(asked_for)}
        tried |= self._bounded(self.program.alone, ruled, self._readings, self._on) or set()
        found = [
            self._alternatives(act, ruling, reading, tried) for reading in self.edition.readings
        ]
        alone = [one for one in found if any(other != ruling for _, other in one.rulings)]
        yield from alone
        together = [] if alone else self._combination(ruled)
        changed = self._ruling_if(act, together) if together else None
        if changed is None or changed == ruling:
            return
        along = tuple(atom for atom in together if atom in self._unknown)
        pairs = ((one, name) for one in found for name, _ in one.rulings)
        by_atom = {_reads(one.reading, name): (one, name) for one, name in pairs}
        for one, chosen in (by_atom[atom] for atom in together if atom in by_atom):
            under = {chosen: changed, one.taken: ruling}
            ruled_so = tuple((name, under[name]) for name, _ in one.rulings if name in under)
            yield replace(one, rulings=ruled_so, together=True, along=along)

    def _pages(self, atom: str, *, silent: bool) -> Iterator[UnseenPage]:
        """Yield the pages, not seen here, that may say what makes an atom not hold.

        Of what is ruled `silent` it is known that no page that was read speaks of it.
        """
        left = self.program.supposed
        if silent:
            left = tuple(one for one in left if page(self.edition, one) is not SILENCE)
        without = self.program.without
        while left and (found := self._bounded(without, atom, left, self._on)):
            alone = {one for one in found if self._bounded(without, atom, (one,), self._on)}
            pages = {page(self.edition, one): None for one in sorted(alone or found)}
            yield from (UnseenPage(page=one.page, says=one.says) for one in pages)
            left = tuple(one for one in left if page(self.edition, one) not in pages)

    def _alternatives(
        self, act: Act, ruling: Ruling, reading: Reading, tried: Collection[str]
    ) -> DependsOnReading:
        """Return the ruling by each alternative of a reading, all others being read as before.

        By those that are not `tried` it is the same.
        """
        taken = dict(self.question.readings).get(reading.name, reading.default)
        rest = [atom for atom in self._on if not atom.startswith(f"reads({reading.name},")]
        under: list[tuple[str, Ruling]] = []
        for other in reading.alternatives:
            atom, found = _reads(reading, other.name), None
            if other.name == taken or (atom in self._readings and atom not in tried):
                found = ruling
            elif atom in tried:
                found = self._ruling_if(act, [*rest, atom])
            if found is not None:
                under.append((other.name, found))
        return DependsOnReading(reading=reading, taken=taken, rulings=tuple(under))

    def _combination(self, ruled: str) -> list[str]:
        """Return readings that undo an atom only together, or with what is unknown; few."""
        left = sorted(self._elsewhere(ruled) or ())
        for one in tuple(left):
            rest = [other for other in left if other != one]
            if self._bounded(self.program.without, ruled, (), rest) is not None:
                left = rest
        return left

    def _elsewhere(self, ruled: str) -> frozenset[str] | None:
        """Return readings and unknown facts by which an atom does not hold; None if by none.

        One search among all of them together: where it is in vain, none need be tried singly.
        """
        return self._bounded(self.program.without, ruled, (*self._readings, *self._unknown))

    def _each_unknown(self, act: Act) -> Iterator[DependsOnUnknown]:
        """Yield the unknown facts that, each alone, change the ruling."""
        if len(self._unknown) > _ASKED_SINGLY:
            return
        fails = self.as_read(act).ruling
        for atom in self._unknown:
            holds = self._ruling_if(act, [*self._on, atom]) or fails
            if holds != fails:
                yield DependsOnUnknown(fact=atom, holds=holds, fails=fails)


def _because(edition: Edition, key: Term, certain: Atoms, some: Atoms) -> tuple[Reason, ...]:
    """Return the deciding clauses of a ruling, the weightiest verb first."""
    matter = "because", ("declare", key)
    # where nothing is certain, the unknown facts all lead there, each by clauses of its own
    told = _by_act(certain).get(matter) or _by_act(some).get(matter) or []
    found = sorted(((one[3], one[2]) for one in told), key=str)
    return tuple(
        Reason(clause=clause_of(edition, named), verb=verb)
        for verb in VERBS
        for does, named in found
        if does == verb
    )


@lru_cache(maxsize=64)
def _by_act(atoms: Atoms) -> Mapping[tuple[Term, Term], list[tuple[Term, ...]]]:
    """Return what an answer holds, by the kind of result and what that is about.

    A result names its clause before that, a reason after it.
    """
    found = defaultdict[tuple[Term, Term], list[tuple[Term, ...]]](list)
    for atom in atoms:
        for about in atom[1:2] if atom[0] == "because" else atom[2:3]:
            found[atom[0], about].append(atom)
    return found


def _of(edition: Edition, name: str, keys: Iterable[Term]) -> list[Term]:
    """Return the declarations of a trooper that a list has, sorted; a right to react is none."""
    aside = {one for (one,) in tables(edition).table("left_aside")}.union(RIGHTS)
    of = constant(name)
    told = (key for key in keys if parts(key)[2] == of and parts(key)[3] not in aside)
    return sorted(told, key=str)


def _reads(reading: Reading, chosen: str) -> str:
    return f"reads({reading.name},{chosen})"


def _possible(key: Term, atoms: Atoms) -> tuple[Ruling, ...]:
    """Return the rulings on a declaration that an answer, of one world or of many, holds."""
    return tuple(one for one in RULINGS if ("ruling", ("declare", key), one) in atoms)
