"""One case for several editions: what is told apart in it, resolved into a case for each of them.

`ruling: {n3: legal, n4 n5: illegal}` tells something apart by edition; `words` does so once for a
word that the whole case then uses. Everything that reads cases sees the resolved ones.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from aro.cases.words import WordReader, once
from aro.errors import Fault, near
from aro.knowledge.names import is_word
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_nodes import Items, Node, Table, Text
from aro.knowledge.yaml_reader import Reader, RefusedError

EDITION = re.compile(r"[a-z][a-z0-9_]*(@[\w.]+)?(\+.+)?")
"""What an edition, a release of one or one with an amendment can be called."""

AMENDED = 4
"""How many amended editions a file may ask: each is checked, which may take a minute."""

_WHOLE = frozenset({"edition", "title", "words"})
"""What a case tells once for all its editions."""

_REBUILT = 60
"""The work of a node that is told for one edition of several."""

_NAMES = frozenset({"troopers", "replicas", "pieces"})
"""Under what the keys are names of the writer's choice, be they those of editions."""


def edition_name(text: str) -> str:
    """Return the name of an edition as it is asked for, the path of an amendment as written.

    >>> edition_name("N4@2.1+My-Rules")
    'n4@2.1+My-Rules'
    """
    return re.sub("^[^+]*", lambda one: one[0].lower(), text.strip())


def asked_of(case: WordReader, node: Node, what: str) -> tuple[str, ...]:
    """Return the editions that a case asks, of one or of a list."""
    nodes = case.sequence(node, "the editions") if isinstance(node, Items) else (node,)
    names = []
    for one in nodes:
        name = edition_name(case.text(one, what) or "")
        if name and not EDITION.fullmatch(name):
            expected = "such as n4, n4@1.1 for a release, n4+my-rules for an amendment"
            case.fault(one, f"{name!r} cannot be an edition", expected=expected)
        elif name:
            case.mentions.append(Mention("edition", name, one.line))
            names.append(name)
            case.amended.update([name] if "+" in name else [])
            if len(case.amended) > AMENDED:
                what = f"the file asks more than {AMENDED} amended editions"
                raise RefusedError(what, one.line, "several files")
    if not nodes:
        case.fault(node, "no edition is asked", expected="such as n4")
    return tuple(names)


def versions(reader: WordReader, node: Node) -> tuple[Node, ...]:
    """Return a case for each edition that it asks; the case itself, if nothing is told apart."""
    if not isinstance(node, Table):
        return (node,)
    asked = node.value.get("edition")
    nodes = asked.value if isinstance(asked, Items) else (asked,)
    found = {edition_name(one.value): one for one in nodes if isinstance(one, Text)}
    names = tuple(found)
    told = node.value.get("words")
    words = reader.table(told, "words") if told is not None else None
    if not found or len(nodes) > reader.most["the editions"]:
        return (node,)
    if not (words or any(_apart(reader, one, key, names) for key, one in node.value.items())):
        return (node,)
    reader.takes(_REBUILT * len(found) * sum(1 for _ in _parts(node)), node.line)
    meant = _meant(reader, words, node) if words else {}
    whole = Table({key: one for key, one in node.value.items() if key != "words"}, *node[1:])
    resolved: dict[int, dict[str, Node]] = {}
    return tuple(
        _Version(reader, name, names, meant, resolved).table(whole, edition=edition)
        for name, edition in found.items()
    )


def _meant(reader: Reader, words: Table, case: Table) -> dict[str, Node]:
    """Return the words of a case that stand for another, with what is told of each."""
    parts = [*_parts(case)]
    texts = {one.value for _, one in parts if isinstance(one, Text)}
    pieces = {name for key, one in parts if key in _NAMES for name in one.value}
    for word, line in words.lines.items():
        if not is_word(word):
            expected = "a word in lower case, with _ for spaces"
            reader.fault(line, f"{word!r} cannot stand for a word", expected=expected)
        elif word in pieces:
            what = f"the word {word!r} is the name of somebody on the table"
            reader.fault(line, what, expected="another word")
        elif word not in texts:
            reader.note(Fault(f"the word {word!r} is used nowhere", near=near(word, texts)), line)
    return {word: one for word, one in words.value.items() if word not in pieces}


@dataclass(frozen=True, slots=True)
class _Version:
    """What a case is for the edition `name`, one of the `names` that it asks.

    `resolved` has what each mapping from editions tells of them; all versions of a case share it.
    """

    reader: Reader
    name: str
    names: tuple[str, ...]
    words: Mapping[str, Node]
    resolved: dict[int, dict[str, Node]]

    def table(self, node: Table, **given: Node) -> Table:
        """Return a mapping with nothing in it told apart any more, beside what is given of it."""
        value = {key: self._of(one, key) for key, one in node.value.items()}
        return Table(value | given, node.line, node.lines)

    def _of(self, node: Node, key: str = "") -> Node:
        if key in _WHOLE:
            return node
        if isinstance(node, Text):
            return self._word(node) if node.value in self.words else node
        if isinstance(node, Items):
            return Items(tuple(map(self._of, node.value)), node.line)
        if key not in _NAMES and _is_apart(node, self.names):
            return self._of(self._mine(node))
        return self.table(node)

    def _word(self, used: Text) -> Text:
        """Return what a word stands for."""
        told = self.words[used.value]
        meant = self._mine(told) if isinstance(told, Table) else told
        text = self.reader.text(meant, f"the word {used.value!r}")
        return Text(text or used.value, meant.line)

    def _mine(self, table: Table) -> Node:
        """Return what a mapping from editions tells of this one, or of another if it is missing."""
        if id(table) not in self.resolved:
            self.resolved[id(table)] = self._each(table)
        found = self.resolved[id(table)]
        return found.get(self.name) or next(iter(found.values()))

    def _each(self, table: Table) -> dict[str, Node]:
        """Return what a mapping tells of each edition, with its faults noted."""
        found: dict[str, Node] = {}
        for key, one in table.value.items():
            for name in _editions(key, self.names):
                if name not in self.names:
                    self.reader.unknown(table.lines[key], "edition", name, self.names)
                elif name in found:
                    self.reader.fault(table.lines[key], f"{name} is told twice")
                found.setdefault(name, one)
        for name in self.names:
            if name not in found:
                expected = f"{name}: beside {', '.join(found)}"
                self.reader.fault(table, f"nothing is told for {name}", expected=expected)
        return found


def _parts(node: Node, key: str = "") -> Iterator[tuple[str, Node]]:
    """Yield all that is told within a case, each with the key that it stands under."""
    if key in _WHOLE:
        return
    yield key, node
    if isinstance(node, Items):
        for one in node.value:
            yield from _parts(one)
    elif isinstance(node, Table):
        for name, one in node.value.items():
            yield from _parts(one, name)


@once
def _apart(_: WordReader, node: Node, key: str, names: tuple[str, ...]) -> bool:
    """Whether anything is told apart in what stands under a key of a case."""
    return any(
        isinstance(one, Table) and name not in _NAMES and _is_apart(one, names)
        for name, one in _parts(node, key)
    )


def _is_apart(table: Table, names: tuple[str, ...]) -> bool:
    return any(name in names for key in table.value for name in _editions(key, names))


@lru_cache(maxsize=4096)
def _editions(key: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the editions that a key names, one or several with blanks between them."""
    if edition_name(key) in names:
        return (edition_name(key),)
    return tuple(map(edition_name, key.split()))
