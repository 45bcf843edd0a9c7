"""Boxes of given sizes and arrows between them, laid out by Graphviz from left to right."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aro.extras import extra
from aro.pictures.svg import Box, Point

_PAIR = re.compile(r"(?:^|[ ,])(e,)?(-?[\d.]+),(-?[\d.]+)")
_INCH = 72.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An arrow from a box, or a frame, to another; only a pointed one has a head.

    One that leads `back` runs to a box before its own and enters it on any side.
    """

    one: str
    other: str
    pointed: bool
    back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A frame around boxes; frames lie within one another or apart."""

    name: str
    boxes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Curve:
    """An arrow laid out: the points of a cubic spline, and the tip of its head."""

    points: tuple[Point, ...]
    tip: Point | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A graph laid out: its size, where boxes and frames are, and the arrows in their order."""

    width: float
    height: float
    boxes: Mapping[str, Box]
    frames: Mapping[str, Box]
    curves: tuple[Curve, ...]


def laid_out(
    sizes: Mapping[str, tuple[float, float]], frames: Sequence[Frame], links: Sequence[Link]
) -> Drawn:
    """Return where everything goes; raise `SituationError` where the extra is missing."""
    graphviz = extra("pygraphviz", "pictures", "a diagram of states")
    numbers = {name: f"n{place}" for place, name in enumerate(sizes)}
    text = "".join(_dot(sizes, frames, links, numbers))
    graph = json.loads(graphviz.AGraph(string=text).draw(format="json0", prog="dot"))
    _, _, width, height = map(float, graph["bb"].split(","))
    found = {one["name"]: one for one in graph["objects"]}

    def flipped(x: float, y: float) -> Point:
        return Point(x, height - y)

    boxes = {}
    for name, (wide, tall) in sizes.items():
        x, y = map(float, found[numbers[name]]["pos"].split(","))
        boxes[name] = Box(*flipped(x - wide / 2, y + tall / 2), wide, tall)
    framed = {}
    for place, frame in enumerate(frames):
        left, low, right, high = map(float, found[f"cluster_{place}"]["bb"].split(","))
        framed[frame.name] = Box(*flipped(left, high), right - left, high - low)
    curves = []
    for edge in sorted(graph.get("edges", ()), key=lambda one: int(one["comment"])):
        points = [(tip, flipped(float(x), float(y))) for tip, x, y in _PAIR.findall(edge["pos"])]
        tips = [point for tip, point in points if tip]
        line = tuple(point for tip, point in points if not tip)
        curves.append(Curve(line, tips[0] if tips else None))
    return Drawn(width=width, height=height, boxes=boxes, frames=framed, curves=tuple(curves))


def _dot(
    sizes: Mapping[str, tuple[float, float]],
    frames: Sequence[Frame],
    links: Sequence[Link],
    numbers: Mapping[str, str],
) -> Iterator[str]:
    """Yield the graph in the language of Graphviz; nothing of any name is written into it."""
    yield 'digraph { compound=true; rankdir=LR; nodesep=0.28; ranksep=0.5; node [label="" '
    yield "shape=box fixedsize=true];\n"
    for name, (wide, tall) in sizes.items():
        yield f"{numbers[name]} [width={wide / _INCH:.4f} height={tall / _INCH:.4f}];\n"
    yield from _nested(frames, range(len(frames)), numbers)
    clusters = {frame.name: f"cluster_{place}" for place, frame in enumerate(frames)}
    inside = {frame.name: numbers[max(frame.boxes, key=list(sizes).index)] for frame in frames}
    for place, link in enumerate(links):
        one, other = (inside.get(name) or numbers[name] for name in (link.one, link.other))
        tail = f"ltail={clusters[link.one]} " if link.one in clusters else ""
        tip = f"lhead={clusters[link.other]} " if link.other in clusters else ""
        sides = "" if link.back else "headport=w "
        head = "normal" if link.pointed else "none"
        yield f"{one} -> {other} [comment={place} arrowhead={head} {sides}{tail}{tip}];\n"
    yield "}\n"


def _nested(
    frames: Sequence[Frame], places: Sequence[int], numbers: Mapping[str, str]
) -> Iterator[str]:
    for place in places:
        mine = frames[place].boxes
        if not any(mine < frames[other].boxes for other in places):
            within = [other for other in places if frames[other].boxes < mine]
            yield f"subgraph cluster_{place} {{ margin=20; "
            yield " ".join(sorted(numbers[name] for name in mine))
            yield "\n"
            yield from _nested(frames, within, numbers)
            yield "}\n"
