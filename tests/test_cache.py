"""The cache of what is made of the knowledge: it gives the same values, or none."""

import hashlib
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from aro.engine.clingo_program import Program
from aro.engine.edition_words import TABLES, Tables, tables
from aro.knowledge import cache, catalogue
from aro.knowledge import library as kb
from aro.knowledge.cache import fingerprint, kept
from aro.knowledge.edition import Article, Edition

FILES = [("a.yaml", b"a: 1")]
FIELDS = ("name", "title", "releases", "articles", "readings", "unseen", "clauses", "laws")


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value of every sort that is kept."""

    name: str
    line: int
    note: str | None
    parts: tuple[Article, ...]


VALUE = Value(name="é", line=1, note=None, parts=kb.load("n5").articles[:2])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "cache"
    monkeypatch.setenv("ARO_CACHE", str(path))
    return path


def made(what: str = "value", files: list[tuple[str, bytes]] = FILES) -> tuple[Value, bool]:
    """Return the value, and whether it had to be made."""
    calls = []

    def make() -> Value:
        calls.append(what)
        return VALUE

    return kept(what, lambda: files, Value, make), bool(calls)


def test_what_is_kept_is_made_once(folder: Path) -> None:
    assert made() == (VALUE, True)
    assert made() == (VALUE, False)
    assert made("other") == (VALUE, True)
    assert made(files=[("a.yaml", b"a: 2")]) == (VALUE, True)
    assert [oct(path.stat().st_mode & 0o777) for path in (folder, *folder.iterdir())] == [
        "0o700",
        *(["0o600"] * 3),
    ]


def test_another_version_has_another_file(monkeypatch: pytest.MonkeyPatch) -> None:
    made()
    for name in ("FORM", "__version__"):
        monkeypatch.setattr(cache, name, "another")
        assert made() == (VALUE, True)
    monkeypatch.setattr("clingo.__version__", "another")
    assert made() == (VALUE, True)


def test_files_that_change_meanwhile_are_not_kept(folder: Path) -> None:
    files = [*FILES]

    def make() -> str:
        files.append(("b.yaml", b""))
        return "old"

    assert kept("value", lambda: files, str, make) == "old"
    assert not list(folder.iterdir())


def sealed(body: bytes) -> bytes:
    """Return a file as the cache writes it."""
    return b'["%s",\n%s]' % (hashlib.sha256(body).hexdigest().encode(), body)


def edited(place: int, *items: object) -> Callable[[bytes], bytes]:
    """Return what puts some items in the place of one of the value that is kept."""

    def edit(data: bytes) -> bytes:
        value = json.loads(data)[1]
        value[place : place + 1] = items
        return sealed(json.dumps(value).encode())

    return edit


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda _: b"", id="empty"),
        pytest.param(lambda data: data[: len(data) // 2], id="half"),
        pytest.param(lambda data: data.replace(b"n5", b"n4", 1), id="other bytes"),
        pytest.param(lambda data: b"\xff" + data, id="no text"),
        pytest.param(lambda data: data + b" " * cache.LARGEST, id="large"),
        pytest.param(lambda _: sealed(b"null"), id="null"),
        pytest.param(lambda _: sealed(b"[" * 100_000), id="deep"),
        pytest.param(edited(3), id="short"),
        pytest.param(edited(3, [], []), id="long"),
        pytest.param(edited(0, 7), id="number for text"),
        pytest.param(edited(1, *[True]), id="truth for number"),
        pytest.param(edited(0, None), id="nothing for text"),
        pytest.param(edited(3, {}), id="mapping for list"),
    ],
)
def test_a_file_that_is_no_good_is_made_anew(
    damage: Callable[[bytes], bytes], folder: Path
) -> None:
    made()
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert made() == (VALUE, True)
    assert path.read_bytes() == whole
    assert made() == (VALUE, False)


def test_a_pipe_or_a_link_is_no_file(folder: Path, tmp_path: Path) -> None:
    made()
    (path,) = folder.iterdir()
    whole = path.rename(tmp_path / "whole")
    for put in (os.mkfifo, lambda place: place.symlink_to(whole)):
        put(path)
        assert made() == (VALUE, True)
        assert made() == (VALUE, False)
        path.unlink()


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
def test_a_folder_that_others_may_write_into_is_not_used(folder: Path, mode: int) -> None:
    made()
    folder.chmod(mode)
    assert made() == (VALUE, True)


def test_a_folder_of_somebody_else_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    made()
    other = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other)
    assert made() == (VALUE, True)


@pytest.mark.parametrize("place", ["", "here", "/dev/null/x", "/proc/x"])
def test_a_folder_that_cannot_be_is_no_fault(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARO_CACHE", place)
    assert made() == (VALUE, True)
    assert made() == (VALUE, True)


def test_a_link_is_no_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    folder.symlink_to(tmp_path / "elsewhere")
    assert made() == (VALUE, True)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_the_folder_is_where_caches_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARO_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    made()
    assert len(list((tmp_path / "xdg" / "aro").iterdir())) == 1
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    made()
    assert len(list((tmp_path / "home" / ".cache" / "aro").iterdir())) == 1


def test_files_are_few_and_not_large(folder: Path) -> None:
    others = {"answers.jsonl", "mine.json", f"{'0' * 31}.json", f"{'0' * 32}.json.bak"}
    made()
    for name in others:
        (folder / name).write_text("precious")
        os.utime(folder / name, (0, 0))
    for number in range(cache.MOST_FILES + 5):
        made(f"value {number}")
        os.utime(max(folder.iterdir(), key=os.path.getmtime), (number, number))
    assert len(list(folder.iterdir())) == cache.MOST_FILES + len(others)
    assert all((folder / name).read_text() == "precious" for name in others)
    large = kept("large", lambda: FILES, str, lambda: "x" * cache.LARGEST)
    assert len(large) == cache.LARGEST
    for name in others:
        (folder / name).unlink()
    assert max(path.stat().st_size for path in folder.iterdir()) < cache.LARGEST


def test_several_write_at_once(folder: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        values = list(pool.map(lambda number: made(f"value {number % 3}")[0], range(60)))
    assert values == [VALUE] * 60
    assert len(list(folder.iterdir())) == 3


@pytest.mark.parametrize("name", kb.editions())
def test_an_edition_and_its_tables_are_the_same_from_the_cache(name: str, folder: Path) -> None:
    read = catalogue.read(kb.home() / "kb" / name)
    for _ in ("made", "kept"):
        kb._base.cache_clear()  # noqa: SLF001  as in a new process
        edition = kb.load(name)
        assert all(getattr(edition, field) == getattr(read, field) for field in FIELDS)
        tables.cache_clear()
        assert tables(edition) == tables(read)
    files = (kb.home() / "kb" / "theory" / "law.lp", *read.laws)
    assert tables(read) == Tables(Program(files, "", partial=True).facts(TABLES))
    assert len(list(folder.iterdir())) == 2


def test_the_tables_are_those_of_the_rules_that_an_edition_has(tmp_path: Path) -> None:
    edition = kb.load("n5")
    law = tmp_path / "own.lp"
    law.write_text("skill_name(invented).", encoding="utf-8")
    catalogued: Edition = replace(edition, laws=(*edition.laws, law))
    assert ("invented",) not in tables(edition).table("skill_name")
    assert ("invented",) in tables(catalogued).table("skill_name")


def test_names_and_contents_have_a_fingerprint() -> None:
    assert fingerprint(FILES) == fingerprint([*FILES])
    assert fingerprint([("a", b"bc")]) != fingerprint([("ab", b"c")])
