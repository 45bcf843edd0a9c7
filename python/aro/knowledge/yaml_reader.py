"""YAML as this project reads it: a scalar is the string that was written, a node has a line.

PyYAML silently keeps the last of two equal keys, turns `no` into a truth value and builds what a
tag asks for. Here its event parser alone is used: duplicate keys, tags, anchors and aliases are
faults, size and depth are bounded, and the caller decides what is a number. The events come in
document order, so a bomb is refused while it is being read: too deep a nesting at its first step
too far, an alias where it is used, before anything is expanded.

A `Reader` walks the nodes of a file and collects all its faults.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import yaml

from aro.errors import Fault, RulesError, raise_faults, unknown
from aro.knowledge.yaml_nodes import DEPTH, LONGEST, WIDE, Items, Node, Table, Text, of_json

_T = TypeVar("_T")

LIMIT = 1024 * 1024
"""The largest file that is read, in bytes."""


Keys = Mapping[str, Callable[["Reader", Node, str], Any]]
"""How the values of some keys of a mapping are read: by which method of a `Reader`."""

NOTHING: Keys = {}


@dataclass(slots=True)
class Reader:
    """Takes the nodes of one file apart and remembers every fault it meets.

    A method that finds something else than it was asked for notes a fault and returns None (a
    mapping or a list: an empty one), so that the caller goes on to the next fault. `most` is how
    many items some lists may have.
    """

    file: str
    faults: list[Fault] = field(default_factory=list)
    clause: str | None = None
    most: ClassVar[Mapping[str, int]] = {}

    def fault(self, at: Node | int | None, message: str, expected: str | None = None) -> None:
        """Note that something is wrong at a node, at a line, or with the file."""
        self.note(Fault(message, expected=expected), at)

    def unknown(self, at: Node | int, sort: str, name: str, names: Iterable[str]) -> None:
        """Note that `name` is none of `names`, with those that look like it."""
        self.note(unknown(f"unknown {sort}", name, tuple(names)), at)

    def note(self, fault: Fault, at: Node | int | None = None) -> None:
        """Note a fault of this file, at a node or a line if it has none of its own."""
        line = at.line if isinstance(at, Text | Items | Table) else at or fault.line
        self.faults.append(replace(fault, file=self.file, line=line, clause=self.clause))

    def mapping(
        self, node: Node, what: str, *, required: Iterable[str] = (), optional: Iterable[str] = ()
    ) -> dict[str, Node]:
        """Return the known keys of a mapping; unknown and missing ones are faults."""
        table = self.table(node, what)
        if table is None:
            return {}
        required, known = tuple(required), {*required, *optional}
        for key in table.value:
            if key not in known:
                self.unknown(table.lines[key], f"key of {what}:", key, known)
        for key in required:
            if key not in table.value:
                self.fault(node, f"{what} has no {key!r}")
        return {key: value for key, value in table.value.items() if key in known}

    def record(
        self,
        node: Node | None,
        what: str,
        form: type[_T],
        *,
        read: Keys = NOTHING,
        beside: Iterable[str] = (),
        **given: object,
    ) -> _T:
        """Return the value of a type `form` that a mapping describes, beside what is given of it.

        Every other field is a key, which may be absent if the field has a default. It is read as
        its entry in `read` says, else as a text, or as a list of texts if it is a tuple. What is
        absent or at fault is None or an empty tuple: all of it, if there is no node. Keys `beside`
        are allowed.
        """
        wanted = [one for one in fields(form) if one.init and one.name not in given]  # type: ignore[arg-type]  # a dataclass
        required = [one.name for one in wanted if one.default is MISSING]
        known = (*(one.name for one in wanted), *beside)
        keys = self.mapping(node, what, required=required, optional=known) if node else {}
        for one in wanted:
            listed = getattr(one.type, "__origin__", None) is tuple
            how = read.get(one.name, Reader.texts if listed else Reader.text)
            empty = () if listed else None
            given[one.name] = how(self, keys[one.name], one.name) if one.name in keys else empty
        return form(**given)

    def table(self, node: Node, what: str) -> Table | None:
        """Return a mapping whose keys are names of the writer's own choice."""
        if isinstance(node, Table):
            return node
        self.fault(node, f"{what} is {_found(node)}", "a mapping (key: value)")
        return None

    def sequence(self, node: Node, what: str) -> tuple[Node, ...]:
        """Return the nodes of a list."""
        if not isinstance(node, Items):
            self.fault(node, f"{what} is {_found(node)}", "a list")
            return ()
        most = self.most.get(what, WIDE)
        if len(node.value) > most:
            self.fault(node, f"{what}: {len(node.value)} items", f"at most {most}")
        return node.value[:most]

    def text(self, node: Node, what: str) -> str | None:
        """Return a scalar that is not empty."""
        if isinstance(node, Text) and node.value.strip():
            return node.value.strip()
        self.fault(node, f"{what} is {_found(node)}", "text")
        return None

    def texts(self, node: Node, what: str) -> tuple[str, ...]:
        """Return the texts of a list; an item that is no text is a fault and is left out."""
        found = [self.text(item, f"an item of {what}") for item in self.sequence(node, what)]
        return tuple([text for text in found if text is not None])

    def choice(self, node: Node, what: str, names: Iterable[str]) -> str | None:
        """Return a scalar that is one of `names`."""
        text = self.text(node, what)
        names = tuple(names)
        if text is None or text in names:
            return text
        self.unknown(node, what, text, names)
        return None

    def close(self, headline: str, kind: type[RulesError]) -> None:
        """Raise all faults noted so far, together; do nothing where there are none."""
        raise_faults(headline, self.faults, kind)


