"""How a notebook shows values: the one door from the core to the guests that draw and lay out.

A value of the core asks here for its form. The guest is loaded when a notebook asks, never before,
so that a program that only asks questions loads no picture.
"""

from importlib import import_module

MAKERS = {
    "Situation": ("aro.pictures", "table"),
    "Rulebook": ("aro.pictures", "states"),
    "Verdict": ("aro.report", "html"),
    "Outcome": ("aro.report", "html"),
}
"""For the name of a type: the guest that shows its values, and the function there."""


def shown(value: object) -> str:
    """Return a value as a guest shows it, as SVG or HTML."""
    types = (one.__name__ for one in type(value).__mro__)
    guest, function = next(MAKERS[name] for name in types if name in MAKERS)
    form: str = getattr(import_module(guest), function)(value)
    return form
