"""The pages name files that are there."""

import re
from pathlib import Path

import pytest

from aro.knowledge import library

ROOT = library.home()
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in (".", "kb", "python", "tests")
    for path in (ROOT / folder).glob("*.md")
)
CODE = re.compile(r"`([\w./-]+/[\w./-]*|[\w-]+\.(?:py|lp|yaml|md))`")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)[^)]*\)")
PLACES = (ROOT, ROOT / "kb", ROOT / "python", ROOT / "python" / "aro", ROOT / "tests")
NO_FILES = {"aro/3"}
"""What looks like a path and is none: the form of JSON."""


def is_there(name: str, folder: Path) -> bool:
    """Whether a path leads somewhere from a page; a bare name may lie anywhere."""
    if any((place / name).exists() for place in (folder, *PLACES)):
        return True
    return "/" not in name and any(next(place.rglob(name), None) for place in PLACES[1:])


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = {*CODE.findall(text), *LINK.findall(text)} - NO_FILES
    assert [name for name in sorted(named) if not is_there(name, (ROOT / page).parent)] == []
