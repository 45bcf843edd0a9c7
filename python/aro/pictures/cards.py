"""A piece of a table drawn: its token, and beside it its name, its look and its labels."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from aro.pictures.pieces import RADIUS, STATE, Chip, Token
from aro.pictures.svg import Box, Point, bold_length, broken, broken_bold, pill, tag, text


@dataclass(frozen=True, slots=True)
class Card:
    """A token with its text at one side of it, in a column of that width."""

    token: Token
    width: float
    left: bool

    @property
    def height(self) -> float:
        """How much room it takes from top to bottom."""
        return max(2 * RADIUS + 4, self._content)

    @property
    def _content(self) -> float:
        rows = [row for row, _, _ in self._flow()]
        chips = _ROW * (rows[-1] + 1) + 4 if rows else 0
        return _NAME * len(self._name) + _SAYS * len(self._told) + chips

    @property
    def _name(self) -> tuple[str, ...]:
        return broken_bold(self.token.name, 14, self.width)

    @property
    def _told(self) -> tuple[str, ...]:
        return broken(self.token.says, 11.5, self.width)

    def _flow(self) -> Iterator[tuple[int, float, Chip]]:
        row, used = 0, 0.0
        for chip in self.token.chips:
            if used and used + chip.width > self.width:
                row, used = row + 1, 0.0
            yield row, used, chip
            used += chip.width + 4

    def drawn(self, at: Point) -> Iterator[str]:
        """Yield the text, its token's centre being there."""
        reach = RADIUS + 14
        edge = at.shifted(-reach if self.left else reach, 0)
        anchor = {"text_anchor": "end" if self.left else "start"}
        y = at.y - self._content / 2 + 13
        for line in self._name:
            yield text(Point(edge.x, y), line, 14, font_weight="600", **anchor)
            y += _NAME
        for line in self._told:
            yield text(Point(edge.x, y - 2), line, 11.5, class_="soft", **anchor)
            y += _SAYS
        for row, used, chip in self._flow():
            x = edge.x - used - chip.width if self.left else edge.x + used
            box = Box(x, y - 11 + _ROW * row, chip.width, 18)
            colour = STATE if chip.sort == "state" else None
            yield pill(box, chip.words, colour, dashed=chip.sort == "unknown")


def token(one: Token, at: Point) -> Iterator[str]:
    """Yield the token of a piece."""
    disc = {"cx": at.x, "cy": at.y}
    match one.look:
        case "nothing":
            yield tag("circle", r=RADIUS, class_="paper", **disc)
            yield tag(
                "circle",
                r=RADIUS,
                fill="none",
                stroke=one.colour,
                stroke_width=1.5,
                stroke_dasharray="3 4",
                **disc,
            )
        case "marker":
            yield tag("circle", r=RADIUS, fill=one.colour, **disc)
            yield tag(
                "circle",
                r=RADIUS - 3,
                fill="none",
                stroke="#ffffff",
                stroke_dasharray="4 3",
                **disc,
            )
            yield _inscribed(one.form, at)
        case "device":
            x, y = at
            corners = f"{x},{y - RADIUS} {x + RADIUS},{y} {x},{y + RADIUS} {x - RADIUS},{y}"
            yield tag("polygon", points=corners, fill=one.colour)
            yield _inscribed(one.form, at)
        case _:
            yield tag("circle", r=RADIUS, fill=one.colour, **disc)
            yield tag("circle", cx=at.x, cy=at.y - 6, r=6, fill="#ffffff")
            yield tag("path", d=f"M{at.x - 11},{at.y + 13} a11,12 0 0 1 22,0 z", fill="#ffffff")


def _inscribed(words: str, at: Point) -> str:
    room = 2 * RADIUS - 13
    lines = [words] if bold_length(words, 10) <= room else words.split("_")
    size = min([11.0, 33 / len(lines), *(room / bold_length(line, 1) for line in lines if line)])
    first = at.y + size / 3 - (len(lines) - 1) * size / 2
    return "".join(
        text(
            Point(at.x, first + n * size),
            line,
            size,
            fill="#ffffff",
            text_anchor="middle",
            font_weight="600",
        )
        for n, line in enumerate(lines)
    )


def column(found: Iterable[Token]) -> float:
    """Return how wide the text beside some pieces has to be."""
    widths = [_NARROWEST]
    for one in found:
        widths += [min(bold_length(one.name, 14), _WIDEST), *(chip.width for chip in one.chips)]
    return max(widths)


_NAME = 17.0
_SAYS = 15.0
_ROW = 21.0
_NARROWEST = 150.0
_WIDEST = 240.0
