"""What an Order leaves behind, read off its evaluation, and where the next one begins."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

from aro.answers import (
    Change,
    Duty,
    Effect,
    Fate,
    Firmness,
    Outcome,
    PossibleResult,
    Value,
    strongest,
)
from aro.engine.clingo_program import Term, parts, read_once, value_of, written
from aro.engine.edition_words import derived_tables
from aro.engine.evaluation import Evaluation, Warnings, clause_of
from aro.engine.facts import memory_of, name_of, term
from aro.engine.phrases import fact
from aro.engine.result_kinds import RESULT_KINDS, RESULTS
from aro.knowledge.edition import Edition
from aro.knowledge.names import constant
from aro.parts import HALVES, Half, Memory, Pair, Trooper, Unknown
from aro.situation import Situation


def outcome(evaluation: Evaluation, *, as_read: bool = False) -> Outcome:
    """Return the outcome of the Order of a situation; `as_read`, as if no other reading mattered.

    It is settled then, for nobody looked whether anything else could turn it.
    """
    table, results = evaluation.table, _Results(evaluation, {} if as_read else evaluation.warnings)
    certain, firm = results.certain, results.firmness
    fates = tuple(_fates(results))
    memory = tuple(memory for _, memory in certain("remembered"))
    firmness = ((memory, firm(atom)) for atom, memory in certain("remembered"))
    verdicts = [evaluation.as_read(act) for act in table.order]
    warnings, rolls = set(results.warnings.values()), certain("roll")
    readings = evaluation.edition.readings
    return Outcome(
        effects=tuple(
            Effect(
                act=one.act,
                takes_effect=bool(one.takes_effect),
                ruling=one.ruling,
                because=one.because if one.ruling == "illegal" else (),
                thwarted_by=one.thwarted_by,
                rolls=tuple((kind, by, of) for _, by, act, kind, of in rolls if act == one.act),
                firmness=firm(("performed", read_once(term(table, one.act)))),
            )
            for one in verdicts
        ),
        changes=tuple(_changes(results)),
        fates=fates,
        removed=tuple(dict.fromkeys((piece, by) for _, by, piece, _ in certain("removed"))),
        backdated=tuple((who, by) for _, by, who in certain("counts_unmasked")),
        affected=tuple((act, piece) for _, act, piece in certain("affected") if act is not None),
        duties=tuple(
            Duty(trooper=who, duty=duty, clause=by, firmness=firm(atom))
            for atom, by, who, duty in certain("duty")
        ),
        mods=tuple(mod for one in verdicts for mod in one.mods),
        figures=tuple(figure for one in verdicts for figure in one.figures),
        values=tuple(
            Value(piece=piece, name=name, value=value, clause=by, firmness=firm(atom))
            for atom, by, piece, name, value in certain("value")
        ),
        remembered=memory,
        unsure=tuple(sorted(map(written, results.unsure))),
        perhaps=tuple(dict.fromkeys(_possible_results(evaluation, results.warnings))),
        firmness=strongest({*warnings, "gave_up"} if evaluation.spent else warnings),
        readings=tuple(evaluation.result_readings(readings)) if "disputed" in warnings else (),
        pages=tuple(evaluation.result_pages()) if "open" in warnings else (),
        doubtful_memory=tuple(pair for pair in firmness if pair[1] != "settled"),
        notes=tuple(_warnings(table, evaluation.edition, [roll for _, *roll in rolls])),
        situation=_next(results, fates, memory),
        stamp=evaluation.question.stamp,
        spent=evaluation.spent,
    )


class _Results:
    """The results of an Order, with their arguments as values of Python."""

    def __init__(self, evaluation: Evaluation, warnings: Warnings) -> None:
        self.table, self.warnings, self._evaluation = evaluation.table, warnings, evaluation
        maybe = evaluation.possible - evaluation.certain
        self.unsure = sorted((one for one in maybe if one[0] in RESULTS), key=str)
        self._acts = {term(self.table, act): act for act in self.table.order}

    def certain(self, name: str) -> list[tuple[Any, ...]]:
        """Return what is certain of a kind of result, sorted: each with its atom before it."""
        return [(atom, *self.values(atom)) for atom in self._evaluation.all(name)]

    def maybe(self, name: str) -> list[tuple[Any, ...]]:
        """Return what depends on the unknown of a kind of result, sorted."""
        return [self.values(atom) for atom in self.unsure if atom[0] == name]

    def firmness(self, *atoms: tuple[Term, ...]) -> Firmness:
        """Return the strongest warning about some results."""
        return strongest(self.warnings[atom] for atom in atoms if atom in self.warnings)

    def of_pieces(self, pieces: Collection[str]) -> Firmness:
        """Return the strongest warning about how a trooper of these pieces stands at the end."""
        standing = (one for one in self.warnings if one[0] in {"becomes", "form"})
        return self.firmness(*(one for one in standing if self.values(one)[0] in pieces))

    def values(self, atom: tuple[Term, ...]) -> tuple[Any, ...]:
        """Return the arguments of a result, each by its role; an act not declared as None."""
        return tuple(map(self._value, RESULT_KINDS[str(atom[0])].roles, atom[1:]))

    def _value(self, role: str, argument: Term) -> Any:  # noqa: ANN401  by the role
        match role:
            case "clause":
                return clause_of(self._evaluation.edition, argument)
            case "piece" | "trooper":
                return name_of(self.table, written(argument))
            case "act":
                return self._acts.get(written(argument))
            case "memory":
                return memory_of(self.table, written(argument))
            case "value":
                return value_of(argument)
        return str(argument)


def _fates(results: _Results) -> Iterator[Fate]:
    """Yield how each trooper stands at the end."""
    states, forms = results.certain("becomes"), results.certain("form")
    maybe_states, maybe_forms = results.maybe("becomes"), results.maybe("form")
    for trooper in results.table.troopers:
        pieces = trooper.pieces
        yield Fate(
            trooper=trooper.name,
            states=tuple(state for _, who, state in states if who in pieces),
            pieces=tuple((piece, form) for _, piece, form in forms if piece in pieces),
            maybe_states=tuple(state for who, state in maybe_states if who in pieces),
            maybe_pieces=tuple(pair for pair in maybe_forms if pair[0] in pieces),
            firmness=results.of_pieces(pieces),
        )


def _changes(results: _Results) -> Iterator[Change]:
    turned = set()
    for atom, by, who, old, new, moment in results.certain("turned"):
        turned.add((by.id, who, new, moment))
        yield Change(who, old, new, moment, by, results.firmness(atom))
    for atom, by, who, state, moment in results.certain("ended"):
        yield Change(who, state, None, moment, by, results.firmness(atom))
    for atom, by, who, state, moment in results.certain("begun"):
        if (by.id, who, state, moment) not in turned:
            yield Change(who, None, state, moment, by, results.firmness(atom))
    for atom, by, who, trait in results.certain("trait_lost"):
        yield Change(who, trait, None, "effects", by, results.firmness(atom))
    for atom, by, who, trait in results.certain("trait_regained"):
        yield Change(who, None, trait, "effects", by, results.firmness(atom))


def _possible_results(evaluation: Evaluation, warnings: Warnings) -> Iterator[PossibleResult]:
    """Yield the results that may come about besides, and are not shown with a trooper or an act."""
    table = evaluation.table
    others = [one for one in warnings if one not in evaluation.certain]
    names = {str(constant(name)): name for name in table.pieces} if others else {}
    names |= {term(table, act): str(act) for act in table.order} if others else {}
    turned = {(atom[1], atom[2], atom[-1]) for atom in others if atom[0] == "turned"}
    for atom in sorted(others, key=str):
        kind = RESULT_KINDS[str(atom[0])]
        if kind.in_place or (atom[0] == "begun" and (atom[1], atom[2], atom[-1]) in turned):
            continue
        seen = kind.cites and parts(atom[1])[0] != "unseen"
        yield PossibleResult(
            says=fact(written(atom), names),
            clause=clause_of(evaluation.edition, atom[1]) if seen else None,
            profile=warnings[atom] == "depends" and atom not in evaluation.plain,
            firmness=warnings[atom],
        )


def _next(results: _Results, fates: tuple[Fate, ...], memory: tuple[Memory, ...]) -> Situation:
    """Return where the next Order begins: what was seen and touched last still is."""
    table = results.table
    troopers = [_surviving(one, fate) for one, fate in zip(table.troopers, fates, strict=True)]
    pieces = {name for one in troopers for name in one.pieces}
    half: Half = "second" if any(act.when == "second" for act in table.order) else "first"
    relations: dict[str, Any] = {
        relation: [replace(pair, half=None) for pair in pairs if pair.half in {None, half}]
        for relation, pairs in table.relations(pieces).items()
    }
    touching = [pair for _, *pair in results.certain("left_touching")]
    relations["contact"] = [Pair(*pair) for pair in touching if pieces.issuperset(pair)]
    words = {str(constant(one.side)): one.side for one in troopers}
    commanded = [pair for _, *pair in results.certain("commanded")]
    relations["controls"] = [Pair(words[side], piece) for side, piece in commanded]
    sides = set(words.values()) - {table.active}
    gone = {*table.pieces} - pieces
    unknown = [*_still_unknown(table, half), *_left_open(results, fates, words)]
    return Situation(
        active=sides.pop() if table.ends_turn and len(sides) == 1 else table.active,
        troopers=troopers,
        **relations,
        memory=[one for one in memory if gone.isdisjoint(one.of)],
        unknown=[one for one in dict.fromkeys(unknown) if gone.isdisjoint(one.of)],
        phase=table.phase,
        game=table.game,
    )


def _still_unknown(table: Situation, half: Half) -> Iterator[Unknown]:
    """Yield what nobody knew of the table, and the Order changes nothing of."""
    for one in table.unknown:
        if one.kind in {"lof", "zoc", "has", "noted"} and one.of[-1] not in {*HALVES} - {half}:
            yield Unknown(one.kind, *(word for word in one.of if word not in HALVES))


def _left_open(
    results: _Results, fates: tuple[Fate, ...], words: dict[str, str]
) -> Iterator[Unknown]:
    """Yield what the Order leaves open of what the next begins with."""
    for fate in fates:
        yield from (Unknown("is", fate.trooper, state) for state in fate.maybe_states)
    for side, piece in sorted(results.maybe("commanded"), key=str):
        yield Unknown("controls", words[side], piece)
    for pair in sorted(results.maybe("left_touching"), key=str):
        yield Unknown("contact", *pair)
    for (memory,) in sorted(results.maybe("remembered"), key=str):
        yield Unknown("memory", memory.kind, *memory.of)


def _surviving(trooper: Trooper, fate: Fate) -> Trooper:
    """Return a trooper with the states and the pieces that are left to it."""
    left = {piece for piece, _ in (*fate.pieces, *fate.maybe_pieces)}
    settled = len(left) == 1 and "model" in {form for _, form in fate.pieces}
    return replace(
        trooper,
        states=fate.states,
        replicas=() if settled else tuple(one for one in trooper.replicas if one.name in left),
        noted=None if settled else trooper.noted,
        line=None,
    )


def _warnings(table: Situation, edition: Edition, rolls: list[Any]) -> Iterator[str]:
    """Yield what whoever wrote the situation may have left out, or said in vain."""
    (attacks, hits), hitting = _attacks(edition), {hit.act for hit in table.hits}
    passed = [roll.act for roll in table.rolls if roll.result == "success"]
    for act in (one for one in passed if one not in hitting and one.does in hits):
        yield (
            f"The Roll of {act} succeeded, but no hit is told: as it stands nothing was "
            "hit. `hits` says what was, and whether a Saving Roll is forced."
        )
    # Face to Face is what a clause has rolled so, and an Attack of which none says how it is.
    told = sorted(rolls, key=lambda roll: roll[2] == "face_to_face")
    kinds = {act: kind for _, act, kind, _ in told}
    apart = {(act, other) for _, act, kind, other in rolls if kind == "normal"}
    faced = [one for one in passed if kinds.get(one, one.does in attacks) in {True, "face_to_face"}]
    at = {one.name: {None, *one.pieces} for one in table.troopers}
    for one, two in combinations(faced, 2):
        aimed = (one.at or two.at) and one.at in at[two.who] and two.at in at[one.who]
        if aimed and not apart & {(one, two), (two, one)}:
            yield f"Of {one} and {two}, Face to Face, one at most succeeds: the other is `lost`."
    missed = {roll.act for roll in table.rolls if roll.result != "success"}
    for hit in (one for one in table.hits if one.act in missed and one.on == one.act.at):
        yield f"A hit of {hit.act} on {hit.on} is told and counts, but by its Roll it missed."
    behind = {one.noted or one.name for one in table.troopers}
    for hit in (one for one in table.hits if one.saves and one.on not in behind):
        yield f"{hit.on} is a replica: nobody is there to make the Saving Roll it is said to."


@cache
def _attacks(edition: Edition) -> tuple[frozenset[str], frozenset[str]]:
    """Return the Attacks, and those of which it matters to some clause what they hit."""
    law = derived_tables(edition)
    attacks, hits = map(law.table, ("attack_skill", "hurts"))
    return frozenset(str(skill) for (skill,) in attacks), frozenset(str(skill) for (skill,) in hits)
