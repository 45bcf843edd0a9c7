"""Modules that come with an extra of this package, and may be missing."""

from importlib import import_module
from typing import Any

from aro.errors import SituationError


def extra(module: str, name: str, what: str) -> Any:  # noqa: ANN401  a module without types
    """Return a module that comes with an extra of this package."""
    try:
        return import_module(module)
    except ImportError as missing:
        message = f"{what} needs {missing.name}; expected: pip install 'aro[{name}]'"
        raise SituationError(message) from missing
