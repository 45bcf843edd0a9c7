"""What can be wrong with the parts of a situation, whatever the rulebook says.

The parts are checked one by one: each function takes what it looks at, and the names on the table.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from aro.errors import Fault, near, unknown
from aro.knowledge.fact_kinds import OF_KEY, FactKind
from aro.knowledge.names import constant, is_word
from aro.knowledge.vocabulary import Mention
from aro.parts import (
    ACTIVE_STEPS,
    HALVES,
    RESULTS,
    STEPS,
    Act,
    Hit,
    Memory,
    Pair,
    Roll,
    Trooper,
    Unknown,
)

Names = Mapping[str, Collection[str]]
"""The names on a table: those of its `trooper`s, its `piece`s and its `side`s."""

PHASES = ("deployment", "orders")
"""When something is declared: while the armies are set up, or in an Order."""

MOST_PIECES = 24
"""The largest table that is answered for."""

MOST_FACTS = 2000
"""The most facts of a table: twice what all its pieces could see of each other."""

_TERM = re.compile(r"[A-Za-z0-9_]+(\([A-Za-z0-9_]+\))?", re.ASCII)
_SIDES = 2


def of_name(
    known: Names, sort: str, name: str | None, line: int | None, where: str = ""
) -> Iterator[Fault]:
    """Yield a fault if there is a name, and nothing of that sort is called so."""
    if name is not None and name not in known[sort]:
        yield unknown(f"{where}no {sort} is called", name, known[sort], line)


def of_troopers(active: str, troopers: Sequence[Trooper], line: int | None) -> Iterator[Fault]:
    """Yield what is wrong with the troopers, their names and their sides."""
    pieces = [(name, trooper.line) for trooper in troopers for name in trooper.pieces]
    yield from _names(pieces)
    yield from _sides(active, troopers, line)
    if not troopers:
        yield Fault(message="there is no trooper", line=line, expected="at least one")
    if len(pieces) > MOST_PIECES:
        count = f"there are {len(pieces)} pieces"
        yield Fault(message=count, line=line, expected=f"at most {MOST_PIECES}")
    for trooper in troopers:
        yield from _note(trooper)
        yield from _numbers(trooper, trooper.name)


def of_moment(phase: str, facts: int, line: int | None) -> Iterator[Fault]:
    """Yield what is wrong with the phase, and with how many facts there are."""
    if facts > MOST_FACTS:
        count = f"{facts} facts are told"
        yield Fault(message=count, line=line, expected=f"at most {MOST_FACTS}")
    yield from of_name({"phase": PHASES}, "phase", phase, line)


def of_pair(kind: FactKind, pair: Pair, known: Names) -> Iterator[Fault]:
    """Yield what is wrong with two names in a relation."""
    for sort, name in zip(kind.sorts, (pair.one, pair.other), strict=False):
        yield from of_name(known, sort, name, pair.line, f"{kind.key}: ")
    if pair.one == pair.other and kind.sorts[0] == kind.sorts[1]:
        what = f"{kind.key}: {pair.one!r} is paired with itself"
        yield Fault(message=what, line=pair.line, expected="two pieces")
    if pair.half is not None and "half" not in kind.sorts:
        what = f"{kind.key} holds in the whole Order, not in the half {pair.half!r}"
        yield Fault(message=what, line=pair.line, expected="two names")
    elif pair.half is not None and pair.half not in HALVES:
        what = f"{kind.key}: an Order has no half {pair.half!r}"
        yield Fault(message=what, line=pair.line, expected=" or ".join(HALVES))


def of_memory(memory: Memory, known: Names) -> Iterator[Fault]:
    """Yield what is wrong with something remembered."""
    pieces = known["piece"]
    for name in (memory.kind, *memory.of):
        if not is_word(name) and (name not in pieces or name == memory.kind):
            what = f"memory: {name!r} is neither a piece nor a word of the rules"
            yield Fault(message=what, line=memory.line, near=near(name, pieces), term=name)


def of_unknown(fact: Unknown, order: Sequence[Act], known: Names) -> Iterator[Fault]:
    """Yield what is wrong with a fact that nobody knows."""
    kinds = [key for key, kind in OF_KEY.items() if kind.unknown]
    if fact.kind == "memory" and fact.of:
        return
    if fact.kind not in kinds or fact.kind == "memory":
        yield unknown("unknown: no kind of fact is called", fact.kind, kinds, fact.line)
        return
    kind = OF_KEY[fact.kind]
    sorts = kind.unknown_sorts
    with_half = "half" in kind.sorts and fact.of[-1:] in {(half,) for half in HALVES}
    given = fact.of[:-1] if with_half else fact.of
    if len(given) != len(sorts):
        words = [sort.upper() if sort in known else "WORD" for sort in sorts]
        what = f"unknown: [{', '.join([fact.kind, *fact.of])}]"
        expected = f"[{', '.join([fact.kind, *words])}]"
        yield Fault(message=what, line=fact.line, expected=expected)
        return
    for sort, name in zip(sorts, given, strict=True):
        if sort in known:
            yield from of_name(known, sort, name, fact.line, "unknown: ")
    if kind.sorts[0] == "act":
        yield from of_description(order, Act(*given), fact.line)


def of_act(act: Act, order: Sequence[Act], known: Names) -> Iterator[Fault]:
    """Yield what is wrong with a declaration in the Order so far."""
    yield from of_name(known, "trooper", act.who, act.line)
    yield from of_name(known, "piece", act.at, act.line, f"{act}: ")
    for piece in act.covers:
        yield from of_name(known, "piece", piece, act.line, f"{act} covers: ")
    yield from _numbers(act, str(act))
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
    spent = [one.when for one in order if one.who == act.who and one.when in ACTIVE_STEPS]
    if act.when in spent:
        message = (
            f"{act} would be a third Skill of {act.who} in one Order"
            if len(spent) > 1
            else f"{act} would be a second Skill of {act.who} in step {act.when}"
        )
        yield Fault(message=message, line=act.line, expected="one Skill in each half of an Order")
    elif act in order:
        yield Fault(message=f"{act} is declared twice in step {act.when}", line=act.line)


def of_roll(roll: Roll, order: Sequence[Act]) -> Iterator[Fault]:
    """Yield what is wrong with the result of a Roll."""
    yield from of_description(order, roll.act, roll.line)
    if roll.result not in RESULTS:
        what = f"{roll.act}: a Roll has no result {roll.result!r}"
        yield Fault(message=what, line=roll.line, expected=" or ".join(RESULTS))


def of_hit(hit: Hit, order: Sequence[Act], known: Names) -> Iterator[Fault]:
    """Yield what is wrong with a hit: whose it is, and on what."""
    yield from of_description(order, hit.act, hit.line)
    if hit.on == "":
        what = f"{hit.act}: nobody says what it hit"
        yield Fault(message=what, line=hit.line, expected="on: PIECE")
    else:
        yield from of_name(known, "piece", hit.on, hit.line, f"{hit.act} hits: ")


def of_description(order: Sequence[Act], act: Act, line: int | None = None) -> Iterator[Fault]:
    """Yield why a description does not name one act of the Order."""
    line = line or act.line
    steps = [one.when for one in order if one.answers_to(act)]
    if not steps:
        declared = "; ".join(str(one) for one in order if one.who == act.who)
        expected = f"one of: {declared}" if declared else f"an act of {act.who} in the Order"
        yield Fault(message=f"{act} was not declared", line=line, expected=expected)
    elif len(steps) > 1:
        what = f"{act} was declared {len(steps)} times"
        yield Fault(message=what, line=line, expected="at or when, to tell which")


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


def _names(pieces: Iterable[tuple[str, int | None]]) -> Iterator[Fault]:
    taken: dict[str, str] = {}
    for name, line in pieces:
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


def _sides(active: str, troopers: Sequence[Trooper], line: int | None) -> Iterator[Fault]:
    sides: dict[str, str] = {}
    for side, place in [(active, line), *((one.side, one.line) for one in troopers)]:
        word = constant(side)
        if word is None:
            yield Fault(message=f"{side!r} cannot be the name of a side", line=place)
        elif sides.setdefault(word, side) != side:
            what = f"the sides {sides[word]!r} and {side!r} read alike"
            yield Fault(message=what, line=place, expected="one spelling")
    there = {trooper.side for trooper in troopers}
    turn = constant(active)
    if there and turn is not None and turn not in set(map(constant, there)):
        yield unknown("active: no side is called", active, there, line)
    elif len(there) > _SIDES:
        expected = "two, allies being of one side"
        what = f"there are {len(there)} sides: {', '.join(sorted(there))}"
        yield Fault(message=what, line=line, expected=expected)


def _note(trooper: Trooper) -> Iterator[Fault]:
    if trooper.noted is not None and trooper.noted not in trooper.pieces:
        what = f"{trooper.noted!r} is noted for {trooper.name!r} but is no piece of its own"
        expected = f"one of {', '.join(trooper.pieces)}"
        alike = tuple(one.name for one in trooper.replicas if one.form == trooper.noted)
        yield Fault(
            message=what, line=trooper.line, expected=expected, near=alike, term=trooper.noted
        )


def _numbers(holder: Trooper | Act, whose: str) -> Iterator[Fault]:
    values: dict[str, list[int]] = {}
    for name, value in holder.numbers:
        values.setdefault(name, []).append(value)
        if type(value) is not int:  # a truth value is none, though Python counts with it
            what = f"{whose}: {name} is {value!r}"
            yield Fault(message=what, line=holder.line, expected="a whole number")
    for name, several in values.items():
        if len(several) > 1:
            what = f"{whose}: {name} is both {' and '.join(map(str, several))}"
            yield Fault(message=what, line=holder.line, expected="one value")
