"""From the nodes of a case file to names, words and numbers.

What a node was read as is kept with it, where it can keep it: it is not read again.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeVar

from aro.cases.model import CHOICES
from aro.errors import Fault, SituationError, UnknownTerm
from aro.knowledge.names import constant, is_word
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_nodes import Known, Node, Text
from aro.knowledge.yaml_reader import Reader

_T = TypeVar("_T")


class Key(NamedTuple):
    """A key of a record: how its value is read, what messages call it, the field that keeps it.

    The field is called as the key, if none is given. In what messages say, `{}` is the record.
    """

    read: Callable[[Any, Node, str], Any]
    what: str
    field: str | None = None


Keys = Mapping[str, Key]
"""The keys of a record: a table from which cases are read and written."""


def list_of(read: Callable[[Any, Node], Any]) -> Callable[[Any, Node, str], tuple[Any, ...]]:
    """Return what reads a list, given what reads an item of it."""

    def read_all(reader: "WordReader", node: Node, what: str) -> tuple[Any, ...]:
        return reader.each(node, what, partial(read, reader))

    return read_all


NUMBER = re.compile(r"[-+]?[0-9][0-9_.]*")
"""What cannot be a name, because it is a number."""

_WHOLE_NUMBER = re.compile(r"[-+]?[0-9]+", re.ASCII)
_LONGEST = 9
_WORD = "a word in lower case, with _ for spaces"


@dataclass(slots=True)
class WordReader:
    """Reads names, words and numbers, and remembers every word of the rules with its line."""

    reader: Reader
    mentions: list[Mention] = field(default_factory=list)

    def once(self, node: Node, how: object, read: Callable[[], _T]) -> _T:
        """Return what a node reads as; what was read before in the same way is not read again."""
        if not isinstance(node, Known):
            return read()
        if how in node.made:
            found: _T
            found, mentions = node.made[how]
            self.mentions += mentions
            return found
        mentions, faults = len(self.mentions), len(self.reader.faults)
        found = read()
        if len(self.reader.faults) == faults:
            node.keep(how, (found, self.mentions[mentions:]))
        return found

    def attempt(self, line: int, build: Callable[[], _T]) -> _T | None:
        """Return what is built, or None with the faults that prevent it."""
        try:
            return build()
        except SituationError as error:
            errors = [error]
        except ExceptionGroup as group:
            errors = [error for error in group.exceptions if isinstance(error, SituationError)]
        for each in errors:
            alike = each.near if isinstance(each, UnknownTerm) else ()
            hint = Fault(message="", near=alike).sentence
            self.reader.fault(
                each.line or line,
                each.message.removesuffix(hint),
                near=alike,
                term=each.term if isinstance(each, UnknownTerm) else None,
            )
        return None

    def fields(self, parts: Mapping[str, Node], keys: Keys, of: str = "") -> dict[str, Any]:
        """Return the fields of a record, without those that are absent or at fault."""
        told = {}
        for name, node in parts.items():
            if name in keys:
                read, what, field_name = keys[name]
                value = read(self, node, what.format(of))
                if value is not None:
                    told[field_name or name] = value
        return told

    def each(self, node: Node, what: str, read: Callable[[Node], _T | None]) -> tuple[_T, ...]:
        """Return what the items of a list read as, without those at fault."""
        values = [read(item) for item in self.reader.sequence(node, what)]
        return tuple(value for value in values if value is not None)

    def text(self, node: Node, what: str) -> str | None:
        """Return a text that is not empty."""
        return self.reader.text(node, what)

    def choice(self, node: Node, what: str) -> str | None:
        """Return one of the words that can be expected of a ruling."""
        return self.reader.choice(node, what, CHOICES[what])

    def name(self, node: Node, what: str) -> str | None:
        """Return the name of somebody or something on the table."""
        text = self.reader.text(node, what)
        if text is not None and isinstance(node, Text) and NUMBER.fullmatch(text):
            self.reader.fault(node, f"{what} is the number {text}", expected="a name")
            return None
        return text

    def names(self, node: Node, what: str) -> tuple[str, ...]:
        """Return a list of names."""
        return self.each(node, what, lambda item: self.name(item, f"an item of {what}"))

    def word(self, node: Node, sort: str) -> str | None:
        """Return a word of the rules."""
        text = self.name(node, f"a {sort}")
        if text is None:
            return None
        if not is_word(text):
            alike = constant(text)
            self.reader.fault(
                node,
                f"{text!r} is no {sort}",
                expected=_WORD,
                near=(alike,) if alike else (),
                term=text,
            )
            return None
        self.mentions.append(Mention(sort, text, node.line))
        return text

    def words(self, node: Node, sort: str) -> tuple[str, ...]:
        """Return a list of words of the rules."""
        return self.each(node, f"the {sort} list", lambda item: self.word(item, sort))

    def truth(self, node: Node, what: str) -> bool | None:
        """Return `true` or `false`."""
        text = self.reader.choice(node, what, ("true", "false"))
        return None if text is None else text == "true"

    def numbers(self, node: Node, what: str) -> tuple[tuple[str, int], ...]:
        """Return the numbers of a trooper or an act, each with its name."""
        table = self.reader.table(node, f"the numbers of {what}")
        found = []
        for name, value in (table.value if table else {}).items():
            known = self._number_name(table.lines[name] if table else node.line, name)
            number = self._number(value, f"{name} of {what}")
            if known and number is not None:
                self.mentions.append(Mention("number", name, node.line))
                found.append((name, number))
        return tuple(found)

    def number(self, node: Node) -> tuple[str, str, int] | None:
        """Return one number of a trooper: its name, the number's and the value."""
        parts = self.reader.sequence(node, "a number")
        if len(parts) != len(("trooper", "name", "value")):
            what = f"a number names {len(parts)} things"
            self.reader.fault(node, what, expected="[TROOPER, NAME, VALUE], as [guard, arm, 5]")
            return None
        who = self.reader.text(parts[0], "whose a number is")
        name = self.reader.text(parts[1], "a number")
        known = name is not None and self._number_name(parts[1].line, name)
        value = self._number(parts[2], f"{name or 'a number'} of {who or 'a trooper'}")
        if who is None or name is None or not known or value is None:
            return None
        self.mentions.append(Mention("number", name, node.line))
        return who, name, value

    def _number_name(self, line: int, text: str) -> bool:
        if not is_word(text):
            self.reader.fault(line, f"{text!r} is no number's name", expected=_WORD, term=text)
            return False
        return True

    def _number(self, node: Node, what: str) -> int | None:
        text = self.reader.text(node, what)
        if text is None:
            return None
        short = len(text) <= _LONGEST
        if not (isinstance(node, Text) and short and _WHOLE_NUMBER.fullmatch(text)):
            self.reader.fault(node, f"{what} is {text!r}", expected="a whole number")
            return None
        return int(text)
