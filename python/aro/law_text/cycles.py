"""The proof that a law has no cycle, on a small table with everything about it open."""

from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from aro.compiled.ground_program import Rules
from aro.engine.clingo_program import ground_control
from aro.knowledge.edition import Law


def table(reds: int, blues: int) -> str:
    """Return a table of so many troopers on either side, with everything about it open.

    The first of red hides among a replica, the last of blue is a device: all kinds of piece.
    """
    names = [("red", f"r{n}") for n in range(reds)] + [("blue", f"b{n}") for n in range(blues)]
    steps = {"red": ("first", "second"), "blue": ("aro_1", "aro_2")}
    facts = ["active(red).", "opens(table;clauses;readings;command).", "replica(d,r0,decoy_1)."]
    facts += [f"device(b{blues - 1},mine)."] if blues > 1 else []
    facts += [f"side({name},{side})." for side, name in names]
    facts += [f"every({step},{name})." for side, name in names for step in steps[side]]
    return "\n".join(facts)


def cycle(files: Sequence[Path | Law], text: str) -> tuple[str, ...]:
    """Return the atoms of a cycle in the ground program, none if it has none."""
    rules = Rules()
    control = ground_control(files, text, observer=rules)
    below: dict[int, set[int]] = {}
    for head, body in rules:
        if body:
            below.setdefault(head, set()).update(map(abs, body))
    try:
        TopologicalSorter(below).prepare()
    except CycleError as found:
        names = {atom.literal: atom.symbol for atom in control.symbolic_atoms}
        return tuple(str(names.get(atom, atom)) for atom in found.args[1])
    return ()
