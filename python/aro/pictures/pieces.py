"""The pieces of a table as they are drawn: a token each, with its name, its look and its labels."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from aro.parts import Trooper
from aro.pictures.svg import length
from aro.situation import Situation

RADIUS = 23.0
"""How large a token is."""

STATE = "#6a55c2"
"""The colour of a state."""

GLOW = "#f0b429"
"""The colour behind what is asked about."""

Look = Literal["model", "marker", "nothing", "device", "plain"]
"""What a token is drawn as; plain where nobody told what stands there."""

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
_MODEL, _NOTHING = "model", "nothing"
_FEW = 3


@dataclass(frozen=True, slots=True)
class Chip:
    """A label of a piece: a state, something it has, a number of its own, or what is unknown."""

    words: str
    sort: Literal["state", "trait", "unknown"]

    @property
    def width(self) -> float:
        """How wide it is drawn."""
        return length(self.words, 11) + 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A piece with all that is drawn of it, but for its place."""

    name: str
    trooper: str
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
        unsure = any(one.kind == "noted" and one.of[0] == trooper.name for one in table.unknown)
        for name in (trooper.name, *(replica.name for replica in trooper.replicas)):
            own = name == trooper.name
            look, form = _look(trooper, name, forms)
            chips = [*_labels(trooper, table)] if own else []
            if unsure:
                chips.append(Chip("the real one?", "unknown"))
            elif trooper.replicas and name == (trooper.noted or trooper.name):
                chips.append(Chip("the real one", "trait"))
            yield Token(
                name=name,
                trooper=trooper.name,
                colour=hues[trooper.side],
                look=look,
                form=form,
                says=", ".join(_says(trooper, look, form, own=own)),
                chips=tuple(chips),
            )


def _look(trooper: Trooper, name: str, forms: Mapping[str, str] | None) -> tuple[Look, str]:
    if forms is None:
        form = next((one.form for one in trooper.replicas if one.name == name), "")
        if form:
            return "marker", form
        return ("device", trooper.device) if trooper.device else ("plain", "")
    form = forms.get(name, _NOTHING)
    if form == _NOTHING:
        return "nothing", ""
    if form != _MODEL:
        return "marker", form
    return ("device", trooper.device) if trooper.device else ("model", "")


def _says(trooper: Trooper, look: Look, form: str, *, own: bool) -> Iterator[str]:
    if look == "device" or (own and trooper.device):
        yield f"device {trooper.device}"
    if look == "marker":
        yield f"Marker {form}"
    elif look == "model":
        yield "Model"
    elif look == "nothing":
        yield "not on the table"
    if not own:
        yield f"stands for {trooper.name}"


def _labels(trooper: Trooper, table: Situation) -> Iterator[Chip]:
    yield from (Chip(state, "state") for state in trooper.states)
    yield from (Chip(trait, "trait") for trait in trooper.has)
    yield from (Chip(f"{name} {held}", "trait") for name, held in trooper.numbers)
    for kind in ("is", "has"):
        hidden = [f.of[1] for f in table.unknown if f.kind == kind and f.of[0] == trooper.name]
        if len(hidden) > _FEW:
            hidden = [f"what it {kind}"]
        yield from (Chip(f"{word}?", "unknown") for word in hidden)
