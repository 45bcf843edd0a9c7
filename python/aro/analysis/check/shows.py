"""What one situation shows of an edition: that it is silent, or that two of its clauses clash."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from aro.analysis.check.table_search import Here, Seen
from aro.analysis.search.points import Key
from aro.engine.clingo_program import Term, parts, read, written

if TYPE_CHECKING:
    from aro.analysis.search.gate_solver import Literal

Silent = tuple[str, ...]
"""What nothing is said of: a Skill in a step, into a state perhaps; or the type of a Skill."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two clauses that say opposite things of one matter, and a situation in which they do."""

    clauses: tuple[str, str]
    of: str
    seen: Seen


def silences(
    here: Here, known: dict[Silent, Seen], *, states: Collection[str], untyped: Collection[str]
) -> None:
    """Add to what is `known` the acts on turn of which nothing is said on a table.

    What goes with a Skill of a type that nobody knows is not asked act by act.
    """
    search = here.search
    puzzling = {
        literal: kind
        for name, literal in search.inputs.items()
        if name.startswith("declared(act(first,") and (kind := _skill(name)) in untyped
    }
    apart = [-here.deployment, *(-one for one in puzzling)]
    goals: dict[Silent, list[list[Literal]]] = {}
    for act, picked in search.picked.items():
        _, step, who, skill, into = parts(read(act))
        entered = (str(into),) if into in states else ()
        silent = here.side.holds(f"ruling(declare({act}),silent)")
        if who not in here.scene.extras and silent != search.false:
            goals.setdefault((str(skill), str(step), *entered), []).append([picked, silent])
    with search.making():
        after = search.any_of(search.all_of(one) for ways in goals.values() for one in ways)
    wanted = {
        key: [[*goal, *apart] for goal in ways] for key, ways in goals.items() if key not in known
    }
    for one, skill in puzzling.items():
        if (skill, "type") not in known:
            wanted.setdefault((skill, "type"), []).append([one, after, -here.deployment])
    for key in search.reached(wanted):
        if found := search.first(wanted[key]):
            known[key] = (here.scene, found[1])


def _skill(declared: str) -> str:
    return str(parts(read(declared[len("declared(") : -1]))[3])


def clashes(here: Here, known: dict[tuple[str, str], Clash]) -> None:
    """Add to what is `known` the pairs of clauses that say opposite things on a table."""
    told: dict[Key, list[tuple[str, str, Term]]] = {}
    for name, atom in here.side.read:
        for key, clause, says in _contrary(atom):
            told.setdefault(key, []).append((name, written(clause), says))
    wanted: dict[tuple[str, str], list[list[Literal]]] = {}
    matters: dict[tuple[str, str], list[str]] = {}
    for key, spoken in told.items():
        for (one, first, says), (other, second, opposite) in combinations(spoken, 2):
            pair = (min(first, second), max(first, second))
            if first != second and says != opposite and pair not in known:
                both = [here.side.holds(one), here.side.holds(other), here.on_turn(key)]
                wanted.setdefault(pair, []).append(both)
                matters.setdefault(pair, []).append(str(key[0]))
    for pair in here.search.reached(wanted):
        if found := here.search.first(wanted[pair]):
            number, shown = found
            known[pair] = Clash(pair, matters[pair][number], (here.scene, shown))


def _contrary(atom: tuple[Term, ...]) -> Iterator[tuple[Key, Term, Term]]:
    """Yield of what a clause speaks that can be of one kind only, the clause, and the kind."""
    match atom:
        case (("affirms" | "stands") as verb, clause, matter):
            yield ("ruling", matter), clause, verb
        case "roll", clause, act, kind:
            yield ("roll", act), clause, kind
        case (("value" | "count") as sort, clause, of, called, value):
            yield (sort, of, called), clause, value
        case "turned", clause, who, before, after, moment:
            yield ("state", who, before, moment), clause, after
