"""The file to start from: a case that can be asked as it stands, and the words of the edition."""

import textwrap
from collections.abc import Iterable, Iterator

from aro.errors import UnknownTerm
from aro.knowledge import library as kb
from aro.rulebook import Rulebook


def template(book: Rulebook) -> str:
    """Return a case file for an edition, with comments that say what else it may hold.

    >>> print(template(Rulebook("n5")).splitlines()[4])
    edition: n5
    """
    path = kb.home() / "kb" / book.edition.name / "starter.yaml"
    if not path.is_file():
        raise UnknownTerm(f"{book.edition.name} has no file to start from", term=book.name)
    text = path.read_text(encoding="utf-8")
    text = text.replace(f"edition: {book.edition.name}\n", f"edition: {book.name}\n", 1)
    return f"{text}\n{''.join(_words(book))}"


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
        ("forms (replicas)", words.forms - {"model", "nothing"}),
        ("devices (device)", words.devices),
        ("variants (game)", words.games),
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
