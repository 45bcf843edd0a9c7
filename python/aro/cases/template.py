"""The file to start from: a case that can be asked as it stands, and the words of the edition."""

import re
import textwrap
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from string import Template

from aro.engine.clingo_program import parts, written
from aro.engine.edition_words import tables
from aro.errors import SituationError, UnknownTerm, unknown
from aro.fitting import door
from aro.knowledge import library as kb
from aro.knowledge.edition import Clause, Edition, Law
from aro.rulebook import Rulebook

_COMMENT = re.compile("%.*")
_NAME = re.compile(r"[a-z]\w*")
_COMMENTS = textwrap.TextWrapper(96, initial_indent="#   ", subsequent_indent="#     ")


@door
def template(book: Rulebook) -> str:
    """Return a case file for an edition, with comments that say what else it may hold.

    >>> print(template(Rulebook("n5")).splitlines()[4].partition("  ")[0])
    edition: n5
    """
    edition = book.edition
    if not edition.starter:
        raise UnknownTerm(f"{edition.name} has no file to start from", term=book.name)
    state, trait = edition.starter
    text = Template((kb.home() / "kb" / "starter.yaml").read_text(encoding="utf-8"))
    started = text.substitute(edition=book.name, state=state, trait=trait)
    told = f"`aro new {book.name} SUBJECT` lists the words on a SUBJECT"
    return started + "".join(_comment(told, (one.subject for one in edition.articles)))


@door
def uses(book: Rulebook) -> dict[str, Collection[str]]:
    """Return the words of an edition, by how a case file uses them: `skills (does)` and so on."""
    known = book.vocabulary
    return {
        "skills (does)": known.skills,
        "of these aimed at somebody (at)": known.aimed,
        "of these that may have a target (at)": _perhaps_aimed(book),
        "states (is, into)": known.states,
        "special skills and equipment (has)": known.traits,
        "gear (uses)": known.gear,
        "events (events: - {who: NAME, VERB: WHAT})": known.events,
        "forms (replicas)": known.forms - {"model", "nothing"},
        "devices (device)": known.devices,
        "variants (game)": known.games,
        "numbers (numbers)": known.words("number") or (),
        "values (values)": known.values,
        "figures (counts)": known.figures,
    }


@door
def words(book: Rulebook, subject: str) -> str:
    """Return the words that an edition has on a subject, as comments of a case file.

    A subject is an article, or what clauses are about; it may stand in the plural.
    """
    edition, known = book.edition, uses(book)
    clauses = _on(edition, subject)
    named = _names_in_law(edition, subject, clauses)
    families = (map(written, row) for row in tables(edition).table("belongs"))
    named |= {state for state, family in families if family in named}
    articles = [one.subject for one in edition.articles]
    if subject in articles:  # a word that only the theory names is shown with each of them
        every = (_names_in_law(edition, one) for one in articles)
        named |= {word for found in known.values() for word in found}.difference(*every)
    of_readings = {
        f"reading {one.name}": sorted(
            (way.name for way in one.alternatives), key=lambda way: way != one.default
        )
        for one in edition.readings
        if not {clause.id for clause in clauses}.isdisjoint(one.clauses)
    }
    told = {
        use: sorted(word for word in found if named.issuperset(_NAME.findall(word)))
        for use, found in known.items()
    }
    lines = (line for use, found in (told | of_readings).items() for line in _comment(use, found))
    head = f"# The words of {edition.name} on {subject}; of a reading the default comes first\n"
    return head + ("".join(lines) or "#   none\n")


def _perhaps_aimed(book: Rulebook) -> Collection[str]:
    """Return the skills that need no target, and to whose target some clause looks all the same.

    They are movements into contact, what is done to somebody, and what a clause gives for a target.
    """
    read = tables(book.edition)
    sorts = [row[0] for row in read.table("reaches")] + [law[1] for law in read.laws("handles")]
    sorts += [law[1] for law in read.laws("grants") if "target(" in written(law[2])]
    sorts += [law[2] for law in read.laws("begins") if parts(law[2])[0] == "undergoes"]
    named = _NAME.findall(" ".join(map(written, sorts)))
    return book.vocabulary.skills.intersection(named) - book.vocabulary.aimed


def _on(edition: Edition, subject: str) -> tuple[Clause, ...]:
    """Return the clauses on a subject; raise `UnknownTerm` if there are none."""
    articles = {one.subject: one.clauses for one in edition.articles}
    if subject in articles:
        return articles[subject]
    about = {one: clause.subjects for one, clause in edition.clauses.items()}
    for name in (subject, subject.removesuffix("s")):
        if found := tuple(edition.clauses[one] for one, of in about.items() if name in of):
            return found
    known = {*articles, *(one for of in about.values() for one in of)}
    what = f"{edition.name} has no subject"
    raise unknown(what, subject, known, listed=articles).error(SituationError)


def _names_in_law(edition: Edition, subject: str, clauses: Iterable[Clause] = ()) -> set[str]:
    """Return every name in the file of an article, or in the Laws that some clauses state."""
    for file in kb.own_law(edition):
        if Path(file.file if isinstance(file, Law) else file).stem == subject:
            text = file.text if isinstance(file, Law) else file.read_text("utf-8")
            return set(_NAME.findall(_COMMENT.sub("", text)))
    terms = {clause.term for clause in clauses}
    stated = tables(edition).table("stated")
    laws = (written(law) for clause, law in stated if written(clause) in terms)
    return {name for law in laws for name in _NAME.findall(law)}


def _comment(use: str, found: Iterable[str]) -> Iterator[str]:
    """Yield the lines that tell what was found for a use, none if it is nothing."""
    if told := ", ".join(found):
        yield from (f"{line}\n" for line in _COMMENTS.wrap(f"{use}: {told}"))
