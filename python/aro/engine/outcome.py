"""What an Order leaves behind, read off its evaluation, and where the next one begins."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from aro.answers import Change, Duty, Effect, Fate, Outcome, PossibleResult, Value
from aro.engine.clingo_program import Atoms, Term, value_of, written
from aro.engine.evaluation import Evaluation, figures, mods
from aro.engine.facts import memory_of, name_of, term
from aro.engine.notes import warnings
from aro.engine.phrases import sentence
from aro.engine.result_kinds import RESULT_KINDS, RESULTS
from aro.knowledge.fact_kinds import RELATIONS
from aro.parts import Act, Memory, Trooper
from aro.situation import Situation


def outcome(evaluation: Evaluation) -> Outcome:
    """Return the outcome of the Order of a situation."""
    table, clause, every = evaluation.table, evaluation.clause, evaluation.all
    name = partial(_name, table)
    unsure = frozenset(
        result for result in evaluation.possible - evaluation.certain if result[0] in RESULTS
    )
    fates = tuple(_fate(evaluation, trooper, unsure) for trooper in table.troopers)
    memory = tuple(memory_of(table, written(what)) for _, what in every("remembered"))
    found = [(act, evaluation.findings(act)) for act in table.order]
    return Outcome(
        effects=tuple(_effect(evaluation, act) for act in table.order),
        changes=tuple(_changes(evaluation)),
        fates=fates,
        removed=tuple(
            dict.fromkeys((name(piece), clause(by)) for _, by, piece, _ in every("removed"))
        ),
        backdated=tuple((name(who), clause(by)) for _, by, who in every("counts_unmasked")),
        affected=tuple(
            (act, name(piece))
            for _, key, piece in every("affected")
            for act in table.order
            if term(table, act) == written(key)
        ),
        duties=tuple(
            Duty(trooper=name(who), duty=str(duty), clause=clause(by))
            for _, by, who, duty in every("duty")
        ),
        mods=tuple(mod for act, said in found for mod in mods(act, said)),
        figures=tuple(figure for act, said in found for figure in figures(act, said)),
        values=tuple(
            Value(piece=name(piece), name=str(what), value=value_of(value), clause=clause(by))
            for _, by, piece, what, value in every("value")
        ),
        remembered=memory,
        unsure=tuple(sorted(map(written, unsure))),
        perhaps=_possible_results(evaluation, unsure),
        notes=tuple(warnings(table, evaluation.edition)),
        situation=_next(table, fates, memory),
        stamp=evaluation.question.stamp,
        spent=evaluation.spent,
    )


def _name(table: Situation, told: Term) -> str:
    return name_of(table, written(told))


def _fate(evaluation: Evaluation, trooper: Trooper, unsure: Atoms) -> Fate:
    table = evaluation.table
    pieces = [trooper.name, *(one.name for one in trooper.replicas)]

    def told(name: str, found: Iterable[tuple[Term, ...]]) -> tuple[tuple[str, str], ...]:
        pairs = ((_name(table, one[1]), str(one[2])) for one in found if one[0] == name)
        return tuple((piece, what) for piece, what in pairs if piece in pieces)

    maybe = sorted(unsure, key=str)
    return Fate(
        trooper=trooper.name,
        states=tuple(state for _, state in told("becomes", evaluation.all("becomes"))),
        pieces=told("form", evaluation.all("form")),
        maybe_states=tuple(state for _, state in told("becomes", maybe)),
        maybe_pieces=told("form", maybe),
    )


def _effect(evaluation: Evaluation, act: Act) -> Effect:
    key, found = evaluation.key(act), evaluation.findings(act)
    rolls = (
        (str(one[3]), evaluation.clause(one[1])) for one in evaluation.all("roll") if one[2] == key
    )
    return Effect(
        act=act,
        takes_effect=found.takes_effect,
        thwarted_by=found.thwarted_by,
        rolls=tuple(rolls),
    )


def _changes(evaluation: Evaluation) -> Iterator[Change]:
    def change(
        clause: Term, who: Term, moment: Term, *, ended: Term = "", began: Term = ""
    ) -> Change:
        return Change(
            trooper=_name(evaluation.table, who),
            ended=str(ended) or None,
            began=str(began) or None,
            moment=str(moment),
            clause=evaluation.clause(clause),
        )

    turned = set()
    for _, clause, who, old, new, moment in evaluation.all("turned"):
        turned.add((clause, who, new, moment))
        yield change(clause, who, moment, ended=old, began=new)
    for _, clause, who, state, moment in evaluation.all("ended"):
        yield change(clause, who, moment, ended=state)
    for _, clause, who, state, moment in evaluation.all("begun"):
        if (clause, who, state, moment) not in turned:
            yield change(clause, who, moment, began=state)


def _possible_results(evaluation: Evaluation, unsure: Atoms) -> tuple[PossibleResult, ...]:
    """Return the results that depend on the unknown and are not shown with a trooper or an act."""
    turned = {(atom[1], atom[2], atom[-1]) for atom in unsure if atom[0] == "turned"}
    results = dict.fromkeys(
        PossibleResult(says=says, clause=clause, profile=atom not in evaluation.plain)
        for atom in sorted(unsure, key=str)
        if not (atom[0] == "begun" and (atom[1], atom[2], atom[-1]) in turned)
        and (says := _sentence(evaluation.table, atom)) is not None
        for clause in [evaluation.clause(atom[1]) if RESULT_KINDS[str(atom[0])].cites else None]
    )
    return tuple(results)


def _sentence(table: Situation, atom: tuple[Term, ...]) -> str | None:
    """Return a result as a sentence; None if it is shown with its trooper or its act."""
    predicate = str(atom[0])
    kind = RESULT_KINDS[predicate]
    if kind.in_place:
        return None
    acts = {term(table, act): str(act) for act in table.order}
    values = []
    for role, argument in zip(kind.roles, map(written, atom[1:]), strict=True):
        if role == "memory":
            memory = memory_of(table, argument)
            values.append(" ".join((memory.kind, *memory.of)))
        else:
            values.append(acts.get(argument, name_of(table, argument)))
    return sentence(predicate, values)


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
