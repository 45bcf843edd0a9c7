"""Files of law and facts in, one answer out: the only module that speaks with clingo.

A program is grounded once for a question. Its readings, and the facts that nobody knows, stay open:
they are set one way for the answer, and left free to find out whether it hangs on them.
"""

import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import lru_cache
from pathlib import Path
from threading import Lock, current_thread, main_thread
from typing import Self, TypeVar

import clingo

from aro.engine.result_kinds import RESULT_KINDS
from aro.errors import AmendmentError, EngineError, GaveUp, RulesError, Spent
from aro.knowledge.edition import Law
from aro.knowledge.fact_kinds import INPUTS

_T = TypeVar("_T")

Term = str | int | tuple["Term", ...]
"""A term of an answer: a constant, a number, or a functor with its arguments."""

Atoms = frozenset[tuple[Term, ...]]
"""What holds in an answer: predicates with their arguments."""

Given = list[tuple[clingo.Symbol, bool] | int]
"""What is to hold in a search: literals of clingo, or atoms with whether they do."""

RIGHTS = ("react", "answer")
"""What the theory rules on like a Skill, and nobody declares."""

SUPPOSED = "supposed("
"""How the atoms begin by which a Law of a page that was not seen is in force."""

UNSEEN = "unseen("
"""How the name of such a page begins, where it stands for a clause."""

_TOKENS = re.compile(r"(-?\w+)?([(),]|$)")

CONFLICTS = 100_000
"""How many conflicts a search may run into before it gives up; one question needs none."""

SECONDS = 20.0
"""How long a search may take before it gives up, should its conflicts not have stopped it."""

_ANSWERS = 64
"""How many answers a program keeps."""

_Worlds = tuple[tuple[str, ...], tuple[str, ...]]
"""The worlds of a search: what holds in all of them, and what may, of the atoms that are open."""

_SINGLY = 3
"""How many atoms are asked about one by one in the same worlds, before what holds in all of them is
searched for at once."""

_BREATH = 0.1
_SHOWN = {"ruling", "because", *RESULT_KINDS}


