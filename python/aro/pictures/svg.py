"""SVG by hand: elements with all of it escaped, text that is measured and broken, arrows.

What is written needs no script, font or file beside it, names no id, so that several pictures can
stand on one page, and has colours for light and for dark.
"""

import math
import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

_INK, _SOFT, _PAPER, _CARD, _FRAME = "#1f2328", "#59636e", "#ffffff", "#f3f5f8", "#c3cad2"
_DARK = {_INK: "#e8edf2", _SOFT: "#a3adb8", _PAPER: "#14181d", _CARD: "#212830", _FRAME: "#4a545f"}
_SVG = "http://www.w3.org/2000/svg"
_FONTS = "system-ui,'Segoe UI',Helvetica,Arial,'DejaVu Sans',sans-serif"
_RULES = (
    ("ink", f"fill:{_INK}"),
    ("soft", f"fill:{_SOFT}"),
    ("paper", f"fill:{_PAPER}"),
    ("card", f"fill:{_CARD};stroke:{_FRAME}"),
    ("frame", f"fill:none;stroke:{_FRAME}"),
    ("line", f"fill:none;stroke:{_SOFT}"),
    ("bold", f"fill:none;stroke:{_INK}"),
)

_NARROW = re.compile(r"[ijlIt1fr.,:;'|!()\[\] -]")
_TALL = re.compile(r"[A-Z]")
_WIDE = re.compile(r"[mwMW@%]|[^\x00-\x7f]")
_WORDS = re.compile(r"[^ ]* +|[^ ]+")


Paint = dict[str, str | float]
"""Attributes of an element, as `tag` takes them."""


class Point(NamedTuple):
    """A place in a picture, in its units; y grows downwards."""

    x: float
    y: float

    def shifted(self, x: float, y: float) -> "Point":
        """Return the place so far to the right and below."""
        return Point(self.x + x, self.y + y)


class Box(NamedTuple):
    """An upright rectangle."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, other: "Box") -> bool:
        """Return whether the two have any place in common."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """Return an element; `inside` is SVG already, attributes are escaped.

    >>> tag("circle", r=2.5, stroke_width=1, class_="<")
    '<circle r="2.5" stroke-width="1" class="&lt;"/>'
    """
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_written(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{told}>{''.join(inside)}</{name}>" if inside else f"<{name}{told}/>"


def _written(value: str | float) -> str:
    return value if isinstance(value, str) else f"{round(value, 1):g}"


def length(words: str, size: float) -> float:
    """Return how wide a text runs at most, in a font of that size.

    >>> length("ill", 10) < length("mow", 10)
    True
    """
    narrow, wide = len(_NARROW.findall(words)), len(_WIDE.findall(words))
    return size * (
        0.63 * len(words) - 0.25 * narrow + 0.34 * wide + 0.08 * len(_TALL.findall(words))
    )


def bold_length(words: str, size: float) -> float:
    """Return how wide a text runs at most in bold."""
    return length(words, size * _BOLD)


def broken_bold(words: str, size: float, width: float) -> tuple[str, ...]:
    """Return a text in bold in lines no wider than that."""
    return broken(words, size * _BOLD, width)


def broken(words: str, size: float, width: float) -> tuple[str, ...]:
    """Return a text in lines no wider than that, broken between words or, if need be, within.

    >>> broken("one two three", 10, 50), broken("aaaa", 10, 14)
    (('one two', 'three'), ('aa', 'aa'))
    """
    lines = [""]
    for found in _WORDS.findall(words):
        part = found
        if length((lines[-1] + part).rstrip(), size) > width and lines[-1]:
            lines.append("")
        while length(part.rstrip(), size) > width and len(part) > 1:
            fits = max(1, sum(length(part[:n], size) <= width for n in range(1, len(part))))
            fits = part.rfind("_", 0, fits) + 1 or fits
            lines[-1:] = [part[:fits], ""]
            part = part[fits:]
        lines[-1] += part
    return tuple(line.rstrip() for line in lines if line.strip())


def text(at: Point, words: str, size: float = 12, **attributes: str | float) -> str:
    """Return a line of text, in ink unless it is told otherwise."""
    paint = attributes if {"fill", "class_"} & set(attributes) else {"class_": "ink", **attributes}
    return tag("text", escape(words), x=at.x, y=at.y, font_size=size, **paint)


def pill(box: Box, words: str, colour: str | None = None, *, dashed: bool = False) -> str:
    """Return a small label; with a colour it is filled."""
    paint: Paint = {"fill": colour} if colour else {"class_": "card"}
    if dashed:
        paint["stroke_dasharray"] = "3 2"
    middle = Point(box.x + box.width / 2, box.y + box.height / 2 + 4)
    told: Paint = {"fill": "#ffffff"} if colour else {}
    return tag(
        "rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=box.height / 2, **paint
    ) + text(middle, words, 11, text_anchor="middle", **told)


def path(points: Sequence[Point]) -> str:
    """Return the data of a path: a line through two points, a curve bent by the one between."""
    first, *rest = points
    told = " ".join(f"{_written(one.x)},{_written(one.y)}" for one in rest)
    return f"M{_written(first.x)},{_written(first.y)} {'L' if len(rest) == 1 else 'Q'}{told}"


def curve(points: Sequence[Point]) -> str:
    """Return the data of a path: a cubic spline through the first and every third point after."""
    first, *rest = (f"{_written(one.x)},{_written(one.y)}" for one in points)
    return f"M{first} C{' '.join(rest)}"


def head(tip: Point, back: Point, **attributes: str | float) -> str:
    """Return an arrowhead at `tip` for a line that comes from `back`."""
    far = math.hypot(tip.x - back.x, tip.y - back.y) or 1
    x, y = (tip.x - back.x) / far, (tip.y - back.y) / far
    base = tip.shifted(-_HEAD * x, -_HEAD * y)
    wings = (base.shifted(-_WING * y, _WING * x), base.shifted(_WING * y, -_WING * x))
    told = " ".join(f"{_written(one.x)},{_written(one.y)}" for one in (tip, *wings))
    return tag("polygon", points=told, **attributes)


def page(width: float, height: float, title: str, says: str, body: Iterable[str]) -> str:
    """Return a picture: `title` names it and `says` tells it to whoever does not see it."""
    width, height = math.ceil(width), math.ceil(height)
    inside = (
        tag("title", escape(title)),
        tag("desc", escape(says)) if says else "",
        tag("style", _style()),
        tag("rect", class_="paper", width=width, height=height, rx=8),
        *body,
    )
    attributes: Paint = {"xmlns": _SVG, "class_": "aro-picture", "role": "img"}
    attributes |= {"viewBox": f"0 0 {width} {height}", "width": width}
    return tag("svg", *inside, **attributes, height=height, font_family=_FONTS)


def _style() -> str:
    light = "".join(f".aro-picture .{name}{{{paint}}}" for name, paint in _RULES)
    dark = light
    for colour, other in _DARK.items():
        dark = dark.replace(colour, other)
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"


_BOLD = 1.12
_HEAD = 9
_WING = 4.2
