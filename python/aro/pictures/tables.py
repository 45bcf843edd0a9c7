"""The table of a situation drawn: pieces, what runs between them, the Order, what it all means."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from aro.engine.phrases import STEPS, declaration
from aro.parts import Act
from aro.pictures import panel, svg
from aro.pictures.layout import Layout, arranged
from aro.pictures.lines import LOOKS, Declared, Strand, declared, strands
from aro.pictures.lines import drawn as drawn_lines
from aro.pictures.pieces import GLOW, RADIUS, Piece, colours, pieces
from aro.pictures.svg import BOLD, Pen, Point
from aro.situation import Situation


def drawn(
    table: Situation, forms: Mapping[str, str] | None, asked: Iterable[Act], title: str
) -> str:
    """Return the picture of a table; `forms` says as what each piece stands there, if known."""
    acts = declared(table, asked)
    shown = pieces(table, forms)
    lines = tuple(strands(table, acts))
    layout = arranged(shown, lines)
    pen = svg.begun(title, layout.width)
    _write_sides(pen, table)
    pen.y += 24
    scene = (
        *_frames(shown, layout),
        *_leaders(layout),
        *drawn_lines(lines, layout.places, layout.width / 2),
        *_pieces(shown, layout, acts),
    )
    pen.drawn.append(svg.moved(scene, 0, pen.y))
    pen.y += layout.height + 26
    if acts or any(panel.notes(table)):
        _rule(pen)
        pen.y += 8
        panel.write_order(pen, table, acts)
        pen.y += 16
    _rule(pen)
    pen.y += 22
    panel.draw_legend(pen, shown, lines, acts)
    return svg.page(pen, title, " ".join(_told(table, shown, lines, acts)))


def _write_sides(pen: Pen, table: Situation) -> None:
    for side, colour in colours(table).items():
        active = side == table.active
        x, anchor = (pen.x, "start") if active else (pen.x + pen.width, "end")
        words = f"{side}, {'active' if active else 'reactive'}"
        at = Point(x, pen.y)
        pen.drawn.append(svg.text(at, words, 13, fill=colour, text_anchor=anchor, **BOLD))


def _frames(pieces: Iterable[Piece], layout: Layout) -> Iterator[str]:
    """Yield a frame around the pieces among which a trooper hides."""
    for _, troop in groupby(pieces, key=lambda piece: piece.owner):
        boxes = [piece.box(layout.texts[piece.name]) for piece in troop]
        if len(boxes) > 1:
            box = svg.around(boxes, 7)
            yield svg.tag("rect", class_="frame", **box._asdict(), rx=12, stroke_dasharray="5 4")


def _leaders(layout: Layout) -> Iterator[str]:
    """Yield a line from each text to its token, where they do not stand together."""
    for name, place in layout.places.items():
        if place != layout.texts[name]:
            yield svg.line(layout.texts[name], place, class_="frame", stroke_dasharray="1 4")


def _pieces(pieces: Iterable[Piece], layout: Layout, acts: Iterable[Declared]) -> Iterator[str]:
    asked = {one.act.who for one in acts if one.asked}
    covered = {name for one in acts for name in one.act.covers}
    for piece in pieces:
        at = layout.places[piece.name]
        inside = [svg.tag("title", svg.escaped(piece.told()))]
        if piece.name in asked:
            inside.append(svg.circle(at, RADIUS + 4, fill=GLOW))
        inside += piece.token(at)
        if piece.name in covered:
            inside.append(svg.circle(at, RADIUS + 7, stroke_dasharray="9 4", **panel.COVERED))
        inside += piece.text(layout.texts[piece.name])
        yield svg.tag("g", *inside)


def _rule(pen: Pen) -> None:
    ends = (Point(pen.x, pen.y), Point(pen.x + pen.width, pen.y))
    pen.drawn.append(svg.line(*ends, class_="frame"))


def _told(
    table: Situation, pieces: Iterable[Piece], lines: Iterable[Strand], acts: Iterable[Declared]
) -> Iterator[str]:
    """Yield the picture in sentences."""
    sides: dict[str, list[str]] = {}
    for piece in pieces:
        sides.setdefault(piece.owner.side, []).append(piece.told())
    yield from (f"{side}: {', '.join(mine)}." for side, mine in sides.items())
    yield from (strand.told() for strand in lines if LOOKS[strand.sort].says)
    for number, act, asked, _ in acts:
        came = "".join(f"; {result}" for result in panel.results(table, act))
        mark = ", asked about" if asked and number != "?" else ""
        yield f"{number} {STEPS[act.when or 'first']}: {declaration(act)}{came}{mark}."
    yield from panel.notes(table)
