"""The files of a batch: lines in, answered lines out, whether JSONL or a column of Parquet.

Answers are always gathered as JSONL, to which a line can be added and of which a torn one can be
cut off; a Parquet file is written from it once all are there.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from aro.batch.line import Head, head, may_begin
from aro.errors import SituationError
from aro.extras import extra
from aro.knowledge.yaml_reader import LIMIT

_GROUP = 1024
_LONGEST = LIMIT + len(b"\r\n")


def lines(source: Path) -> Iterator[bytes]:
    """Yield the lines of a file, of one too long for a case no more than its beginning."""
    with _readable(source):
        if _is_parquet(source):
            yield from _column(source, "case")
            return
        with source.open("rb") as stream:
            while line := stream.readline(_LONGEST):
                rest = line
                while len(rest) == _LONGEST and not rest.endswith(b"\n"):
                    rest = stream.readline(_LONGEST)
                yield line.rstrip(b"\r\n")


class Answers:
    """The file of answers: those that are there, and a stream for those to come."""

    def __init__(self, target: Path) -> None:
        self._target, self._path = target, target
        if _is_parquet(target):
            self._path = target.with_name(f"{target.name}.part")
            if target.exists() and not self._path.exists():
                self._unpack()
        try:
            self.stream: BinaryIO = os.fdopen(
                os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666), "r+b"
            )
        except OSError as error:
            raise _unfit(target, f"cannot be written: {error.strerror}") from error

    def kept(self) -> Iterator[Head]:
        """Yield the heads of the lines that are there; what was torn off is cut off."""
        end = 0
        for number, line in enumerate(self.stream, start=1):
            found = head(line)
            if not line.endswith(b"\n") and may_begin(line, number):
                break
            if found is None or found.line != number:
                told = "is not an answer of `aro batch`; expected a new file"
                raise SituationError(told, file=str(self._target), line=number)
            yield found
            end += len(line)
        self.stream.seek(end)
        self.stream.truncate()

    def add(self, answered: Iterable[bytes]) -> None:
        """Write answered lines behind the others."""
        self.stream.writelines(answered)
        self.stream.flush()

    def finish(self) -> None:
        """Bring the file into its final form."""
        if self._path == self._target:
            return
        arrow, parquet = extra("pyarrow", "parquet", "a Parquet file"), _parquet()
        schema = arrow.schema([("answer", arrow.string())])
        whole = self._target.with_name(f"{self._target.name}.new")
        self.stream.seek(0)
        with parquet.ParquetWriter(whole, schema) as writer:
            while group := tuple(islice(self.stream, _GROUP)):
                told = [line.decode().rstrip("\n") for line in group]
                writer.write_table(arrow.table({"answer": told}, schema=schema))
        whole.replace(self._target)
        self._path.unlink()

    def _unpack(self) -> None:
        whole = self._path.with_name(f"{self._path.name}.new")
        with _readable(self._target), whole.open("wb") as stream:
            stream.writelines(line + b"\n" for line in _column(self._target, "answer"))
        whole.replace(self._path)


def _is_parquet(path: Path) -> bool:
    return path.suffix == ".parquet"


def _parquet() -> Any:  # noqa: ANN401  a module without types
    return extra("pyarrow.parquet", "parquet", "a Parquet file")


def _column(path: Path, name: str) -> Iterator[bytes]:
    with _parquet().ParquetFile(path) as file:
        if name not in file.schema_arrow.names:
            raise _unfit(path, f"has no column {name!r}")
        for group in file.iter_batches(batch_size=_GROUP, columns=[name]):
            for one in group.column(0).to_pylist():
                yield one if isinstance(one, bytes) else str(one or "").encode()


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _unfit(path, f"cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # of which what pyarrow says of a file is one
        raise _unfit(path, f"is no Parquet: {error}") from error


def _unfit(path: Path, what: str) -> SituationError:
    return SituationError(what, file=str(path))
