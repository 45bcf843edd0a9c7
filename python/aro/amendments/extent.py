"""How many instances the rules of a draft may have on a large table.

A rule has at most one instance for each way to choose its variables. Those that others settle are
no choice, and those for a half, a look or a moment hardly one. For each of the rest there are as
many choices as pieces, for an act as many as pairs of them. The sum over all rules is bounded, so
a draft cannot cost more than its rules show, whatever table it meets.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from aro.law_text.law_words import Theory
from aro.law_text.rule_reader import Rule

PIECES = 24
"""How many choices there are for a variable: as many pieces as a large table has."""

MOST = 10 * PIECES**5
"""How many instances the rules of a draft may have, reckoned so."""

_CHOICES = {"Act": 2} | dict.fromkeys(("Half", "Look", "Moment", "Step", "Side", "Scope"), 0)


def extent(rules: Iterable[Rule], theory: Theory) -> int:
    """Return how many instances the rules may have, those without conditions aside."""
    return sum(PIECES ** _choices(rule, theory) for rule in rules if rule.body)


def _choices(rule: Rule, theory: Theory) -> int:
    """Return for how many variables of a rule there is a choice; an act counts as two."""
    kinds: dict[str, set[int]] = {}
    settled: list[tuple[str, set[str]]] = []
    for sign, (term, *others) in rule.body:
        if sign == "=":
            settled += [(term.name, others[0].variables()), (others[0].name, term.variables())]
        elif not sign:
            names = theory.arguments.get(term.signature, ("",) * len(term.arguments))
            for kind, argument in zip(names, term.arguments, strict=True):
                for name in argument.variables():
                    kinds.setdefault(name, set()).add(_CHOICES.get(kind, 1))
            if term.signature in theory.may["settles"]:
                settled.append((term.arguments[0].name, term.variables()))
    free = {name: 0 if 0 in found else max(found) for name, found in kinds.items()}
    for name in tuple(free):
        if name in _reached(free.keys() - {name}, settled):
            del free[name]
    return sum(free.values())


def _reached(names: AbstractSet[str], settled: Iterable[tuple[str, set[str]]]) -> AbstractSet[str]:
    """Return some variables and those that they settle."""
    more = {name for first, others in settled if first in names for name in others}
    return names if more <= names else _reached(names | more, settled)
