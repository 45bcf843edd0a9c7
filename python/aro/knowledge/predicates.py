"""The names that the theory documents, each with its sentence: predicates, and the Laws of clauses.

A predicate is documented where it is introduced, by `%*! name(Arguments)` and a sentence that ends
with `*%`. The Laws are listed in comments of `kb/theory/law.lp`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

COMPOSED = frozenset({"and/2", "and/3", "and/4", "or/2", "or/3", "or/4", "no/1"})
"""How circumstances are put together to one: the theory takes these apart."""

_DOCSTRING = re.compile(r"%\*!\s*(\w+)(?:\(([^)]*)\))?\s*\n(.*?)\*%", re.DOTALL)
_LAW = re.compile(r"%   (\w+)\((\S*)\) +(\S.*)")
_GROUP = re.compile(r"% (\w[\w ]*?) -{3,}")
_SAID_BESIDE = re.compile(r"(?:; |: )(\w+)\((\w+(?:,\w+)*)\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicate:
    """A documented name: its arguments, the sentence that says what it means, and its group.

    The group of a predicate is the file that documents it, `situation`; that of a Law is the
    heading that it stands under.
    """

    name: str
    arguments: tuple[str, ...]
    says: str
    group: str

    @property
    def signature(self) -> str:
        """Name and number of arguments: `lof/3`."""
        return f"{self.name}/{len(self.arguments)}"

    @property
    def head(self) -> str:
        """The name with its arguments: `lof(Piece,Piece,Half)`."""
        return f"{self.name}({','.join(self.arguments)})" if self.arguments else self.name


def predicates(files: Iterable[Path]) -> Mapping[tuple[str, int], Predicate]:
    """Return the predicates that files of rules document, as they stand there.

    The key is the name with the number of arguments: `("lof", 3)`.
    """
    found = (one for file in files for one in _documented(file.read_text("utf-8"), file.stem))
    return {(one.name, len(one.arguments)): one for one in found}


def laws(text: str) -> Mapping[tuple[str, int], Predicate]:
    """Return the Laws that a clause can say, as the text of `kb/theory/law.lp` lists them.

    >>> [law.head for law in laws("%   grants(Sort,When)   gives the right").values()]
    ['grants(Sort,When)']
    """
    return {(one.name, len(one.arguments)): one for one in _listed(text)}


def _documented(text: str, group: str) -> Iterator[Predicate]:
    for name, arguments, says in _DOCSTRING.findall(text):
        yield _predicate(name, arguments, " ".join(says.split()), group)


def _listed(text: str) -> Iterator[Predicate]:
    group = ""
    for line in text.splitlines():
        if heading := _GROUP.match(line):
            group = heading[1]
        elif law := _LAW.fullmatch(line):
            name, arguments, says = law.groups()
            yield _predicate(name, arguments, says, group)
            for beside in _SAID_BESIDE.finditer(says):
                yield _predicate(beside[1], beside[2], says, group)
        elif "under(Reading,Alternative,Law)" in line:
            says = "the Law, where the ambiguous clause is read so"
            yield _predicate("under", "Reading,Alternative,Law", says, "Readings")


def _predicate(name: str, arguments: str, says: str, group: str) -> Predicate:
    split = tuple(arguments.split(",")) if arguments else ()
    return Predicate(name=name, arguments=split, says=says, group=group)
