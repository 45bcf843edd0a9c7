"""The pieces of a table as they are drawn: a token each, with its name, its look and its labels."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from aro.parts import Trooper
from aro.pictures import svg
from aro.pictures.svg import BOLD, WHITE, Box, Paint, Pen, Point
from aro.situation import Situation

RADIUS = 23.0
"""How large a token is."""

STATE = "#6a55c2"
"""The colour of a state."""

GLOW = "#f0b429"
"""The colour behind what is asked about."""

Look = Literal["model", "marker", "nothing", "device"]
"""What a token is drawn as; a model also where nobody told what stands there."""

ChipSort = Literal["state", "trait", "unknown"]
"""What a label says: a state, something that the piece has, or what is unknown of it."""

_HUES = {
    "red": "#d0453f",
    "blue": "#3a7bdb",
    "green": "#2b8a3e",
    "yellow": "#a87900",
    "orange": "#c2590c",
    "purple": "#8a3fc0",
    "black": "#495057",
    "white": "#7a8794",
}
_SPARE = ("#c2590c", "#16808c")
_FEW = 3
_NARROWEST = 150.0
_WIDEST = 240.0
_ROW = 21.0
_GAP = 4.0


class Chip(NamedTuple):
    """A label of a piece."""

    words: str
    sort: ChipSort

    @property
    def width(self) -> float:
        """How wide it is drawn."""
        return svg.length(self.words, 11) + 14

    def drawn(self, box: Box) -> str:
        """Return the label in a rounded box: filled for a state, dashed for what is unknown."""
        state = self.sort == "state"
        paint: Paint = {"fill": STATE} if state else {"class_": "card"}
        if self.sort == "unknown":
            paint["stroke_dasharray"] = "3 2"
        middle = Point(box.x + box.width / 2, box.y + box.height / 2 + 4)
        ink: Paint = {"fill": "#ffffff"} if state else {}
        words = svg.text(middle, self.words, 11, text_anchor="middle", **ink)
        return svg.tag("rect", **box._asdict(), rx=box.height / 2, **paint) + words


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece with all that is drawn of it, but for its place.

    Beside its token, outside of the middle, stands its text in a column of that width.
    """

    name: str
    owner: Trooper
    left: bool
    colour: str
    look: Look
    form: str
    says: str
    chips: tuple[Chip, ...]
    width: float = _NARROWEST

    def told(self) -> str:
        """Return the piece in words."""
        known = ", ".join(filter(None, (self.says, *(chip.words for chip in self.chips))))
        return f"{self.name} ({known})" if known else self.name

    @property
    def height(self) -> float:
        """How much room it takes from top to bottom."""
        return max(2 * RADIUS + 4, self._written(Point(0, 0)).y)

    def box(self, at: Point) -> Box:
        """Return where the token and the text are, its token's centre being there."""
        wide = self.width + 2 * RADIUS + 8
        x = at.x + RADIUS + 1 - wide if self.left else at.x - RADIUS - 1
        return Box(x, at.y - self.height / 2, wide, self.height)

    def text(self, at: Point) -> list[str]:
        """Return its text, its token's centre being there."""
        first = at.shifted(-RADIUS - 14 if self.left else RADIUS + 14, 13)
        return self._written(first.shifted(0, -self._written(Point(0, 0)).y / 2)).drawn

    def _written(self, at: Point) -> Pen:
        """Return the pen that wrote the text, its first line being there."""
        aligned: Paint = {"text_anchor": "end" if self.left else "start"}
        pen = Pen(*at, self.width)
        pen.write(self.name, 14, 17, **BOLD, **aligned)
        pen.y -= 2
        pen.write(self.says, 11.5, 15, class_="soft", **aligned)
        top = pen.y - 9
        pen.y += 2
        rows = svg.flowing((chip.width for chip in self.chips), self.width, _GAP)
        for chip, (row, used) in zip(self.chips, rows, strict=True):
            x = at.x - used - chip.width if self.left else at.x + used
            pen.drawn.append(chip.drawn(Box(x, top + _ROW * row, chip.width, 18)))
            pen.y = top + _ROW * (row + 1) + 15
        return pen

    def token(self, at: Point) -> Iterator[str]:
        """Yield its token."""
        if self.look == "nothing":
            dashed: Paint = {"stroke_width": 1.5, "stroke_dasharray": "3 4"}
            yield svg.circle(at, RADIUS, class_="paper")
            yield svg.circle(at, RADIUS, fill="none", stroke=self.colour, **dashed)
        elif self.look == "device":
            x, y = at
            corners = f"{x},{y - RADIUS} {x + RADIUS},{y} {x},{y + RADIUS} {x - RADIUS},{y}"
            yield svg.tag("polygon", points=corners, fill=self.colour)
            yield from _inscribed(self.form, at)
        elif self.look == "marker":
            yield svg.circle(at, RADIUS, fill=self.colour)
            yield svg.circle(at, RADIUS - 3, fill="none", stroke="#ffffff", stroke_dasharray="4 3")
            yield from _inscribed(self.form, at)
        else:
            yield svg.circle(at, RADIUS, fill=self.colour)
            yield svg.circle(at.shifted(0, -6), 6, fill="#ffffff")
            yield svg.tag("path", d=f"M{at.x - 11},{at.y + 13} a11,12 0 0 1 22,0 z", fill="#ffffff")


