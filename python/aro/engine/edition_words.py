"""The words of an edition, read off its own law.

They are tables and what clauses state: for these the law need not be given its meaning, which is
most of the work.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aro.engine.clingo_program import Program, Term, read_once, written
from aro.knowledge.cache import kept
from aro.knowledge.edition import Edition
from aro.knowledge.library import home, law
from aro.knowledge.vocabulary import SORTS, Vocabulary


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of an edition and what its clauses state: facts as clingo writes them, by name."""

    facts: Mapping[str, tuple[str, ...]]

    def table(self, name: str) -> tuple[tuple[Term, ...], ...]:
        """Return the arguments of every fact of that name; sorted."""
        return tuple(sorted((read_once(fact)[1:] for fact in self.facts.get(name, ())), key=str))


@cache
def program(edition: Edition) -> Tables:
    """Return what the law of an edition says without any situation."""
    return Tables(Program(law(edition), "active(nobody). side(nobody,nobody).").facts())


@cache
def tables(edition: Edition) -> Tables:
    """Return the tables of an edition and what its clauses state, with nothing made of them."""
    _, *own = law(edition)
    files = (home() / "kb" / "theory" / "law.lp", *own)

    def held() -> Iterator[tuple[str, bytes]]:
        for file in files:
            if isinstance(file, Path):
                yield file.name, file.read_bytes()
            else:
                yield file.file, file.text.encode()

    def make() -> dict[str, tuple[str, ...]]:
        return Program(files, "", partial=True).facts()

    made = kept("tables", held, dict[str, tuple[str, ...]], make)
    return Tables(made)


@cache
def vocabulary(edition: Edition) -> Vocabulary:
    """Return the words that the law of an edition knows."""
    known = tables(edition)

    stated = [one[1] for one in known.table("stated") if isinstance(one[1], tuple)]
    shown = frozenset((str(law[1]), str(law[2])) for law in stated if law[0] == "shows")
    words = {sort: {written(row[0]) for row in known.table(f"{sort}_name")} for sort in SORTS}
    words["skill"].add("delay")
    words["form"].update(form for _, form in shown)
    words["value"].update(str(law[2]) for law in stated if law[0] == "gives")
    words["figure"].update(str(law[3]) for law in stated if law[0] == "counts")
    return Vocabulary(
        **{field: frozenset(words[sort]) for sort, field in SORTS.items()},
        aimed=frozenset(written(row[0]) for row in known.table("aimed")),
        shown=shown,
        ranges=frozenset(
            (str(name), least, most)
            for name, least, most in known.table("range")
            if isinstance(least, int) and isinstance(most, int)
        ),
        readings=frozenset((str(one), str(other)) for one, other in known.table("reading")),
    )
