"""What a ruling leaves open: what our knowledge lacks of its clauses, and what is judged later."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache

from aro.answers import Gap, Reason, Ruling
from aro.engine.clingo_program import Term, written
from aro.engine.edition_words import tables
from aro.knowledge.edition import Clause, Edition, clause_id
from aro.parts import Act


def gaps(
    edition: Edition, act: Act, ruling: Ruling, because: Iterable[Reason], off: Collection[str]
) -> Iterator[Gap]:
    """Yield what is not known here of the clauses that decide, or that the act should meet."""
    clauses = [reason.clause for reason in because if reason.clause.encodable == "partly"]
    if ruling != "illegal":
        clauses += _of_skills(_lacking(edition), (act.does, *act.uses), off)
    yield from (Gap(about=one, says=one.gap) for one in dict.fromkeys(clauses) if one.gap)
    if ruling == "silent":
        about = (one for one in edition.clauses.values() if act.does in one.subjects)
        for source in dict.fromkeys(clause.source for clause in about):
            if source.incomplete:
                yield Gap(about=source, says=source.incomplete)


def pending(edition: Edition, act: Act, off: Collection[str]) -> tuple[Clause, ...]:
    """Return the clauses that could still stop the Skill of an act when it is resolved.

    Whether their circumstances hold then is not looked at.
    """
    return tuple(dict.fromkeys(_of_skills(_later(edition), (act.does,), off)))


def fewest(bans: Iterable[Iterable[Clause]]) -> tuple[Clause, ...]:
    """Return clauses of which each list of bans has one: the most frequent first, and few."""
    left = [tuple(dict.fromkeys(clauses)) for clauses in bans]
    cover: list[Clause] = []
    while left := [clauses for clauses in left if clauses and not set(clauses) & set(cover)]:
        cover.append(Counter(clause for clauses in left for clause in clauses).most_common(1)[0][0])
    return tuple(cover)


BySkill = Mapping[str, Iterable[Clause]]


def _of_skills(clauses: BySkill, skills: Iterable[str], off: Collection[str]) -> Iterator[Clause]:
    """Yield the clauses of some skills that are not switched off."""
    found = (clause for skill in skills for clause in clauses.get(skill, ()))
    return (clause for clause in found if f"off({clause.term})" not in off)


@cache
def _lacking(edition: Edition) -> BySkill:
    """Return, by skill, the clauses that state what it is or needs and are not wholly law."""
    typing = defaultdict(set)
    for by, stated in _stated(edition):
        if stated[0] in {"skill", "label"}:
            typing[by].add(str(stated[1]))
    found: dict[str, list[Clause]] = defaultdict(list)
    for clause in edition.clauses.values():
        if clause.encodable != "yes":
            required = clause.subjects[:1] if clause.kind == "legality" else ()
            for skill in {*required, *typing[clause.id]}:
                found[skill].append(clause)
    return found


@cache
def _later(edition: Edition) -> BySkill:
    """Return, by skill, the clauses that forbid it only when it is performed."""
    found: dict[str, list[Clause]] = defaultdict(list)
    for by, stated in _stated(edition):
        if stated[0] in {"forbids", "restricts"} and stated[1] == "perform":
            for skill in _named(stated[2]):
                found[skill].append(edition.clauses[by])
    return found


def _stated(edition: Edition) -> Iterator[tuple[str, tuple[Term, ...]]]:
    """Yield the id of each clause and what it states, if that has arguments."""
    for clause, stated in tables(edition).table("stated"):
        if isinstance(stated, tuple):
            yield clause_id(edition.name, written(clause)), stated


def _named(sort: Term) -> Iterator[str]:
    """Yield the words of a Sort that are not denied in it."""
    if not isinstance(sort, tuple):
        yield str(sort)
    elif sort[0] in {"and", "or"}:
        for part in sort[1:]:
            yield from _named(part)
