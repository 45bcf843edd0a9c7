"""Amendments: folders of drafts laid over an edition, which stays as it is: `n4+my-rules`.

An amendment is in the form of an edition. `amendment.yaml` has its `title`, its `subjects`, and
under `repeals` the ids of clauses of the edition that hold no more. Of each subject there is the
pair `<subject>.yaml` and `<subject>.lp`, of articles that the edition does not have; a clause that
`replaces` one of the edition switches it off. `readings.yaml` and `readings.lp` may add readings,
and `accepted.yaml` lets stand what a check finds.
Its sources are of the provenance `draft`, and every answer says so.

It may come from anybody. Its rules are read by a reader of our own (`aro.law_text.rule_reader`).
They say only what `kb/theory/drafts.lp` allows (`policy`), cost no more than they show (`extent`),
and leave the law without a cycle (`proof`).
"""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from aro.amendments import files
from aro.amendments.catalogue import AmendmentCatalogue
from aro.amendments.policy import Review
from aro.amendments.proof import prove
from aro.errors import AmendmentError, Fault, raise_faults
from aro.knowledge import library
from aro.knowledge.cache import fingerprint
from aro.knowledge.edition import Amendment, Edition, Law
from aro.law_text.law_words import theory
from aro.law_text.rule_reader import Reader, Rule

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
    rules, laws, unread = _read(place, found)
    faults = [*drafts.faults, *unread]
    if not unread:
        known = theory(library.home() / "kb" / "theory")
        faults += Review(base, known, rules, drafts, place).faults()
    raise_faults(f"the amendment {folder} is at fault", faults, AmendmentError)
    amendment = Amendment(
        name=Path(place).resolve().name,
        title=drafts.title,
        folder=Path(place),
        repeals=drafts.repeals,
        laws=laws,
        digest=fingerprint(found)[:12],
    )
    amended = replace(
        base,
        title=f"{base.title}, amended: {drafts.title}",
        articles=(*base.articles, *drafts.articles),
        readings=(*base.readings, *drafts.readings),
        amendment=amendment,
    )
    prove(amended, amendment, rules)
    return amended


def _read(
    place: str, found: files.Contents
) -> tuple[tuple[Rule, ...], tuple[Law, ...], tuple[Fault, ...]]:
    """Return the rules of an amendment, the files of them written again, and what is wrong."""
    every: list[Rule] = []
    laws: list[Law] = []
    faults: list[Fault] = []
    for name, held in found:
        file = f"{place}/{name}"
        if not name.endswith(".lp"):
            continue
        try:
            reader = Reader(file, held.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            line = held.count(b"\n", 0, error.start) + 1
            what = f"byte {held[error.start]:#04x} is not UTF-8"
            faults.append(Fault(message=what, file=file, line=line, expected="a UTF-8 text"))
            continue
        rules = tuple(reader.rules())
        every += rules
        faults += reader.faults
        laws.append(Law(file, reader.written(rules)))
    return tuple(every), tuple(laws), tuple(faults)
