"""What is made of the knowledge, kept in files, so that the next process need not make it again.

A file holds JSON, and is used only if it is whole and has the shape of the value that is wanted.
Its name is a digest of the knowledge that the value was made of, and of all versions that have a
part in it. If the folder or a file in it is no good, the value is made anew: that costs time alone.

The folder is that of the variable `ARO_CACHE`, else `aro` where the user's caches are. It has to
belong to the user, and nobody else may write into it.
"""

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from stat import S_ISDIR
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin

import clingo

from aro.version import __version__

_T = TypeVar("_T")

Files = Iterable[tuple[str, bytes]]
"""Names of files, and what they hold."""

FORM = 1
"""The number of the form in which values are kept; another form has another number."""

MOST_FILES = 40
"""How many files are kept; the oldest are removed."""

LARGEST = 4 << 20
"""How large a file may be, in bytes."""

_OURS = re.compile(r"[0-9a-f]{32}\.json(\.[0-9a-f]{16})?")
"""How the files of the cache are called; whatever else lies in the folder is left alone."""


def fingerprint(files: Files) -> str:
    """Return the fingerprint of files.

    >>> fingerprint([("a.lp", b"go.")]) == fingerprint([("a.lp", b"go!")])
    False
    """
    total = hashlib.sha256()
    for name, data in files:
        total.update(f"{name}\0{len(data)}\0".encode())
        total.update(data)
    return total.hexdigest()


def kept(what: str, files: Callable[[], Files], form: type[_T], make: Callable[[], _T]) -> _T:
    """Return what `make` makes of `files`, a value of the type `form`, unless it is kept already.

    What is made of files that change meanwhile is not kept.
    """
    key = _key(what, files())
    with suppress(OSError, ValueError, RecursionError):
        made: _T = _builder(form)(_read(_folder() / key))
        return made
    made = make()
    if _key(what, files()) == key:
        with suppress(OSError):
            body = json.dumps(made, default=_fields, separators=(",", ":"))
            _write(_folder(), key, body.encode())
    return made


def _key(what: str, files: Files) -> str:
    versions = f"{what} {FORM} {__version__} {clingo.__version__}"
    return f"{fingerprint([(versions, b''), *files])[:32]}.json"


def _folder() -> Path:
    """Return the folder of the cache; raise `OSError` if there is none that can be trusted."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111  raises nothing
    folder = Path(os.environ.get("ARO_CACHE", f"{home}/aro"))
    if not folder.is_absolute():
        raise NotADirectoryError(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    owner = getattr(os, "getuid", lambda: None)()
    if not S_ISDIR(status.st_mode) or status.st_uid != owner or status.st_mode & 0o022:
        raise PermissionError(folder)
    return folder


def _read(path: Path) -> Any:  # noqa: ANN401  what JSON can hold
    """Return what a file holds: a list of the digest of a value, and the value."""
    with open(path, "rb", opener=_opened) as stream:
        data = stream.read(LARGEST + 1)
    body = data.partition(b"\n")[2].removesuffix(b"]")
    if data != _file(body):
        raise ValueError(path)
    return json.loads(body)


def _opened(path: str, flags: int) -> int:
    """Open a file; a link is not followed, a pipe is not waited for."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _file(body: bytes) -> bytes:
    return b'["%s",\n%s]' % (hashlib.sha256(body).hexdigest().encode(), body)


def _write(folder: Path, name: str, body: bytes) -> None:
    """Write a file in one step, so that who reads meanwhile finds a whole one or none."""
    data = _file(body)
    if len(data) > LARGEST:
        return
    part = folder / f"{name}.{os.urandom(8).hex()}"
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(data)
        part.replace(folder / name)
    finally:
        part.unlink(missing_ok=True)
    ours = (path for path in folder.iterdir() if _OURS.fullmatch(path.name))
    for _, path in sorted((path.stat().st_mtime, path) for path in ours)[:-MOST_FILES]:
        path.unlink(missing_ok=True)


def _fields(value: Any) -> list[object]:  # noqa: ANN401  a dataclass
    """Return what a dataclass is made from: JSON has the list of it."""
    return [getattr(value, field.name) for field in fields(value) if field.init]


def _builder(form: Any) -> Callable[[Any], Any]:  # noqa: ANN401  a type, as it is annotated
    """Return what builds a value of a type from its JSON, and raises `ValueError` for any other."""
    make: Callable[..., Any] = form
    origin, parts = get_origin(form), get_args(form)
    if origin is tuple:
        item = _builder(parts[0])
        return lambda plain: tuple([item(each) for each in _checked(list, plain)])
    if origin is dict:
        item = _builder(parts[1])
        return lambda plain: {key: item(each) for key, each in _checked(dict, plain).items()}
    if origin is UnionType:
        some = _builder(parts[0])
        return lambda plain: None if plain is None else some(plain)
    if is_dataclass(form):
        builders = {field.name: _builder(field.type) for field in fields(form) if field.init}

        def build(plain: object) -> object:
            items = zip(builders.items(), _checked(list, plain), strict=True)
            return make(**{name: builder(item) for (name, builder), item in items})

        return build
    return partial(_checked, form)


def _checked(form: type, plain: Any) -> Any:  # noqa: ANN401  what JSON can hold
    if type(plain) is not form:
        raise ValueError(f"{plain!r} is no {form.__name__}")
    return plain
