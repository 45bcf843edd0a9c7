"""The words in which law is written, as the theory and the rules of an edition bring them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aro.knowledge.edition import Edition
from aro.knowledge.predicates import Predicate, laws, predicates
from aro.law_text.rule_reader import Reader, Refusal, Rule, Term

_COMMENT = re.compile(r"%\*.*?\*%|%[^\n]*", re.DOTALL)
_HEAD = re.compile(r"(?:^|\.[ \t]+)([a-z])", re.MULTILINE)
_NAME = re.compile(r"\b[a-z]\w*|[()]")
_LONGEST = 4000
_CIRCUMSTANCES = {"holds": 0, "met": 0, "sort": 1, "either": 0, "both": 0, "neither": 0}
_SORTS = {"gear_name": 0, "step": 0, "skill_name": 0, "reaches": 0, "entering": 0}
_TRIGGERS = {"happens": 1, "befalls": 1, "event_name": 0}
_KINDS_OF_ACT = frozenset({"skill", "label"})
_LAW_ATOMS = frozenset({"law/2", "stated/2", "says/2"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words that rules bring.

    `heads` are the predicates that they derive and `asked` those of their conditions, `read` the
    Laws that they read; these, `circumstances` and `triggers` are signatures such as `actor/1`.
    `inside` are the words of which circumstances and triggers can be.
    """

    heads: frozenset[str]
    asked: frozenset[str]
    read: frozenset[str]
    circumstances: frozenset[str]
    triggers: frozenset[str]
    inside: frozenset[str]

    def __or__(self, other: "Words") -> "Words":
        """Return the words of both."""
        return Words(**{name: getattr(self, name) | getattr(other, name) for name in _FIELDS})


_FIELDS = tuple(Words.__slots__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Theory:
    """What the theory documents, with its words; `names` are the names of its predicates.

    `arguments` gives the arguments of each documented predicate, `laws` those of each Law. `may`
    gives for each list of `drafts.lp` the predicates on it, each with the place that it names.
    `renamed` gives the new name of a Law or a predicate for an old one.
    """

    arguments: Mapping[str, tuple[str, ...]]
    laws: Mapping[str, tuple[str, ...]]
    may: Mapping[str, Mapping[str, int]]
    renamed: Mapping[str, str]
    names: frozenset[str]
    words: Words


@cache
def theory(folder: Path) -> Theory:
    """Return what the theory in a folder, `kb/theory`, documents and is written in."""
    files = [file for file in sorted(folder.glob("*.lp")) if file.name != "drafts.lp"]
    text = "\n".join(map(_plain, files))
    names = {(depth > 0, name) for depth, name in _names(text)}
    may: dict[str, dict[str, int]] = {}
    for line in _heads(_plain(folder / "drafts.lp")):
        name, count, *place = map(str, line.arguments)
        may.setdefault(line.name, {})[f"{name}/{count}"] = int(*place)
    renamed = (map(str, line.arguments) for line in _heads(_plain(folder.parent / "renamed.lp")))
    found = words([Rule(head, (), "", 0) for head in _heads(text)])
    inside = Words(**dict.fromkeys(_FIELDS, frozenset()) | {"inside": _chosen(names, inner=True)})
    return Theory(
        arguments=_arguments(predicates(files).values()),
        laws=_arguments(laws((folder / "law.lp").read_text("utf-8")).values()),
        may=may,
        renamed={f"{old}/{count}": f"{new}/{count}" for old, count, new in renamed},
        names=_chosen(names, inner=False),
        words=found | inside,
    )


@cache
def rules_of(edition: Edition) -> tuple[Rule, ...]:
    """Return the rules of an edition, and those of its amendment."""
    texts = [(str(file), file.read_text("utf-8")) for file in edition.laws]
    texts += edition.amendment.laws if edition.amendment else ()
    return tuple(rule for file, text in texts for rule in Reader(file, text).rules())


def words(found: Iterable[Rule]) -> Words:
    """Return the words that rules bring."""
    found = tuple(found)
    heads = [rule.head for rule in found]
    atoms = [atom for rule in found for atom in rule.atoms]
    stated = [law for head in heads if head.signature == "says/2" for law in laws_in(head)]
    kinds = {one.signature for law in stated if law.name in _KINDS_OF_ACT for one in law.arguments}
    terms = [part for atom in (*heads, *atoms) if atom.name != "says" for part in atom.parts()]
    return Words(
        heads=frozenset(head.signature for head in heads),
        asked=frozenset(atom.signature for atom in atoms),
        read=frozenset(
            part.signature
            for atom in atoms
            if atom.signature in _LAW_ATOMS
            for part in laws_in(atom)
        ),
        circumstances=frozenset(_of(heads, _CIRCUMSTANCES | _SORTS) | kinds),
        triggers=frozenset(_of(heads, _TRIGGERS)),
        inside=frozenset(one.name for term in (*stated, *terms) for one in term.arguments),
    )


def laws_in(atom: Term) -> Iterator[Term]:
    """Yield the Law of `says(Clause,Law)`; of one under a reading, that after it as well."""
    law = atom.arguments[1]
    yield law
    while law.signature == "under/3":
        law = law.arguments[2]
        yield law


def _chosen(names: Iterable[tuple[bool, str]], *, inner: bool) -> frozenset[str]:
    return frozenset(name for inside, name in names if inside is inner)


def _arguments(documented: Iterable[Predicate]) -> dict[str, tuple[str, ...]]:
    return {one.signature: one.arguments for one in documented}


def _of(heads: Iterable[Term], places: Mapping[str, int]) -> set[str]:
    found = (head.arguments[places[head.name]] for head in heads if head.name in places)
    return {term.signature for term in found if not term.is_variable}


def _plain(file: Path) -> str:
    return _COMMENT.sub("", file.read_text("utf-8"))


def _heads(text: str) -> Iterator[Term]:
    """Yield the heads of the rules in a text without comments, those that are of plain terms."""
    for found in _HEAD.finditer(text):
        try:
            yield from Reader("", text[found.start(1) : found.start(1) + _LONGEST]).atoms()
        except Refusal:
            continue


def _names(text: str) -> Iterator[tuple[int, str]]:
    """Yield the names in a text without comments, each with the number of brackets around it."""
    depth = 0
    for name in _NAME.findall(text):
        depth += {"(": 1, ")": -1}.get(name, 0)
        if name not in "()":
            yield depth, name
