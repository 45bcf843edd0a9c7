"""From the events of PyYAML's parser to nodes that know their line.

The events come in document order, so a bomb is refused while it is being read: too deep a nesting
at its first step too far, an alias where it is used, before anything is expanded. JSON in a single
line is YAML whose nodes all stand in line 1, and is read as what it is (`yaml_nodes`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from aro.knowledge.yaml_nodes import DEPTH, Items, Node, Table, Text, of_json

__all__ = ["DEPTH", "Items", "Node", "NotReadError", "Table", "Text", "compose"]


class NotReadError(Exception):
    """The text is not YAML, or not the part of it that is read here."""

    def __init__(self, line: int, message: str, expected: str | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.message = message
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A key that its mapping already has."""

    key: str
    line: int
    first: int


def compose(text: str) -> tuple[tuple[Node, ...], tuple[Duplicate, ...]]:
    """Return the documents of a YAML text, and the keys that were given twice (the first holds)."""
    if (one := of_json(text)) is not None:
        return (one,), ()
    composer = _Composer(text)
    try:
        return tuple(composer.documents()), tuple(composer.duplicates)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise NotReadError(line, f"not YAML: {error.problem or error.context}") from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise NotReadError(line, "not YAML: a character that may not stand in it") from None


class _Composer:
    def __init__(self, text: str) -> None:
        self.events: Iterator[yaml.Event] = yaml.parse(text, Loader=_LOADER)
        self.duplicates: list[Duplicate] = []

    def documents(self) -> Iterator[Node]:
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                yield self.node(next(self.events), 0)

    def node(self, event: yaml.Event, depth: int) -> Node:
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise NotReadError(line, "anchors and aliases (&, *) are not read", "the text itself")
        if tag := getattr(event, "tag", None):
            raise NotReadError(line, f"the tag {tag} is not read", "plain text")
        if depth > DEPTH:
            raise NotReadError(line, f"nested deeper than {DEPTH} levels")
        if isinstance(event, yaml.ScalarEvent):
            return Text(event.value, line, quoted=bool(event.style))
        if isinstance(event, yaml.SequenceStartEvent):
            return Items(tuple(self.items(depth)), line)
        return self.table(line, depth)

    def items(self, depth: int) -> Iterator[Node]:
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            yield self.node(event, depth + 1)

    def table(self, line: int, depth: int) -> Table:
        value: dict[str, Node] = {}
        lines: dict[str, int] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.node(event, depth + 1)
            if not isinstance(key, Text):
                raise NotReadError(key.line, "a key is a list or a mapping", "a name")
            node = self.node(next(self.events), depth + 1)
            if key.value in value:
                self.duplicates.append(Duplicate(key.value, key.line, lines[key.value]))
            else:
                value[key.value], lines[key.value] = node, key.line
        return Table(value, line, lines)


# libyaml where PyYAML was built with it: the same events, ten times sooner
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
