"""The skills of three editions, as their own pages describe them.

Kinds: `basic` is a Short Movement Skill (N5: Basic Short Skill), `entire` an Entire Order (N5: Long
Skill), `aro` one for AROs only, `automatic` one that is never declared in an Order, `unseen` one
whose type line was not seen. `aro` is None where no page tells whether the skill may be used as an
ARO. `late` are the Requirements that are looked at when the Order is resolved, not when it is
declared (n5.oes2.resolution.1 .2: in N5 all but those of Basic Short Skills); `trait` is what only
its holders have.
"""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["basic", "short", "entire", "aro", "automatic", "unseen"]


@dataclass(frozen=True, slots=True)
class Skill:
    """What a declaration of the skill asks and is."""

    kind: Kind
    aro: bool | None = False
    attack: bool = False
    roll: bool = False
    lof: bool = False
    contact: bool = False
    movement: bool = False
    late: bool = False
    trait: str | None = None


_COMMON = {
    "move": Skill("basic", movement=True),
    "discover": Skill("basic", aro=True, roll=True, lof=True),
    "bs_attack": Skill("short", aro=True, attack=True, roll=True, lof=True),
    "cc_attack": Skill("short", aro=True, attack=True, roll=True, contact=True),
    "dodge": Skill("short", aro=True, roll=True),
    "reset": Skill("short", aro=True, roll=True),
    "cautious_movement": Skill("entire", movement=True),
}

N3 = _COMMON | {
    "dodge": Skill("short", aro=True, roll=True, lof=True),
    "alert": Skill("basic", aro=True, lof=True),
    "idle": Skill("basic", aro=None),
    "intuitive_attack": Skill("unseen", aro=None, attack=True, roll=True, lof=True),
}

N4 = _COMMON | {
    "idle": Skill("basic"),
    "alert": Skill("automatic"),
    "look_out": Skill("aro", aro=True),
}

N5 = _COMMON | {
    "idle": Skill("basic"),
    "alert": Skill("automatic"),
    "look_out": Skill("aro", aro=True, lof=True),
    "bs_attack": Skill("short", aro=True, attack=True, roll=True, lof=True, late=True),
    "cc_attack": Skill("short", aro=True, attack=True, roll=True, contact=True, late=True),
    "intuitive_attack": Skill("entire", attack=True, roll=True),
    "combat_jump": Skill("entire", roll=True, trait="combat_jump"),
    "parachutist": Skill("entire", trait="parachutist"),
}
