"""What the rules of an amendment may say: its own clauses, words and predicates, nothing of others.

`kb/theory/drafts.lp` says what may be done with each predicate of the theory. How rules may be
written, `aro.law_text.rule_reader` has seen before.
"""

from collections.abc import Collection, Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import chain, islice

from aro.amendments.extent import MOST, Extent
from aro.engine.clingo_program import UNSEEN
from aro.errors import Fault, near
from aro.knowledge.edition import Edition
from aro.law_text.law_words import Theory, Words, rules_of
from aro.law_text.rule_reader import FAULTS, Rule, Term
from aro.law_text.undefined_names import Names

SPAN = 100
"""How many values a number may have."""

_PAGE = UNSEEN.removesuffix("(")
_AT_THE_TABLE = frozenset({"Trooper", "Piece", "Side", "Target"})
_ABOUT_THE_TABLE = _AT_THE_TABLE | {"Act", "Place", "Memo", "Matter"}
_ACTS = frozenset({"Act", "Place", "Matter"})
_READABLE = ("may_state", "may_state_of_its_own", "may_derive", "may_ask_for", "may_read")


class Review:
    """The rules of an amendment held against its catalogue and the edition that it amends.

    `clauses` and `readings` are the amendment's, `taken` the names of the predicates that are not,
    and `own` the rules of those that are, by predicate: once faults are looked for, in the order in
    which they ask for one another. `readable` are the predicates that a condition may ask for.
    """

    def __init__(
        self, base: Edition, amended: Edition, theory: Theory, rules: tuple[Rule, ...], folder: str
    ) -> None:
        self.base, self.theory, self.rules, self.folder = base, theory, rules, folder
        self.names = Names(theory, (*rules_of(base), *rules), amended)
        self.clauses = [one for name, one in amended.clauses.items() if name not in base.clauses]
        self.readings = [one for one in amended.readings if one not in base.readings]
        edition = Words(theory, rules_of(base))
        self.inside = edition.inside
        names = (one.partition("/")[0] for one in (*edition.heads, *edition.asked))
        self.taken = theory.names.union(theory.beside, names)
        self.own: dict[str, list[Rule]] = {}
        for rule in rules:
            if rule.head.name not in self.taken:
                self.own.setdefault(rule.head.signature, []).append(rule)
        derived = edition.heads - {head.signature for head in theory.heads}
        self.readable = derived.union(self.own, *(theory.may[one] for one in _READABLE))

    def faults(self) -> tuple[Fault, ...]:
        """Return what the rules say that an amendment may not say, or that its YAML does not.

        The names that nothing reads are looked for where nothing else is wrong.
        """
        below = {
            predicate: {atom.signature for rule in rules for atom in rule.atoms} & self.own.keys()
            for predicate, rules in self.own.items()
        }
        try:
            order = TopologicalSorter(below).static_order()
            self.own = {predicate: self.own[predicate] for predicate in order}
        except CycleError as error:
            circle = error.args[1]
            what = f"what the rules derive hangs on itself: {' <- '.join(circle)}"
            rule = self.own[circle[0]][0]
            return (rule.fault(what, "predicates that do not ask for themselves"),)
        places, asking = self._places(), self._asking()
        each = (fault for rule in self.rules for fault in self._of_rule(rule, places, asking))
        found = chain(each, self._extent(), self._unstated(), self._of_readings())
        return _some(found) or _some(self.names.undefined(self.rules))

    def _places(self) -> set[tuple[str, int]]:
        """Return the places of own predicates where a name may stand that the amendment wrote."""
        places: set[tuple[str, int]] = set()
        for rule in chain.from_iterable(self.own.values()):
            variables = self._written(rule, places)
            for place, term in enumerate(rule.head.arguments):
                if _constants(term) or term.variables() & variables:
                    places.add((rule.head.signature, place))
        return places

    def _asking(self) -> set[str]:
        """Return the draft's own predicates that depend on acts which may only be asked about."""
        asking: set[str] = set()
        for predicate, rules in self.own.items():
            if any(one for rule in rules for one in self._loose(rule, asking, set())):
                asking.add(predicate)
        return asking

    def _loose(self, rule: Rule, asking: Collection[str], known: set[str]) -> Iterator[Term]:
        """Yield the conditions of a rule that look at an act which may only be asked about.

        An act that is declared, or that is made of `known` variables alone, is none of these.
        """
        stated = (one.terms[0] for one in rule.body if not one.sign)
        declared = (atom for atom in stated if atom.signature == "declared/1")
        known = known.union(*(atom.variables() for atom in declared))
        sides = [one.terms for one in rule.body if one.sign == "="]
        for _ in sides:
            for term, other in (*sides, *((right, left) for left, right in sides)):
                if other.variables() <= known and "_" not in map(str, other.parts()):
                    known |= term.variables()
        for atom in rule.atoms:
            placed = zip(self.theory.kinds.get(atom.signature, ()), atom.arguments, strict=False)
            acts = [term for kind, term in placed if kind in _ACTS]
            told = atom.arguments if atom.signature in asking else acts
            parts = (part for term in told for part in term.parts())
            if atom.signature != "declared/1" and any(
                part.is_variable and part.name not in known for part in parts
            ):
                yield atom

    def _of_rule(
        self, rule: Rule, places: Collection[tuple[str, int]], asking: Collection[str]
    ) -> Iterator[Fault]:
        yield from self._head(rule, rule.head)
        for atom in rule.atoms:
            if atom.signature not in self.readable:
                what = f"there is no {atom.signature} that a draft may ask for"
                yield self.theory.unknown(rule, what, atom.signature, self.readable)
        for atom in self._loose(rule, asking, rule.head.variables()):
            what = (
                f"{atom.signature} looks at any act: the answer would depend on what else is asked"
            )
            yield rule.fault(what, "the act in the head of the rule, or an act that is declared")
        for name in sorted(self._named(rule, places)):
            what = f"{name} may be the name of a piece"
            yield rule.fault(what, "rules for whoever is at the table")
        if any(part.arguments and part.name == _PAGE for one in rule.terms for part in one.parts()):
            yield rule.fault(f"{_PAGE} is a page that aro has not seen", "another name")

    def _head(self, rule: Rule, head: Term) -> Iterator[Fault]:
        may, signature = self.theory.may, head.signature
        if signature in may["may_state"] or signature in may["may_state_of_its_own"]:
            if rule.body or head.variables():
                yield rule.fault(f"{signature} hangs on something", "a fact")
            elif signature == "says/2":
                yield from self._clause(rule, str(head.arguments[0]))
            elif signature in may["may_state_of_its_own"]:
                yield from self._table(rule, head)
        elif signature in may["may_derive"]:
            term = head.arguments[may["may_derive"][signature] - 1]
            if term.is_variable or term.name in self.inside:
                which = "whatever it may be" if term.is_variable else term.name
                what = f"{signature} of {which} is the edition's"
                yield rule.fault(what, "a word that the amendment adds")
        elif signature not in may["may_ask_for"] and head.name in self.taken:
            stated = ", ".join(sorted(set().union(*(may[one] for one in _READABLE[:-1]))))
            what = f"{signature} is not for an amendment to state"
            yield rule.fault(what, f"a predicate of its own, or one of {stated}")

    def _clause(self, rule: Rule, clause: str) -> Iterator[Fault]:
        mine = {one.term for one in self.clauses}
        if clause in {one.term for one in self.base.clauses.values()}:
            what = f"{clause} is a clause of {self.base.name}"
            yield rule.fault(what, "a clause of the amendment's own, which may replace it")
        elif rule.head.arguments[0].name in {one.partition("/")[0] for one in self.theory.terms}:
            yield rule.fault(f"{clause} is a term of the theory", "an article of another name")
        elif clause not in mine:
            what = f"no clause of the amendment is {clause}"
            yield rule.fault(what, near=near(clause, mine))

    def _table(self, rule: Rule, head: Term) -> Iterator[Fault]:
        parts = [part for argument in head.arguments for part in argument.parts()]
        if all(part.name in self.inside or part.is_number for part in parts):
            what = f"{head.signature} of words that are all the edition's"
            yield rule.fault(what, "a word of the amendment's own among them")
        if head.name == "range":
            least, most = head.arguments[1:]
            both = least.is_number and most.is_number
            if not both or not 0 <= int(most.name) - int(least.name) <= SPAN:
                what = f"a range from {least} to {most}"
                yield rule.fault(what, f"two numbers, {SPAN} apart or less")

    def _named(self, rule: Rule, places: Collection[tuple[str, int]]) -> set[str]:
        """Return the names that stand where a piece may, and variables that may hold such names."""
        named, present = set[str](), set[str]()
        for kind, term in self._placed(rule):
            if kind in _AT_THE_TABLE:
                named |= _constants(term) - ({"none"} if kind == "Target" else set())
                present |= term.variables()
        return named | (present & self._written(rule, places))

    def _written(self, rule: Rule, places: Collection[tuple[str, int]]) -> set[str]:
        """Return the variables of a rule that may hold a name that somebody wrote in a rule.

        They are compared with a name, stand in one of those places of own predicates, or where a
        predicate of the theory has no piece. What stands in a term of the theory, such as an act,
        its place there tells.
        """
        terms = [term for kind, term in self._placed(rule) if kind not in _ABOUT_THE_TABLE]
        for atom in rule.atoms:
            found = enumerate(atom.arguments)
            terms += [term for place, term in found if (atom.signature, place) in places]
        chosen = {name for term in terms for name in term.variables()}
        known = self.theory.terms
        compared = [
            one.terms
            for one in rule.body
            if len(one.terms) > 1 and not any(term.signature in known for term in one.terms)
        ]
        sides = [*compared, *((right, left) for left, right in compared)]
        for _ in sides:
            for term, other in sides:
                if other.variables() & chosen or _constants(other) - {"none"}:
                    chosen |= term.variables()
        return chosen

    def _placed(self, rule: Rule) -> Iterator[tuple[str, Term]]:
        """Yield the arguments of the theory's predicates and terms in a rule, each with its kind.

        Inside of an atom `device(mine)` is no predicate: there it is a word of a Law.
        """
        atoms = (rule.head, *rule.atoms)
        inside = (part for term in rule.terms for part in term.parts())
        for part in (*atoms, *(one for one in inside if one.signature in self.theory.terms)):
            yield from zip(self.theory.kinds.get(part.signature, ()), part.arguments, strict=False)

    def _extent(self) -> Iterator[Fault]:
        extent = Extent(rules_of(self.base), self.rules, self.theory, self.own)
        if sum(map(extent.cost, self.rules)) > MOST:
            worst = max(self.rules, key=extent.cost)
            what = "the rules come to too much on a large table, this one to most of it"
            yield worst.fault(what, "rules that join less, and fewer of them")

    def _unstated(self) -> Iterator[Fault]:
        heads = (rule.head for rule in self.rules if rule.head.signature == "says/2")
        stated = {str(head.arguments[0]) for head in heads}
        for clause in self.clauses:
            if clause.encodable == "yes" and not clause.carried_by and clause.term not in stated:
                what = f"no rule says what {clause.id} says"
                expected = f"says({clause.term}, ...), or encodable: no with its gap"
                yield Fault(what, clause.line, expected, file=clause.file)

    def _of_readings(self) -> Iterator[Fault]:
        mine = self.readings
        wanted = {f"reading({one.name},{each.name})" for one in mine for each in one.alternatives}
        wanted |= {f"default({one.name},{one.default})" for one in mine}
        heads = {"reading/2", "default/2"}
        stated = {str(rule.head): rule for rule in self.rules if rule.head.signature in heads}
        for atom in sorted(stated.keys() - wanted):
            yield stated[atom].fault(f"{atom} is not so in readings.yaml of the amendment")
        for atom in sorted(wanted - stated.keys()):
            yield Fault(f"no rule says {atom}", file=f"{self.folder}/readings.yaml")


def _some(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    return tuple(dict.fromkeys(islice(faults, FAULTS)))


def _constants(term: Term) -> set[str]:
    return {one.name for one in term.parts() if not one.arguments and not one.is_variable}
