"""SVG by hand: elements with all of it escaped, text that is measured and broken, arrows.

What is written needs no script, font or file beside it, names no id, so that several pictures can
stand on one page, and has colours for light and for dark.
"""

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

from aro.errors import visible

_LIGHT = ("#1f2328", "#59636e", "#ffffff", "#f3f5f8", "#c3cad2")
_DARK = ("#e8edf2", "#a3adb8", "#14181d", "#212830", "#4a545f")
_SVG = "http://www.w3.org/2000/svg"
_FONTS = "system-ui,'Segoe UI',Helvetica,Arial,'DejaVu Sans',sans-serif"

_NARROW = re.compile(r"[ijlIt1fr.,:;'|!()\[\] -]")
_TALL = re.compile(r"[A-Z]")
_WIDE = re.compile(r"[mwMW@%]|[^\x00-\x7f]")
_WORDS = re.compile(r"[^ ]* +|[^ ]+")


EDGE = 24.0
"""How much room there is around everything in a picture."""

Paint = dict[str, str | float]
"""Attributes of an element, as `tag` takes them."""

BOLD: Paint = {"font_weight": "600"}
"""The attributes of text in bold."""

WHITE: Paint = {"fill": "#ffffff", "text_anchor": "middle", **BOLD}
"""The attributes of the text within a coloured shape."""


class Point(NamedTuple):
    """A place in a picture, in its units; y grows downwards."""

    x: float
    y: float

    def shifted(self, x: float, y: float) -> "Point":
        """Return the place so far to the right and below."""
        return Point(self.x + x, self.y + y)

    def toward(self, other: "Point", part: float) -> "Point":
        """Return the place where so large a part of the way to another is behind."""
        return self.shifted((other.x - self.x) * part, (other.y - self.y) * part)


class Box(NamedTuple):
    """An upright rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """The point in its middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def meets(self, other: "Box") -> bool:
        """Return whether the two have any place in common."""
        across = self.x < other.x + other.width and other.x < self.x + self.width
        return across and self.y < other.y + other.height and other.y < self.y + self.height


def around(boxes: Sequence[Box], margin: float) -> Box:
    """Return the rectangle around others, with so much room on every side."""
    x = min(box.x for box in boxes) - margin
    y = min(box.y for box in boxes) - margin
    right = max(box.x + box.width for box in boxes) + margin
    low = max(box.y + box.height for box in boxes) + margin
    return Box(x, y, right - x, low - y)


def escaped(words: str) -> str:
    """Return a text as it may stand in SVG: what is not seen as escapes, nothing as markup."""
    return escape(visible(words))


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """Return an element; `inside` is SVG already, attributes are escaped.

    >>> tag("circle", r=2.5, stroke_width=1, class_="<")
    '<circle r="2.5" stroke-width="1" class="&lt;"/>'
    """
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(_written(value))}"'
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
            fits = _fitting(part, size, width)
            fits = part.rfind("_", 0, fits) + 1 or fits
            lines[-1:] = [part[:fits], ""]
            part = part[fits:]
        lines[-1] += part
    return tuple(line.rstrip() for line in lines if line.strip())


def _fitting(words: str, size: float, width: float) -> int:
    """Return how many characters of a text are no wider than that, at least one."""
    ends = range(1, len(words))
    return max(1, bisect_right(ends, width, key=lambda end: length(words[:end], size)))


def text(at: Point, words: str, size: float = 12, **attributes: str | float) -> str:
    """Return a line of text, in ink unless it is told otherwise."""
    paint = attributes if {"fill", "class_"} & set(attributes) else {"class_": "ink", **attributes}
    return tag("text", escaped(words), x=at.x, y=at.y, font_size=size, **paint)


