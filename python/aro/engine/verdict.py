"""What an answer says of one act: the verdict on it, but for how firm it is."""

from functools import lru_cache
from typing import NamedTuple

from aro.answers import VERBS, Figure, Mod, Reason, Ruling, Stamp, Verdict
from aro.engine.clingo_program import Atoms, Term, value_of, written
from aro.engine.gaps import gaps, pending
from aro.errors import KnowledgeError
from aro.knowledge.edition import Clause, Edition, clause_id
from aro.parts import Act


class Matter(NamedTuple):
    """An act asked about, also as the term that answers use, and under which law."""

    edition: Edition
    stamp: Stamp
    act: Act
    key: Term
    off: tuple[str, ...]
    declared: bool


@lru_cache(maxsize=4096)
def settled(one: Matter, ruling: Ruling, certain: Atoms, some: Atoms) -> Verdict:
    """Return the verdict on an act of which so much is certain, and `some` that is possible.

    A few thousand are kept: of many situations that differ most have one of the same answers.
    """
    edition, stamp, act, key, off, declared = one
    reasons = because(edition, key, certain, some)
    later = ruling == "legal" and not declared
    return Verdict(
        act=act,
        ruling=ruling,
        firmness="settled",
        because=reasons,
        stamp=stamp,
        gaps=tuple(gaps(edition, act, ruling, reasons, off)),
        pending=pending(edition, act, off) if later else (),
        possible=(ruling,),
        takes_effect=("performed", key) in certain if declared else None,
        thwarted_by=thwarted_by(edition, key, certain),
        mods=mods(edition, act, key, certain),
        figures=figures(edition, act, key, certain),
    )


def because(edition: Edition, key: Term, certain: Atoms, some: Atoms) -> tuple[Reason, ...]:
    """Return the deciding clauses of a ruling, the weightiest verb first."""
    matter = ("because", ("declare", key))
    told = [one for one in certain if one[:2] == matter]
    if not told:  # the unknown facts all lead there, each by clauses of its own
        told = [one for one in some if one[:2] == matter]
    found = sorted(((one[3], one[2]) for one in told), key=str)
    return tuple(
        Reason(clause=clause_of(edition, named), verb=verb)
        for verb in VERBS
        for does, named in found
        if does == verb
    )


def thwarted_by(edition: Edition, key: Term, certain: Atoms) -> tuple[Clause, ...]:
    """Return the clauses that keep a declared act from having effect."""
    return tuple(clause_of(edition, one[1]) for one in _about("thwarted", key, certain))


def mods(edition: Edition, act: Act, key: Term, certain: Atoms) -> tuple[Mod, ...]:
    """Return the MODs to the Roll of an act."""
    return tuple(
        Mod(act=act, value=value_of(value), clause=clause_of(edition, clause))
        for _, clause, _, value in _about("mod", key, certain)
    )


def figures(edition: Edition, act: Act, key: Term, certain: Atoms) -> tuple[Figure, ...]:
    """Return the figures of an act."""
    return tuple(
        Figure(
            act=act, name=written(name), value=value_of(value), clause=clause_of(edition, clause)
        )
        for _, clause, _, name, value in _about("count", key, certain)
    )


def clause_of(edition: Edition, named: Term) -> Clause:
    """Return the clause that a term of an answer stands for."""
    name = clause_id(edition.name, written(named))
    if name not in edition.clauses:
        raise KnowledgeError(f"the law of {edition.name} names no clause of it: {name}")
    return edition.clauses[name]


def _about(name: str, key: Term, certain: Atoms) -> list[tuple[Term, ...]]:
    return sorted((one for one in certain if one[0] == name and one[2] == key), key=str)
