"""Many opinions held against the compiled law in one pass: a bit of every column for each World.

Worlds with the same troopers and replicas share a `Cast`: its law is compiled once, the facts of
each World become the inputs of a bit, the oracle's answers the outputs expected of it. Only the
Worlds on which a column differs are ever looked at one by one.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from aro.compiled.shape import lean_text, shape
from aro.engine.facts import atoms, piece, term
from aro.parts import Act, Step
from aro.rulebook import Rulebook
from aro.situation import Situation
from oracle import sampling_profile
from oracle.world import HALVES, Trooper, World
from support.oracle_answers import STATES, opinion
from support.translated import situation, told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from aro.answers import Ruling
    from oracle.answers import Outcome
    from support.oracle_answers import Opinion
    from support.translated import Told

COMPARED = ("ruling(declare(", "performed(", "becomes(", "form(", "remembered(failed(discover,")
RULINGS: tuple[Ruling, ...] = ("legal", "illegal", "silent")
SO = ord("1")
DRAWN = 400
"""In how many Worlds each kind of act comes up that is ever asked: a quarter are enough."""

Claim = tuple[tuple[int, ...], tuple[int, ...]]
"""Outputs that something is said of, and those of them that are to hold."""


class StrangeError(Exception):
    """A World says, or the oracle answers, what the compiled law has no place for."""


def cast(document: str, world: World) -> tuple[object, ...]:
    """Return what Worlds have in common that share a compiled law."""
    return document, world.active, *((one.name, one.replicas) for one in world.troopers)


class Cast:
    """The compiled law of the tables on which the same troopers and replicas stand."""

    def __init__(self, document: str, world: World) -> None:
        book = Rulebook(document.split(".", maxsplit=1)[0])
        bare = [Trooper(one.name, one.side, replicas=one.replicas) for one in world.troopers]
        self.world = World(world.active, tuple(bare))
        self.table = situation(world.active, told(document, self.world))
        named = tuple(self._acts(document))
        lines = lean_text([book.question(self.table, named)])
        lines += "".join(f"{one}.\n" for one in self._unusual())
        self._shape = shape(book.edition, lines)
        found = (name for name in self._shape.program.atoms if _is_compared(name))
        self.circuit = self._shape.circuit(found)
        self._outputs = {name: place for place, name in enumerate(self.circuit.outputs)}
        self._places: dict[Told, tuple[int, ...]] = {}
        self._claims: dict[object, Claim] = {}

    def unlike(self, opinions: Sequence[Opinion]) -> tuple[list[Opinion], list[Opinion]]:
        """Return the Worlds on which the compiled law answers otherwise, then the strange ones.

        Strange is a World of which something is said that the compiled law has no place for.
        """
        width = len(opinions)
        row = [bytearray(b"0" * width) for _ in self.circuit.inputs]
        said: dict[int, bytearray] = {}
        holds: dict[int, bytearray] = {}
        strange = []
        for bit, one in enumerate(opinions):
            try:
                places, claims = self._facts(one), list(self._told(one))
            except StrangeError:
                strange.append(one)
                continue
            for place in places:
                row[place][bit] = SO
            for every, true in claims:
                for place in every:
                    if place not in said:
                        said[place], holds[place] = bytearray(b"0" * width), bytearray(b"0" * width)
                    said[place][bit] = SO
                for place in true:
                    holds[place][bit] = SO
        answered = self.circuit.run([int(one, 2) for one in row])
        wrong = 0
        for place, column in said.items():
            wrong |= (answered[place] ^ int(holds[place], 2)) & int(column, 2)
        bits = f"{wrong:0{width}b}"
        return [one for one, bit in zip(opinions, bits, strict=True) if bit == "1"], strange

    def answers(self, one: Opinion) -> frozenset[str]:
        """Return all that the compiled law answers to a World, of what can be compared."""
        bits = [0] * len(self.circuit.inputs)
        for place in self._facts(one):
            bits[place] = 1
        values = zip(self.circuit.outputs, self.circuit.run(bits), strict=True)
        return frozenset(name for name, value in values if value & 1)

    def _acts(self, document: str) -> Iterator[Act]:
        """Yield what the troopers could do, if to enemies, of all that is asked of the oracle."""
        for skill, aimed, into, step in sorted(_kinds(document), key=repr):
            for one in self.world.troopers:
                if (one.side == self.world.active) != (step in HALVES):
                    continue
                owner = self.world.owner
                foes = (met for met in self.world.pieces if owner(met).side != one.side)
                for met in foes if aimed else (None,):
                    yield Act(one.name, skill, met, into=into, when=step)

    def _unusual(self) -> Iterator[str]:
        """Yield what no compiled table expects: friends in contact and in LoF, anybody's jumps."""
        for one in self.world.troopers:
            if one.side != self.world.active:
                continue
            for step, skill in product(HALVES, sorted(sampling_profile.MOVERS)):
                for met in self.world.pieces:
                    if self.world.owner(met) != one:
                        yield f"asked({term(self.table, Act(one.name, skill, met, when=step))})"
            yield f"asked({term(self.table, Act(one.name, 'combat_jump', when='first'))})"
        pieces = self.world.pieces
        for seer, seen, half in product(pieces, pieces, HALVES):
            if self.world.owner(seer) != self.world.owner(seen):
                ends = piece(self.table, seer), piece(self.table, seen)
                yield f"#external lof({','.join(ends)},{half})"

    def _facts(self, one: Opinion) -> list[int]:
        """Return the inputs that are true in a World and its questions."""
        found: list[int] = []
        for each in told(one.document, one.world):
            found += self._seat(each)
        for _, ours, _ in one.asked:
            found += self._seat(("asked", ours))
        return found

    def _seat(self, each: Told) -> tuple[int, ...]:
        """Return the inputs that one thing said makes true."""
        found = self._places.get(each)
        if found is None:
            true = self._atoms(*each)
            if any(map(self._shape.lacks, true)):
                raise StrangeError
            place = self.circuit.inputs
            found = self._places[each] = tuple(place[atom] for atom in true if atom in place)
        return found

    def _atoms(self, name: str, one: Any) -> tuple[str, ...]:  # noqa: ANN401  any of `Told`
        standing = self.table.troopers
        if name == "asked":
            return atoms(self.table, (one,))
        given: dict[str, Any] = {"troopers": standing, name: [one]}
        if name == "troopers":
            given[name] = [one if old.name == one.name else old for old in standing]
        elif name in {"rolls", "hits"}:
            given["order"] = [one.act]
        return atoms(Situation(active=self.table.active, **given))

    def _told(self, one: Opinion) -> Iterator[Claim]:
        """Yield what the oracle says, as outputs."""
        for _, ours, ruling in one.asked:
            if ruling is not None:
                yield self._claim("ruling", ours, ruling.verdict)
        if one.end is not None:
            yield from self._endings(one, one.end)

    def _endings(self, one: Opinion, end: Outcome) -> Iterator[Claim]:
        theirs = {act: ours for act, ours, _ in one.asked}
        for act in one.world.order:
            yield self._claim("performed", theirs[act], act in end.carried_out)
        for trooper in one.world.troopers:
            yield self._claim("becomes", trooper.name, end.states[trooper.name])
        for name in one.world.pieces:
            yield self._claim("form", name, end.forms[name])
        yield self._claim("remembered", end.failed, one.again)

    def _claim(self, kind: str, about: Any, answer: Any) -> Claim:  # noqa: ANN401  any answer
        """Return what is claimed of an act, a trooper or a piece: so, and not otherwise."""
        found = self._claims.get((kind, about, answer))
        if found is None:
            every, true = self._atoms_claimed(kind, about, answer)
            if not true <= self._outputs.keys():
                raise StrangeError
            place = self._outputs
            known = tuple(place[name] for name in every | true if name in place)
            found = self._claims[kind, about, answer] = known, tuple(place[name] for name in true)
        return found

    def _atoms_claimed(self, kind: str, about: Any, answer: Any) -> tuple[set[str], set[str]]:  # noqa: ANN401
        """Return the atoms that an answer speaks of, and those that hold by it."""
        if kind == "ruling":
            act = f"ruling(declare({term(self.table, about)})"
            return {f"{act},{one})" for one in RULINGS}, {f"{act},{answer})"}
        if kind == "performed":
            act = f"performed({term(self.table, about)})"
            return {act}, {act} if answer else set()
        if kind == "becomes":
            states = {state: f"becomes({about},{state})" for state in STATES}
            return set(states.values()), {states[state] for state in answer & STATES}
        if kind == "form":
            begin = f"form({piece(self.table, about)},"
            every = {name for name in self._outputs if name.startswith(begin)}
            return every, set() if answer == "absent" else {f"{begin}{answer},effects)"}
        failed, again = ({_failed(*pair) for pair in pairs} for pairs in (about, answer))
        every = {name for name in self._outputs if name.startswith("remembered(")}
        return every - again, failed - again


@cache
def _kinds(document: str) -> frozenset[tuple[str, bool, str | None, Step | None]]:
    """Return the Skills, if they are aimed, into what and in which step, of acts that are asked."""
    acts = (ours for seed in range(DRAWN) for _, ours, _ in opinion(document, seed).asked)
    return frozenset((act.does, act.at is not None, act.into, act.when) for act in acts)


def _failed(who: str, whom: str) -> str:
    return f"remembered(failed(discover,{who},{whom}))"


def _is_compared(name: str) -> bool:
    """Whether the oracle has a word on it: not on forms before the end, or of what has left."""
    if ",react," in name or not name.startswith(COMPARED):
        return False
    return not name.startswith("form(") or (
        name.endswith(",effects)") and not name.endswith(",nothing,effects)")
    )
