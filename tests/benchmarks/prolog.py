"""SWI-Prolog, over a pipe: clauses written from the same gates as the other engines'."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import mkdtemp
from typing import IO, TYPE_CHECKING, Any

from benchmarks.peers import Cone, Peer

if TYPE_CHECKING:
    from aro.rulebook import Rulebook
    from benchmarks.engines import Told
    from benchmarks.questions import Question


class Prolog(Peer):
    """SWI-Prolog over a pipe: a tabled predicate for each gate, tables emptied for each question.

    A question is a line with its facts; the answer, the outputs that hold, and the CPU time that
    Prolog took for it.
    """

    name = "SWI-Prolog, tabled"

    def __init__(self, book: Rulebook, question: Question) -> None:
        super().__init__(book, question)
        self.lines: list[str] = [":- dynamic(f/1).", ":- discontiguous(o/2)."]
        self.numbers: dict[str, int] = {}
        self.seconds: list[float] = []
        self.process: subprocess.Popen[str]
        self.pipes: tuple[IO[str], IO[str]]

    def teach(self, act: str, cone: Cone) -> None:
        number = self.numbers.setdefault(act, len(self.numbers))
        for atom, gate in cone.gates.gates.items():
            self.lines.append(f":- table(g{number}_{atom}/0).")
            for body in gate:
                goals = ",".join(_goal(one, number, cone) for one in sorted(body, key=abs))
                self.lines.append(f"g{number}_{atom} :- {goals}.")
        for place, name in enumerate(cone.outputs):
            value = cone.worth[name]
            if value is not False:
                goal = "true" if value is True else _goal(value, number, cone)
                self.lines.append(f"o({number},{place}) :- {goal}.")

    def start(self) -> None:
        """Load what was taught and wait for questions."""
        source = "\n".join([*sorted(self.lines, key=lambda one: not one.startswith(":-")), _LOOP])
        path = Path(mkdtemp()) / "rules.pl"
        path.write_text(source, encoding="utf-8")
        self.process = subprocess.Popen(
            ["/usr/bin/swipl", "-q", "-O", "-g", "main", "-t", "halt", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        if self.process.stdin is None or self.process.stdout is None:
            raise OSError("no pipe to swipl")
        self.pipes = self.process.stdin, self.process.stdout

    def prepare(self, question: Question) -> object:
        act, held = self.facts(question)
        return f"q({self.numbers[act]},[{','.join(map(str, held))}]).\n", act

    def ask(self, prepared: Any) -> object:
        self.pipes[0].write(prepared[0])
        self.pipes[0].flush()
        spent, _, places = self.pipes[1].readline().strip().partition(" ")
        self.seconds.append(float(spent))
        return prepared[1], [int(one) for one in places.strip("[]").split(",") if one]

    def told(self, question: Question, answer: Any) -> Told:
        del question
        act, places = answer
        cone = self.cones[act]
        ruling, because = "silent", set[str]()
        for place in places:
            name = cone.outputs[place]
            if name.startswith("ruling("):
                ruling = name[name.rindex(",") + 1 : -1]
            else:
                because.add(cone.reason(name))
        return ruling, frozenset(because)

    def close(self) -> None:
        """End the process."""
        self.pipes[0].close()
        self.process.wait()


def _goal(literal: int, number: int, cone: Cone) -> str:
    atom = abs(literal)
    told = f"g{number}_{atom}" if atom in cone.gates.gates else f"f({atom})"
    return told if literal > 0 else f"\\+ {told}"


_LOOP = """
main :- read(Q), ( Q == end_of_file -> true ; answer(Q), main ).
answer(q(Act,Facts)) :-
  statistics(cputime,Begun),
  retractall(f(_)), forall(member(F,Facts), assertz(f(F))),
  abolish_all_tables,
  findall(P, o(Act,P), Found),
  statistics(cputime,Ended), Spent is Ended - Begun,
  format("~9f ~w~n", [Spent,Found]), flush_output.
"""
