"""Situations and questions as facts of clingo, and the pieces of its answers as names.

Only plain constants are ever written: a name is turned into one, a word must be one already, and
anything else is a `SituationError`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aro._parts import Act, Memory, Unknown
from aro.engine.fact_parts import (
    act_term,
    memory_fact,
    name_term,
    of_part,
    pair_facts,
    part_of,
    parts,
    piece,
    word_term,
)
from aro.errors import SituationError
from aro.knowledge.names import constant
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
    found = set(shape(table))
    for part in parts(table, asked.acts):
        found.update(of_part(table, part))
    found.update(f"every({word_term(step)},{name_term(who)})" for step, who in asked.every)
    found.update(f"off({_term(clause)})" for clause in asked.off)
    found.update(f"reads({word_term(one)},{word_term(chosen)})" for one, chosen in asked.readings)
    return tuple(sorted(found))


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


def choices(table: Situation) -> tuple[Choice, ...]:
    """Return, for each fact declared unknown, the atoms of which one or none may hold.

    Raises `SituationError` for a fact that is told as well.
    """
    if not table.unknown:
        return ()
    told = {fact for part in parts(table) for fact in of_part(table, part)}
    for fact in table.unknown:
        for choice in _choices(table, fact):
            if not told.isdisjoint(choice):
                what = f"unknown: [{', '.join((fact.kind, *fact.of))}] is told by the situation"
                raise SituationError(what, line=fact.line)
    return tuple(dict.fromkeys(one for fact in table.unknown for one in _choices(table, fact)))


def term(table: Situation, act: Act) -> str:
    """Return a settled act as a term: `act(first,speculo,move,none)`."""
    return act_term(table, part_of(act))


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


def _choices(table: Situation, fact: Unknown) -> Iterator[Choice]:
    match fact.kind, fact.of:
        case ("lof" | "zoc" | "contact") as relation, (one, other, *half):
            for atom in pair_facts(table, relation, one, other, half[0] if half else None):
                yield (None, atom)
        case "is", (who, state):
            yield (None, f"state({name_term(who)},{word_term(state)})")
        case "has", (who, trait):
            yield (None, f"has({name_term(who)},{word_term(trait)})")
        case "noted", (who, noted):
            yield (None, f"noted({name_term(who)},{piece(table, noted)})")
        case "memory", (kind, *of):
            yield (None, memory_fact(table, kind, of))
        case "event", (who, verb, what):
            yield (None, f"event({name_term(who)},{word_term(verb)}({word_term(what)}))")
        case "roll", (who, does, at):
            told = term(table, table.declared(Act(who, does, at)))
            yield (f"rolled({told},failure)", f"rolled({told},success)")


def _term(text: str) -> str:
    if not _TERM.fullmatch(text):
        raise SituationError(f"{text!r} is no term; expected such as camouflaged(effect,3)")
    return text


__all__ = ["Asked", "Choice", "atoms", "choices", "facts", "memory_of", "name_of", "piece", "shape"]
