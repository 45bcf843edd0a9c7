"""The rulings that an answer holds, as terms and back."""

from aro.answers import Ruling
from aro.engine.clingo_program import Atoms, Term, parts, written


def rulings(found: Atoms) -> dict[Term, Ruling]:
    """Return the ruling on each declaration in an answer; of several, the last by name.

    The right to react, which the theory rules on like a declaration, is none.
    """
    told = sorted((one for one in found if one[0] == "ruling"), key=str)
    return {
        matter[1]: ruling  # type: ignore[misc]  # display.lp shows ruling(declare(A),R)
        for _, matter, ruling in told
        if isinstance(matter, tuple) and matter[0] == "declare" and parts(matter[1])[3] != "react"
    }


def possible(key: Term, found: Atoms) -> tuple[Ruling, ...]:
    """Return the rulings on a declaration that an answer, of one world or of many, holds."""
    told = {one[2] for one in found if one[:2] == ("ruling", ("declare", key))}
    order: tuple[Ruling, ...] = ("legal", "illegal", "silent")
    return tuple(one for one in order if one in told)


def ruled(key: Term, ruling: Ruling) -> str:
    """Return the atom that a declaration is ruled on so, as clingo writes it."""
    return f"ruling(declare({written(key)}),{ruling})"
