"""The law held against the second opinion, on random Worlds.

`oracle` answers from the documents in plain Python, the product from its knowledge base. Each World
becomes one program for plain clingo, and every answer is compared: the rulings on declarations,
which acts take effect, the states and forms at the end, the failed Discovers that are remembered.
What the oracle doubts is passed over, with what follows from it.

    python tests/second_opinion.py 3000                     all documents, seeds 0 to 2999
    python tests/second_opinion.py 500 n4.impersonation 7000    one, seeds 7000 to 7499
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from aro.engine.clingo_program import Program, written
from aro.engine.facts import atoms, piece, term, text
from aro.knowledge import library as kb
from aro.rulebook import Rulebook
from support.oracle_answers import STATES, Tally, opinion
from support.translated import DOCUMENTS, as_situation

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from aro.parts import Act
    from aro.situation import Situation
    from oracle.answers import Outcome
    from support.oracle_answers import Opinion

KINDS = 3
"""How many differences of a kind are printed."""


@dataclass(frozen=True, slots=True)
class Difference:
    """An answer on which the two disagree; `kind` is what it is about, without the names."""

    document: str
    seed: int
    kind: str
    about: str
    oracle: object
    aro: object
    because: tuple[str, ...] = ()

    def __str__(self) -> str:
        answers = f"oracle {self.oracle}, aro {self.aro}"
        return f"{self.document} {self.seed}: {self.kind} {self.about}: {answers} {self.because}"


class Answers:
    """What the law answers to a World: the atoms of its one answer set, by name."""

    def __init__(self, document: str, table: Situation, asked: tuple[Act, ...]) -> None:
        law, off = _law(document)
        program = Program(law, text((*atoms(table, asked), *off)))
        self.table = table
        self.atoms = [tuple(map(written, one)) for one in sorted(program.answer(), key=str)]

    def all(self, name: str) -> Iterator[tuple[str, ...]]:
        """Yield the arguments of the atoms of a name."""
        return (one[1:] for one in self.atoms if one[0] == name)

    def written(self, name: str) -> set[str]:
        """Return the atoms of a name, as clingo writes them."""
        return {f"{name}({','.join(one)})" for one in self.all(name)}

    def ruling(self, act: str) -> str:
        """Return the ruling on a declaration."""
        return next(two for one, two in self.all("ruling") if one == f"declare({act})")

    def because(self, act: str) -> list[str]:
        """Return the clauses of a ruling, each with its verb."""
        return [f"{verb} {it}" for one, it, verb in self.all("because") if one == f"declare({act})"]

    def form(self, name: str) -> str:
        """Return what a piece looks like at the end."""
        told = piece(self.table, name)
        found = next((form for one, form in self.all("form") if one == told), "nothing")
        return "absent" if found == "nothing" else found

    def states(self, who: str) -> list[str]:
        """Return the states of a trooper at the end, of those compared."""
        return sorted(state for one, state in self.all("becomes") if one == who and state in STATES)

    def failed(self) -> set[tuple[str, ...]]:
        """Return the failed Discovers that are remembered."""
        begin = "failed(discover,"
        told = (one for (one,) in self.all("remembered") if one.startswith(begin))
        return {tuple(one.removeprefix(begin).removesuffix(")").split(",")) for one in told}


@lru_cache
def _law(document: str) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Return the files of an edition, and the facts that switch off clauses of older releases."""
    book = Rulebook(document.split(".", maxsplit=1)[0])
    return (kb.home() / "rules.lp", *book.edition.laws), book.off


def differences(document: str, seed: int, tally: Tally | None = None) -> list[Difference]:
    """Return the answers about one World on which the two disagree."""
    one = opinion(document, seed)
    if tally is not None:
        tally.take(one)
    table = as_situation(document, one.world)
    answers = Answers(document, table, tuple(act for _, act, _ in one.asked))
    found: list[Difference] = []
    for asked, act, ruling in one.asked:
        told = term(table, act)
        if ruling is not None and ruling.verdict != (ours := answers.ruling(told)):
            because = (*sorted(ruling.clauses), "|", *answers.because(told))
            kind = f"ruling on {asked.skill} as {asked.step}"
            found.append(Difference(document, seed, kind, f"{act}", ruling.verdict, ours, because))
    if one.end is None:
        return found
    for kind, about, oracle, aro in _endings(one, one.end, answers):
        if oracle != aro:
            because = tuple(sorted(one.end.clauses))
            found.append(Difference(document, seed, kind, about, oracle, aro, because))
    return found


def _endings(
    one: Opinion, end: Outcome, answers: Answers
) -> Iterator[tuple[str, str, object, object]]:
    performed = {act for (act,) in answers.all("performed")}
    for act, ours in zip(one.world.order, answers.table.order, strict=True):
        takes = term(answers.table, ours) in performed
        yield f"effect of {act.skill} as {act.step}", f"{ours}", act in end.carried_out, takes
    for who in one.world.troopers:
        states = sorted(end.states[who.name] & STATES)
        yield "states", who.name, states, answers.states(who.name)
    for name in one.world.pieces:
        yield "form", name, end.forms[name], answers.form(name)
    yield "memory", "", sorted(end.failed - one.again), sorted(answers.failed() - one.again)


def report(document: str, count: int, start: int) -> Iterator[str]:
    """Yield the lines that tell how a document fared, its differences by kind."""
    tally, kinds = Tally(), dict[str, list[Difference]]()
    for seed in range(start, start + count):
        for one in differences(document, seed, tally):
            kinds.setdefault(one.kind, []).append(one)
    yield f"{document}: compared {dict(tally.compared)}, in doubt {dict(tally.doubted)}"
    yield from (f"{number:6} {it}" for it, number in sorted(tally.reached.items()))
    for kind, found in sorted(kinds.items(), key=lambda item: -len(item[1])):
        yield f"differ: {len(found):5} {kind}"
        yield from (f"    {one}" for one in found[:KINDS])


def main(arguments: list[str]) -> None:
    """Write the report on the documents, as far as it was asked for."""
    count, start = int((arguments or ["150"])[0]), int((arguments[2:] or ["0"])[0])
    for document in arguments[1:2] or DOCUMENTS:
        sys.stdout.writelines(f"{line}\n" for line in report(document, count, start))
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
