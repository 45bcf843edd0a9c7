"""Names in the law of an edition that nothing reads: the misspellings that clingo does not see.

clingo names an atom in a body that no rule derives. A misspelt head is silent, and so is a
misspelt Law, circumstance, trigger, clause or reading: it is a term like any other. The theory
itself says what it asks for and what it waits for; what can be asked for is read off its heads.
"""

from collections.abc import Iterable, Iterator

from aro.analysis.glossary import predicates
from aro.analysis.law_syntax import Statement, Tree, statements
from aro.engine.clingo_program import Term
from aro.engine.edition_words import program
from aro.errors import Fault, near
from aro.knowledge.edition import Edition, term
from aro.knowledge.library import law as rules_of
from aro.knowledge.predicates import COMPOSED

_SIMPLE = frozenset({"always/0", "react/0", "delay/0"})
_COMPOSED = ("both", "either", "neither")
"""By these an edition puts circumstances together under a name of its own."""

_SORTS = ("gear_name", "step")
_NAMING_CLAUSES = frozenset({"lifts/4", "spares/2", "waives/3"})


def strangers(edition: Edition) -> tuple[Fault, ...]:
    """Return what the files of an edition name and neither they nor the theory read."""
    general, *own = rules_of(edition)
    theory, law = statements(general), statements(*own)
    found = [
        *_idle_heads(theory, law),
        *_unread_laws(theory, law),
        *_unknown_clauses(edition, law),
        *_unknown_readings(law),
        *_unknown_terms(edition, theory, law),
        *_unknown_words(edition, theory, law),
    ]
    return tuple(dict.fromkeys(found))


def read_laws(found: Iterable[Statement]) -> set[str]:
    """Return the Laws that some rule reads, as name and number of arguments."""
    return {
        law.signature
        for one in found
        for atom in one.body
        if atom.name in {"law", "stated", "says"}
        for told in atom.arguments[-1]
        for law in one.meant(told)
        if law.name
    }


def _idle_heads(theory: tuple[Statement, ...], law: tuple[Statement, ...]) -> Iterator[Fault]:
    known = {predicate.signature for predicate in predicates()}
    known |= {atom.signature for one in (*theory, *law) for atom in one.body}
    for one in law:
        for head in one.heads:
            if head.signature not in known:
                yield _fault(one, f"nothing reads {head.signature}", head.signature, known)


def _unread_laws(theory: tuple[Statement, ...], law: tuple[Statement, ...]) -> Iterator[Fault]:
    known = read_laws((*theory, *law))
    for one in law:
        for told in _laws(one):
            if told.signature not in known:
                what = f"no rule reads the law {told.signature}"
                yield _fault(one, what, told.signature, known)


def _unknown_clauses(edition: Edition, law: tuple[Statement, ...]) -> Iterator[Fault]:
    known = {term(clause) for clause in edition.clauses}
    for one in law:
        named = [head.arguments[0] for head in one.heads if head.signature == "says/2"]
        named += [told.arguments[0] for told in _laws(one) if told.signature in _NAMING_CLAUSES]
        for clause in (clause for clauses in named for clause in clauses):
            parts = [argument[0].name for argument in clause.arguments]
            written = f"{clause.name}({','.join(parts)})"
            if all((clause.name, *parts)) and written not in known:
                yield _fault(one, f"no clause is {written}", written, known)


def _unknown_readings(law: tuple[Statement, ...]) -> Iterator[Fault]:
    known = {name for one in law for head in one.heads for name in _reading(head, "reading/2")}
    for one in law:
        trees = (*one.heads, *_laws(one))
        asked = [
            pair for name in ("default/2", "under/3") for t in trees for pair in _reading(t, name)
        ]
        for reading, chosen in asked:
            if (reading, chosen) not in known:
                what = f"there is no reading({reading},{chosen})"
                yield _fault(one, what, reading, {name for name, _ in known})


