"""Where the knowledge lies, and how an edition of it is read.

An edition is a folder of `kb/`: `edition.yaml` names it, every article is a pair of files, the law
in `<subject>.lp` and the clauses that it states in `<subject>.yaml`. This module reads the YAML.
"""

import hashlib
from functools import cache
from os.path import normpath
from pathlib import Path

from aro.errors import KnowledgeError
from aro.knowledge.amendments import laid
from aro.knowledge.catalogue import read
from aro.knowledge.edition import (
    Alternative,
    Amendment,
    Article,
    Clause,
    Edition,
    Law,
    PublishedAnswer,
    Reading,
    Source,
    clause_id,
    is_clause_id,
    named,
    term,
)

__all__ = [
    "Alternative",
    "Amendment",
    "Article",
    "Clause",
    "Edition",
    "PublishedAnswer",
    "Reading",
    "Source",
    "beside",
    "clause_id",
    "digest",
    "editions",
    "home",
    "is_clause_id",
    "law",
    "load",
    "read",
    "split",
    "term",
]


def home() -> Path:
    """Return the folder that holds `rules.lp` and `kb/`.

    In a wheel they lie in the package's own folder; in a checkout (an editable install too, whose
    package folder has no copy of them) they lie at its root.
    """
    beside = Path(__file__).resolve().parents[1]
    for folder in (beside, beside.parent.parent):
        if (folder / "rules.lp").is_file():
            return folder
    raise KnowledgeError("the knowledge (rules.lp, kb/) is not where the package was installed")


def editions() -> tuple[str, ...]:
    """Return the names of the editions, the oldest first."""
    return tuple(sorted(path.parent.name for path in (home() / "kb").glob("*/edition.yaml")))


def split(name: str) -> tuple[str, str | None, str | None]:
    """Return edition, release and the folder of an amendment, of a name such as `n3@1.1+mine`.

    >>> split("n3@1.1"), split("n4"), split("n4@2.1+house/rules")
    (('n3', '1.1', None), ('n4', None, None), ('n4', '2.1', 'house/rules'))
    """
    named_, _, folder = name.partition("+")
    edition, _, release = named_.lower().partition("@")
    return edition, release or None, folder or None


def beside(name: str, file: str | None) -> str:
    """Return the name of an edition with its amendment looked for from where a file lies.

    >>> beside("n4+mine", "tables/sunday.yaml"), beside("n4", "tables/sunday.yaml")
    ('n4+tables/mine', 'n4')
    """
    edition, plus, folder = name.partition("+")
    return f"{edition}{plus}{normpath(Path(file or '').parent / folder)}" if folder else name


def load(name: str) -> Edition:
    """Return an edition, `n4`, or one with the amendment of a folder laid over it, `n4+mine`.

    All faults of its files are raised in one `ExceptionGroup`: `KnowledgeError` where they are
    ours, `AmendmentError` in an amendment.
    """
    edition, plus, folder = name.partition("+")
    base = _base(edition)
    if not plus:
        return base
    return laid(base, folder, home() / "kb" / "theory")


def law(edition: Edition) -> tuple[Path | Law, ...]:
    """Return all the rules that an edition is asked with: the theory, its own, its amendment's."""
    added = edition.amendment.laws if edition.amendment else ()
    return (home() / "rules.lp", *edition.laws, *added)


@cache
def _base(name: str) -> Edition:
    folder = home() / "kb" / named(name, {e: e for e in editions()}, "there is no edition")
    return read(folder)


@cache
def digest(amendment: Amendment | None = None) -> str:
    """Return a short fingerprint of the knowledge: rules.lp and every file of `kb/`.

    With an amendment, one that covers its files as well.
    """
    if amendment is not None:
        both = f"{digest()}+{amendment.name}\0{amendment.digest}"
        return hashlib.sha256(both.encode()).hexdigest()[:12]
    root = home()
    total = hashlib.sha256()
    files = [root / "rules.lp", *(root / "kb").rglob("*")]
    names = {path.relative_to(root).as_posix(): path for path in files if path.is_file()}
    for name, path in sorted(names.items()):
        data = path.read_bytes()
        total.update(f"{name}\0{len(data)}\0".encode() + data)
    return total.hexdigest()[:12]
