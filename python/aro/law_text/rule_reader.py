"""A reader of the rules of drafts, which are facts and plain rules: `head :- condition`.

A draft may come from anybody. It is read here before clingo sees anything of it, in one pass and
within bounds; what clingo gets is written again from what was read. A rule with pools, `(a;b)`,
is read as the rules that it stands for.

Grounding what is let through comes to an end on every table. Each term of a head is a constant, a
variable of a positive condition, or stands as it is in a positive condition. So a rule derives
only terms that were there before, or that the draft writes out, and these are finitely many.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple, TypeVar

from aro.errors import Fault
from aro.knowledge.names import LONGEST

_T = TypeVar("_T")

BRACKETS = 24
"""How many brackets may stand inside one another."""

RULES = 2000
"""How many facts and rules a file may hold; each that a pool stands for is counted."""

CONDITIONS = 16
"""How many conditions a rule may have."""

VARIABLES = 10
"""How many variables a rule may have."""

POOLS = 128
"""For how many rules one that holds pools may stand."""

TOKENS = 500
"""How many names, brackets and marks a rule may be written with."""

TERMS = 20_000
"""How many terms the rules of a file may hold, where each pool is written out."""

NUMBER = 999
"""The largest number, either side of nought."""

FAULTS = 40
"""After how many faults a file is read no further."""

_TOKEN = re.compile(
    r"(?P<space>[ \t\r\n]+)|(?P<comment>%\*.*?\*%|%(?!\*)[^\n]*)|(?P<unclosed>%\*).*"
    r"|(?P<keyword>not\b)|(?P<word>[a-z][a-z0-9_]*)|(?P<variable>_*[A-Z][A-Za-z0-9_]*|_(?!_))"
    r"|(?P<number>-?[0-9]+)|(?P<sign>[!<>]=|[=<>])|(?P<mark>:-|[(),;]|\.(?!\.))"
    r"|(?P<other>\.\.|[#@&]\w*|_+|.)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Term:
    """A variable, a constant, a number, or a functor or predicate with its arguments."""

    name: str
    arguments: tuple["Term", ...] = ()

    @property
    def signature(self) -> str:
        """Name and number of arguments, as clingo writes them: `lof/3`."""
        return f"{self.name}/{len(self.arguments)}"

    @property
    def is_variable(self) -> bool:
        """Whether it is a variable, `_` included."""
        return self.name[0] == "_" or self.name[0].isupper()

    def __str__(self) -> str:
        inside = ",".join(map(str, self.arguments))
        return f"{self.name}({inside})" if inside else self.name

    def parts(self) -> Iterator["Term"]:
        """Yield the term and every term in it."""
        yield self
        for argument in self.arguments:
            yield from argument.parts()

    @property
    def is_number(self) -> bool:
        """Whether it is a number."""
        return self.name.lstrip("-").isdigit()

    def variables(self) -> set[str]:
        """Return the names of the variables in it, without `_`."""
        return {part.name for part in self.parts() if part.is_variable} - {"_"}


class Condition(NamedTuple):
    """One condition of a rule: an atom, `not` an atom, or two terms that are compared."""

    sign: str
    terms: tuple[Term, ...]

    def __str__(self) -> str:
        terms = self.terms if len(self.terms) > 1 else ("", *self.terms)
        return f" {self.sign} ".join(map(str, terms)).strip()


class Rule(NamedTuple):
    """A fact or a plain rule, and the line where it stands."""

    head: Term
    body: tuple[Condition, ...]
    file: str
    line: int

    def __str__(self) -> str:
        body = f" :- {', '.join(map(str, self.body))}" if self.body else ""
        return f"{self.head}{body}."

    def fault(self, message: str, expected: str | None = None, near: tuple[str, ...] = ()) -> Fault:
        """Return what is wrong with the rule."""
        return Fault(message, self.line, expected, file=self.file, near=near)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The head, the atoms of the body and what is compared."""
        return (self.head, *(term for one in self.body for term in one.terms))

    @property
    def atoms(self) -> tuple[Term, ...]:
        """The atoms of the body, under `not` or not."""
        return tuple(one.terms[0] for one in self.body if len(one.terms) == 1)


