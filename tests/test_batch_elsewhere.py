"""Batches from and to Parquet, and on a Dask cluster: the same answers as at home."""

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from aro import batch
from aro.batch import answer_lines
from aro.errors import SituationError
from support.batches import many, place, write

__all__ = ["place", "write"]  # fixtures


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
    asked.write_text("{}")
    with pytest.raises(SituationError, match="is no Parquet"):
        answer_lines(asked, target)


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


def test_an_address_without_a_scheduler_is_told(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="needs aro[dask]")
    monkeypatch.setattr("aro.batch.workers._TIMEOUT", 0.5)
    with pytest.raises(SituationError, match="there is no scheduler at tcp://127"):
        answer_lines(source, target, scheduler="tcp://127.0.0.1:9")
