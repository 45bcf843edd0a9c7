"""An amendment of a few lines to write and change, and what is wrong with one."""

from collections.abc import Callable
from pathlib import Path

import pytest

from aro.errors import AmendmentError
from aro.rulebook import Rulebook

MAIN = "title: Mine\nsubjects: [mine]\n"
YAML = """\
subject: mine
title: Mine
sources:
  here: {title: Our table, version: one, provenance: draft}
clauses:
  - id: n4.mine.one
    source: here
    kind: legality
    says: Nobody may Discover.
    subjects: [discover]
    encodable: "yes"
"""
SAYS = "says(mine(one), forbids(declare, discover, always)).\n"
Folder = Callable[..., Path]


def write(path: Path, **changed: str | bytes | None) -> Path:
    """Write an amendment into a folder, with other files than are usual, and return the folder."""
    usual: dict[str, str | bytes | None] = {
        "amendment_yaml": MAIN,
        "mine_yaml": YAML,
        "mine_lp": SAYS,
    }
    for key, text in (usual | changed).items():
        name = ".".join(key.rsplit("_", 1))
        if text is not None:
            (path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def faults(path: Path, edition: str = "n4") -> list[str]:
    """Return what is wrong with an amendment, each fault with its place in the folder."""
    with pytest.raises((ExceptionGroup, AmendmentError)) as caught:
        Rulebook(f"{edition}+{path}")
    errors = getattr(caught.value, "exceptions", (caught.value,))
    assert all(isinstance(error, AmendmentError) for error in errors)
    return [str(error).replace(f"{path}/", "").replace(str(path), "HERE") for error in errors]