def _reading(told: Tree, signature: str) -> list[tuple[str, str]]:
    if told.signature != signature:
        return []
    return [(one.name, other.name) for one in told.arguments[0] for other in told.arguments[1]]


def _unknown_terms(
    edition: Edition, theory: tuple[Statement, ...], law: tuple[Statement, ...]
) -> Iterator[Fault]:
    both = (*theory, *law)
    base = program(edition)
    words = {str(one[-1]) for name in _SORTS for one in base.table(name)}
    words |= {str(one[0]) for name in ("skill_name", "reaches") for one in base.table(name)}
    stated = [told for _, told in base.table("stated") if isinstance(told, tuple)]
    words |= {str(word) for told in stated if told[0] in {"skill", "label"} for word in told[1:]}
    sorts = _derived(both, "sort", 1)
    circumstances = (
        _derived(both, "holds", 0) | _derived(both, "met", 0) | sorts | COMPOSED | _SIMPLE
    )
    circumstances |= {one for name in _COMPOSED for one in _derived(law, name, 0)}
    circumstances |= {f"{word}/0" for word in words}
    triggers = _derived(both, "happens", 1) | _derived(both, "befalls", 1)
    triggers |= {_signature(one[0]) for one in base.table("event_name")}
    for sort, table, known in (
        ("circumstance", "demanded", circumstances),
        ("trigger", "triggering", triggers),
    ):
        for (told,) in base.table(table):
            name = _signature(told)
            if name not in known:
                place = next(one for one in law if _names(one, name))
                yield _fault(place, f"no rule knows the {sort} {name}", name, known)


def _unknown_words(
    edition: Edition, theory: tuple[Statement, ...], law: tuple[Statement, ...]
) -> Iterator[Fault]:
    """Yield words that circumstances and triggers are about, and that stand nowhere else."""
    base = program(edition)
    trees = [
        *(tree for one in theory for atom in (*one.heads, *one.body) for tree in atom.parts()),
        *(
            tree
            for one in law
            for atom in (*one.heads, *one.body)
            if atom.signature != "says/2"
            for tree in atom.parts()
        ),
    ]
    known = {tree.name for tree in trees if tree.name}
    for _, told in base.table("stated"):
        if isinstance(told, tuple):
            known |= {str(word) for word in told[1:] if not isinstance(word, tuple)}
    asked = [told for table in ("demanded", "triggering") for (told,) in base.table(table)]
    known |= {told for told in asked if isinstance(told, str)}  # these are terms, told as such
    for told in asked:
        for word in _words_within(told):
            if word not in known:
                place = next(one for one in law if _names(one, f"{word}/0"))
                yield _fault(place, f"nobody declares the word {word}", word, known)


def _words_within(told: Term) -> Iterator[str]:
    for one in told[1:] if isinstance(told, tuple) else ():
        if isinstance(one, tuple):
            yield from _words_within(one)
        elif isinstance(one, str):
            yield one


def _derived(found: Iterable[Statement], name: str, place: int) -> set[str]:
    heads = ((one, head) for one in found for head in one.heads if head.name == name)
    return {
        tree.signature
        for one, head in heads
        for told in head.arguments[place]
        for tree in one.meant(told)
    }


def _signature(told: Term) -> str:
    return f"{told[0]}/{len(told) - 1}" if isinstance(told, tuple) else f"{told}/0"


def _names(one: Statement, signature: str) -> bool:
    return any(part.signature == signature for head in one.heads for part in head.parts())


def _laws(one: Statement) -> Iterator[Tree]:
    """Yield the Laws that a statement states, a Law under a reading after the reading."""
    todo = [law for head in one.heads if head.signature == "says/2" for law in head.arguments[1]]
    while todo:
        law = todo.pop()
        yield law
        if law.signature == "under/3":
            todo += law.arguments[2]


def _fault(one: Statement, message: str, name: str, known: Iterable[str]) -> Fault:
    return Fault(message=message, file=one.file, line=one.line, near=near(name, known))
