"""A piece of a table drawn: its token, and beside it its name, its look and its labels."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from aro.pictures import svg
from aro.pictures.pieces import RADIUS, Chip, Token
from aro.pictures.svg import BOLD, WHITE, Box, Paint, Point


@dataclass(frozen=True, slots=True)
class Card:
    """A token with its text at one side of it, in a column of that width."""

    token: Token
    width: float
    left: bool

    @property
    def height(self) -> float:
        """How much room it takes from top to bottom."""
        return max(2 * RADIUS + 4, self._text(Point(0, 0))[1])

    def drawn(self, at: Point) -> list[str]:
        """Return the text, its token's centre being there."""
        reach = RADIUS + 14
        edge = at.shifted(-reach if self.left else reach, 0)
        return self._text(edge.shifted(0, 13 - self._text(edge)[1] / 2))[0]

    def _text(self, at: Point) -> tuple[list[str], float]:
        """Return the text, its first line being there, and how much room it takes."""
        aligned: Paint = {"text_anchor": "end" if self.left else "start"}
        column = svg.Column(at)
        column.write(self.token.name, 14, self.width, _NAME, **BOLD, **aligned)
        column.at = column.at.shifted(0, -2)
        column.write(self.token.says, 11.5, self.width, _SAYS, class_="soft", **aligned)
        low = column.at.shifted(0, 2)
        row = -1
        for row, used, chip in self._flow():
            x = low.x - used - chip.width if self.left else low.x + used
            column.drawn.append(chip.drawn(Box(x, low.y - 11 + _ROW * row, chip.width, 18)))
        return column.drawn, low.y - at.y + (_ROW * (row + 1) + 4 if row >= 0 else 0)

    def _flow(self) -> Iterator[tuple[int, float, Chip]]:
        """Yield the labels in rows, with what is used of the row before each."""
        row, used = 0, 0.0
        for chip in self.token.chips:
            if used and used + chip.width > self.width:
                row, used = row + 1, 0.0
            yield row, used, chip
            used += chip.width + 4


def token(piece: Token, at: Point) -> Iterator[str]:
    """Yield the token of a piece."""
    match piece.look:
        case "nothing":
            dashed: Paint = {"stroke_width": 1.5, "stroke_dasharray": "3 4"}
            yield svg.circle(at, RADIUS, class_="paper")
            yield svg.circle(at, RADIUS, fill="none", stroke=piece.colour, **dashed)
        case "marker":
            yield svg.circle(at, RADIUS, fill=piece.colour)
            yield svg.circle(at, RADIUS - 3, fill="none", stroke="#ffffff", stroke_dasharray="4 3")
            yield _inscribed(piece.form, at)
        case "device":
            x, y = at
            corners = f"{x},{y - RADIUS} {x + RADIUS},{y} {x},{y + RADIUS} {x - RADIUS},{y}"
            yield svg.tag("polygon", points=corners, fill=piece.colour)
            yield _inscribed(piece.form, at)
        case _:
            yield svg.circle(at, RADIUS, fill=piece.colour)
            yield svg.circle(at.shifted(0, -6), 6, fill="#ffffff")
            yield svg.tag("path", d=f"M{at.x - 11},{at.y + 13} a11,12 0 0 1 22,0 z", fill="#ffffff")


def _inscribed(words: str, at: Point) -> str:
    room = 2 * RADIUS - 13
    lines = [words] if svg.bold_length(words, 10) <= room else words.split("_")
    size = min(
        [11.0, 33 / len(lines), *(room / svg.bold_length(line, 1) for line in lines if line)]
    )
    first = at.shifted(0, size / 3 - (len(lines) - 1) * size / 2)
    return "".join(
        svg.text(first.shifted(0, n * size), line, size, **WHITE) for n, line in enumerate(lines)
    )


def column(pieces: Iterable[Token]) -> float:
    """Return how wide the text beside some pieces has to be."""
    widths = [_NARROWEST]
    for piece in pieces:
        widths.append(min(svg.bold_length(piece.name, 14), _WIDEST))
        widths += [chip.width for chip in piece.chips]
    return max(widths)


_NAME = 17.0
_SAYS = 15.0
_ROW = 21.0
_NARROWEST = 150.0
_WIDEST = 240.0
