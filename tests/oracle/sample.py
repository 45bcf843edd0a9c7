"""Small random Worlds for each document, the same for the same seed.

They are plausible: contact comes by a movement and brings LoF, Rolls and hits belong to acts of the
Order. They lean towards the states and skills their document speaks of.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from oracle.results import Results
from oracle.sampling_profile import AIMED, ALL_ROUND, FILLING, INTO, MOVERS, SEEKING, TASTES
from oracle.world import Act, Half, Pair, Replica, Step, Trooper, World

if TYPE_CHECKING:
    from collections.abc import Iterator


def sample(document: str, seed: int) -> World:
    """Return a World for a document."""
    rng = random.Random(f"{document}/{seed}")  # noqa: S311  a test needs no secret dice
    return _Sampler(document, rng).world()


def samples(document: str, count: int, seed: int = 0) -> Iterator[World]:
    """Yield so many Worlds for a document."""
    return (sample(document, seed + number) for number in range(count))


class _Sampler(Results):
    def __init__(self, document: str, rng: random.Random) -> None:
        self.taste = TASTES[document]
        self.document = document
        self.rng = rng
        self.troopers: list[Trooper] = []
        self.order: list[Act] = []
        self.lof: set[Pair] = set()

    def world(self) -> World:
        """Return one World."""
        rng = self.rng
        active = rng.choice(["red", "blue"])
        self.troopers = [self.hider("hider", "red"), Trooper("guard", "blue")]
        if self.chance(0.6):
            self.troopers.append(self.foe())
        if self.chance(0.65):
            self.troopers.append(self.mate(active))
        world = World(active, tuple(self.troopers))
        zoc = self.sight(world)
        self.declare(world)
        if not self.shifting():
            self.lof, zoc = _whole(self.lof), _whole(zoc)
        contact = self.contact(world)
        self.lof |= {pair for one, other, half in contact for pair in _both(one, other, half)}
        states = {piece: one.states for piece, one in self.pieces()}
        self.lof |= {Pair(b, a, half) for a, b, half in self.lof if states[b] & ALL_ROUND}
        return World(
            active,
            tuple(self.troopers),
            lof=frozenset(self.lof),
            zoc=frozenset(zoc),
            contact=contact,
            order=tuple(self.order),
            rolls=tuple(self.rolls()),
            hits=tuple(self.hits()),
            events=tuple(self.events()),
            failed=self.failed(world),
            returned=frozenset({"hider"} if self.chance(0.1) else ()),
            lowered=self.lowered(),
        )

    def hider(self, name: str, side: str) -> Trooper:
        state, trait = self.rng.choice(self.taste.hiders)
        states = frozenset({state} - {""})
        copies = {"decoy_1": 1, "decoy_2": 2}.get(trait, 0)
        replicas = tuple(Replica(f"{name}_d{n}", f"decoy_{n}") for n in range(1, copies + 1))
        noted = self.rng.choice([name, *(one.name for one in replicas)]) if replicas else None
        jumps = {"combat_jump"} if replicas and self.chance(0.5) else set[str]()
        return Trooper(name, side, states, frozenset({trait, *jumps}), replicas, noted)

    def mate(self, active: str) -> Trooper:
        bystander = self.document.startswith("n3") and active == "blue" and self.chance(0.3)
        return Trooper("mate", "red", frozenset({"impersonation_1"} if bystander else ()))

    def foe(self) -> Trooper:
        if self.document == "n3.to_camouflaged" and self.chance(0.3):
            states = frozenset({"hidden_deployment"})
            return Trooper("foe", "blue", states, frozenset({"ch_to_camouflage"}))
        if self.document.startswith("n3") and self.chance(0.3):
            return Trooper("foe", "blue", frozenset({"camouflaged"}), frozenset({"ch_camouflage"}))
        if self.document == "n4.impersonation" and self.chance(0.3):
            return Trooper("foe", "blue", frozenset({"hidden_deployment"}))
        if self.document == "n4.impersonation" and self.chance(0.2):
            states = frozenset({"impersonation_1"})
            return Trooper("foe", "blue", states, frozenset({"impersonation"}))
        return Trooper("foe", "blue")

    def sight(self, world: World) -> set[Pair]:
        zoc: set[Pair] = set()
        halves: tuple[Half | None, ...] = (None, None, None, "first", "second")
        for one in world.pieces:
            for other in world.pieces:
                if one >= other or world.side(one) == world.side(other):
                    continue
                half = self.rng.choice(halves)
                if self.chance(0.65):
                    self.lof |= set(_both(one, other, half))
                elif self.chance(0.3):
                    self.lof.add(Pair(one, other, half))
                if self.chance(0.25):
                    zoc.add(Pair(one, other, half))
        return zoc

    def declare(self, world: World) -> None:
        """Declare an Order of one active trooper, seldom of two at once (N5), and the AROs."""
        ours = [one for one in world.troopers if one.side == world.active]
        ours = [one for one in ours if (one.name, bool(one.states)) != ("mate", True)]
        others = [one for one in world.troopers if one.side != world.active]
        lead = self.rng.choice([*ours, ours[0]])
        self.act("first", lead, self.taste.first)
        if self.document == "n5.decoy" and self.chance(0.06):
            again = self.order[0].skill
            ours = [] if again in AIMED else ours
            self.order += [Act("first", one.name, again) for one in ours if one != lead][:1]
        self.react("aro_1", others, 0.8)
        if self.order[0].skill not in FILLING:
            self.act("second", lead, self.taste.second)
            self.react("aro_2", others, 0.5)

    def shifting(self) -> bool:
        """Return whether the halves can differ: the Order has two, and somebody moves in one."""
        steps = {one.step for one in self.order}
        moves = any(one.skill in MOVERS and one.step in {"first", "second"} for one in self.order)
        return moves and "second" in steps

    def react(self, step: Step, others: list[Trooper], share: float) -> None:
        lead = self.world_of(self.order[0].who)
        for one in others:
            sight = {pair for pair in self.lof if (pair.one, pair.other) == (one.real, lead.real)}
            spent = any(act.who == one.name and act.skill != "delay" for act in self.order)
            if self.chance(share * (0.1 if spent else 1 if sight else 0.2)):
                pool = self.taste.reaction
                if step == "aro_2" or not lead.states:
                    pool = tuple(skill for skill in pool if skill != "delay")
                self.act(step, one, pool)

    def world_of(self, name: str) -> Trooper:
        return next(one for one in self.troopers if one.name == name)

    def act(self, step: Step, who: Trooper, pool: tuple[str, ...]) -> None:
        skill = self.rng.choice(pool)
        if skill in SEEKING and self.chance(0.95) and not self.sought(step, who):
            skill = "move" if step in {"first", "second"} else "dodge"
        if skill == "cautious_movement" and self.chance(0.7):
            self.clear(who)
        if skill != "return_to":
            self.order.append(self.aimed(step, who, skill))
            return
        into = next((INTO[trait] for trait in who.traits if trait in INTO), None)
        if into is None or (who.states and (into != "impersonation_1" or self.chance(0.8))):
            self.order.append(Act(step, who.name, "move"))
            return
        if self.chance(0.6):
            self.clear(who)
        self.order.append(Act(step, who.name, skill, into))

    def clear(self, who: Trooper) -> None:
        """Take a trooper out of the sight of all that stand on the table."""
        lurkers = {one.name for one in self.troopers if "hidden_deployment" in one.states}
        self.lof = {pair for pair in self.lof if pair.other != who.real or pair.one in lurkers}

    def aimed(self, step: Step, who: Trooper, skill: str) -> Act:
        active = step in {"first", "second"}
        if active and skill not in AIMED:
            return Act(step, who.name, skill)
        foes = [one for one in self.pieces() if one[1].side != who.side]
        if not active:
            leads = {self.world_of(one.who).real for one in self.order if one.step == "first"}
            foes = [one for one in foes if one[0] in leads] or foes
        seen = {pair.other for pair in self.lof if pair.one == who.real}
        liked = [one for one in foes if one[0] in seen and self.chance(0.95)] or foes
        sought = self.sought(step, who)
        if sought and skill in SEEKING:
            liked = [one for one in liked if one[0] in sought] or liked
        elif self.chance(0.8):
            liked = [one for one in liked if not one[1].states] or liked
        target = self.rng.choice(liked)[0]
        repeat = self.order[0] if self.order else None
        if step == "second" and repeat and repeat.skill == "discover" and self.chance(0.7):
            target = repeat.target or target
        uses = set[str]()
        covers: tuple[str, ...] = ()
        if active and skill in {"bs_attack", "cc_attack"} and who.states and self.chance(0.3):
            uses |= {self.rng.choice(self.taste.surprise)} if self.taste.surprise else set()
        if skill in {"bs_attack", "intuitive_attack"} and self.chance(0.4):
            uses.add("template")
            covers = tuple(one for one, _ in foes if one != target and self.chance(0.8))
            mates = (one for one, of in self.pieces() if of.side == who.side and of != who)
            covers += tuple(one for one in mates if self.chance(0.15))
            covers = tuple(one for one in covers if self.on_table(one))
        return Act(step, who.name, skill, target, frozenset(uses), covers)

    def sought(self, step: Step, who: Trooper) -> list[str]:
        """Return the enemy Markers that a trooper sees, in ARO those of the Order's own."""
        leads = {one.who for one in self.order if one.step == "first"}
        seen = {pair.other for pair in self.lof if pair.one == who.real}
        return [
            piece
            for piece, one in self.pieces()
            if one.side != who.side
            and piece in seen
            and one.states - {"hidden_deployment"}
            and (step in {"first", "second"} or one.name in leads)
        ]


def _whole(pairs: set[Pair]) -> set[Pair]:
    return {Pair(pair.one, pair.other) for pair in pairs}


def _both(one: str, other: str, half: Half | None) -> tuple[Pair, Pair]:
    return Pair(one, other, half), Pair(other, one, half)
