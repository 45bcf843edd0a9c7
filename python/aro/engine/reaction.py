"""Whether a trooper gets an ARO at all: the verdict on the right to react.

The law rules on the right to react to each piece (`react` in `kb/theory/orders.lp`). Without that
right a clause may still give a trooper a certain ARO. Both count.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from aro.answers import WARNINGS, Ruling, Verdict, ranked
from aro.engine.edition_words import tables
from aro.engine.evaluation import RULINGS, Evaluation
from aro.engine.question import Question, grounded, reduce

_T = TypeVar("_T")


def reaction(question: Question, who: str, at: str | None) -> Verdict:
    """Return the verdict on whether a trooper gets an ARO, by a question about its rights.

    Of several legal ones it is the firmest. If none is legal, its AROs are asked about as well, and
    it has the warnings of all of them.
    """
    asked = question.acts
    verdicts = [*map(Evaluation(question, grounded(reduce(question))).verdict, asked)]
    if not any(one.ruling == "legal" for one in verdicts):
        every = tuple({(act.when, who): None for act in asked if act.when})
        listed = reduce(question._replace(every=every, legal_only=True))
        answer = Evaluation(listed, grounded(listed))
        aside = {one for (one,) in tables(answer.edition).table("possibly_aside")}  # no AROs
        acts = [act for act in answer.legal_nearby(who) if act.does not in aside]
        verdicts += [answer.verdict(act) for act in acts if at in {None, act.at}]
    legal = [one for one in verdicts if one.ruling == "legal"]
    found = max(legal, key=_firm) if legal else _together(verdicts, len(asked))
    act = replace(asked[0], at=found.act.at)
    own = replace(found, act=act, takes_effect=None, thwarted_by=(), pending=())
    return replace(own, mods=(), figures=())


def _firm(verdict: Verdict) -> int:
    return (*WARNINGS, "settled").index(verdict.firmness)


def _together(verdicts: list[Verdict], rights: int) -> Verdict:
    """Return what several verdicts say, none of them legal; the first are those on rights."""
    ruled: list[Ruling] = [one.ruling for one in verdicts[:rights]]
    firmness, *also = ranked(each for one in verdicts for each in (one.firmness, *one.also))
    possible = {ruling for one in verdicts for ruling in one.possible}
    return replace(
        verdicts[0],
        ruling="illegal" if "illegal" in ruled else ruled[0],
        firmness=firmness,
        also=tuple(also),
        because=_once(reason for one in verdicts[:rights] for reason in one.because),
        gaps=_once(gap for one in verdicts for gap in one.gaps),
        readings=_once(reading for one in verdicts for reading in one.readings),
        hangs=_once(fact for one in verdicts for fact in one.hangs),
        pages=_once(page for one in verdicts for page in one.pages),
        possible=tuple(one for one in RULINGS if one in possible),
    )


def _once(items: Iterable[_T]) -> tuple[_T, ...]:
    return tuple(dict.fromkeys(items))
