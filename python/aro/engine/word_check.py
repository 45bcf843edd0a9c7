"""What an edition does not know in a situation, and what it forbids there whatever is declared."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from aro.errors import Fault, SituationError, raise_faults, unknown
from aro.knowledge.names import constant
from aro.knowledge.vocabulary import Mention, Vocabulary, mentions
from aro.parts import Act, Memory, Trooper
from aro.situation import Situation


def check(table: Situation, vocabulary: Vocabulary, acts: Iterable[Act] = ()) -> None:
    """Raise an `ExceptionGroup` of what no rule knows in a situation and in acts asked about."""
    found = [*table.mentions(), *mentions(acts)]
    faults = word_faults(table, vocabulary, found, (*table.order, *acts))
    raise_faults("the edition cannot be asked this", faults, SituationError)


def word_faults(
    table: Situation, vocabulary: Vocabulary, found: Iterable[Mention], acts: Iterable[Act]
) -> Iterator[Fault]:
    """Yield what is wrong with words that were found, with a situation and with acts."""
    for word in found:
        for fault in _unknown(word.sort, word.name, vocabulary.words(word.sort), word.line):
            yield replace(fault, see=_elsewhere(word.name, vocabulary))
    for act in acts:
        if act.does in vocabulary.aimed and act.at is None:
            what = f"{act}: {act.does!r} is aimed at somebody"
            yield Fault(message=what, line=act.line, expected="at: PIECE")
        if act.into is not None and act.does in vocabulary.skills - vocabulary.entering:
            what = f"{act}: {act.does!r} leads into no state"
            yield Fault(message=what, line=act.line, expected="no into")
        yield from _out_of_range(act, str(act), vocabulary)
    for trooper in table.troopers:
        yield from _replicas(trooper, vocabulary)
        yield from _forms(trooper, vocabulary)
        yield from _out_of_range(trooper, trooper.name, vocabulary)
    unknown = (Memory(*one.of, line=one.line) for one in table.unknown if one.kind == "memory")
    for memory in (*table.memory, *unknown):
        yield from _memory(memory, table, vocabulary)


def _replicas(trooper: Trooper, vocabulary: Vocabulary) -> Iterator[Fault]:
    for replica in trooper.replicas:
        if constant(replica.name) in vocabulary.states:
            what = f"{replica.name!r} is a state and cannot be the name of a replica"
            yield Fault(message=what, line=trooper.line, expected="another name")
        if replica.form in _PLAIN:
            what = f"the replica {replica.name!r} cannot look like {replica.form!r}"
            told = f"{trooper.name!r} is the name of the Model, a replica looks like a Marker"
            some = f"one of {', '.join(sorted(vocabulary.forms - _PLAIN))}"
            yield Fault(message=f"{what}: {told}", line=trooper.line, expected=some)


def _forms(trooper: Trooper, vocabulary: Vocabulary) -> Iterator[Fault]:
    forms = dict(vocabulary.shown) if len(trooper.states) > 1 else {}
    shown = {state: forms[state] for state in trooper.states if state in forms}
    if len(set(shown.values())) > 1:
        what = f"{trooper.name!r} cannot be in {' and '.join(shown)} at once"
        yield Fault(message=what, line=trooper.line, expected="one of them")


def _memory(memory: Memory, table: Situation, vocabulary: Vocabulary) -> Iterator[Fault]:
    yield from _unknown("memory", memory.kind, MEMORIES, memory.line)
    sorts = MEMORIES.get(memory.kind, ())
    if sorts and len(memory.of) != len(sorts):
        what = f"memory: [{', '.join((memory.kind, *memory.of))}]"
        expected = f"[{', '.join((memory.kind, *map(str.upper, sorts)))}]"
        yield Fault(message=what, line=memory.line, expected=expected)
        return
    names = {"trooper": [one.name for one in table.troopers], "piece": table.pieces}
    for sort, name in zip(sorts, memory.of, strict=False):
        yield from _unknown(sort, name, names.get(sort, vocabulary.words(sort)), memory.line)


def _unknown(
    sort: str, name: str, known: Collection[str] | None, line: int | None
) -> Iterator[Fault]:
    if known is not None and name not in known:
        fault = unknown(f"unknown {sort}", name, known, line)
        yield fault if known else replace(fault, expected=f"none: the edition names no {sort}")


def _elsewhere(subject: str, vocabulary: Vocabulary) -> str | None:
    """Return where the edition speaks of something in clauses that are not law, if it does."""
    found = sorted(clause for of, clause in vocabulary.unencoded if of == subject)
    if not found:
        return None
    first, *others = found
    speak = f" and {len(others)} more speak of it and are" if others else " speaks of it and is"
    return f"{first}{speak} not law here: aro rules {first.partition('.')[0]} --search {subject}"


def _out_of_range(holder: Trooper | Act, name: str, vocabulary: Vocabulary) -> Iterator[Fault]:
    for number, value in holder.numbers:
        spans = sorted((least, most) for of, least, most in vocabulary.ranges if of == number)
        if spans and not any(least <= value <= most for least, most in spans):
            expected = " or ".join(f"{least} to {most}" for least, most in spans)
            what = f"{name}: {number} {value} is out of range"
            yield Fault(message=what, line=holder.line, expected=expected, term=str(value))


MEMORIES = {
    **dict.fromkeys(("failed", "chose"), ("skill", "trooper", "piece")),
    "reduced": ("trooper", "trait", "cause"),
    "lost": ("trooper", "state"),
    "model_gone": ("trooper",),
    "anew": ("number", "trooper"),
    **dict.fromkeys(("once", "twice", "thrice", "four_times", "five_times"), ("number", "trooper")),
}
"""What earlier Orders can leave behind, and what each kind is said of."""

_PLAIN = frozenset({"model", "nothing"})
