"""What can be compared of two answers: rulings on the acts on turn, and results of an Order."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from aro._engine import Term, parts, read, written
from aro.workbench._search import Literal, Search

Key = tuple[Term, ...]
"""What a clause speaks of: a ruling on an act, the states of a trooper, a duty, a MOD."""


@dataclass(frozen=True, slots=True)
class Speech:
    """A clause that speaks in an answer, in what manner, of what, and the literal of its doing."""

    clause: str
    verb: str
    of: Key
    literal: Literal


@dataclass(frozen=True, slots=True)
class Point:
    """Something that holds in an answer or does not, under each law; `goal` is when it counts.

    Where a law can never say so its literal is `never`.
    """

    matter: str
    about: Term
    holds: tuple[Literal, ...]
    near: tuple[Key, ...]
    never: Literal
    goal: tuple[Literal, ...] = ()


class Side:
    """All that one law says in a search."""

    def __init__(self, search: Search, number: int) -> None:
        self.search, self.number = search, number
        self.literals = search.sides[number]

    @cached_property
    def read(self) -> list[tuple[tuple[Term, ...], Literal]]:
        """The outputs that can hold, taken apart."""
        false = -self.search.true
        return [(parts(read(n)), one) for n, one in self.literals.items() if one != false]

    @cached_property
    def speeches(self) -> tuple[Speech, ...]:
        """Every clause that can speak, and of what."""
        return tuple(one for atom, literal in self.read for one in _speeches(atom, literal))

    @cached_property
    def by_clause(self) -> Mapping[str, list[Speech]]:
        """What each clause can say, by its term."""
        found: dict[str, list[Speech]] = defaultdict(list)
        for one in self.speeches:
            found[one.clause].append(one)
        return found

    def holds(self, *atom: Term) -> Literal:
        """Return the literal of an atom, that of falsehood where it never holds."""
        return self.literals.get(written(atom), -self.search.true)


def rulings(search: Search, sides: list[Side]) -> Iterator[Point]:
    """Yield a point for each act that may be on turn: whether it is legal; no law is silent."""
    for act, picked in search.picked.items():
        told = read(act)
        matter = ("declare", told)
        legal = tuple(side.holds("ruling", matter, "legal") for side in sides)
        spoken = [
            search.any_of([one, side.holds("ruling", matter, "illegal")])
            for one, side in zip(legal, sides, strict=True)
        ]
        never = -search.true
        yield Point("ruling", told, legal, (("ruling", told),), never, (picked, *spoken))


def results(search: Search, sides: list[Side]) -> Iterator[Point]:
    """Yield a point for each result of an Order played to its end."""
    unpicked = tuple(-one for one in search.picked.values())
    found: dict[tuple[str, Term, tuple[Key, ...]], list[list[Literal]]] = {}
    for number, side in enumerate(sides):
        for atom, literal in side.read:
            for matter, about, near in _results(atom):
                both = found.setdefault((matter, about, near), [[] for _ in sides])
                both[number].append(literal)
    for (matter, about, near), literals in found.items():
        holds = tuple(search.any_of(each) for each in literals)
        goal = (*unpicked, *_declared(search, matter, about))
        yield Point(matter, about, holds, near, -search.true, goal)


def _declared(search: Search, matter: str, about: Term) -> Iterator[Literal]:
    """Yield the literal of the act being declared, where a result is one of an act."""
    if matter in {"effect", "mod", "roll", "figure"}:
        act = about if matter == "effect" else parts(about)[0]
        yield search.inputs.get(f"declared({written(act)})", -search.true)


def _results(atom: tuple[Term, ...]) -> Iterator[tuple[str, Term, tuple[Key, ...]]]:
    match atom:
        case "performed", act:
            yield "effect", act, (("effect", act),)
        case "becomes", who, state:
            yield "state", (who, state), (("state", who),)
        case "form", piece, form, "effects":
            who = piece[1] if isinstance(piece, tuple) else "red1"
            yield "piece", (piece, form), (("piece", piece), ("state", who))
        case "duty", _, who, duty:
            yield "duty", (who, duty), (("duty", who, duty),)
        case "mod", _, act, value:
            yield "mod", (act, value), (("mod", act),)
        case "roll", _, act, kind:
            yield "roll", (act, kind), (("roll", act),)
        case "value", _, piece, name, value:
            yield "value", (piece, name, value), (("value", piece, name),)
        case "count", _, act, name, value:
            yield "figure", (act, name, value), (("figure", act, name),)
        case "remembered", memo:
            yield "memory", memo, (("memory", memo),)


def _speeches(atom: tuple[Term, ...], literal: Literal) -> Iterator[Speech]:
    match atom:
        case "because", (matter, act), clause, verb:
            kind = "ruling" if matter == "declare" else "effect"
            yield Speech(written(clause), str(verb), (kind, act), literal)
        case "thwarted", clause, act:
            yield Speech(written(clause), "forbids", ("effect", act), literal)
        case (("begun" | "ended") as verb, clause, who, _, _):
            yield Speech(written(clause), str(verb), ("state", who), literal)
        case "turned", clause, who, _, _, _:
            yield Speech(written(clause), "turned", ("state", who), literal)
        case "counts_unmasked", clause, who:
            yield Speech(written(clause), "counts_unmasked", ("state", who), literal)
        case "removed", clause, piece, _:
            yield Speech(written(clause), "removed", ("piece", piece), literal)
        case "duty", clause, who, duty:
            yield Speech(written(clause), "obliges", ("duty", who, duty), literal)
        case (("mod" | "roll") as kind, clause, act, _):
            yield Speech(written(clause), str(kind), (kind, act), literal)
        case "value", clause, piece, name, _:
            yield Speech(written(clause), "gives", ("value", piece, name), literal)
        case "count", clause, act, name, _:
            yield Speech(written(clause), "counts", ("figure", act, name), literal)


def subject(point: Point) -> Term:
    """Return who or what a point is about: who acts, whose state or piece it is."""
    match point.matter, point.about:
        case ("ruling" | "effect"), act:
            return parts(act)[2]
        case ("mod" | "roll" | "figure"), (act, *_):
            return parts(act)[2]
        case ("piece" | "value"), (piece, *_):
            return piece[1] if isinstance(piece, tuple) else piece
        case "memory", memo:
            return parts(memo)[-1]
    return parts(point.about)[0]


def clauses_of(told: Iterable[str]) -> frozenset[str]:
    """Return the terms of the clauses that some outputs name."""
    return frozenset(one.clause for name in told for one in _speeches(parts(read(name)), 0))
