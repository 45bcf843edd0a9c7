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

MOST_PIECES = 100
"""The largest table that is answered for."""

MOST_BY_DRAFT = 24
"""The largest table that an amended edition answers for: the work of a draft is reckoned for it."""

MOST_FACTS = 10_000
"""The most facts of a table: twice what all its pieces could see of each other."""

_TERM = re.compile(r"(\w+)\((\w+)\)", re.ASCII)
_SIDES = 2


def of_name(
    known: Names, sort: str, name: str | None, line: int | None, where: object = None
) -> Iterator[Fault]:
    """Yield a fault if there is a name, and nothing of that sort is called so."""
    if name is not None and name not in known[sort]:
        what = f"{where}: no" if where else "no"
        yield unknown(f"{what} {sort} is called", name, known[sort], line)


def of_troopers(active: str, troopers: Sequence[Trooper], line: int | None) -> Iterator[Fault]:
    """Yield what is wrong with the troopers, their names and their sides."""
    pieces = [(name, trooper.line) for trooper in troopers for name in trooper.pieces]
    yield from _names(pieces)
    yield from _sides(active, troopers, line)
    if not troopers:
        yield Fault("there is no trooper", line, "at least one")
    if len(pieces) > MOST_PIECES:
        yield Fault(f"there are {len(pieces)} pieces", line, f"at most {MOST_PIECES}")
    for trooper in troopers:
        yield from _note(trooper)
        yield from _numbers(trooper, trooper.name)


def of_moment(phase: str, facts: int, line: int | None) -> Iterator[Fault]:
    """Yield what is wrong with the phase, and with how many facts there are."""
    if facts > MOST_FACTS:
        yield Fault(f"{facts} facts are told", line, f"at most {MOST_FACTS}")
    yield from of_name({"phase": PHASES}, "phase", phase, line)


def of_pair(kind: FactKind, pair: Pair, known: Names) -> Iterator[Fault]:
    """Yield what is wrong with two names in a relation."""
    for sort, name in zip(kind.sorts, (pair.one, pair.other), strict=False):
        yield from of_name(known, sort, name, pair.line, kind.key)
    if pair.one == pair.other and kind.sorts[0] == kind.sorts[1]:
        yield Fault(f"{kind.key}: {pair.one!r} is paired with itself", pair.line, "two pieces")
    if pair.half is not None and "half" not in kind.sorts:
        what = f"{kind.key} holds in the whole Order, not in the half {pair.half!r}"
        yield Fault(what, pair.line, "two names")
    elif pair.half is not None and pair.half not in HALVES:
        what = f"{kind.key}: an Order has no half {pair.half!r}"
        yield Fault(what, pair.line, " or ".join(HALVES))


def of_memory(memory: Memory, known: Names) -> Iterator[Fault]:
    """Yield what is wrong with something remembered."""
    pieces = known["piece"]
    for name in (memory.kind, *memory.of):
        if not is_word(name) and (name not in pieces or name == memory.kind):
            what = f"memory: {name!r} is neither a piece nor a word of the rules"
            yield Fault(what, memory.line, near=near(name, pieces), term=name)


def of_unknown(fact: Unknown, order: Sequence[Act], known: Names) -> Iterator[Fault]:
    """Yield what is wrong with a fact that nobody knows."""
    kinds = [key for key, kind in OF_KEY.items() if kind.unknown]
    if fact.kind not in kinds:
        yield unknown("unknown: no kind of fact is called", fact.kind, kinds, fact.line)
        return
    if fact.kind == "memory" and fact.of:
        return
    kind, given = OF_KEY[fact.kind], fact.of
    if "half" in kind.sorts and given and given[-1] in HALVES:
        given = given[:-1]
    if len(given) != len(kind.unknown_sorts):
        words = [sort.upper() if sort in known else "WORD" for sort in kind.unknown_sorts]
        what = f"unknown: [{', '.join([fact.kind, *fact.of])}]"
        yield Fault(what, fact.line, f"[{', '.join([fact.kind, *words])}]")
        return
    for sort, name in zip(kind.unknown_sorts, given, strict=True):
        if sort in known:
            yield from of_name(known, sort, name, fact.line, "unknown")
    if kind.sorts[0] == "act":
        yield from of_description(order, Act(*given), fact.line)


def of_act(act: Act, order: Sequence[Act], known: Names) -> Iterator[Fault]:
    """Yield what is wrong with a declaration in the Order so far."""
    yield from of_name(known, "trooper", act.who, act.line)
    yield from of_name(known, "piece", act.at, act.line, act)
    for piece in act.covers:
        yield from of_name(known, "piece", piece, act.line, f"{act} covers")
    yield from _numbers(act, act)
    if act.at is not None and act.into is not None:
        what = f"{act.who} {act.does} has two targets, {act.at!r} and {act.into!r}"
        yield Fault(what, act.line, "at: PIECE or into: STATE")
    if act.when not in STEPS:
        expected = f"one of {', '.join(STEPS)}"
        alike = near(str(act.when), STEPS)
        yield Fault(f"{act}: there is no step {act.when!r}", act.line, expected, near=alike)
    elif act.when not in ACTIVE_STEPS and act.at is None and act.into is None:
        what = f"{act} answers nobody: an ARO says whom it answers"
        yield Fault(what, act.line, "at: PIECE")
    spent = [one.when for one in order if one.who == act.who and one.when in ACTIVE_STEPS]
    if act.when in spent:
        many = len(spent) > 1
        which = "third" if many else "second"
        where = "one Order" if many else f"step {act.when}"
        what = f"{act} would be a {which} Skill of {act.who} in {where}"
        yield Fault(what, act.line, "one Skill in each half of an Order")
    elif act in order:
        yield Fault(f"{act} is declared twice in step {act.when}", act.line, "each ARO once")


