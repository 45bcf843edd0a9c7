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
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from aro import kb
from aro._engine import Program, written
from aro.facts import Asked, facts, piece, term
from aro.rulebook import Rulebook
from oracle.sample import sample
from oracle.world import STEPS
from translated import DOCUMENTS, as_situation, questions, solid

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType

    from aro.situation import Act, Situation
    from oracle.answers import Outcome
    from oracle.world import World

STATES = frozenset(
    {
        *("camouflaged", "to_camouflaged", "impersonation_1", "impersonation_2"),
        *("decoy", "hidden_deployment"),
    }
)
"""The states that both speak of; Retreat! is one to the oracle only."""

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


@dataclass(slots=True)
class Tally:
    """How many answers were compared, how many were in doubt, which clauses they rested on."""

    compared: Counter[str] = field(default_factory=Counter)
    doubted: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)


class Answers:
    """What the law answers to a World: the atoms of its one answer set, by name."""

    def __init__(self, document: str, table: Situation, asked: tuple[Act, ...]) -> None:
        law, off = _law(document)
        program = Program(law, facts(table, Asked(acts=asked, off=off)))
        self.table = table
        self.atoms = [tuple(map(written, one)) for one in sorted(program.answer(), key=str)]

    def all(self, name: str) -> Iterator[tuple[str, ...]]:
        """Yield the arguments of the atoms of a name."""
        return (one[1:] for one in self.atoms if one[0] == name)

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
    """Return the files of an edition, and the clauses that are not of its newest release."""
    book = Rulebook(document.split(".", maxsplit=1)[0])
    off = tuple(clause.term for clause in book.edition.outside(book.release))
    return (kb.home() / "rules.lp", *book.edition.laws), off


def differences(document: str, seed: int, tally: Tally | None = None) -> list[Difference]:
    """Return the answers about one World on which the two disagree."""
    tally = tally or Tally()
    world, opinion = solid(document, sample(document, seed)), DOCUMENTS[document]
    table = as_situation(document, world)
    pairs = tuple(questions(document, seed, world))
    answers = Answers(document, table, tuple(act for _, act in pairs))
    found: list[Difference] = []
    doubtful = {step: _doubts(opinion, world, step) for step in STEPS}
    for asked, act in pairs:
        judged, told = opinion.judge(world, asked), term(table, act)
        if judged.doubts or doubtful[asked.step]:
            tally.doubted["rulings"] += 1
            continue
        tally.compared["rulings"] += 1
        tally.reached.update(judged.clauses)
        if judged.verdict != (ours := answers.ruling(told)):
            because = (*sorted(judged.clauses), "|", *answers.because(told))
            kind = f"ruling on {asked.skill} as {asked.step}"
            about = f"{act}"
            found.append(Difference(document, seed, kind, about, judged.verdict, ours, because))
    end = opinion.outcome(world)
    if end.doubts or any(opinion.judge(world, act).doubts for act in world.order):
        tally.doubted["outcomes"] += 1
        return found
    tally.compared["outcomes"] += 1
    tally.reached.update(end.clauses)
    for kind, about, oracle, aro in _endings(document, world, end, answers):
        if oracle != aro:
            because = tuple(sorted(end.clauses))
            found.append(Difference(document, seed, kind, about, oracle, aro, because))
    return found


def _endings(
    document: str, world: World, end: Outcome, answers: Answers
) -> Iterator[tuple[str, str, object, object]]:
    performed = {one for (one,) in answers.all("performed")}
    for act, ours in zip(world.order, answers.table.order, strict=True):
        takes = term(answers.table, ours) in performed
        yield f"effect of {act.skill} as {act.step}", f"{ours}", act in end.carried_out, takes
    for one in world.troopers:
        states = sorted(end.states[one.name] & STATES)
        yield "states", one.name, states, answers.states(one.name)
    for name in world.pieces:
        yield "form", name, end.forms[name], answers.form(name)
    again = {one for one in world.failed if document.startswith("n4") and one[1] in end.returned}
    yield "memory", "", sorted(end.failed - again), sorted(answers.failed() - again)


def _doubts(opinion: ModuleType, world: World, step: str) -> bool:
    """Return whether the oracle doubts what led up to a step."""
    order = tuple(act for act in world.order if STEPS.index(act.step) < STEPS.index(step))
    begun = replace(world, order=order, rolls=(), hits=(), events=())
    return bool(opinion.outcome(begun).doubts) or any(
        opinion.judge(begun, act).doubts for act in order
    )


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
