"""How much work the rules of a draft may come to on a large table, reckoned from their form.

A rule has at most one instance for each way to choose its variables. As many choices as its kind
has on a table of 24 pieces are reckoned for a variable: for a piece 24, for a moment 7. What stands
inside of a term that facts write, or rules in full, `hit_by(G)`, has as many as there are such
terms, a state as many as are declared. A variable that another settles has none: the act settles
who acts. What predicates of the draft's own derive is as wide as what their rules put there. So
whatever grounding tries of a rule, in whatever order, is within the product.

No rule builds a term that was not there (`aro.law_text.rule_reader`), and own predicates do not ask
for themselves (`policy`). So the words of the law are those that facts write, and rules in full;
only what a draft has looked at, `sort_demanded`, can be more, and its rules are added to them.

A Law costs for each word of it, since each act is held against it; a formula costs for each way in
which its numbers can be put together. The sum of all this is bounded. So the draft adds a bounded
share to the grounding of any table, and its rules need no trial there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod

from aro.law_text.law_words import Theory
from aro.law_text.rule_reader import Rule, Term

MOST = 1_200_000
"""How much the rules of a draft may come to; clingo does about as much in three seconds."""

_Rules = Sequence[Rule]
_WORD = 500
_NEW_SKILL = 30_000
_SUM = 1000
_SCENES = 144
_CHOICES = {"Trooper": 24, "Piece": 24, "Target": 24, "Act": 8640, "Place": 8640, "Matter": 8640}
_CHOICES |= {"Half": 2, "Side": 2, "Look": 3, "Scope": 3, "Step": 4, "Moment": 7, "Skill": 80}
_CHOICES |= {"Ruling": 3, "Result": 2, "Value": 200, "Memo": 24 * 24 * 8}
_OF_THE_ACT = frozenset({"particular/1", "gear_name/1", "sort/2"})
_GIVEN = {"demanded_on/4": 3, "sight/3": 2, "evaluated_at/3": 2, "part_evaluated_at/5": 4}
_RECKONED = frozenset({"half_up/1", "half_down/1", "of/1", "target/1", "comes_to/2"})
_RECKONED |= {f"{one}/2" for one in ("sum", "less", "times", "most", "least")}


class Extent:
    """What the rules of a draft come to, beside those of the edition that they are laid over.

    `own` are its rules by the predicates of its own, what they ask for first.
    """

    def __init__(
        self, edition: _Rules, rules: _Rules, theory: Theory, own: Mapping[str, _Rules]
    ) -> None:
        self._theory = theory
        facts = [rule.head for rule in (*edition, *rules) if not rule.body]
        self._written: dict[str, set[Term]] = {}
        for part in (part for term in (*facts, *_ground(rules)) for part in term.parts()):
            self._written.setdefault(part.signature, set()).add(part)
        self._counted: dict[Term, int] = {}
        self._words = sum(map(len, self._written.values()))
        self._ranges: Counter[str] = Counter()
        for fact in (one for one in facts if one.signature == "range/3"):
            ends = [int(end.name) for end in fact.arguments[1:] if end.is_number]
            self._ranges[str(fact.arguments[0])] += 1 + sum(map(abs, ends))
        heads = [rule.head for rule in rules]
        acts = [one.arguments[-1] for one in heads if one.signature in _OF_THE_ACT]
        whole = {part.signature for one in acts for part in one.parts()}
        held = {one.arguments[0].signature for one in heads if one.signature == "holds/3"}
        self._at_scenes = set() if any(one.variables() for one in acts) else held - whole
        self._own: dict[str, list[int]] = {}
        for predicate, of_it in own.items():
            found = [self._head(rule) for rule in of_it]
            self._own[predicate] = [min(sum(place), MOST) for place in zip(*found, strict=True)]
        asks = (rule for rule in rules if rule.body and self._asks(rule))
        self._words += sum(min(self._instances(rule), MOST) for rule in asks)

    def cost(self, rule: Rule) -> int:
        """Return what one of the rules comes to."""
        head = rule.head
        if rule.body:
            each = _WORD if self._asks(rule) else 1
            return self._instances(rule) * (each + _SUM * self._sums(head))
        if head.signature not in self._theory.arguments:
            return 1
        skill = any(part.signature in {"skill/2", "label/2", "entering/2"} for part in head.parts())
        return len(list(head.parts())) * _WORD + skill * _NEW_SKILL + _SUM * self._sums(head)

    def _asks(self, rule: Rule) -> bool:
        return rule.head.signature in self._theory.may["may_ask_for"]

    def _sums(self, term: Term) -> int:
        """Return in how many ways the numbers of the formulas in a term can be put together."""
        if term.signature in _RECKONED:
            return prod(self._ranges.get(str(part), 1) for part in term.parts())
        return self._ranges.get(str(term), 0) + sum(map(self._sums, term.arguments))

    def _head(self, rule: Rule) -> list[int]:
        """Return how many terms a rule puts in each place of its head."""
        choices = self._choices(rule)
        found = (prod(choices[one] for one in term.variables()) for term in rule.head.arguments)
        return [min(most, MOST) for most in found]

    def _instances(self, rule: Rule) -> int:
        """Return how many instances a rule has at most."""
        choices = self._choices(rule)
        settled = [(one, others) for one, others in self._settled(rule) if one in choices]
        for name in sorted(choices, key=choices.__getitem__):
            if name in _reached(choices.keys() - {name}, settled):
                del choices[name]
        return prod(choices.values())

    def _choices(self, rule: Rule) -> dict[str, int]:
        """Return how many choices there are for each variable of a rule."""
        found: dict[str, int] = {}
        equal = [one.terms for one in rule.body if one.sign == "="]
        for condition in rule.body:
            if not condition.sign:
                for name, kind in self._of_atom(condition.terms[0]):
                    found[name] = min(kind, found.get(name, kind))
        for _ in equal:  # what equals others has no more choices than they have
            for term, other in (*equal, *((right, left) for left, right in equal)):
                if other.arguments and other.signature not in self._theory.kinds:
                    most = self._alike(other)
                elif other.variables() <= found.keys() and "_" not in map(str, other.parts()):
                    most = prod(found[name] for name in other.variables())
                else:
                    continue
                for name, kind in self._of_term(term, ""):
                    bound = most if term.is_variable else min(most, kind)
                    found[name] = min(bound, found.get(name, bound))
        found.pop("_", None)
        return found

    def _settled(self, rule: Rule) -> Iterator[tuple[str, set[str]]]:
        for sign, (term, *others) in rule.body:
            if sign == "=":
                yield term.name, others[0].variables()
                yield others[0].name, term.variables()
            elif not sign and term.signature in self._theory.may["settles"]:
                yield term.arguments[0].name, term.variables()

    def _of_atom(self, atom: Term) -> Iterator[tuple[str, int]]:
        """Yield the variables of an atom, each with how many choices the atom leaves it."""
        own = self._own.get(atom.signature)
        kinds = self._theory.kinds.get(atom.signature, ("Act",) * len(atom.arguments))
        for place, (kind, term) in enumerate(zip(kinds, atom.arguments, strict=True)):
            if own is not None:
                yield from ((name, own[place]) for name in term.variables())
            elif place == _GIVEN.get(atom.signature) and "_" not in map(str, atom.arguments):
                yield from ((name, 1) for name in term.variables())
            elif kind == "Act" and term.is_variable and self._at_scene(atom):
                yield term.name, _SCENES
            else:
                yield from self._of_term(term, kind)

    def _of_term(self, term: Term, kind: str) -> Iterator[tuple[str, int]]:
        if term.is_variable:
            named = len(self._written.get(f"{kind.lower()}_name/1", ()))
            yield term.name, _CHOICES.get(kind, named or self._words)
        elif kinds := self._theory.kinds.get(term.signature):
            for one, of_kind in zip(term.arguments, kinds, strict=True):
                yield from self._of_term(one, of_kind)
        else:
            yield from ((name, self._alike(term)) for name in term.variables())

    def _alike(self, pattern: Term) -> int:
        """Return how many terms are written that are as a pattern wants them, at least one."""
        if pattern not in self._counted:
            written = self._written.get(pattern.signature, ())
            self._counted[pattern] = max(1, sum(_fits(one, pattern) for one in written))
        return self._counted[pattern]

    def _at_scene(self, atom: Term) -> bool:
        """Whether an atom asks for one of the draft's circumstances, looked at once for a scene."""
        asked = atom.arguments[0].signature
        return atom.signature == "demanded_on/4" and asked in self._at_scenes


def _ground(rules: Iterable[Rule]) -> Iterator[Term]:
    """Yield what rules with a body write out in full."""
    for part in (part for rule in rules if rule.body for one in rule.terms for part in one.parts()):
        if part.arguments and not any(one.is_variable for one in part.parts()):
            yield part


def _fits(term: Term, pattern: Term) -> bool:
    """Return whether a term is as a pattern wants it."""
    if pattern.is_variable:
        return True
    pairs = zip(term.arguments, pattern.arguments, strict=False)
    return term.signature == pattern.signature and all(_fits(*pair) for pair in pairs)


def _reached(names: Iterable[str], settled: Sequence[tuple[str, set[str]]]) -> set[str]:
    """Return some variables and those that they settle."""
    found = set(names)
    while new := set().union(*(others for one, others in settled if one in found)) - found:
        found |= new
    return found
