"""Where what a situation says has its place among the inputs of a shape."""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter

from aro.compiled.shape import SEATS, STRANGE, Shape, shape_of
from aro.engine.edition_words import vocabulary
from aro.engine.facts import Asked, Part, atoms, of_part, parts
from aro.engine.word_check import check
from aro.knowledge.edition import Edition
from aro.parts import Act
from aro.situation import Situation

Pick = Callable[[Sequence[int]], Sequence[int]]
"""What takes the inputs of a circuit out of those of its whole shape."""


def seats(
    edition: Edition, form: Shape, table: Situation, acts: tuple[Act, ...]
) -> list[int] | None:
    """Return the places of the inputs that a question makes true; None if the shape lacks one.

    What each part of a situation puts there is kept with the shape, once its words are known to be
    the edition's.
    """
    found: list[int] = []
    for part in parts(table, acts):
        places = form.seats.get(part)
        if places is None:
            check(table, vocabulary(edition), acts)
            places = _seat(form, table, part)
        if places is STRANGE:
            return None
        found += places
    return found


def strange(
    edition: Edition, table: Situation, off: tuple[str, ...], acts: tuple[Act, ...]
) -> tuple[Shape, list[int]]:
    """Return the shape and the places of a question that the usual shape cannot express."""
    true = frozenset(atoms(table, Asked(acts=acts)))
    form = shape_of(edition, table, off, true)
    return form, [form.places[name] for name in true if name in form.places]


def row(form: Shape, places: Iterable[int]) -> list[int]:
    """Return the inputs of a shape, those at the places being true."""
    bits = [0] * len(form.row)
    for place in places:
        bits[place] = 1
    return bits


def picker(places: Sequence[int]) -> Pick:
    """Return what takes the inputs of a circuit, which have these places, out of a row."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda row: [row[place] for place in places]


def _seat(form: Shape, table: Situation, part: Part) -> tuple[int, ...]:
    names = tuple(of_part(table, part))
    places = tuple(form.places[name] for name in names if name in form.places)
    if len(form.seats) >= SEATS:
        form.seats.clear()
    return form.seats.setdefault(part, STRANGE if any(map(form.lacks, names)) else places)
