"""What an Order leaves behind, read off its answer, and where the next one begins."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from aro.answers import Change, Duty, Effect, Fate, Outcome, Value
from aro.engine.clingo_program import Atoms, Term, value_of, written
from aro.engine.facts import memory_of, name_of, term
from aro.engine.notes import doubts
from aro.engine.possible_results import perhaps
from aro.knowledge.fact_kinds import RELATIONS
from aro.parts import Act, Memory, Trooper
from aro.situation import Situation

if TYPE_CHECKING:
    from aro.engine.question import Inquiry

_RESULTS = frozenset(
    {
        *("performed", "becomes", "begun", "ended", "turned", "removed", "form", "counts_unmasked"),
        *("affected", "remembered", "duty", "mod", "roll", "value", "count"),
    }
)


def outcome(inquiry: "Inquiry") -> Outcome:
    """Return the outcome of the Order of a situation."""
    table = inquiry.table
    unsure = frozenset(one for one in inquiry.possible - inquiry.certain if one[0] in _RESULTS)
    fates = tuple(_fate(inquiry, trooper, unsure) for trooper in table.troopers)
    memory = tuple(memory_of(table, written(one[1])) for one in inquiry.all("remembered"))
    return Outcome(
        effects=tuple(_effect(inquiry, act) for act in table.order),
        changes=tuple(_changes(inquiry)),
        fates=fates,
        removed=tuple(
            dict.fromkeys(
                (_name(table, one[2]), inquiry.clause(one[1])) for one in inquiry.all("removed")
            )
        ),
        backdated=tuple(
            (_name(table, one[2]), inquiry.clause(one[1])) for one in inquiry.all("counts_unmasked")
        ),
        affected=tuple(
            (act, _name(table, one[2]))
            for one in inquiry.all("affected")
            for act in table.order
            if term(table, act) == written(one[1])
        ),
        duties=tuple(
            Duty(trooper=_name(table, one[2]), duty=str(one[3]), clause=inquiry.clause(one[1]))
            for one in inquiry.all("duty")
        ),
        mods=tuple(mod for act in table.order for mod in inquiry.mods(act)),
        figures=tuple(one for act in table.order for one in inquiry.figures(act)),
        values=tuple(
            Value(
                piece=_name(table, one[2]),
                name=str(one[3]),
                value=value_of(one[4]),
                clause=inquiry.clause(one[1]),
            )
            for one in inquiry.all("value")
        ),
        remembered=memory,
        unsure=tuple(sorted(map(written, unsure))),
        perhaps=perhaps(inquiry, unsure),
        notes=tuple(doubts(table, inquiry.edition)),
        situation=_next(table, fates, memory),
        stamp=inquiry.stamp,
        spent=inquiry.spent,
    )


def _name(table: Situation, told: Term) -> str:
    return name_of(table, written(told))


def _fate(inquiry: "Inquiry", trooper: Trooper, unsure: Atoms) -> Fate:
    table = inquiry.table
    pieces = [trooper.name, *(one.name for one in trooper.replicas)]

    def told(name: str, found: Iterable[tuple[Term, ...]]) -> tuple[tuple[str, str], ...]:
        pairs = ((_name(table, one[1]), str(one[2])) for one in found if one[0] == name)
        return tuple((piece, what) for piece, what in pairs if piece in pieces)

    maybe = sorted(unsure, key=str)
    return Fate(
        trooper=trooper.name,
        states=tuple(state for _, state in told("becomes", inquiry.all("becomes"))),
        pieces=told("form", inquiry.all("form")),
        maybe_states=tuple(state for _, state in told("becomes", maybe)),
        maybe_pieces=told("form", maybe),
    )


def _effect(inquiry: "Inquiry", act: Act) -> Effect:
    key = inquiry.key(act)
    rolls = ((str(one[3]), inquiry.clause(one[1])) for one in inquiry.all("roll") if one[2] == key)
    return Effect(
        act=act,
        takes_effect=inquiry.takes_effect(act),
        thwarted_by=inquiry.thwarted_by(act),
        rolls=tuple(rolls),
    )


def _changes(inquiry: "Inquiry") -> Iterator[Change]:
    def change(
        clause: Term, who: Term, moment: Term, *, ended: Term = "", began: Term = ""
    ) -> Change:
        return Change(
            trooper=_name(inquiry.table, who),
            ended=str(ended) or None,
            began=str(began) or None,
            moment=str(moment),
            clause=inquiry.clause(clause),
        )

    turned = set()
    for _, clause, who, old, new, moment in inquiry.all("turned"):
        turned.add((clause, who, new, moment))
        yield change(clause, who, moment, ended=old, began=new)
    for _, clause, who, state, moment in inquiry.all("ended"):
        yield change(clause, who, moment, ended=state)
    for _, clause, who, state, moment in inquiry.all("begun"):
        if (clause, who, state, moment) not in turned:
            yield change(clause, who, moment, began=state)


def _next(table: Situation, fates: tuple[Fate, ...], memory: tuple[Memory, ...]) -> Situation:
    """Return where the next Order begins: what was seen and touched last still is."""
    troopers = [_surviving(one, fate) for one, fate in zip(table.troopers, fates, strict=True)]
    pieces = {name for one in troopers for name in (one.name, *(r.name for r in one.replicas))}
    left = set(table.pieces) - pieces
    half = "second" if any(act.when == "second" for act in table.order) else "first"

    relations: dict[str, Any] = {
        kind.field: tuple(
            replace(pair, half=None)
            for pair in getattr(table, kind.field)
            if kind.pieces((pair.one, pair.other)) <= pieces and pair.half in {None, half}
        )
        for kind in RELATIONS
    }
    sides = {one.side for one in troopers} - {table.active}
    return Situation(
        active=sides.pop() if table.ends_turn and len(sides) == 1 else table.active,
        troopers=troopers,
        **relations,
        memory=[one for one in memory if left.isdisjoint(one.of)],
        phase=table.phase,
        game=table.game,
    )


def _surviving(trooper: Trooper, fate: Fate) -> Trooper:
    left = {piece for piece, form in fate.pieces}
    model = [piece for piece, form in fate.pieces if form == "model"]
    replicas = [one for one in trooper.replicas if one.name in left]
    settled = len(left) == 1 and bool(model)
    return Trooper(
        trooper.name,
        side=trooper.side,
        states=fate.states,
        has=trooper.has,
        replicas=() if settled else replicas,
        noted=None if settled else trooper.noted,
        device=trooper.device,
        numbers=trooper.numbers,
    )
