"""The pieces of a table as they are drawn: a token each, with its name, its look and its labels."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from aro.parts import Trooper
from aro.pictures.svg import Box, Paint, Point, length, tag, text
from aro.situation import Situation

RADIUS = 23.0
"""How large a token is."""

STATE = "#6a55c2"
"""The colour of a state."""

GLOW = "#f0b429"
"""The colour behind what is asked about."""

Look = Literal["model", "marker", "nothing", "device", "plain"]
"""What a token is drawn as; plain where nobody told what stands there."""

ChipSort = Literal["state", "trait", "unknown"]
"""What a label says: a state, something that the piece has, or what is unknown of it."""

_HUES = {
    "red": "#d0453f",
    "blue": "#3a7bdb",
    "green": "#2b8a3e",
    "yellow": "#a87900",
    "orange": "#c2590c",
    "purple": "#8a3fc0",
    "black": "#495057",
    "white": "#7a8794",
}
_SPARE = ("#c2590c", "#16808c")
_SAYS: Mapping[Look, str] = {
    "marker": "Marker {}",
    "model": "Model",
    "nothing": "not on the table",
}
_FEW = 3


@dataclass(frozen=True, slots=True)
class Chip:
    """A label of a piece."""

    words: str
    sort: ChipSort

    @property
    def width(self) -> float:
        """How wide it is drawn."""
        return length(self.words, 11) + 14

    def drawn(self, box: Box) -> str:
        """Return the label in a rounded box: filled for a state, dashed for what is unknown."""
        state = self.sort == "state"
        paint: Paint = {"fill": STATE} if state else {"class_": "card"}
        if self.sort == "unknown":
            paint["stroke_dasharray"] = "3 2"
        middle = Point(box.x + box.width / 2, box.y + box.height / 2 + 4)
        ink: Paint = {"fill": "#ffffff"} if state else {}
        words = text(middle, self.words, 11, text_anchor="middle", **ink)
        return tag("rect", **box._asdict(), rx=box.height / 2, **paint) + words


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A piece with all that is drawn of it, but for its place."""

    name: str
    trooper: str
    side: str
    colour: str
    look: Look
    form: str
    says: str
    chips: tuple[Chip, ...]

    def told(self) -> str:
        """Return the piece in words."""
        known = ", ".join(filter(None, (self.says, *(chip.words for chip in self.chips))))
        return f"{self.name} ({known})" if known else self.name


def colours(table: Situation) -> dict[str, str]:
    """Return a colour for each side: the one that its name names, if it does."""
    sides = sorted({one.side for one in table.troopers} | {table.active})
    return {
        side: _HUES.get(side.casefold(), _SPARE[n % len(_SPARE)]) for n, side in enumerate(sides)
    }


def tokens(table: Situation, forms: Mapping[str, str] | None) -> Iterator[Token]:
    """Yield the pieces of a table; `forms` says as what each stands there, if that is known."""
    hues = colours(table)
    for trooper in table.troopers:
        replicas = {replica.name: replica.form for replica in trooper.replicas}
        for name in (trooper.name, *replicas):
            own = name == trooper.name
            form = replicas.get(name, "") if forms is None else forms.get(name, "nothing")
            look = _look(form, trooper.device)
            device = look == "device" or (own and trooper.device)
            says = (
                f"device {trooper.device}" if device else "",
                _SAYS.get(look, "").format(form),
                "" if own else f"stands for {trooper.name}",
            )
            yield Token(
                name=name,
                trooper=trooper.name,
                side=trooper.side,
                colour=hues[trooper.side],
                look=look,
                form=trooper.device or "" if look == "device" else form,
                says=", ".join(filter(None, says)),
                chips=tuple(_chips(trooper, name, table)),
            )


def _look(form: str, device: str | None) -> Look:
    """Return what a piece is drawn as that stands there in a form; no form if nobody told it."""
    if form not in {"", "model"}:
        return "nothing" if form == "nothing" else "marker"
    if device:
        return "device"
    return "model" if form else "plain"


def _chips(trooper: Trooper, name: str, table: Situation) -> Iterator[Chip]:
    unknown = [fact for fact in table.unknown if fact.of[:1] == (trooper.name,)]
    if name == trooper.name:
        yield from (Chip(state, "state") for state in trooper.states)
        yield from (Chip(trait, "trait") for trait in trooper.has)
        yield from (Chip(f"{figure} {value}", "trait") for figure, value in trooper.numbers)
        for kind in ("is", "has"):
            hidden = [fact.of[1] for fact in unknown if fact.kind == kind]
            if len(hidden) > _FEW:
                hidden = [f"what it {kind}"]
            yield from (Chip(f"{word}?", "unknown") for word in hidden)
    if any(fact.kind == "noted" for fact in unknown):
        yield Chip("the real one?", "unknown")
    elif trooper.replicas and name == (trooper.noted or trooper.name):
        yield Chip("the real one", "trait")
