"""The files of a batch: lines in, answered lines out, whether JSONL or a column of Parquet.

Answers are always gathered as JSONL, to which a line can be added; a Parquet file is written from
it once all are there. No byte that stands in a file is ever changed or cut off. A line that was
torn off is answered again, and goes on where it was torn, if it is the beginning of that answer.
"""

import fcntl
import os
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4
from zlib import crc32

from aro.batch.line import Head, head
from aro.errors import ProcessEnded, SituationError
from aro.extras import extra
from aro.knowledge.yaml_reader import LIMIT
from aro.processes import Child

NEW_FILE = "expected a new file"

SECONDS = 1.0
"""Answers are on the disk, and survive a loss of power, after so many seconds."""

LARGEST = 256 << 20
"""How many bytes the cases of a row group of Parquet may come to."""

_GROUP = 64
_SOME = 16
_MEGABYTES = 1024
_WAIT = 60
_LONGEST = LIMIT + len(b"\r\n")
_LONGEST_ANSWER = 1 << 30


def lines(source: Path) -> Generator[bytes, None, None]:
    """Yield the lines of a file, of one too long for a case no more than its beginning."""
    with _readable(source):
        if is_parquet(source):
            yield from _cells(source)
            return
        with source.open("rb") as stream:
            while line := stream.readline(_LONGEST):
                rest = line
                while len(rest) == _LONGEST and not rest.endswith(b"\n"):
                    rest = stream.readline(_LONGEST)
                # a beginning keeps all its bytes, so that it stays too long
                yield line if rest is not line else line.rstrip(b"\r\n")


@contextmanager
def open_answers(target: Path, source: Path) -> Iterator["Answers"]:
    """Open the answers that are there, and for those to come; what stays empty is taken away."""
    path = target.with_name(f"{target.name}.part") if is_parquet(target) else target
    with _writable(target):
        for one in {target, path}:
            _require_fit(one, source)
        if path != target:
            _parquet()
        new = not path.exists()
        stream = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "rb")
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise _unfit(path, "another batch is writing it") from error
        with _writable(path):  # whoever had the lock before may have filled it or taken it away
            here = os.fstat(stream.fileno())
            if not os.path.samestat(here, path.stat()):
                raise _unfit(path, "another batch is writing it")
        new = new and not here.st_size
        answers = Answers(target, path, stream)
        try:
            if new:
                answers.begin()
            yield answers
        except BaseException:
            if new and not answers.added:
                path.unlink(missing_ok=True)
            raise


def _require_fit(path: Path, source: Path) -> None:
    """Raise a `SituationError` if something that is there already is no place for answers."""
    if not path.exists():
        return
    if path.samefile(source):
        raise _unfit(path, "the answers would overwrite the questions")
    if os.path.samestat(path.stat(), os.fstat(1)):
        raise _unfit(path, "what is printed would overwrite the answers")
    if not path.is_file():
        raise _unfit(path, f"is no file; {NEW_FILE}")


class Answers:
    """The file of answers: those that are there, and where those to come are put."""

    def __init__(self, target: Path, path: Path, stream: BinaryIO) -> None:
        self._target, self._path, self._stream = target, path, stream
        self._end = self._lines = 0
        self._flushed = time.monotonic()
        self.added = False

    def begin(self) -> None:
        """Take over what a Parquet file holds, and have the new file survive a loss of power."""
        if self._path != self._target and self._target.exists():
            with _readable(self._target):
                for line in _column(self._target, "answer"):
                    self._write(line + b"\n")
        self._flush()
        with _writable(self._path):
            _flush_folder(self._path)
        self._stream.seek(0)

    def kept(self) -> Iterator[Head]:
        """Yield the heads of the answers that are there, up to the one that is torn off."""
        while block := self._stream.readline(_LONGEST):
            number = self._lines + 1
            found = head(block)
            if found is None or found.line != number:
                if not block.endswith(b"\n") and len(block) < _LONGEST:
                    return  # whether it is a beginning of the answer is seen when that is there
                raise self.unfit("is not an answer of this `aro batch`", number)
            end = found.place + len(found.checksum)
            told = crc32(block[end:], crc32(block[: found.place]))
            size = len(block)
            while not block.endswith(b"\n") and (block := self._stream.readline(_LONGEST)):
                told = crc32(block, told)
                size += len(block)
                if size > _LONGEST_ANSWER:
                    raise self.unfit("is not an answer of this `aro batch`", number)
            if not block.endswith(b"\n"):
                return
            if told != int(found.checksum, 16):
                raise self.unfit("the answer has been changed", number)
            self._end += size
            self._lines = number
            yield found

    def expect(self, start: bytes) -> None:
        """Raise `SituationError` unless what is torn off may begin, or go on, like that."""
        if not start.startswith(os.pread(self._stream.fileno(), len(start) or 1, self._end)):
            raise self.unfit("does not begin as its answer does")

    def add(self, answered: Iterable[bytes]) -> None:
        """Write answered lines behind the others, of a torn one what it lacks."""
        told = b"".join(answered)
        if not self.added:
            torn = os.pread(self._stream.fileno(), len(told) + 1, self._end)
            if not told.startswith(torn):
                raise self.unfit("does not go on as its answer does")
            told = told[len(torn) :]
            os.lseek(self._stream.fileno(), self._end + len(torn), os.SEEK_SET)
        self.added = True
        self._write(told)
        if time.monotonic() - self._flushed > SECONDS:
            self._flush()

    def finish(self) -> None:
        """Bring the file into its final form, and have it survive a loss of power."""
        self._flush()
        if self._path == self._target:
            return
        self._stream.seek(0)
        if not (self._target.exists() and self._holds_all()):
            self._stream.seek(0)
            with _writable(self._target):
                self._pack()
        self._path.unlink()

    def _holds_all(self) -> bool:
        """Return whether the Parquet file holds all answers; if it holds others, raise."""
        with _readable(self._target):
            for number, line in enumerate(_column(self._target, "answer"), start=1):
                if self._stream.readline() != line + b"\n":
                    what = f"holds another answer than {self._path}; {NEW_FILE}"
                    raise _unfit(self._target, what, number)
        return not self._stream.read(1)

    def _pack(self) -> None:
        arrow, parquet = extra("pyarrow", "parquet", "a Parquet file"), _parquet()
        schema = arrow.schema([("answer", arrow.large_string())])
        whole = self._target.with_name(f"{self._target.name}.{uuid4().hex}.new")
        try:
            with whole.open("xb") as stream:
                with parquet.ParquetWriter(stream, schema) as writer:
                    while group := tuple(islice(self._stream, _GROUP)):
                        told = [line.decode().rstrip("\n") for line in group]
                        writer.write_table(arrow.table({"answer": told}, schema=schema))
                stream.flush()
                os.fsync(stream.fileno())
            whole.replace(self._target)
        finally:
            whole.unlink(missing_ok=True)
        _flush_folder(self._target)

    def _write(self, told: bytes) -> None:
        left = memoryview(told)
        with _writable(self._path):
            while left:
                left = left[os.write(self._stream.fileno(), left) :]

    def _flush(self) -> None:
        with _writable(self._path):
            os.fsync(self._stream.fileno())
        self._flushed = time.monotonic()

    def unfit(self, what: str, number: int | None = None) -> SituationError:
        """Return what is to be raised of answers that cannot be gone on with, from a line on."""
        number = number or self._lines + 1
        up_to = f", or this one without what begins in line {number}" if number > 1 else ""
        return _unfit(self._path, f"{what}; {NEW_FILE}{up_to}", number)


