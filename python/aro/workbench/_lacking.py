"""What of two rulebooks cannot be compared: where the source of one is cut off, or not there."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache

from aro._engine import Term, parts, read, written
from aro._words import program
from aro.edition import Clause, Edition
from aro.rulebook import Rulebook

Manner = tuple[str, str]
"""A kind of Law, and the state it is about."""

Causing = tuple[tuple[Clause, ...], tuple[Clause, ...]]
"""The clauses of either side that make a difference."""


def lacks(books: tuple[Rulebook, Rulebook], clauses: Causing, facts: Collection[str]) -> str | None:
    """Return why a difference that some clauses make by these facts is none of the two documents.

    So it is where they speak of a state of which the other side has no page; or only one side
    speaks, the other's source of that subject is cut off or we have none, and nothing of the kind
    is law there.
    """
    mine, other = (book.edition for book in books)
    if mine is other:
        return None
    told = [
        {name for one in found for name in _named(book.edition).get(one.term, ())}
        for book, found in zip(books, clauses, strict=True)
    ]
    so = {str(parts(read(one))[2]) for one in facts if one.startswith("state(")}
    for silent, states in ((mine, told[1] - told[0]), (other, told[0] - told[1])):
        for state in sorted(states & so):
            if not _has_page(silent, state):
                return f"{silent.name}: no page on {state} is known here"
    for silent, speaking, found in ((mine, other, clauses[1]), (other, mine, clauses[0])):
        if not found or clauses[0 if silent is mine else 1]:
            continue
        for article in speaking.articles:
            of_it = set(article.clauses) & set(found)
            if of_it and (why := _unsaid(silent, article.subject, _manners(speaking, of_it))):
                return why
    return None


def _unsaid(edition: Edition, subject: str, manners: frozenset[Manner]) -> str | None:
    """Return why an edition says nothing of the kind on a subject, if its source is at fault."""
    if subject in edition.absent:
        return f"{edition.name} has no {subject}: {edition.absent[subject]}"
    for article in edition.articles:
        law = {one for one in _manners(edition, article.clauses) if not one[1]}
        if article.subject == subject and not manners & law:
            for source in article.sources:
                if source.incomplete:
                    return f"{edition.name}, {source.title}: {source.incomplete}"
    return None


def _manners(edition: Edition, clauses: Iterable[Clause]) -> frozenset[Manner]:
    """Return what kinds of Law some clauses state; of states, which states too."""
    laws = _laws(edition)
    return frozenset(manner for clause in clauses for manner in laws.get(clause.term, ()))


@cache
def _laws(edition: Edition) -> Mapping[str, tuple[Manner, ...]]:
    """Return the kinds of Law that each clause states, by its term."""
    found: dict[str, tuple[Manner, ...]] = {}
    for clause, law in program(edition).table("stated"):
        kind, *of = parts(law)
        manner = (str(kind), written(of[0]) if kind in _OF_STATES else "")
        found[written(clause)] = (*found.get(written(clause), ()), manner)
    return found


_OF_STATES = frozenset({"begins", "cancels", "turns", "shows"})


def _has_page(edition: Edition, state: str) -> bool:
    """Whether a source of an edition is about a state, or about the family it belongs to."""
    law = program(edition)
    names = {state, *(str(family) for one, family in law.table("within") if one == state)}
    pages = {one.subject for one in edition.articles}
    pages |= {str(parts(read(one.term))[0]) for one in edition.clauses.values()}
    shown = {told[1] for _, one in law.table("stated") if (told := parts(one))[0] == "shows"}
    return state in shown or not names.isdisjoint(pages)


@cache
def _named(edition: Edition) -> Mapping[str, frozenset[str]]:
    """Return the words in what each clause states, by its term."""
    found: dict[str, frozenset[str]] = {}
    for clause, law in program(edition).table("stated"):
        found[written(clause)] = found.get(written(clause), frozenset()) | {*_words(law)}
    return found


def _words(term: Term) -> Iterator[str]:
    for one in parts(term):
        if isinstance(one, tuple):
            yield from _words(one)
        else:
            yield str(one)
