"""The glossary of the law: every documented predicate, Law, circumstance and trigger.

`python -m aro.analysis.glossary` writes `kb/glossary.md` from the docstrings of
the theory, the list of Laws in `kb/theory/law.lp` and the vocabulary in `kb/README.md`; a test
holds it to them.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from aro.knowledge.library import home

_DOCSTRING = re.compile(r"%\*!\s*(\w+)(?:\(([^)]*)\))?\s*\n(.*?)\*%", re.DOTALL)
_LAW = re.compile(r"%   (\w+)\((\S*)\) +(\S.*)")
_GROUP = re.compile(r"% (\w[\w ]*?) -{3,}")
_SAID_BESIDE = re.compile(r"(?:; |: )(\w+)\((\w+(?:,\w+)*)\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A documented name: its arguments, what it means, and where it stands."""

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


def predicates() -> tuple[Entry, ...]:
    """Return the predicates that the theory documents, by file, as they stand there."""
    return tuple(entry for file in sorted(_theory().glob("*.lp")) for entry in _docstrings(file))


def laws() -> tuple[Entry, ...]:
    """Return the Laws that a clause can say, as `kb/theory/law.lp` lists them.

    >>> [law.head for law in laws() if law.name == "grants"]
    ['grants(Sort,When)']
    """
    return tuple(_laws((_theory() / "law.lp").read_text(encoding="utf-8")))


def glossary() -> str:
    """Return the text of `kb/glossary.md`."""
    return "".join(f"{line}\n" for line in _lines())


def main() -> int:
    """Write `kb/glossary.md` and return the exit code."""
    (home() / "kb" / "glossary.md").write_text(glossary(), encoding="utf-8")
    return 0


def _theory() -> Path:
    return home() / "kb" / "theory"


def _docstrings(file: Path) -> Iterator[Entry]:
    text = file.read_text(encoding="utf-8")
    for found in _DOCSTRING.finditer(text):
        name, arguments, says = found.groups()
        yield Entry(
            name=name,
            arguments=tuple(arguments.split(",")) if arguments else (),
            says=" ".join(says.split()),
            group=file.stem,
        )


def _laws(text: str) -> Iterator[Entry]:
    group = ""
    for line in text.splitlines():
        if heading := _GROUP.match(line):
            group = heading[1]
        elif law := _LAW.fullmatch(line):
            name, arguments, says = law.groups()
            yield _law(name, arguments, says, group)
            for beside in _SAID_BESIDE.finditer(says):
                yield _law(beside[1], beside[2], says, group)
        elif "under(Reading,Alternative,Law)" in line:
            says = "the Law, where the ambiguous clause is read so"
            yield _law("under", "Reading,Alternative,Law", says, "Readings")


def _law(name: str, arguments: str, says: str, group: str) -> Entry:
    return Entry(name=name, arguments=tuple(arguments.split(",")), says=says, group=group)


def _lines() -> Iterator[str]:
    yield "# Glossary of the law"
    yield ""
    yield "Made by `python -m aro.analysis.glossary` from `kb/theory/*.lp` and `kb/README.md`;"
    yield "do not edit it. How the words are used is told in [README.md](README.md)."
    yield from _listed("Predicates", predicates(), "`kb/theory/{}.lp`")
    yield from _listed("Laws: `says(Clause, Law)`", laws(), "{}")
    yield ""
    yield from _vocabulary()


def _listed(heading: str, entries: tuple[Entry, ...], title: str) -> Iterator[str]:
    yield ""
    yield f"## {heading}"
    group = None
    for entry in entries:
        if entry.group != group:
            group = entry.group
            yield from ("", f"### {title.format(group)}", "", "| name | meaning |", "|---|---|")
        yield f"| `{entry.head}` | {entry.says} |"


def _vocabulary() -> Iterator[str]:
    """Yield the circumstances and triggers, as the guide to writing law has them."""
    text = (home() / "kb" / "README.md").read_text(encoding="utf-8")
    told = text.partition("\n## The vocabulary\n")[2].partition("\n## ")[0].strip()
    paragraphs = told.split("\n\n")
    triggers = next(n for n, one in enumerate(paragraphs) if one.startswith("**Triggers**"))
    yield "## Circumstances and triggers"
    yield ""
    yield "\n\n".join(paragraphs[: triggers + 1])


if __name__ == "__main__":
    sys.exit(main())
