"""Situations as facts of clingo, and the terms of its answers as names.

Only plain constants are ever written: a name is turned into one, a word must be one already, and
anything else is a `SituationError`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any

from aro.engine.clingo_program import Term, read, written
from aro.engine.clingo_program import parts as terms
from aro.errors import SituationError
from aro.knowledge.fact_kinds import KINDS, OF_KEY, OF_PREDICATE, RELATIONS, FactKind, Holder
from aro.knowledge.names import constant, is_word
from aro.parts import HALVES, RESULTS, STEPS, Act, Memory, Unknown
from aro.situation import Situation

Part = tuple[Any, ...]
"""A part of a situation or a question: of what kind it is, and what it says."""

Choice = tuple[str | None, ...]
"""The ways an unknown fact may be: one of these atoms holds, None where no atom does."""


def text(facts: Iterable[str]) -> str:
    """Return facts as ASP text, one a line.

    >>> from aro.parts import Trooper
    >>> from aro.situation import Situation
    >>> table = Situation(active="red", troopers=[Trooper("Zhanshi #1", side="red")])
    >>> print(text(atoms(table.declare("Zhanshi #1", "move"))), end="")
    active(red).
    asked(act(first,zhanshi_1,move,none)).
    declared(act(first,zhanshi_1,move,none)).
    side(zhanshi_1,red).
    """
    return "".join(f"{fact}.\n" for fact in facts)


def atoms(table: Situation, acts: tuple[Act, ...] = ()) -> tuple[str, ...]:
    """Return a situation, and settled acts asked about in it, as facts; sorted and each once."""
    stated = (fact for part in parts(table, acts) for fact in of_part(table, part))
    return tuple(sorted({*shape(table), *stated}))


def shape(table: Situation) -> tuple[str, ...]:
    """Return the facts that give a table its shape: who is there, on which side, behind what."""
    found = {f"active({name_term(table.active)})"}
    for trooper in table.troopers:
        name = name_term(trooper.name)
        found.add(f"side({name},{name_term(trooper.side)})")
        for replica in trooper.replicas:
            found.add(f"replica({name_term(replica.name)},{name},{word_term(replica.form)})")
        if trooper.device is not None:
            found.add(f"device({name},{word_term(trooper.device)})")
    return tuple(sorted(found))


def parts(table: Situation, acts: tuple[Act, ...] = ()) -> list[Part]:
    """Return what a situation, and acts asked about, say beyond the shape of the table.

    The facts of a part follow from it and from who is on the table, whatever comes beside it. So
    those who ask thousands of questions of one shape may keep them.
    """
    order = [part_of(act) for act in table.order]
    asked = [*order, *map(part_of, acts)]
    if len({act[:_IDENTITY] for act in asked}) != len(set(asked)):
        _check_distinct(table.order, acts)
    found: list[Part] = [("asked", act) for act in asked]
    found += [("declared", act) for act in order]
    found += [("trooper", *_of_trooper(trooper)) for trooper in table.troopers]
    for kind in RELATIONS:
        pairs = getattr(table, kind.field)
        found += [(kind.predicate, pair.one, pair.other, pair.half) for pair in pairs]
    found += [("memory", memory.kind, *memory.of) for memory in table.memory]
    found += [("rolled", part_of(roll.act), roll.result) for roll in table.rolls]
    found += [("hit", part_of(hit.act), hit.on, *_of_hit(hit)) for hit in table.hits]
    found += [("event", event.who, event.verb, event.what) for event in table.events]
    found.append(("moment", *_of_moment(table)))
    return found


def _held_by(holder: Holder) -> tuple[FactKind, ...]:
    return tuple(kind for kind in KINDS if kind.holder == holder)


_OF_TROOPER, _OF_ACT = _held_by("trooper"), _held_by("act")
_OF_HIT, _OF_MOMENT = _held_by("hit"), _held_by("moment")
_ACT = ("when", "who", "does", "at", "into")
_IDENTITY = len(_ACT)
_of_trooper = attrgetter("name", *(kind.field for kind in _OF_TROOPER))
_of_hit = attrgetter(*(kind.field for kind in _OF_HIT))
_of_moment = attrgetter(*(kind.field for kind in _OF_MOMENT))

part_of: Callable[[Act], Part] = attrgetter(*_ACT, *(kind.field for kind in _OF_ACT))
"""An act as a part; its first five say which act it is, the rest its manner."""


def of_part(table: Situation, part: Part) -> Iterator[str]:  # noqa: C901  one case a kind of part
    """Yield the facts of a part that `parts` returned."""
    match part:
        case "asked", act:
            yield f"asked({act_term(table, act)})"
            yield from _held(table, _OF_ACT, act, act[_IDENTITY:])
        case "trooper", who, *values:
            yield from _held(table, _OF_TROOPER, who, values)
        case "hit", act, on, *flags:
            kinds = zip(_OF_HIT, flags, strict=True)
            yield atom(table, OF_PREDICATE["hit"], act, on)
            yield from (atom(table, kind, act, on) for kind, holds in kinds if holds)
        case "moment", *values:
            for kind, value in zip(_OF_MOMENT, values, strict=True):
                if value and value != kind.default:
                    yield atom(table, kind, *([value] if kind.sorts else []))
        case "memory", *memory:
            yield atom(table, OF_PREDICATE["memory"], memory)
        case "event", who, *event:
            yield atom(table, OF_PREDICATE["event"], who, event)
        case predicate, one, other, *half if (kind := OF_PREDICATE[predicate]).holder == "pair":
            if "half" not in kind.sorts:
                yield atom(table, kind, one, other)
            else:
                halves = [each for each in HALVES if half in ([], [None], [each])]
                yield from (atom(table, kind, one, other, each) for each in halves)
        case predicate, *arguments:
            yield atom(table, OF_PREDICATE[predicate], *arguments)


def _held(
    table: Situation, kinds: Iterable[FactKind], holder: object, values: Iterable[Any]
) -> Iterator[str]:
    """Yield the facts of a trooper or an act, from the values that it holds for each kind."""
    for kind, value in zip(kinds, values, strict=True):
        for one in (value,) if isinstance(value, str) else value or ():
            arguments = one if isinstance(one, tuple) else (one,)
            if kind.predicate != "noted" or one != holder:
                yield atom(table, kind, holder, *arguments)


def atom(table: Situation, kind: FactKind, *arguments: Any) -> str:  # noqa: ANN401  of any sort
    """Return a fact as an atom; its arguments are names and words as a situation has them."""
    told = [
        _TERMS[sort](table, argument) if sort in _TERMS else word_term(argument)
        for sort, argument in zip(kind.sorts, arguments, strict=True)
    ]
    if kind.mutual:  # written once, in clingo's order, where constants come first
        told[:2] = sorted(told[:2], key=lambda end: (end.startswith("own("), end))
    return f"{kind.predicate}({','.join(told)})" if told else kind.predicate


def choices(table: Situation) -> tuple[Choice, ...]:
    """Return, for each fact declared unknown, the atoms of which one or none may hold.

    Raises `SituationError` for a fact that the situation states as well.
    """
    if not table.unknown:
        return ()
    stated = {fact for part in parts(table) for fact in of_part(table, part)}
    found = {choice: fact for fact in table.unknown for choice in _choices(table, fact)}
    for choice, fact in found.items():
        if not stated.isdisjoint(choice):
            what = f"unknown: [{', '.join((fact.kind, *fact.of))}] is told by the situation"
            raise SituationError(what, line=fact.line)
    return tuple(found)


def _choices(table: Situation, fact: Unknown) -> list[Choice]:
    kind = OF_KEY[fact.kind]
    if kind.sorts == ("act", "result"):
        act = part_of(table.declared(Act(*fact.of)))
        return [tuple(atom(table, kind, act, result) for result in RESULTS)]
    return [(None, each) for each in of_part(table, (kind.predicate, *fact.of))]


def piece(table: Situation, name: str) -> str:
    """Return the term of a piece: `own(speculo)` for a trooper's own, the name of a replica."""
    own = any(trooper.name == name for trooper in table.troopers)
    return f"own({name_term(name)})" if own else name_term(name)


