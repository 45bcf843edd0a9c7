"""The nodes of a file, and those of a line of JSON, of which the same part is the same node again.

A line of JSON is YAML whose nodes all stand in line 1. Many lines have most of their parts in
common: such a part is made a node once, and the node remembers what was `made` of it.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

DEPTH = 24
"""How deep mappings and lists may lie in each other."""

WIDE = 2000
"""How many items a list, a mapping or a file may have."""

LONGEST = 2000
"""How many characters a text may have."""


class Text(NamedTuple):
    """A scalar, as written; empty for a key without a value, be it a `null`."""

    value: str
    line: int


class Items(NamedTuple):
    """A list of nodes."""

    value: tuple["Node", ...]
    line: int


class Table(NamedTuple):
    """A mapping from keys to nodes, in the order written; `lines` tells where each key stands."""

    value: Mapping[str, "Node"]
    line: int
    lines: Mapping[str, int]


Node = Text | Items | Table


class Known:
    """A list or a mapping in a line of JSON, which is the same in every line.

    `height` is how deep what is in it lies, `made` what was made of it, by the manner.
    """

    height: int
    made: dict[object, Any]

    __hash__ = object.__hash__

    def keep(self, how: object, made: object) -> None:
        """Remember what was made of it."""
        if len(self.made) >= _WAYS:
            self.made.clear()
        self.made[how] = made


class KnownItems(Known, Items):
    """A list in a line of JSON."""


class KnownTable(Known, Table):
    """A mapping in a line of JSON."""


def of_json(text: str) -> Node | None:
    """Return the mapping that a line of JSON is; None where YAML has to say what it is, or not.

    That is where a line's end, or what is no character to YAML, could stand; with half of a
    surrogate pair, keys given twice, keys too long for YAML (with blanks behind them), deep
    nesting, and what is too wide or too long.
    """
    if not (text.startswith("{") and text.isprintable()) or _BLANKS in text:
        return None
    if "\\u" in text and "\\ud" in _PAIR.sub("", text).lower():
        return None
    try:
        found: KnownTable = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    return found if found.height <= DEPTH else None


def _table(pairs: list[tuple[str, Any]]) -> KnownTable:
    told = tuple([(key, _items(one) if type(one) is list else one) for key, one in pairs])
    found = _TABLES.get(told)
    if found is None:
        value = {key: _node(one) for key, one in told}
        if len(told) > WIDE or len(value) != len(told) or max(map(len, value), default=0) > _LONG:
            raise ValueError(told)  # it may not be to YAML what it is to JSON
        found = KnownTable(value, 1, dict.fromkeys(value, 1))
        _keep(_TABLES, told, found, value.values())
    return found


def _items(held: list[Any]) -> KnownItems:
    told = tuple([_items(one) if type(one) is list else one for one in held])
    found = _ITEMS.get(told)
    if found is None:
        if len(told) > WIDE:
            raise ValueError(len(told))
        value = tuple([_node(one) for one in told])
        found = KnownItems(value, 1)
        _keep(_ITEMS, told, found, value)
    return found


def _node(told: Any) -> Node:  # noqa: ANN401  what JSON can hold
    if isinstance(told, KnownItems | KnownTable):
        return told
    text = told if isinstance(told, str) else _WORDS[told]
    if len(text) > LONGEST:
        raise ValueError(len(text))
    return Text(text, 1)


def _keep(
    kept: dict[Any, Any], told: object, found: KnownItems | KnownTable, inside: Iterable[Node]
) -> None:
    """Complete a node, and keep it unless it is large."""
    found.made, found.height, size = {}, 0, 0
    for one in inside:
        size += len(one.value)
        found.height = max(found.height, 1 + getattr(one, "height", 0))
    if size <= _LARGE:
        if len(kept) >= _MANY:
            kept.clear()
        kept[told] = found


_BLANKS = " " * 64
_LONG = 64
_LARGE = 256
_WAYS = 64
_MANY = 1 << 14
_WORDS = {None: "", True: "true", False: "false"}
_TABLES: dict[Any, KnownTable] = {}
_ITEMS: dict[Any, KnownItems] = {}
_PAIR = re.compile(r"(?<!\\)\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}", re.IGNORECASE)
_DECODER = json.JSONDecoder(  # a number is what is written
    object_pairs_hook=_table, parse_float=str, parse_int=str, parse_constant=str
)
