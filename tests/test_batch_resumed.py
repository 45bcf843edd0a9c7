"""Batches that are gone on with: nothing is mixed, nothing lost, nothing of another overwritten."""

import errno
import fcntl
import os
import shutil
from pathlib import Path
from typing import BinaryIO

import pytest

import kill_batches
from aro.batch import answer_lines
from aro.errors import SituationError
from support.batches import case, deadly, many, place, read, write
from support.commandline import Captured, ran

pytestmark = pytest.mark.drawn

NOTES = b"my notes"

__all__ = ["place", "write"]  # fixtures


def test_what_was_asked_otherwise_is_not_gone_on_with(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_lines(source, target, processes=1)
    whole = target.read_bytes()
    refused = r"out\.jsonl:1: was answered with "
    with pytest.raises(SituationError, match=refused + "--as none, not blue; expected a new file$"):
        answer_lines(source, target, as_side="blue")
    with pytest.raises(SituationError, match=refused + "--reading none, not .*tolerated"):
        answer_lines(source, target, readings=[("alert", "tolerated")])
    monkeypatch.setattr("aro.batch.kb.digest", lambda: "another")
    with pytest.raises(SituationError, match=refused + "the knowledge .*, not another"):
        answer_lines(source, target)
    assert target.read_bytes() == whole


def test_a_refused_amendment_that_changed_is_noticed(target: Path, tmp_path: Path) -> None:
    mine, source = tmp_path / "mine", tmp_path / "in.jsonl"
    mine.mkdir()
    (mine / "amendment.yaml").write_text("title: mine\n")
    source.write_text(case("dodge").replace('"n4"', '"n4+mine"') + "\n")
    assert answer_lines(source, target, processes=1).wrong == 1
    assert answer_lines(source, target, processes=1).before == 1
    (mine / "amendment.yaml").write_text("title: still at fault\n")
    with pytest.raises(SituationError, match=r"was answered before n4\+mine changed"):
        answer_lines(source, target, processes=1)


@pytest.mark.sweep
def test_answers_by_an_amendment_that_changed_are_not_gone_on_with(
    target: Path, tmp_path: Path
) -> None:
    mine, source = tmp_path / "mine", tmp_path / "in.jsonl"
    shutil.copytree("tests/amendments/wary_guards", mine)
    source.write_text(case("dodge") + "\n" + case("dodge").replace('"n4"', '"n4+mine"') + "\n")
    answer_lines(source, target, processes=1)
    whole = target.read_bytes()
    assert list(read(target)[1]["asked"]["amendments"]) == ["n4+mine"]
    assert answer_lines(source, target).before == 2
    one = next(mine.glob("*.lp"))
    one.write_text(one.read_text() + "% changed\n")
    with pytest.raises(
        SituationError, match=r":2: was answered before n4\+mine changed; expected a"
    ):
        answer_lines(source, target)
    shutil.rmtree(mine)
    with pytest.raises(
        SituationError, match=r":2: was answered before n4\+mine changed; expected a"
    ):
        answer_lines(source, target)
    assert target.read_bytes() == whole


def test_a_changed_answer_is_noticed(source: Path, target: Path) -> None:
    answer_lines(source, target, processes=1)
    whole = target.read_bytes()
    ends = [n for n, byte in enumerate(whole) if byte == ord("\n")]
    for at in (ends[0] + 1, ends[0] + 60, ends[0] + 90, ends[1] - 500, ends[1] - 1, ends[1]):
        changed = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        target.write_bytes(changed)
        with pytest.raises(
            SituationError, match=r"out\.jsonl:2: .* or this one without what begins"
        ):
            answer_lines(source, target)
        assert target.read_bytes() == changed


@pytest.mark.parametrize("filled", [True, False])
def test_nothing_is_lost_where_another_batch_just_ends(
    filled: bool,  # noqa: FBT001  a parameter
    source: Path,
    target: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lock = fcntl.flock

    def late(stream: BinaryIO, how: int) -> None:
        if filled:
            target.write_bytes(NOTES)
        else:
            target.unlink()
        lock(stream, how)

    monkeypatch.setattr("aro.batch.files.fcntl.flock", late)
    with pytest.raises(SituationError, match=r"out\.jsonl"):
        answer_lines(source, target, processes=1)
    assert filled == (target.exists() and target.read_bytes() == NOTES)


@pytest.mark.parametrize("line", [1, pytest.param(2, marks=pytest.mark.sweep)])
def test_nothing_that_another_wrote_is_overwritten(line: int, source: Path, target: Path) -> None:
    answer_lines(source, target, processes=1)
    told = target.read_bytes().splitlines(keepends=True)
    before, begun = b"".join(told[: line - 1]), told[line - 1]
    for other in (
        NOTES,
        NOTES + b"\n",
        b"{" + NOTES,
        begun[:30] + NOTES,
        begun[:300] + NOTES,
        begun[:-1] + NOTES,
        begun.replace(b'"line": ', b'"line": ' + b"9" * 6000, 1),
        bytes(9),
    ):
        target.write_bytes(before + other)
        with pytest.raises(SituationError, match=rf"out\.jsonl:{line}: .*; expected a new file"):
            answer_lines(source, target, processes=1)
        assert target.read_bytes() == before + other
    target.write_bytes(b"".join(told) + b"{")
    with pytest.raises(SituationError, match=r"out\.jsonl:7: does not begin as its answer does"):
        answer_lines(source, target)


def test_what_is_no_file_is_neither_read_nor_written(
    source: Path, target: Path, tmp_path: Path, capsys: Captured
) -> None:
    fifo, link, huge, notes = (tmp_path / name for name in ("fifo", "link", "huge", "notes"))
    os.mkfifo(fifo)
    notes.write_bytes(NOTES)
    link.symlink_to(notes)
    huge.touch()
    os.truncate(huge, 1 << 40)
    for out in (Path("/dev/full"), fifo, tmp_path, link, huge):
        code, _, err = ran(capsys, "batch", source, out)
        assert code == 2
        assert err.startswith(f"{out}:")
    for asked in (Path("/dev/zero"), fifo, tmp_path):
        code, _, err = ran(capsys, "batch", asked, target)
        assert (code, err) == (2, f"{asked}: cannot be read: is no file\n")
    assert notes.read_bytes() == NOTES
    assert not target.exists()
    target.touch()
    with target.open() as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(SituationError, match="another batch is writing it"):
            answer_lines(source, target)


@pytest.mark.parametrize("processes", [2, pytest.param(1, marks=pytest.mark.sweep)])
def test_a_line_that_kills_its_workers_is_told_so(
    processes: int, source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(source, 12)
    monkeypatch.setattr("aro.batch.workers.answered", deadly)
    found = answer_lines(source, target, processes=processes)
    told = read(target)
    assert found.lines == 12
    assert [one["line"] for one in told] == list(range(1, 13))
    assert told[3]["errors"] == [f"{source}:4: two workers died of this line"]
    assert [one["came_out"] for one in told].count("input") == 3


@pytest.mark.sweep
def test_a_full_disk_is_told_and_the_batch_goes_on(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_lines(source, target, processes=1)
    whole = target.read_bytes()
    target.unlink()
    write = os.write

    def full(file: int, told: bytes) -> int:
        if os.fstat(file).st_size >= 3000:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, told[:1000])

    with monkeypatch.context() as patch:
        patch.setattr("aro.batch.files.os.write", full)
        with pytest.raises(SituationError, match=r"out\.jsonl: cannot be written: No space left"):
            answer_lines(source, target, processes=1)
    assert target.read_bytes() == whole[:3000]
    assert answer_lines(source, target, processes=1).before == 1
    assert target.read_bytes() == whole


def test_answers_are_synced_to_the_disk(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(source, 24)
    monkeypatch.setattr("aro.batch.files.SECONDS", 0.0)
    synced: list[int] = []
    sync = os.fsync

    def noted(file: int) -> None:
        sync(file)
        synced.append(os.fstat(file).st_size)

    monkeypatch.setattr("aro.batch.files.os.fsync", noted)
    sizes: list[int] = []
    answer_lines(source, target, processes=1, watch=lambda *_: sizes.append(target.stat().st_size))
    assert len(sizes) == 3
    assert set(sizes) <= set(synced)


@pytest.mark.sweep
def test_killed_batches_come_out_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert kill_batches.main(["2"]) == 0
