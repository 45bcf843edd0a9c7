"""Which engine answers a question: the compiled law of a shape that is warm, else clingo, cold."""

from collections.abc import Sequence
from functools import lru_cache

from aro.compiled.evaluated import Evaluated
from aro.compiled.inputs import row, seats, strange
from aro.compiled.shape import Shape, is_warm, shape, usual_text
from aro.engine.clingo_program import Program
from aro.engine.edition_words import vocabulary
from aro.engine.facts import Asked, Choice, atoms, facts, term
from aro.engine.word_check import check
from aro.knowledge.edition import Edition
from aro.knowledge.library import law
from aro.knowledge.names import constant
from aro.situation import Situation

_AT_MOST_ONE = """
:- reads(R,V), reads(R,W), V < W.
:- noted(T,P), noted(T,Q), P < Q.
"""


def program(
    edition: Edition, table: Situation, asked: Asked, ways: Sequence[Choice]
) -> Program | Evaluated:
    """Return what answers a question; `ways` are the facts nobody knows, which need a search."""
    if ways:
        return grounded(edition, table, asked, ways)
    found = compiled(edition, table, asked)
    if found is not None:
        return found
    check(table, vocabulary(edition), asked.acts)
    return grounded(edition, table, asked, ways)


def grounded(edition: Edition, table: Situation, asked: Asked, ways: Sequence[Choice]) -> Program:
    """Return the question as a program of clingo, its readings and unknown facts open."""
    loose = [atom for way in ways for atom in way if atom is not None]
    either = "".join(
        f":- {one}, {other}.\n"
        for way in ways
        for place, one in enumerate(way)
        for other in way[place + 1 :]
        if one is not None and other is not None
    )
    text = f"{facts(table, asked)}opens(readings).\n{_AT_MOST_ONE}{either}"
    return Program(law(edition), text, free=loose)


def compiled(edition: Edition, table: Situation, asked: Asked) -> Evaluated | None:
    """Return the question put to the compiled law, if its shape is compiled or worth compiling."""
    off = switched(asked.off)
    text = usual_text(table, off)
    if not is_warm(edition, text):
        return None
    form = shape(edition, text)
    places = seats(edition, form, table, asked.acts)
    if places is None:
        told = atoms(table, Asked(acts=asked.acts))
        if not is_warm(edition, text + "".join(filter(form.lacks, told))):
            return None
        form, places = strange(edition, table, off, asked.acts)
    every = _every(form, asked) if asked.every else []
    acts = {term(table, act) for act in (*table.order, *asked.acts)}
    return Evaluated(
        form,
        row(form, places),
        tuple(sorted(acts.difference(every))),
        tuple(sorted(every)),
        results=asked.results,
        search=lambda: grounded(edition, table, asked, ()),
    )


def _every(form: Shape, asked: Asked) -> list[str]:
    turns = tuple(f"act({step},{constant(who)}," for step, who in asked.every)
    return [one for one in form.acts if one.startswith(turns) and ",react," not in one]


@lru_cache(maxsize=64)
def switched(off: tuple[str, ...]) -> tuple[str, ...]:
    """Return clauses that are switched off, by their terms, as facts for the law."""
    return tuple(f"off({one})" for one in off)
