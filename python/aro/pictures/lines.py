"""What runs between the pieces of a table: Line of Fire, Zone of Control, contact, declarations."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from aro.parts import HALVES, Act, Pair
from aro.pictures import svg
from aro.pictures.pieces import GLOW, RADIUS
from aro.pictures.svg import BOLD, Box, Paint, Point
from aro.situation import Situation

Sort = Literal["lof", "first", "second", "unknown", "zoc", "contact", "act", "asked"]
"""What a line says; `first` and `second` are Line of Fire in one half alone."""


@dataclass(frozen=True, slots=True)
class Look:
    """How lines of a sort are drawn, and what they say: in a sentence, and in the legend.

    A declaration has the colour of its trooper's side, and is told with the Order.
    """

    colour: str
    width: float
    dashes: str = ""
    says: str = ""
    legend: str = ""

    def stroke(self, side: str) -> Paint:
        """Return the attributes of such a line; `side` is a colour for what has none."""
        paint: Paint = {"fill": "none", "stroke": self.colour or side, "stroke_width": self.width}
        return paint | {"stroke_dasharray": self.dashes} if self.dashes else paint


_SEES = "{0} sees {1}"
_UNKNOWN = "Something is unknown between {0} and {1}"
_ZOC = "{0} and {1} are in each other's Zone of Control"
LOOKS: Mapping[Sort, Look] = {
    "lof": Look("#7b8794", 1.5, "", _SEES, "Line of Fire"),
    "first": Look("#0b8a7d", 1.8, "", _SEES, "Line of Fire, first half (1st)"),
    "second": Look("#9a4fd0", 1.8, "", _SEES, "Line of Fire, second half (2nd)"),
    "unknown": Look("#7b8794", 1.5, "1.5 4", _UNKNOWN, "nobody knows"),
    "zoc": Look("#b27a00", 1.6, "7 5", _ZOC, "Zone of Control"),
    "contact": Look("#d1457f", 5, "", "{0} and {1} touch", "contact: they touch"),
    "act": Look("", 3, legend="declared at"),
    "asked": Look("", 3),
}
"""The sorts of lines, those that others may lie on first."""

_HALF_MARKS = {"first": "1st", "second": "2nd"}
"""The halves of an Order as they are marked on a line."""

_Route = tuple[Point, Point, Point]
"""Where a line begins, whither it bends and where it ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strand:
    """One line between two pieces; it has an arrowhead where it points `forth` or `back`."""

    sort: Sort
    one: str
    other: str
    label: str = ""
    forth: bool = False
    back: bool = False
    colour: str = ""

    @property
    def ends(self) -> tuple[str, str]:
        """The pieces, whichever it runs from."""
        return (min(self.one, self.other), max(self.one, self.other))

    def told(self) -> str:
        """Return what the line says, in words."""
        both = " and the other way round" if self.back else ""
        halves = (
            f" in the {half} half" for half, mark in _HALF_MARKS.items() if mark == self.label
        )
        return f"{LOOKS[self.sort].says.format(self.one, self.other)}{both}{''.join(halves)}."


