"""What of two rulebooks cannot be compared: where the source of one is cut off, or not there."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache

from aro._engine import Term, parts, read, written
from aro._words import program
from aro.edition import Article, Clause, Edition, Source
from aro.rulebook import Rulebook
from aro.workbench._causes import Key, Told

Manner = tuple[str, str]
"""A kind of Law, and what of: which state, value, duty or sort of act."""

Causing = tuple[tuple[Clause, ...], tuple[Clause, ...]]
"""The clauses of either side that make a difference."""


def lacks(books: tuple[Rulebook, Rulebook], clauses: Causing, told: Told) -> str | None:
    """Return why a difference that some clauses make in a situation is none of the documents.

    So it is where they speak of a state of which the other side has no page; or only one side
    speaks, the other's source of that subject is cut off or we have none, and nothing of the kind
    is law there. And so it is where a state alone makes it that only one side ends, if the other
    may do so as well where its source is cut off.
    """
    editions = (books[0].edition, books[1].edition)
    if editions[0] is editions[1]:
        return None
    so = {str(parts(read(one))[2]) for one in told.found.true if one.startswith("state(")}
    for ending in _endings(editions, told, so):
        if why := _of_states(editions, ending, so) or _unsaid(editions, ending, told, so):
            return why
    return _of_states(editions, clauses, so) or _unsaid(editions, clauses, told, so)


def _endings(
    editions: tuple[Edition, Edition], told: Told, so: Collection[str]
) -> Iterator[Causing]:
    """Yield the clauses of one side by which alone a state ends, if that makes the difference.

    It does where the two agree as soon as nothing ends that state.
    """
    late = ("rolls", "effects") if told.point.matter == "ruling" else ()
    ends = [{*_ended(outputs, so, late)} for outputs in told.outputs]
    for number, edition in enumerate(editions):
        there = {of for _, of in ends[1 - number]}
        terms = {term for term, of in ends[number] if of not in there}
        over = _covering(edition, {of[1] for _, of in ends[number] if of not in there})
        every = {term for term, laws in _laws(edition).items() if _ends(laws, over)}
        keys: list[Key] = [(number, term) for term in sorted(terms | every)]
        if terms and told.agree([keys])[0]:
            found = tuple(one for one in edition.clauses.values() if one.term in terms)
            yield (found, ()) if number == 0 else ((), found)
    back = [{*_reaching(outputs)} for outputs in told.outputs]
    for number, edition in enumerate(editions):
        reaching = sorted(back[number]) if not back[1 - number] else ()
        if reaching and told.agree([[(number, term) for term in reaching]])[0]:
            found = tuple(one for one in edition.clauses.values() if one.term in reaching)
            yield (found, ()) if number == 0 else ((), found)


def _reaching(outputs: Iterable[str]) -> Iterator[str]:
    """Yield the clauses by which the end of a state counts for the whole Order."""
    for name in outputs:
        if name.startswith("counts_unmasked("):
            yield written(parts(read(name))[1])


def _ended(
    outputs: Iterable[str], so: Collection[str], late: Collection[str]
) -> Iterator[tuple[str, tuple[str, str]]]:
    for name in outputs:
        if name.startswith(("ended(", "turned(")):
            _, clause, who, state, *_, moment = parts(read(name))
            if state in so and moment not in late:
                yield written(clause), (str(who), str(state))


def _ends(laws: Iterable[Manner], states: Collection[str]) -> bool:
    """Whether some Laws end one of the states, or make that count from the beginning."""
    told = (parts(read(law)) for kind, law in laws if kind in _ENDING | {"reaches_back"})
    return any(str(one[1]) in states for one in told)


def _of_states(
    editions: tuple[Edition, Edition], clauses: Causing, so: Collection[str]
) -> str | None:
    """Return the state of which only one side has a page, if that is what the clauses are about."""
    mine, other = (
        {name for one in found for name in _named(edition).get(one.term, ())}
        for edition, found in zip(editions, clauses, strict=True)
    )
    for silent, states in ((editions[0], other - mine), (editions[1], mine - other)):
        for state in sorted(states.intersection(so)):
            if not _has_page(silent, state):
                return f"{silent.name}: no page on {state} is known here"
    return None


def _unsaid(
    editions: tuple[Edition, Edition], clauses: Causing, told: Told, so: Collection[str]
) -> str | None:
    """Return why one side does not answer the other's clauses, if its source is at fault."""
    for number, silent in enumerate(editions):
        own, found, speaking = clauses[number], clauses[1 - number], editions[1 - number]
        elsewhere = not own or _lists_others(silent, own, told, number, so)
        if not found or not (elsewhere or _allows(told, number)):
            continue
        if why := _absent(silent, own, speaking, found, so):
            return why
        if own and elsewhere:
            for state in sorted(so & silent.absent.keys()):
                return f"{silent.name}, {state}: {silent.absent[state]}"
        for article in speaking.articles if elsewhere else ():
            of_it = set(article.clauses) & set(found)
            if of_it and (why := _cut_off(silent, article, speaking, of_it, so)):
                return why
    return None


