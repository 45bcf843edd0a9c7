"""The engines from elsewhere are told the same gates; here what they share, and Cedar.

They are given what is left of the ground rules once constants and second names are gone, which is
what the product compiles too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aro.compiled.ground_program import Gates, GateTable
from aro.compiled.shape import Shape, shape, shape_text
from aro.engine.clingo_program import parts, read, written
from aro.engine.facts import term
from aro.knowledge.edition import clause_id
from benchmarks.engines import Compiled, Told, true

if TYPE_CHECKING:
    from aro.compiled.ground_program import Value
    from aro.rulebook import Rulebook
    from benchmarks.questions import Question

LONGEST = 1_000_000
"""An act whose policies would hold more literals than this cannot be said in Cedar."""


class Cone:
    """The gates of one act with its outputs, by name."""

    def __init__(self, book: Rulebook, form: Shape, act: str) -> None:
        program = form.program
        self.outputs = form.reader(("ruling", act)).circuit.outputs
        self.gates: Gates = program.gates(self.outputs)
        self.worth: dict[str, Value] = {
            name: self.gates.values[program.atoms[name]] for name in self.outputs
        }
        self.inputs = {
            program.names[atom]: atom for atom in self.gates.read if atom in program.inputs
        }
        self.book = book

    def reason(self, output: str) -> str:
        """Return a reason among the outputs as engines compare it."""
        _, _, clause, verb = parts(read(output))
        return f"{clause_id(self.book.edition.name, written(clause))} {verb}"


class Peer(Compiled):
    """An engine with something prepared for each act of a shape."""

    def __init__(self, book: Rulebook, question: Question) -> None:
        super().__init__(book)
        self.form = shape(book.edition, shape_text(question.table, book.off))
        self.cones: dict[str, Cone] = {}

    def cone(self, question: Question) -> tuple[str, Cone]:
        """Return the act of a question and its cone."""
        act = term(question.table, question.act)
        if act not in self.cones:
            self.cones[act] = Cone(self.book, self.form, act)
            self.teach(act, self.cones[act])
        return act, self.cones[act]

    def teach(self, act: str, cone: Cone) -> None:
        """Write the rules of an act in the engine's language."""

    def facts(self, question: Question) -> tuple[str, list[int]]:
        """Return the act of a question and the atoms of its cone that are true."""
        act, cone = self.cone(question)
        held = true(question, self.form)
        return act, sorted(cone.inputs[one] for one in held if one in cone.inputs)


class Cedar(Peer):
    """cedarpy with parsed policies: grants permit; bans that stand, and closed lists, forbid.

    A policy cannot speak of another, so each condition is written out down to the facts. A fact
    that is the case is an attribute of the context.
    """

    name = "cedarpy, parsed policies"

    def __init__(self, book: Rulebook, question: Question) -> None:
        super().__init__(book, question)
        self.policies: dict[str, object] = {}
        self.literals = 0

    def _policies(self, cone: Cone) -> list[str]:
        told = [name for name in cone.outputs if name.startswith("because(")]
        return [name for name in told if cone.reason(name).split()[1] in _SAYS]

    def _unruled(self, act: str, cone: Cone) -> Gates:
        """Return the gates of the policies: that a grant needs no ban is Cedar's own doing."""
        program, wanted = self.form.program, self._policies(cone)
        legal = program.atoms.get(f"ruling(declare({act}),legal)")
        bodies = program.cone(wanted)
        for name in wanted:
            atom = program.atoms[name]
            bodies[atom] = [tuple(o for o in body if o != legal) for body in bodies[atom]]
        table = GateTable(program.inputs)
        table.take(program.order(bodies), bodies)
        return table.gates([program.atoms[name] for name in wanted])

    def teach(self, act: str, cone: Cone) -> None:
        import cedarpy

        found = self._unruled(act, cone)
        size: dict[int, int] = {}
        for atom, gate in found.gates.items():
            size[atom] = sum(size.get(abs(one), 1) for body in gate for one in body)
        told = {name: found.values[self.form.program.atoms[name]] for name in self._policies(cone)}
        whole = sum(size.get(abs(one), 1) for one in told.values() if not isinstance(one, bool))
        self.literals += whole
        if whole > LONGEST:
            raise ValueError(f"{act}: its policies would hold {whole:,} literals")
        text: dict[int, str] = {}
        for atom, gate in found.gates.items():
            bodies = (" && ".join(_cedar(one, text) for one in sorted(body)) for body in gate)
            text[atom] = f"({' || '.join(sorted(bodies))})"
        lines = []
        for name, value in told.items():
            if value is not False:
                reason = cone.reason(name)
                effect = _SAYS[reason.split()[1]]
                when = "true" if value is True else _cedar(value, text)
                lines.append(
                    f'@id("{reason}") {effect} (principal, action, resource) when {{ {when} }};'
                )
        self.policies[act] = cedarpy.PolicySet.from_str("\n".join(lines))
        self.entities = cedarpy.Entities.from_json_str("[]")
        self.authorize = cedarpy.is_authorized

    def prepare(self, question: Question) -> object:
        act, held = self.facts(question)
        request = {
            "principal": 'T::"t"',
            "action": 'Action::"declare"',
            "resource": 'A::"a"',
            "context": {f"f{one}": True for one in held},
        }
        return request, self.policies[act]

    def ask(self, prepared: Any) -> object:
        request, policies = prepared
        return self.authorize(request, policies, self.entities)

    def told(self, question: Question, answer: Any) -> Told:
        del question
        because = frozenset(answer.diagnostics.id_annotations_by_reason.values())
        if answer.diagnostics.errors:
            raise ValueError(answer.diagnostics.errors)
        if answer.decision.value == "Allow":
            return "legal", because
        return ("illegal" if because else "silent"), because


_SAYS = {"grants": "permit", "forbids": "forbid", "closes": "forbid"}


def _cedar(literal: int, text: dict[int, str]) -> str:
    told = text.get(abs(literal)) or f"context has f{abs(literal)}"
    return told if literal > 0 else f"!({told})"