def is_parquet(path: Path) -> bool:
    """Return whether a file is to hold a column of Parquet."""
    return path.suffix.lower() == ".parquet"


def _parquet() -> Any:  # noqa: ANN401  a module without types
    return extra("pyarrow.parquet", "parquet", "a Parquet file")


def _column(path: Path, name: str, most: int | None = None) -> Iterator[bytes]:
    """Yield a column of text; no row group of it may come to more than `most` bytes.

    A small file may hold much, the same text again and again: so bounded, it is read cell by cell.
    """
    parquet = _parquet()
    arrow = extra("pyarrow", "parquet", "a Parquet file")
    with parquet.ParquetFile(path) as file:
        if (found := file.schema_arrow.names.count(name)) != 1:
            raise _unfit(path, f"has {'several columns' if found else 'no column'} {name!r}")
        kind = file.schema_arrow.field(name).type
        try:
            arrow.array([], kind).cast(arrow.large_binary())
        except arrow.ArrowException as error:
            raise _unfit(path, f"the column {name!r} holds {kind}; expected text") from error
        groups = map(file.metadata.row_group, range(file.num_row_groups))
        if most and any(one.total_byte_size > most for one in groups):
            raise _unfit(path, f"a row group comes to more than {most >> 20} MiB")
        for group in file.iter_batches(batch_size=1 if most else _GROUP, columns=[name]):
            for one in group.column(0).cast(arrow.large_binary()).to_pylist():
                yield one or b""


class _Cells:
    """The cases of a Parquet file: each call returns some more of them, and at the end none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._left: Iterator[bytes] | None = None

    def __call__(self, some: int) -> list[bytes]:
        if self._left is None:
            self._left = _column(self._path, "case", LARGEST)
        return [cell[:_LONGEST] for cell in islice(self._left, some)]


def _cells(path: Path) -> Iterator[bytes]:
    """Yield the cases of a Parquet file, read by a bounded process: what it says may lie."""
    _parquet()  # if it is not installed, that is told before a process is begun
    child = Child[int, list[bytes]](_Cells(path), megabytes=_MEGABYTES)
    try:
        while True:
            child.give(_SOME)
            if not (cells := child.result(_WAIT)):
                return
            yield from cells
    except ProcessEnded as error:
        raise _unfit(path, f"takes more than {_MEGABYTES} MB or {_WAIT} s to read") from error
    finally:
        child.close()


def _flush_folder(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        if path.exists() and not path.is_file():
            raise OSError("is no file")  # noqa: TRY301  told below, as of others
        yield
    except OSError as error:
        raise _unfit(path, f"cannot be read: {error.strerror or error}") from error
    except Exception as error:
        if type(error).__module__.partition(".")[0] == "pyarrow" or isinstance(error, ValueError):
            raise _unfit(path, f"is no Parquet: {error}") from error
        raise


@contextmanager
def _writable(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise _unfit(path, f"cannot be written: {why}") from error


def _unfit(path: Path, what: str, line: int | None = None) -> SituationError:
    return SituationError(what, file=str(path), line=line)
