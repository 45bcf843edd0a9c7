"""The table of a situation drawn: pieces, what runs between them, the Order, what it all means."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from aro.engine.phrases import STEPS, declaration
from aro.parts import Act
from aro.pictures import svg
from aro.pictures.cards import Card, column, token
from aro.pictures.layout import EDGE, Layout, arranged
from aro.pictures.lines import LOOKS, Strand, Web, strands
from aro.pictures.panel import COVERED, Numbered, legend, notes, numbered, panel, results, samples
from aro.pictures.pieces import GLOW, RADIUS, Token, colours, tokens
from aro.pictures.svg import BOLD, Box, Point
from aro.situation import Situation


def drawn(
    table: Situation, forms: Mapping[str, str] | None, asked: Iterable[Act], title: str
) -> str:
    """Return the picture of a table; `forms` says as what each piece stands there, if known."""
    acts = numbered(table, asked)
    pieces = tuple(tokens(table, forms))
    lines = tuple(strands(table, acts, colours(table)))
    left = [piece for piece in pieces if piece.side == table.active]
    right = [piece for piece in pieces if piece.side != table.active]
    sides = [[Card(piece, column(side), side is left) for piece in side] for side in (left, right)]
    cards = [*sides[0], *sides[1]]
    layout = arranged(sides[0], sides[1], lines)
    heading = svg.Column(Point(EDGE, 34))
    heading.write(title, 16, layout.width - 2 * EDGE, 22, **BOLD)
    body = heading.drawn
    top = heading.at.y + 6
    body += _heads(table, Point(layout.width, top))
    scene = (*_groups(cards, layout), *_lines(layout, lines), *_pieces(cards, layout, acts))
    body.append(svg.tag("g", *scene, transform=f"translate(0,{top + 24:g})"))
    low = top + 24 + layout.height + 26
    if acts or any(notes(table)):
        body.append(_rule(low, layout.width))
        low, order = panel(table, acts, low + 8, layout.width)
        body += order
        low += 16
    body.append(_rule(low, layout.width))
    low, meaning = legend(samples(pieces, lines, acts), low + 22, layout.width)
    says = " ".join(_told(table, pieces, lines, acts))
    return svg.page(layout.width, low + 10, title, says, (*body, *meaning))


def _heads(table: Situation, corner: Point) -> Iterator[str]:
    hues = colours(table)
    for side in sorted(hues, key=lambda side: side != table.active):
        if side == table.active:
            yield svg.text(Point(EDGE, corner.y), f"{side}, active", 13, fill=hues[side], **BOLD)
        else:
            at = corner.shifted(-EDGE, 0)
            yield svg.text(at, f"{side}, reactive", 13, fill=hues[side], text_anchor="end", **BOLD)


def _groups(cards: Iterable[Card], layout: Layout) -> Iterator[str]:
    """Yield a frame around the pieces among which a trooper hides."""
    troops: dict[str, list[Card]] = {}
    for card in cards:
        troops.setdefault(card.token.trooper, []).append(card)
    for group in troops.values():
        if len(group) > 1:
            middles = [layout.texts[card.token.name].y for card in group]
            top = min(y - card.height / 2 for y, card in zip(middles, group, strict=True))
            end = max(y + card.height / 2 for y, card in zip(middles, group, strict=True))
            x = layout.texts[group[0].token.name].x
            wide = group[0].width + 2 * RADIUS + 22
            begin = x - wide + RADIUS + 8 if group[0].left else x - RADIUS - 8
            box = Box(begin, top - 7, wide, end - top + 14)
            yield svg.tag("rect", class_="frame", **box._asdict(), rx=12, stroke_dasharray="5 4")


def _lines(layout: Layout, lines: Iterable[Strand]) -> Iterator[str]:
    for name, place in layout.places.items():
        if place != layout.texts[name]:
            yield svg.line(layout.texts[name], place, class_="frame", stroke_dasharray="1 4")
    yield from Web(layout.places, layout.inward).drawn(lines)


def _pieces(cards: Iterable[Card], layout: Layout, acts: Iterable[Numbered]) -> Iterator[str]:
    acts = tuple(acts)
    asked = {act.who for _, act, wanted in acts if wanted}
    covered = {name for _, act, _ in acts for name in act.covers}
    for card in cards:
        name = card.token.name
        at = layout.places[name]
        inside = [svg.tag("title", escape(card.token.told()))]
        if name in asked:
            inside.append(svg.circle(at, RADIUS + 4, fill=GLOW))
        inside += token(card.token, at)
        if name in covered:
            inside.append(svg.circle(at, RADIUS + 7, stroke_dasharray="9 4", **COVERED))
        inside += card.drawn(layout.texts[name])
        yield svg.tag("g", *inside)


def _rule(y: float, width: float) -> str:
    return svg.line(Point(EDGE, y), Point(width - EDGE, y), class_="frame")


def _told(
    table: Situation, pieces: Iterable[Token], lines: Iterable[Strand], acts: Iterable[Numbered]
) -> Iterator[str]:
    """Yield the picture in sentences."""
    sides: dict[str, list[str]] = {}
    for piece in pieces:
        sides.setdefault(piece.side, []).append(piece.told())
    yield from (f"{side}: {', '.join(mine)}." for side, mine in sides.items())
    yield from (strand.told() for strand in lines if LOOKS[strand.sort].says)
    for number, act, wanted in acts:
        asked = ", asked about" if wanted and number != "?" else ""
        came = "".join(f"; {result}" for result in results(table, act))
        yield f"{number} {STEPS[act.when or 'first']}: {declaration(act)}{came}{asked}."
    yield from notes(table)
