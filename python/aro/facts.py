"""Situations and questions as facts of clingo, and the pieces of its answers as names.

Only plain constants are ever written: a name is turned into one, a word must be one already, and
anything else is a `SituationError`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from aro._parts import HALVES, Act, Memory, Unknown
from aro.errors import SituationError
from aro.names import constant, is_word
from aro.situation import Situation, Step

Choice = tuple[str | None, ...]
"""The ways an unknown fact may be: one of these atoms holds, None where no atom does."""

_TERM = re.compile(r"[a-z]\w*(\(([a-z]\w*|\d+)(,([a-z]\w*|\d+))*\))?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked about a situation, and under which law.

    `acts` are settled (`Situation.settle`); `every` lists all that a trooper could do in a step;
    `off` are the terms of clauses switched off, `readings` pairs of a reading and an alternative.
    """

    acts: tuple[Act, ...] = ()
    every: tuple[tuple[Step, str], ...] = ()
    off: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    results: bool = True


def facts(table: Situation, asked: Asked | None = None) -> str:
    """Return a situation and what is asked of it as ASP text: one fact a line, sorted.

    >>> from aro.situation import Situation, Trooper
    >>> table = Situation(active="red", troopers=[Trooper("Zhanshi #1", side="red")])
    >>> print(facts(table.declare("Zhanshi #1", "move")), end="")
    active(red).
    asked(act(first,zhanshi_1,move,none)).
    declared(act(first,zhanshi_1,move,none)).
    side(zhanshi_1,red).
    """
    return "".join(f"{atom}.\n" for atom in atoms(table, asked))


def atoms(table: Situation, asked: Asked | None = None) -> tuple[str, ...]:
    """Return the facts of `facts` as atoms, sorted and each once."""
    asked = asked or Asked()
    _distinct(table.order, asked.acts)
    found = {*shape(table), *_circumstances(table), *_order(table)}
    for act in (*table.order, *asked.acts):
        found.add(f"asked({term(table, act)})")
        found.update(_manner(table, act))
    found.update(f"every({_word(step)},{_name(who)})" for step, who in asked.every)
    found.update(f"off({_term(clause)})" for clause in asked.off)
    found.update(f"reads({_word(one)},{_word(chosen)})" for one, chosen in asked.readings)
    return tuple(sorted(found))


def shape(table: Situation) -> tuple[str, ...]:
    """Return the facts that give a table its shape: who is there, on which side, behind what."""
    found = {f"active({_name(table.active)})"}
    for trooper in table.troopers:
        name = _name(trooper.name)
        found.add(f"side({name},{_name(trooper.side)})")
        for replica in trooper.replicas:
            found.add(f"replica({_name(replica.name)},{name},{_word(replica.form)})")
        if trooper.device is not None:
            found.add(f"device({name},{_word(trooper.device)})")
    return tuple(sorted(found))


def choices(table: Situation) -> tuple[Choice, ...]:
    """Return, for each fact declared unknown, the atoms of which one or none may hold.

    Raises `SituationError` for a fact that is told as well.
    """
    told = {*_circumstances(table), *_order(table)}
    for fact in table.unknown:
        for choice in _choices(table, fact):
            if not told.isdisjoint(choice):
                what = f"unknown: [{', '.join((fact.kind, *fact.of))}] is told by the situation"
                raise SituationError(what, line=fact.line)
    return tuple(dict.fromkeys(one for fact in table.unknown for one in _choices(table, fact)))


def term(table: Situation, act: Act) -> str:
    """Return a settled act as a term: `act(first,speculo,move,none)`."""
    if act.when is None:
        raise SituationError(f"{act} has no step; expected an act that `Situation.settle` returned")
    if act.at is not None:
        target = piece(table, act.at)
    else:
        target = "none" if act.into is None else _word(act.into)
    return f"act({_word(act.when)},{_name(act.who)},{_word(act.does)},{target})"


def piece(table: Situation, name: str) -> str:
    """Return the term of a piece: `own(speculo)` for a trooper's own, the name of a replica."""
    own = any(trooper.name == name for trooper in table.troopers)
    return f"own({_name(name)})" if own else _name(name)


def name_of(table: Situation, text: str) -> str:
    """Return the name that a term of an answer stands for; other terms are returned as they are.

    Both `own(zhanshi_1)` and `zhanshi_1` are "Zhanshi #1".
    """
    bare = text.removeprefix("own(").removesuffix(")") if text.startswith("own(") else text
    return next((name for name in table.pieces if constant(name) == bare), text)


def memory_of(table: Situation, text: str) -> Memory:
    """Return the `Memory` that a term of an answer stands for."""
    kind, _, rest = text.removesuffix(")").partition("(") if "(" in text else (text, "", "")
    return Memory(kind, *(name_of(table, part) for part in re.findall(r"own\(\w+\)|\w+", rest)))