@dataclass(slots=True)
class Web:
    """All lines of a table, laid out so that none lies on another and their labels are free."""

    places: Mapping[str, Point]
    inward: Callable[[str], int]
    taken: list[Box] = field(default_factory=list)

    def drawn(self, strands: Iterable[Strand]) -> Iterator[str]:
        """Yield the lines, and then their labels."""
        size = 2 * RADIUS
        self.taken += [Box(x - RADIUS, y - RADIUS, size, size) for x, y in self.places.values()]
        ordered = sorted(strands, key=lambda strand: strand.ends)
        bundles = (list(bundle) for _, bundle in groupby(ordered, key=lambda strand: strand.ends))
        routed = [
            (strand, self._route(strand, place, len(bundle)))
            for bundle in bundles
            for place, strand in enumerate(bundle)
        ]
        routed.sort(key=lambda each: list(LOOKS).index(each[0].sort))
        for strand, route in routed:
            yield from _line(strand, route)
        for strand, route in routed:
            if strand.label:
                yield from self._label(strand, route)

    def _route(self, strand: Strand, place: int, of: int) -> _Route:
        """Return the way of a line that has a place among those between the same pieces."""
        begin, end = self.places[strand.one], self.places[strand.other]
        middle = Point((begin.x + end.x) / 2, (begin.y + end.y) / 2)
        far = math.dist(begin, end)
        side = self.inward(strand.one)
        if far < _CLOSE and strand.sort == "contact":
            return begin, middle, end
        if far < _CLOSE:
            away = _RISE + _STEP * (place // 2)
            bend = middle.shifted(0, away if place % 2 else -away)
        elif side == self.inward(strand.other):
            bend = middle.shifted(side * (_RISE + _STEP * place + far / 6), 0)
        else:
            turned = 1 if strand.ends[0] == strand.one else -1
            off = (place - (of - 1) / 2) * _APART * turned
            across = Point(-(end.y - begin.y) / far * off, (end.x - begin.x) / far * off)
            begin, end, bend = (point.shifted(*across) for point in (begin, end, middle))
        return _outside(begin, bend), bend, _outside(end, bend)

    def _label(self, strand: Strand, route: _Route) -> Iterator[str]:
        wide = svg.bold_length(strand.label, 11) + 9
        middles = [_along(route, part) for part in _PLACES]
        if strand.sort == "contact":
            middles.append(route[1].shifted(0, RADIUS + 12))
        boxes = (Box(middle.x - wide / 2, middle.y - 8, wide, 16) for middle in middles)
        box = min(boxes, key=lambda each: sum(each.meets(other) for other in self.taken))
        self.taken.append(box)
        glow = GLOW if strand.sort == "asked" else "none"
        paint: Paint = {"fill": strand.colour} if strand.colour else {"class_": "paper"}
        yield svg.tag("rect", **box._asdict(), rx=8, **paint, stroke=glow, stroke_width=2.5)
        colour = "#ffffff" if strand.colour else LOOKS[strand.sort].colour
        at = Point(box.x + wide / 2, box.y + 12)
        yield svg.text(at, strand.label, 11, fill=colour, text_anchor="middle", **BOLD)


def _line(strand: Strand, route: _Route) -> Iterator[str]:
    begin, bend, end = route
    straight = abs(math.dist(begin, bend) + math.dist(bend, end) - math.dist(begin, end)) < 1
    points = (begin, end) if straight else route
    look = LOOKS[strand.sort]
    if strand.sort == "asked":
        glow: Paint = {"stroke": GLOW, "stroke_width": 9, "stroke_linecap": "round"}
        yield svg.line(*points, fill="none", **glow)
    yield svg.line(*points, **look.stroke(strand.colour))
    colour = look.colour or strand.colour
    if strand.forth:
        yield svg.head(end, bend, fill=colour)
    if strand.back:
        yield svg.head(begin, bend, fill=colour)


def _outside(centre: Point, toward: Point) -> Point:
    """Return the point a little outside the token of a piece, on the way from its centre."""
    reach = (RADIUS + 3) / (math.dist(centre, toward) or 1)
    return centre.shifted((toward.x - centre.x) * reach, (toward.y - centre.y) * reach)


def _along(route: _Route, part: float) -> Point:
    """Return the point of a line where that part of it is behind."""
    left = 1 - part
    weights = (left * left, 2 * left * part, part * part)
    return Point(
        sum(weight * point.x for weight, point in zip(weights, route, strict=True)),
        sum(weight * point.y for weight, point in zip(weights, route, strict=True)),
    )


def strands(
    table: Situation, acts: Iterable[tuple[str, Act, bool]], colours: Mapping[str, str]
) -> Iterator[Strand]:
    """Yield every line; `acts` are declarations with their numbers, and whether they are asked."""
    yield from _sights(table)
    yield from _mutual("zoc", table.zoc)
    yield from _mutual("contact", table.contact)
    for fact in table.unknown:
        if fact.kind in {"lof", "zoc", "contact"}:
            one, other, *half = fact.of
            label = " ".join((*map(_HALF_MARKS.__getitem__, half), f"{fact.kind}?"))
            forth = fact.kind == "lof"
            yield Strand(sort="unknown", one=one, other=other, label=label, forth=forth)
    yield from _declarations(table, acts, colours)


def _mutual(sort: Sort, pairs: Iterable[Pair]) -> Iterator[Strand]:
    known: dict[tuple[str, str], set[str]] = {}
    for pair in pairs:
        one, other = sorted((pair.one, pair.other))
        known.setdefault((one, other), set()).update([pair.half] if pair.half else HALVES)
    for (one, other), halves in sorted(known.items()):
        label = "" if len(halves) == len(HALVES) else _HALF_MARKS[min(halves)]
        yield Strand(sort=sort, one=one, other=other, label=label)


def _sights(table: Situation) -> Iterator[Strand]:
    seen = {(pair.one, pair.other, pair.half) for pair in table.lof}
    for half in (None, *HALVES):
        label = _HALF_MARKS[half] if half else ""
        for one, other in sorted((one, other) for one, other, when in seen if when == half):
            back = (other, one, half) in seen
            if one < other or not back:
                sort: Sort = half or "lof"
                yield Strand(sort=sort, one=one, other=other, forth=True, back=back, label=label)


def _declarations(
    table: Situation, acts: Iterable[tuple[str, Act, bool]], colours: Mapping[str, str]
) -> Iterator[Strand]:
    aimed: dict[tuple[str, str], list[tuple[str, Act, bool]]] = {}
    for number, act, asked in acts:
        if act.at is not None and act.at != act.who:
            piece = table.trooper(act.who).noted or act.who
            aimed.setdefault((piece, act.at), []).append((number, act, asked))
    for (one, other), mine in aimed.items():
        yield Strand(
            sort="asked" if any(asked for _, _, asked in mine) else "act",
            one=one,
            other=other,
            label=" ".join(dict.fromkeys(number for number, _, _ in mine)),
            forth=True,
            colour=colours[table.trooper(mine[0][1].who).side],
        )


_HALVES = {mark: f" in the {half} half" for half, mark in _HALF_MARKS.items()}
_CLOSE = 3 * RADIUS
_RISE = 62.0
_STEP = 34.0
_APART = 10.0
_PLACES = (0.5, 0.4, 0.6, 0.32, 0.68, 0.26, 0.74, 0.45, 0.55, 0.2, 0.8)
