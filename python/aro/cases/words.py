"""From the nodes of a case file to names, words and numbers."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, ClassVar, NamedTuple, TypeVar

from aro.cases.model import CHOICES
from aro.errors import Fault, SituationError
from aro.knowledge.names import is_word
from aro.knowledge.validation import not_a_word
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_nodes import Known, Node
from aro.knowledge.yaml_reader import Reader, RefusedError

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


def once(read: Callable[..., _T]) -> Callable[..., _T]:
    """Let a node that can keep what it was read as be read only once by a method, and its words.

    What else the method is given has to be hashable, and given by place.
    """

    @wraps(read)
    def read_or_kept(reader: "WordReader", node: Node, *how: object) -> _T:
        if not isinstance(node, Known):
            return read(reader, node, *how)
        found: _T
        key = (read, how)
        if (kept := node.made.get(key)) is not None:
            found, mentions = kept
            reader.mentions += mentions
            return found
        before, faults = len(reader.mentions), len(reader.faults)
        found = read(reader, node, *how)
        if len(reader.faults) == faults:
            node.keep(key, (found, reader.mentions[before:]))
        return found

    return read_or_kept


NUMBER = re.compile(r"[-+]?[0-9][0-9_.]*")
"""What cannot be a name, because it is a number."""

WORK = 20_000_000
"""How much work a file may make: some parts of it are looked at often. A unit takes some 0.1 us."""

_NOTED = 400
"""The work of a fault."""

_WHOLE_NUMBER = re.compile(r"[-+]?[0-9]{1,9}", re.ASCII)


@dataclass(slots=True)
class WordReader(Reader):
    """Reads names, words and numbers, and remembers every word of the rules with its line.

    `work` is how much has been done so far, `amended` are the amended editions that are asked.
    """

    mentions: list[Mention] = field(default_factory=list)
    amended: set[str] = field(default_factory=set)
    work: int = 0
    most: ClassVar[Mapping[str, int]] = {
        "the editions": 32,
        "order": 100,
        "orders": 100,
        "unless": 200,
    }

    def takes(self, work: int, line: int | None) -> None:
        """Count some work before it is done; no more of the file is read if it is too much."""
        self.work += work
        if self.work > WORK:
            what = "the file takes too long to read: its parts are looked at too often"
            expected = "fewer Orders, near misses or editions, or several files"
            raise RefusedError(what, line, expected)

    def note(self, fault: Fault, at: Node | int | None = None) -> None:
        """Note a fault of this file; a file may not have any number of them."""
        Reader.note(self, fault, at)
        self.takes(_NOTED, self.faults[-1].line)

    def attempt(self, line: int, build: Callable[[], _T]) -> _T | None:
        """Return what is built, or None with the faults that prevent it."""
        found = None
        try:
            found = build()
        except* SituationError as group:
            for error in group.exceptions:
                if isinstance(error, SituationError):
                    hint = Fault("", near=error.near).sentence
                    what, term = error.message.removesuffix(hint), error.term or None
                    fault = Fault(what, near=error.near, term=term, count=error.count)
                    self.note(fault, error.line or line)
        return found

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
        values = map(read, self.sequence(node, what))
        return tuple(value for value in values if value is not None)

    def expectation(self, node: Node, what: str) -> str | None:
        """Return one of the words that can be expected of a ruling."""
        return self.choice(node, what, CHOICES[what])

    def truth(self, node: Node, what: str) -> bool | None:
        """Return `true` or `false`."""
        text = self.choice(node, what, ("true", "false"))
        return None if text is None else text == "true"

    def name(self, node: Node, what: str) -> str | None:
        """Return the name of somebody or something on the table."""
        text = self.text(node, what)
        if text is not None and NUMBER.fullmatch(text):
            self.fault(node, f"{what} is the number {text}", expected="a name")
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
        if is_word(text):
            self.mentions.append(Mention(sort, text, node.line))
            return text
        self.note(not_a_word(Mention(sort, text)), node)
        return None

    def words(self, node: Node, sort: str) -> tuple[str, ...]:
        """Return a list of words of the rules."""
        return self.each(node, f"the {sort} list", lambda item: self.word(item, sort))

    def named(
        self, node: Node, what: str, read: Callable[[Node, str], _T | None]
    ) -> tuple[tuple[str, _T], ...]:
        """Return the names of a mapping, each with what its value reads as; none at fault."""
        table = self.table(node, what)
        pairs = [(name, read(one, name)) for name, one in (table.value if table else {}).items()]
        return tuple((name, value) for name, value in pairs if value is not None)

    def numbers(self, node: Node, what: str) -> tuple[tuple[str, int], ...]:
        """Return the numbers of a trooper or an act, each with its name."""
        return self.named(node, f"the numbers of {what}", partial(self._number, of=what))

    def number(self, node: Node) -> tuple[str, str, int] | None:
        """Return one number of a trooper: its name, the number's and the value."""
        match self.sequence(node, "a number"):
            case (whose, called, number):
                who, name = self.text(whose, "whose a number is"), self.text(called, "a number")
                value = self._number(number, name, who or "a trooper", called.line)
                return None if who is None or name is None or value is None else (who, name, value)
            case parts:
                what = f"a number names {len(parts)} things"
                self.fault(node, what, expected="[TROOPER, NAME, VALUE], as [guard, arm, 5]")
                return None

    def _number(self, node: Node, name: str | None, of: str, line: int = 0) -> int | None:
        """Return a number, given its name and the line of that, if it is another."""
        what = f"{name or 'a number'} of {of}"
        text = self.text(node, what)
        whole = text is not None and _WHOLE_NUMBER.fullmatch(text)
        if text is not None and not whole:
            self.fault(node, f"{what} is {text!r}", expected="a whole number")
        if name is not None and not is_word(name):
            self.note(not_a_word(Mention("number's name", name)), line or node)
        elif whole:
            self.mentions.append(Mention("number", str(name), line or node.line))
            return int(whole[0])
        return None
