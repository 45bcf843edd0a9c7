"""What can be wrong with a situation whatever the rulebook says."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from aro._parts import ACTIVE_STEPS, HALVES, RESULTS, STEPS, Act, Memory, Pair, Trooper, Unknown
from aro.errors import Fault, near, unknown
from aro.knowledge.names import constant, is_word
from aro.knowledge.vocabulary import Mention

if TYPE_CHECKING:
    from aro.situation import Situation

PHASES = ("deployment", "orders")
"""When something is declared: while the armies are set up, or in an Order."""

MOST_PIECES = 24
"""The largest table that is answered for."""

MOST_FACTS = 2000
"""The most that is told of a table: twice what all its pieces could see of each other."""

_TERM = re.compile(r"[A-Za-z0-9_]+(\([A-Za-z0-9_]+\))?", re.ASCII)
_UNKNOWNS = {"lof": "pp", "zoc": "pp", "contact": "pp", "is": "tw", "has": "tw", "noted": "tp"}
_UNKNOWNS |= {"event": "tww", "roll": "twp"}
_SIDES = 2
_SORTS = {"p": "piece", "t": "trooper"}


def of_table(table: "Situation") -> Iterator[Fault]:
    """Yield what is wrong with the troopers and the relations of their pieces."""
    yield from _names(table)
    if not table.troopers:
        yield Fault(message="there is no trooper", line=table.line, expected="at least one")
    if len(table.pieces) > MOST_PIECES:
        count = f"there are {len(table.pieces)} pieces"
        yield Fault(message=count, line=table.line, expected=f"at most {MOST_PIECES}")
    told = sum(map(len, (table.lof, table.zoc, table.contact, table.events, table.memory)))
    told += sum(len(one.states) + len(one.has) + len(one.numbers) for one in table.troopers)
    told += len(table.rolls) + len(table.hits) + len(table.unknown)
    if told > MOST_FACTS:
        count = f"{told} facts are told"
        yield Fault(message=count, line=table.line, expected=f"at most {MOST_FACTS}")
    if table.phase not in PHASES:
        yield unknown("no phase is called", table.phase, PHASES, table.line)
    troopers, pieces = {one.name for one in table.troopers}, set(table.pieces)
    for trooper in table.troopers:
        yield from _note(trooper)
        yield from _numbers(trooper.name, trooper.numbers, trooper.line)
    for relation, pairs in (("lof", table.lof), ("zoc", table.zoc), ("contact", table.contact)):
        yield from (fault for pair in pairs for fault in _pair(relation, pair, pieces))
    yield from (fault for memory in table.memory for fault in _memory(memory, pieces))
    yield from (fault for fact in table.unknown for fault in _unknown(fact, troopers, pieces))
    for event in table.events:
        if event.who not in troopers:
            yield unknown("events: no trooper is called", event.who, troopers, event.line)


def of_act(table: "Situation", act: Act) -> Iterator[Fault]:
    """Yield what is wrong with a declaration in the Order so far."""
    troopers, pieces = [one.name for one in table.troopers], table.pieces
    if act.who not in troopers:
        yield unknown("no trooper is called", act.who, troopers, act.line)
    if act.at is not None and act.at not in pieces:
        yield unknown(f"{act}: no piece is called", act.at, pieces, act.line)
    for piece in act.covers:
        if piece not in pieces:
            yield unknown(f"{act} covers: no piece is called", piece, pieces, act.line)
    yield from _numbers(act, act.numbers, act.line)
    if act.at is not None and act.into is not None:
        message = f"{act.who} {act.does} has two targets, {act.at!r} and {act.into!r}"
        yield Fault(message=message, line=act.line, expected="at: PIECE or into: STATE")
    if act.when not in STEPS:
        what = f"{act}: there is no step {act.when!r}"
        expected = f"one of {', '.join(STEPS)}"
        yield Fault(message=what, line=act.line, expected=expected, near=near(str(act.when), STEPS))
    elif act.when not in ACTIVE_STEPS and act.at is None and act.into is None:
        what = f"{act} answers nobody: an ARO says whom it answers"
        yield Fault(message=what, line=act.line, expected="at: PIECE")
    spent = [one.when for one in table.order if one.who == act.who and one.when in ACTIVE_STEPS]
    if act.when in spent:
        message = (
            f"{act} would be a third Skill of {act.who} in one Order"
            if len(spent) > 1
            else f"{act} would be a second Skill of {act.who} in step {act.when}"
        )
        yield Fault(message=message, line=act.line, expected="one Skill in each half of an Order")
    elif act in table.order:
        yield Fault(message=f"{act} is declared twice in step {act.when}", line=act.line)


def of_results(table: "Situation") -> Iterator[Fault]:
    """Yield what is wrong with Rolls and hits: whose they are, and on what."""
    for roll in table.rolls:
        yield from of_description(table, roll.act, roll.line)
        if roll.result not in RESULTS:
            what = f"{roll.act}: a Roll has no result {roll.result!r}"
            yield Fault(message=what, line=roll.line, expected=" or ".join(RESULTS))
    for hit in table.hits:
        yield from of_description(table, hit.act, hit.line)
        if hit.on == "":
            what = f"{hit.act}: nobody says what it hit"
            yield Fault(message=what, line=hit.line, expected="on: PIECE")
        elif hit.on not in table.pieces:
            yield unknown(f"{hit.act} hits: no piece is called", hit.on, table.pieces, hit.line)
    for fact in table.unknown:
        if fact.kind == "roll" and len(fact.of) == len(_UNKNOWNS["roll"]):
            yield from of_description(table, Act(*fact.of), fact.line)


def of_words(found: Iterable[Mention]) -> Iterator[Fault]:
    """Yield a fault for each word that cannot be one of the rules, whatever the edition."""
    for one in found:
        if is_word(one.name):
            continue
        inner = _TERM.fullmatch(one.name) and re.findall(r"\w+", one.name)
        if not inner or not all(map(is_word, inner)):
            alike = constant(one.name)
            what = f"{one.name!r} is no {one.sort}"
            yield Fault(
                message=what,
                line=one.line,
                expected="a word in lower case, with _ for spaces",
                near=(alike,) if alike else (),
                term=one.name,
            )


def of_description(table: "Situation", act: Act, line: int | None = None) -> Iterator[Fault]:
    """Yield why a description does not name one act of the Order."""
    line = line or act.line
    steps = [one.when for one in table.order if one.answers_to(act)]
    if not steps:
        declared = "; ".join(str(one) for one in table.order if one.who == act.who)
        expected = f"one of: {declared}" if declared else f"an act of {act.who} in the Order"
        yield Fault(message=f"{act} was not declared", line=line, expected=expected)
    elif len(steps) > 1:
        what = f"{act} was declared {len(steps)} times"
        yield Fault(message=what, line=line, expected="at or when, to tell which")


def _names(table: "Situation") -> Iterator[Fault]:
    lines = [one.line for one in table.troopers for _ in range(1 + len(one.replicas))]
    taken: dict[str, str] = {}
    for name, line in zip(table.pieces, lines, strict=True):
        word = constant(name)
        if word is None:
            what = f"{name!r} cannot be a name"
            expected = "letters, digits and spaces, a letter first"
            yield Fault(message=what, line=line, expected=expected)
        elif word in taken:
            other = taken[word]
            alike = "" if other == name else f" ({other!r} and {name!r} read alike)"
            what = f"two pieces are called {name!r}{alike}"
            yield Fault(message=what, line=line, expected="a name for each")
        else:
            taken[word] = name
    sides: dict[str, str] = {}
    for side, line in [(table.active, table.line), *((t.side, t.line) for t in table.troopers)]:
        word = constant(side)
        if word is None:
            yield Fault(message=f"{side!r} cannot be the name of a side", line=line)
        elif sides.setdefault(word, side) != side:
            what = f"the sides {sides[word]!r} and {side!r} read alike"
            yield Fault(message=what, line=line, expected="one spelling")
    there = {trooper.side for trooper in table.troopers}
    active = constant(table.active)
    if there and active is not None and active not in set(map(constant, there)):
        yield unknown("active: no side is called", table.active, there, table.line)
    elif len(there) > _SIDES:
        expected = "two, allies being of one side"
        what = f"there are {len(there)} sides: {', '.join(sorted(there))}"
        yield Fault(message=what, line=table.line, expected=expected)


def _note(trooper: Trooper) -> Iterator[Fault]:
    own = [trooper.name, *(replica.name for replica in trooper.replicas)]
    if trooper.noted is not None and trooper.noted not in own:
        what = f"{trooper.noted!r} is noted for {trooper.name!r} but is no piece of its own"
        expected = f"one of {', '.join(own)}"
        alike = tuple(one.name for one in trooper.replicas if one.form == trooper.noted)
        yield Fault(
            message=what, line=trooper.line, expected=expected, near=alike, term=trooper.noted
        )


def _numbers(
    whose: Act | str, numbers: tuple[tuple[str, int], ...], line: int | None
) -> Iterator[Fault]:
    names = [name for name, _ in numbers]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        values = " and ".join(str(value) for one, value in numbers if one == name)
        yield Fault(message=f"{whose}: {name} is both {values}", line=line, expected="one value")
    for name, value in numbers:
        if type(value) is not int:  # a truth value is none, though Python counts with it
            what = f"{whose}: {name} is {value!r}"
            yield Fault(message=what, line=line, expected="a whole number")


def _memory(memory: Memory, pieces: set[str]) -> Iterator[Fault]:
    for name in (memory.kind, *memory.of):
        if not is_word(name) and (name not in pieces or name == memory.kind):
            what = f"memory: {name!r} is neither a piece nor a word of the rules"
            yield Fault(message=what, line=memory.line, near=near(name, pieces), term=name)


def _pair(relation: str, pair: Pair, pieces: set[str]) -> Iterator[Fault]:
    for name in dict.fromkeys((pair.one, pair.other)):
        if name not in pieces:
            yield unknown(f"{relation}: no piece is called", name, pieces, pair.line)
    if pair.one == pair.other:
        what = f"{relation}: {pair.one!r} is paired with itself"
        yield Fault(message=what, line=pair.line, expected="two pieces")
    if pair.half is not None and pair.half not in HALVES:
        what = f"{relation}: an Order has no half {pair.half!r}"
        yield Fault(message=what, line=pair.line, expected=" or ".join(HALVES))


def _unknown(fact: Unknown, troopers: set[str], pieces: set[str]) -> Iterator[Fault]:
    if fact.kind == "memory" and fact.of:
        return
    places = _UNKNOWNS.get(fact.kind)
    if places is None:
        known = [*_UNKNOWNS, "memory"]
        yield unknown("unknown: no kind of fact is called", fact.kind, known, fact.line)
        return
    given = fact.of[:-1] if places == "pp" and fact.of[-1:] in {(h,) for h in HALVES} else fact.of
    if len(given) != len(places):
        words = {"p": "PIECE", "t": "TROOPER", "w": "WORD"}
        expected = f"[{', '.join([fact.kind, *(words[place] for place in places)])}]"
        what = f"unknown: [{', '.join([fact.kind, *fact.of])}]"
        yield Fault(message=what, line=fact.line, expected=expected)
        return
    for place, name in zip(places, given, strict=True):
        known_names = {"p": pieces, "t": troopers}.get(place)
        if known_names is not None and name not in known_names:
            yield unknown(f"unknown: no {_SORTS[place]} is called", name, known_names, fact.line)
