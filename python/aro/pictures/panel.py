"""What stands under a table: the Order by steps, what came of it, what the drawing means."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from aro.engine.phrases import STEPS as STEP_WORDS
from aro.engine.phrases import declaration
from aro.parts import STEPS, Act
from aro.pictures import svg
from aro.pictures.lines import LOOKS, Declared, Strand
from aro.pictures.pieces import GLOW, Chip, ChipSort, Piece
from aro.pictures.svg import BOLD, WHITE, Box, Paint, Pen, Point
from aro.situation import Situation

COVERED: Paint = {"fill": "none", "stroke": "#c2590c", "stroke_width": 2.5}
"""How a piece under a template is ringed."""


def write_order(pen: Pen, table: Situation, acts: Collection[Declared]) -> None:
    """Write the declarations, in a column for each step in which there are any, and the notes."""
    steps = [step for step in STEPS if any(one.act.when == step for one in acts)]
    wide = (pen.width - _GAP * (len(steps) - 1)) / (len(steps) or 1)
    lowest = pen.y
    for place, step in enumerate(steps):
        x = pen.x + place * (wide + _GAP)
        heading = svg.text(Point(x, pen.y + 14), STEP_WORDS[step], 12, class_="soft", **BOLD)
        pen.drawn.append(heading)
        column = Pen(x + 26, pen.y + 36, wide - 26, pen.drawn)
        for number, act, asked, colour in (one for one in acts if one.act.when == step):
            ring: Paint = {"stroke": GLOW, "stroke_width": 3} if asked else {}
            middle = Point(column.x - 17, column.y - 4)
            pen.drawn.append(svg.circle(middle, 9, fill=colour, **ring))
            pen.drawn.append(svg.text(middle.shifted(0, 4), number, 11, **WHITE))
            column.write(declaration(act), 12.5, 16)
            for result in results(table, act):
                column.write(result, 11.5, 15, class_="soft")
            column.y += 8
        lowest = max(lowest, column.y - 12)
    pen.y = lowest + (21 if steps else 11)
    for note in notes(table):
        pen.write(note, 12, 17)
    pen.y -= 17


def results(table: Situation, act: Act) -> Iterator[str]:
    """Yield what came of a declaration, in words."""
    yield from (f"Roll: {one.result}" for one in table.rolls if one.act == act)
    unknown = (Act(*fact.of) for fact in table.unknown if fact.kind == "roll")
    yield from ("Roll: unknown" for one in unknown if act.answers_to(one))
    for hit in table.hits:
        if hit.act == act:
            critical = " critically" if hit.critical else ""
            yield f"hits {hit.on}{critical}{', a Saving Roll' if hit.saves else ''}"


def notes(table: Situation) -> Iterator[str]:
    """Yield what no line and no label can show, in words."""
    if table.phase != "orders":
        yield f"Phase: {table.phase}."
    if table.game is not None:
        yield f"Game: {table.game}."
    yield from (f"Event: {one.who} {one.verb} {one.what}." for one in table.events)
    yield from (f"Remembered: {' '.join((one.kind, *one.of))}." for one in table.memory)
    unknown = (one for one in table.unknown if one.kind in {"event", "memory"})
    yield from (f"Unknown: {' '.join((one.kind, *one.of))}." for one in unknown)
    if table.ends_turn:
        yield "The turn ends with this Order."


def draw_legend(
    pen: Pen, pieces: Iterable[Piece], lines: Iterable[Strand], acts: Collection[Declared]
) -> None:
    """Draw the meaning of what occurs in the picture, and of nothing else."""
    samples = list(_samples(pieces, lines, acts))
    widths = (_SAMPLE + svg.length(words, 11) + 18 for words, _ in samples)
    row = 0
    places = svg.flowing(widths, pen.width, 0)
    for (words, sample), (row, used) in zip(samples, places, strict=True):
        x, y = pen.x + used, pen.y + 20 * row
        pen.drawn.append(svg.moved([sample], x, y))
        pen.drawn.append(svg.text(Point(x + _SAMPLE + 6, y + 4), words, 11, class_="soft"))
    pen.y += 20 * row + 10 if samples else -14


def _samples(
    pieces: Iterable[Piece], lines: Iterable[Strand], acts: Iterable[Declared]
) -> Iterator[tuple[str, str]]:
    """Yield the meaning of what occurs, and how it looks."""
    chips = {chip.sort for piece in pieces for chip in piece.chips}
    for sort, words in _CHIPS.items():
        if sort in chips:
            yield words, Chip("", sort).drawn(Box(4, -7, 26, 14))
    sorts = {strand.sort for strand in lines}
    begin, end = Point(0, 0), Point(34, 0)
    for line, look in LOOKS.items():
        if line in sorts and look.legend:
            sample = svg.line(begin, end, **look.stroke(_GREY))
            if line not in {"zoc", "contact"}:
                sample += svg.head(end, begin, fill=look.colour or _GREY)
            yield look.legend, sample
    middle = Point(17, 0)
    if any(one.act.covers for one in acts):
        yield "under a template", svg.circle(middle, 7, stroke_dasharray="5 2", **COVERED)
    if any(one.asked for one in acts):
        yield "asked about", svg.circle(middle, 7, fill=_GREY, stroke=GLOW, stroke_width=3)


_CHIPS: Mapping[ChipSort, str] = {"state": "state", "trait": "has", "unknown": "unknown"}
_GREY = "#59636e"
_GAP = 22.0
_SAMPLE = 34.0
