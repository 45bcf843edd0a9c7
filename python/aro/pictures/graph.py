"""Boxes of given sizes and arrows between them, laid out by Graphviz from left to right."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
    colour: str
    pointed: bool = False
    back: bool = False


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
    curves: tuple[Curve, ...]


def laid_out(
    sizes: Mapping[str, tuple[float, float]],
    frames: Mapping[str, frozenset[str]],
    links: Sequence[Link],
) -> Drawn:
    """Return where everything goes; raise `SituationError` where the extra is missing.

    Each frame holds some boxes, and lies within one that stands before it or apart.
    """
    graphviz = extra("pygraphviz", "pictures", "a diagram of states")
    graph = graphviz.AGraph(
        directed=True, strict=False, compound=True, rankdir="LR", nodesep=0.28, ranksep=0.5
    )
    graph.node_attr.update(label="", shape="box", fixedsize=True)
    for name, (width, height) in sizes.items():
        graph.add_node(name, width=f"{width / _INCH:.4f}", height=f"{height / _INCH:.4f}")
    clusters: dict[str, Any] = {}
    for place, (frame, boxes) in enumerate(frames.items()):
        around = [cluster for other, cluster in clusters.items() if boxes <= frames[other]]
        parent = around[-1] if around else graph
        clusters[frame] = parent.add_subgraph(sorted(boxes), name=f"cluster_{place}", margin=20)
    ends = {frame: max(boxes, key=list(sizes).index) for frame, boxes in frames.items()}
    names = {frame: cluster.name for frame, cluster in clusters.items()}
    edges = []
    for place, link in enumerate(links):
        edge = (ends.get(link.one, link.one), ends.get(link.other, link.other), str(place))
        graph.add_edge(
            *edge,
            arrowhead="normal" if link.pointed else "none",
            headport="" if link.back else "w",
            ltail=names.get(link.one, ""),
            lhead=names.get(link.other, ""),
        )
        edges.append(graph.get_edge(*edge))
    graph.layout(prog="dot")
    _, _, width, height = map(float, graph.graph_attr["bb"].split(","))

    def flipped(x: float, y: float) -> Point:
        return Point(x, height - y)

    def box(node: str) -> Box:
        x, y = map(float, graph.get_node(node).attr["pos"].split(","))
        wide, tall = sizes[node]
        return Box(*flipped(x - wide / 2, y + tall / 2), wide, tall)

    def framed(frame: str) -> Box:
        left, low, right, high = map(float, clusters[frame].graph_attr["bb"].split(","))
        return Box(*flipped(left, high), right - left, high - low)

    def curve(position: str) -> Curve:
        points = [(tip, flipped(float(x), float(y))) for tip, x, y in _PAIR.findall(position)]
        tips = [point for tip, point in points if tip]
        return Curve(tuple(p for tip, p in points if not tip), tips[0] if tips else None)

    return Drawn(
        width=width,
        height=height,
        boxes={**{name: box(name) for name in sizes}, **{name: framed(name) for name in frames}},
        curves=tuple(curve(edge.attr["pos"]) for edge in edges),
    )
