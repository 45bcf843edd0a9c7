"""What runs between the pieces of a table: Line of Fire, Zone of Control, contact, declarations."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from aro.parts import HALVES, Act, Pair
from aro.pictures.pieces import GLOW, RADIUS
from aro.pictures.svg import Box, Paint, Point, bold_length, head, path, tag, text
from aro.situation import Situation

Sort = Literal["lof", "first", "second", "unknown", "zoc", "contact", "act", "asked"]
"""What a line says; `first` and `second` are Line of Fire in one half alone."""

STROKES: Mapping[Sort, Paint] = {
    "lof": {"stroke": "#7b8794", "stroke_width": 1.5},
    "first": {"stroke": "#0b8a7d", "stroke_width": 1.8},
    "second": {"stroke": "#9a4fd0", "stroke_width": 1.8},
    "unknown": {"stroke": "#7b8794", "stroke_width": 1.5, "stroke_dasharray": "1.5 4"},
    "zoc": {"stroke": "#b27a00", "stroke_width": 1.6, "stroke_dasharray": "7 5"},
    "contact": {"stroke": "#d1457f", "stroke_width": 5},
    "act": {"stroke_width": 3},
    "asked": {"stroke_width": 3},
}
"""How each is drawn; a declaration in the colour of its trooper's side."""

HALF_MARKS = {"first": "1st", "second": "2nd"}
"""The halves of an Order as they are marked on a line."""


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
        half = _HALVES.get(self.label, "")
        return f"{_TOLD[self.sort].format(self.one, self.other)}{both}{half}."


