"""Clauses, their sources, the stamp of an answer and what it took as JSON."""

from typing import Literal, TypedDict

from aro.answers import Stamp
from aro.errors import Spent
from aro.knowledge.edition import Clause

Format = Literal["aro/1"]
FORMAT: Format = "aro/1"
"""The version of the form; its rules stand in `aro.report.json_form`."""


class StampForm(TypedDict):
    """Which law answered; `digest` is the fingerprint of the whole knowledge.

    `amendment` is the name of the folder of drafts that is laid over the edition, null without one.
    """

    edition: str
    release: str
    digest: str
    amendment: str | None


class SpentForm(TypedDict):
    """What a search had taken when it gave up."""

    conflicts: int
    seconds: float


class SourceForm(TypedDict):
    """A page; `provenance`, nearest first: document, wiki, second_hand, player_text, draft."""

    title: str
    url: str | None
    version: str
    provenance: str
    incomplete: str | None


class FaqForm(TypedDict):
    """The published question and answer that a clause renders, in our words."""

    version: str
    question: str
    answer: str
    note: str | None


class ClauseForm(TypedDict):
    """A clause; `encodable`: yes, partly or no; `since`, `until`: releases, null where always.

    `replaces` is the clause in whose place one of an amendment stands, else null.
    """

    id: str
    says: str
    source: SourceForm
    kind: str
    subjects: list[str]
    encodable: str
    gap: str | None
    since: str | None
    until: str | None
    faq: FaqForm | None
    carried_by: list[str]
    replaces: str | None


def stamp_json(one: Stamp) -> StampForm:
    """Return which law answered."""
    return {
        "edition": one.edition,
        "release": one.release,
        "digest": one.digest,
        "amendment": one.amendment,
    }


def spent_json(one: Spent | None) -> SpentForm | None:
    """Return what a search that gave up had taken."""
    return None if one is None else {"conflicts": one.conflicts, "seconds": one.seconds}


def clause_json(one: Clause) -> ClauseForm:
    """Return a clause with its source in its JSON form.

    >>> from aro import Rulebook
    >>> clause_json(Rulebook("n3").clause("n3.camouflaged.effect.3"))["source"]["title"]
    'Camouflaged'
    """
    faq: FaqForm | None = None
    if one.faq is not None:
        told = one.faq
        faq = {
            "version": told.version,
            "question": told.question,
            "answer": told.answer,
            "note": told.note,
        }
    return {
        "id": one.id,
        "says": one.says,
        "source": {
            "title": one.source.title,
            "url": one.source.url,
            "version": one.source.version,
            "provenance": one.source.provenance,
            "incomplete": one.source.incomplete,
        },
        "kind": one.kind,
        "subjects": list(one.subjects),
        "encodable": one.encodable,
        "gap": one.gap,
        "since": one.since,
        "until": one.until,
        "faq": faq,
        "carried_by": list(one.carried_by),
        "replaces": one.replaces,
    }
