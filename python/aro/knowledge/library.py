"""Where the knowledge lies, and how an edition of it is read.

An edition is a folder of `kb/`: `edition.yaml` names it, every article is a pair of files, the law
in `<subject>.lp` and the clauses that it states in `<subject>.yaml`. The YAML is read once: what it
comes to is kept in a cache (`cache`), from which later processes take it.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import RLock

from aro.errors import KnowledgeError, UnknownTerm
from aro.knowledge.cache import fingerprint, kept
from aro.knowledge.edition import Amendment, Edition, Law, named

OVERLAYS = "aro.overlays"
"""The entry point of who lays a folder of drafts over an edition; `pyproject.toml` names it."""


_LOADING = RLock()


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
    named_, plus, folder = name.partition("+")
    edition, at, release = named_.lower().partition("@")
    if plus and not folder:
        raise UnknownTerm(f"{name!r} names no folder; expected {named_}+FOLDER", term=name)
    if at and not release:
        raise UnknownTerm(f"{name!r} names no release; expected {edition}@RELEASE", term=name)
    return edition, release or None, folder or None


def load(name: str) -> Edition:
    """Return an edition, `n4`, or one with the amendment of a folder laid over it, `n4+mine`.

    All faults of its files are raised in one `ExceptionGroup`: `KnowledgeError` where they are
    ours, `AmendmentError` in an amendment. Threads that want the same edition get one and the same.
    """
    edition, plus, folder = name.partition("+")
    with _LOADING:
        base = _base(edition)
        if not plus:
            return base
        from importlib.metadata import distributions  # noqa: PLC0415  slow to load, rarely needed

        ours = (point for one in distributions(name="aro") for point in one.entry_points)
        overlay = next((point for point in ours if point.group == OVERLAYS), None)
        if overlay is None:
            raise KnowledgeError(f"there is no entry point {OVERLAYS}; install aro again")
        amended: Edition = overlay.load()(base, folder)
        return amended


def law(edition: Edition) -> tuple[Path | Law, ...]:
    """Return all the rules that an edition is asked with: the theory, its own, its amendment's."""
    return (*_theory(), *own_law(edition))


def own_law(edition: Edition) -> tuple[Path | Law, ...]:
    """Return the rules of an edition and of its amendment."""
    return (*edition.laws, *(edition.amendment.laws if edition.amendment else ()))


@cache
def _theory() -> tuple[Path, ...]:
    """Return the files that `rules.lp` includes; clingo would seek them in the current folder."""
    text = (home() / "rules.lp").read_text(encoding="utf-8")
    return tuple(home() / name for name in re.findall(r'^#include "(.+?)"', text, re.MULTILINE))


@cache
def _base(name: str) -> Edition:
    folder = home() / "kb" / named(name, {e: e for e in editions()}, "there is no edition")

    def files() -> Iterator[tuple[str, bytes]]:
        for path in sorted(folder.iterdir()):
            yield path.name, path.read_bytes() if path.suffix == ".yaml" else b""

    def make() -> Edition:
        from aro.knowledge.catalogue import read  # noqa: PLC0415  the cache spares loading YAML, too

        return replace(read(folder), laws=())

    made = kept(f"edition {name}", files, Edition, make)
    return replace(made, laws=tuple(sorted(folder.glob("*.lp"))))


@cache
def digest(amendment: Amendment | None = None) -> str:
    """Return a short fingerprint of the knowledge: rules.lp and every file of `kb/`.

    With an amendment, one that covers its files as well.
    """
    if amendment is not None:
        both = f"{digest()}+{amendment.name}\0{amendment.digest}"
        return hashlib.sha256(both.encode()).hexdigest()[:12]
    root = home()
    names = ["rules.lp"]
    for folder, _, files in os.walk(root / "kb"):
        place = Path(folder).relative_to(root).as_posix()
        names += [f"{place}/{name}" for name in files]
    return fingerprint((name, (root / name).read_bytes()) for name in sorted(names))[:12]