def documents(reader: Reader, path: Path) -> tuple[Node, ...]:
    """Return the YAML documents of a file; an unreadable one has faults and no documents."""
    try:
        with path.open("rb") as stream:
            data = stream.read(LIMIT + 1)
    except (OSError, ValueError) as error:
        reader.fault(None, f"cannot be read: {getattr(error, 'strerror', None) or error}")
        return ()
    return parse(reader, data)


def document(reader: Reader, held: Path | str) -> Node | None:
    """Return the one YAML document of a file, or of what it holds; or None with a fault."""
    before = len(reader.faults)
    found = documents(reader, held) if isinstance(held, Path) else parse(reader, held)
    if len(found) != 1 and len(reader.faults) == before:
        what = "is empty" if not found else f"holds {len(found)} documents"
        reader.fault(found[1] if found else 1, f"the file {what}", "one YAML document")
    return found[0] if len(found) == 1 else None


def not_utf8(error: UnicodeDecodeError) -> Fault:
    """Return the fault of a file that is no text in UTF-8."""
    line = error.object.count(b"\n", 0, error.start) + 1
    return Fault(f"byte {error.object[error.start]:#04x} is not UTF-8", line, "a UTF-8 text")


def parse(reader: Reader, data: bytes | str) -> tuple[Node, ...]:
    """Return the YAML documents of a text; one that is no YAML has faults and no documents.

    Of a key that is given twice the first value holds.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(raw) > LIMIT:
        reader.fault(None, "the file is too large", f"at most {LIMIT // 1024} KiB")
        return ()
    try:
        text = raw.decode("utf-8-sig")
        line = of_json(text)
        return tuple(_Composer(reader, text).documents()) if line is None else (line,)
    except UnicodeDecodeError as error:
        reader.note(not_utf8(error))
    except yaml.reader.ReaderError as error:
        found = yaml.reader.Reader.NON_PRINTABLE.search(text)  # of the error libyaml counts bytes
        number = text.count("\n", 0, found.start() if found else error.position) + 1
        reader.fault(number, "not YAML: a character that may not stand in it")
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = f"not YAML: {error.problem or error.context}"
        if "nesting depth" in what:  # some versions of PyYAML have a bound of their own
            what = _TOO_DEEP
        reader.fault(mark.line + 1 if mark else 1, what)
    except RefusedError as error:
        reader.note(Fault(*error.args))
    return ()


class RefusedError(Exception):
    """The text is not read any further: why, in which line, what is expected."""


class _Composer:
    """Makes nodes of the events of PyYAML's parser."""

    def __init__(self, reader: Reader, text: str) -> None:
        if text.count("%TAG") > WIDE:  # PyYAML holds each against all before it
            raise RefusedError(f"more than {WIDE} times %TAG", 1, "plain text")
        self.reader = reader
        self.events: Iterator[yaml.Event] = yaml.parse(text, Loader=_LOADER)

    def documents(self) -> Iterator[Node]:
        starts = (one for one in self.events if isinstance(one, yaml.DocumentStartEvent))
        for number, event in enumerate(starts, start=1):
            if number > WIDE:
                raise RefusedError(f"more than {WIDE} documents", _line(event))
            yield self.node(next(self.events), 0)

    def node(self, event: yaml.Event, depth: int) -> Node:
        line = _line(event)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            what = "anchors and aliases (&, *) are not read"
            raise RefusedError(what, line, "the text itself")
        if tag := getattr(event, "tag", None):
            raise RefusedError(f"the tag {_clipped(tag)} is not read", line, "plain text")
        if depth > DEPTH:
            raise RefusedError(_TOO_DEEP, line)
        if isinstance(event, yaml.ScalarEvent):
            if len(event.value) > LONGEST:
                raise RefusedError(f"a text of more than {LONGEST} characters", line)
            null = event.implicit[0] and event.value in _NULLS
            return Text("" if null else event.value, line)
        if isinstance(event, yaml.SequenceStartEvent):
            return Items(tuple(self.until(yaml.SequenceEndEvent, depth)), line)
        value: dict[str, Node] = {}
        lines: dict[str, int] = {}
        for key in (parts := self.until(yaml.MappingEndEvent, depth)):
            if not isinstance(key, Text):
                raise RefusedError("a key is a list or a mapping", key.line, "a name")
            node, name = next(parts), key.value
            if name in value:
                self.reader.fault(key, f"{name!r} is given twice, first in line {lines[name]}")
            else:
                value[name], lines[name] = node, key.line
        return Table(value, line, lines)

    def until(self, end: type[yaml.Event], depth: int) -> Iterator[Node]:
        most = WIDE if end is yaml.SequenceEndEvent else 2 * WIDE
        while not isinstance(event := next(self.events), end):
            if (most := most - 1) < 0:
                what = f"a list or a mapping of more than {WIDE} items"
                raise RefusedError(what, _line(event))
            yield self.node(event, depth + 1)


# libyaml where PyYAML was built with it: the same events, ten times sooner
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_NULLS = frozenset({"null", "Null", "NULL", "~"})

_TOO_DEEP = f"nested deeper than {DEPTH} levels"

_SHOWN = 40


def _found(node: Node) -> str:
    if isinstance(node, Text):
        return repr(_clipped(node.value)) if node.value.strip() else "empty"
    return "a list" if isinstance(node, Items) else "a mapping"


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _clipped(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
