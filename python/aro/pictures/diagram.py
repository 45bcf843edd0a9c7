"""The states of an edition drawn: what begins, turns and ends each, and by which clause.

The states stand below each other, those of a family in a frame. On the left is what begins each
state, on the right what turns or ends it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

from aro.pictures import svg
from aro.pictures.changes import Change, Kind, States
from aro.pictures.pieces import STATE
from aro.pictures.svg import BOLD, WHITE, Box, Pen, Point

_KINDS: Mapping[Kind, tuple[str, str]] = {
    "begins": ("#2b8a3e", "A trooper comes into the state when it"),
    "turns": ("#b27a00", "The state turns into another when the trooper"),
    "ends": ("#c93c37", "The state ends when the trooper"),
}
"""The colour of each kind of change, and its words in the legend."""


class Card(NamedTuple):
    """A change, what is drawn of it, and how much room that takes from top to bottom."""

    change: Change
    drawn: str
    height: float


@dataclass(slots=True)
class Row:
    """A state that changes, with the cards left and right of it, and its place."""

    state: str
    tall: float
    left: list[Card] = field(default_factory=list)
    right: list[Card] = field(default_factory=list)
    middle: float = 0.0
    end: float = 0.0


def drawn(states: States, title: str) -> str:
    """Return the diagram of some states."""
    rows = _rows(states)
    wide = max((svg.bold_length(row.state, 14) + 24 for row in rows), default=0.0)
    width = 2 * (_CARD + _ARROW) + wide
    boxes = {
        row.state: Box(_CARD + _ARROW, row.middle - row.tall / 2, wide, row.tall) for row in rows
    }
    frames = _frames(states, boxes)
    scene = [part for name, frame in frames.items() for part in _frame(name, frame)]
    scene += (_state(name, states.shown.get(name), box) for name, box in boxes.items())
    for row in rows:
        for stack, x in ((row.left, 0), (row.right, width - _CARD)):
            y = row.middle - _height(stack) / 2
            for card in stack:
                scene += _arrows(card.change, Box(x, y, _CARD, card.height), boxes, frames)
                scene.append(svg.moved([card.drawn], x, y))
                y += card.height + _GAP
    pen = Pen(_EDGE, 36, width)
    pen.write(title, 17, 22, **BOLD)
    pen.y += 8
    for kind, (colour, meaning) in _KINDS.items():
        if any(change.kind == kind for change in states.changes):
            sample = Box(pen.x, pen.y - 10, 12, 12)
            pen.drawn.append(svg.tag("rect", **sample._asdict(), rx=2, fill=colour))
            at = Point(pen.x + 20, pen.y)
            pen.drawn.append(svg.text(at, f"{meaning} …", 12.5, class_="soft"))
            pen.y += 19
    pen.y += 14
    pen.drawn.append(svg.moved(scene, pen.x, pen.y))
    pen.y += (rows[-1].end if rows else 0) + 30
    if still := [name for name in states.names if name not in boxes]:
        words = f"No clause here begins, turns or ends: {', '.join(still)}."
        pen.write(words, 12.5, 18, class_="soft")
    says = " ".join(change.told() for change in states.changes)
    return svg.page(pen.width + 2 * _EDGE, pen.y + 2, title, says, pen.drawn)


def _card(change: Change) -> Card:
    """Return a change with its causes in rows, the words left and the clauses right."""
    inside: list[str] = []
    y = 9.0
    for cause in change.causes:
        rows = [("ink", 12.0, 15, row) for row in svg.broken(cause.words, 12, _WIDTH)]
        if cause.reading:
            reading = f"if read as {cause.reading}"
            rows += [("soft", 10.5, 13, row) for row in svg.broken(reading, 10.5, _WIDTH)]
        told = [svg.tag("title", escape(f"{cause.clause.id}: {cause.clause.says}"))]
        for paint, size, step, row in rows:
            y += step
            told.append(svg.text(Point(14, y), row, size, class_=paint))
        _, size, _, row = rows[-1]
        if svg.length(row, size) + 12 + svg.length(cause.clause.id, 10) > _WIDTH:
            y += 13
        at = Point(14 + _WIDTH, y)
        told.append(svg.text(at, cause.clause.id, 10, class_="soft", text_anchor="end"))
        inside.append(svg.tag("g", *told))
        y += 4
    height = y + 7
    ground = svg.tag("rect", class_="card", width=_CARD, height=height, rx=4)
    bar = svg.tag("rect", width=5, height=height, rx=2, fill=_KINDS[change.kind][0])
    return Card(change, "".join((ground, bar, *inside)), height)


def _rows(states: States) -> list[Row]:
    """Return a row for each state that changes, with each card beside a state that it changes.

    The states of a family stand together, and near each other those that change together.
    """
    first = dict.fromkeys(states.names, len(states.changes))
    for place, change in enumerate(states.changes):
        for name in set().union(*map(states.members, change.before)):
            for each in {name, change.after or name}:
                first[each] = min(first[each], place)

    def rank(row: Row) -> list[tuple[int, str]]:
        named = (*states.around(row.state), row.state)
        return [(min(first[name] for name in states.members(each)), each) for each in named]

    rows = [Row(name, 56.0 if name in states.shown else 42.0) for name in states.moved]
    rows.sort(key=rank)
    for change in states.changes:
        beside = states.members(change.before[0]) if change.before else {change.after}
        row = next(row for row in rows if row.state in beside)
        (row.right if change.before else row.left).append(_card(change))
    y = 0.0
    families: set[str] = set()
    for row in rows:
        around = set(states.around(row.state))
        y += _MARGIN * len(families ^ around)
        height = max(row.tall, _height(row.left), _height(row.right))
        row.middle = y + height / 2
        y += height + _GAP
        row.end = y + _MARGIN * len(around)
        families = around
    return rows


def _height(stack: Sequence[Card]) -> float:
    """Return how much room cards take below each other."""
    return sum(card.height + _GAP for card in stack) - _GAP


def _frames(states: States, boxes: Mapping[str, Box]) -> dict[str, Box]:
    """Return a frame for each family, the largest first, around its states and smaller families."""
    frames: dict[str, Box] = {}
    for family, members in reversed([*states.families.items()]):
        inside = [box for name, box in boxes.items() if name in members]
        inside += (box for name, box in frames.items() if states.families[name] < members)
        if inside:
            x = min(box.x for box in inside) - _MARGIN
            y = min(box.y for box in inside) - _MARGIN
            end = max(box.x + box.width for box in inside) + _MARGIN
            low = max(box.y + box.height for box in inside) + _MARGIN
            frames[family] = Box(x, y, end - x, low - y)
    return dict(reversed(frames.items()))


def _arrows(
    change: Change, place: Box, boxes: Mapping[str, Box], frames: Mapping[str, Box]
) -> Iterator[str]:
    """Yield the lines from states and families to the card of a change, and to what they become."""
    colour = _KINDS[change.kind][0]
    end = Point(place.x, place.middle.y)
    for name in change.before:
        box = frames.get(name) or boxes[name]
        y = min(max(end.y, box.y + 14), box.y + box.height - 14)
        begin = Point(box.x + box.width, y)
        yield _curve(begin, end, colour) + svg.circle(begin, 3.5, fill=colour)
    if change.after:
        box = boxes[change.after]
        if change.before:
            begin, tip = end.shifted(0, 8), Point(box.x + box.width, box.middle.y + 4)
        else:
            begin, tip = end.shifted(place.width, 0), Point(box.x, box.middle.y)
        yield _curve(begin, tip, colour) + svg.head(tip, Point(begin.x, tip.y), fill=colour)


def _curve(begin: Point, end: Point, colour: str) -> str:
    bend = (begin.x + end.x) / 2
    points = (begin, Point(bend, begin.y), Point(bend, end.y), end)
    return svg.line(*points, fill="none", stroke=colour, stroke_width=1.8)


def _frame(name: str, box: Box) -> Iterator[str]:
    yield svg.tag("rect", class_="frame", **box._asdict(), rx=12, stroke_dasharray="5 4")
    wide = svg.bold_length(name, 12) + 12
    yield svg.tag("rect", class_="paper", x=box.x + 14, y=box.y - 8, width=wide, height=16)
    yield svg.text(Point(box.x + 20, box.y + 4), name, 12, class_="soft", **BOLD)


def _state(name: str, form: str | None, box: Box) -> str:
    at = Point(box.middle.x, box.y + (24 if form else 26))
    inside = [svg.tag("rect", **box._asdict(), rx=14, fill=STATE), svg.text(at, name, 14, **WHITE)]
    if form:
        words = "not on the table" if form == "nothing" else f"Marker {form}"
        inside.append(svg.text(at.shifted(0, 18), words, 11, fill="#ffffff", text_anchor="middle"))
    return svg.tag("g", *inside)


_WIDTH = 315.0
_CARD = _WIDTH + 26
_ARROW = 110.0
_MARGIN = 20.0
_GAP = 16.0
_EDGE = 24.0
