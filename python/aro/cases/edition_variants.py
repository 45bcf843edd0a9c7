"""One case for several editions: what is told apart in it, resolved into a case for each of them.

`ruling: {n3: legal, n4 n5: illegal}` tells something apart by edition; `words` does so once for a
word that the whole case then uses. Everything that reads cases sees the resolved ones.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from aro.cases.words import WordReader
from aro.errors import near
from aro.knowledge.names import is_word
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_nodes import Items, Known, Node, Table, Text
from aro.knowledge.yaml_reader import Reader

EDITION = re.compile(r"[a-z][a-z0-9_]*(@[\w.]+)?(\+.+)?")
"""What an edition, a release of one or one with an amendment can be called."""

_WHOLE = frozenset({"edition", "title", "words"})
"""What a case tells once for all its editions."""

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
    nodes = node.value if isinstance(node, Items) else (node,)
    names = []
    for one in nodes:
        text = case.text(one, what)
        name = None if text is None else edition_name(text)
        if name is not None and not EDITION.fullmatch(name):
            expected = "such as n4, n4@1.1 for a release, n4+my-rules for an amendment"
            case.fault(one, f"{name!r} cannot be an edition", expected=expected)
        elif name is not None:
            case.mentions.append(Mention("edition", name, one.line))
            names.append(name)
    if not nodes:
        case.fault(node, "no edition is asked", expected="such as n4")
    return tuple(names)


def versions(reader: Reader, node: Node) -> tuple[Node, ...]:
    """Return a case for each edition that it asks; the case itself, if nothing is told apart."""
    if not isinstance(node, Table):
        return (node,)
    asked = node.value.get("edition")
    nodes = asked.value if isinstance(asked, Items) else (asked,)
    found = {edition_name(one.value): one for one in nodes if isinstance(one, Text)}
    told = node.value.get("words")
    words = reader.table(told, "words") if told is not None else None
    names = tuple(found)
    if not found or not (words or _apart(node, "", names)):
        return (node,)
    tables = tuple(_tables(node))
    pieces = frozenset(name for key, one in tables if key in _NAMES for name in one.value)
    meant = {
        word: one for word, one in (words.value if words else {}).items() if word not in pieces
    }
    each = [_Version(reader, name, names, meant) for name in found]
    made = tuple(one.case(node, found[one.name]) for one in each)
    if words:
        _judge(reader, words, pieces, each[0].texts)
    return made


def _judge(reader: Reader, words: Table, pieces: Collection[str], texts: Collection[str]) -> None:
    for word, line in words.lines.items():
        if not is_word(word):
            expected = "a word in lower case, with _ for spaces"
            reader.fault(line, f"{word!r} cannot stand for a word", expected=expected)
        elif word in pieces:
            what = f"the word {word!r} is the name of somebody on the table"
            reader.fault(line, what, expected="another word")
        elif word not in texts:
            alike = near(word, texts)
            reader.fault(line, f"the word {word!r} is used nowhere", near=alike)


class _Version:
    """What a case is for one of its editions; `texts` are those it met on the way."""

    def __init__(
        self, reader: Reader, name: str, names: tuple[str, ...], words: Mapping[str, Node]
    ) -> None:
        self.reader, self.name, self.names = reader, name, names
        self.texts: set[str] = set()
        self.words = {word: self._word(word, node) for word, node in words.items()}

    def case(self, node: Table, edition: Node) -> Table:
        """Return the case with nothing in it told apart any more, and no words of its own."""
        value = {
            key: one if key in _WHOLE else self._of(one, named=key in _NAMES)
            for key, one in node.value.items()
            if key != "words"
        }
        return Table(value | {"edition": edition}, node.line, node.lines)

    def _of(self, node: Node, *, named: bool = False) -> Node:
        if isinstance(node, Text):
            self.texts.add(node.value)
            return self.words.get(node.value, node)
        if isinstance(node, Items):
            return Items(tuple(self._of(one) for one in node.value), node.line)
        if not named and _is_apart(node, self.names):
            return self._of(self._mine(node))
        value = {key: self._of(one, named=key in _NAMES) for key, one in node.value.items()}
        return Table(value, node.line, node.lines)

    def _word(self, word: str, node: Node) -> Text:
        meant = self._mine(node) if isinstance(node, Table) else node
        text = self.reader.text(meant, f"the word {word!r}")
        return Text(text or word, meant.line)

    def _mine(self, table: Table) -> Node:
        """Return what a mapping from editions tells of this one, or of another if it is missing."""
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
        return found.get(self.name) or next(iter(found.values()))


def _tables(node: Node, key: str = "") -> Iterator[tuple[str, Table]]:
    """Yield the mappings within a case, each with the key that it stands under."""
    if isinstance(node, Items):
        for one in node.value:
            yield from _tables(one)
    elif isinstance(node, Table) and key not in _WHOLE:
        yield key, node
        for name, one in node.value.items():
            yield from _tables(one, name)


def _apart(node: Node, key: str, names: tuple[str, ...]) -> bool:
    """Whether anything is told apart in what stands under a key."""
    if isinstance(node, Known) and (key, names) in node.made:
        return bool(node.made[key, names])
    found = False
    if isinstance(node, Items):
        found = any(_apart(one, "", names) for one in node.value)
    elif isinstance(node, Table) and key not in _WHOLE:
        found = (key not in _NAMES and _is_apart(node, names)) or any(
            _apart(one, name, names) for name, one in node.value.items()
        )
    if isinstance(node, Known):
        node.keep((key, names), found)
    return found


def _is_apart(table: Table, names: tuple[str, ...]) -> bool:
    return any(name in names for key in table.value for name in _editions(key, names))


@lru_cache(maxsize=4096)
def _editions(key: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the editions that a key names, one or several with blanks between them."""
    if edition_name(key) in names:
        return (edition_name(key),)
    return tuple(map(edition_name, key.split()))