def _inscribed(words: str, at: Point) -> Iterator[str]:
    """Yield words within a token, as large as they fit."""
    room = 2 * RADIUS - 13
    lines = [words] if svg.bold_length(words, 10) <= room else [*filter(None, words.split("_"))]
    size = min([11.0, 33 / len(lines), *(room / svg.bold_length(line, 1) for line in lines)])
    first = at.shifted(0, size / 3 - (len(lines) - 1) * size / 2)
    for row, line in enumerate(lines):
        yield svg.text(first.shifted(0, row * size), line, size, **WHITE)


def colours(table: Situation) -> dict[str, str]:
    """Return a colour for each side: the one that its name names, if it does."""
    sides = sorted({one.side for one in table.troopers} | {table.active})
    return {
        side: _HUES.get(side.casefold(), _SPARE[n % len(_SPARE)]) for n, side in enumerate(sides)
    }


def pieces(table: Situation, forms: Mapping[str, str] | None) -> tuple[Piece, ...]:
    """Return the pieces of a table; `forms` says as what each stands there, if that is known.

    The text of those on one side of the picture has one width.
    """
    drawn = tuple(_pieces(table, forms))
    widths = {True: _NARROWEST, False: _NARROWEST}
    for piece in drawn:
        name = min(svg.bold_length(piece.name, 14), _WIDEST)
        widths[piece.left] = max(widths[piece.left], name, *(chip.width for chip in piece.chips))
    return tuple(replace(piece, width=widths[piece.left]) for piece in drawn)


def _pieces(table: Situation, forms: Mapping[str, str] | None) -> Iterator[Piece]:
    hues = colours(table)
    for trooper in table.troopers:
        replicas = {replica.name: replica.form for replica in trooper.replicas}
        for name in trooper.pieces:
            own = name == trooper.name
            form = replicas.get(name, "") if forms is None else forms.get(name, "nothing")
            look, says = _look(form, trooper.device)
            device = trooper.device if own or look == "device" else None
            told = (f"device {device}" if device else "", says)
            yield Piece(
                name=name,
                owner=trooper,
                left=trooper.side == table.active,
                colour=hues[trooper.side],
                look=look,
                form=device or "" if look == "device" else form,
                says=", ".join(filter(None, (*told, "" if own else f"stands for {trooper.name}"))),
                chips=tuple(_chips(trooper, name, table)),
            )


def _look(form: str, device: str | None) -> tuple[Look, str]:
    """Return what a piece in a form is drawn as, and what it is called; no form if nobody told."""
    if form == "nothing":
        return "nothing", "not on the table"
    if form not in {"", "model"}:
        return "marker", f"Marker {form}"
    if device:
        return "device", ""
    return "model", "Model" if form else ""


def _chips(trooper: Trooper, name: str, table: Situation) -> Iterator[Chip]:
    unknown = [fact for fact in table.unknown if fact.of[:1] == (trooper.name,)]
    if name == trooper.name:
        yield from (Chip(state, "state") for state in trooper.states)
        yield from (Chip(trait, "trait") for trait in trooper.has)
        yield from (Chip(f"{figure} {value}", "trait") for figure, value in trooper.numbers)
        for kind in ("is", "has"):
            hidden = [fact.of[1] for fact in unknown if fact.kind == kind]
            if len(hidden) > _FEW:
                hidden = [f"what it {kind}"]
            yield from (Chip(f"{word}?", "unknown") for word in hidden)
    if any(fact.kind == "noted" for fact in unknown):
        yield Chip("the real one?", "unknown")
    elif trooper.replicas and name == (trooper.noted or trooper.name):
        yield Chip("the real one", "trait")
