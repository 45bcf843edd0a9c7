"""The predicates that the theory documents, each with its sentence.

A predicate is documented where it is introduced, by `%*! name(Arguments)` and a sentence that ends
with `*%`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_DOCSTRING = re.compile(r"%\*!\s*(\w+)(?:\(([^)]*)\))?\s*\n(.*?)\*%", re.DOTALL)


@dataclass(frozen=True, slots=True)
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


def predicates(files: Iterable[Path]) -> tuple[Predicate, ...]:
    """Return the predicates that files of rules document, as they stand there."""
    return tuple(
        Predicate(name, tuple(filter(None, of.split(","))), " ".join(says.split()), file.stem)
        for file in files
        for name, of, says in _DOCSTRING.findall(file.read_text("utf-8"))
    )
