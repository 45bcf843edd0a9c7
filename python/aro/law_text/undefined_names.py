"""Names in law that nothing reads: the misspellings that clingo does not see.

clingo names an atom in a condition that no rule derives. A misspelt head is silent, and so is a
misspelt Law, circumstance, trigger, clause or reading: it is a term like any other. The theory's
documents and rules say what it reads.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from aro.errors import Fault, near
from aro.knowledge.edition import Clause, Edition, Reading
from aro.knowledge.predicates import COMPOSED
from aro.law_text.law_words import Theory, Words, laws_in, rules_of, words
from aro.law_text.rule_reader import Rule, Term

_COMPOSING = frozenset({"both", "either", "neither"})
_DONE = frozenset({"declares/1", "performs/1", "undergoes/1"})
_SIMPLE = frozenset({"always/0", "react/0", "delay/0"})


@dataclass(frozen=True)
class Names:
    """The names that law may use: of the theory, of clauses as rules write them, of readings."""

    theory: Theory
    words: Words
    clauses: Mapping[str, Clause]
    readings: frozenset[tuple[str, str]]


def names(
    theory: Theory,
    rules: Iterable[Rule],
    clauses: Iterable[Clause],
    readings: Iterable[Reading],
) -> Names:
    """Return the names that law may use, where these rules, clauses and readings are all."""
    return Names(
        theory,
        theory.words | words(rules),
        {clause.term: clause for clause in clauses},
        frozenset((one.name, each.name) for one in readings for each in one.alternatives),
    )


def undefined_in(edition: Edition, theory: Theory) -> tuple[Fault, ...]:
    """Return what the rules of an edition, and of its amendment, name and nothing reads."""
    rules = rules_of(edition)
    known = names(theory, rules, edition.clauses.values(), edition.readings)
    return tuple(dict.fromkeys(undefined(rules, known)))


def undefined(rules: Iterable[Rule], known: Names) -> Iterator[Fault]:
    """Yield where rules name what nothing reads."""
    theory = known.theory
    for rule in rules:
        head = rule.head
        if head.name not in theory.names and head.signature not in known.words.asked:
            alike = theory.arguments.keys() | theory.may["may_derive"].keys() | known.words.asked
            what = f"nothing reads {head.signature}"
            yield unknown(rule, what, head.signature, alike, theory)
        if head.signature == "says/2":
            yield from _clause(rule, head.arguments[0], known)
            for law in laws_in(head):
                yield from _law(rule, law, known)
        if head.name in _COMPOSING:
            for part in head.arguments[1:]:
                yield from _circumstance(rule, part, known)


def unknown(rule: Rule, what: str, name: str, others: Iterable[str], theory: Theory) -> Fault:
    """Return the fault of an unknown name, with its new name or with those that look like it."""
    if name in theory.renamed:
        return rule.fault(what, f"{theory.renamed[name]}, as it is called now")
    return rule.fault(what, near=near(name, others))


def _clause(rule: Rule, term: Term, known: Names) -> Iterator[Fault]:
    if str(term) not in known.clauses and not term.variables():
        yield rule.fault(f"no clause is {term}", near=near(str(term), known.clauses))


def _law(rule: Rule, law: Term, known: Names) -> Iterator[Fault]:
    laws = known.theory.laws.keys() | known.words.read
    if law.signature not in laws and not law.is_variable:
        what = f"no rule reads the law {law.signature}"
        yield unknown(rule, what, law.signature, laws, known.theory)
    for kind, term in zip(known.theory.laws.get(law.signature, ()), law.arguments, strict=False):
        match kind:
            case "Sort" | "When" | "Allowed":
                yield from _circumstance(rule, term, known)
            case "Trigger" if term.signature in _DONE:
                yield from _circumstance(rule, term.arguments[0], known)
            case "Trigger":
                yield from _word(rule, "trigger", term, known.words.triggers, known)
            case "Clause":
                yield from _clause(rule, term, known)
            case "Alternative":
                chosen = (str(law.arguments[0]), str(term))
                if chosen not in known.readings:
                    yield rule.fault(f"there is no reading({','.join(chosen)})")


def _circumstance(rule: Rule, term: Term, known: Names) -> Iterator[Fault]:
    if term.signature in COMPOSED:
        for part in term.arguments:
            yield from _circumstance(rule, part, known)
    else:
        circumstances = known.words.circumstances | _SIMPLE
        yield from _word(rule, "circumstance", term, circumstances, known)


def _word(
    rule: Rule, kind: str, term: Term, words: frozenset[str], known: Names
) -> Iterator[Fault]:
    if term.signature not in words and not term.is_variable:
        what = f"no rule knows the {kind} {term.signature}"
        yield rule.fault(what, near=near(term.signature, words))
    for argument in term.arguments:
        for part in argument.parts():
            if not (part.name in known.words.inside or part.is_variable or part.is_number):
                what = f"nobody declares the word {part.name}"
                yield rule.fault(what, near=near(part.name, known.words.inside))
