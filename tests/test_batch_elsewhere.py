"""Batches from and to Parquet, and on a Dask cluster: the same answers as at home."""

import json
import os
import signal
import sys
import time
from pathlib import Path
from socket import socket
from subprocess import DEVNULL, Popen

import pytest

from aro import batch
from aro.batch import answer_lines
from aro.batch.files import is_parquet, lines
from aro.errors import SituationError
from aro.knowledge.yaml_reader import LIMIT
from support.batches import case, many, place, write
from support.commandline import Captured, ran

pytestmark = pytest.mark.drawn

__all__ = ["place", "write"]  # fixtures


@pytest.mark.parametrize("name", ["a.parquet", "a.PARQUET"])
def test_an_ending_means_parquet_however_it_is_written(name: str) -> None:
    assert is_parquet(Path(name))


@pytest.mark.sweep
def test_a_column_of_parquet_is_answered_alike(source: Path, target: Path, tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow", reason="needs aro[parquet]")
    parquet = pytest.importorskip("pyarrow.parquet")
    answer_lines(source, target, processes=1)
    expected = list(map(json.loads, target.read_text().splitlines()))
    asked, told = tmp_path / "in.parquet", tmp_path / "out.parquet"
    parquet.write_table(arrow.table({"case": source.read_text().splitlines()}), asked)

    def answers() -> list[dict[str, object]]:
        found = parquet.read_table(told)["answer"].to_pylist()
        alike = [json.loads(one.replace("in.parquet", "in.jsonl")) for one in found]
        return [
            one | {"checksum": other["checksum"]}
            for one, other in zip(alike, expected, strict=True)
        ]

    assert answer_lines(asked, told, processes=1).lines == 6
    assert answers() == expected
    assert answer_lines(asked, told, processes=1).before == 6
    assert answers() == expected
    part = tmp_path / "out.parquet.part"
    part.write_text(
        "".join(f"{line}\n" for line in parquet.read_table(told)["answer"].to_pylist()[:2])
    )
    told.unlink()
    assert answer_lines(asked, told, processes=1).before == 2
    assert answers() == expected
    assert sorted(one.name for one in tmp_path.glob("*.parquet*")) == ["in.parquet", "out.parquet"]
    with pytest.raises(SituationError, match="has no column 'case'"):
        answer_lines(told, target)
    twice = arrow.table([arrow.array(["{}"])] * 2, names=["case"] * 2)
    parquet.write_table(twice, tmp_path / "twice.parquet")
    with pytest.raises(SituationError, match="has several columns 'case'"):
        answer_lines(tmp_path / "twice.parquet", target)
    asked.write_text("{}")
    with pytest.raises(SituationError, match="is no Parquet"):
        answer_lines(asked, target)


@pytest.mark.sweep
def test_parquet_that_fails_leaves_and_destroys_nothing(source: Path, tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow", reason="needs aro[parquet]")
    parquet = pytest.importorskip("pyarrow.parquet")
    told, asked = tmp_path / "out.parquet", tmp_path / "in.parquet"
    for name in ("out.parquet.new", "out.parquet.part"):
        source = source.rename(tmp_path / name)
        before = source.read_bytes()
        if name.endswith("part"):
            told.unlink()
            with pytest.raises(SituationError, match="the answers would overwrite the questions"):
                answer_lines(source, told, processes=1)
        else:
            assert answer_lines(source, told, processes=1).lines == 6
        assert source.read_bytes() == before
    source = source.rename(tmp_path / "in.jsonl")
    columns = ([7], [[b"a"]], [{"a": 1}], [1.5], [True], [None])
    for column in columns:
        parquet.write_table(arrow.table({"case": column, "answer": column}), asked)
        if column == [None]:
            assert answer_lines(asked, tmp_path / "out.jsonl", processes=1).wrong == 1
            continue
        for fails in ((asked, told), (source, asked)):
            with pytest.raises(SituationError, match=r"the column '.*' holds .*; expected text"):
                answer_lines(*fails)
    words = [case("dodge"), case("reset")]
    for kind in (arrow.large_string(), arrow.binary(), arrow.dictionary(arrow.int32(), "string")):
        parquet.write_table(arrow.table({"case": arrow.array(words).cast(kind)}), asked)
        told.unlink(missing_ok=True)
        assert answer_lines(asked, told, processes=1).yes == 2
    for other in (b"my notes", parquet.read_table(told).slice(1)):
        if isinstance(other, bytes):
            told.write_bytes(other)
        else:
            parquet.write_table(other, told)
        before = told.read_bytes()
        with pytest.raises(SituationError, match=r"out\.parquet"):
            answer_lines(asked, told)
        assert told.read_bytes() == before
    names = {"in.jsonl", "in.parquet", "out.jsonl", "out.parquet"}
    assert {one.name for one in tmp_path.iterdir()} == names


@pytest.mark.parametrize("arguments", [("in.parquet", None), ("in.jsonl", "tcp://127.0.0.1:1")])
def test_a_missing_extra_is_named(
    arguments: tuple[str, str | None], source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("pyarrow", "pyarrow.parquet", "distributed"):
        monkeypatch.setitem(sys.modules, module, None)
    name, scheduler = arguments
    source.with_name("in.parquet").touch()
    with pytest.raises(SituationError, match=r"expected: pip install 'aro\[(parquet|dask)\]'"):
        answer_lines(source.with_name(name), target, scheduler=scheduler)


@pytest.mark.sweep
def test_a_killed_worker_of_a_cluster_loses_nothing(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dask = pytest.importorskip("distributed", reason="needs aro[dask]")
    many(source, 24)
    monkeypatch.setattr(batch, "CHUNK", 2)
    alone = target.with_name("alone.jsonl")
    answer_lines(source, alone, processes=2)
    killed: list[int] = []
    with (
        dask.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster,
        dask.Client(cluster, set_as_default=False) as client,
    ):

        def kill(done: int, total: int) -> None:
            if not killed and done < total:
                killed.extend(client.run(os.getpid).values())
                os.kill(killed[0], signal.SIGKILL)

        found = answer_lines(source, target, scheduler=cluster.scheduler_address, watch=kill)
    assert len(killed) == 2
    assert found.lines == 24
    assert target.read_bytes() == alone.read_bytes()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "", "a:b", "tls://a", "[::1", "x://y:1"])
def test_an_address_without_a_scheduler_is_told(
    address: str, source: Path, target: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    pytest.importorskip("distributed", reason="needs aro[dask]")
    monkeypatch.setattr("aro.batch.workers._TIMEOUT", 0.5)
    code, _, err = ran(capsys, "batch", source, target, "--scheduler", address)
    assert code == 2
    assert err.startswith(f"there is no scheduler at {address}: ")
    assert not target.exists()


def test_a_batch_does_not_wait_for_who_listens_and_says_nothing(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    pytest.importorskip("distributed", reason="needs aro[dask]")
    monkeypatch.setattr("aro.batch.workers._TIMEOUT", 0.5)
    with socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        code, _, err = ran(capsys, "batch", source, target, "--scheduler", address)
    assert (code, target.exists()) == (2, False)
    assert err.startswith(f"there is no scheduler at {address}: ")


@pytest.mark.sweep
@pytest.mark.parametrize("fails", ["no worker", "its worker", "the scheduler"])
def test_a_cluster_that_fails_ends_the_batch_in_time(
    fails: str, source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="needs aro[dask]")
    monkeypatch.setattr("aro.batch.workers.PATIENCE", 2.0)
    many(source, 200)
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "distributed.cli"]
    quiet = {"stderr": DEVNULL, "stdout": DEVNULL}
    port = address.rpartition(":")[2]
    of = [f"{command[-1]}.dask_scheduler", "--no-dashboard", "--port", port]
    with Popen([*command[:2], *of], **quiet) as scheduler:  # type: ignore[call-overload]
        of = [f"{command[-1]}.dask_worker", address, "--no-dashboard", "--no-nanny"]
        with Popen([*command[:2], *of], **quiet) as worker:  # type: ignore[call-overload]
            ended = {"its worker": worker, "the scheduler": scheduler}
            time.sleep(5)
            if fails == "no worker":
                worker.kill()
                worker.wait()
            started = time.monotonic()
            with pytest.raises(SituationError, match=f"{address} has (gone|had no worker)"):
                answer_lines(
                    source,
                    target,
                    scheduler=address,
                    watch=lambda *_: ended[fails].kill() if fails in ended else None,
                )
            assert time.monotonic() - started < 60
            worker.kill()
        scheduler.kill()
    assert target.exists() == (fails != "no worker")
    answer_lines(source, target, processes=2)
    assert len(target.read_bytes().splitlines()) == 200


def written(path: Path, texts: list[str], *, dictionary: bool) -> Path:
    """Write a column of cases into a file of Parquet, which compresses them well."""
    arrow = pytest.importorskip("pyarrow", reason="needs aro[parquet]")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = arrow.table({"case": texts})
    parquet.write_table(table, path, compression="zstd", use_dictionary=dictionary)
    return path


@pytest.mark.sweep
def test_a_small_file_of_parquet_that_holds_much_is_refused_unread(
    tmp_path: Path, target: Path
) -> None:
    """The same letter a hundred million times takes a few kilobytes, and as a text 100 MB."""
    asked = written(tmp_path / "in.parquet", ["a" * (100 << 20)] * 3, dictionary=False)
    assert asked.stat().st_size < 1 << 20
    with pytest.raises(SituationError, match="a row group comes to more than 256 MiB"):
        answer_lines(asked, target)
    written(asked, ["a" * (30 << 20)] * 3, dictionary=True)
    assert [len(line) for line in lines(asked)] == [LIMIT + 2] * 3


@pytest.mark.sweep
def test_what_a_file_of_parquet_says_of_its_size_is_not_believed(
    tmp_path: Path, target: Path
) -> None:
    """A forged size passes for a small one, so reading itself is bounded."""
    asked = written(tmp_path / "in.parquet", ["a" * (250 << 20)], dictionary=False)
    with pytest.raises(SituationError, match="takes more than 1024 MB or 60 s to read"):
        answer_lines(asked, target)
    assert not target.exists()