def term(table: Situation, act: Act) -> str:
    """Return a settled act as a term: `act(first,speculo,move,none)`."""
    return act_term(table, part_of(act))


def act_term(table: Situation, part: Part) -> str:
    """Return the term of an act that `part_of` made a part."""
    when, who, does, at, into = part[:_IDENTITY]
    if when is None:
        raise SituationError(f"{Act(who, does, at, into=into)} has no step; expected a settled act")
    if at is not None:
        into = piece(table, at)
    elif into is not None:
        into = word_term(into)
    return f"act({word_term(when)},{name_term(who)},{word_term(does)},{into or 'none'})"


def act_of(table: Situation, told: Term) -> Act:
    """Return the act that a term of an answer stands for."""
    step, who, does, target = terms(told)[1:]
    when = next(one for one in STEPS if one == step)
    actor, name = name_of(table, written(who)), name_of(table, written(target))
    replicas = {replica.name for trooper in table.troopers for replica in trooper.replicas}
    if isinstance(target, tuple) or name in replicas:
        return Act(actor, str(does), name, when=when)
    return Act(actor, str(does), into=None if target == "none" else str(target), when=when)


def name_of(table: Situation, text: str) -> str:
    """Return the name that a term of an answer stands for; other terms are returned as they are.

    Both `own(zhanshi_1)` and `zhanshi_1` are "Zhanshi #1".
    """
    bare = text.removeprefix("own(").removesuffix(")") if text.startswith("own(") else text
    return next((name for name in table.pieces if constant(name) == bare), text)


