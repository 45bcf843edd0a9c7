"""What was found in a search as a situation that can be put to a rulebook, and as a case."""

from collections.abc import Iterable
from dataclasses import dataclass

from aro.analysis.search.situation_search import Found
from aro.analysis.search.small_tables import REPLICA, Scene
from aro.cases import AskRuling, Case
from aro.cases.edits import stated
from aro.engine.clingo_program import parts, read
from aro.engine.facts import act_of
from aro.knowledge.fact_kinds import PREDICATES
from aro.parts import STEPS, Act, Trooper
from aro.situation import Situation


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """The smallest situation found that shows something; `act` is looked at, if it is a ruling."""

    table: Situation
    act: Act | None
    facts: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many facts it has beyond who is there, and on which side."""
        return len(self.facts)

    def case(self, editions: Iterable[str], title: str) -> Case:
        """Return it as a case that asks some editions for the ruling on the act."""
        asks = (AskRuling(act=self.act, because=()),) if self.act else ()
        return Case(editions=tuple(editions), title=title, situation=self.table, asks=asks)


def witness(scene: Scene, found: Found) -> Witness:
    """Return what was found in a scene."""
    true = [parts(read(atom)) for atom in found.true]
    devices = {str(one[1]): str(one[2]) for one in true if one[0] == "device"}
    bare = Situation(
        active="red",
        troopers=[
            Trooper(
                name,
                side=side,
                replicas=[(REPLICA, scene.replica)] if scene.replica and name == "red1" else (),
                device=devices.get(name),
            )
            for name, side in scene.sides.items()
        ],
    )

    def place(atom: str) -> tuple[int, int, str]:
        """Return where an atom is put in: declarations first, in the order of their steps."""
        predicate, *terms = parts(read(atom))
        if predicate == "declared":
            act = act_of(bare, terms[0])
            return -1, STEPS.index(act.when or "first"), str(act)
        return PREDICATES.index(str(predicate)), 0, atom

    put_in = sorted((one for one in found.true if not one.startswith("device(")), key=place)
    picked = () if found.picked is None else (act_of(bare, read(found.picked)),)
    table, asked = stated(bare, picked, put_in)
    return Witness(table=table, act=asked[0] if asked else None, facts=tuple(sorted(found.true)))