def _circumstances(table: Situation) -> Iterator[str]:
    for trooper in table.troopers:
        name = _name(trooper.name)
        yield from (f"state({name},{_word(state)})" for state in trooper.states)
        yield from (f"has({name},{_word(trait)})" for trait in trooper.has)
        yield from (f"number({name},{_word(one)},{int(held)})" for one, held in trooper.numbers)
        if trooper.noted is not None and trooper.noted != trooper.name:
            yield f"noted({name},{piece(table, trooper.noted)})"
    for relation in ("lof", "zoc", "contact"):
        for pair in getattr(table, relation):
            yield from _pair(table, relation, pair.one, pair.other, pair.half)
    yield from (_memory(table, memory.kind, memory.of) for memory in table.memory)
    if table.phase != "orders":
        yield f"phase({_word(table.phase)})"
    if table.game is not None:
        yield f"game({_word(table.game)})"
    if table.ends_turn:
        yield "turn_ends"


def _order(table: Situation) -> Iterator[str]:
    yield from (f"declared({term(table, act)})" for act in table.order)
    for roll in table.rolls:
        yield f"rolled({term(table, roll.act)},{_word(roll.result)})"
    for hit in table.hits:
        suffered = f"({term(table, hit.act)},{piece(table, hit.on)})"
        yield f"hit{suffered}"
        if hit.saves:
            yield f"saves{suffered}"
        if hit.critical:
            yield f"critical{suffered}"
    for event in table.events:
        yield f"event({_name(event.who)},{_word(event.verb)}({_word(event.what)}))"


def _manner(table: Situation, act: Act) -> Iterator[str]:
    told = term(table, act)
    yield from (f"uses({told},{_word(gear)})" for gear in act.uses)
    yield from (f"covers({told},{piece(table, covered)})" for covered in act.covers)
    yield from (f"tally({told},{_word(name)},{int(value)})" for name, value in act.numbers)


def _pair(table: Situation, relation: str, one: str, other: str, half: str | None) -> Iterator[str]:
    ends = [piece(table, one), piece(table, other)]
    if relation != "lof":  # mutual: written once, in clingo's order, where constants come first
        ends.sort(key=lambda end: (end.startswith("own("), end))
    pair = ",".join(ends)
    yield from (f"{relation}({pair},{each})" for each in HALVES if half in {None, each})


def _memory(table: Situation, kind: str, of: Iterable[str]) -> str:
    parts = [_name(part) if part in table.pieces else _word(part) for part in of]
    return f"memory({_word(kind)}({','.join(parts)}))" if parts else f"memory({_word(kind)})"


def _choices(table: Situation, fact: Unknown) -> Iterator[Choice]:
    match fact.kind, fact.of:
        case ("lof" | "zoc" | "contact") as relation, (one, other, *half):
            for atom in _pair(table, relation, one, other, half[0] if half else None):
                yield (None, atom)
        case "is", (who, state):
            yield (None, f"state({_name(who)},{_word(state)})")
        case "has", (who, trait):
            yield (None, f"has({_name(who)},{_word(trait)})")
        case "noted", (who, noted):
            yield (None, f"noted({_name(who)},{piece(table, noted)})")
        case "memory", (kind, *of):
            yield (None, _memory(table, kind, of))
        case "event", (who, verb, what):
            yield (None, f"event({_name(who)},{_word(verb)}({_word(what)}))")
        case "roll", (who, does, at):
            told = term(table, table.declared(Act(who, does, at)))
            yield (f"rolled({told},failure)", f"rolled({told},success)")


def _distinct(order: Iterable[Act], acts: Iterable[Act]) -> None:
    declared = {act.bare: act for act in order}
    seen: dict[Act, Act] = {}
    for act in acts:
        if declared.get(act.bare, act) != act:
            what = f"{act} was declared with other uses, covers or numbers than it is asked with"
            raise SituationError(f"{what}; expected what was declared", line=act.line)
        if seen.setdefault(act.bare, act) != act:
            what = f"{act} is asked in two ways; expected a question for each"
            raise SituationError(what, line=act.line)


def _name(name: str) -> str:
    word = constant(name)
    if word is None:
        raise SituationError(f"{name!r} cannot be a name; expected letters and digits")
    return word


def _word(text: str) -> str:
    if not is_word(text):
        raise SituationError(f"{text!r} is no word of the rules; expected lower case and _")
    return text


def _term(text: str) -> str:
    if not _TERM.fullmatch(text):
        raise SituationError(f"{text!r} is no term; expected such as camouflaged(effect,3)")
    return text


__all__ = ["Asked", "Choice", "atoms", "choices", "facts", "memory_of", "name_of", "piece", "shape"]
