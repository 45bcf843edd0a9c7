"""Shapes: the law over a table with everything about it open, grounded once and compiled by need.

A shape is who is on the table, on which side, behind which pieces. Thousands of situations share
one. Its ground program is kept, and a circuit is cut out of it for each thing that is asked.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import count
from operator import itemgetter
from threading import RLock
from typing import Any, Generic, TypeVar

from aro.compiled.circuit import Circuit, circuit, columns, doubt
from aro.compiled.ground_program import GroundProgram, ground
from aro.engine.clingo_program import RIGHTS, SUPPOSED, UNSEEN, Atoms, parts, read
from aro.engine.edition_words import vocabulary
from aro.engine.facts import Part, atoms, of_part
from aro.engine.facts import parts as parts_said
from aro.engine.facts import shape as standing
from aro.engine.facts import text as text_of
from aro.engine.question import Question, every
from aro.engine.result_kinds import RESULT_KINDS
from aro.engine.unseen import text as unseen_laws
from aro.engine.word_check import check
from aro.knowledge.edition import Edition
from aro.knowledge.fact_kinds import INPUTS, KINDS
from aro.knowledge.library import law
from aro.parts import STEPS, Act
from aro.situation import Situation

_T = TypeVar("_T")

SHAPES = 12
"""How many shapes are kept; the least recently used goes first."""

WORTH = 8
"""After so many cold questions compiling a shape of the usual size would have cost no more."""

USUAL = 100_000
"""The usual size of a shape, at most. Of one n times as large, n times as many are worth it."""

LARGEST = 600_000
"""How large a shape is at most that is compiled unasked: it takes some 7 seconds, and 450 MB.

That grows with its pieces, squared, and with the Skills and the clauses of the edition.
"""

LEAN = 200_000
"""How large a shape of named acts is at most that is compiled unasked, in ground rules: 2 s."""

CIRCUITS = 1536
"""How many circuits of one shape are kept."""

PARTS = 1 << 16
"""How many parts of situations a shape remembers the inputs of."""

STRANGE = (-1,)
"""The inputs of a part that a shape cannot express."""

SAME = 4096
"""How many different answers of a circuit are kept, so that the same answer is one value."""

_OPEN = tuple(kind.predicate + ("(" if kind.sorts else "") for kind in KINDS if kind.required)
"""How the facts begin that are not dropped where a shape has no place for them."""

ACT = re.compile(r"[(,](act\([^()]*(?:\([^()]*\))?\))")
"""In the name of an atom, the act that it is about."""

RIGHT = re.compile(rf"act\(\w+,\w+,(?:{'|'.join(RIGHTS)}),")
"""In the name of an atom, an act that is a right."""

_NAMED = "asked("
"""How the facts begin that name an act."""

_SECTIONS = {"ruling": "ruling", "because": "ruling"} | {
    name: kind.in_verdict or "order" for name, kind in RESULT_KINDS.items()
}
"""Which section of an answer the atoms of a predicate are in: see `Shape.reader`."""

NAMED = _SECTIONS.keys() | INPUTS
"""The predicates whose atoms have to be told by name."""


Place = tuple[str, str]
"""A section of the answer, and the act that it is about there, as a term."""


class BoundedCache(OrderedDict[object, _T], Generic[_T]):
    """A bounded, thread-safe store that makes what it does not have."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._lock = RLock()

    def have(self, key: object, make: Callable[[], _T]) -> _T:
        """Return what is kept under a key, made once."""
        with suppress(KeyError):
            self.move_to_end(key)
            return self[key]
        with self._lock:
            if key not in self:
                self[key] = make()
                while len(self) > self._most:
                    self.popitem(last=False)
            return self[key]

    def forget(self, key: object) -> None:
        """Keep what is under a key no more."""
        with self._lock:
            self.pop(key, None)


class Reader:
    """A circuit of a shape, and what its outputs mean as atoms."""

    def __init__(self, shape: "Shape", cut: Circuit) -> None:
        self.shape, self.circuit = shape, cut
        self.pick = _picker([shape.index[name] for name in cut.inputs])
        outputs = [parts(read(name)) for name in cut.outputs]
        self.outputs = [atom[:-1] if atom[0] == "form" else atom for atom in outputs]
        self.meaning = lru_cache(SAME)(self._meaning)

    def run(self, bits: Sequence[int]) -> tuple[int, ...]:
        """Return the values of the outputs, given the bits of all inputs of the shape."""
        return self.circuit.run(self.pick(bits))

    def answer(self, bits: Sequence[int]) -> Atoms:
        """Return what holds, given the bits of all inputs of the shape."""
        return self.meaning(self.run(bits))

    def _meaning(self, values: tuple[int, ...]) -> Atoms:
        """Return what the values of the outputs mean: of each the last bit."""
        return frozenset(atom for atom, bit in zip(self.outputs, values, strict=True) if bit & 1)


