"""What a draft may speak of: the permissions of `kb/theory/drafts.lp`, the words of its edition."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aro.knowledge.amendments.rule_reader import Reader, Refusal, Term
from aro.knowledge.edition import Edition
from aro.knowledge.predicates import Predicate, laws, predicates

PERMISSIONS = "drafts.lp"
"""The file of the theory that says what a draft may do with each predicate."""

RENAMED = "renamed.lp"
"""The file beside the theory that gives the new name of a Law or a predicate for an old one."""

_COMMENT = re.compile(r"%\*.*?\*%|%[^\n]*", re.DOTALL)
_HEAD = re.compile(r"(?:^|\.[ \t]+)([a-z])", re.MULTILINE)
_NAME = re.compile(r"\b[a-z]\w*|[()]")
_LONGEST = 4000
_CIRCUMSTANCES = {"holds": 0, "met": 0, "sort": 1, "either": 0, "both": 0, "neither": 0}
_SORTS = {"gear_name": 0, "step": 0, "skill_name": 0, "reaches": 0, "entering": 0}
_TRIGGERS = {"happens": 1, "befalls": 1, "event_name": 0}
_KINDS_OF_ACT = frozenset({"skill", "label"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words that rules bring. Laws, circumstances and triggers are signatures, `actor/1`."""

    laws: frozenset[str]
    circumstances: frozenset[str]
    triggers: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What a draft may do with each predicate, and the words of the theory and of an edition.

    `may` gives for each permission the predicates that have it, each with the place in it that the
    permission speaks of, 0 if it speaks of none. `arguments` gives the arguments of each documented
    predicate, `laws` those of each Law. `renamed` gives the new name for an old one. `heads` are
    the predicates that the edition's rules derive, `names` the names of all predicates, `inside`
    what stands inside of atoms.
    """

    may: Mapping[str, Mapping[str, int]]
    arguments: Mapping[str, tuple[str, ...]]
    laws: Mapping[str, tuple[str, ...]]
    renamed: Mapping[str, str]
    heads: frozenset[str]
    names: frozenset[str]
    inside: frozenset[str]
    words: Words


@cache
def known(edition: Edition, theory: Path) -> Known:
    """Return what a draft may do, and the words of an edition and of the theory in a folder."""
    files = [file for file in sorted(theory.glob("*.lp")) if file.name != PERMISSIONS]
    texts = [_plain(file) for file in (*files, *edition.laws)]
    heads = [head for text in texts for head in _heads(text)]
    names = {(depth > 0, name) for text in texts for depth, name in _names(text)}
    may: dict[str, dict[str, int]] = {}
    for line in _heads(_plain(theory / PERMISSIONS)):
        name, count, *place = map(str, line.arguments)
        may.setdefault(line.name, {})[f"{name}/{count}"] = int(*place)
    renamed = (map(str, line.arguments) for line in _heads(_plain(theory.parent / RENAMED)))
    return Known(
        may=may,
        arguments=_arguments(predicates(files).values()),
        laws=_arguments(laws((theory / "law.lp").read_text("utf-8")).values()),
        renamed={f"{old}/{count}": f"{new}/{count}" for old, count, new in renamed},
        heads=frozenset(head.signature for text in texts[len(files) :] for head in _heads(text)),
        names=frozenset(name for inner, name in names if not inner),
        inside=frozenset(name for inner, name in names if inner),
        words=words(heads),
    )


def words(heads: Iterable[Term]) -> Words:
    """Return the words that rules with such heads bring."""
    heads = tuple(heads)
    stated = [law for head in heads if head.signature == "says/2" for law in laws_in(head)]
    kinds = {
        word.signature for law in stated if law.name in _KINDS_OF_ACT for word in law.arguments
    }
    return Words(
        laws=frozenset(law.signature for law in stated),
        circumstances=frozenset(_of(heads, _CIRCUMSTANCES | _SORTS) | kinds),
        triggers=frozenset(_of(heads, _TRIGGERS)),
    )


def laws_in(said: Term) -> Iterator[Term]:
    """Yield the Law that `says(Clause,Law)` states; of one under a reading, that after it."""
    law = said.arguments[1]
    yield law
    while law.signature == "under/3":
        law = law.arguments[2]
        yield law


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
