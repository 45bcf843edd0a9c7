"""What was found in a search as a situation that can be put to a rulebook, and as a case."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from aro._parts import HALVES
from aro.analysis.search.situation_search import Found
from aro.analysis.search.small_tables import REPLICA, Scene
from aro.cases import AskRuling, Case
from aro.engine.clingo_program import Term, parts, read
from aro.situation import (
    Act,
    Event,
    Half,
    Hit,
    Memory,
    Pair,
    Roll,
    Situation,
    Trooper,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """The smallest situation found that shows something; `act` is looked at, if it is a ruling."""

    table: Situation
    act: Act | None
    facts: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many facts it has beyond who is there, and on which side."""
        return len(self.facts)

    def case(self, editions: Iterable[str], title: str) -> Case:
        """Return it as a case that asks some editions for the ruling on the act."""
        asks = (AskRuling(act=self.act, because=()),) if self.act else ()
        return Case(editions=tuple(editions), title=title, situation=self.table, asks=asks)


def witness(scene: Scene, found: Found) -> Witness:
    """Return what was found in a scene."""
    act = None if found.picked is None else act_of(found.picked, found.true)
    facts = tuple(sorted(found.true))
    return Witness(table=situation(scene, found.true), act=act, facts=facts)


def situation(scene: Scene, true: Iterable[str]) -> Situation:
    """Return the situation of a scene in which exactly these facts, as atoms, hold."""
    told: dict[str, list[tuple[Term, ...]]] = {}
    for one in sorted(true):
        name, *arguments = parts(read(one))
        told.setdefault(str(name), []).append(tuple(arguments))

    def of(name: str) -> list[tuple[Term, ...]]:
        return told.get(name, [])

    manners = _manners(told)
    order = sorted((_act(one[0], manners) for one in of("declared")), key=_moment)
    declared = {_key(one): one for one in order}
    troopers = [
        Trooper(
            name,
            side=side,
            states=[str(s) for who, s in of("state") if who == name],
            has=[str(k) for who, k in of("has") if who == name],
            replicas=[(REPLICA, scene.replica)] if scene.replica and name == "red1" else (),
            noted=next((_piece(p) for who, p in of("noted") if who == name), None),
            device=next((str(k) for who, k in of("device") if who == name), None),
            numbers=[(str(n), int(str(v))) for who, n, v in of("number") if who == name],
        )
        for name, side in scene.sides.items()
    ]
    return Situation(
        active="red",
        troopers=troopers,
        lof=_pairs(of("lof")),
        zoc=_pairs(of("zoc")),
        contact=_pairs(of("contact")),
        order=order,
        rolls=[Roll(declared[_key(_act(a))], str(result)) for a, result in of("rolled")],
        hits=[
            Hit(
                declared[_key(_act(a))],
                _piece(p),
                saves=(a, p) in of("saves"),
                critical=(a, p) in of("critical"),
            )
            for a, p in of("hit")
        ],
        events=[Event(str(who), *_verb(what)) for who, what in of("event")],
        memory=[Memory(*(_piece(one) for one in parts(memo))) for (memo,) in of("memory")],
        phase=str(of("phase")[0][0]) if of("phase") else "orders",
        game=str(of("game")[0][0]) if of("game") else None,
        ends_turn=bool(of("turn_ends")),
    )


def act_of(term: str, true: Iterable[str]) -> Act:
    """Return an act that is asked about, with the manner in which it is done."""
    told: dict[str, list[tuple[Term, ...]]] = {}
    for one in true:
        name, *arguments = parts(read(one))
        told.setdefault(str(name), []).append(tuple(arguments))
    return _act(read(term), _manners(told))


Manners = Mapping[Term, tuple[list[str], list[str], list[tuple[str, int]]]]


def _manners(told: Mapping[str, list[tuple[Term, ...]]]) -> Manners:
    found: dict[Term, tuple[list[str], list[str], list[tuple[str, int]]]] = {}
    for act, gear in told.get("uses", []):
        found.setdefault(act, ([], [], []))[0].append(str(gear))
    for act, piece in told.get("covers", []):
        found.setdefault(act, ([], [], []))[1].append(_piece(piece))
    for act, name, value in told.get("tally", []):
        found.setdefault(act, ([], [], []))[2].append((str(name), int(str(value))))
    return found


def _act(term: Term, manners: Manners | None = None) -> Act:
    _, step, who, does, target = parts(term)
    uses, covers, numbers = (manners or {}).get(term, ([], [], []))
    when: Any = step
    at, into = (
        (None, None)
        if target == "none"
        else (_piece(target), None)
        if isinstance(target, tuple) or target == REPLICA
        else (None, str(target))
    )
    return Act(
        str(who), str(does), at, into=into, when=when, uses=uses, covers=covers, numbers=numbers
    )


def _key(act: Act) -> Act:
    return act.bare


def _moment(act: Act) -> tuple[int, str]:
    return ("first", "aro_1", "second", "aro_2").index(str(act.when)), str(act)


def _piece(term: Term) -> str:
    return str(term[1]) if isinstance(term, tuple) else str(term)


def _verb(term: Term) -> tuple[str, str]:
    verb, what = parts(term)
    return str(verb), str(what)


def _pairs(found: Iterable[tuple[Term, ...]]) -> list[Pair]:
    """Return pairs of pieces, those that are so in both halves written once."""
    halves: dict[tuple[str, str], set[Half]] = {}
    for one, other, half in found:
        each: Any = half
        halves.setdefault((_piece(one), _piece(other)), set()).add(each)
    return [
        Pair(one, other, half)
        for (one, other), held in sorted(halves.items())
        for half in ([None] if held == set(HALVES) else sorted(held))
    ]