def memory_of(table: Situation, told: str) -> Memory:
    """Return the `Memory` that a term of an answer stands for."""
    kind, *of = terms(read(told))
    return Memory(str(kind), *(name_of(table, written(one)) for one in of))


@lru_cache(maxsize=4096)
def name_term(name: str) -> str:
    """Return the constant of a name."""
    word = constant(name)
    if word is None:
        raise SituationError(f"{name!r} cannot be a name; expected letters and digits")
    return word


@lru_cache(maxsize=4096)
def word_term(text: str) -> str:
    """Return a word of the rules, which is its own constant."""
    if not is_word(text):
        raise SituationError(f"{text!r} is no word of the rules; expected lower case and _")
    return text


def _memory(table: Situation, memory: Iterable[str]) -> str:
    kind, *of = memory
    told = [name_term(part) if part in table.pieces else word_term(part) for part in of]
    return f"{word_term(kind)}({','.join(told)})" if told else word_term(kind)


_TERMS: Mapping[str, Callable[[Situation, Any], str]] = {
    "trooper": lambda _, name: name_term(name),
    "side": lambda _, name: name_term(name),
    "piece": piece,
    "act": act_term,
    "value": lambda _, value: str(int(value)),
    "event": lambda _, event: "{}({})".format(*map(word_term, event)),
    "memory": _memory,
}
"""How an argument of each sort is written; all others are words."""


def _check_distinct(order: Iterable[Act], acts: Iterable[Act]) -> None:
    declared = {act.bare: act for act in order}
    seen: dict[Act, Act] = {}
    for act in acts:
        if declared.get(act.bare, act) != act:
            what = f"{act} was declared with other uses, covers or numbers than it is asked with"
            raise SituationError(f"{what}; expected what was declared", line=act.line)
        if seen.setdefault(act.bare, act) != act:
            what = f"{act} is asked in two ways; expected a question for each"
            raise SituationError(what, line=act.line)