def _lists_others(
    edition: Edition, own: Iterable[Clause], told: Told, number: int, so: Collection[str]
) -> bool:
    """Whether all that some clauses have to say is that they list acts at other states."""
    terms = {one.term for one in own}
    verbs = {one.verb for n, one in told.speaking if n == number and one.clause in terms}
    known = _states(edition)
    about = {name for one in terms for name in _named(edition).get(one, ()) if name in known}
    return verbs == {"closes"} and bool(about) and about.isdisjoint(_covering(edition, so))


def _allows(told: Told, number: int) -> bool:
    """Whether an act is legal on that side, so that a ban is all that the other has to say."""
    return told.point.matter == "ruling" and told.holds(number)


def _absent(
    silent: Edition,
    own: Iterable[Clause],
    speaking: Edition,
    found: Iterable[Clause],
    so: Collection[str],
) -> str | None:
    """Return which page of an edition is known to be missing, if the clauses are about that."""
    for one in found:
        if (page := str(parts(read(one.term))[0])) in silent.absent:
            return f"{silent.name} has no {page}: {silent.absent[page]}"
    for state in sorted(so & silent.absent.keys()):
        of_it = _covering(speaking, [state])
        about = [one for one in found if of_it & _named(speaking).get(one.term, frozenset())]
        near = {one for one in _states(silent) if _covering(silent, [one]) & (of_it - {state})}
        answers = {name for one in own for name in _named(silent).get(one.term, ())}
        same = {
            manner
            for one in silent.clauses.values()
            if of_it & _named(silent).get(one.term, frozenset())
            for manner in _manners(silent, [one])
        }
        if about and answers.isdisjoint(near | of_it) and not same & _manners(speaking, about):
            return f"{silent.name}, {state}: {silent.absent[state]}"
    return None


def _cut_off(
    silent: Edition,
    article: Article,
    speaking: Edition,
    found: Collection[Clause],
    so: Collection[str],
) -> str | None:
    """Return where the source of a subject is cut off, if an edition says nothing of the kind.

    What ends a state is told on the page of that state, if there is one.
    """
    if article.subject in silent.absent:
        return f"{silent.name} has no {article.subject}: {silent.absent[article.subject]}"
    manners, all_there = _manners(speaking, found), _manners(silent, silent.clauses.values())
    ending = {one for one in manners if one[0] in _ENDING}
    manners = frozenset(ending) or manners
    if {kind for kind, _ in manners} <= _ENDING | {"obliges"} and manners <= all_there:
        return None
    subjects = _covering(silent, so) & {one.subject for one in silent.articles} if ending else ()
    kinds = {kind for kind, _ in manners}
    titles = {one.source.title for one in found}
    for mine in silent.articles:
        law = {kind for kind, _ in _manners(silent, mine.clauses)} - _OF_STATES
        if mine.subject in (subjects or {article.subject}) and not kinds & law:
            cut = [one for one in mine.sources if one.incomplete]
            for source in sorted(
                cut, key=lambda one: (_slug(one) not in so, one.title not in titles)
            ):
                return f"{silent.name}, {source.title}: {source.incomplete}"
    return None


def _slug(source: Source) -> str:
    return source.title.lower().replace("-", "_").replace(" ", "_").removesuffix("_state")


def _manners(edition: Edition, clauses: Iterable[Clause]) -> frozenset[Manner]:
    """Return what kinds of Law some clauses state, and what of."""
    laws = _laws(edition)
    return frozenset(manner for clause in clauses for manner in laws.get(clause.term, ()))


@cache
def _laws(edition: Edition) -> Mapping[str, frozenset[Manner]]:
    """Return the kinds of Law that each clause states, by its term.

    What else a clause says that lets an ARO wait is about that waiting.
    """
    found: dict[str, frozenset[Manner]] = {}
    for clause, law in program(edition).table("stated"):
        kind, *of = parts(law)
        place = _OF.get(str(kind))
        whole = str(kind) in _WHOLE
        manner = (str(kind), written(law) if whole else "" if place is None else written(of[place]))
        found[written(clause)] = found.get(written(clause), frozenset()) | {manner}
    waiting = ("delays", "")
    return {term: frozenset({waiting}) if waiting in of else of for term, of in found.items()}


_OF_STATES = frozenset({"begins", "cancels", "turns", "shows"})
_ENDING = frozenset({"cancels", "turns"})
_WHOLE = _OF_STATES | {"reaches_back"}
_OF = {"forbids": 1, "gives": 1, "obliges": 1}
"""Which part of a Law tells what it is of."""


def _states(edition: Edition) -> set[str]:
    """Return the names of all states of an edition, and of their families."""
    return {str(one) for pair in program(edition).table("within") for one in pair}


def _covering(edition: Edition, states: Collection[str]) -> set[str]:
    """Return some states and the families they belong to."""
    within = program(edition).table("within")
    return {*states, *(str(family) for one, family in within if str(one) in states)}


def _has_page(edition: Edition, state: str) -> bool:
    """Whether a source of an edition is about a state, or about the family it belongs to."""
    pages = {one.subject for one in edition.articles}
    pages |= {str(parts(read(one.term))[0]) for one in edition.clauses.values()}
    told = (parts(one) for _, one in program(edition).table("stated"))
    shown = {str(one[1]) for one in told if one[0] == "shows"}
    return state in shown or not pages.isdisjoint(_covering(edition, [state]))


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
