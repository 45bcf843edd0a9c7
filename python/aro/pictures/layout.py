"""Where every piece of a table stands: one side left, the other right, those that touch between.

A situation knows no distances, so the places mean nothing but that enemies in contact touch.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aro.pictures.lines import Strand
from aro.pictures.pieces import RADIUS, Piece
from aro.pictures.svg import EDGE, Point


@dataclass(frozen=True, slots=True)
class Layout:
    """The size of a table, the centre of each token, and beside what each text stands."""

    width: float
    height: float
    places: Mapping[str, Point]
    texts: Mapping[str, Point]


def arranged(pieces: Iterable[Piece], lines: Sequence[Strand]) -> Layout:
    """Return where pieces go, so that what they are tied to is near."""
    named = {piece.name: piece for piece in pieces}
    sides = [[one for one in named.values() if one.left == left] for left in (True, False)]
    reach = [EDGE + max((one.width for one in side), default=0) + RADIUS + 14 for side in sides]
    width = max(_LEAST, sum(reach) + (_MIDDLE if lines else _EMPTY))
    columns = (reach[0], width - reach[1])
    places: dict[str, Point] = {}
    texts: dict[str, Point] = {}
    y = 0.0
    for names in _touching(named, lines):
        over = sum({*line.ends} == {*names} and line.sort != "contact" for line in lines)
        heights = [named[name].height for name in names]
        tall = max(*heights, 2 * (RADIUS + _BOW * ((over + 1) // 2)))
        for name, x, off in zip(names, columns, (-RADIUS, RADIUS), strict=True):
            texts[name] = Point(x, y + tall / 2)
            places[name] = Point(width / 2 + off, y + tall / 2)
        y += tall + _ROW
    left, right = ([one for one in side if one.name not in places] for side in sides)
    rows = (left, _near(right, left, lines))
    full = [sum(one.height + _ROW for one in row) for row in rows]
    for row, x, taken in zip(rows, columns, full, strict=True):
        spare = (max(full) - taken) / (len(row) or 1)
        below = y
        for one in row:
            places[one.name] = texts[one.name] = Point(x, below + (spare + one.height) / 2)
            below += one.height + _ROW + spare
    return Layout(width, y + max(full) - _ROW, places, texts)


def _touching(named: Mapping[str, Piece], lines: Iterable[Strand]) -> Iterator[tuple[str, str]]:
    """Yield the enemies that can be drawn touching, left and right: each touches nobody else."""
    pairs = [line.ends for line in lines if line.sort == "contact"]
    touched = [name for pair in pairs for name in pair]
    for one, other in pairs:
        if named[one].left != named[other].left and touched.count(one) == touched.count(other) == 1:
            yield (one, other) if named[one].left else (other, one)


def _near(pieces: Sequence[Piece], others: Sequence[Piece], lines: Iterable[Strand]) -> list[Piece]:
    """Return pieces so that those of a trooper are about as high as those that lines tie it to."""
    heights = {piece.name: place / len(others) for place, piece in enumerate(others)}
    troopers = {piece.name: piece.owner.name for piece in pieces}
    tied: dict[str, list[float]] = {}
    for line in lines:
        for one, other in (line.ends, line.ends[::-1]):
            if one in troopers and other in heights:
                tied.setdefault(troopers[one], []).append(heights[other])
    for place, trooper in enumerate(troopers.values()):
        tied.setdefault(trooper, [place / len(pieces)])
    means = {trooper: sum(found) / len(found) for trooper, found in tied.items()}
    return sorted(pieces, key=lambda piece: (means[piece.owner.name], piece.owner.name))


_LEAST = 640.0
_MIDDLE = 330.0
_EMPTY = 120.0
_ROW = 24.0
_BOW = 17.0
