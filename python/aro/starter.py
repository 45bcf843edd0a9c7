"""The file to start from: a case that can be asked as it stands, and the words of the edition."""

import textwrap
from collections.abc import Iterable, Iterator

from aro._words import program
from aro.rulebook import Rulebook
from aro.situation import Act, Situation, Trooper

_ACTIVE, _OTHER = "runner", "guard"


def starter(book: Rulebook) -> str:
    """Return a case file for an edition, with comments that say what else it may hold.

    >>> print(starter(Rulebook("n5")).splitlines()[2])
    edition: n5
    """
    table = Situation(
        active="red",
        troopers=[Trooper(_ACTIVE, side="red"), Trooper(_OTHER, side="blue")],
        lof=[(_OTHER, _ACTIVE)],
    )
    first = _first(book, table)
    aros = book.legal_aros(table.declare(first.who, first.does))[_OTHER]
    answer = max((one.act for one in aros), key=lambda act: act.does in book.vocabulary.aimed)
    return f"{_case(book, first, answer)}\n{''.join(_words(book))}"


def _first(book: Rulebook, table: Situation) -> Act:
    """Return a movement that the active trooper may declare."""
    moving = {str(found[0]) for found in program(book.edition).table("reaches")}
    acts = [one.act for one in book.options(table)[_ACTIVE] if one.act.at is None]
    return max(acts, key=lambda act: (act.does in moving, act.into is None))


def _case(book: Rulebook, first: Act, answer: Act) -> str:
    at = f", at: {answer.at}" if answer.at else ""
    return f"""\
# A question to aro. Ask it with `aro ask FILE`; see also `aro aros FILE`, `aro options FILE` and
# `aro resolve FILE`. Everything not said is taken as not so; delete what you do not need.
edition: {book.name}
title: A guard that sees the runner may answer it
situation:
  active: red                   # the side whose Active Turn it is
  troopers:                     # names are yours, the words after `is` and `has` the edition's
    {_ACTIVE}: {{side: red}}         # e.g. {{side: red, is: [STATE], has: [SKILL]}}
    {_OTHER}: {{side: blue}}
  lof: [[{_OTHER}, {_ACTIVE}]]        # who sees whom; or {{first: [...], second: [...]}}
  # zoc: [[{_OTHER}, {_ACTIVE}]]      # who is in whose Zone of Control
  # contact: [[{_OTHER}, {_ACTIVE}]]  # who touches whom
  # memory: [[failed, SKILL, {_OTHER}, {_ACTIVE}]]  # what earlier Orders left behind
  # unknown: [[lof, {_OTHER}, {_ACTIVE}, second]]   # what nobody knows
order:                         # what was declared so far, as it was said
  - {{who: {_ACTIVE}, does: {first.does}}}
  # - {{who: {_OTHER}, does: delay, at: {_ACTIVE}}}
# rolls:
#   - {{who: {_OTHER}, does: SKILL, at: {_ACTIVE}, result: success}}
# readings: {{READING: ALTERNATIVE}}   # how to read an ambiguous clause
# as: blue                     # answer with no more than that side may know
ask:
  - {{who: {_OTHER}, does: {answer.does}{at}}}
  - {{who: {_OTHER}, aros}}
  # - {{who: {_ACTIVE}, options}}
  # - {{who: {_ACTIVE}, becomes}}
  # A test says what it expects, and `aro test` checks it:
  # - {{who: {_OTHER}, does: {answer.does}{at}, ruling: legal, because: [CLAUSE]}}
"""


def _words(book: Rulebook) -> Iterator[str]:
    words = book.vocabulary
    yield f"# The words of {book.edition.title}\n"
    for use, found in (
        ("skills (does)", words.skills),
        ("of these aimed at somebody (at)", words.aimed),
        ("states (is, into)", words.states),
        ("special skills and equipment (has)", words.traits),
        ("gear (uses)", words.gear),
        ("events (events: - {who: NAME, VERB: WHAT})", words.events),
        ("forms on the table", words.forms),
    ):
        yield from _comment(use, sorted(found))
    yield "# readings, the default first\n"
    known = {name for name, _ in words.readings}
    for reading in book.edition.readings:
        if reading.name in known:
            others = (one.name for one in reading.alternatives if one.name != reading.default)
            yield from _comment(reading.name, [reading.default, *others])


def _comment(use: str, found: Iterable[str]) -> Iterator[str]:
    told = f"{use}: {', '.join(found) or 'none'}"
    lines = textwrap.wrap(told, 96, initial_indent="#   ", subsequent_indent="#     ")
    yield from (f"{line}\n" for line in lines)
