"""Where every piece of a table stands: one side left, the other right, those that touch between.

A situation knows no distances, so the places mean nothing but that enemies in contact touch.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aro.pictures.cards import Card
from aro.pictures.lines import Strand
from aro.pictures.pieces import RADIUS
from aro.pictures.svg import Point

EDGE = 24.0
"""How much room there is around everything."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The size of a table, the centre of each token, and where each text begins."""

    width: float
    height: float
    places: Mapping[str, Point]
    texts: Mapping[str, Point]

    def inward(self, name: str) -> int:
        """Return on which side of a piece the middle is: 1 to the right of it, -1 to the left."""
        return 1 if self.texts[name].x < self.width / 2 else -1


def arranged(left: Sequence[Card], right: Sequence[Card], lines: Sequence[Strand]) -> Layout:
    """Return where the cards of both sides go, so that what they are tied to is near."""
    reach = [EDGE + (cards[0].width if cards else 0.0) + RADIUS + 14 for cards in (left, right)]
    gap = _MIDDLE if lines else _EMPTY
    width = max(_LEAST, sum(reach) + gap)
    at = (reach[0], width - reach[1])
    places: dict[str, Point] = {}
    texts: dict[str, Point] = {}
    y = 0.0
    for pair in _touching((*left, *right), lines):
        names = sorted(card.token.name for card in pair)
        over = sum([*line.ends] == names and line.sort != "contact" for line in lines)
        tall = max(*(card.height for card in pair), 2 * (RADIUS + _BOW * ((over + 1) // 2)))
        for card, x, off in zip(pair, at, (-RADIUS, RADIUS), strict=True):
            texts[card.token.name] = Point(x, y + tall / 2)
            places[card.token.name] = Point(width / 2 + off, y + tall / 2)
        y += tall + _ROW
    rest = [[card for card in cards if card.token.name not in places] for cards in (left, right)]
    tall = max(sum(card.height + _ROW for card in cards) for cards in rest)
    for cards, x in zip((rest[0], _near(rest[1], rest[0], lines)), at, strict=True):
        spare = (tall - sum(card.height + _ROW for card in cards)) / (len(cards) or 1)
        below = y
        for card in cards:
            place = Point(x, below + (spare + card.height) / 2)
            places[card.token.name] = texts[card.token.name] = place
            below += card.height + _ROW + spare
    return Layout(width, y + tall - _ROW, places, texts)


def _touching(cards: Iterable[Card], lines: Iterable[Strand]) -> Iterator[tuple[Card, Card]]:
    """Yield the enemies that can be drawn touching: each of them touches nobody else."""
    named = {card.token.name: card for card in cards}
    pairs = [line.ends for line in lines if line.sort == "contact"]
    touched = [name for pair in pairs for name in pair]
    for pair in pairs:
        one, other = (named[name] for name in pair)
        if one.left != other.left and all(touched.count(name) == 1 for name in pair):
            yield (one, other) if one.left else (other, one)


def _near(cards: Sequence[Card], others: Sequence[Card], lines: Sequence[Strand]) -> list[Card]:
    """Return cards so that each is about as high as those that lines tie it to."""
    rows = {card.token.name: place / len(others) for place, card in enumerate(others)}
    troops = {card.token.name: card.token.trooper for card in cards}
    tied: dict[str, list[float]] = {}
    for line in lines:
        for one, other in (line.ends, line.ends[::-1]):
            if one in troops and other in rows:
                tied.setdefault(troops[one], []).append(rows[other])
    for place, troop in enumerate(troops.values()):
        tied.setdefault(troop, [place / len(cards)])
    heights = {troop: sum(found) / len(found) for troop, found in tied.items()}
    return sorted(cards, key=lambda card: (heights[card.token.trooper], card.token.trooper))


_LEAST = 640.0
_MIDDLE = 330.0
_EMPTY = 120.0
_ROW = 24.0
_BOW = 17.0
