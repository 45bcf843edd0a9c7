"""What stands under a table: the Order by steps, what came of it, what the drawing means."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from aro.engine.phrases import STEPS as STEP_WORDS
from aro.engine.phrases import declaration
from aro.parts import STEPS, Act
from aro.pictures.lines import HALF_MARKS, STROKES, Sort
from aro.pictures.pieces import GLOW, STATE, Token
from aro.pictures.svg import Box, Paint, Point, broken, head, length, pill, tag, text
from aro.situation import Situation

COVERED: Paint = {"fill": "none", "stroke": "#c2590c", "stroke_width": 2.5}
"""How a piece under a template is ringed."""

Numbered = tuple[str, Act, bool]
"""A declaration, the number it bears in the picture, and whether it is asked about."""


def numbered(table: Situation, asked: Iterable[Act]) -> tuple[Numbered, ...]:
    """Return the declarations of the Order by number, and then what else is asked, as `?`."""
    asked = tuple(dict.fromkeys(asked))
    bare = {act.bare for act in asked}
    order = ((str(n), act, act.bare in bare) for n, act in enumerate(table.order, 1))
    declared = {act.bare for act in table.order}
    return (*order, *(("?", act, True) for act in asked if act.bare not in declared))


@dataclass(frozen=True, slots=True)
class Panel:
    """The declarations of a table in columns, one for each step in which there are any."""

    table: Situation
    acts: tuple[Numbered, ...]
    colours: Mapping[str, str]

    @property
    def columns(self) -> tuple[tuple[str, tuple[Numbered, ...]], ...]:
        """The steps in which something is declared or asked, each with its declarations."""
        steps = ((step, tuple(one for one in self.acts if one[1].when == step)) for step in STEPS)
        return tuple((STEP_WORDS[step], found) for step, found in steps if found)

    def drawn(self, y: float, width: float) -> tuple[float, list[str]]:
        """Return where the panel ends, begun at that height, and what it draws."""
        found: list[str] = []
        lowest = y
        columns = self.columns
        wide = (width - 2 * _EDGE - _GAP * (len(columns) - 1)) / max(1, len(columns))
        for place, (heading, acts) in enumerate(columns):
            at = Point(_EDGE + place * (wide + _GAP), y + 14)
            found.append(text(at, heading, 12, class_="soft", font_weight="600"))
            at = at.shifted(0, 22)
            for one in acts:
                down, drawn = self._act(one, at, wide - 26)
                found += drawn
                at = at.shifted(0, down)
            lowest = max(lowest, at.y - 12)
        lowest += 4 if columns else -6
        for note in notes(self.table):
            for line in broken(note, 12, width - 2 * _EDGE):
                lowest += 17
                found.append(text(Point(_EDGE, lowest), line, 12))
        return lowest, found

    def _act(self, one: Numbered, at: Point, width: float) -> tuple[float, list[str]]:
        number, act, asked = one
        colour = self.colours[self.table.trooper(act.who).side]
        ring: Paint = {"stroke": GLOW, "stroke_width": 3} if asked else {}
        middle = at.shifted(9, -4)
        found = [
            tag("circle", cx=middle.x, cy=middle.y, r=9, fill=colour, **ring),
            text(
                middle.shifted(0, 4),
                number,
                11,
                fill="#ffffff",
                text_anchor="middle",
                font_weight="600",
            ),
        ]
        down = 0.0
        for line in broken(declaration(act), 12.5, width):
            found.append(text(at.shifted(26, down), line, 12.5))
            down += 16
        for came in results(self.table, act):
            for line in broken(came, 11.5, width):
                found.append(text(at.shifted(26, down), line, 11.5, class_="soft"))
                down += 15
        return down + 8, found


def results(table: Situation, act: Act) -> Iterator[str]:
    """Yield what came of a declaration, in words."""
    for roll in table.rolls:
        if roll.act == act:
            yield f"Roll: {roll.result}"
    for fact in table.unknown:
        if fact.kind == "roll" and act.answers_to(Act(*fact.of)):
            yield "Roll: unknown"
    for hit in table.hits:
        if hit.act == act:
            kinds = (" critically" if hit.critical else "", ", a Saving Roll" if hit.saves else "")
            yield f"hits {hit.on}{''.join(kinds)}"


def notes(table: Situation) -> Iterator[str]:
    """Yield what no line and no label can show, in words."""
    if table.phase != "orders":
        yield f"Phase: {table.phase}."
    if table.game is not None:
        yield f"Game: {table.game}."
    yield from (f"Event: {one.who} {one.verb} {one.what}." for one in table.events)
    yield from (f"Remembered: {' '.join((one.kind, *one.of))}." for one in table.memory)
    for fact in table.unknown:
        if fact.kind in {"event", "memory"}:
            yield f"Unknown: {fact.kind} {' '.join(fact.of)}."
    if table.ends_turn:
        yield "The turn ends with this Order."


def legend(
    tokens: Iterable[Token],
    sorts: Collection[Sort],
    acts: Iterable[Numbered],
    y: float,
    width: float,
) -> tuple[float, list[str]]:
    """Return where the legend ends, and it: what occurs in this picture and nothing else."""
    at, found = Point(_EDGE, y), []
    for words, sample in _samples(tuple(tokens), sorts, tuple(acts)):
        wide = _SAMPLE + length(words, 11) + 18
        if at.x > _EDGE and at.x + wide > width - _EDGE:
            at = Point(_EDGE, at.y + 20)
        found.append(tag("g", sample, transform=f"translate({at.x:g},{at.y:g})"))
        found.append(text(at.shifted(_SAMPLE + 6, 4), words, 11, class_="soft"))
        at = at.shifted(wide, 0)
    return at.y + (10 if found else -14), found


def _samples(
    tokens: tuple[Token, ...], sorts: Collection[Sort], acts: tuple[Numbered, ...]
) -> Iterator[tuple[str, str]]:
    chips = {chip.sort for one in tokens for chip in one.chips}
    if "state" in chips:
        yield "state", pill(Box(4, -7, 26, 14), "", STATE)
    if "trait" in chips:
        yield "has", pill(Box(4, -7, 26, 14), "")
    if "unknown" in chips:
        yield "unknown", pill(Box(4, -7, 26, 14), "", dashed=True)
    for sort, words in _MEANINGS.items():
        if sort in sorts:
            stroke = {"stroke": "#59636e"} | STROKES[sort]
            line = tag("path", d="M0,0 L34,0", fill="none", **stroke)
            arrow = head(Point(34, 0), Point(0, 0), fill=stroke["stroke"])
            yield words, line + (arrow if sort not in {"zoc", "contact"} else "")
    if any(act.covers for _, act, _ in acts):
        yield "under a template", tag("circle", cx=17, cy=0, r=7, stroke_dasharray="5 2", **COVERED)
    if any(asked for _, _, asked in acts):
        ring = tag("circle", cx=17, cy=0, r=7, fill="#59636e", stroke=GLOW, stroke_width=3)
        yield "asked about", ring


_MEANINGS: Mapping[Sort, str] = {
    "lof": "Line of Fire",
    "first": f"Line of Fire, first half ({HALF_MARKS['first']})",
    "second": f"Line of Fire, second half ({HALF_MARKS['second']})",
    "unknown": "nobody knows",
    "zoc": "Zone of Control",
    "contact": "contact: they touch",
    "act": "declared at",
}
_EDGE = 24.0
_GAP = 22.0
_SAMPLE = 34.0
