"""What an Order leaves behind as JSON."""

from typing import TypedDict

from aro.answers import Change, Duty, Effect, Fate, Figure, Mod, Outcome, PossibleResult, Value
from aro.knowledge.edition import Clause
from aro.report.json.clause import (
    FORMAT,
    ClauseForm,
    Format,
    SpentForm,
    StampForm,
    clause_json,
    spent_json,
    stamp_json,
)
from aro.report.json.situation import (
    ActForm,
    MemoryForm,
    SituationForm,
    act_json,
    memory_json,
    situation_json,
)


class ModForm(TypedDict):
    """A MOD to the Roll of an act: a number, or what the rules call it."""

    act: ActForm
    value: int | str
    clause: ClauseForm


class FigureForm(TypedDict):
    """A named figure of an act, and the clause that gives it."""

    act: ActForm
    name: str
    value: int | str
    clause: ClauseForm


class RollKindForm(TypedDict):
    """The kind of Roll that resolves an act: normal, face_to_face or none."""

    roll: str
    clause: ClauseForm


class EffectForm(TypedDict):
    """Whether a declared act takes effect, what thwarts it, how it is rolled for."""

    act: ActForm
    takes_effect: bool
    thwarted_by: list[ClauseForm]
    rolls: list[RollKindForm]


class ChangeForm(TypedDict):
    """A state that ended, began, or turned into another; `moment` is one of the seven."""

    trooper: str
    ended: str | None
    began: str | None
    moment: str
    clause: ClauseForm


class FateForm(TypedDict):
    """How a trooper stands at the end: its states, and the form of each of its pieces.

    What hangs on an unknown fact is in `maybe_states` and `maybe_pieces`.
    """

    trooper: str
    states: list[str]
    pieces: dict[str, str]
    maybe_states: list[str]
    maybe_pieces: dict[str, list[str]]


class PieceForm(TypedDict):
    """A piece that was removed, or a trooper that counts as revealed, and by which clause."""

    name: str
    clause: ClauseForm


class AffectedForm(TypedDict):
    """An act, and a piece that its template affects."""

    act: ActForm
    piece: str


class DutyForm(TypedDict):
    """What the player of a trooper now has to do, and by which clause."""

    trooper: str
    duty: str
    clause: ClauseForm


class ValueForm(TypedDict):
    """A named value of a piece, and the clause that gives it."""

    piece: str
    name: str
    value: int | str
    clause: ClauseForm


class PerhapsForm(TypedDict):
    """A result that hangs on the unknown; `profile` if only an unknown special skill brings it."""

    says: str
    clause: str | None
    profile: bool


class OutcomeForm(TypedDict):
    """An outcome; `situation` is the next one, `unsure` lists results that hang on the unknown.

    `perhaps` tells those of them that stand nowhere else, `notes` what the case may have left out.
    """

    format: Format
    stamp: StampForm
    spent: SpentForm | None
    effects: list[EffectForm]
    changes: list[ChangeForm]
    fates: list[FateForm]
    removed: list[PieceForm]
    backdated: list[PieceForm]
    affected: list[AffectedForm]
    duties: list[DutyForm]
    mods: list[ModForm]
    figures: list[FigureForm]
    values: list[ValueForm]
    remembered: list[MemoryForm]
    unsure: list[str]
    perhaps: list[PerhapsForm]
    notes: list[str]
    situation: SituationForm


def outcome_json(outcome: Outcome) -> OutcomeForm:
    """Return an outcome in its JSON form.

    >>> from aro import Rulebook, Situation, Trooper
    >>> table = Situation(active="red", troopers=[Trooper("ninja", side="red")])
    >>> form = outcome_json(Rulebook("n5").resolve(table.declare("ninja", "move")))
    >>> form["fates"][0]["pieces"], form["situation"]["active"]
    ({'ninja': 'model'}, 'red')
    """
    return {
        "format": FORMAT,
        "stamp": stamp_json(outcome.stamp),
        "spent": spent_json(outcome.spent),
        "effects": [_effect(one) for one in outcome.effects],
        "changes": [_change(one) for one in outcome.changes],
        "fates": [_fate(one) for one in outcome.fates],
        "removed": [_piece(*one) for one in outcome.removed],
        "backdated": [_piece(*one) for one in outcome.backdated],
        "affected": [{"act": act_json(act), "piece": name} for act, name in outcome.affected],
        "duties": [_duty(one) for one in outcome.duties],
        "mods": [mod_json(one) for one in outcome.mods],
        "figures": [figure_json(one) for one in outcome.figures],
        "values": [_value(one) for one in outcome.values],
        "remembered": [memory_json(one) for one in outcome.remembered],
        "unsure": list(outcome.unsure),
        "perhaps": [_perhaps(one) for one in outcome.perhaps],
        "notes": list(outcome.notes),
        "situation": situation_json(outcome.situation),
    }


def mod_json(one: Mod) -> ModForm:
    """Return a MOD."""
    return {"act": act_json(one.act), "value": one.value, "clause": clause_json(one.clause)}


def figure_json(one: Figure) -> FigureForm:
    """Return a figure of an act."""
    return {
        "act": act_json(one.act),
        "name": one.name,
        "value": one.value,
        "clause": clause_json(one.clause),
    }


def _effect(one: Effect) -> EffectForm:
    return {
        "act": act_json(one.act),
        "takes_effect": one.takes_effect,
        "thwarted_by": [clause_json(told) for told in one.thwarted_by],
        "rolls": [{"roll": kind, "clause": clause_json(told)} for kind, told in one.rolls],
    }


def _change(one: Change) -> ChangeForm:
    return {
        "trooper": one.trooper,
        "ended": one.ended,
        "began": one.began,
        "moment": one.moment,
        "clause": clause_json(one.clause),
    }


def _fate(one: Fate) -> FateForm:
    maybe: dict[str, list[str]] = {}
    for piece, form in one.maybe_pieces:
        maybe.setdefault(piece, []).append(form)
    return {
        "trooper": one.trooper,
        "states": list(one.states),
        "pieces": dict(one.pieces),
        "maybe_states": list(one.maybe_states),
        "maybe_pieces": maybe,
    }


def _perhaps(one: PossibleResult) -> PerhapsForm:
    clause = one.clause.id if one.clause else None
    return {"says": one.says, "clause": clause, "profile": one.profile}


def _piece(name: str, clause: Clause) -> PieceForm:
    return {"name": name, "clause": clause_json(clause)}


def _duty(one: Duty) -> DutyForm:
    return {"trooper": one.trooper, "duty": one.duty, "clause": clause_json(one.clause)}


def _value(one: Value) -> ValueForm:
    return {
        "piece": one.piece,
        "name": one.name,
        "value": one.value,
        "clause": clause_json(one.clause),
    }
