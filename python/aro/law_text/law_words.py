"""The words in which law is written, as the theory and the rules of an edition bring them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from aro.engine.question import AT_MOST_ONE
from aro.errors import Fault, near
from aro.knowledge.edition import Edition
from aro.knowledge.predicates import Predicate, predicates
from aro.law_text.rule_reader import Reader, Refusal, Rule, Term

_COMMENT = re.compile(r"%\*.*?\*%|%[^\n]*", re.DOTALL)
_HEAD = re.compile(r"(?:^|\.[ \t]+)([a-z])", re.MULTILINE)
_NAME = re.compile(r"\b[a-z]\w*|[()]")
_LAW = re.compile(r"%   (\w+)\((\S*)\) +(\S.*)")
_GROUP = re.compile(r"% (\w[\w ]*?) -{3,}")
_GOES_ON = re.compile(r"\n% {20,}")
_SAID_BESIDE = re.compile(r"(?:; |: )(\w+)\((\w+(?:,\w+)*)\)")
_LONGEST = 4000
_CIRCUMSTANCES = {"holds": 0, "met": 0, "sort": 1, "either": 0, "both": 0, "neither": 0}
_SORTS = {"gear_name": 0, "step": 0, "skill_name": 0, "reaches": 0, "entering": 0}
_TRIGGERS = {"happens": 1, "befalls": 1, "event_name": 0}
_FAMILIES = {"state_name": 0, "within": 1, "piece_is": 1}
_TRAITS = {"trait_name": 0, "gear_name": 0}
_CHOICES = {"Matter": {"declare/0", "perform/0", "both/0"}, "How": {"announced/0", "tacit/0"}}
_CHOICES |= {"Whom": {"trooper/0", "side/0"}, "By": {"any/0", "acts/0", "declares/0"}}
_KINDS_OF_ACT = frozenset({"skill", "label"})
_LAW_ATOMS = frozenset({"law/2", "stated/2", "says/2"})


class Theory:
    """What the theory in a folder, `kb/theory`, documents, and the names in its rules.

    `arguments` gives the arguments of each documented predicate, `laws` those of each Law. `kinds`
    gives those of predicates and of the `terms`, as `drafts.lp` tells them besides. `may` gives for
    each other list of `drafts.lp` the predicates on it, each with the place that it names.
    `renamed` gives the new name of a Law or a predicate for an old one. `heads` are those of its
    rules, as far as they are plain terms. `names` are the names outside all brackets, among them
    those of the predicates, and `inside` the names in brackets; those `beside` are of the other
    programs that a law is loaded with.
    """

    def __init__(self, folder: Path) -> None:
        files = [file for file in sorted(folder.glob("*.lp")) if file.name != "drafts.lp"]
        text = "\n".join(map(_plain, files))
        self.arguments = _arguments(predicates(files))
        self.laws = _arguments(laws((folder / "law.lp").read_text("utf-8")))
        self.may: dict[str, dict[str, int]] = {}
        self.kinds = dict(self.arguments)
        self.terms: set[str] = set()
        for line in _heads(_plain(folder / "drafts.lp")):
            if line.name == "holds_kinds":
                [term] = line.arguments
                self.kinds[term.signature] = tuple(str(one).title() for one in term.arguments)
                self.terms.add(term.signature)
                continue
            name, count, *place = map(str, line.arguments)
            self.may.setdefault(line.name, {})[f"{name}/{count}"] = int(*place)
        renamed = _heads(_plain(folder.parent / "renamed.lp"))
        names = (map(str, line.arguments) for line in renamed)
        self.renamed = {f"{old}/{count}": f"{new}/{count}" for old, count, new in names}
        self.heads = tuple(_heads(text))
        self.names, self.inside = _names(text)
        self.beside, _ = _names(_plain(folder.parent / "beside.lp") + AT_MOST_ONE)

    def unknown(self, rule: Rule, what: str, name: str, others: Iterable[str]) -> Fault:
        """Return the fault of an unknown name, with its new name or the names that look like it."""
        if name in self.renamed:
            return rule.fault(what, f"{self.renamed[name]}, as it is called now")
        return rule.fault(what, near=near(name, others))


class Words:
    """The words that the theory and some rules bring.

    `heads` are the predicates that the rules derive and `asked` those of their conditions, `laws`
    the Laws that the theory or they read; these, `circumstances` and `triggers` are signatures such
    as `actor/1`. `named` are those of other arguments of Laws, by the kind of these. `inside` are
    the words of which circumstances and triggers can be.
    """

    def __init__(self, theory: Theory, rules: Sequence[Rule]) -> None:
        heads = [rule.head for rule in rules]
        atoms = [atom for rule in rules for atom in rule.atoms]
        stated = [law for head in heads if head.signature == "says/2" for law in laws_in(head)]
        read = [law for atom in atoms if atom.signature in _LAW_ATOMS for law in laws_in(atom)]
        kinds = [one for law in stated if law.name in _KINDS_OF_ACT for one in law.arguments]
        terms = [part for atom in (*heads, *atoms) if atom.name != "says" for part in atom.parts()]
        every = (*theory.heads, *heads)
        self.heads = {head.signature for head in heads}
        self.asked = {atom.signature for atom in atoms}
        self.laws = theory.laws.keys() | {law.signature for law in read}
        self.circumstances = {kind.signature for kind in kinds}
        self.circumstances |= _placed(every, _CIRCUMSTANCES | _SORTS)
        self.triggers = _placed(every, _TRIGGERS)
        self.named = _CHOICES | {"Skill": self.circumstances}
        self.named |= dict.fromkeys(("Family", "State"), _placed(every, _FAMILIES))
        self.named |= dict.fromkeys(("Trait", "Gear"), _placed(every, _TRAITS))
        arguments = (one for term in (*stated, *terms) for one in term.arguments)
        self.inside = theory.inside.union(one.name for one in arguments)


theory = cache(Theory)
"""The `Theory` of a folder; each is read once."""


@cache
def rules_of(edition: Edition) -> tuple[Rule, ...]:
    """Return the rules of an edition, and those of its amendment."""
    texts = [(str(file), file.read_text("utf-8")) for file in edition.laws]
    texts += edition.amendment.laws if edition.amendment else ()
    return tuple(rule for file, text in texts for rule in Reader(file, text).rules())


def laws_in(atom: Term) -> Iterator[Term]:
    """Yield the Law of `says(Clause,Law)`; of one under a reading, that after it as well."""
    law = atom.arguments[1]
    yield law
    while law.signature == "under/3":
        law = law.arguments[2]
        yield law


def laws(text: str) -> tuple[Predicate, ...]:
    """Return the Laws that a clause can say, as the text of `kb/theory/law.lp` lists them.

    >>> [law.head for law in laws("%   grants(Sort,When)   gives the right")]
    ['grants(Sort,When)']
    """
    found: dict[str, Predicate] = {}
    group = ""
    for line in _GOES_ON.sub(" ", text).splitlines():
        if heading := _GROUP.match(line):
            group = heading[1]
        elif law := _LAW.fullmatch(line):
            for name, arguments in (law.groups()[:2], *_SAID_BESIDE.findall(law[3])):
                one = Predicate(name, tuple(arguments.split(",")), law[3], group)
                found[one.signature] = one
    return tuple(found.values())


def _arguments(documented: Iterable[Predicate]) -> dict[str, tuple[str, ...]]:
    return {one.signature: one.arguments for one in documented}


def _placed(heads: Iterable[Term], places: Mapping[str, int]) -> set[str]:
    """Return the signatures of what stands in some places of heads, by predicate."""
    found = (
        term
        for head in heads
        for place, term in enumerate(head.arguments)
        if place == places.get(head.name)
    )
    return {term.signature for term in found if not term.is_variable}


def _plain(file: Path) -> str:
    return _COMMENT.sub("", file.read_text("utf-8"))


def _heads(text: str) -> Iterator[Term]:
    """Yield the heads of the rules in a text without comments, those that are of plain terms."""
    for found in _HEAD.finditer(text):
        with suppress(Refusal):
            yield from Reader("", text[found.start(1) : found.start(1) + _LONGEST]).atoms()


def _names(text: str) -> tuple[set[str], set[str]]:
    """Return the names outside and inside of brackets in a text without comments."""
    names: tuple[set[str], set[str]] = (set(), set())
    depth = 0
    for name in _NAME.findall(text):
        if name in {"(", ")"}:
            depth += 1 if name == "(" else -1
        else:
            names[depth > 0].add(name)
    return names
