"""Pages of a source that were not seen, and the laws that would stand there.

An edition says what of a page was not seen, and which Laws would stand there, as patterns. In a
pattern `_` is anything, and every other part is found wherever a part of the Law has it in it:
`grants(look_out,_)` is also `grants(and(look_out,aro),sees)`, and `prone` whatever names it. A
state is also found where a Law names a family that it belongs to.
"""

from collections.abc import Collection, Iterator
from functools import cache

from aro.engine.clingo_program import Term, parts, read, written
from aro.engine.edition_words import tables, vocabulary
from aro.errors import Fault, near
from aro.knowledge import library as kb
from aro.knowledge.edition import Edition, Unseen
from aro.law_text.law_words import Words, rules_of, theory


def unknown_patterns(edition: Edition) -> Iterator[Fault]:
    """Yield a fault for each pattern of an edition that is of no Law of any other.

    Of a whole page only the words are looked at.
    """
    others = [kb.load(name) for name in kb.editions() if name != edition.name]
    stated = [law for other in others for _, law in _stated(other)]
    words = {one for law in stated for one in _words(law)}
    families = {pair for other in others for pair in _families(other)}
    for one in edition.unseen:
        for pattern in map(read, one.laws):
            wanted = normal(pattern)
            names = {*_words(wanted)} - {"_"}
            known = words | _own(edition) if one.whole else words
            if strange := sorted(names - known):
                what = f"{written(pattern)}: no other edition's law has {strange[0]!r}"
                hint = near(strange[0], known)
                yield Fault(message=what, file=one.file, line=one.line, near=hint)
            elif not (one.whole or any(_matches(wanted, law, families) for law in stated)):
                what = f"{written(pattern)}: no other edition states such a Law"
                yield Fault(message=what, file=one.file, line=one.line)


@cache
def stating(edition: Edition, unseen: Unseen) -> frozenset[str]:
    """Return the clauses of an edition that state what another has not seen of its own."""
    patterns = [normal(read(pattern)) for pattern in unseen.laws]
    families = _families(edition)
    return frozenset(
        written(clause)
        for clause, law in _stated(edition)
        if any(_matches(pattern, law, families) for pattern in patterns)
    )


def normal(law: Term) -> Term:
    """Return a Law in the form in which Laws are compared.

    Each `and` and `or` has two parts, and what `restricts` a Sort is the ban on the rest of it. The
    clause that one `lifts` is left out: each edition has its own.

    >>> normal(("and", "a", "b", "c")) == normal(("and", ("and", "a", "b"), "c"))
    True
    """
    if not isinstance(law, tuple):
        return law
    name, *arguments = law
    parts = [normal(argument) for argument in arguments]
    if name == "restricts" and len(parts) == 4:  # noqa: PLR2004  as law.lp documents it
        matter, sort, allowed, when = parts
        return ("forbids", matter, normal(("and", sort, ("no", allowed))), when)
    if name == "lifts":
        parts[0] = "_"
    if name not in {"and", "or"} or not parts:
        return (name, *parts)
    first, *rest = parts
    if isinstance(first, tuple) and first[0] == name:
        return normal((name, *first[1:], *rest))
    return (name, first, normal((name, *rest))) if rest else first


def _stated(edition: Edition) -> Iterator[tuple[Term, Term]]:
    """Yield the clauses of an edition, each with a Law that it states, as Laws are compared."""
    return ((clause, normal(law)) for clause, law in tables(edition).table("stated"))


def _own(edition: Edition) -> set[str]:
    """Return the words of the theory, and of an edition's own law and tables."""
    words = Words(theory(kb.home() / "kb" / "theory"), rules_of(edition))
    told = vocabulary(edition)
    return {*words.inside, *told.skills, *told.states, *told.traits, *told.gear, *told.devices}


def _families(edition: Edition) -> frozenset[tuple[Term, ...]]:
    """Return each state of an edition with each family that it belongs to."""
    return frozenset(tables(edition).table("belongs"))


def _matches(pattern: Term, law: Term, families: Collection[tuple[Term, ...]] = ()) -> bool:
    """Whether a Law, or a part of one, has the pattern in it."""
    if pattern in ("_", law) or (pattern, law) in families:
        return True
    mine, its = parts(pattern), parts(law)
    alike = len(mine) == len(its) > 1 and mine[0] == its[0]
    pairs = zip(mine[1:], its[1:], strict=alike)
    if alike and all(_matches(*pair, families) for pair in pairs):
        return True
    return any(_matches(pattern, part, families) for part in its[1:])


def _words(term: Term) -> Iterator[str]:
    name, *of = parts(term)
    yield str(name)
    for one in of:
        yield from _words(one)
