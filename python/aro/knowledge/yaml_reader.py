"""YAML as this project reads it: a scalar is the string that was written, a node has a line.

PyYAML silently keeps the last of two equal keys, turns `no` into a truth value and builds what a
tag asks for. Here its event parser alone is used: duplicate keys, tags, anchors and aliases are
faults, size and depth are bounded, and the caller decides what is a number. A `Reader` walks the
nodes of a file and collects all its faults.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from aro.errors import Fault, RulesError, raise_faults, unknown
from aro.knowledge.yaml_events import compose
from aro.knowledge.yaml_nodes import Items, Node, Table, Text

LIMIT = 1024 * 1024
"""The largest file that is read, in bytes."""


@dataclass(slots=True)
class Reader:
    """Takes the nodes of one file apart and remembers every fault it meets.

    A method that finds something else than it was asked for notes a fault and returns None (a
    mapping or a list: an empty one), so that the caller goes on to the next fault.
    """

    file: str
    faults: list[Fault] = field(default_factory=list)
    clause: str | None = None

    def fault(
        self,
        at: Node | int,
        message: str,
        *,
        expected: str | None = None,
        near: tuple[str, ...] = (),
        term: str | None = None,
    ) -> None:
        """Note that something is wrong at a node, or at a line."""
        line = at if isinstance(at, int) else at.line
        self.faults.append(
            Fault(
                message=message,
                file=self.file,
                line=line,
                expected=expected,
                near=near,
                term=term,
                clause=self.clause,
            )
        )

    def unknown(self, at: Node | int, sort: str, name: str, names: Iterable[str]) -> None:
        """Note that `name` is none of `names`, with those that look like it."""
        line = at if isinstance(at, int) else at.line
        fault = unknown(f"unknown {sort}", name, tuple(names), line)
        self.faults.append(replace(fault, file=self.file, clause=self.clause))

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
                self.unknown(table.lines[key], f"key of {what}", key, known)
        for key in required:
            if key not in table.value:
                self.fault(node, f"{what} has no {key!r}")
        return {key: value for key, value in table.value.items() if key in known}

    def table(self, node: Node, what: str) -> Table | None:
        """Return a mapping whose keys are names of the writer's own choice."""
        if isinstance(node, Table):
            return node
        self.fault(node, f"{what} is {_found(node)}", expected="a mapping (key: value)")
        return None

    def sequence(self, node: Node, what: str) -> tuple[Node, ...]:
        """Return the nodes of a list."""
        if isinstance(node, Items):
            return node.value
        self.fault(node, f"{what} is {_found(node)}", expected="a list")
        return ()

    def text(self, node: Node, what: str) -> str | None:
        """Return a scalar that is not empty."""
        if isinstance(node, Text) and node.value.strip():
            return node.value.strip()
        self.fault(node, f"{what} is {_found(node)}", expected="text")
        return None

    def texts(self, node: Node, what: str) -> tuple[str, ...]:
        """Return a list of scalars."""
        found = (self.text(item, f"an item of {what}") for item in self.sequence(node, what))
        return tuple(text for text in found if text is not None)

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
    except OSError as error:
        reader.faults.append(
            Fault(message=f"cannot be read: {error.strerror or error}", file=reader.file)
        )
        return ()
    return parse(reader, data)


def document(reader: Reader, held: Path | bytes) -> Node | None:
    """Return the one YAML document of a file, or of what it holds; or None with a fault."""
    before = len(reader.faults)
    found = documents(reader, held) if isinstance(held, Path) else parse(reader, held)
    if len(found) == 1:
        return found[0]
    if len(reader.faults) == before:
        what = "is empty" if not found else f"holds {len(found)} documents"
        reader.fault(found[1] if found else 1, f"the file {what}", expected="one YAML document")
    return None


def parse(reader: Reader, data: bytes | str) -> tuple[Node, ...]:
    """Return the YAML documents of a text; one that is no YAML has faults and no documents."""
    raw = data.encode() if isinstance(data, str) else data
    if len(raw) > LIMIT:
        most = f"at most {LIMIT // 1024} KiB"
        reader.faults.append(
            Fault(message="the file is too large", file=reader.file, expected=most)
        )
        return ()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        reader.fault(line, f"byte {raw[error.start]:#04x} is not UTF-8", expected="a UTF-8 text")
        return ()
    found, faults = compose(text)
    reader.faults += (replace(fault, file=reader.file) for fault in faults)
    return found


_SHOWN = 40


def _found(node: Node) -> str:
    match node:
        case Table():
            return "a mapping"
        case Items():
            return "a list"
        case Text(value=value) if value.strip():
            return repr(value if len(value) <= _SHOWN else value[: _SHOWN - 3] + "...")
        case _:
            return "empty"
