"""One answer, told in three ways: by the compiled shape, by clingo warm, by plain clingo.

Each returns all that an answer shows, with everything that anybody could declare asked about.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

import clingo

from aro.compiled.circuit import Circuit
from aro.compiled.shape import Shape
from aro.engine.clingo_program import Program, written
from aro.engine.facts import atoms, shape, term, text
from aro.engine.result_kinds import RESULT_KINDS
from aro.knowledge import library as kb
from aro.parts import STEPS
from aro.rulebook import Rulebook
from aro.situation import Situation

ACT = re.compile(r"(act\((?:first|second|aro_[12]),[^()]*(?:\([^()]*\))?\))")
"""An act, in an atom that is about it."""

_COMMAND = ("state(", "controls(")
_SHOWN = ("ruling(", "because(", *(f"{name}(" for name in RESULT_KINDS))

Readings = Mapping[str, str]


def compiled(book: Rulebook, table: Situation, readings: Readings) -> set[str]:
    """Return the answer of the compiled shape."""
    ready = book.ready(table)
    circuit = _whole(ready.shape)
    true = [*ready.true, *(f"reads({one},{chosen})" for one, chosen in readings.items())]
    return {_shown(name) for name, held in circuit.held([true]).items() if held}


def warm(book: Rulebook, table: Situation, readings: Readings) -> set[str]:
    """Return the answer of the shape's ground program, which clingo solves with its inputs set."""
    devices, ready = {one.name for one in table.troopers if one.device}, book.ready(table)
    beside = [f"asked({term(table, act)})" for act in table.order if act.who in devices]
    # who is commanded by the other side is a fact of the shape, and nothing that is open in it
    beside += [
        fact for fact in atoms(table) if fact.startswith(_COMMAND) and ready.shape.lacks(fact)
    ]
    facts = (*shape(table), *_every(table), *book.off, *beside)
    program = _ground(book, f"{''.join(f'{fact}.' for fact in facts)}opens(table;readings).\n")
    true = [*ready.true, *(f"reads({o},{chosen})" for o, chosen in readings.items())]
    assert {*true} <= {*program._open}  # noqa: SLF001  else they would be left out silently
    return {written(atom) for atom in program.answer(true)}


def looked_at(found: Iterable[str], by: Iterable[str]) -> set[str]:
    """Return what is found, without acts that are not legal and that a list does not look at.

    A list looks at no ARO to somebody who does not act, and at one piece alone where a trait is
    wanting.
    """
    found = {*found}
    acts = {act[1] for one in by if (act := ACT.search(one))}
    acts |= {act[1] for one in found if (act := ACT.search(one)) and _legal(act[1]) in found}
    return {one for one in found if not (act := ACT.search(one)) or act[1] in acts}


def _legal(act: str) -> str:
    return f"ruling(declare({act}),legal)"


def plain(book: Rulebook, table: Situation, readings: Readings) -> list[set[str]]:
    """Return all answers of plain clingo to the facts."""
    chosen = (f"reads({name},{chosen})" for name, chosen in readings.items())
    facts = text((*atoms(table), *chosen, *_every(table), *book.off))
    control = clingo.Control(["--warn=none", "0"])
    for file in (kb.home() / "rules.lp", *book.edition.laws):
        control.load(str(file))
    control.add("base", [], facts)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return [{str(atom) for atom in model.symbols(shown=True)} for model in handle]


def between(one: Iterable[str], other: Iterable[str]) -> list[str]:
    """Return on what two answers differ, for a message that can be read."""
    return sorted({*one} ^ {*other})


def _every(table: Situation) -> list[str]:
    return [f"every({step},{trooper.name})" for trooper in table.troopers for step in STEPS]


@lru_cache(maxsize=4)
def _whole(form: Shape) -> Circuit:
    return form.circuit(name for name in form.program.atoms if _is_shown(name))


@lru_cache(maxsize=4)
def _ground(book: Rulebook, text: str) -> Program:
    return Program([kb.home() / "rules.lp", *book.edition.laws], text)


def _is_shown(name: str) -> bool:
    passing = name.startswith("form(") and not name.endswith(",effects)")
    return name.startswith(_SHOWN) and not passing


def _shown(name: str) -> str:
    return name.removesuffix(",effects)") + ")" if name.startswith("form(") else name
