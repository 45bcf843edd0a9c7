"""The files of an amendment, read once: what is checked, fingerprinted and loaded is the same."""

import os
from dataclasses import replace
from pathlib import Path
from stat import S_ISREG

from aro.errors import AmendmentError, Fault, raise_faults
from aro.knowledge.yaml_reader import not_utf8

MAIN = "amendment.yaml"
"""The file that makes a folder an amendment."""

Contents = tuple[tuple[str, str], ...]
"""Names of files with what they hold, sorted."""

FILES = 40
"""How many files an amendment may have."""

LARGEST = 128 * 1024
"""How large one of them may be, in bytes."""

TOGETHER = 512 * 1024
"""How large all of them may be."""

ENTRIES = 1000
"""How many entries its folder may have, of whatever kind."""

_ENDINGS = (".yaml", ".lp")
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def contents(folder: str) -> Contents:
    """Return the YAML and the rules of a folder; other files and folders in it are let be.

    Raises `AmendmentError` for what is no folder, and an `ExceptionGroup` of it for what is no
    plain text of a fair size.
    """
    try:
        if not (folder.isprintable() and Path(os.path.realpath(folder)).name.isprintable()):
            raise AmendmentError(f"{folder!r} cannot be the folder of an amendment")
        with os.scandir(folder) as entries:
            listed = [one.name for one, _ in zip(entries, range(ENTRIES + 1), strict=False)]
    except OSError as error:
        what = f"no amendment can be read: {error.strerror}"
        raise AmendmentError(what, file=folder) from error
    if MAIN not in listed and len(listed) <= ENTRIES:
        raise AmendmentError("there is no such file", file=f"{folder.rstrip('/')}/{MAIN}")
    names = sorted(name for name in listed if name.endswith(_ENDINGS))
    found = [(name, _text(Path(folder) / name)) for name in names[:FILES]]
    faults = [text for _, text in found if isinstance(text, Fault)]
    unnamed = (f"{folder}/{name}" for name in names if not name.isprintable())
    faults += (Fault("no file of an amendment can be called so", file=file) for file in unnamed)
    if len(listed) > ENTRIES:
        faults.append(Fault(f"more than {ENTRIES} entries", file=folder))
    if len(names) > FILES:
        faults.append(Fault(f"{len(names)} files", expected=f"at most {FILES}", file=folder))
    if sum(len(text) for _, text in found if isinstance(text, str)) > TOGETHER:
        faults.append(Fault(f"files of more than {TOGETHER // 1024} KiB together", file=folder))
    raise_faults(f"the amendment {folder} cannot be read", faults, AmendmentError)
    return tuple((name, text) for name, text in found if isinstance(text, str))


def _text(path: Path) -> str | Fault:
    """Return what a file holds; a link is not followed, a pipe is not waited for."""
    file = str(path)
    if path.is_symlink():
        return Fault("is a link", expected="a file of the folder itself", file=file)
    try:
        opened = os.open(path, _FLAGS)
        with os.fdopen(opened, "rb") as stream:
            if not S_ISREG(os.fstat(opened).st_mode):
                return Fault("is no plain file", expected="a text", file=file)
            held = stream.read(LARGEST + 1)
        if len(held) > LARGEST:
            most = f"at most {LARGEST // 1024} KiB"
            return Fault("the file is too large", expected=most, file=file)
        return held.decode("utf-8-sig")
    except OSError as error:
        return Fault(f"cannot be read: {error.strerror}", file=file)
    except UnicodeDecodeError as error:
        return replace(not_utf8(error), file=file)
