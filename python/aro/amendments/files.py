"""The files of an amendment, read once: what is checked, fingerprinted and loaded is the same."""

import os
from pathlib import Path
from stat import S_ISREG

from aro.errors import AmendmentError, Fault, raise_faults

Contents = tuple[tuple[str, bytes], ...]
"""Names of files with what they hold, sorted."""

FILES = 40
"""How many files an amendment may have."""

LARGEST = 128 * 1024
"""How large one of them may be, in bytes."""

ENTRIES = 1000
"""How many entries its folder may have, of whatever kind."""

_ENDINGS = (".yaml", ".lp")
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def contents(folder: str) -> Contents:
    """Return the YAML and the rules of a folder; other files and folders in it are let be.

    Raises an `ExceptionGroup` of `AmendmentError` for what is no plain file of a fair size.
    """
    if not folder.isprintable():
        raise AmendmentError(f"{folder!r} cannot be the folder of an amendment")
    found: dict[str, bytes] = {}
    faults = []
    try:
        with os.scandir(folder) as entries:
            listed = [one for one, _ in zip(entries, range(ENTRIES + 1), strict=False)]
    except (OSError, ValueError) as error:
        told = getattr(error, "strerror", None) or error
        faults.append(Fault(message=f"no amendment can be read: {told}", file=folder))
        listed = []
    if len(listed) > ENTRIES:
        most = f"at most {ENTRIES}"
        faults.append(Fault(message="the folder has too many entries", file=folder, expected=most))
    names = sorted(one.name for one in listed if one.name.endswith(_ENDINGS))
    if len(names) > FILES:
        what = f"{len(names)} files"
        faults.append(Fault(message=what, file=folder, expected=f"at most {FILES}"))
    for name in names[:FILES]:
        held = _held(Path(folder) / name)
        if isinstance(held, Fault):
            faults.append(held)
        else:
            found[name] = held
    raise_faults(f"the amendment {folder} cannot be read", faults, AmendmentError)
    return tuple(sorted(found.items()))


def _held(path: Path) -> bytes | Fault:
    """Return what a file holds; a link is not followed, a pipe is not waited for."""
    if path.is_symlink():
        return Fault(message="is a link", file=str(path), expected="a file of the folder itself")
    try:
        opened = os.open(path, _FLAGS)
        with os.fdopen(opened, "rb") as stream:
            if not S_ISREG(os.fstat(opened).st_mode):
                return Fault(message="is no plain file", file=str(path), expected="a text")
            held = stream.read(LARGEST + 1)
    except OSError as error:
        return Fault(message=f"cannot be read: {error.strerror}", file=str(path))
    if len(held) > LARGEST:
        most = f"at most {LARGEST // 1024} KiB"
        return Fault(message="the file is too large", file=str(path), expected=most)
    return held
