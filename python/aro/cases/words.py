"""From the nodes of a case file to names and words; what is known of a node is not read again."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from aro.errors import Fault, SituationError, UnknownTerm
from aro.knowledge.names import constant, is_word
from aro.knowledge.vocabulary import Mention
from aro.knowledge.yaml_nodes import Known
from aro.knowledge.yaml_reader import Node, Reader, Text

_T = TypeVar("_T")

NUMBER = re.compile(r"[-+]?[0-9][0-9_.]*")
"""What is no name, being a number."""


@dataclass(slots=True)
class WordReader:
    """Reads names and words, and remembers every word of the rules with its line."""

    reader: Reader
    mentions: list[Mention] = field(default_factory=list)

    def once(self, node: Node, how: object, read: Callable[[], _T]) -> _T:
        """Return what is read from a node; one that knows what was made of it is not read again."""
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
        """Return what is built, or None with the faults that forbade it."""
        try:
            return build()
        except SituationError as error:
            found = [error]
        except ExceptionGroup as group:
            found = [error for error in group.exceptions if isinstance(error, SituationError)]
        for one in found:
            alike = one.near if isinstance(one, UnknownTerm) else ()
            hint = Fault(message="", near=alike).sentence
            self.reader.fault(
                one.line or line,
                one.message.removesuffix(hint),
                near=alike,
                term=one.term if isinstance(one, UnknownTerm) else None,
            )
        return None

    def name(self, node: Node, what: str) -> str | None:
        """Return the name of somebody or something on the table."""
        text = self.reader.text(node, what)
        if text is not None and isinstance(node, Text) and NUMBER.fullmatch(text):
            self.reader.fault(node, f"{what} is the number {text}", expected="a name")
            return None
        return text

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
                expected="a word in lower case, with _ for spaces",
                near=(alike,) if alike else (),
                term=text,
            )
            return None
        self.mentions.append(Mention(sort, text, node.line))
        return text

    def words(self, node: Node, sort: str) -> tuple[str, ...]:
        """Return a list of words of the rules."""
        found = (self.word(one, sort) for one in self.reader.sequence(node, f"the {sort} list"))
        return tuple(one for one in found if one is not None)

    def names(self, node: Node, what: str) -> tuple[str, ...]:
        """Return a list of names."""
        found = (self.name(one, f"an item of {what}") for one in self.reader.sequence(node, what))
        return tuple(one for one in found if one is not None)

    def truth(self, node: Node, what: str) -> bool | None:
        """Return `true` or `false`."""
        text = self.reader.choice(node, what, ("true", "false"))
        return None if text is None else text == "true"
