"""What a ruling leaves open: what our knowledge lacks of its clauses, and what is judged later."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from aro.answers import Gap, Reason, Ruling
from aro.engine.clingo_program import Term, written
from aro.engine.edition_words import tables
from aro.knowledge.edition import Clause, Edition, clause_id
from aro.parts import Act


def gaps(
    edition: Edition, act: Act, ruling: Ruling, because: Iterable[Reason], off: Iterable[str]
) -> Iterator[Gap]:
    """Yield what is not known here of the clauses that decide, or that the act should meet."""
    found = {reason.clause: None for reason in because if reason.clause.encodable == "partly"}
    if ruling != "illegal":
        found |= dict.fromkeys(_told_of(edition, act, off))
    for clause in found:
        if clause.gap:
            yield Gap(about=clause, says=clause.gap)
    if ruling == "silent":
        about = (one for one in edition.clauses.values() if act.does in one.subjects)
        for source in dict.fromkeys(clause.source for clause in about):
            if source.incomplete:
                yield Gap(about=source, says=source.incomplete)


def pending(edition: Edition, act: Act, off: Iterable[str]) -> tuple[Clause, ...]:
    """Return the clauses that may still keep such an act from having effect when it is resolved."""
    gone = set(off)
    return tuple(one for one in _later(edition).get(act.does, ()) if one.term not in gone)


def fewest(bans: Iterable[Iterable[Clause]]) -> tuple[Clause, ...]:
    """Return clauses of which each list of bans has one: the most frequent first, and few."""
    left = [tuple(dict.fromkeys(clauses)) for clauses in bans]
    cover: list[Clause] = []
    while left := [clauses for clauses in left if clauses and not set(clauses) & set(cover)]:
        cover.append(Counter(clause for clauses in left for clause in clauses).most_common(1)[0][0])
    return tuple(cover)


def _told_of(edition: Edition, act: Act, off: Iterable[str]) -> Iterator[Clause]:
    gone = set(off)
    for skill in (act.does, *act.uses):
        yield from (one for one in _lacking(edition).get(skill, ()) if one.term not in gone)


@cache
def _lacking(edition: Edition) -> Mapping[str, tuple[Clause, ...]]:
    """Return, by skill, the clauses that state what it is or needs and are not wholly law."""
    typing = defaultdict(set)
    for by, told in tables(edition).table("stated"):
        if isinstance(told, tuple) and told[0] in {"skill", "label"}:
            typing[clause_id(edition.name, written(by))].add(str(told[1]))
    found: dict[str, list[Clause]] = defaultdict(list)
    for clause in edition.clauses.values():
        if clause.encodable != "yes":
            required = clause.subjects[:1] if clause.kind == "legality" else ()
            for skill in {*required, *typing[clause.id]}:
                found[skill].append(clause)
    return {skill: tuple(clauses) for skill, clauses in found.items()}


_AT_PERFORMANCE = (("forbids", "perform"), ("restricts", "perform"))


@cache
def _later(edition: Edition) -> Mapping[str, tuple[Clause, ...]]:
    """Return, by skill, the clauses that forbid it only when it is performed."""
    found: dict[str, list[Clause]] = defaultdict(list)
    for clause, told in tables(edition).table("stated"):
        if isinstance(told, tuple) and told[:2] in _AT_PERFORMANCE:
            stated = edition.clauses[clause_id(edition.name, written(clause))]
            for skill in _named(told[2]):
                found[skill].append(stated)
    return {skill: tuple(dict.fromkeys(clauses)) for skill, clauses in found.items()}


def _named(sort: Term) -> Iterator[str]:
    """Yield the words of a Sort that are not denied in it."""
    if not isinstance(sort, tuple):
        yield str(sort)
    elif sort[0] in {"and", "or"}:
        for part in sort[1:]:
            yield from _named(part)
