"""How a notebook shows values: the one door from the core to the guests that draw and lay out.

A value of the core asks here for its form. The guest is loaded when a notebook asks, never before,
so that a program that only asks questions loads no picture.
"""

from collections.abc import Mapping
from importlib import import_module

from aro.errors import SituationError

Makers = Mapping[str, tuple[str, str]]
"""For the name of a type: the guest that shows its values, and the function there."""

SVG: Makers = {"Situation": ("aro.pictures", "table"), "Rulebook": ("aro.pictures", "states")}
HTML: Makers = {
    "Verdict": ("aro.report", "html"),
    "Outcome": ("aro.report", "html"),
}


def svg(value: object) -> str | None:
    """Return a picture of a value, as SVG; None if there is none."""
    return _shown(value, SVG)


def html(value: object) -> str | None:
    """Return a value laid out as HTML; None if it has no such form."""
    return _shown(value, HTML)


def _shown(value: object, makers: Makers) -> str | None:
    """Return a value as a guest shows it; None without the extra that the guest needs."""
    types = (one.__name__ for one in type(value).__mro__)
    guest, function = next(makers[name] for name in types if name in makers)
    try:
        form: str | None = getattr(import_module(guest), function)(value)
    except SituationError:
        return None
    return form
