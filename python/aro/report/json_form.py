"""Answers as JSON: one documented form, which names its version.

Every document is an object with `"format": "aro/1"`. Within a version keys are only ever added; a
key that is renamed, dropped or means something else makes it `aro/2`. Every key is always there:
what does not apply is null, what there is none of is an empty list.

- `verdict_json`: the ruling on an act, why, and what it rests on (`VerdictForm`);
- `choices_json`: the verdicts on all that troopers may declare (`ChoicesForm`);
- `outcome_json`: what an Order leaves behind, with the next situation (`OutcomeForm`);
- `clause_json`: one clause with its source, as it stands in all of them (`ClauseForm`).

The classes named `...Form` document the keys; the words in them are those of `aro.answers`.
"""

from collections.abc import Iterable, Mapping
from typing import TypedDict

from aro.answers import DependsOnReading, Gap, Verdict
from aro.knowledge.edition import Clause
from aro.report.json.clause import (
    FORMAT,
    ClauseForm,
    FaqForm,
    Format,
    SourceForm,
    SpentForm,
    StampForm,
    clause_json,
    spent_json,
    stamp_json,
)
from aro.report.json.outcome import (
    FigureForm,
    ModForm,
    OutcomeForm,
    figure_json,
    mod_json,
    outcome_json,
)
from aro.report.json.situation import ActForm, SituationForm, act_json, situation_json

__all__ = [
    "FORMAT",
    "ActForm",
    "ChoicesForm",
    "ClauseForm",
    "FaqForm",
    "FigureForm",
    "Format",
    "GapForm",
    "HangsForm",
    "OutcomeForm",
    "ReasonForm",
    "RestsForm",
    "SituationForm",
    "SourceForm",
    "SpentForm",
    "VerdictForm",
    "act_json",
    "choices_json",
    "clause_json",
    "outcome_json",
    "situation_json",
    "verdict_json",
]


class ReasonForm(TypedDict):
    """A deciding clause; `verb`: forbids, closes, grants, lifts, affirms or types."""

    verb: str
    clause: ClauseForm


class GapForm(TypedDict):
    """What our knowledge lacks: `about` a clause (its id) or a source (its title)."""

    about: str
    says: str


class RestsForm(TypedDict):
    """An ambiguity: its id, how it was read, and the ruling under each alternative by name.

    `together`: it turns the ruling only along with the other readings of the list, and with the
    unknown facts `along`, as atoms.
    """

    reading: str
    question: str
    taken: str
    default: str
    rulings: dict[str, str]
    together: bool
    along: list[str]


class HangsForm(TypedDict):
    """An unknown fact, as an atom, with the ruling if it holds and the ruling if it does not."""

    fact: str
    holds: str
    fails: str


class VerdictForm(TypedDict):
    """A verdict.

    `legal` says whether it is a yes: legal by the readings taken, and hanging on nothing unknown.
    `ruling` is legal, illegal or silent, `firmness` settled, disputed, depends or gave_up;
    `possible` are the rulings that the unknown facts allow. `provenance` is the weakest among the
    clauses. `pending` are the clauses that are looked at again when a legal act is resolved.
    `spent` is what a search that gave up had taken, else null.
    """

    format: Format
    stamp: StampForm
    act: ActForm
    legal: bool
    ruling: str
    firmness: str
    provenance: str | None
    because: list[ReasonForm]
    gaps: list[GapForm]
    readings: list[RestsForm]
    possible: list[str]
    hangs: list[HangsForm]
    takes_effect: bool | None
    thwarted_by: list[ClauseForm]
    pending: list[ClauseForm]
    mods: list[ModForm]
    figures: list[FigureForm]
    spent: SpentForm | None


class ChoicesForm(TypedDict):
    """What each trooper may declare: verdicts by its name."""

    format: Format
    choices: dict[str, list[VerdictForm]]


def verdict_json(verdict: Verdict) -> VerdictForm:
    """Return a verdict in its JSON form.

    >>> from aro import Act, Rulebook, Situation, Trooper
    >>> table = Situation(active="red", troopers=[Trooper("ninja", side="red")])
    >>> form = verdict_json(Rulebook("n5").is_legal(table, Act("ninja", "move")))
    >>> form["format"], form["legal"], form["act"]["does"]
    ('aro/1', True, 'move')
    """
    return {
        "format": FORMAT,
        "stamp": stamp_json(verdict.stamp),
        "act": act_json(verdict.act),
        "legal": bool(verdict),
        "ruling": verdict.ruling,
        "firmness": verdict.firmness,
        "provenance": verdict.provenance,
        "because": [
            {"verb": one.verb, "clause": clause_json(one.clause)} for one in verdict.because
        ],
        "gaps": [{"about": _about(one), "says": one.says} for one in verdict.gaps],
        "readings": [_rests(one) for one in verdict.readings],
        "possible": list(verdict.possible),
        "hangs": [
            {"fact": one.fact, "holds": one.holds, "fails": one.fails} for one in verdict.hangs
        ],
        "takes_effect": verdict.takes_effect,
        "thwarted_by": [clause_json(one) for one in verdict.thwarted_by],
        "pending": [clause_json(one) for one in verdict.pending],
        "mods": [mod_json(one) for one in verdict.mods],
        "figures": [figure_json(one) for one in verdict.figures],
        "spent": spent_json(verdict.spent),
    }


def choices_json(choices: Mapping[str, Iterable[Verdict]]) -> ChoicesForm:
    """Return the verdicts on all choices, by trooper, in their JSON form.

    >>> choices_json({"guard": ()})
    {'format': 'aro/1', 'choices': {'guard': []}}
    """
    told = {name: [verdict_json(one) for one in found] for name, found in choices.items()}
    return {"format": FORMAT, "choices": told}


def _about(gap: Gap) -> str:
    return gap.about.id if isinstance(gap.about, Clause) else gap.about.title


def _rests(one: DependsOnReading) -> RestsForm:
    return {
        "reading": one.reading.id,
        "question": one.reading.question,
        "taken": one.taken,
        "default": one.reading.default,
        "rulings": dict(one.rulings),
        "together": one.together,
        "along": list(one.along),
    }