@dataclass(slots=True)
class Web:
    """All lines of a table, laid out so that none lies on another and their labels are free."""

    places: Mapping[str, Point]
    inward: Callable[[str], int]
    taken: list[Box] = field(default_factory=list)

    def drawn(self, strands: Iterable[Strand]) -> Iterator[str]:
        """Yield the lines, and then their labels."""
        labels = []
        self.taken += [
            Box(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS) for x, y in self.places.values()
        ]
        bundles = groupby(sorted(strands, key=lambda one: one.ends), key=lambda one: one.ends)
        routed = [
            (one, self._route(one, place, len(bundle)))
            for bundle in (tuple(found) for _, found in bundles)
            for place, one in enumerate(bundle)
        ]
        for one, points in sorted(routed, key=lambda each: list(STROKES).index(each[0].sort)):
            yield from _line(one, points)
            if one.label:
                labels.append((one, points))
        for one, points in labels:
            yield from self._label(one, points)

    def _route(self, one: Strand, place: int, of: int) -> tuple[Point, Point, Point]:
        """Return where a line begins, whither it bends and where it ends."""
        begin, end = self.places[one.one], self.places[one.other]
        middle = Point((begin.x + end.x) / 2, (begin.y + end.y) / 2)
        far = math.dist(begin, end)
        side = self.inward(one.one)
        if far < _CLOSE and one.sort == "contact":
            return begin, middle, end
        if far < _CLOSE:
            away = _RISE + _STEP * (place // 2)
            bend = middle.shifted(0, away if place % 2 else -away)
        elif side == self.inward(one.other):
            bend = middle.shifted(side * (_RISE + _STEP * place + far / 6), 0)
        else:
            turned = 1 if one.ends[0] == one.one else -1
            off = (place - (of - 1) / 2) * _APART * turned
            across = Point(-(end.y - begin.y) / far * off, (end.x - begin.x) / far * off)
            begin, end, bend = (each.shifted(*across) for each in (begin, end, middle))
        return _outside(begin, bend), bend, _outside(end, bend)

    def _label(self, one: Strand, points: tuple[Point, Point, Point]) -> Iterator[str]:
        wide = bold_length(one.label, 11) + 9
        found = [_box(_along(points, part), wide) for part in _PLACES]
        if one.sort == "contact":
            found.append(_box(points[1].shifted(0, RADIUS + 12), wide))
        box = min(found, key=lambda each: sum(each.meets(other) for other in self.taken))
        self.taken.append(box)
        act = one.sort in {"act", "asked"}
        paint: Paint = {"fill": one.colour} if act else {"class_": "paper"}
        paint |= {"stroke": GLOW if one.sort == "asked" else "none", "stroke_width": 2.5}
        yield tag("rect", x=box.x, y=box.y, width=wide, height=box.height, rx=8, **paint)
        colour = "#ffffff" if act else str(STROKES[one.sort]["stroke"])
        at = Point(box.x + wide / 2, box.y + 12)
        yield text(at, one.label, 11, fill=colour, text_anchor="middle", font_weight="600")


def _line(one: Strand, points: tuple[Point, Point, Point]) -> Iterator[str]:
    begin, bend, end = points
    straight = abs(math.dist(begin, bend) + math.dist(bend, end) - math.dist(begin, end)) < 1
    data = path((begin, end) if straight else points)
    stroke = {"stroke": one.colour} | STROKES[one.sort]
    if one.sort == "asked":
        yield tag("path", d=data, fill="none", stroke=GLOW, stroke_width=9, stroke_linecap="round")
    yield tag("path", d=data, fill="none", **stroke)
    if one.forth:
        yield head(end, bend, fill=stroke["stroke"])
    if one.back:
        yield head(begin, bend, fill=stroke["stroke"])


def _outside(centre: Point, toward: Point) -> Point:
    far = math.dist(centre, toward) or 1
    reach = (RADIUS + 3) / far
    return centre.shifted((toward.x - centre.x) * reach, (toward.y - centre.y) * reach)


def _along(points: tuple[Point, Point, Point], part: float) -> Point:
    left = 1 - part
    weights = (left * left, 2 * left * part, part * part)
    return Point(
        sum(weight * one.x for weight, one in zip(weights, points, strict=True)),
        sum(weight * one.y for weight, one in zip(weights, points, strict=True)),
    )


def _box(middle: Point, width: float) -> Box:
    return Box(middle.x - width / 2, middle.y - 8, width, 16)


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
            label = " ".join((*map(HALF_MARKS.__getitem__, half), f"{fact.kind}?"))
            forth = fact.kind == "lof"
            yield Strand(sort="unknown", one=one, other=other, label=label, forth=forth)
    yield from _declarations(table, acts, colours)


def _mutual(sort: Sort, pairs: Iterable[Pair]) -> Iterator[Strand]:
    told: dict[tuple[str, str], set[str]] = {}
    for pair in pairs:
        one, other = sorted((pair.one, pair.other))
        told.setdefault((one, other), set()).update([pair.half] if pair.half else HALVES)
    for (one, other), halves in sorted(told.items()):
        label = "" if len(halves) == len(HALVES) else HALF_MARKS[min(halves)]
        yield Strand(sort=sort, one=one, other=other, label=label)


def _sights(table: Situation) -> Iterator[Strand]:
    seen = {(one.one, one.other, one.half) for one in table.lof}
    for half in (None, *HALVES):
        sort: Sort = "lof" if half is None else half
        for one, other in sorted({(a, b) for a, b, when in seen if when == half}):
            back = (other, one, half) in seen
            if one < other or not back:
                label = HALF_MARKS.get(sort, "")
                yield Strand(sort=sort, one=one, other=other, forth=True, back=back, label=label)


def _declarations(
    table: Situation, acts: Iterable[tuple[str, Act, bool]], colours: Mapping[str, str]
) -> Iterator[Strand]:
    aimed: dict[tuple[str, str], list[tuple[str, bool]]] = {}
    for number, act, asked in acts:
        actor = table.trooper(act.who)
        if act.at is not None and act.at != act.who:
            aimed.setdefault((actor.noted or act.who, act.at), []).append((number, asked))
    for (one, other), told in aimed.items():
        numbers = " ".join(dict.fromkeys(number for number, _ in told))
        side = next(t.side for t in table.troopers if one in _pieces(table, t.name))
        yield Strand(
            sort="asked" if any(asked for _, asked in told) else "act",
            one=one,
            other=other,
            label=numbers,
            forth=True,
            colour=colours[side],
        )


def _pieces(table: Situation, name: str) -> tuple[str, ...]:
    return (name, *(one.name for one in table.trooper(name).replicas))


_TOLD: Mapping[Sort, str] = {
    **dict.fromkeys(("lof", "first", "second"), "{0} sees {1}"),
    "unknown": "Something is unknown between {0} and {1}",
    "zoc": "{0} and {1} are in each other's Zone of Control",
    "contact": "{0} and {1} touch",
}
_HALVES = {mark: f" in the {half} half" for half, mark in HALF_MARKS.items()}
_CLOSE = 3 * RADIUS
_RISE = 62.0
_STEP = 34.0
_APART = 10.0
_PLACES = (0.5, 0.4, 0.6, 0.32, 0.68, 0.26, 0.74, 0.45, 0.55, 0.2, 0.8)