class Program:
    """The law of an edition and one question, ground, with what is open about it.

    A `partial` one is part of a law, in which some atoms are derived by nothing. Several threads
    may ask it: they wait for each other, since clingo would abort the process. `readings` are those
    that are open, `supposed` is what pages that were not seen may say; both as atoms, sorted.
    """

    def __init__(
        self,
        files: Sequence[Path | Law],
        text: str,
        *,
        free: Iterable[str] = (),
        partial: bool = False,
    ) -> None:
        self._files, self.told = tuple(files), tuple[str, ...]()
        lines = [text, *(f"#external {atom}. unsure({atom})." for atom in sorted(set(free)))]
        options = ["--warn=no-atom-undefined"] if partial else []
        self._control = ground_control(files, "\n".join(lines), options=options)
        found = (atom for atom in named(self._control, INPUTS) if atom.is_external)
        self._open = {str(atom.symbol): atom.literal for atom in found}
        for literal in self._open.values():
            self._control.assign_external(literal, None)
        self.readings = tuple(sorted(one for one in self._open if one.startswith("reads(")))
        self.supposed = tuple(sorted(one for one in self._open if one.startswith(SUPPOSED)))
        self._terms: dict[clingo.Symbol, tuple[Term, ...]] = {}
        self._holding = lru_cache(_ANSWERS)(self._solved)
        self._asked: Counter[_Worlds] = Counter()
        self._always = lru_cache(_ANSWERS)(self._what_always_holds)
        self._lock = Lock()

    def telling(self, facts: Iterable[str]) -> Self:
        """Return the same program to which some of what is open is told, as atoms."""
        other = copy(self)
        other.told = tuple(facts)
        return other

    def facts(self, names: Collection[str]) -> dict[str, tuple[str, ...]]:
        """Return the facts of some predicates as clingo writes them, by name."""
        found: dict[str, list[str]] = {}
        for atom in (one for one in named(self._control, names) if one.is_fact):
            found.setdefault(atom.symbol.name, []).append(str(atom.symbol))
        return {name: tuple(atoms) for name, atoms in sorted(found.items())}

    def answer(self, on: Iterable[str] = (), act: str | None = None) -> Atoms:
        """Return what holds when, of all that is open, exactly the atoms `on` hold.

        That is all at once, also where only an `act` is asked about; it is searched for once.
        """
        del act
        return self._holding((*on, *self.told))

    def _solved(self, on: tuple[str, ...]) -> Atoms:
        with self._lock:
            models = self._search(self._given(on), self._atoms, models=2)
        if len(models) != 1:
            what = f"the program has {len(models)} answers instead of exactly one"
            raise failure(self._files, what)
        return models[0]

    def outline(self) -> tuple[Atoms, Atoms]:
        """Return what holds and what may hold in any world, as far as grounding tells."""
        found: dict[tuple[Term, ...], bool] = {}
        for one in named(self._control, _SHOWN):
            atom = read_once(str(one.symbol))
            if UNSEEN in str(one.symbol):  # nothing is supposed
                continue
            if atom[0] != "form" or atom[-1] == "effects":  # of forms those that are shown
                found[atom[:-1] if atom[0] == "form" else atom] = one.is_fact
        return frozenset(atom for atom, fact in found.items() if fact), frozenset(found)

    def certain(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and what holds in some world, the atoms `free` being either."""
        with self._lock:
            given = self._given((*on, *self.told), free)
            return self._consequences("cautious", given), self._consequences("brave", given)

    def doubtful(self, atom: str, on: Iterable[str] = ()) -> bool:
        """Return whether readings or unseen pages could make an atom false."""
        worlds = (*on, *self.told), (*self.readings, *self.supposed)
        told = self._holds_in_all(atom, worlds)
        return self._world_without(atom, worlds) is not None if told is None else not told

    def alone(self, atom: str, free: Iterable[str], on: Iterable[str] = ()) -> frozenset[str]:
        """Return which of the readings `free` may, each alone, make an atom false."""
        left, found = set(free), frozenset[str]()
        while left and (world := self.without(atom, left, (*on, "alone"))):
            left -= world
            found |= world
        return found

    def near(self, free: Iterable[str], on: Iterable[str] = ()) -> tuple[Atoms, Atoms]:
        """Return what holds in all and in some worlds with at most two of the atoms `free`."""
        return self.certain(free, (*on, "near"))

    def without(
        self, atom: str, free: Iterable[str], on: Iterable[str] = ()
    ) -> frozenset[str] | None:
        """Return the `free` atoms of some world in which `atom` does not hold; None if in none."""
        worlds = (*on, *self.told), tuple(free)
        return None if self._holds_in_all(atom, worlds) else self._world_without(atom, worlds)

    def _world_without(self, atom: str, worlds: _Worlds) -> frozenset[str] | None:
        on, free = worlds
        loose = [one for one in free if one in self._open]

        def those(model: clingo.Model) -> frozenset[str]:
            return frozenset(one for one in loose if model.is_true(self._open[one]))

        with self._lock:
            given = [*self._given(on, loose), (clingo.parse_term(atom), False)]
            return next(iter(self._search(given, those, models=1)), None)

    def _holds_in_all(self, atom: str, worlds: _Worlds) -> bool | None:
        """Return whether an atom holds in all worlds that are so; None if that was not searched."""
        self._asked[worlds] += 1
        return read_once(atom) in self._always(worlds) if self._asked[worlds] > _SINGLY else None

    def _what_always_holds(self, worlds: _Worlds) -> Atoms:
        with self._lock:
            return self._consequences("cautious", self._given(*worlds), of="project")

    def _given(self, on: Iterable[str], free: Iterable[str] = ()) -> Given:
        """Return what is open as it is to be, but for the atoms `free`."""
        free, on = set(free), set(on)
        return [lit if one in on else -lit for one, lit in self._open.items() if one not in free]

    def _atoms(self, model: clingo.Model) -> Atoms:
        """Return what a model shows; an atom is written out once."""
        known, shown = self._terms, model.symbols(shown=True)
        for symbol in shown:
            if symbol not in known:
                known[symbol] = read_once(str(symbol))
        return frozenset(map(known.__getitem__, shown))

    def _consequences(self, mode: str, given: Given, of: str = "show") -> Atoms:
        found = self._search(given, self._atoms, mode=mode, of=of)
        if not found:
            raise failure(self._files, "the program has no answer")
        return found[0]

    def _search(
        self,
        assumptions: Given,
        read: Callable[[clingo.Model], _T],
        *,
        models: int = 0,
        mode: str = "auto",
        of: str = "no",
    ) -> list[_T]:
        """Return what is read of so many models, of 0 all; raise `GaveUp` if the limit comes first.

        In a `mode` that looks for consequences the last model alone is read, which holds them: `of`
        what is shown, or of what a directive projects to.

        It waits a moment at a time, so that the time limit and an interrupt from the keyboard are
        noticed while clingo searches.
        """
        begun, found = time.monotonic(), list[_T]()
        options = {"models": str(models), "enum_mode": mode, "project": of}
        for name, value in {**options, "solve_limit": f"{CONFLICTS},umax"}.items():
            setattr(self._control.configuration.solve, name, value)
        with (
            _interrupts_kept() as interrupted,
            self._control.solve(assumptions=assumptions, yield_=True, async_=True) as handle,
        ):
            late = False
            while not late:
                handle.resume()
                while not late and not handle.wait(_BREATH):
                    late = interrupted() or time.monotonic() - begun > SECONDS
                model = None if late else handle.model()
                if model is None:
                    last = None if late or mode == "auto" else handle.last()
                    found += [read(last)] if last else []
                    break
                found += [read(model)] if mode == "auto" else []
            handle.cancel()
            whole = not late and (len(found) == models > 0 or handle.get().exhausted)
        if not whole:
            conflicts = self._control.statistics["solving"]["solvers"]["conflicts"]
            raise GaveUp(Spent(conflicts=int(conflicts), seconds=time.monotonic() - begun))
        return found


@contextmanager
def _interrupts_kept() -> Iterator[Callable[[], bool]]:
    """Keep an interrupt from the keyboard till clingo has ended its thread, and tell of it.

    A thread of clingo that is left running aborts the process when that ends.
    """
    usual, heard = signal.default_int_handler, list[int]()
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not usual:
        yield lambda: False
        return
    signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield lambda: bool(heard)
    finally:
        signal.signal(signal.SIGINT, usual)
        if heard:
            raise KeyboardInterrupt


def ground_control(
    files: Sequence[Path | Law],
    text: str,
    *,
    options: Sequence[str] = (),
    observer: clingo.Observer | None = None,
) -> clingo.Control:
    """Return clingo with files of rules and a text, ground; any message of it is a `failure`.

    A file that was read before is taken as the text it was then.
    """
    messages: list[str] = []
    control = clingo.Control(
        options, logger=lambda _, message: messages.append(message), message_limit=20
    )
    if observer is not None:
        control.register_observer(observer)
    try:
        for file in files:
            if isinstance(file, Law):
                control.add("base", [], file.text)
            else:
                control.load(str(file))
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError as refusal:
        raise failure(files, "\n".join(messages) or str(refusal)) from refusal
    if messages:
        raise failure(files, "\n".join(messages))
    return control


def failure(files: Iterable[Path | Law], what: str) -> RulesError:
    """Return what is raised where a law fails: the fault of its draft, or without one ours."""
    drafts = [file.file for file in files if isinstance(file, Law)]
    if not drafts:
        return EngineError(what)
    return AmendmentError(
        f"the rules of the draft fail here: {what}", file=str(Path(drafts[0]).parent)
    )


def named(control: clingo.Control, names: Collection[str]) -> Iterator[clingo.SymbolicAtom]:
    """Yield the atoms of some predicates, without a look at the others; of none named, all."""
    atoms = control.symbolic_atoms
    for one in atoms.signatures:
        if not names or one[0] in names:
            yield from atoms.by_signature(*one)


@lru_cache(maxsize=4096)
def read_once(text: str) -> tuple[Term, ...]:
    """Return an atom that clingo wrote so: one call of it instead of some for each of its terms."""
    return parts(read(text))


def parts(term: Term) -> tuple[Term, ...]:
    """Return the functor of a term and its arguments; of a constant, itself alone.

    >>> parts(("effect", 3)), parts("none")
    (('effect', 3), ('none',))
    """
    return term if isinstance(term, tuple) else (term,)


def written(term: Term) -> str:
    """Return a term as clingo writes it.

    >>> written(("camouflaged", "effect", 3))
    'camouflaged(effect,3)'
    """
    if isinstance(term, tuple):
        name, *arguments = term
        return f"{name}({','.join(map(written, arguments))})" if arguments else str(name)
    return str(term)


def value_of(told: Term) -> int | str:
    """Return what a MOD or a value comes to: a number, or what the rules call it."""
    return told if isinstance(told, int) else written(told)


def read(text: str) -> Term:
    """Return the term that clingo wrote so.

    >>> read("becomes(speculo,own(d1))"), read("effect(-3)")
    (('becomes', 'speculo', ('own', 'd1')), ('effect', -3))
    """
    stack: list[list[Term]] = [[]]
    for name, mark in _TOKENS.findall(text):
        if name:
            stack[-1].append(int(name) if name.lstrip("-").isdigit() else name)
        if mark == "(":
            stack.append([stack[-1].pop()])
        elif mark == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
    return stack[0][0]
