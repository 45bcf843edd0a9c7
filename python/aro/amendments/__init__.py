"""Amendments: folders of drafts laid over an edition, which stays as it is: `n4+my-rules`.

An amendment is in the form of an edition. `amendment.yaml` has its `title`, its `subjects`, and
under `repeals` the ids of clauses of the edition that hold no more. Of each subject there is the
pair `<subject>.yaml` and `<subject>.lp`, of articles that the edition does not have; a clause that
`replaces` one of the edition switches it off. `readings.yaml` and `readings.lp` may add readings,
and `accepted.yaml` lets stand what a check finds.
Its sources are of the provenance `draft`, and every answer says so.

It may come from anybody. Its rules are read by a reader of our own (`aro.law_text.rule_reader`).
They say only what `kb/theory/drafts.lp` allows (`policy`), cost no more than they show (`extent`),
and leave the law without a cycle (`proof`). All this is done in a process of its own, which is
ended if it takes too long or too much memory.
"""

from contextlib import closing
from functools import lru_cache

from aro.amendments import files
from aro.amendments.catalogue import AmendmentCatalogue
from aro.amendments.policy import Review
from aro.amendments.proof import prove
from aro.errors import AmendmentError, ProcessEnded, raise_faults
from aro.fitting import door
from aro.knowledge import library
from aro.knowledge.cache import fingerprint
from aro.knowledge.edition import Edition, Law
from aro.law_text.law_words import theory
from aro.law_text.rule_reader import Reader
from aro.processes import Child

KEPT = 16
"""How many amended editions are kept."""

SECONDS = 60.0
"""How long it may take to lay an amendment over an edition; it takes one to five."""

MEGABYTES = 2048
"""How much memory that may take."""


@door
def laid(base: Edition, folder: str) -> Edition:
    """Return an edition with the amendment of a folder laid over it.

    All faults of its files are raised in one `ExceptionGroup` of `AmendmentError`. What was refused
    is refused again without another look, as long as its files stay as they are.
    """
    found = _laid(base, folder, files.contents(folder))
    if isinstance(found, Exception):
        raise found.with_traceback(None)
    return found


@door
def digest_of(folder: str) -> str:
    """Return the fingerprint of the files of a folder, be they at fault or not."""
    return _digest(files.contents(folder))


def _digest(found: files.Contents) -> str:
    return fingerprint((name, text.encode()) for name, text in found)[:12]


@lru_cache(maxsize=KEPT)
def _laid(base: Edition, folder: str, found: files.Contents) -> Edition | Exception:
    try:
        with closing(Child[object, Edition](made, megabytes=MEGABYTES)) as child:
            child.give((base, folder, found))
            return child.result(SECONDS)
    except (AmendmentError, ExceptionGroup) as refused:
        return refused
    except ProcessEnded as ended:
        most = f"{SECONDS:g} s" if ended.overdue else f"{MEGABYTES} MB"
        largest = max(found or [("", "")], key=lambda one: (one[0].endswith(".lp"), len(one[1])))
        what = f"to check the draft takes more than {most}; expected a simpler one"
        return AmendmentError(what, file=f"{folder.rstrip('/')}/{largest[0]}")


def made(given: tuple[Edition, str, files.Contents]) -> Edition:
    """Return an edition with an amendment laid over it: its folder, and what its files hold."""
    base, folder, found = given
    place = folder.rstrip("/")
    readers = [Reader(f"{place}/{name}", text) for name, text in found if name.endswith(".lp")]
    read = [(reader, tuple(reader.rules())) for reader in readers]
    rules = tuple(rule for _, each in read for rule in each)
    laws = tuple(Law(reader.file, reader.written(each)) for reader, each in read)
    unread = [fault for reader in readers for fault in reader.faults]
    catalogue = AmendmentCatalogue(base.name, place, dict(found), base=base)
    amended = catalogue.amended(laws, _digest(found))
    faults = [*catalogue.faults, *unread]
    if not unread:
        known = theory(library.home() / "kb" / "theory")
        faults += Review(base, amended, known, rules, place).faults()
    raise_faults(f"the amendment {folder} is at fault", faults, AmendmentError)
    prove(amended, rules, place)
    return amended
