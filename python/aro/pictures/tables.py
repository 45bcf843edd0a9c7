"""The table of a situation drawn: pieces, what runs between them, the Order, what it all means."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from aro.engine.phrases import STEPS, declaration
from aro.parts import Act
from aro.pictures.cards import Card, column, token
from aro.pictures.layout import EDGE, Layout, arranged
from aro.pictures.lines import Strand, Web, strands
from aro.pictures.panel import COVERED, Numbered, Panel, legend, notes, numbered, results
from aro.pictures.pieces import GLOW, RADIUS, Token, colours, tokens
from aro.pictures.svg import Point, broken_bold, page, tag, text
from aro.situation import Situation


def drawn(
    table: Situation, forms: Mapping[str, str] | None, asked: Iterable[Act], title: str
) -> str:
    """Return the picture of a table; `forms` says as what each piece stands there, if known."""
    hues = colours(table)
    acts = numbered(table, asked)
    found = tuple(tokens(table, forms))
    lines = tuple(strands(table, acts, hues))
    sides = {one.name: one.side for one in table.troopers}
    left = [one for one in found if sides[one.trooper] == table.active]
    right = [one for one in found if sides[one.trooper] != table.active]
    cards = [[Card(one, column(side), side is left) for one in side] for side in (left, right)]
    layout = arranged(cards[0], cards[1], lines)
    heading = broken_bold(title, 16, layout.width - 2 * EDGE)
    top = 40.0 + 22 * len(heading)
    body = [
        text(Point(EDGE, 34 + 22 * n), line, 16, font_weight="600")
        for n, line in enumerate(heading)
    ]
    body += _heads(table, hues, Point(layout.width, top))
    scene = (
        *_groups([*cards[0], *cards[1]], layout),
        *_lines(layout, lines),
        *_pieces([*cards[0], *cards[1]], layout, acts),
    )
    body.append(tag("g", *scene, transform=f"translate(0,{top + 24:g})"))
    low = top + 24 + layout.height + 26
    panel = Panel(table, acts, hues)
    if panel.columns or any(notes(table)):
        body.append(_rule(low, layout.width))
        low, told = panel.drawn(low + 8, layout.width)
        body += told
        low += 16
    body.append(_rule(low, layout.width))
    low, meaning = legend(found, {one.sort for one in lines}, acts, low + 22, layout.width)
    says = " ".join(_told(table, found, lines, acts))
    return page(layout.width, low + 10, title, says, (*body, *meaning))


def _heads(table: Situation, hues: Mapping[str, str], corner: Point) -> Iterator[str]:
    others = [side for side in hues if side != table.active]
    yield text(
        Point(EDGE, corner.y),
        f"{table.active}, active",
        13,
        fill=hues[table.active],
        font_weight="600",
    )
    for side in others:
        at = Point(corner.x - EDGE, corner.y)
        yield text(
            at, f"{side}, reactive", 13, fill=hues[side], text_anchor="end", font_weight="600"
        )


def _groups(cards: Iterable[Card], layout: Layout) -> Iterator[str]:
    """Yield a frame around the pieces among which a trooper hides."""
    troops: dict[str, list[Card]] = {}
    for card in cards:
        troops.setdefault(card.token.trooper, []).append(card)
    for found in troops.values():
        if len(found) > 1:
            tops = [layout.texts[one.token.name].y - one.height / 2 for one in found]
            ends = [layout.texts[one.token.name].y + one.height / 2 for one in found]
            x = layout.texts[found[0].token.name].x
            wide = found[0].width + 2 * RADIUS + 22
            begin = x - wide + RADIUS + 8 if found[0].left else x - RADIUS - 8
            yield tag(
                "rect",
                class_="frame",
                x=begin,
                y=min(tops) - 7,
                width=wide,
                rx=12,
                height=max(ends) - min(tops) + 14,
                stroke_dasharray="5 4",
            )


def _lines(layout: Layout, lines: Iterable[Strand]) -> Iterator[str]:
    for name, place in layout.places.items():
        if place != layout.texts[name]:
            start = layout.texts[name]
            yield tag(
                "path",
                class_="frame",
                d=f"M{start.x:g},{start.y:g} L{place.x:g},{place.y:g}",
                stroke_dasharray="1 4",
            )
    yield from Web(layout.places, layout.inward).drawn(lines)


def _pieces(cards: Iterable[Card], layout: Layout, acts: Iterable[Numbered]) -> Iterator[str]:
    acts = tuple(acts)
    asked = {act.who for _, act, wanted in acts if wanted}
    covered = {name for _, act, _ in acts for name in act.covers}
    for card in cards:
        name = card.token.name
        at = layout.places[name]
        inside = [tag("title", escape(card.token.told()))]
        if name in asked:
            inside.append(tag("circle", cx=at.x, cy=at.y, r=RADIUS + 4, fill=GLOW))
        inside += token(card.token, at)
        if name in covered:
            inside.append(
                tag("circle", cx=at.x, cy=at.y, r=RADIUS + 7, stroke_dasharray="9 4", **COVERED)
            )
        inside += card.drawn(layout.texts[name])
        yield tag("g", *inside)


def _rule(y: float, width: float) -> str:
    return tag("path", class_="frame", d=f"M{EDGE:g},{y:g} L{width - EDGE:g},{y:g}")


def _told(
    table: Situation, found: Iterable[Token], lines: Iterable[Strand], acts: Iterable[Numbered]
) -> Iterator[str]:
    """Yield the picture in sentences."""
    for trooper_side in dict.fromkeys(one.side for one in table.troopers):
        mine = {one.name for one in table.troopers if one.side == trooper_side}
        told = ", ".join(one.told() for one in found if one.trooper in mine)
        yield f"{trooper_side}: {told}."
    yield from (one.told() for one in lines if one.sort not in {"act", "asked"})
    for number, act, wanted in acts:
        asked = ", asked about" if wanted and number != "?" else ""
        came = "".join(f"; {one}" for one in results(table, act))
        yield f"{number} {STEPS[act.when or 'first']}: {declaration(act)}{came}{asked}."
    yield from notes(table)
