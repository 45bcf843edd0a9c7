"""From the nodes of a case file to numbers: `numbers: {arm: 5}`, or `[speculo, arm, 5]`."""

import re

from aro.knowledge.names import is_word
from aro.knowledge.yaml_reader import Node, Reader, Text

NUMBER = re.compile(r"[-+]?[0-9]+", re.ASCII)
"""A whole number, as it is written."""

_TRIPLE = 3


def numbers(reader: Reader, node: Node, what: str) -> tuple[tuple[str, int], ...]:
    """Return the numbers of a trooper or an act by name, those that are numbers."""
    table = reader.table(node, f"the numbers of {what}")
    if table is None:
        return ()
    read = [
        (_name(reader, table.lines[name], name), _value(reader, one, f"{name} of {what}"))
        for name, one in table.value.items()
    ]
    return tuple((name, value) for name, value in read if name is not None and value is not None)


def number(reader: Reader, node: Node) -> tuple[str, str, int] | None:
    """Return a trooper, the name of a number and its value, `[speculo, arm, 5]`."""
    found = reader.sequence(node, "a number")
    if len(found) != _TRIPLE:
        what = f"a number names {len(found)} things"
        reader.fault(node, what, expected="[TROOPER, NAME, VALUE], as [guard, arm, 5]")
        return None
    who, text = reader.text(found[0], "whose a number is"), reader.text(found[1], "a number")
    name = None if text is None else _name(reader, found[1].line, text)
    value = _value(reader, found[2], f"{text or 'a number'} of {who or 'a trooper'}")
    return None if who is None or name is None or value is None else (who, name, value)


def misplaced(reader: Reader, parts: dict[str, Node], what: str) -> None:
    """Note that numbers stand with the result of an act instead of with its declaration."""
    if "numbers" in parts:
        expected = "the numbers of an act where it is declared, in 'order'"
        reader.fault(parts["numbers"], f"{what} has 'numbers'", expected=expected)


def _name(reader: Reader, line: int, text: str) -> str | None:
    if is_word(text):
        return text
    expected = "a word in lower case, with _ for spaces"
    reader.fault(line, f"{text!r} is no number's name", expected=expected, term=text)
    return None


def _value(reader: Reader, node: Node, what: str) -> int | None:
    text = reader.text(node, what)
    if text is None:
        return None
    if not (isinstance(node, Text) and NUMBER.fullmatch(text) and len(text) <= _LONGEST):
        reader.fault(node, f"{what} is {text!r}", expected="a whole number")
        return None
    return int(text)


_LONGEST = 9
