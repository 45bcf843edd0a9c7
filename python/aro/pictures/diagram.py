"""The states of an edition drawn: what begins, turns and ends each, and by which clause.

The states stand below each other, those of a family in a frame. On the left is what begins each
state, on the right what turns or ends it.
"""

from collections.abc import Iterable, Iterator, Mapping
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
    """A change, what is drawn of it, and its place."""

    change: Change
    drawn: str
    place: Box


def drawn(states: States, title: str) -> str:
    """Return the diagram of some states."""
    boxes, cards = _laid_out(states)
    frames = _frames(states, boxes)
    scene = [part for name, frame in frames.items() for part in _frame(name, frame)]
    scene += (_state(name, states.shown.get(name), box) for name, box in boxes.items())
    for card in cards:
        scene += _arrows(card, boxes, frames)
        scene.append(svg.moved([card.drawn], card.place.x, card.place.y))
    places = [*boxes.values(), *frames.values(), *(card.place for card in cards)]
    size = svg.around([Box(0, 0, _LEAST, 0), *places], 0)
    pen = svg.begun(title, size.width + 2 * svg.EDGE)
    for kind, (colour, meaning) in _KINDS.items():
        if any(change.kind == kind for change in states.changes):
            sample = Box(pen.x, pen.y - 10, 12, 12)
            pen.drawn.append(svg.tag("rect", **sample._asdict(), rx=2, fill=colour))
            at = Point(pen.x + 20, pen.y)
            pen.drawn.append(svg.text(at, f"{meaning} …", 12.5, class_="soft"))
            pen.y += 19
    pen.y += 14 - size.y
    pen.drawn.append(svg.moved(scene, pen.x, pen.y))
    pen.y += size.y + size.height + 30
    if still := [name for name in states.names if name not in boxes]:
        words = f"No clause here begins, turns or ends: {', '.join(still)}."
        pen.write(words, 12.5, 18, class_="soft")
    return svg.page(pen, title, " ".join(change.told() for change in states.changes))


def _card(change: Change) -> Card:
    """Return a change with its causes in rows, the words left and the clauses right."""
    inside: list[str] = []
    y = 24.0
    for cause in change.causes:
        name = cause.clause.id
        pen = Pen(14, y, _WIDTH, [svg.tag("title", svg.escaped(f"{name}: {cause.clause.says}"))])
        pen.write(cause.words, 12, 15, class_="ink")
        if cause.reading:
            pen.write(f"if read as {cause.reading}", 10.5, 15, class_="soft")
        pen.y -= 15 if pen.used + 12 + svg.length(name, 10) <= _WIDTH else 2
        at = Point(14 + _WIDTH, pen.y)
        pen.drawn.append(svg.text(at, name, 10, class_="soft", text_anchor="end"))
        inside.append(svg.tag("g", *pen.drawn))
        y = pen.y + 19
    height = y - 8
    ground = svg.tag("rect", class_="card", width=_CARD, height=height, rx=4)
    bar = svg.tag("rect", width=5, height=height, rx=2, fill=_KINDS[change.kind][0])
    return Card(change, "".join((ground, bar, *inside)), Box(0, 0, _CARD, height))


def _ordered(states: States) -> list[str]:
    """Return the states that change: those of a family together, near what changes with them."""
    changes = sorted(states.changes, key=lambda change: change.kind == "begins")
    named = ([*change.before, change.after] for change in changes)
    several = (states.members(name) for names in named for name in names if name)
    order = list(dict.fromkeys(name for names in several for name in sorted(names)))
    for members in reversed(states.families.values()):
        inside = [name for name in order if name in members]
        if inside:
            place = order.index(inside[0])
            others = [name for name in order if name not in members]
            order = [*others[:place], *inside, *others[place:]]
    return order


def _laid_out(states: States) -> tuple[dict[str, Box], list[Card]]:
    """Return where the states stand, and the cards, each beside a state that it changes."""
    order = _ordered(states)
    wide = max((svg.bold_length(name, 14) + 24 for name in order), default=0.0)
    beside: dict[tuple[str, bool], list[Card]] = {}
    for change in states.changes:
        names = states.members(change.before[0]) if change.before else {change.after}
        first = next(name for name in order if name in names)
        beside.setdefault((first, change.kind == "begins"), []).append(_card(change))
    boxes: dict[str, Box] = {}
    cards: list[Card] = []
    families: set[str] = set()
    y = 0.0
    for name in order:
        around = {family for family, members in states.families.items() if name in members}
        y += _MARGIN * len(families ^ around)
        tall = 56.0 if name in states.shown else 42.0
        left, right = beside.get((name, True), []), beside.get((name, False), [])
        room = max(tall + _GAP, _height(left), _height(right))
        boxes[name] = Box(_CARD + _ARROW, y + (room - tall) / 2, wide, tall)
        for stack, x in ((left, 0), (right, _CARD + 2 * _ARROW + wide)):
            top = y + (room - _height(stack) + _GAP) / 2
            for card in stack:
                cards.append(card._replace(place=card.place._replace(x=x, y=top)))
                top += card.place.height + _GAP
        y, families = y + room, around
    return boxes, cards


def _height(stack: Iterable[Card]) -> float:
    """Return how much room cards take below each other."""
    return sum(card.place.height + _GAP for card in stack)


def _frames(states: States, boxes: Mapping[str, Box]) -> dict[str, Box]:
    """Return a frame for each family around its states and the families within it."""
    frames: dict[str, Box] = {}
    for family, members in reversed(states.families.items()):
        inside = [box for name, box in boxes.items() if name in members]
        inside += (box for name, box in frames.items() if states.families[name] < members)
        if inside:
            frames[family] = svg.around(inside, _MARGIN)
    return frames


def _arrows(card: Card, boxes: Mapping[str, Box], frames: Mapping[str, Box]) -> Iterator[str]:
    """Yield the lines from states and families to a card, and from there to what they become."""
    change, place = card.change, card.place
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


_LEAST = 640.0
_WIDTH = 315.0
_CARD = _WIDTH + 26
_ARROW = 110.0
_MARGIN = 20.0
_GAP = 16.0
