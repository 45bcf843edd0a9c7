"""From the events of PyYAML's parser to nodes that know their line.

The events come in document order, so a bomb is refused while it is being read: too deep a nesting
at its first step too far, an alias where it is used, before anything is expanded. JSON in a single
line is YAML whose nodes all stand in line 1, and is read as what it is (`yaml_nodes`).
"""

from collections.abc import Iterator

import yaml

from aro.errors import Fault
from aro.knowledge.yaml_nodes import DEPTH, Items, Node, Table, Text, of_json


class _RefusedError(Exception):
    """The text is not the part of YAML that is read here, for the reason of a `Fault`."""


def compose(text: str) -> tuple[tuple[Node, ...], tuple[Fault, ...]]:
    """Return the documents of a YAML text, none if it cannot be read, and what is wrong with it.

    Of a key that is given twice the first value holds.
    """
    if (line := of_json(text)) is not None:
        return (line,), ()
    composer = _Composer(text)
    try:
        return tuple(composer.documents()), tuple(composer.faults)
    except _RefusedError as refusal:
        fault: Fault = refusal.args[0]
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = f"not YAML: {error.problem or error.context}"
        fault = Fault(message=message, line=mark.line + 1 if mark else 1)
    except yaml.reader.ReaderError as error:
        message = "not YAML: a character that may not stand in it"
        fault = Fault(message=message, line=text.count("\n", 0, error.position) + 1)
    return (), (fault,)


class _Composer:
    def __init__(self, text: str) -> None:
        self.events: Iterator[yaml.Event] = yaml.parse(text, Loader=_LOADER)
        self.faults: list[Fault] = []

    def documents(self) -> Iterator[Node]:
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                yield self.node(next(self.events), 0)

    def node(self, event: yaml.Event, depth: int) -> Node:
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _refused(line, "anchors and aliases (&, *) are not read", "the text itself")
        if tag := getattr(event, "tag", None):
            raise _refused(line, f"the tag {tag} is not read", "plain text")
        if depth > DEPTH:
            raise _refused(line, f"nested deeper than {DEPTH} levels")
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
                raise _refused(key.line, "a key is a list or a mapping", "a name")
            node = self.node(next(self.events), depth + 1)
            if key.value in value:
                message = f"{key.value!r} is given twice, first in line {lines[key.value]}"
                self.faults.append(Fault(message=message, line=key.line))
            else:
                value[key.value], lines[key.value] = node, key.line
        return Table(value, line, lines)


def _refused(line: int, message: str, expected: str | None = None) -> _RefusedError:
    return _RefusedError(Fault(message=message, line=line, expected=expected))


# libyaml where PyYAML was built with it: the same events, ten times sooner
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
