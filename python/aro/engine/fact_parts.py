"""What a situation says, part by part, and the facts of each part as atoms of clingo.

Only plain constants are ever written: a name is turned into one, a word must be one already, and
anything else is a `SituationError`.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from aro._parts import HALVES, Act
from aro.errors import SituationError
from aro.knowledge.names import constant, is_word
from aro.situation import Situation

Part = tuple[Any, ...]
"""A part of a situation or a question: of what kind it is, and what it says."""


def parts(table: Situation, acts: tuple[Act, ...] = ()) -> list[Part]:
    """Return what a situation, and acts asked about, say beyond the shape of the table.

    What facts a part gives follows from it and from who is on the table, whatever comes beside it:
    who asks thousands of questions of one shape may keep them.
    """
    order = [part_of(act) for act in table.order]
    asked = [*order, *map(part_of, acts)]
    if len({act[:5] for act in asked}) != len(set(asked)):
        _distinct(table.order, acts)
    found: list[Part] = [("asked", act) for act in asked]
    found += [("declared", act) for act in order]
    found += [
        ("trooper", one.name, one.states, one.has, one.noted, one.numbers) for one in table.troopers
    ]
    found += [("lof", pair.one, pair.other, pair.half) for pair in table.lof]
    found += [("zoc", pair.one, pair.other, pair.half) for pair in table.zoc]
    found += [("contact", pair.one, pair.other, pair.half) for pair in table.contact]
    found += [("memory", memory.kind, memory.of) for memory in table.memory]
    found += [("rolled", part_of(roll.act), roll.result) for roll in table.rolls]
    found += [("hit", part_of(hit.act), hit.on, hit.saves, hit.critical) for hit in table.hits]
    found += [("event", one.who, one.verb, one.what) for one in table.events]
    found.append(("moment", table.phase, table.game, table.ends_turn))
    return found


def part_of(act: Act) -> Part:
    """Return an act as a part; its first five say which act it is, the rest its manner."""
    return (act.when, act.who, act.does, act.at, act.into, act.uses, act.covers, act.numbers)


def of_part(table: Situation, part: Part) -> Iterator[str]:  # noqa: C901  one case a kind of part
    """Yield the facts of a part that `parts` told."""
    match part:
        case "asked", act:
            yield f"asked({act_term(table, act)})"
            yield from _manner(table, act)
        case "declared", act:
            yield f"declared({act_term(table, act)})"
        case "trooper", who, states, has, noted, numbers:
            yield from _profile(table, who, (states, has, noted, numbers))
        case ("lof" | "zoc" | "contact") as relation, one, other, half:
            yield from pair_facts(table, relation, one, other, half)
        case "memory", kind, of:
            yield memory_fact(table, kind, of)
        case "rolled", act, result:
            yield f"rolled({act_term(table, act)},{word_term(result)})"
        case "hit", act, on, saves, critical:
            suffered = f"({act_term(table, act)},{piece(table, on)})"
            kinds = ("hit", True), ("saves", saves), ("critical", critical)
            yield from (f"{kind}{suffered}" for kind, so in kinds if so)
        case "event", who, verb, what:
            yield f"event({name_term(who)},{word_term(verb)}({word_term(what)}))"
        case "moment", phase, game, ends_turn:
            if phase != "orders":
                yield f"phase({word_term(phase)})"
            if game is not None:
                yield f"game({word_term(game)})"
            if ends_turn:
                yield "turn_ends"


def piece(table: Situation, name: str) -> str:
    """Return the term of a piece: `own(speculo)` for a trooper's own, the name of a replica."""
    own = any(trooper.name == name for trooper in table.troopers)
    return f"own({name_term(name)})" if own else name_term(name)


def act_term(table: Situation, part: Part) -> str:
    """Return the term of an act that `part_of` made a part."""
    when, who, does, at, into = part[:5]
    if when is None:
        raise SituationError(f"{Act(who, does, at, into=into)} has no step; expected a settled act")
    if at is not None:
        into = piece(table, at)
    elif into is not None:
        into = word_term(into)
    return f"act({word_term(when)},{name_term(who)},{word_term(does)},{into or 'none'})"


def _profile(table: Situation, who: str, told: Part) -> Iterator[str]:
    states, has, noted, numbers = told
    name = name_term(who)
    yield from (f"state({name},{word_term(state)})" for state in states)
    yield from (f"has({name},{word_term(trait)})" for trait in has)
    yield from (f"number({name},{word_term(one)},{int(held)})" for one, held in numbers)
    if noted is not None and noted != who:
        yield f"noted({name},{piece(table, noted)})"


def _manner(table: Situation, act: Part) -> Iterator[str]:
    told, (uses, covers, numbers) = act_term(table, act), act[5:]
    yield from (f"uses({told},{word_term(gear)})" for gear in uses)
    yield from (f"covers({told},{piece(table, covered)})" for covered in covers)
    yield from (f"tally({told},{word_term(name)},{int(value)})" for name, value in numbers)


def pair_facts(
    table: Situation, relation: str, one: str, other: str, half: str | None
) -> Iterator[str]:
    """Yield the facts of two pieces in a relation, one for each half."""
    ends = [piece(table, one), piece(table, other)]
    if relation != "lof":  # mutual: written once, in clingo's order, where constants come first
        ends.sort(key=lambda end: (end.startswith("own("), end))
    pair = ",".join(ends)
    yield from (f"{relation}({pair},{each})" for each in HALVES if half in {None, each})


def memory_fact(table: Situation, kind: str, of: Iterable[str]) -> str:
    """Return the fact of what is remembered."""
    told = [name_term(part) if part in table.pieces else word_term(part) for part in of]
    name = word_term(kind)
    return f"memory({name}({','.join(told)}))" if told else f"memory({name})"


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
