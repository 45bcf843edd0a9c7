"""One table under search: where an answer to it can change, is missing or contradicts itself."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from aro.analysis.search.gate_solver import Literal
from aro.analysis.search.points import Point, Said, Side, Speech, Topic, results, rulings, speech
from aro.analysis.search.situation_search import Found, Search
from aro.analysis.search.small_law import any_bits
from aro.analysis.search.small_tables import Scene
from aro.engine.clingo_program import Term, parts, read, written

QUICK = 300
"""After so many conflicts something else is tried."""

FEW = 20
"""So many kinds of answer are asked for one by one before any of all is."""

Key = tuple[str, ...]
"""A kind of finding and what it is about: a clause, a state, a duty, a Skill in a step."""


class Seen(NamedTuple):
    """A situation that shows something, and the table it is on; `of` is what clauses clash over."""

    scene: Scene
    found: Found
    of: str = ""


class TableSearch:
    """One table under search, and the points at which an answer to it can change."""

    def __init__(self, scene: Scene, search: Search) -> None:
        self.scene, self.search, self.side = scene, search, Side(search, 0, whole=True)
        self.points = [*_legal_and_illegal(search, self.side), *results(search, [self.side])]
        self._at: dict[str, list[int]] = {}
        for number, point in enumerate(self.points):
            for output in point.outputs[0]:
                self._at.setdefault(output, []).append(number)

    def ways(self) -> dict[Key, list[Literal]]:
        """Return what shows that something comes about, and that a hidden state can be left."""
        found = ways(self.side.literals)
        for name, literal in self.search.inputs.items():
            match parts(read(name)):
                case "state", who, state:
                    model = self.side.holds(f"form(own({who}),model,effects)")
                    shows = self.search.all_of([literal, model])
                    found.setdefault(("not_revealed", str(state)), []).append(shows)
        return found

    def speaking(self, clause: str) -> Iterator[list[Literal]]:
        """Yield goals in each of which a clause speaks, each manner of it once."""
        picked = self.search.picked
        manners: dict[tuple[Term, str], Speech] = {}
        for one in self.side.by_clause.get(clause, ()):
            if one.verb not in {"types", "closes"}:
                manners.setdefault((one.of[0], one.verb), one)
        for (matter, _), one in manners.items():
            on_turn = [picked.get(written(one.of[1]), self.search.false)]
            unpicked = [-act for act in picked.values()]
            yield [self.side.holds(one.output), *(on_turn if matter == "ruling" else unpicked)]

    def silences(
        self, known: Collection[Key], *, states: Collection[str], untyped: Collection[str]
    ) -> Iterator[tuple[Key, Seen]]:
        """Yield the acts on turn, not yet `known`, of which nothing is said.

        What goes with a Skill of a type that nobody knows is not asked act by act.
        """
        search = self.search
        deployment = search.inputs.get("phase(deployment)", search.false)
        puzzling: dict[Literal, str] = {}
        goals: dict[Key, list[list[Literal]]] = {}
        for act, picked in search.picked.items():
            _, step, who, skill, into = parts(read(act))
            if step == "first" and skill in untyped:
                puzzling[search.inputs[f"declared({act})"]] = str(skill)
            entered = (str(into),) if into in states else ()
            silent = self.side.holds(f"ruling(declare({act}),silent)")
            if who not in self.scene.extras and silent != search.false:
                key = ("silence", str(skill), str(step), *entered)
                goals.setdefault(key, []).append([picked, silent])
        after = search.any_of(search.all_of(one) for ways in goals.values() for one in ways)
        apart = [-deployment, *(-one for one in puzzling)]
        wanted = {key: [[*goal, *apart] for goal in ways] for key, ways in goals.items()}
        for one, skill in puzzling.items():
            wanted.setdefault(("silence", skill, "type"), []).append([one, after, -deployment])
        for key, _, found in search.reached(wanted, known):
            yield key, Seen(self.scene, found)

    def clashes(self, known: Collection[Key]) -> Iterator[tuple[Key, Seen]]:
        """Yield the pairs of clauses, not yet `known`, that say opposite things."""
        spoken: dict[Said, list[tuple[str, str, Term]]] = {}
        for name, atom in self.side.read:
            for matter, clause, says in _contrary(atom):
                spoken.setdefault(matter, []).append((name, written(clause), says))
        wanted: dict[Key, list[list[Literal]]] = {}
        matters: dict[Key, list[str]] = {}
        for matter, speeches in spoken.items():
            for (one, first, says), (other, second, opposite) in combinations(speeches, 2):
                if first != second and says != opposite:
                    key = ("contradiction", *sorted((first, second)))
                    both = [self.side.holds(one), self.side.holds(other), self._on_turn(matter)]
                    wanted.setdefault(key, []).append(both)
                    matters.setdefault(key, []).append(str(matter[0]))
        for key, number, found in self.search.reached(wanted, known):
            yield key, Seen(self.scene, found, matters[key][number])

    def _on_turn(self, matter: Said) -> Literal:
        """Return the literal of an act being on turn, if its declaration is what is spoken of."""
        match matter:
            case "ruling", ("declare", act):
                return self.search.picked.get(written(act), self.search.false)
        return self.search.true

    def changing(self, found: Found, clauses: Sequence[str]) -> Iterator[str]:
        """Yield the clauses of which each, switched off, changes the answer to a situation."""
        changed = 0
        for _, held in self._held(found, [f"off({one})" for one in clauses]):
            changed |= ~held if held & 1 else held
        yield from (one for n, one in enumerate(clauses, start=1) if changed >> n & 1)

    def _held(self, found: Found, switches: Iterable[str]) -> Iterator[tuple[int, int]]:
        """Yield the points that are looked at in a situation, by number, and where they hold.

        That is as bits: the first in the situation as it is, each other with one of the switches.
        """
        world = found.true | self.search.worlds[0]
        bits = self.search.laws[0].bits([world, *(world | {one} for one in switches)])
        about = None if found.picked is None else (read(found.picked),)
        for number, point in enumerate(self.points):
            if point.about == about if point.matter == "ruling" else about is None:
                yield number, any_bits(bits, point.outputs[0])

    def changed(self, switch: str, within: tuple[str, ...] = ()) -> Found | None:
        """Return a situation in which an answer changes when a switch is set, others being set.

        It has the fewest facts of those in which an answer of its kind changes: rulings on a Skill
        come first, and what comes about in fewer ways.
        """
        search = self.search
        goals = self._goals(self._changing_at(switch, within))
        anything = search.any_of(goals)
        for goal in (*goals[:FEW], anything, *goals[FEW:]):
            if found := search.some([goal], QUICK):
                return search.least([goal]) or found
            if goal == anything and not search.unsure:
                return None
        return search.some([anything])

    def _goals(self, ways: Mapping[int, Literal]) -> list[Literal]:
        """Return a goal for each kind of answer that some ways change."""
        kinds: dict[Topic, list[Literal]] = {}
        for number, literal in ways.items():
            kinds.setdefault(_kind(self.points[number]), []).append(literal)
        order = sorted(kinds.items(), key=lambda one: (one[0][0] != "ruling", len(one[1])))
        return [self.search.any_of(literals) for _, literals in order]

    def smaller(self, found: Found, switch: str) -> Found:
        """Return the smallest situation in which setting a switch changes what it changes here."""
        changing = self._changing_at(switch)
        for number, held in self._held(found, [switch]):
            if held in {1, 2} and number in changing:
                return self.search.least([changing[number]]) or found
        return found

    def _changing_at(self, switch: str, within: tuple[str, ...] = ()) -> dict[int, Literal]:
        """Return, by the number of a point, the literal of its changing when a switch is set."""
        search, ways = self.search, {}
        before = search.switched(0, within) if within else {}
        after = search.switched(0, [*within, switch])
        moved = {o for o in {*before, *after} if before.get(o) != after.get(o)}
        for number in sorted({n for output in moved for n in self._at.get(output, ())}):
            point = self.points[number]
            was, now = (
                search.any_of(held.get(o, self.side.holds(o)) for o in point.outputs[0])
                for held in (before, after)
            )
            if now != was:
                ways[number] = search.all_of([*point.goal, search.differ(now, was)])
        return ways


def ways(outputs: Mapping[str, Literal]) -> dict[Key, list[Literal]]:
    """Return which outputs show of clauses, states and duties that they do something."""
    found: dict[Key, list[Literal]] = {}
    for name, literal in outputs.items():
        atom = parts(read(name))
        said = speech(name, atom)
        speaking = [("dead", said.clause)] if said else []
        prevailing = [("never_prevails", said.clause)] if said and said.verb == "lifts" else []
        for key in (*speaking, *prevailing, *happening(atom)):
            found.setdefault(key, []).append(literal)
    return found


def happening(term: tuple[Term, ...]) -> Iterator[Key]:
    """Yield what comes about by an output that holds, or by a Law that turns a case."""
    match term:
        case "under", _, _, law:
            yield from happening(parts(law))
        case ("begun", _, _, state, _) | ("begins", state, _):
            yield "not_entered", str(state)
        case ("ended", _, _, state, _) | ("cancels", state, _):
            yield "not_left", str(state)
        case ("turned", _, _, before, after, _) | ("turns", before, _, after):
            yield "not_left", str(before)
            yield "not_entered", str(after)
        case ("duty", _, _, duty) | ("obliges", _, duty):
            yield "duty", str(duty)


def _kind(point: Point) -> Topic:
    """Return what is asked at a point: of what Skill, if it is a ruling, or about what."""
    act = point.act if point.matter in {"ruling", "effect"} else None
    return (point.matter, act.does) if act else point.topic


def _legal_and_illegal(search: Search, side: Side) -> Iterator[Point]:
    """Yield the points of rulings, legal and illegal, silence being neither."""
    for point in rulings(search, [side]):
        yield point
        illegal = f"ruling(declare({written(point.about[0])}),illegal)"
        yield point._replace(
            outputs=(frozenset({illegal}),), holds=(side.holds(illegal),), goal=point.goal[:1]
        )


def _contrary(atom: tuple[Term, ...]) -> Iterator[tuple[Said, Term, Term]]:
    """Yield of what a clause speaks that can be of one kind only, the clause, and the kind."""
    match atom:
        case (("affirms" | "stands") as verb, clause, matter):
            yield ("ruling", matter), clause, verb
        case "roll", clause, act, kind, other:
            yield ("roll", act, other), clause, kind
        case (("value" | "count") as sort, clause, of, called, value):
            yield (sort, of, called), clause, value
        case "turned", clause, who, before, after, moment:
            yield ("state", who, before, moment), clause, after