class Refusal(Exception):  # noqa: N818  it is a finding, not a failure of aro
    """Why a rule is not read, and what was expected in its place."""


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


class Reader:
    """One pass over a text, one token ahead; `comments` and `faults` fill while it is read."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.comments: list[_Token] = []
        self.faults: list[Fault] = []
        self._ahead = self._tokens(text)
        self._now = next(self._ahead)
        self._read = 0

    def rules(self) -> Iterator[Rule]:
        """Yield the rules of the text, as far as it can be read.

        >>> print(*Reader("a.lp", "go(X) :- come(X), X != b. come(a;b).").rules())
        go(X) :- come(X), X != b. come(a). come(b).
        """
        count = terms = 0
        while self._now.kind != "end" and len(self.faults) < FAULTS:
            line, self._read = self._now.line, 0
            try:
                found = self._statement(line)
            except Refusal as refusal:
                self._fault(line, *refusal.args)
                while self._now.kind != "end" and self._now.text != ".":
                    self._now = next(self._ahead)
                self._now = next(self._ahead)
                continue
            count += len(found)
            terms += sum(len(list(term.parts())) for rule in found for term in rule.terms)
            if count > RULES or terms > TERMS:
                what = f"more than {RULES} facts and rules, or than {TERMS} terms in them"
                self._fault(line, what, "less; a pool is written out, and counts so")
                return
            for flaw in dict.fromkeys(flaw for rule in found for flaw in _flaws(rule)):
                self._fault(line, *flaw)
            yield from found

    def atoms(self) -> tuple[Term, ...]:
        """Return the atom that comes next, once for each choice from its pools.

        Raises `Refusal` if no atom comes next.
        """
        if self._now.kind != "word":
            raise self._misplaced()
        return self._terms(0)

    def written(self, rules: Iterable[Rule]) -> str:
        """Return rules and the comments as a text, each in the line where it was read."""
        lines: dict[int, list[str]] = {}
        for rule in rules:
            lines.setdefault(rule.line, []).append(str(rule))
        for comment in self.comments:
            seen = (one if " " <= one <= "~" else " " for one in comment.text.strip("%*!"))
            lines.setdefault(comment.line, []).append(f"%{''.join(seen)}")
        last = max(lines, default=0)
        return "".join(" ".join(lines.get(line, ())) + "\n" for line in range(1, last + 1))

    def _statement(self, line: int) -> list[Rule]:
        heads = self.atoms()
        body: list[list[Condition]] = []
        more = self._take(":-")
        while more:
            body.append(self._conditions())
            if len(body) > CONDITIONS:
                what = f"a rule with more than {CONDITIONS} conditions"
                raise Refusal(what, "conditions of its own that stand for several")
            more = self._take(",") or self._take(";")
        if not self._take("."):
            raise self._misplaced()
        bodies = _choices(body, len(heads))
        return [Rule(head, one, self.file, line) for one in bodies for head in heads]

    def _conditions(self) -> list[Condition]:
        """Return the condition that comes next, once for each choice from its pools."""
        if self._take("not"):
            return [Condition("not", (atom,)) for atom in self.atoms()]
        left, sign = self._terms(0), self._now.text
        if self._now.kind == "sign":
            self._step()
            return [Condition(sign, pair) for pair in _choices((left, self._terms(0)))]
        if not all(one.name[0].islower() for one in left):
            raise self._misplaced()
        return [Condition("", (atom,)) for atom in left]

    def _terms(self, depth: int) -> tuple[Term, ...]:
        """Return the term that comes next, once for each choice from its pools."""
        if depth > BRACKETS:
            raise Refusal("brackets stand too deep inside one another", f"at most {BRACKETS}")
        kind, name, _ = self._now
        if name == "(":
            groups = self._groups(depth)
            if any(len(group) > 1 for group in groups):
                raise Refusal("a tuple has no place here", "a name before the bracket")
            return tuple(term for (term,) in groups)
        if kind not in {"word", "variable", "number"}:
            raise self._misplaced()
        if kind != "number" and len(name) > LONGEST:
            raise Refusal(f"a word of more than {LONGEST} characters", "a shorter one")
        self._step()
        if kind == "number":
            digits = name.lstrip("-0") or "0"
            if len(digits) > len(str(NUMBER)):
                raise Refusal(f"a number beyond {NUMBER} has no place here", "a smaller one")
            return (Term(str(int(name[: name.startswith("-")] + digits))),)
        if kind == "word" and self._now.text == "(":
            return tuple(Term(name, group) for group in self._groups(depth))
        return (Term(name),)

    def _groups(self, depth: int) -> list[tuple[Term, ...]]:
        """Return what stands in brackets, once for each choice from the pools."""
        self._step()
        groups: list[tuple[Term, ...]] = []
        more = True
        while more:
            group = [self._terms(depth + 1)]
            while self._take(","):
                group.append(self._terms(depth + 1))
            groups += _choices(group, 1, len(groups))
            more = self._take(";")
        if not self._take(")"):
            raise self._misplaced()
        return groups

    def _take(self, text: str) -> bool:
        """Return whether the next token is this one, and go on if it is."""
        if self._now.text != text:
            return False
        self._step()
        return True

    def _step(self) -> None:
        self._read += 1
        if self._read > TOKENS:
            what = f"a rule of more than {TOKENS} names, brackets and marks"
            raise Refusal(what, "shorter rules")
        self._now = next(self._ahead)

    def _misplaced(self) -> Refusal:
        shown = repr(self._now.text) if self._now.text else "the end of the file"
        return Refusal(f"{shown} has no place here", "facts and plain rules, `head :- body.`")

    def _fault(self, line: int, message: str, expected: str) -> None:
        self.faults.append(Fault(message, line, expected, file=self.file))

    def _tokens(self, text: str) -> Iterator[_Token]:
        """Yield the tokens of a text, and then its end for ever."""
        line = 1
        for found in _TOKEN.finditer(text):
            kind = str(found.lastgroup)
            token = _Token(kind, found[kind], line)
            if kind == "comment":
                self.comments.append(token)
            elif kind != "space":
                yield token
            line += token.text.count("\n")
        while True:
            yield _Token("end", "", line)


def _choices(parts: Sequence[Sequence[_T]], times: int = 1, more: int = 0) -> list[tuple[_T, ...]]:
    """Return each choice of one from every part; `times` as many and some `more` are bounded."""
    if times * prod(map(len, parts)) + more > POOLS:
        raise Refusal(f"pools that stand for more than {POOLS} rules", "several rules")
    return list(product(*parts))


def _flaws(rule: Rule) -> Iterator[tuple[str, str]]:
    """Yield why a rule might derive too much, or build terms without end."""
    terms = rule.terms
    used = {name for term in terms for name in term.variables()}
    count = len(used) + sum(part.name == "_" for term in terms for part in term.parts())
    if count > VARIABLES:
        yield f"a rule with {count} variables", f"at most {VARIABLES}"
    held, there = _bound(rule)
    for name in sorted(used - held):
        yield f"{name} is bound by nothing", "an atom with it in the body, not under `not`"
    for term in (part for argument in rule.head.arguments for part in argument.parts()):
        if term.name == "_":
            yield "_ stands in the head", "a term that the body has"
        elif term.arguments and term.variables() and term not in there:
            what = f"{term} is built out of what the body has"
            yield what, "terms that stand in the body as such"


def _bound(rule: Rule) -> tuple[set[str], set[Term]]:
    """Return the variables that a body binds, and the terms that were there before it was asked."""
    atoms = [one.terms[0] for one in rule.body if not one.sign]
    held = {name for atom in atoms for name in atom.variables()}
    there = {part for atom in atoms for argument in atom.arguments for part in argument.parts()}
    equal = [one.terms for one in rule.body if one.sign == "="]
    sides = [*equal, *((right, left) for left, right in equal)]
    before = -1
    while before < len(held):
        before = len(held)
        for term, other in sides:
            if other.name in held if other.is_variable else not other.variables():
                held |= term.variables()
                there |= set(term.parts())
    return held, there
