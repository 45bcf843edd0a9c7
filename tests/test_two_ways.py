"""One thing said in two ways gets one answer: as memory or Orders, by sight that lasts, by arcs."""

import pytest

from aro import cases
from aro.answers import Outcome, Verdict
from aro.cases.opening import case_run
from support.strategies import long_in_sweep

pytestmark = pytest.mark.drawn

STATES = {"n3": "camouflaged", "n4": "impersonation_1", "n5": "camouflaged"}

CASE = """
edition: {edition}
situation:
  active: red
  troopers: {{ninja: {{side: red, is: [{state}]}}, guard: {{side: blue}}}}
{facts}
ask:
  - {{who: guard, does: discover, at: ninja, when: aro_1}}
  - {{who: guard, does: dodge, at: ninja, when: aro_1}}
  - {{who: guard, does: cc_attack, at: ninja, when: aro_2}}
  - {{who: ninja, becomes}}
  - {{remembers}}
"""

SEEN = "  lof: [[guard, ninja]]\n"
MOVE = "order: [{who: ninja, does: move}]"
MISSED = """
  - order:
      - {who: ninja, does: move}
      - {who: guard, does: discover, at: ninja}
      - {who: ninja, does: move}
    rolls: [{who: guard, does: discover, at: ninja, result: failure}]
"""
SHOT = "order: [{who: ninja, does: move}, {who: ninja, does: bs_attack, at: guard}]"
REACH = "order: [{who: ninja, does: move, at: guard}]"
BOTH = "  lof: [[guard, ninja], [ninja, guard]]\n"
TWO = "order: [{who: ninja, does: move}, {who: ninja, does: move}]"

ALIKE = {
    "memory or an Order": (
        f"{SEEN}  memory: [[failed, discover, guard, ninja]]\n{MOVE}",
        f"{SEEN}orders:{MISSED}  - {MOVE}",
    ),
    "memory of a turn, or its Orders": (
        f"{SEEN}  memory: [[failed, discover, guard, ninja]]\norders: [{{{TWO}}}, {{{MOVE}}}]",
        f"{SEEN}orders:{MISSED}  - {TWO}\n  - {MOVE}",
    ),
    "sight that lasts, or is said again": (
        f"{SEEN}orders: [{{{TWO}}}, {{{MOVE}}}]",
        f"orders: [{{lof: [[guard, ninja]], {TWO}}}, {{lof: [[guard, ninja]], {MOVE}}}]",
    ),
    "sight of the second half lasts": (
        f"  lof: {{second: [[guard, ninja]]}}\norders: [{{{TWO}}}, {{{MOVE}}}]",
        f"{SEEN}{MOVE}",
    ),
    "sight that is taken back": (
        f"{SEEN}orders: [{{{TWO}}}, {{lof: [], {MOVE}}}]",
        f"orders: [{{lof: [[guard, ninja]], {TWO}}}, {{lof: {{first: [], second: []}}, {MOVE}}}]",
    ),
    "an arc of 360 degrees, or a line each way": (f"{SEEN}{SHOT}", f"{BOTH}{SHOT}"),
    "contact beside the movement, or the movement": (
        f"{BOTH}  contact: {{first: [[ninja, guard]]}}\n{REACH}",
        f"{BOTH}{REACH}",
    ),
    "contact of the second half, or the movement": (
        f"{BOTH}  contact: {{second: [[ninja, guard]]}}\n{TWO}",
        f"{BOTH}order: [{{who: ninja, does: move}}, {{who: ninja, does: move, at: guard}}]",
    ),
}


def answers(edition: str, facts: str) -> list[object]:
    """Return what the case gets: rulings with firmness and clauses, states, memory, firmness."""
    [case] = cases.loads(CASE.format(edition=edition, state=STATES[edition], facts=facts))
    found: list[object] = []
    for _, answer in case_run(case, edition).answers():
        match answer:
            case Verdict():
                found.append((answer.ruling, answer.firmness, answer.clauses))
            case Outcome():
                fates = [(one.trooper, one.states, one.pieces) for one in answer.fates]
                done = [(one.act.does, one.takes_effect) for one in answer.effects]
                found.append((fates, done, answer.remembered, answer.firmness))
    return found


@pytest.mark.parametrize("edition", long_in_sweep(STATES))
@pytest.mark.parametrize("ways", ALIKE.values(), ids=ALIKE)
def test_what_is_said_in_two_ways_is_answered_alike(ways: tuple[str, str], edition: str) -> None:
    one, other = (answers(edition, facts) for facts in ways)
    assert one == other
    assert len(one) == 5
