"""What became of troopers and pieces in an Order: the parts of an `Outcome`."""

from dataclasses import dataclass

from aro.knowledge.edition import Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A state that began, ended or turned into another for a trooper: when, and by which clause."""

    trooper: str
    ended: str | None
    began: str | None
    moment: str
    clause: Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """How a trooper stands at the end: its states, and what each of its pieces looks like.

    What hangs on an unknown fact is in `maybe_states` and `maybe_pieces`.
    """

    trooper: str
    states: tuple[str, ...]
    pieces: tuple[tuple[str, str], ...]
    maybe_states: tuple[str, ...] = ()
    maybe_pieces: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """What the player of a trooper now has to do, and the clause that says so."""

    trooper: str
    duty: str
    clause: Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A named value that a piece has by a clause: its Silhouette, its arc."""

    piece: str
    name: str
    value: int | str
    clause: Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Perhaps:
    """A result that hangs on an unknown fact, as a sentence, and the clause that would bring it.

    `profile` if only a special skill that nobody knows of could bring it about.
    """

    says: str
    clause: Clause | None
    profile: bool = False
