"""What can be compared of two answers: rulings on the acts on turn, and results of an Order."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from aro.analysis.search.gate_solver import Literal
from aro.analysis.search.situation_search import Search
from aro.analysis.search.small_tables import REPLICA
from aro.engine.clingo_program import Term, parts, read, written
from aro.engine.result_kinds import RESULT_KINDS

Said = tuple[Term, ...]
"""What a clause speaks of: a ruling on an act, the states of a trooper, a duty, a MOD."""

Topic = tuple[Term, ...]
"""What a result is about, whoever it befalls: a law that never speaks of it lacks the subject."""


class Speech(NamedTuple):
    """A clause that speaks in an answer, in what manner, of what, and by which output."""

    clause: str
    verb: str
    of: Said
    output: str


class Act(NamedTuple):
    """The arguments of an act's term."""

    name: Term
    step: Term
    who: Term
    does: Term
    target: Term

    def __str__(self) -> str:
        return f"{self.does} ({self.step})"


class Point(NamedTuple):
    """Something that holds in an answer or does not, under each law; `goal` is when it counts.

    It holds under a law where one of its `outputs` does. `about` is the act, the piece or the
    memory in question, and what is said of it.
    """

    matter: str
    about: tuple[Term, ...]
    outputs: tuple[frozenset[str], ...]
    holds: tuple[Literal, ...]
    goal: tuple[Literal, ...] = ()

    @property
    def act(self) -> Act | None:
        """The act that it is about, if it is about one."""
        return Act(*parts(self.about[0])) if self.matter in OF_ACTS else None

    @property
    def subject(self) -> Term:
        """Who or what it is about: who acts, whose state or piece it is."""
        if self.act:
            return self.act.who
        first = self.about[0]
        if self.matter == "memory":
            return parts(first)[-1]
        return first[1] if isinstance(first, tuple) else first

    @property
    def topic(self) -> Topic:
        """What it is about, whoever it befalls."""
        if self.matter == "memory":
            kind, *of = parts(self.about[0])
            return ("memory", kind, *(of[1:] if kind in {"lost", "reduced"} else ()))
        if self.act and self.matter in {"mod", "roll"}:
            return (self.matter, self.act.does)
        return (self.matter, *self.about[1:2])

    @property
    def near(self) -> tuple[Said, ...]:
        """Of what a clause speaks that speaks of it; of a piece, it may be of a state as well."""
        said = _said(self.matter, self.about)
        if self.matter not in {"piece", "memory"}:
            return (said,)
        return said, ("state", "red1" if self.subject == REPLICA else self.subject)

    def __str__(self) -> str:
        values = " ".join(map(written, self.about[1:]))
        if self.act:
            return f"{self.act}: {values}" if values else str(self.act)
        return values or written(parts(self.about[0])[0])


class Side:
    """All that one law says in a search, and if `whole` what it might if it were another."""

    def __init__(self, search: Search, number: int, *, whole: bool = False) -> None:
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
        return tuple(one for name, atom in self.read if (one := speech(name, atom)))

    @cached_property
    def by_clause(self) -> Mapping[str, list[Speech]]:
        """What each clause can say, by its term."""
        found: dict[str, list[Speech]] = defaultdict(list)
        for one in self.speeches:
            found[one.clause].append(one)
        return found

    def saying(self, clause: str, point: Point, *, near: bool = False) -> list[str]:
        """Return the outputs by which a clause speaks: of a point, or if it cannot, of anything.

        With `near` there are none where it cannot speak of the point.
        """
        said, meant = self.by_clause.get(clause, []), point.near
        of_it = [one.output for one in said if one.of in meant]
        return of_it if of_it or near else [one.output for one in said]

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
            about=(read(act),),
            outputs=tuple(frozenset({legal}) for _ in sides),
            holds=tuple(side.holds(legal) for side in sides),
            goal=(picked, *spoken),
        )


def results(search: Search, sides: Sequence[Side]) -> Iterator[Point]:
    """Yield a point for each result of an Order played to its end."""
    unpicked = tuple(-one for one in search.picked.values())
    outputs: dict[tuple[str, tuple[Term, ...]], list[set[str]]] = {}
    for number, side in enumerate(sides):
        for name, atom in side.read:
            if result := result_of(atom):
                outputs.setdefault(result, [set() for _ in sides])[number].add(name)
    for (matter, about), names in outputs.items():
        holds = (
            search.any_of(map(side.holds, mine)) for side, mine in zip(sides, names, strict=True)
        )
        of_act = f"declared({written(about[0])})" if matter in OF_ACTS else None
        declared = (search.inputs.get(of_act, search.false),) if of_act else ()
        yield Point(
            matter=matter,
            about=about,
            outputs=tuple(map(frozenset, names)),
            holds=tuple(holds),
            goal=(*unpicked, *declared),
        )


MATTERS = {
    "performed": "effect",
    "becomes": "state",
    "form": "piece",
    "count": "figure",
    "remembered": "memory",
    "duty": "duty",
    "mod": "mod",
    "roll": "roll",
    "value": "value",
}
"""What the kinds of result that are compared are called here, by predicate."""

OF_ACTS = frozenset({"ruling", "effect", "mod", "roll", "figure"})
"""The matters that are about an act."""

KEYED_BY = {"duty": 2, "value": 2, "figure": 2}
"""How many arguments say what a clause speaks of, if not one; the rest is a value."""

SPEAKING = {
    **{one: (one, "state") for one in ("begun", "ended", "turned", "counts_unmasked")},
    "removed": ("removes", "piece"),
    "freed": ("frees", "state"),
    "mod": ("mod", "mod"),
    "duty": ("obliges", "duty"),
    "thwarted": ("forbids", "effect"),
    "roll": ("roll", "roll"),
    "value": ("gives", "value"),
    "count": ("counts", "figure"),
    "remembers": ("remembers", "memory"),
}
"""By predicate, in what manner the clause that an output names speaks, and of what matter."""


def result_of(atom: tuple[Term, ...]) -> tuple[str, tuple[Term, ...]] | None:
    """Return the matter of a result and what it is about; None if it is none that is compared."""
    predicate, *of = atom
    matter = MATTERS.get(str(predicate))
    passing = predicate == "form" and of[2:] not in ([], ["effects"])
    if matter is None or passing:
        return None
    roles = RESULT_KINDS[str(predicate)].roles
    return matter, tuple(of[roles[0] == "clause" : 3 if matter == "roll" else len(roles)])


def speech(name: str, atom: tuple[Term, ...]) -> Speech | None:
    """Return the clause that an output names, and in what manner it speaks, if it names one."""
    match atom:
        case "because", (matter, act), clause, does:
            kind = "ruling" if matter == "declare" else "effect"
            return Speech(written(clause), str(does), (kind, act), name)
        case "restored", clause, *memory:
            return Speech(written(clause), "restores", ("memory", ("reduced", *memory)), name)
        case predicate, clause, *of if said := SPEAKING.get(str(predicate)):
            verb, matter = said
            return Speech(written(clause), verb, _said(matter, of), name)
    return None


def _said(matter: str, about: Sequence[Term]) -> Said:
    """Return of what a clause speaks that speaks of this: the values are left out."""
    return (matter, *about[: KEYED_BY.get(matter, 1)])