class Shape:
    """One shape under the law of an edition, as a ground program to cut circuits from.

    `acts` are those that it judges, as terms.
    """

    def __init__(self, edition: Edition, text: str) -> None:
        files = law(edition)
        rules, names = ground(files, f"{text}{unseen_laws(edition)}", NAMED)
        self.edition = edition
        self.inputs = tuple(sorted(names[atom] for atom in rules.inputs if atom in names))
        self.index = {name: number for number, name in enumerate(self.inputs)}
        self.program = GroundProgram(rules, names, files)
        self.readings = tuple(name for name in self.inputs if name.startswith("reads("))
        self.supposed = tuple(name for name in self.inputs if name.startswith(SUPPOSED))
        usual = {f"reads({one.name},{one.default})" for one in edition.readings}
        loose = {"readings": set(self.readings) - usual, "supposed": set(self.supposed)}
        self.loose = loose | {"either": loose["readings"] | loose["supposed"]}
        self._outputs: dict[Place, list[str]] = {}
        for name in names.values():
            if (place := _place(name)) is not None:
                self._outputs.setdefault(place, []).append(name)
        self.acts = tuple(act for section, act in self._outputs if section == "ruling")
        self._part_inputs: dict[Part, tuple[int, ...]] = {}
        self.kept: BoundedCache[Any] = BoundedCache(CIRCUITS)

    @property
    def outputs(self) -> Iterable[str]:
        """All that it can say: rulings on declarations, their reasons and the results."""
        return (name for names in self._outputs.values() for name in names if UNSEEN not in name)

    def lacks(self, fact: str) -> bool:
        """Whether it cannot express a fact: an act that it does not judge, an input it has not."""
        if fact.startswith("asked("):
            return ("ruling", fact[6:-1]) not in self._outputs
        return fact.startswith(_OPEN) and fact not in self.index

    def true_inputs(self, table: Situation, acts: tuple[Act, ...]) -> list[int] | None:
        """Return the inputs that a question makes true; None if the shape cannot express it.

        What each part of a situation makes true is kept, once its words are known to be the
        edition's.
        """
        true: list[int] = []
        known = self._part_inputs.get
        for part in parts_said(table, acts):
            inputs = known(part)
            if inputs is None:
                check(table, vocabulary(self.edition), acts)
                inputs = self._remember(table, part)
            if inputs is STRANGE:
                return None
            true += inputs
        return true

    def _remember(self, table: Situation, part: Part) -> tuple[int, ...]:
        facts = tuple(of_part(table, part))
        known = tuple(self.index[fact] for fact in facts if fact in self.index)
        if len(self._part_inputs) >= PARTS:
            self._part_inputs.clear()
        inputs = STRANGE if any(map(self.lacks, facts)) else known
        return self._part_inputs.setdefault(part, inputs)

    def bits(self, true: Iterable[int]) -> list[int]:
        """Return a bit for each input, those of `true` being 1."""
        return columns(len(self.inputs), [true])

    def circuit(self, wanted: Iterable[str], *, supposing: bool = False) -> Circuit:
        """Return the circuit of some atoms, compiled anew."""
        return circuit(self.program, sorted(wanted), supposing=supposing)

    def reader(self, *places: Place, supposing: bool = False) -> Reader:
        """Return what reads some sections of the answer, each about an act, given as a term.

        `ruling`: the ruling and its reasons. `asked`: the results that a verdict shows of any act.
        `declared`: those that it shows of a declared act alone. `order`: the results of the Order,
        which are about no act; those that a verdict shows are not among them. When `supposing`,
        what pages that were not seen may bring is open, and is among what it reads.
        """
        told = (name for one in places for name in self._outputs.get(one, ()))
        names = (name for name in told if supposing or UNSEEN not in name)
        return self._reader((places, supposing), lambda: self.circuit(names, supposing=supposing))

    @property
    def rulings(self) -> Reader:
        """What reads every ruling on a declaration that anybody could make."""
        rulings = (name for name in self.outputs if name.startswith("ruling("))
        return self._reader("rulings", lambda: self.circuit(rulings))

    def atom(self, name: str, *, supposing: bool = False) -> Reader:
        """Return what reads a single atom."""
        return self._reader((name, supposing), lambda: self.circuit([name], supposing=supposing))

    def doubtful(self, name: str, bits: Sequence[int], loose: str) -> bool:
        """Return whether other inputs could make an atom false; no is always right, yes may not be.

        Those that are `loose` could differ: the `readings`, what is `supposed`, `either`.
        """
        key = ("doubt", name, loose)
        reader = self._reader(key, lambda: doubt(self.program, name, self.loose[loose]))
        [false] = reader.run(bits)
        return bool(false & 1)

    def _reader(self, key: object, cut: Callable[[], Circuit]) -> Reader:
        made: Reader = self.kept.have(key, lambda: Reader(self, cut()))
        return made


