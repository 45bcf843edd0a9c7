"""The floor of the coverage: by edition, figures below which it may not fall.

It is a YAML file, which `aro coverage EDITION --floor FILE --raise` writes.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from aro.analysis.coverage import FIGURES, EditionCoverage
from aro.errors import SituationError
from aro.knowledge.yaml_nodes import Node
from aro.knowledge.yaml_reader import Reader, document

Floor = Mapping[str, Mapping[str, int]]
"""By edition, the figures below which it may not fall."""


def fallen(found: EditionCoverage, floor: Floor) -> tuple[str, ...]:
    """Return a line for each figure that is lower than the floor has it."""
    name = found.book.edition.name
    least, now = floor.get(name, {}), found.figures()
    lower = (one for one in FIGURES if now[one] < least.get(one, 0))
    return tuple(f"{name}: {one} {now[one]}, and was {least[one]}" for one in lower)


def floor_of(path: Path, *, new: bool = False) -> Floor:
    """Return the floor that a file holds, of a `new` one none; faults are raised together."""
    if new and not path.exists():
        return {}
    reader = Reader(str(path))
    node = document(reader, path)
    table = reader.table(node, "the floor") if node is not None else None
    found = {
        name: dict(_least(reader, one)) for name, one in (table.value if table else {}).items()
    }
    reader.close(f"{path} is at fault", SituationError)
    return found


def raised(found: EditionCoverage, floor: Floor) -> str:
    """Return the text of a floor in which the figures of an edition are what they are now."""
    figures = dict(floor) | {found.book.edition.name: found.figures()}
    lines = (
        f"{one}: {{{', '.join(f'{figure}: {told[figure]}' for figure in FIGURES)}}}\n"
        for one, told in sorted(figures.items())
    )
    return "".join((_HEADING, *lines))


_HEADING = "# Figures that may not fall; aro coverage EDITION --floor FILE --raise writes them.\n"


def _least(reader: Reader, node: Node) -> Iterator[tuple[str, int]]:
    for key, one in reader.mapping(node, "an edition's floor", required=FIGURES).items():
        text = reader.text(one, key)
        if text is not None and not text.isdecimal():
            reader.fault(one, f"{key} is {text!r}", expected="a number")
        elif text is not None:
            yield key, int(text)
