"""Laws that may stand on pages that nobody here has read, as facts for the theory.

An edition lists such Laws as patterns, in which `_` is anything (`aro.knowledge.edition.Unseen`).
Here each becomes a Law that is in force only as far as it is supposed: see `kb/theory/unseen.lp`.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

from aro.engine.clingo_program import SUPPOSED, UNSEEN, Term, parts, read, written
from aro.engine.edition_words import tables
from aro.knowledge.edition import Edition, Unseen

_ANY = "_"

_CIRCUMSTANCE = {"grants": 1, "forbids": 2, "lifts": 3, "accompanies": 2, "delays": 0}
"""The verbs on acts, with the place of the circumstance in which they hold."""

_TRIGGER = {"cancels": 1, "begins": 1, "turns": 1, "obliges": 0}
"""The verbs on what happens, with the place of the trigger."""

_USUAL = {"delays": {1: "announced"}, "reaches_back": {1: "any"}, "spreads": {1: "aimed"}}
_USUAL |= {"forbids": {0: "both", 1: "any"}, "lifts": {0: "any", 1: "both", 2: "any"}}
_USUAL |= {"grants": {0: "any"}, "accompanies": {1: "any"}, "brings": {}, "shows": {1: "nothing"}}
_USUAL |= {"gives": {2: "360"}, "locks": {2: "trooper"}}
_USUAL |= {"frees": {}, "veils": {}, "scatters": {}, "permits": {}}
"""What stands for an argument that a pattern leaves open, by verb and place."""

_SORTS = ("declares", "meets", "hit_by", "is", "becomes", "enters")
"""The triggers that a pattern may leave open: `meets(_)`."""


SILENCE = Unseen(
    page="a declaration of this Order",
    says="whether it may be declared is told on no page that was read",
    laws=("permits",),
    file="",
    line=0,
)
"""Stands for the page, not seen, that rules on an act on which no page that was read does."""


@lru_cache(maxsize=1 << 14)
def page(edition: Edition, atom: str) -> Unseen:
    """Return the page by whose Law an atom, `supposed(unseen(3,0),...)`, would be so."""
    number = int(atom.removeprefix(SUPPOSED + UNSEEN).partition(",")[0])
    return (*edition.unseen, SILENCE)[number]


@cache
def text(edition: Edition) -> str:
    """Return the Laws that may stand on the pages of an edition that were not seen, as facts.

    What concerns only the Roll, or only a value of a piece, is left out: no ruling and no state
    depends on it. The arc of sight is no such value: who sees all round sees whoever sees it.
    """
    facts = dict.fromkeys(
        fact
        for number, unseen in enumerate((*edition.unseen, SILENCE))
        for place, pattern in enumerate(unseen.laws)
        for fact in _facts(edition, ("unseen", number, place), read(pattern))
    )
    return "".join(f"{fact}.\n" for fact in facts)


def _facts(edition: Edition, name: Term, pattern: Term) -> Iterator[str]:
    """Yield the Laws that a pattern stands for, and what would trigger them."""
    verb, *arguments = parts(pattern)
    verb = str(verb)
    if verb in _CIRCUMSTANCE:
        place = _CIRCUMSTANCE[verb]
        told = arguments[place]
        arguments[place] = ("supposed", name)
        if told != _ANY:
            arguments[place] = ("and", _known(told), ("supposed", name))
        if place and arguments[place - 1] != _ANY:
            arguments[place - 1] = _known(arguments[place - 1])
    elif verb in _TRIGGER:
        place = _TRIGGER[verb]
        yield f"may_come_by({written(name)},{_trigger(arguments[place])})"
        arguments[place] = ("supposed", name)
        if verb == "turns":  # into what nobody knows: that the state ends is known
            verb, arguments = "cancels", arguments[:2]
    elif verb not in _USUAL or (verb == "gives" and arguments[1] != "lof_arc"):
        return
    for place, usual in _USUAL.get(verb, {}).items():
        arguments[place] = usual if arguments[place] == _ANY else arguments[place]
    for law in _filled(edition, (verb, *arguments)):
        yield f"may_stand({written(name)},{written(law)})"


def _trigger(pattern: Term) -> str:
    """Return a trigger, or of one that a pattern leaves open the sort: `meets`, `any`."""
    functor, *of = parts(pattern)
    if not _open(pattern):
        return written(pattern)
    return str(functor) if of == [_ANY] and functor in _SORTS else "any"


def _filled(edition: Edition, law: tuple[Term, ...]) -> Iterator[Term]:
    """Yield a Law with each word, or clause, that may stand where it leaves something open."""
    place = next((number for number, one in enumerate(law) if _open(one)), None)
    if place is None:
        yield law
        return
    left = law[place]
    if law[0] == "brings":
        words = [one for (one,) in tables(edition).table("trait_name") if one != law[1]]
    elif left == _ANY:
        words = [state for state, _ in tables(edition).table("belongs")]
    else:
        clauses = (clause for clause, _ in tables(edition).table("stated"))
        words = [one for one in clauses if parts(one)[0] == parts(left)[0]]
    for one in dict.fromkeys(words):
        yield from _filled(edition, (*law[:place], one, *law[place + 1 :]))


def _known(circumstance: Term, left: Term = "always") -> Term:
    """Return a circumstance with what a pattern leaves open in it being as it may be.

    >>> _known(read("and(change_facing,warned_by(_))")), _known(read("no(or(near,_))"))
    (('and', 'change_facing', 'always'), ('no', ('or', 'near', ('no', 'always'))))
    """
    name, *of = parts(circumstance)
    if not _open(circumstance):
        return circumstance
    if name == "no":
        return ("no", _known(of[0], ("no", "always") if left == "always" else "always"))
    return (name, *(_known(one, left) for one in of)) if name in {"and", "or"} else left


def _open(term: Term) -> bool:
    """Return whether a pattern leaves something open in a term."""
    return term == _ANY or any(map(_open, parts(term)[1:]))
