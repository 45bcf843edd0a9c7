"""Names in the law of an edition that nothing reads: the misspellings that clingo does not see.

clingo names an atom in a body that no rule derives. A misspelt head is silent, and so is a
misspelt Law, circumstance, trigger or reading: it is a term like any other. Which terms the theory
reads, and where in them circumstances and triggers stand, is taken from its own rules.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from aro._syntax import Statement, Tree, statements
from aro.edition import Edition, term
from aro.errors import Fault, near
from aro.glossary import predicates
from aro.kb import home

_READ_AS = {"weighed": "circumstance", "triggering": "trigger"}
_COMPOSITE = frozenset({"and/2", "or/2", "no/1"})
_NAMING_CLAUSES = frozenset({"lifts/4", "spares/2"})

Slots = Mapping[tuple[str, str], tuple[tuple[int, str], ...]]
"""For a sort of term and a functor: which arguments are circumstances or triggers themselves."""


def strangers(edition: Edition) -> tuple[Fault, ...]:
    """Return what the files of an edition name and neither they nor the theory read."""
    theory, law = statements(home() / "rules.lp"), statements(*edition.laws)
    known = _Known(edition, theory, law)
    found = [fault for one in law for fault in known.faults(one)]
    return tuple(dict.fromkeys(found))


def read_laws(found: Iterable[Statement]) -> set[str]:
    """Return the Laws that some rule reads, as name and number of arguments."""
    atoms = (atom for one in found for atom in one.body if atom.name in {"law", "stated", "says"})
    told = (law for atom in atoms for law in atom.arguments[-1])
    return {law.signature for law in told if law.name}


@dataclass(slots=True)
class _Known:
    edition: Edition
    theory: tuple[Statement, ...]
    law: tuple[Statement, ...]
    heads: set[str] = field(init=False)
    terms: dict[str, set[str]] = field(init=False)
    slots: Slots = field(init=False)
    readings: set[tuple[str, str]] = field(init=False)
    clauses: set[str] = field(init=False)

    def __post_init__(self) -> None:
        both = [*self.theory, *self.law]
        documented = {predicate.signature for predicate in predicates()}
        self.heads = documented | {atom.signature for one in both for atom in one.body}
        self.slots = _slots(self.theory)
        tables = {
            name: {one.name for tree in _named(both, name) for one in tree.arguments[0]}
            for name in ("gear_name", "step", "entering", "reaches")
        }
        stated = [law for one in both for law in _laws(one)]
        words = {
            one.name
            for law in stated
            if law.signature in {"skill/2", "label/2"}
            for position in law.arguments
            for one in position
        }
        sorts = {one.signature for tree in _named(both, "sort") for one in tree.arguments[-1]}
        sorts |= {one.signature for tree in _named(both, "sure") for one in tree.arguments[-1]}
        circumstances = sorts | {f"{one}/0" for one in words.union(*tables.values())}
        circumstances |= _COMPOSITE | {"always/0", "react/0", "delay/0"}
        for name in ("holds", "met"):
            circumstances |= _firsts(both, name, 0)
        triggers = _firsts(both, "happens", 1) | _firsts(both, "befalls", 1)
        triggers |= _firsts(both, "event_name", 0)
        self.terms = {
            "law": read_laws(both),
            "circumstance": circumstances,
            "trigger": triggers,
        }
        self.readings = {
            (one.name, other.name)
            for tree in _named(both, "reading")
            for one in tree.arguments[0]
            for other in tree.arguments[1]
        }
        self.clauses = {term(clause) for clause in self.edition.clauses}

    def faults(self, one: Statement) -> Iterator[Fault]:
        for head in one.heads:
            if head.signature not in self.heads:
                yield _fault(one, f"nothing reads {head.signature}", head.signature, self.heads)
            if head.signature == "says/2":
                for clause in head.arguments[0]:
                    yield from self._clause(one, clause)
        for law in _laws(one):
            yield from self._law(one, law)

    def _law(self, one: Statement, law: Tree) -> Iterator[Fault]:
        if law.signature == "under/3":
            names = [(r.name, v.name) for r in law.arguments[0] for v in law.arguments[1]]
            for reading, chosen in names:
                if (reading, chosen) not in self.readings:
                    what = f"there is no reading({reading},{chosen})"
                    yield _fault(one, what, reading, {known for known, _ in self.readings})
        else:
            yield from self._term(one, "law", law)
        if law.signature in _NAMING_CLAUSES:
            for clause in law.arguments[0]:
                yield from self._clause(one, clause)

    def _term(self, one: Statement, sort: str, told: Tree) -> Iterator[Fault]:
        if told.variable is not None:
            return
        if told.signature not in self.terms[sort]:
            what = f"no rule knows the {sort} {told.signature}"
            yield _fault(one, what, told.signature, self.terms[sort])
        for place, inner in self.slots.get((sort, told.signature), ()):
            for argument in told.arguments[place]:
                yield from self._term(one, inner, argument)

    def _clause(self, one: Statement, clause: Tree) -> Iterator[Fault]:
        parts = [argument[0] for argument in clause.arguments]
        if clause.variable is None and all(part.name for part in parts):
            written = f"{clause.name}({','.join(part.name for part in parts)})"
            if written not in self.clauses:
                yield _fault(one, f"no clause is {written}", written, self.clauses)


def _laws(one: Statement) -> Iterator[Tree]:
    """Yield the Laws that a statement states, a Law under a reading after the reading."""
    todo = [law for head in one.heads if head.signature == "says/2" for law in head.arguments[1]]
    while todo:
        law = todo.pop()
        yield law
        if law.signature == "under/3":
            todo += law.arguments[2]


def _slots(theory: Iterable[Statement]) -> Slots:
    """Read off rules such as `weighed(X) :- stated(_,grants(X,_)).` where circumstances stand."""
    found: dict[tuple[str, str], set[tuple[int, str]]] = {}
    outer = {"stated": "law"} | _READ_AS
    for one in theory:
        for head in (head for head in one.heads if head.name in _READ_AS):
            wanted = {tree.variable for tree in head.arguments[0]} - {None}
            for atom in (atom for atom in one.body if atom.name in outer):
                for told in atom.arguments[-1]:
                    for place, argument in enumerate(told.arguments):
                        if wanted & {tree.variable for tree in argument}:
                            key = outer[atom.name], told.signature
                            found.setdefault(key, set()).add((place, _READ_AS[head.name]))
    return {key: tuple(sorted(places)) for key, places in found.items()}


def _named(found: Iterable[Statement], name: str) -> Iterator[Tree]:
    return (head for one in found for head in one.heads if head.name == name)


def _firsts(found: Iterable[Statement], name: str, place: int) -> set[str]:
    trees = (tree for head in _named(found, name) for tree in head.arguments[place])
    return {tree.signature for tree in trees if tree.variable is None}


def _fault(one: Statement, message: str, name: str, known: Iterable[str]) -> Fault:
    return Fault(message=message, file=one.file, line=one.line, near=near(name, known))
