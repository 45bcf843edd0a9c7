"""Where the knowledge lies, and how an edition of it is read.

An edition is a folder of `kb/`: `edition.yaml` names it, every article is a pair of files, the law
in `<subject>.lp` and the clauses that it states in `<subject>.yaml`. This module reads the YAML.
"""

import hashlib
from functools import cache
from pathlib import Path

from aro._catalogue import read
from aro.edition import (
    Alternative,
    Article,
    Clause,
    Edition,
    Reading,
    Ruling,
    Source,
    clause_id,
    is_clause_id,
    named,
    term,
)
from aro.errors import KnowledgeError

__all__ = [
    "Alternative",
    "Article",
    "Clause",
    "Edition",
    "Reading",
    "Ruling",
    "Source",
    "clause_id",
    "digest",
    "editions",
    "home",
    "is_clause_id",
    "load",
    "read",
    "split",
    "term",
]


def home() -> Path:
    """Return the folder that holds `rules.lp` and `kb/`.

    In a wheel they lie beside this module; in a checkout (an editable install too, whose package
    folder has no copy of them) they lie at its root.
    """
    beside = Path(__file__).resolve().parent
    for folder in (beside, beside.parent.parent):
        if (folder / "rules.lp").is_file():
            return folder
    raise KnowledgeError("the knowledge (rules.lp, kb/) is not where the package was installed")


def editions() -> tuple[str, ...]:
    """Return the names of the editions, the oldest first."""
    return tuple(sorted(path.parent.name for path in (home() / "kb").glob("*/edition.yaml")))


def split(name: str) -> tuple[str, str | None]:
    """Return edition and release of a name such as `n4` or `n3@1.1`.

    >>> split("n3@1.1"), split("n4")
    (('n3', '1.1'), ('n4', None))
    """
    edition, _, release = name.lower().partition("@")
    return edition, release or None


@cache
def load(name: str) -> Edition:
    """Return an edition, read once; all faults of its files are raised in one `ExceptionGroup`."""
    folder = home() / "kb" / named(name, {e: e for e in editions()}, "there is no edition")
    return read(folder)


@cache
def digest() -> str:
    """Return a short fingerprint of the knowledge: rules.lp and every file of `kb/`."""
    root = home()
    total = hashlib.sha256()
    files = [root / "rules.lp", *(root / "kb").rglob("*")]
    names = {path.relative_to(root).as_posix(): path for path in files if path.is_file()}
    for name, path in sorted(names.items()):
        data = path.read_bytes()
        total.update(f"{name}\0{len(data)}\0".encode() + data)
    return total.hexdigest()[:12]
