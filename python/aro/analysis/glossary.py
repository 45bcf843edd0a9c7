"""The glossary of the law: every documented predicate, Law, circumstance and trigger.

`python -m aro.analysis.glossary` writes `kb/glossary.md` from the docstrings of
the theory, the list of Laws in `kb/theory/law.lp` and the vocabulary in `kb/README.md`; a test
holds it to them.
"""

import sys
from collections.abc import Iterator
from itertools import groupby

from aro.knowledge.library import home
from aro.knowledge.predicates import Predicate
from aro.knowledge.predicates import predicates as documented
from aro.law_text.law_words import laws as listed

_THEORY = home() / "kb" / "theory"
_HEADING = """# Glossary of the law

Made by `python -m aro.analysis.glossary` from `kb/theory/*.lp` and `kb/README.md`;
do not edit it. How the words are used is told in [README.md](README.md)."""


def predicates() -> tuple[Predicate, ...]:
    """Return the predicates that the theory documents, by file, as they stand there."""
    return documented(sorted(_THEORY.glob("*.lp")))


def laws() -> tuple[Predicate, ...]:
    """Return the Laws that a clause can say, as `kb/theory/law.lp` lists them.

    >>> [law.head for law in laws() if law.name == "grants"]
    ['grants(Sort,When)']
    """
    return listed((_THEORY / "law.lp").read_text(encoding="utf-8"))


def glossary() -> str:
    """Return the text of `kb/glossary.md`."""
    sections = (
        _HEADING,
        *_listed("Predicates", predicates(), "`kb/theory/{}.lp`"),
        *_listed("Laws: `says(Clause, Law)`", laws(), "{}"),
        "## Circumstances and triggers",
        *_vocabulary(),
    )
    return "\n\n".join(sections) + "\n"


def main() -> int:
    """Write `kb/glossary.md` and return the exit code."""
    (home() / "kb" / "glossary.md").write_text(glossary(), encoding="utf-8")
    return 0


def _listed(heading: str, entries: tuple[Predicate, ...], title: str) -> Iterator[str]:
    yield f"## {heading}"
    for group, some in groupby(entries, key=lambda entry: entry.group):
        rows = (f"| `{entry.head}` | {entry.says} |" for entry in some)
        yield f"### {title.format(group)}"
        yield "\n".join(("| name | meaning |", "|---|---|", *rows))


def _vocabulary() -> list[str]:
    """Return the circumstances and triggers, as the guide to writing law has them."""
    text = (home() / "kb" / "README.md").read_text(encoding="utf-8")
    told = text.partition("\n## The vocabulary\n")[2].partition("\n## ")[0].strip()
    paragraphs = told.split("\n\n")
    triggers = next(n for n, one in enumerate(paragraphs) if one.startswith("**Triggers**"))
    return paragraphs[: triggers + 1]


if __name__ == "__main__":
    sys.exit(main())
