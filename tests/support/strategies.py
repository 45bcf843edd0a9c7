"""Random situations of an edition, drawn from its own words: likely ones, and ones nobody plays.

Who is on the table is one of a few fixed settings, since compiling a shape takes a second; the
rest is drawn, and drawn so that the shape has an input for it. `stranger` goes beyond: it aims at
friends, rolls for what is not rolled for, remembers what no rule asks for.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from typing import TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from aro.engine.edition_words import derived_tables
from aro.engine.facts import memory_of
from aro.engine.word_check import check
from aro.errors import SituationError
from aro.parts import HALVES, RESULTS, Act, Event, Hit, Memory, Pair, Roll, Step, Trooper
from aro.rulebook import Rulebook
from aro.situation import Situation

_T = TypeVar("_T")

EDITIONS = ("n2", "n3", "n4", "n5")
OLD = ("n3@1.0", "n4@1.0", "n5@5.1")
SETTINGS = ("duel", "hide", "lurk")
LARGE = {
    "n2": {"hide": "full", "lurk": "full"},
    "n5": {"hide": "release", "lurk": "full"},
    "n5@5.1": {"duel": "release"},
}
"""Where the law is so long that not every setting has its time: the profiles of the others."""

FEWER = 3
"""How many times fewer examples there is time for where the law is so long."""


def long_in_sweep(names: Iterable[_T]) -> list[object]:
    """Return parameters of a test; all but those of N4, whose law is short, are left to the sweep.

    A name, or the first of several, begins with that of its edition: `n5`, `n5@5.1`, `n5.decoy`.
    """

    def given(name: _T) -> object:
        values = name if isinstance(name, tuple) else (name,)
        short = re.split("[@.]", str(values[0]))[0] == "n4"
        return pytest.param(*values, marks=() if short else pytest.mark.sweep)

    return [given(name) for name in names]


def budget(part: float, name: str = "") -> settings:
    """Return a part of the examples that the profile allows; of an edition with a long law less."""
    shorter = FEWER if name.partition("@")[0] in LARGE else 1
    return settings(max_examples=max(1, round(settings().max_examples * part / shorter)))


def tables() -> list[tuple[str, str]]:
    """Return the editions with the settings that a run has time for, and old releases in duels."""

    def fits(name: str, setting: str) -> bool:
        profile = LARGE.get(name, {}).get(setting, "few")
        return settings().max_examples >= settings.get_profile(profile).max_examples

    every = [
        *((name, one) for name in EDITIONS for one in SETTINGS),
        *((name, "duel") for name in OLD),
    ]
    return [one for one in every if fits(*one)]


def in_more_than_duels() -> list[str]:
    """Return the editions that a run has time for with replicas on the table, too."""
    return [name for name in EDITIONS if (name, "hide") in tables()]


def bare(name: str, setting: str) -> Situation:
    """Return a table with nothing on it but its pieces.

    `duel` is one against one. In `hide` one among replicas is active; in `lurk` it is reactive,
    with a device beside it and two enemies.
    """
    form = "decoy_1" if name.startswith("n5") else "imp_1"
    mask, guard = Trooper("mask", side="red"), Trooper("guard", side="blue")
    if setting == "duel":
        return Situation(active="red", troopers=[mask, guard])
    if setting == "hide":
        mask = Trooper("mask", side="red", replicas=[("copy", form), ("twin", form)])
        return Situation(active="red", troopers=[mask, guard])
    mask = Trooper("mask", side="red", replicas=[("copy", form)])
    mine = Trooper("mine", side="red", device="mine")
    return Situation(active="blue", troopers=[mask, guard, Trooper("ally", side="blue"), mine])


class Words:
    """What an edition has for a table: its vocabulary, and which skills take what."""

    def __init__(self, name: str) -> None:
        self.book = Rulebook(name)
        law, known = derived_tables(self.book.edition), self.book.vocabulary
        self.skills = sorted(known.skills - {"delay"})
        self.states, self.traits = sorted(known.states), sorted(known.traits)
        self.gear, self.aimed = sorted(known.gear), known.aimed
        self.forms = dict(known.shown)
        self.events = [one.removesuffix(")").split("(") for one in sorted(known.events)]
        self.readings = sorted(known.readings)
        self.ranges = sorted(known.ranges)
        self.entering = [(str(skill), str(state)) for skill, state in law.table("entering")]
        self.reaching = {str(one) for (one,) in law.table("reaches")}
        self.games = [str(one) for (one,) in law.table("game_name")]
        laws = [said for _, said in law.table("stated") if isinstance(said, tuple)]
        labels = {said[1:] for said in laws if said[0] == "label"}
        self.attacks = {str(skill) for skill, label in labels if label == "attack"}
        self.rolled = {str(skill) for skill, label in labels if label == "roll"}

    def in_one_form(self, states: Iterable[str]) -> tuple[str, ...]:
        """Return the states without those that would show the trooper in a second form."""
        kept: list[str] = []
        for state in states:
            forms = {self.forms[one] for one in (*kept, state) if one in self.forms}
            kept += [state] if len(forms) < 2 else []
        return tuple(kept)


words = cache(Words)


@cache
def memories(name: str, setting: str) -> tuple[Memory, ...]:
    """Return all that the rules can remember about a setting."""
    table = bare(name, setting)
    inputs = words(name).book.ready(table).shape.inputs
    told = sorted(one for one in inputs if one.startswith("memory("))
    return tuple(memory_of(table, one[len("memory(") : -1]) for one in told)


def some(items: Sequence[_T], most: int = 2) -> st.SearchStrategy[list[_T]]:
    """Return a few of the items, often none."""
    if not items:
        return st.just([])
    return st.just([]) | st.lists(st.sampled_from(items), max_size=most, unique_by=repr)


def readings(name: str) -> st.SearchStrategy[dict[str, str]]:
    """Return readings of a few ambiguities, often none."""
    return some(words(name).readings, 3).map(dict)


@st.composite
def situations(draw: st.DrawFn, name: str, setting: str, *, played: bool = True) -> Situation:
    """Return a situation of a setting; if `played` with an Order and what came of it."""
    table, told = bare(name, setting), words(name)
    table = replace(
        table,
        troopers=tuple(draw(_troopers(told, one)) for one in table.troopers),
        lof=tuple(draw(_related(permutations(table.pieces, 2), table))),
        zoc=tuple(draw(_related(combinations(table.pieces, 2), table))),
        contact=tuple(draw(_related(combinations(table.pieces, 2), table, rare=True))),
        memory=tuple(draw(some(memories(name, setting), 3))),
        phase=draw(st.sampled_from([*["orders"] * 7, "deployment"])),
        game=draw(st.sampled_from([None, None, *told.games])),
    )
    return draw(_played(told, table)) if played else table


@st.composite
def _troopers(draw: st.DrawFn, told: Words, one: Trooper) -> Trooper:
    states = st.sampled_from(told.states).map(lambda state: [state])
    return replace(
        one,
        states=told.in_one_form(draw(states | some(told.states))),
        has=tuple(draw(some(told.traits, 4))),
        noted=draw(st.sampled_from([None, *(copy.name for copy in one.replicas)])),
        numbers=draw(_numbers(told)),
    )


@st.composite
def _numbers(draw: st.DrawFn, told: Words) -> tuple[tuple[str, int], ...]:
    """Return a few numbers within their ranges."""
    ranges = {name: (least, most) for name, least, most in draw(some(told.ranges, 4))}
    return tuple((name, draw(st.integers(*ends))) for name, ends in sorted(ranges.items()))


@st.composite
def _related(
    draw: st.DrawFn, ends: Iterator[tuple[str, ...]], table: Situation, *, rare: bool = False
) -> list[Pair]:
    owner = {p: one for one in table.troopers for p in (one.name, *(r.name for r in one.replicas))}
    never = (None,) * (6 if rare else 1)
    found = []
    for one, other in ends:
        if owner[one].side != owner[other].side:
            held = draw(st.sampled_from([*never, "both", *HALVES]))
            if held is not None:
                half = next((each for each in HALVES if each == held), None)
                found.append(Pair(one, other, half))
    return found


@st.composite
def _played(draw: st.DrawFn, told: Words, table: Situation) -> Situation:
    active = [one.name for one in table.troopers if one.side == table.active]
    others = [one.name for one in table.troopers if one.side != table.active]
    first = draw(st.lists(st.sampled_from(active), min_size=1, max_size=2, unique=True))
    steps: list[tuple[Step, list[str]]] = [("first", first), ("aro_1", others)]
    if draw(st.booleans()):
        steps += [("second", first), ("aro_2", others)]
    for step, whose in steps:
        for who in whose:
            if step == "first" or draw(st.booleans()):
                act = draw(_acts(told, table, step, who))
                table = replace(table, order=(*table.order, act))
    return draw(_resolved(told, table))


@st.composite
def _acts(draw: st.DrawFn, told: Words, table: Situation, step: Step, who: str) -> Act:
    """Return an act that is a candidate of its step, whatever comes of it."""
    side = table.trooper(who).side
    foes = [piece for one in table.troopers if one.side != side for piece in _pieces(one)]
    ways = list(told.entering) if step == "first" else []
    apart = {skill for skill, _ in told.entering}
    skills = [one for one in told.skills if one not in apart]
    skills += ["delay"] if step == "aro_1" else []
    if ways and draw(st.integers(0, 5)) == 0:
        skill, state = draw(st.sampled_from(ways))
        return Act(who, skill, into=state, when=step)
    skill = draw(st.sampled_from(skills))
    at = None
    if step in {"aro_1", "aro_2"} or skill in told.aimed:
        at = draw(st.sampled_from(foes))
    elif skill in told.reaching:
        at = draw(st.sampled_from([None, *foes]))
    numbers = draw(_numbers(told)) if skill in told.rolled else ()
    if skill not in told.attacks:
        return Act(who, skill, at, when=step, numbers=numbers)
    around = [piece for piece in table.pieces if piece not in {at, who}]
    uses, covers = draw(some(told.gear)), draw(some(around))
    return Act(who, skill, at, when=step, uses=uses, covers=covers, numbers=numbers)


@st.composite
def _resolved(draw: st.DrawFn, told: Words, table: Situation) -> Situation:
    """Return the situation with Rolls, hits and events."""
    rolls, hits = [], []
    for act in table.order:
        result = draw(st.sampled_from([None, *RESULTS]))
        if act.does in told.rolled and result is not None:
            rolls.append(Roll(act, result))
        side = table.trooper(act.who).side
        foes = [piece for one in table.troopers if one.side != side for piece in _pieces(one)]
        on = draw(some(foes)) if act.does in told.attacks else []
        flags = st.booleans()
        hits += [Hit(act, one, saves=draw(flags), critical=draw(flags)) for one in on]
    whose = [one.name for one in table.troopers]
    befallen = [Event(who, verb, what) for who in whose for verb, what in told.events]
    ends, events = draw(st.booleans()), tuple(draw(some(befallen, 1)))
    return replace(table, rolls=tuple(rolls), hits=tuple(hits), events=events, ends_turn=ends)


def _pieces(one: Trooper) -> list[str]:
    return [one.name, *(copy.name for copy in one.replicas)]


@st.composite
def stranger(draw: st.DrawFn, name: str) -> Situation:
    """Return a duel with a friend looking on, and in it what no shape provides for."""
    told = words(name)
    table = draw(situations(name, "duel", played=False))
    table = replace(table, troopers=(*table.troopers, Trooper("ally", side="red")))
    steps: tuple[Step, ...] = ("first", "aro_1", "second", "aro_2")
    for _ in range(draw(st.integers(1, 4))):
        act = Act(
            draw(st.sampled_from(table.pieces)),
            draw(st.sampled_from([*told.skills, "delay"])),
            draw(st.sampled_from([None, *table.pieces])),
            when=draw(st.sampled_from(steps)),
            uses=draw(some(told.gear)),
            covers=draw(some(table.pieces)),
        )
        if act.at is None and draw(st.booleans()):
            act = replace(act, into=draw(st.sampled_from(told.states)))
        with suppress(SituationError, ExceptionGroup):  # it cannot be declared: it is not
            further = replace(table, order=(*table.order, act))
            check(further, told.book.vocabulary)
            table = further
    odd = [
        Memory("model_gone", "ally"),
        Memory("failed", "move", "ally", "ally"),
    ]
    return replace(
        table,
        rolls=tuple(Roll(act, "failure") for act in table.order if draw(st.booleans())),
        hits=tuple(Hit(act, "ally", saves=True) for act in table.order if draw(st.booleans())),
        lof=(*table.lof, Pair("ally", "mask"), Pair("mask", "ally", "first")),
        memory=(*table.memory, *draw(some(odd))),
    )
