"""The states of an edition drawn: what begins, turns and ends each, and by which clause."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Literal

from aro.pictures.changes import Cause, Change, States
from aro.pictures.graph import Curve, Frame, Link, laid_out
from aro.pictures.pieces import STATE
from aro.pictures.svg import (
    Box,
    Paint,
    Point,
    bold_length,
    broken,
    broken_bold,
    curve,
    head,
    length,
    page,
    tag,
    text,
)

Kind = Literal["begins", "turns", "ends"]

_COLOURS: dict[Kind, str] = {"begins": "#2b8a3e", "turns": "#b27a00", "ends": "#c93c37"}
_MEANINGS: dict[Kind, str] = {
    "begins": "A trooper comes into the state when it",
    "turns": "The state turns into another when the trooper",
    "ends": "The state ends when the trooper",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a card: how far right and down it begins, its words, and how it is set."""

    at: Point
    words: str
    size: float
    soft: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """The causes of a change, set in rows, with the size they take."""

    kind: Kind
    change: Change
    width: float
    height: float
    rows: tuple[tuple[Cause, tuple[Row, ...]], ...]


def kind(change: Change) -> Kind:
    """Return whether a change begins a state, ends one or turns one into another."""
    if not change.before:
        return "begins"
    return "turns" if change.after else "ends"


def sheet(change: Change) -> Sheet:
    """Return the causes of a change set in rows: words at the left, the clause at the right."""
    y = 9.0
    rows = []
    for cause in change.causes:
        found: list[Row] = []
        for line in broken(cause.words, 12, _WIDTH):
            y += 15
            found.append(Row(Point(14, y), line, 12, soft=False))
        if cause.reading:
            for line in broken(f"if read as {cause.reading}", 10.5, _WIDTH):
                y += 13
                found.append(Row(Point(14, y), line, 10.5, soft=True))
        last = found[-1]
        wide = length(cause.clause.id, 10)
        if length(last.words, last.size) + 12 + wide > _WIDTH:
            y += 13
        found.append(Row(Point(14 + _WIDTH, y), cause.clause.id, 10, soft=True))
        rows.append((cause, tuple(found)))
        y += 4
    return Sheet(kind(change), change, _WIDTH + 26, y + 7, tuple(rows))


def drawn(states: States, title: str) -> str:
    """Return the diagram of some states; needs the extra `pictures`."""
    sheets = {f"change {n}": sheet(change) for n, change in enumerate(states.changes)}
    moved = [name for name in states.names if name not in states.still]
    shown = dict(states.shown)
    wide = max([bold_length(name, 14) + 24 for name in moved], default=0.0)
    sizes = {f"state {name}": (wide, 56.0 if name in shown else 42.0) for name in moved}
    sizes |= {name: (one.width, one.height) for name, one in sheets.items()}
    frames = [
        Frame(name=family, boxes=frozenset(f"state {one}" for one in members & {*moved}))
        for family, members in states.families
        if members & {*moved}
    ]
    links = tuple(_links(states, sheets))
    graph = laid_out(sizes, frames, links)
    width = max(_LEAST, graph.width + 2 * _EDGE)
    heading = broken_bold(title, 17, width - 2 * _EDGE)
    body = [
        text(Point(_EDGE, 36 + 22 * n), line, 17, font_weight="600")
        for n, line in enumerate(heading)
    ]
    kinds = {one.kind for one in sheets.values()}
    top = 44.0 + 22 * len(heading)
    for each in (each for each in _MEANINGS if each in kinds):
        body.append(
            tag("rect", x=_EDGE, y=top - 10, width=12, height=12, rx=2, fill=_COLOURS[each])
        )
        body.append(text(Point(_EDGE + 20, top), f"{_MEANINGS[each]} …", 12.5, class_="soft"))
        top += 19
    top += 14
    owners = [sheets[one.other if one.other in sheets else one.one] for one in links]
    scene = (
        *(part for name, box in graph.frames.items() for part in _frame(name, box)),
        *(_arrow(one, _COLOURS[of.kind]) for one, of in zip(graph.curves, owners, strict=True)),
        *(_state(name, shown.get(name), graph.boxes[f"state {name}"]) for name in moved),
        *(_card(one, graph.boxes[name]) for name, one in sheets.items()),
    )
    body.append(tag("g", *scene, transform=f"translate({_EDGE:g},{top:g})"))
    low = top + graph.height + 12
    if states.still:
        told = f"No clause here begins, turns or ends: {', '.join(states.still)}."
        for line in broken(told, 12.5, width - 2 * _EDGE):
            low += 18
            body.append(text(Point(_EDGE, low), line, 12.5, class_="soft"))
    says = " ".join(one.told() for one in states.changes)
    return page(width, low + 20, title, says, body)


def _frame(name: str, box: Box) -> Iterator[str]:
    yield tag("rect", class_="frame", **box._asdict(), rx=12, stroke_dasharray="5 4")
    wide = bold_length(name, 12) + 12
    yield tag("rect", class_="paper", x=box.x + 14, y=box.y - 8, width=wide, height=16)
    yield text(Point(box.x + 20, box.y + 4), name, 12, class_="soft", font_weight="600")


def _arrow(one: Curve, colour: str) -> str:
    drawn_so: Paint = {"fill": "none", "stroke": colour, "stroke_width": 1.8}
    line = tag("path", d=curve(one.points), **drawn_so)
    if one.tip is None:
        return line + tag("circle", cx=one.points[0].x, cy=one.points[0].y, r=3.5, fill=colour)
    return line + head(one.tip, one.points[-1], fill=colour)


def _state(name: str, form: str | None, box: Box) -> str:
    at = Point(box.x + box.width / 2, box.y + (24 if form else 26))
    inside = [
        tag("rect", **box._asdict(), rx=14, fill=STATE),
        text(at, name, 14, fill="#ffffff", text_anchor="middle", font_weight="600"),
    ]
    if form:
        told = "not on the table" if form == "nothing" else f"Marker {form}"
        inside.append(text(at.shifted(0, 18), told, 11, fill="#ffffff", text_anchor="middle"))
    return tag("g", *inside)


def _card(one: Sheet, box: Box) -> str:
    inside = [
        tag("rect", class_="card", **box._asdict(), rx=4),
        tag("rect", x=box.x, y=box.y, width=5, height=box.height, rx=2, fill=_COLOURS[one.kind]),
    ]
    for cause, rows in one.rows:
        told = [tag("title", escape(f"{cause.clause.id}: {cause.clause.says}"))]
        for row in rows:
            paint = {"class_": "soft" if row.soft else "ink"}
            if row.at.x > _WIDTH:
                paint["text_anchor"] = "end"
            told.append(text(row.at.shifted(box.x, box.y), row.words, row.size, **paint))
        inside.append(tag("g", *told))
    return tag("g", *inside)


def _links(states: States, sheets: dict[str, Sheet]) -> Iterator[Link]:
    framed = {family for family, _ in states.families}
    for name, one in sheets.items():
        change = one.change
        for before in change.before:
            begin = before if before in framed else f"state {before}"
            yield Link(one=begin, other=name, pointed=False)
        if change.after is not None:
            whole = {*change.before, change.after}
            back = bool(change.before) and any(whole <= members for _, members in states.families)
            yield Link(one=name, other=f"state {change.after}", pointed=True, back=back)


_WIDTH = 315.0
_LEAST = 640.0
_EDGE = 24.0
