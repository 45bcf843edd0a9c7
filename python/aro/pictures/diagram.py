"""The states of an edition drawn: what begins, turns and ends each, and by which clause."""

from collections.abc import Iterator, Mapping
from html import escape

from aro.pictures import svg
from aro.pictures.changes import Change, Kind, States
from aro.pictures.graph import Curve, Link, laid_out
from aro.pictures.pieces import STATE
from aro.pictures.svg import BOLD, WHITE, Box, Point

_KINDS: Mapping[Kind, tuple[str, str]] = {
    "begins": ("#2b8a3e", "A trooper comes into the state when it"),
    "turns": ("#b27a00", "The state turns into another when the trooper"),
    "ends": ("#c93c37", "The state ends when the trooper"),
}
"""The colour of each kind of change, and its words in the legend."""


def drawn(states: States, title: str) -> str:
    """Return the diagram of some states; needs the extra `pictures`."""
    changes = {f"change {n}": change for n, change in enumerate(states.changes)}
    moved = [name for name in states.names if name not in states.still]
    wide = max([svg.bold_length(name, 14) + 24 for name in moved], default=0.0)
    sizes = {f"state {name}": (wide, 56.0 if name in states.shown else 42.0) for name in moved}
    for name, change in changes.items():
        sizes[name] = (_WIDTH + 26, _causes(change, Point(0, 0))[1])
    frames = {}
    for family, members in states.families.items():
        if boxes := frozenset(f"state {name}" for name in members if name in moved):
            frames[family] = boxes
    links = [link for name, change in changes.items() for link in _links(name, change, states)]
    graph = laid_out(sizes, frames, links)
    width = max(_LEAST, graph.width + 2 * _EDGE)
    heading = svg.Column(Point(_EDGE, 36))
    heading.write(title, 17, width - 2 * _EDGE, 22, **BOLD)
    body = heading.drawn
    top = heading.at.y + 8
    for kind, (colour, meaning) in _KINDS.items():
        if any(change.kind == kind for change in states.changes):
            body.append(
                svg.tag("rect", x=_EDGE, y=top - 10, width=12, height=12, rx=2, fill=colour)
            )
            body.append(svg.text(Point(_EDGE + 20, top), f"{meaning} …", 12.5, class_="soft"))
            top += 19
    top += 14
    scene = (
        *(part for name in frames for part in _frame(name, graph.boxes[name])),
        *map(_arrow, links, graph.curves),
        *(_state(name, states.shown.get(name), graph.boxes[f"state {name}"]) for name in moved),
        *(_card(change, graph.boxes[name]) for name, change in changes.items()),
    )
    body.append(svg.tag("g", *scene, transform=f"translate({_EDGE:g},{top:g})"))
    below = svg.Column(Point(_EDGE, top + graph.height + 30), body)
    if states.still:
        words = f"No clause here begins, turns or ends: {', '.join(states.still)}."
        below.write(words, 12.5, width - 2 * _EDGE, 18, class_="soft")
    says = " ".join(change.told() for change in states.changes)
    return svg.page(width, below.at.y + 2, title, says, body)


def _frame(name: str, box: Box) -> Iterator[str]:
    yield svg.tag("rect", class_="frame", **box._asdict(), rx=12, stroke_dasharray="5 4")
    wide = svg.bold_length(name, 12) + 12
    yield svg.tag("rect", class_="paper", x=box.x + 14, y=box.y - 8, width=wide, height=16)
    yield svg.text(Point(box.x + 20, box.y + 4), name, 12, class_="soft", **BOLD)


def _arrow(link: Link, curve: Curve) -> str:
    stroke = svg.line(*curve.points, fill="none", stroke=link.colour, stroke_width=1.8)
    if curve.tip is None:
        return stroke + svg.circle(curve.points[0], 3.5, fill=link.colour)
    return stroke + svg.head(curve.tip, curve.points[-1], fill=link.colour)


def _state(name: str, form: str | None, box: Box) -> str:
    at = Point(box.x + box.width / 2, box.y + (24 if form else 26))
    inside = [svg.tag("rect", **box._asdict(), rx=14, fill=STATE), svg.text(at, name, 14, **WHITE)]
    if form:
        words = "not on the table" if form == "nothing" else f"Marker {form}"
        inside.append(svg.text(at.shifted(0, 18), words, 11, fill="#ffffff", text_anchor="middle"))
    return svg.tag("g", *inside)


def _card(change: Change, box: Box) -> str:
    bar = box._replace(width=5)._asdict()
    return svg.tag(
        "g",
        svg.tag("rect", class_="card", **box._asdict(), rx=4),
        svg.tag("rect", **bar, rx=2, fill=_KINDS[change.kind][0]),
        *_causes(change, Point(box.x, box.y))[0],
    )


def _causes(change: Change, corner: Point) -> tuple[list[str], float]:
    """Return the causes of a change in rows, words left and clauses right, and their height."""
    causes = []
    y = 9.0
    for cause in change.causes:
        rows = [("ink", 12.0, 15, row) for row in svg.broken(cause.words, 12, _WIDTH)]
        if cause.reading:
            reading = f"if read as {cause.reading}"
            rows += [("soft", 10.5, 13, row) for row in svg.broken(reading, 10.5, _WIDTH)]
        inside = [svg.tag("title", escape(f"{cause.clause.id}: {cause.clause.says}"))]
        for paint, size, step, row in rows:
            y += step
            inside.append(svg.text(corner.shifted(14, y), row, size, class_=paint))
        _, size, _, row = rows[-1]
        if svg.length(row, size) + 12 + svg.length(cause.clause.id, 10) > _WIDTH:
            y += 13
        at = corner.shifted(14 + _WIDTH, y)
        inside.append(svg.text(at, cause.clause.id, 10, class_="soft", text_anchor="end"))
        causes.append(svg.tag("g", *inside))
        y += 4
    return causes, y + 7


def _links(name: str, change: Change, states: States) -> Iterator[Link]:
    colour = _KINDS[change.kind][0]
    for before in change.before:
        begin = before if before in states.families else f"state {before}"
        yield Link(one=begin, other=name, colour=colour)
    if change.after is not None:
        whole = {*change.before, change.after}
        within = any(whole <= members for members in states.families.values())
        back = bool(change.before) and within
        after = f"state {change.after}"
        yield Link(one=name, other=after, colour=colour, pointed=True, back=back)


_WIDTH = 315.0
_LEAST = 640.0
_EDGE = 24.0
