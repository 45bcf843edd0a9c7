"""Names in law that nothing reads: the misspellings that clingo does not see.

clingo names an atom in a condition that no rule derives. A misspelt head is silent, and so is a
misspelt Law, circumstance, trigger, clause or reading: it is a term like any other. The theory's
documents and rules say what it reads.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from aro.errors import Fault, near
from aro.knowledge.edition import Edition
from aro.law_text.law_words import Theory, Words, laws_in, rules_of
from aro.law_text.rule_reader import Rule, Term

_COMPOSED = frozenset({"and/2", "and/3", "and/4", "or/2", "or/3", "or/4", "no/1"})
_COMPOSING = frozenset({"both", "either", "neither"})
_DONE = frozenset({"declares/1", "performs/1", "undergoes/1", "withstands/1"})
_OF_TRIGGERS = frozenset({"replica/1", "figure/1", "able/1"})
_OF_TRIGGERS |= {"loses/2", "wielder/2", "device/2", "with/2", "unless/2"}
_OPEN = frozenset({"MOD", "What", "Device", "Cause", "Need", "Type", "Roll", "Event"})
"""The kinds of arguments of Laws that are words of many lists: each is used somewhere else too."""

_OFTEN = 2
_SIMPLE = frozenset({"always/0", "react/0", "delay/0"})


def undefined_in(edition: Edition, theory: Theory) -> tuple[Fault, ...]:
    """Return what the rules of an edition, and of its amendment, name and nothing reads."""
    rules = rules_of(edition)
    return tuple(dict.fromkeys(Names(theory, rules, edition).undefined(rules)))


class Names:
    """The names that the law of an edition may use, where these rules are all."""

    def __init__(self, theory: Theory, rules: Sequence[Rule], edition: Edition) -> None:
        self.theory = theory
        uses = {
            (part.name, rule.file, rule.line, rule.head.signature)  # once, whatever its pools
            for rule in rules
            for term in rule.terms
            for part in term.parts()
        }
        self.uses = Counter(name for name, *_ in uses)
        self.words = Words(theory, rules)
        self.clauses = {clause.term for clause in edition.clauses.values()}
        self.readings = {
            (one.name, each.name) for one in edition.readings for each in one.alternatives
        }

    def undefined(self, rules: Iterable[Rule]) -> Iterator[Fault]:
        """Yield where rules name what nothing reads."""
        for rule in rules:
            head = rule.head
            if head.name not in self.theory.names and head.signature not in self.words.asked:
                permitted = self.theory.may["may_derive"].keys()
                alike = self.theory.arguments.keys() | permitted | self.words.asked
                what = f"nothing reads {head.signature}"
                yield self.theory.unknown(rule, what, head.signature, alike)
            if head.signature == "says/2":
                yield from self._clause(rule, head.arguments[0])
                for law in laws_in(head):
                    yield from self._law(rule, law)
            if head.name in _COMPOSING:
                for part in head.arguments[1:]:
                    yield from self._circumstance(rule, part)

    def _clause(self, rule: Rule, term: Term) -> Iterator[Fault]:
        if str(term) not in self.clauses and not term.variables():
            yield rule.fault(f"no clause is {term}", near=near(str(term), self.clauses))

    def _law(self, rule: Rule, law: Term) -> Iterator[Fault]:
        if law.signature not in self.words.laws and not law.is_variable:
            what = f"no rule reads the law {law.signature}"
            yield self.theory.unknown(rule, what, law.signature, self.words.laws)
        kinds = self.theory.laws.get(law.signature, ())
        for kind, term in zip(kinds, law.arguments, strict=False):
            match kind:
                case "Sort" | "When" | "Allowed" | "Reply":
                    yield from self._circumstance(rule, term)
                case "Trigger" if term.signature in _DONE:
                    yield from self._circumstance(rule, term.arguments[0])
                case "Trigger":
                    yield from self._trigger(rule, term)
                case "Clause":
                    yield from self._clause(rule, term)
                case "Alternative":
                    chosen = (str(law.arguments[0]), str(term))
                    if chosen not in self.readings:
                        yield rule.fault(f"there is no reading({','.join(chosen)})")
                case _:
                    yield from self._of_kind(rule, kind, term)

    def _of_kind(self, rule: Rule, kind: str, term: Term) -> Iterator[Fault]:
        if kind in self.words.named:
            yield from self._word(rule, kind, term, self.words.named[kind])
        words = {part.name for part in term.parts() if not (part.is_variable or part.is_number)}
        for name in sorted(words - self.theory.inside) if kind in _OPEN else ():
            if self.uses[name] < _OFTEN:
                what = f"nothing else uses the word {name}"
                yield rule.fault(what, near=near(name, self.uses.keys() - {name}))

    def _circumstance(self, rule: Rule, term: Term) -> Iterator[Fault]:
        if term.signature in _COMPOSED:
            for part in term.arguments:
                yield from self._circumstance(rule, part)
        else:
            yield from self._word(rule, "circumstance", term, self.words.circumstances | _SIMPLE)

    def _trigger(self, rule: Rule, term: Term) -> Iterator[Fault]:
        yield from self._word(rule, "trigger", term, self.words.triggers)
        if term.signature in _OF_TRIGGERS:
            yield from self._trigger(rule, term.arguments[-1])

    def _word(self, rule: Rule, kind: str, term: Term, known: AbstractSet[str]) -> Iterator[Fault]:
        if term.signature not in known and not term.is_variable:
            what = f"no rule knows the {kind} {term.signature}"
            yield rule.fault(what, near=near(term.signature, known))
        for part in (part for argument in term.arguments for part in argument.parts()):
            if not (part.name in self.words.inside or part.is_variable or part.is_number):
                what = f"nobody declares the word {part.name}"
                yield rule.fault(what, near=near(part.name, self.words.inside))
