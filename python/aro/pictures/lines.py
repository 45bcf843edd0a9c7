"""What runs between the pieces of a table: Line of Fire, Zone of Control, contact, declarations."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

from aro.parts import HALVES, Act, Half, Pair
from aro.pictures import svg
from aro.pictures.pieces import GLOW, RADIUS, colours
from aro.pictures.svg import BOLD, Box, Paint, Point
from aro.situation import Situation

Sort = Literal["lof", "first", "second", "unknown", "zoc", "contact", "act", "asked"]
"""What a line says; `first` and `second` are Line of Fire in one half alone."""


class Look(NamedTuple):
    """How lines of a sort are drawn, and what they say: in a sentence, and in the legend.

    A declaration has the colour of its trooper's side, and is told with the Order.
    """

    colour: str
    width: float
    dashes: str = "none"
    says: str = ""
    legend: str = ""

    def stroke(self, side: str) -> Paint:
        """Return the attributes of such a line; `side` is a colour for what has none."""
        paint: Paint = {"fill": "none", "stroke": self.colour or side, "stroke_width": self.width}
        return {**paint, "stroke_dasharray": self.dashes}


_SEES = "{0} sees {1}"
_UNKNOWN = "Something is unknown between {0} and {1}"
_ZOC = "{0} and {1} are in each other's Zone of Control"
LOOKS: Mapping[Sort, Look] = {
    "lof": Look("#7b8794", 1.5, "none", _SEES, "Line of Fire"),
    "first": Look("#0b8a7d", 1.8, "none", _SEES, "Line of Fire, first half (1st)"),
    "second": Look("#9a4fd0", 1.8, "none", _SEES, "Line of Fire, second half (2nd)"),
    "unknown": Look("#7b8794", 1.5, "1.5 4", _UNKNOWN, "nobody knows"),
    "zoc": Look("#b27a00", 1.6, "7 5", _ZOC, "Zone of Control"),
    "contact": Look("#d1457f", 5, "none", "{0} and {1} touch", "contact: they touch"),
    "act": Look("", 3, legend="declared at"),
    "asked": Look("", 3),
}
"""The sorts of lines, those that others may lie on first."""

_MARKS = {"first": "1st", "second": "2nd"}
"""The halves of an Order as they are marked on a line."""

_HALVES = {mark: f" in the {half} half" for half, mark in _MARKS.items()}

_Route = tuple[Point, Point, Point]
"""Where a line begins, whither it bends and where it ends."""


class Declared(NamedTuple):
    """A declaration, its number in the picture, whether it is asked about, and its colour."""

    number: str
    act: Act
    asked: bool
    colour: str


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
        says = LOOKS[self.sort].says.format(self.one, self.other)
        return f"{says}{both}{_HALVES.get(self.label, '')}."


def declared(table: Situation, asked: Iterable[Act]) -> tuple[Declared, ...]:
    """Return the declarations of the Order by number, and then what else is asked, as `?`."""
    asked = tuple(dict.fromkeys(asked))
    wanted = {act.bare for act in asked}
    known = {act.bare for act in table.order}
    numbered = [(str(number), act) for number, act in enumerate(table.order, 1)]
    numbered += (("?", act) for act in asked if act.bare not in known)
    hues = colours(table)
    return tuple(
        Declared(number, act, act.bare in wanted, hues[table.trooper(act.who).side])
        for number, act in numbered
    )


def strands(table: Situation, acts: Iterable[Declared]) -> Iterator[Strand]:
    """Yield every line of a table."""
    yield from _relation("lof", table.lof)
    yield from _relation("zoc", table.zoc)
    yield from _relation("contact", table.contact)
    for fact in table.unknown:
        if fact.kind in {"lof", "zoc", "contact"}:
            one, other, *half = fact.of
            label = " ".join((*map(_MARKS.__getitem__, half), f"{fact.kind}?"))
            forth = fact.kind == "lof"
            yield Strand(sort="unknown", one=one, other=other, label=label, forth=forth)
    aimed: dict[tuple[str, str], list[Declared]] = {}
    for declaration in acts:
        act = declaration.act
        if act.at is not None and act.at != act.who:
            piece = table.trooper(act.who).noted or act.who
            aimed.setdefault((piece, act.at), []).append(declaration)
    for (one, other), mine in aimed.items():
        sort: Sort = "asked" if any(declaration.asked for declaration in mine) else "act"
        label = " ".join(dict.fromkeys(declaration.number for declaration in mine))
        hue = mine[0].colour
        yield Strand(sort=sort, one=one, other=other, label=label, forth=True, colour=hue)


def _relation(kind: Literal["lof", "zoc", "contact"], pairs: Iterable[Pair]) -> Iterator[Strand]:
    """Yield the lines of a relation: one for both directions, or both halves, if they are alike."""
    known: dict[tuple[str, str], set[Half]] = {}
    for pair in pairs:
        one, other = pair.one, pair.other
        ends = (one, other) if kind == "lof" or one < other else (other, one)
        known.setdefault(ends, set()).update([pair.half] if pair.half else HALVES)
    halves = {ends: min(when) if len(when) < len(HALVES) else None for ends, when in known.items()}
    for (one, other), half in sorted(halves.items(), key=str):
        back = (other, one) in halves and halves[other, one] == half
        if one < other or not back:
            sort = half or kind if kind == "lof" else kind
            label = _MARKS[half] if half else ""
            forth = kind == "lof"
            yield Strand(sort=sort, one=one, other=other, label=label, forth=forth, back=back)


def drawn(strands: Iterable[Strand], places: Mapping[str, Point], middle: float) -> Iterator[str]:
    """Yield lines between pieces, and then their labels; `middle` is that of the picture.

    No line lies on another, and the labels are where there is room.
    """
    ordered = sorted(strands, key=lambda strand: strand.ends)
    bundles = (list(bundle) for _, bundle in groupby(ordered, key=lambda strand: strand.ends))
    routed = [
        (strand, _route(strand, places, middle, place, len(bundle)))
        for bundle in bundles
        for place, strand in enumerate(bundle)
    ]
    routed.sort(key=lambda each: list(LOOKS).index(each[0].sort))
    for strand, route in routed:
        yield from _line(strand, route)
    taken = [Box(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS) for x, y in places.values()]
    for strand, route in routed:
        if strand.label:
            box = _room(strand, route, taken)
            taken.append(box)
            yield from _label(strand, box)


def _route(
    strand: Strand, places: Mapping[str, Point], middle: float, place: int, of: int
) -> _Route:
    """Return the way of a line that has a place among those between the same pieces."""
    begin, end = places[strand.one], places[strand.other]
    bend = begin.toward(end, 1 / 2)
    far = math.dist(begin, end)
    if far < _CLOSE:
        rise = _RISE + _STEP * (place // 2)
        if strand.sort != "contact":
            bend = bend.shifted(0, rise if place % 2 else -rise)
    elif (begin.x < middle) == (end.x < middle):
        inward = 1 if begin.x < middle else -1
        bend = bend.shifted(inward * (_RISE + _STEP * place + far / 6), 0)
    else:
        turned = 1 if strand.ends[0] == strand.one else -1
        off = (place - (of - 1) / 2) * _APART * turned
        across = (-(end.y - begin.y) / far * off, (end.x - begin.x) / far * off)
        begin, end, bend = (point.shifted(*across) for point in (begin, end, bend))
    return _outside(begin, bend), bend, _outside(end, bend)


def _outside(centre: Point, toward: Point) -> Point:
    """Return the point a little outside the token of a piece, on the way from its centre."""
    return centre.toward(toward, (RADIUS + 3) / (math.dist(centre, toward) or 1))


def _line(strand: Strand, route: _Route) -> Iterator[str]:
    begin, bend, end = route
    if strand.sort == "asked":
        glow: Paint = {"stroke": GLOW, "stroke_width": 9, "stroke_linecap": "round"}
        yield svg.line(*route, fill="none", **glow)
    look = LOOKS[strand.sort]
    yield svg.line(*route, **look.stroke(strand.colour))
    for drawn, tip in ((strand.forth, end), (strand.back, begin)):
        if drawn:
            yield svg.head(tip, bend, fill=look.colour or strand.colour)


def _room(strand: Strand, route: _Route, taken: Iterable[Box]) -> Box:
    """Return the place for the label of a line where the least is in its way."""
    wide = svg.bold_length(strand.label, 11) + 9
    middles = [_along(route, part) for part in _PLACES]
    if strand.sort == "contact":
        middles.append(route[1].shifted(0, RADIUS + 12))
    boxes = (Box(middle.x - wide / 2, middle.y - 8, wide, 16) for middle in middles)
    return min(boxes, key=lambda box: sum(map(box.meets, taken)))


def _label(strand: Strand, box: Box) -> Iterator[str]:
    glow = GLOW if strand.sort == "asked" else "none"
    paint: Paint = {"fill": strand.colour} if strand.colour else {"class_": "paper"}
    yield svg.tag("rect", **box._asdict(), rx=8, **paint, stroke=glow, stroke_width=2.5)
    colour = "#ffffff" if strand.colour else LOOKS[strand.sort].colour
    at = Point(box.x + box.width / 2, box.y + 12)
    yield svg.text(at, strand.label, 11, fill=colour, text_anchor="middle", **BOLD)


def _along(route: _Route, part: float) -> Point:
    """Return the point of a line where that part of it is behind."""
    begin, bend, end = route
    return begin.toward(bend, part).toward(bend.toward(end, part), part)


_CLOSE = 3 * RADIUS
_RISE = 62.0
_STEP = 34.0
_APART = 10.0
_PLACES = (0.5, 0.4, 0.6, 0.32, 0.68, 0.26, 0.74, 0.45, 0.55, 0.2, 0.8)
