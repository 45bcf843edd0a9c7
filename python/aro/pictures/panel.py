"""What stands under a table: the Order by steps, what came of it, what the drawing means."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from aro.engine.phrases import STEPS as STEP_WORDS
from aro.engine.phrases import declaration
from aro.parts import STEPS, Act
from aro.pictures import svg
from aro.pictures.lines import LOOKS, Strand
from aro.pictures.pieces import GLOW, Chip, ChipSort, Token, colours
from aro.pictures.svg import BOLD, WHITE, Box, Paint, Point
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


def panel(
    table: Situation, acts: Iterable[Numbered], y: float, width: float
) -> tuple[float, list[str]]:
    """Return where the panel ends, begun at that height, and what it draws.

    The declarations stand in columns, one for each step in which there are any.
    """
    columns = {step: [one for one in acts if one[1].when == step] for step in STEPS}
    columns = {step: mine for step, mine in columns.items() if mine}
    drawn: list[str] = []
    lowest = y
    wide = (width - 2 * _EDGE - _GAP * (len(columns) - 1)) / max(1, len(columns))
    hues = colours(table)
    for place, (step, mine) in enumerate(columns.items()):
        at = Point(_EDGE + place * (wide + _GAP), y + 14)
        drawn.append(svg.text(at, STEP_WORDS[step], 12, class_="soft", **BOLD))
        column = svg.Column(at.shifted(26, 22), drawn)
        for number, act, asked in mine:
            ring: Paint = {"stroke": GLOW, "stroke_width": 3} if asked else {}
            colour = hues[table.trooper(act.who).side]
            drawn.append(svg.circle(column.at.shifted(-17, -4), 9, fill=colour, **ring))
            drawn.append(svg.text(column.at.shifted(-17, 0), number, 11, **WHITE))
            column.write(declaration(act), 12.5, wide - 26, 16)
            for result in results(table, act):
                column.write(result, 11.5, wide - 26, 15, class_="soft")
            column.at = column.at.shifted(0, 8)
        lowest = max(lowest, column.at.y - 12)
    column = svg.Column(Point(_EDGE, lowest + (21 if columns else 11)), drawn)
    for note in notes(table):
        column.write(note, 12, width - 2 * _EDGE, 17)
    return column.at.y - 17, drawn


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


def legend(samples: Iterable[tuple[str, str]], y: float, width: float) -> tuple[float, list[str]]:
    """Return where the legend ends, begun at that height, and what it draws."""
    at = Point(_EDGE, y)
    drawn: list[str] = []
    for words, sample in samples:
        wide = _SAMPLE + svg.length(words, 11) + 18
        if at.x > _EDGE and at.x + wide > width - _EDGE:
            at = Point(_EDGE, at.y + 20)
        drawn.append(svg.tag("g", sample, transform=f"translate({at.x:g},{at.y:g})"))
        drawn.append(svg.text(at.shifted(_SAMPLE + 6, 4), words, 11, class_="soft"))
        at = at.shifted(wide, 0)
    return at.y + (10 if drawn else -14), drawn


def samples(
    tokens: Iterable[Token], lines: Iterable[Strand], acts: Collection[Numbered]
) -> Iterator[tuple[str, str]]:
    """Yield what occurs in a picture and nothing else: its meaning, and how it looks."""
    sorts = {strand.sort for strand in lines}
    chips = {chip.sort for token in tokens for chip in token.chips}
    for sort, words in _CHIPS.items():
        if sort in chips:
            yield words, Chip("", sort).drawn(Box(4, -7, 26, 14))
    begin, end = Point(0, 0), Point(34, 0)
    for line, look in LOOKS.items():
        if line in sorts and look.legend:
            sample = svg.line(begin, end, **look.stroke(_GREY))
            if line not in {"zoc", "contact"}:
                sample += svg.head(end, begin, fill=look.colour or _GREY)
            yield look.legend, sample
    middle = Point(17, 0)
    if any(act.covers for _, act, _ in acts):
        yield "under a template", svg.circle(middle, 7, stroke_dasharray="5 2", **COVERED)
    if any(asked for _, _, asked in acts):
        yield "asked about", svg.circle(middle, 7, fill=_GREY, stroke=GLOW, stroke_width=3)


_CHIPS: Mapping[ChipSort, str] = {"state": "state", "trait": "has", "unknown": "unknown"}
_GREY = "#59636e"
_EDGE = 24.0
_GAP = 22.0
_SAMPLE = 34.0
