"""Amendments: folders of drafts laid over an edition, which stays as it is: `n4+my-rules`.

An amendment is in the form of an edition. `amendment.yaml` has its `title`, its `subjects`, and
under `repeals` the ids of clauses of the edition that hold no more. Of each subject there is the
pair `<subject>.yaml` and `<subject>.lp`, of articles that the edition does not have; a clause that
`replaces` one of the edition switches it off. `readings.yaml` and `readings.lp` may add readings,
and `accepted.yaml` lets stand what a check finds.
Its sources are of the provenance `draft`, and every answer says so.

It may come from anybody: its rules are plain facts and rules (`strict_syntax`), which say what an
article may say (`policy`), come to an end and leave the law without a cycle (`proof`).
"""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from aro.analysis.law_syntax import Tree, statements
from aro.analysis.undefined_names import strangers
from aro.errors import AmendmentError, Fault, raise_faults
from aro.knowledge.amendments import files
from aro.knowledge.amendments.catalogue import AmendmentCatalogue, Drafts
from aro.knowledge.amendments.policy import OWN_WORD, Review
from aro.knowledge.amendments.proof import proven
from aro.knowledge.amendments.strict_syntax import refusals
from aro.knowledge.edition import Amendment, Edition, Law

KEPT = 16
"""How many amended editions are kept."""


def laid(base: Edition, folder: str) -> Edition:
    """Return an edition with the amendment of a folder laid over it.

    All faults of its files are raised in one `ExceptionGroup` of `AmendmentError`.
    """
    return _laid(base, folder, files.contents(folder))


@lru_cache(maxsize=KEPT)
def _laid(base: Edition, folder: str, found: files.Contents) -> Edition:
    place = folder.rstrip("/")
    drafts = AmendmentCatalogue(base.name, place, dict(found), base=base).drafts()
    laws, unread = _laws(place, found)
    faults = [*drafts.faults, *unread]
    refused = {law.file: refusals(law) for law in laws}
    faults += [fault for one in refused.values() for fault in one]
    if not any(refused.values()):
        faults += Review(base, laws, drafts.clauses, drafts.readings).faults()
    headline = f"the amendment {folder} is at fault"
    raise_faults(headline, faults, AmendmentError)
    edition = _amended(base, place, drafts, laws, files.digest(found))
    raise_faults(headline, _ungrounded(edition, laws, place), AmendmentError)
    own = {law.file for law in laws}
    strange = (fault for fault in strangers(edition) if fault.file in own)
    raise_faults(headline, strange, AmendmentError)
    return edition


def _amended(
    base: Edition, place: str, drafts: Drafts, laws: tuple[Law, ...], digest: str
) -> Edition:
    amendment = Amendment(
        name=Path(place).resolve().name,
        title=drafts.title,
        folder=Path(place),
        repeals=drafts.repeals,
        laws=laws,
        digest=digest,
    )
    return replace(
        base,
        title=f"{base.title}, amended: {drafts.title}",
        articles=(*base.articles, *drafts.articles),
        readings=(*base.readings, *drafts.readings),
        amendment=amendment,
    )


def _laws(place: str, found: files.Contents) -> tuple[tuple[Law, ...], tuple[Fault, ...]]:
    laws, faults = [], []
    for name, held in found:
        file = f"{place}/{name}"
        if not name.endswith(".lp"):
            continue
        try:
            laws.append(Law(file, held.decode("utf-8-sig")))
        except UnicodeDecodeError as error:
            line = held.count(b"\n", 0, error.start) + 1
            what = f"byte {held[error.start]:#04x} is not UTF-8"
            faults.append(Fault(message=what, file=file, line=line, expected="a UTF-8 text"))
    return tuple(laws), tuple(faults)


def _ungrounded(edition: Edition, laws: tuple[Law, ...], place: str) -> list[Fault]:
    """Return why the rules cannot be asked: they are too many, or some hang on themselves."""
    try:
        found = proven(edition)
    except AmendmentError as error:
        return [Fault(message=error.message, file=place, expected="rules that join less")]
    if not found:
        return []
    told, own = " ".join(found), statements(*laws)
    at = next((one for one in own if any(_marks(head) in told for head in one.heads)), None)
    cycle = " <- ".join((*found[:_SHOWN], *(("...",) if len(found) > _SHOWN else ())))
    return [
        Fault(
            message=f"what the rules derive hangs on itself: {cycle}",
            file=at.file if at else place,
            line=at.line if at else None,
            expected="rules that look at earlier moments, or at other things",
        )
    ]


def _marks(head: Tree) -> str:
    """Return what tells a head of an amendment from others where its atoms are told."""
    if head.signature == "says/2":
        return str(head.arguments[0][0])
    place = OWN_WORD.get(head.signature)
    return head.name if place is None else str(head.arguments[place][0].name)


_SHOWN = 6
