"""What the rules of an amendment may say: its own clauses, words and predicates, nothing of others.

`kb/theory/drafts.lp` says what may be done with each predicate of the theory. How rules may be
written, `aro.knowledge.amendments.rule_reader` has seen before.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import chain, islice

from aro.errors import Fault, near
from aro.knowledge.amendments.extent import MOST, extent
from aro.knowledge.amendments.known import Known, Words, laws_in, words
from aro.knowledge.amendments.rule_reader import FAULTS, Rule, Term
from aro.knowledge.edition import Clause, Edition, Reading
from aro.knowledge.predicates import COMPOSED

SPAN = 100
"""How many values a number may have."""

_SIMPLE = frozenset({"always/0", "react/0", "delay/0"})
_AT_THE_TABLE = frozenset({"Trooper", "Piece", "Side"})
_ABOUT_THE_TABLE = _AT_THE_TABLE | {"Target", "Act", "Place", "Memo", "Matter"}
_READABLE = ("may_state", "may_state_of_its_own", "may_derive", "may_ask_for", "may_read")


@dataclass(frozen=True)
class Review:
    """The rules of an amendment held against its catalogue and the edition that it amends."""

    base: Edition
    known: Known
    rules: tuple[Rule, ...]
    clauses: Mapping[str, Clause]
    readings: tuple[Reading, ...]
    folder: str

    def faults(self) -> tuple[Fault, ...]:
        """Return what the rules say that an amendment may not say, or that its YAML does not."""
        try:
            self.order  # noqa: B018  whether there is one
        except CycleError as found:
            circle = found.args[1]
            rule = self.own[circle[0]][0]
            what = f"what the rules derive hangs on itself: {' <- '.join(circle)}"
            return (_fault(rule, what, "predicates that do not ask for themselves"),)
        every = (fault for rule in self.rules for fault in self._of_rule(rule))
        more = (self._extent(), self._unstated(), self._of_readings())
        return tuple(islice(dict.fromkeys(chain(every, *more)), FAULTS)) or tuple(self._idle())

    def _idle(self) -> Iterator[Fault]:
        """Yield the predicates of the amendment that nothing asks for: a misspelt one is silent."""
        asked = {atom.signature for rule in self.rules for atom in rule.atoms}
        for predicate in self.own.keys() - asked:
            others = self.readable - self.own.keys() | asked
            yield self._unread(
                self.own[predicate][0], f"nothing reads {predicate}", predicate, others
            )

    def _unread(self, rule: Rule, what: str, signature: str, known: Iterable[str]) -> Fault:
        """Return the fault of an unknown name, with its new name or with names that look alike."""
        new = self.known.renamed.get(signature)
        if new is not None:
            return _fault(rule, what, f"{new}, as it is called now")
        return _fault(rule, what, near=near(signature, known))

    def _extent(self) -> Iterator[Fault]:
        if extent(self.rules, self.known) > MOST:
            what = "the rules come to too many when a table is set up"
            yield Fault(message=what, file=self.folder, expected="rules that join less")

    @cached_property
    def own(self) -> dict[str, list[Rule]]:
        """The rules of the predicates that are the amendment's own, by predicate."""
        found: dict[str, list[Rule]] = {}
        for rule in self.rules:
            if rule.head.name not in self.known.names:
                found.setdefault(rule.head.signature, []).append(rule)
        return found

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The amendment's own predicates, those first that others ask for.

        Raises `CycleError` if one asks for itself.
        """
        below = {
            predicate: {atom.signature for rule in rules for atom in rule.atoms} & self.own.keys()
            for predicate, rules in self.own.items()
        }
        return tuple(TopologicalSorter(below).static_order())

    @cached_property
    def words(self) -> Words:
        """The words that the amendment brings."""
        return words(rule.head for rule in self.rules)

    @cached_property
    def inside(self) -> frozenset[str]:
        """The words of which circumstances and triggers may be."""
        atoms = [atom for rule in self.rules for atom in (rule.head, *rule.atoms)]
        said = [law for atom in atoms if atom.signature == "says/2" for law in laws_in(atom)]
        terms = [part for atom in atoms if atom.signature != "says/2" for part in atom.parts()]
        return self.known.inside.union(
            (argument.name for law in said for argument in law.arguments),
            (argument.name for term in terms for argument in term.arguments),
        )

    @cached_property
    def terms(self) -> dict[str, Clause]:
        """The clauses of the edition and of the amendment, as rules write them."""
        both = (*self.base.clauses.values(), *self.clauses.values())
        return {clause.term: clause for clause in both}

    @cached_property
    def readable(self) -> frozenset[str]:
        """The predicates that a condition may ask for."""
        listed = {one for permission in _READABLE for one in self.known.may[permission]}
        edition = self.known.heads - self.known.arguments.keys()
        return frozenset(listed | edition | self.own.keys())

    def _of_rule(self, rule: Rule) -> Iterator[Fault]:
        yield from self._head(rule, rule.head)
        for atom in rule.atoms:
            if atom.signature not in self.readable:
                what = f"there is no {atom.signature} that a draft may ask for"
                yield self._unread(rule, what, atom.signature, self.readable)
        for name in sorted(self._named(rule)):
            what = f"{name} may be the name of a piece"
            yield _fault(rule, what, "rules for whoever is at the table")

    def _head(self, rule: Rule, head: Term) -> Iterator[Fault]:
        may, signature = self.known.may, head.signature
        if signature in may["may_state"] or signature in may["may_state_of_its_own"]:
            if rule.body or head.variables():
                yield _fault(rule, f"{signature} hangs on something", "a fact")
            elif signature == "says/2":
                yield from self._says(rule, head)
            elif signature in may["may_state_of_its_own"]:
                yield from self._table(rule, head)
        elif signature in may["may_derive"]:
            term = head.arguments[may["may_derive"][signature] - 1]
            if term.is_variable or term.name in self.known.inside:
                which = "whatever it may be" if term.is_variable else term.name
                what = f"{signature} of {which} is the edition's"
                yield _fault(rule, what, "a word of the amendment's own there")
        elif signature not in may["may_ask_for"] and head.name in self.known.names:
            stated = ", ".join(sorted(set().union(*(may[one] for one in _READABLE[:-1]))))
            what = f"{signature} is not for an amendment to state"
            yield _fault(rule, what, f"a predicate of its own, or one of {stated}")

    def _says(self, rule: Rule, head: Term) -> Iterator[Fault]:
        clause = str(head.arguments[0])
        if clause not in self.terms:
            what = f"no clause of the amendment is {clause}"
            mine = {term for term, one in self.terms.items() if one.id in self.clauses}
            yield _fault(rule, what, near=near(clause, mine))
        elif self.terms[clause].id not in self.clauses:
            what = f"{clause} is a clause of {self.base.name}"
            yield _fault(rule, what, "a clause of the amendment's own, which may replace it")
        for law in laws_in(head):
            yield from self._law(rule, law)

    def _law(self, rule: Rule, law: Term) -> Iterator[Fault]:
        """Yield what a Law names that nothing knows: a misspelt word would be silent."""
        known = self.known.laws.keys() | self.known.words.laws | self.laws_asked
        if law.signature not in known:
            what = f"no rule reads the law {law.signature}"
            yield self._unread(rule, what, law.signature, known)
        for kind, term in zip(self.known.laws.get(law.signature, ()), law.arguments, strict=False):
            match kind:
                case "Sort" | "When":
                    yield from self._circumstance(rule, term)
                case "Trigger":
                    triggers = self.known.words.triggers | self.words.triggers
                    yield from self._word(rule, kind.lower(), term, triggers)
                case "Clause" if str(term) not in self.terms:
                    yield _fault(rule, f"no clause is {term}", near=near(str(term), self.terms))
                case "Alternative":
                    chosen = (str(law.arguments[0]), str(term))
                    if chosen not in _alternatives((*self.base.readings, *self.readings)):
                        yield _fault(rule, f"there is no reading({','.join(chosen)})")

    def _circumstance(self, rule: Rule, term: Term) -> Iterator[Fault]:
        if term.signature in COMPOSED:
            for part in term.arguments:
                yield from self._circumstance(rule, part)
        else:
            known = self.known.words.circumstances | self.words.circumstances | _SIMPLE
            yield from self._word(rule, "circumstance", term, known)

    def _word(self, rule: Rule, kind: str, term: Term, known: frozenset[str]) -> Iterator[Fault]:
        if term.signature not in known:
            what = f"no rule knows the {kind} {term.signature}"
            yield _fault(rule, what, near=near(term.signature, known))
        for argument in term.arguments:
            for part in argument.parts():
                if part.name not in self.inside and not part.name.lstrip("-").isdigit():
                    what = f"nobody declares the word {part.name}"
                    yield _fault(rule, what, near=near(part.name, self.inside))

    def _table(self, rule: Rule, head: Term) -> Iterator[Fault]:
        names = [part.name for argument in head.arguments for part in argument.parts()]
        if all(name in self.known.inside or name.lstrip("-").isdigit() for name in names):
            what = f"{head.signature} of words that are all the edition's"
            yield _fault(rule, what, "a word of the amendment's own among them")
        if head.name == "range":
            least, most = (argument.name for argument in head.arguments[1:])
            bare = least.lstrip("-").isdigit() and most.lstrip("-").isdigit()
            if not bare or not 0 <= int(most) - int(least) <= SPAN:
                what = f"a range from {least} to {most}"
                yield _fault(rule, what, f"two numbers, {SPAN} apart or less")

    @cached_property
    def laws_asked(self) -> set[str]:
        """The Laws that the amendment's own rules read."""
        atoms = (atom for rule in self.rules for atom in rule.atoms)
        return {one.arguments[1].signature for one in atoms if one.signature == "law/2"}

    def _named(self, rule: Rule) -> set[str]:
        """Return the names that stand in a rule where a trooper, a side or a piece does."""
        found: set[str] = set()
        present: set[str] = set()
        named: set[tuple[str, str]] = set()
        for kind, term in self._placed(rule):
            if kind in _AT_THE_TABLE:
                found |= _names(term)
                present |= term.variables()
            elif kind not in _ABOUT_THE_TABLE:
                named |= {(name, name) for name in term.variables()}
        for variable, names in self._values(rule, self.given).items():
            named |= {(variable, name) for name in names}
        return found | {name for variable, name in named if variable in present}

    def _placed(self, rule: Rule) -> Iterator[tuple[str, Term]]:
        """Yield the arguments of documented predicates in a rule, each with what it is there."""
        functors = self.known.may["names_piece"]
        for term in (rule.head, *(term for one in rule.body for term in one.terms)):
            for part in term.parts():
                if part.signature in functors:
                    yield "Piece", part.arguments[functors[part.signature] - 1]
            yield from zip(
                self.known.arguments.get(term.signature, ()), term.arguments, strict=False
            )

    def _values(self, rule: Rule, given: Mapping[tuple[str, int], set[str]]) -> dict[str, set[str]]:
        """Return the names that a rule and the amendment's own facts give to its variables."""
        found: dict[str, set[str]] = {}
        for sign, terms in rule.body:
            if len(terms) > 1:
                pairs = [(terms[0], _names(terms[1])), (terms[1], _names(terms[0]))]
            elif not sign:
                atom = terms[0]
                places = enumerate(atom.arguments)
                pairs = [(one, given.get((atom.signature, place), set())) for place, one in places]
            else:
                continue
            for term, names in pairs:
                for variable in term.variables():
                    found.setdefault(variable, set()).update(names)
        return found

    @cached_property
    def given(self) -> dict[tuple[str, int], set[str]]:
        """The names that stand in each place of the amendment's own predicates."""
        found: dict[tuple[str, int], set[str]] = {}
        for predicate in self.order:
            for rule in self.own[predicate]:
                values = self._values(rule, found)
                for place, term in enumerate(rule.head.arguments):
                    names = found.setdefault((predicate, place), set())
                    names |= _names(term).union(*(values.get(one, ()) for one in term.variables()))
        return found

    def _unstated(self) -> Iterator[Fault]:
        says = (rule.head for rule in self.rules if rule.head.signature == "says/2")
        stated = {str(head.arguments[0]) for head in says}
        for clause in self.clauses.values():
            if clause.encodable == "yes" and not clause.carried_by and clause.term not in stated:
                what = f"no rule says what {clause.id} says"
                expected = f"says({clause.term}, ...), or encodable: no with its gap"
                yield Fault(message=what, file=clause.file, line=clause.line, expected=expected)

    def _of_readings(self) -> Iterator[Fault]:
        wanted = _alternatives(self.readings)
        defaults = {(one.name, one.default) for one in self.readings}
        for name, expected in (("reading", wanted), ("default", defaults)):
            stated = {
                tuple(map(str, rule.head.arguments)): rule
                for rule in self.rules
                if rule.head.signature == f"{name}/2"
            }
            for pair in sorted(stated.keys() - expected):
                what = f"{name}({','.join(pair)}) is not so in readings.yaml of the amendment"
                yield _fault(stated[pair], what)
            for pair in sorted(expected - stated.keys()):
                what = f"no rule says {name}({','.join(pair)})"
                yield Fault(message=what, file=f"{self.folder}/readings.yaml")


def _alternatives(readings: Iterable[Reading]) -> set[tuple[str, ...]]:
    return {(one.name, each.name) for one in readings for each in one.alternatives}


def _names(term: Term) -> set[str]:
    """Return the constants in a term."""
    return {one.name for one in term.parts() if not one.arguments and not one.is_variable}


def _fault(rule: Rule, what: str, expected: str | None = None, near: tuple[str, ...] = ()) -> Fault:
    return Fault(message=what, file=rule.file, line=rule.line, expected=expected, near=near)
