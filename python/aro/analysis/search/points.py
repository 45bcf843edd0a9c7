"""What can be compared of two answers: rulings on the acts on turn, and results of an Order."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from aro.analysis.search.gate_solver import Literal
from aro.analysis.search.situation_search import Search
from aro.engine.clingo_program import Term, parts, read, written

Key = tuple[Term, ...]
"""What a clause speaks of: a ruling on an act, the states of a trooper, a duty, a MOD."""

Topic = tuple[Term, ...]
"""What a result is about, whoever it befalls: a law that never speaks of it lacks the subject."""


@dataclass(frozen=True, slots=True)
class Speech:
    """A clause that speaks in an answer, in what manner, of what, and by which output."""

    clause: str
    verb: str
    of: Key
    output: str


@dataclass(frozen=True, slots=True)
class Point:
    """Something that holds in an answer or does not, under each law; `goal` is when it counts.

    It holds under a law where one of its `outputs` does.
    """

    matter: str
    about: Term
    outputs: tuple[frozenset[str], ...]
    holds: tuple[Literal, ...]
    near: tuple[Key, ...]
    goal: tuple[Literal, ...] = ()


class Side:
    """All that one law says in a search, and if `whole` what it might if it were another."""

    def __init__(self, search: Search, number: int, *, whole: bool = False) -> None:
        self.law = search.laws[number]
        self.literals = search.sides[number]
        self._never = search.false
        self._whole = whole

    @cached_property
    def read(self) -> list[tuple[str, tuple[Term, ...]]]:
        """The outputs that can hold, or all of the whole, and each taken apart."""
        can = (n for n, one in self.literals.items() if self._whole or one != self._never)
        return [(name, parts(read(name))) for name in can]

    @cached_property
    def speeches(self) -> tuple[Speech, ...]:
        """Every clause that can speak, and of what."""
        return tuple(one for name, atom in self.read for one in speeches(name, atom))

    @cached_property
    def by_clause(self) -> Mapping[str, list[Speech]]:
        """What each clause can say, by its term."""
        found: dict[str, list[Speech]] = defaultdict(list)
        for one in self.speeches:
            found[one.clause].append(one)
        return found

    def holds(self, output: str) -> Literal:
        """Return the literal of an output, that of falsehood where there is none."""
        return self.literals.get(output, self._never)


def rulings(search: Search, sides: Sequence[Side]) -> Iterator[Point]:
    """Yield a point for each act that may be on turn: whether it is legal; no law is silent."""
    for act, picked in search.picked.items():
        legal, illegal = (f"ruling(declare({act}),{one})" for one in ("legal", "illegal"))
        spoken = [search.any_of([side.holds(legal), side.holds(illegal)]) for side in sides]
        yield Point(
            matter="ruling",
            about=read(act),
            outputs=tuple(frozenset({legal}) for _ in sides),
            holds=tuple(side.holds(legal) for side in sides),
            near=(("ruling", read(act)),),
            goal=(picked, *spoken),
        )


def results(search: Search, sides: Sequence[Side]) -> Iterator[Point]:
    """Yield a point for each result of an Order played to its end."""
    unpicked = tuple(-one for one in search.picked.values())
    found: dict[tuple[str, Term, tuple[Key, ...]], list[set[str]]] = {}
    for number, side in enumerate(sides):
        for name, atom in side.read:
            for told in _results(atom):
                found.setdefault(told, [set() for _ in sides])[number].add(name)
    for (matter, about, near), names in found.items():
        holds = (
            search.any_of(side.holds(one) for one in mine)
            for side, mine in zip(sides, names, strict=True)
        )
        yield Point(
            matter=matter,
            about=about,
            outputs=tuple(map(frozenset, names)),
            holds=tuple(holds),
            near=near,
            goal=(*unpicked, *_declared(search, matter, about)),
        )


def _declared(search: Search, matter: str, about: Term) -> Iterator[Literal]:
    """Yield the literal of the act being declared, where a result is one of an act."""
    if matter in {"effect", "mod", "roll", "figure"}:
        act = about if matter == "effect" else parts(about)[0]
        yield search.inputs.get(f"declared({written(act)})", search.false)


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
            yield "memory", memo, (("memory", memo), ("state", parts(memo)[-1]))


def speeches(name: str, atom: tuple[Term, ...]) -> Iterator[Speech]:  # noqa: C901  one case a verb
    """Yield the clause that an output names, and in what manner, if it names one."""
    verb, *of = atom
    match verb, of:
        case "because", ((matter, act), clause, does):
            kind = "ruling" if matter == "declare" else "effect"
            yield Speech(written(clause), str(does), (kind, act), name)
        case "thwarted", (clause, act):
            yield Speech(written(clause), "forbids", ("effect", act), name)
        case (("begun" | "ended" | "turned" | "counts_unmasked"), (clause, who, *_)):
            yield Speech(written(clause), str(verb), ("state", who), name)
        case "removed", (clause, piece, _):
            yield Speech(written(clause), "removed", ("piece", piece), name)
        case "remembers", (clause, memo):
            yield Speech(written(clause), "remembers", ("memory", memo), name)
        case "freed", (clause, who, _):
            yield Speech(written(clause), "frees", ("state", who), name)
        case "restored", (clause, *memo):
            yield Speech(written(clause), "restores", ("memory", ("reduced", *memo)), name)
        case "duty", (clause, who, duty):
            yield Speech(written(clause), "obliges", ("duty", who, duty), name)
        case (("mod" | "roll"), (clause, act, _)):
            yield Speech(written(clause), str(verb), (str(verb), act), name)
        case "value", (clause, piece, called, _):
            yield Speech(written(clause), "gives", ("value", piece, called), name)
        case "count", (clause, act, called, _):
            yield Speech(written(clause), "counts", ("figure", act, called), name)


def subject(point: Point) -> Term:
    """Return who or what a point is about: who acts, whose state or piece it is."""
    match point.matter, point.about:
        case (("ruling" | "effect"), act):
            return parts(act)[2]
        case (("mod" | "roll" | "figure"), (act, *_)):
            return parts(act)[2]
        case (("piece" | "value"), (piece, *_)):
            return piece[1] if isinstance(piece, tuple) else piece
        case "memory", memo:
            return parts(memo)[-1]
    return parts(point.about)[0]


def topic(point: Point) -> Topic:
    """Return what a result is about, whoever it befalls."""
    match point.matter, point.about:
        case (("state" | "piece" | "duty"), (_, what)):
            return (point.matter, what)
        case (("mod" | "roll"), (act, _)):
            return (point.matter, parts(act)[3])
        case "figure", (_, name, _):
            return ("figure", name)
        case "value", (_, name, _):
            return ("value", name)
        case "memory", memo:
            kind, *of = parts(memo)
            return ("memory", kind, *(of[1:] if kind in {"lost", "reduced"} else ()))
    return (point.matter,)