@dataclass(slots=True)
class Pen:
    """Where a picture is written next, in lines how wide, and what has been drawn so far.

    `used` is how much of the last line is taken.
    """

    x: float
    y: float
    width: float
    drawn: list[str] = field(default_factory=list)
    used: float = 0.0

    def write(self, words: str, size: float, step: float, **attributes: str | float) -> None:
        """Write a text in lines that are not too wide, and go down by a step after each."""
        broad = _BOLD if "font_weight" in attributes else 1
        for row in broken(words, size * broad, self.width):
            self.drawn.append(text(Point(self.x, self.y), row, size, **attributes))
            self.y += step
            self.used = length(row, size * broad)


def flowing(widths: Iterable[float], room: float, gap: float) -> Iterator[tuple[int, float]]:
    """Yield, for things that stand in rows, which row each is in and what is used up before it.

    >>> list(flowing([4, 4, 4], room=10, gap=1))
    [(0, 0.0), (0, 5.0), (1, 0.0)]
    """
    row, used = 0, 0.0
    for width in widths:
        if used and used + width > room:
            row, used = row + 1, 0.0
        yield row, used
        used += width + gap


def moved(parts: Iterable[str], x: float, y: float) -> str:
    """Return what was drawn, so far to the right and below."""
    return tag("g", *parts, transform=f"translate({x:g},{y:g})")


def circle(at: Point, r: float, **attributes: str | float) -> str:
    """Return a circle around a point."""
    return tag("circle", cx=at.x, cy=at.y, r=r, **attributes)


def line(*points: Point, **attributes: str | float) -> str:
    """Return a line from the first point to the last.

    Two points give a straight line, three a curve that the second bends, more a cubic spline.
    """
    first, *rest = (f"{_written(point.x)},{_written(point.y)}" for point in points)
    letter = {1: "L", 2: "Q"}.get(len(rest), "C")
    return tag("path", d=f"M{first} {letter}{' '.join(rest)}", **attributes)


def head(tip: Point, back: Point, **attributes: str | float) -> str:
    """Return an arrowhead at `tip` for a line that comes from `back`."""
    far = math.dist(tip, back) or 1
    base = tip.toward(back, _HEAD / far)
    across = ((back.y - tip.y) * _WING / far, (tip.x - back.x) * _WING / far)
    wings = (base.shifted(*across), base.shifted(-across[0], -across[1]))
    corners = (f"{_written(point.x)},{_written(point.y)}" for point in (tip, *wings))
    return tag("polygon", points=" ".join(corners), **attributes)


def begun(title: str, width: float) -> Pen:
    """Return a pen for a picture of that width, which has written its title."""
    pen = Pen(EDGE, 34, width - 2 * EDGE)
    pen.write(title, 16, 22, **BOLD)
    pen.y += 6
    return pen


def page(pen: Pen, title: str, says: str) -> str:
    """Return a picture: `title` names it and `says` tells it to whoever does not see it."""
    width, height = math.ceil(pen.width + 2 * EDGE), math.ceil(pen.y + 10)
    dark = f"@media (prefers-color-scheme:dark){{{_style(*_DARK)}}}"
    inside = (
        tag("title", escaped(title)),
        tag("desc", escaped(says)) if says else "",
        tag("style", _style(*_LIGHT), dark),
        tag("rect", class_="paper", width=width, height=height, rx=8),
        *pen.drawn,
    )
    attributes: Paint = {"xmlns": _SVG, "class_": "aro-picture", "role": "img"}
    attributes |= {"viewBox": f"0 0 {width} {height}", "width": width}
    return tag("svg", *inside, **attributes, height=height, font_family=_FONTS)


def _style(ink: str, soft: str, paper: str, card: str, frame: str) -> str:
    """Return the rules of the classes in these colours."""
    rules = {
        "ink": f"fill:{ink}",
        "soft": f"fill:{soft}",
        "paper": f"fill:{paper}",
        "card": f"fill:{card};stroke:{frame}",
        "frame": f"fill:none;stroke:{frame}",
    }
    return "".join(f".aro-picture .{name}{{{paint}}}" for name, paint in rules.items())


_BOLD = 1.12
_HEAD = 9
_WING = 4.2