Placed = tuple[Shape, Sequence[int]]
"""The shape of a question, and the inputs that the question makes true, by number."""


def placed(
    question: Question, *, compile_it: bool = True, lean: Callable[[], str] | None = None
) -> Placed | None:
    """Return a question in its shape, or None if that is not compiled nor worth compiling yet.

    Where the usual shape is too large, it is that of the text that `lean` gives. A question that
    the shape cannot express has a shape of its own. If it is to `compile_it`, there always is one.
    """
    edition, _, off, table, acts, *_ = question
    text, pieces = shape_text(table, off), len(table.pieces)
    usual_acts = pieces * len(vocabulary(edition).skills)
    size = pieces * usual_acts * len(edition.clauses)
    if lean is not None and size > LARGEST:
        text = lean()
        named = text.count(_NAMED) + text.count("every(") * usual_acts
        size = len(edition.clauses) * (30 + 8 * pieces + 2 * named)
        size = size if size <= LEAN else LARGEST + 1  # larger ones are compiled if asked to
    if not compile_it and not is_warm(edition, text, size):
        return None
    usual = shape(edition, text)
    true = usual.true_inputs(table, acts)
    if true is not None:
        return usual, true
    facts = atoms(table, acts)
    text += text_of(filter(usual.lacks, facts))
    if not compile_it and not is_warm(edition, text, size):
        return None
    own = shape(edition, text)
    return own, [own.index[fact] for fact in facts if fact in own.index]


def shape(edition: Edition, text: str) -> Shape:
    """Return the shape that a text of facts gives under the law of an edition."""

    def make() -> Shape:
        _ASKED.forget((edition, text))  # once it makes way for others it has to earn it anew
        return Shape(edition, text)

    return _SHAPES.have((edition, text), make)


def is_warm(edition: Edition, text: str, size: int) -> bool:
    """Whether that shape is compiled, or has been asked for so often that it is worth it."""
    asked = next(_ASKED.have((edition, text), count))
    worth = size <= LARGEST and asked >= WORTH * max(1, size // USUAL)
    return worth or (edition, text) in _SHAPES


_SHAPES: BoundedCache[Shape] = BoundedCache(SHAPES)
_ASKED: BoundedCache[Iterator[int]] = BoundedCache(4096)
_TEXTS: BoundedCache[str] = BoundedCache(4096)


def shape_text(table: Situation, off: tuple[str, ...]) -> str:
    """Return the facts of the usual shape of a situation: pieces, and all they could declare."""

    def make() -> str:
        turns = (every(step, one.name) for one in table.troopers for step in STEPS)
        return f"{text_of((*standing(table), *turns, *off))}opens(table;readings).\n"

    cast = [(one.name, one.side, one.replicas, one.device) for one in table.troopers]
    return _TEXTS.have((table.active, off, *cast), make)


def lean_text(questions: Sequence[Question]) -> str:
    """Return the facts of a shape that knows no acts but those that some questions name.

    They are about tables of the same pieces. Of an edition with many Skills such a shape is a small
    part of the usual one.
    """
    named = {fact for one in questions for fact in one.facts if fact.startswith((_NAMED, "every("))}
    first = questions[0]
    return (
        f"{text_of((*standing(first.table), *sorted(named), *first.off))}opens(table;readings).\n"
    )


def _place(name: str) -> Place | None:
    """Return the section of the answer that shows an atom, and the act that it is about there."""
    predicate, _, arguments = name.partition("(")
    section = _SECTIONS.get(predicate)
    if section == "order":  # of the forms of a piece those at the end of the Order
        passing = predicate == "form" and not name.endswith(",effects)")
        return None if passing else (section, "none")
    if section is None or (section == "ruling" and not arguments.startswith("declare(")):
        return None
    act = ACT.search(name)
    return None if act is None or RIGHT.search(name) else (section, act[1])


def _picker(numbers: Sequence[int]) -> Callable[[Sequence[int]], Sequence[int]]:
    """Return what takes the inputs of a circuit, given by number, out of those of the shape."""
    if len(numbers) > 1:
        return itemgetter(*numbers)
    return lambda bits: [bits[number] for number in numbers]
