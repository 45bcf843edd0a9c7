"""A situation with facts taken away and put in: for near misses, what-ifs and searches.

A near miss names its facts as a case file does; what-ifs and searches give them as atoms. Both
become a `Fact`, and one function changes the situation.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from aro.engine.clingo_program import Term, parts, read, written
from aro.engine.facts import act_of, atoms, memory_of, name_of
from aro.engine.word_check import check
from aro.errors import SituationError
from aro.knowledge.fact_kinds import OF_KEY, OF_PREDICATE, FactKind
from aro.knowledge.names import constant
from aro.knowledge.vocabulary import Vocabulary
from aro.parts import HALVES, Act, Event, Hit, Memory, Pair, Roll, Unknown
from aro.situation import Situation

Thing = Pair | Act | Roll | Hit | Event | Memory | Unknown | str | tuple[Any, ...]

Acts = tuple[Act, ...]

_DECLARED = "declared("
"""How the atom of a declaration begins."""

_EXCHANGED = ("side", "active", "phase")
"""What a situation always states: it can be exchanged, not taken away."""

FACTS = (*OF_KEY, "side", "active", "unknown", "reads")
"""What a near miss may take away or put in."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a case: what kind it is of (`lof`, `is`, `act`...), and the fact itself."""

    kind: str
    thing: Thing
    line: int | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        match self.thing:
            case Pair(one, other, half):
                told: tuple[object, ...] = (one, other, half) if half else (one, other)
            case Memory(kind, of) | Unknown(kind, of):
                told = (kind, *of)
            case Roll(act, result):
                told = (act, result)
            case Hit(act, on):
                told = (act, f"on {on}")
            case Event(who):
                told = (f"{who} {self.thing}",)
            case tuple():
                told = self.thing
            case plain:
                told = (plain,)
        return f"{self.kind} {', '.join(map(str, told))}"


def altered(table: Situation, without: Fact | None, instead: Fact | None) -> Situation:
    """Return a situation without the one fact and with the other.

    An act is exchanged in its place, and keeps the Rolls and hits of the act it replaces. Raises
    `SituationError` where the fact to be taken away is not there.
    """
    match without, instead:
        case Fact(thing=Act() as described), Fact(thing=Act() as new):
            old = table.declared(described)
            return _with_act(table, old, replace(new, when=new.when or old.when))
    for fact, holds in ((without, False), (instead, True)):
        if fact is not None and fact.kind != "reads":
            table = _edited(table, fact, holds=holds)
    return table


def reread(
    readings: tuple[tuple[str, str], ...], without: Fact | None, instead: Fact | None
) -> tuple[tuple[str, str], ...]:
    """Return the readings of a case as a near miss has them."""
    found = dict(readings)
    if without is not None and without.kind == "reads" and isinstance(without.thing, tuple):
        found.pop(without.thing[0], None)
    if instead is not None and instead.kind == "reads" and isinstance(instead.thing, tuple):
        found[instead.thing[0]] = instead.thing[1]
    return tuple(found.items())


def changed(
    table: Situation, act: Act, words: Vocabulary, gone: Collection[str], come: Collection[str]
) -> tuple[Situation, Act] | None:
    """Return a situation, and an act asked about in it, with some atoms gone and others come.

    With a declaration goes what came of it. None if no situation states just that: a piece shown in
    two ways, a Saving Roll without a hit.
    """
    asked: Acts = (act,)
    before = frozenset(atoms(table, asked))
    try:
        for atom in gone:
            table, asked = _with_atom(table, asked, atom, holds=False)
        table, asked = stated(table, asked, come)
        check(table, words, asked)
    except (SituationError, ExceptionGroup):
        return None
    after = frozenset(atoms(table, asked))
    left = {one for one in before.difference(gone) if not any(map(one.__contains__, taken(gone)))}
    return (table, asked[0]) if after == left.union(come) else None


def taken(gone: Iterable[str]) -> list[str]:
    """Return the acts, as terms, whose declarations are among these atoms."""
    return [one[len(_DECLARED) : -1] for one in gone if one.startswith(_DECLARED)]


def stated(table: Situation, asked: Acts, put_in: Iterable[str]) -> tuple[Situation, Acts]:
    """Return a situation, and the acts asked about in it, with these atoms put in."""
    for atom in put_in:
        table, asked = _with_atom(table, asked, atom, holds=True)
    return table, asked


def _with_atom(table: Situation, asked: Acts, atom: str, *, holds: bool) -> tuple[Situation, Acts]:
    fact = _fact(table, atom, holds=holds)
    match fact.thing:
        case (Act() as described, *value):
            same = [one for one in (*table.order, *asked) if one.bare == described]
            if not same:
                raise SituationError(f"{described} is neither declared nor asked about")
            old, name = same[0], OF_PREDICATE[fact.kind].field
            new = _amended(old, name, value, holds=holds)
            return _with_act(table, old, new), tuple(new if one == old else one for one in asked)
        case Hit():
            holds = holds or not atom.startswith("hit(")
    return _edited(table, fact, holds=holds), asked