def of_roll(roll: Roll, order: Sequence[Act]) -> Iterator[Fault]:
    """Yield what is wrong with the result of a Roll."""
    yield from of_description(order, roll.act, roll.line)
    if roll.result not in RESULTS:
        what = f"{roll.act}: a Roll has no result {roll.result!r}"
        yield Fault(what, roll.line, " or ".join(RESULTS))


def of_hit(hit: Hit, order: Sequence[Act], known: Names) -> Iterator[Fault]:
    """Yield what is wrong with a hit: whose it is, and on what."""
    yield from of_description(order, hit.act, hit.line)
    if hit.on == "":
        yield Fault(f"{hit.act}: nobody says what it hit", hit.line, "on: PIECE")
    else:
        yield from of_name(known, "piece", hit.on, hit.line, f"{hit.act} hits")


def of_description(order: Sequence[Act], act: Act, line: int | None = None) -> Iterator[Fault]:
    """Yield why a description does not name one act of the Order."""
    line = line or act.line
    count = sum(one.answers_to(act) for one in order)
    if count == 0:
        declared = "; ".join(str(one) for one in order if one.who == act.who)
        expected = f"one of: {declared}" if declared else f"an act of {act.who} in the Order"
        yield Fault(f"{act} was not declared", line, expected)
    elif count > 1:
        yield Fault(f"{act} was declared {count} times", line, "at or when, to tell which")


def of_words(found: Iterable[Mention]) -> Iterator[Fault]:
    """Yield a fault for each word that cannot be one of the rules, whatever the edition."""
    yield from (not_a_word(one) for one in found if not (is_word(one.name) or _is_term(one.name)))


def not_a_word(one: Mention) -> Fault:
    """Return the fault of a word that cannot be one of the rules."""
    alike = tuple(filter(None, [constant(one.name)]))
    expected = "a word in lower case, with _ for spaces"
    return Fault(f"{one.name!r} is no {one.sort}", one.line, expected, near=alike, term=one.name)


def _is_term(text: str) -> bool:
    """Return whether a text is a word with another one in brackets, as `enters(retreat)`."""
    found = _TERM.fullmatch(text)
    return found is not None and all(map(is_word, found.groups()))


def _names(pieces: Iterable[tuple[str, int | None]]) -> Iterator[Fault]:
    taken: dict[str, str] = {}
    for name, line in pieces:
        word = constant(name)
        if word is None:
            expected = "letters, digits and spaces, a letter first"
            yield Fault(f"{name!r} cannot be a name", line, expected)
        elif word in taken:
            other = taken[word]
            alike = "" if other == name else f" ({other!r} and {name!r} read alike)"
            yield Fault(f"two pieces are called {name!r}{alike}", line, "a name for each")
        else:
            taken[word] = name


def _sides(active: str, troopers: Sequence[Trooper], line: int | None) -> Iterator[Fault]:
    sides: dict[str, str] = {}
    for side, place in [(active, line), *((one.side, one.line) for one in troopers)]:
        word = constant(side)
        if word is None:
            yield Fault(f"{side!r} cannot be the name of a side", place)
        elif sides.setdefault(word, side) != side:
            what = f"the sides {sides[word]!r} and {side!r} differ only in spelling"
            yield Fault(what, place, "one spelling everywhere")
    there = {trooper.side for trooper in troopers}
    turn = constant(active)
    if there and turn is not None and turn not in set(map(constant, there)):
        yield unknown("active: no side is called", active, there, line)
    elif len(there) > _SIDES:
        what = f"there are {len(there)} sides: {', '.join(sorted(there))}"
        yield Fault(what, line, "two, allies being of one side")


def _note(trooper: Trooper) -> Iterator[Fault]:
    noted, pieces = trooper.noted, trooper.pieces
    if noted is not None and noted not in pieces:
        what = f"`noted` of {trooper.name!r} names {noted!r}, which is none of its pieces"
        alike = tuple(one.name for one in trooper.replicas if one.form == noted)
        expected = f"one of {', '.join(pieces)}"
        yield Fault(what, trooper.line, expected, near=alike, term=noted)


def _numbers(holder: Trooper | Act, whose: object) -> Iterator[Fault]:
    values: dict[str, list[int]] = {}
    for name, value in holder.numbers:
        values.setdefault(name, []).append(value)
    for name, several in values.items():
        if len(several) > 1:
            what = f"{whose}: {name} is both {' and '.join(map(str, several))}"
            yield Fault(what, holder.line, "one value")
