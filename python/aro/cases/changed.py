"""A situation with facts taken away and put in that are given as atoms of clingo."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from aro._parts import HALVES, Act, Event, Hit, Pair, Roll, Trooper
from aro.engine.clingo_program import Term, parts, read, written
from aro.engine.facts import Asked, atoms, memory_of, name_of, term
from aro.errors import SituationError
from aro.knowledge.vocabulary import Vocabulary, check
from aro.situation import Situation

Changed = tuple[Situation, Act]
"""A situation and the act that is asked about in it."""


def changed(
    table: Situation,
    act: Act,
    words: Vocabulary,
    without: Iterable[str],
    put_in: Iterable[str],
) -> Changed | None:
    """Return a situation and an act asked about in it with these facts changed.

    None if no situation says just that: a piece shown in two ways, a Saving Roll without a hit.
    """
    gone, come = tuple(without), tuple(put_in)
    told = frozenset(atoms(table, Asked(acts=(act,))))
    found = (table, act)
    try:
        for so, atom in (*((False, one) for one in gone), *((True, one) for one in come)):
            found = _told(*found, read(atom), so=so)
        check(found[0], words, (found[1],))
    except (SituationError, ExceptionGroup):
        return None
    now = frozenset(atoms(found[0], Asked(acts=(found[1],))))
    return found if now == (told - frozenset(gone)) | frozenset(come) else None


def _told(table: Situation, act: Act, atom: Term, *, so: bool) -> Changed:
    """Return the situation and the act with one fact so, or not."""
    kind, *of = parts(atom)
    names = [name_of(table, written(one)) for one in of]
    told: object = None
    match kind:
        case "uses" | "covers" | "tally":
            return _manner(table, act, _Manner(str(kind), of, names[1]), so=so)
        case "state" | "has" | "noted" | "number":
            one = _profile(table.trooper(names[0]), str(kind), of[1:], names[1], so=so)
            kind, told = "troopers", [one if t.name == one.name else t for t in table.troopers]
        case "lof" | "zoc" | "contact":
            told = _paired(getattr(table, str(kind)), str(kind), names, so=so)
        case "rolled":
            others = [one for one in table.rolls if term(table, one.act) != written(of[0])]
            new = [Roll(_declared(table, of[0]), str(of[1]))] if so else []
            kind, told = "rolls", [*others, *new]
        case "hit" | "saves" | "critical":
            kind, told = "hits", _struck(table, str(kind), of, names[1], so=so)
        case "memory":
            memo = memory_of(table, written(of[0]))
            told = [*(one for one in table.memory if one != memo), *([memo] if so else [])]
        case "event":
            verb, what = map(str, parts(of[1]))
            event = Event(names[0], verb, what)
            kind = "events"
            told = [*(one for one in table.events if one != event), *([event] if so else [])]
        case "phase":
            told = str(of[0]) if so else "orders"
        case "game":
            told = str(of[0]) if so else None
    return replace(table, **{str(kind): told}), act  # type: ignore[arg-type]  # the names are fields


def _paired(pairs: Iterable[Pair], kind: str, names: list[str], *, so: bool) -> list[Pair]:
    one, other, told = names
    ends = {(one, other)} if kind == "lof" else {(one, other), (other, one)}
    found = {
        Pair(pair.one, pair.other, half)
        for pair in pairs
        for half in HALVES
        if pair.half in {None, half} and not ((pair.one, pair.other) in ends and half == told)
    }
    found |= {Pair(one, other, half) for half in HALVES if so and half == told}
    return sorted(found, key=str)


def _profile(trooper: Trooper, kind: str, of: list[Term], name: str, *, so: bool) -> Trooper:
    word = str(of[0])
    match kind:
        case "state":
            states = tuple(one for one in trooper.states if one != word)
            return replace(trooper, states=(*states, word) if so else states)
        case "has":
            has = tuple(one for one in trooper.has if one != word)
            return replace(trooper, has=(*has, word) if so else has)
        case "noted":
            return replace(trooper, noted=name if so else None)
    numbers = tuple(one for one in trooper.numbers if one != (word, of[1]))
    if so and isinstance(of[1], int):
        numbers = (*(one for one in numbers if one[0] != word), (word, of[1]))
    return replace(trooper, numbers=numbers)


class _Manner(NamedTuple):
    """How an act is done: of what kind the fact is, its terms, and what it names."""

    kind: str
    of: list[Term]
    name: str


def _manner(table: Situation, act: Act, how: _Manner, *, so: bool) -> Changed:
    """Return the situation with an act done otherwise, which the one asked about may be."""
    name = written(how.of[0])
    mine = [one for one in (*table.order, act) if term(table, one) == name]
    if not mine:
        raise SituationError(f"{name} is neither declared nor asked about")
    new = _done(mine[0], how, so=so)
    order = tuple(new if term(table, one) == name else one for one in table.order)
    rolls = (replace(one, act=new) if one.act == mine[0] else one for one in table.rolls)
    hits = (replace(one, act=new) if one.act == mine[0] else one for one in table.hits)
    found = replace(table, order=order, rolls=tuple(rolls), hits=tuple(hits))
    return found, new if term(table, act) == name else act


def _done(act: Act, how: _Manner, *, so: bool) -> Act:
    if how.kind == "tally":
        figure, value = str(how.of[1]), how.of[2]
        numbers = tuple(one for one in act.numbers if one != (figure, value))
        if so and isinstance(value, int):
            numbers = (*(one for one in numbers if one[0] != figure), (figure, value))
        return replace(act, numbers=numbers)
    kept = tuple(one for one in getattr(act, how.kind) if one != how.name)
    told = (*kept, how.name) if so else kept
    return replace(act, uses=told) if how.kind == "uses" else replace(act, covers=told)


def _declared(table: Situation, told: Term) -> Act:
    found = [act for act in table.order if term(table, act) == written(told)]
    if not found:
        raise SituationError(f"{written(told)} was not declared")
    return found[0]


def _struck(table: Situation, kind: str, of: list[Term], on: str, *, so: bool) -> tuple[Hit, ...]:
    act = _declared(table, of[0])
    old = [one for one in table.hits if (one.act, one.on) == (act, on)]
    rest = tuple(one for one in table.hits if one not in old)
    if kind == "hit":
        return (*rest, *(old or [Hit(act, on)])) if so else rest
    if not old:
        raise SituationError(f"{act} did not hit {on}")
    saves, critical = (so if kind == one else getattr(old[0], one) for one in ("saves", "critical"))
    return (*rest, replace(old[0], saves=saves, critical=critical))