def _fact(table: Situation, atom: str, *, holds: bool) -> Fact:
    """Return what an atom states as a fact of a case; a hit with what is to hold of it."""
    predicate, *terms = parts(read(atom))
    kind = OF_PREDICATE[str(predicate)]
    pairs = zip(kind.sorts, terms, strict=True)
    arguments: list[Any] = [_argument(table, sort, term) for sort, term in pairs]
    thing: Thing
    match kind.holder, arguments:
        case "pair", _:
            thing = Pair(*arguments)
        case "hit", [act, on]:
            hits = [one for one in table.hits if (one.act.bare, one.on) == (act, on)]
            if not hits:
                raise SituationError(f"{act} did not hit {on}")
            return Fact("hit", replace(hits[0], **{kind.field: holds}))  # type: ignore[arg-type]  # a truth value of a hit
        case "record", [act, second]:
            made = {"rolled": Roll, "hit": Hit, "event": Event}
            rest = second if isinstance(second, tuple) else (second,)
            thing = made[kind.predicate](act, *rest)
        case (("record" | "moment"), [only]):
            thing = only
        case "moment", _:
            thing = "true"
        case _:
            thing = tuple(arguments)
    return Fact(kind.key or kind.predicate, thing)


def _argument(table: Situation, sort: str, term: Term) -> object:
    """Return what a term stands for: a name, a word, a number, an act or what is remembered."""
    match sort:
        case "act":
            return act_of(table, term)
        case "memory":
            return memory_of(table, written(term))
        case "event":
            return tuple(map(str, parts(term)))
        case "piece" | "trooper":
            return name_of(table, written(term))
        case "side":
            sides = (one.side for one in table.troopers if constant(one.side) == term)
            return next(sides, str(term))
    return term


def _edited(table: Situation, fact: Fact, *, holds: bool) -> Situation:
    """Return a situation in which a fact holds, or does not hold any more."""
    if fact.kind in _EXCHANGED and not holds:
        raise SituationError(f"{fact}: it can be exchanged, not taken away", line=fact.line)
    kind = OF_KEY.get(fact.kind)
    name = kind.field if kind else fact.kind
    value: object = fact.thing
    match fact.thing:
        case Pair() as pair if kind:
            value = _paired(getattr(table, name), kind, pair, holds=holds)
        case Act() as act if not holds:
            return _with_act(table, table.declared(act), None)
        case (Roll() | Hit()) as result:
            result = replace(result, act=table.declared(result.act))
            value = _listed(getattr(table, name), result, holds=holds)
        case Act() | Event() | Memory() | Unknown():
            value = _listed(getattr(table, name), fact.thing, holds=holds)
        case (str() as who, *held):
            old = table.trooper(who)
            new = _amended(old, name, held, holds=holds)
            name, value = "troopers", tuple(new if one == old else one for one in table.troopers)
        case str() if kind and not (holds and kind.sorts):
            value = holds or kind.default
    edited = replace(table, **{name: value})  # type: ignore[arg-type]  # the names are fields
    if edited == table and not holds:
        raise SituationError(f"{fact}: it is not in the situation", line=fact.line)
    return edited


def _with_act(table: Situation, old: Act, new: Act | None) -> Situation:
    """Return a situation with an act in place of another; Rolls and hits are those of the new one.

    Without a new one they are gone.
    """

    def swapped(results: Iterable[Any]) -> tuple[Any, ...]:
        kept = [one for one in results if new is not None or one.act != old]
        return tuple(replace(one, act=new) if one.act == old else one for one in kept)

    order = tuple(filter(None, (new if act == old else act for act in table.order)))
    return replace(table, order=order, rolls=swapped(table.rolls), hits=swapped(table.hits))


def _paired(pairs: Iterable[Pair], kind: FactKind, pair: Pair, *, holds: bool) -> tuple[Pair, ...]:
    """Return the pairs of a relation with one of them, or without it."""
    ends = {(pair.one, pair.other)} | ({(pair.other, pair.one)} if kind.mutual else set())
    kept: list[Pair] = []
    for one in pairs:
        same = (one.one, one.other) in ends
        halves = [half for half in HALVES if one.half in {None, half}] if same else []
        left = [half for half in halves if pair.half not in {None, half}]
        kept += [Pair(one.one, one.other, half) for half in left] if same else [one]
    return (*kept, pair) if holds else tuple(kept)


def _amended(record: Any, name: str, value: list[Any], *, holds: bool) -> Any:  # noqa: ANN401  a trooper or an act
    """Return a trooper or an act with a word, a name or a number of its own, or without it."""
    held, new = getattr(record, name), value[0] if len(value) == 1 else tuple(value)
    if isinstance(held, tuple):
        return replace(record, **{name: _listed(held, new, holds=holds)})
    return replace(record, **{name: new if holds else None if held == new else held})


def _listed(items: Iterable[Any], item: object, *, holds: bool) -> tuple[Any, ...]:
    """Return items with one more, which replaces what is of the same, or without it."""
    kept = [one for one in items if (_of(one) != _of(item) if holds else one != item)]
    return (*kept, item) if holds else tuple(kept)


def _of(item: object) -> object:
    """Return what an item gives a value to: a Roll to its act, a number to its name."""
    match item:
        case Roll(act):
            return act
        case Hit(act, on):
            return act, on
        case (name, _):
            return name
    return item
