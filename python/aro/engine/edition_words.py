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
from aro.knowledge.vocabulary import Vocabulary


@cache
def program(edition: Edition) -> Program:
    """Return the law of an edition without any situation."""
    return Program(law(edition), "active(nobody). side(nobody,nobody).")


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of an edition and what its clauses state: facts as clingo writes them, by name."""

    facts: Mapping[str, tuple[str, ...]]

    def table(self, name: str) -> tuple[tuple[Term, ...], ...]:
        """Return the arguments of every fact of that name; sorted."""
        return tuple(sorted((read_once(fact)[1:] for fact in self.facts.get(name, ())), key=str))


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

    def words(name: str) -> frozenset[str]:
        return frozenset(str(found[0]) for found in known.table(name))

    stated = [one[1] for one in known.table("stated") if isinstance(one[1], tuple)]
    shown = frozenset((str(told[1]), str(told[2])) for told in stated if told[0] == "shows")
    values = frozenset(str(told[2]) for told in stated if told[0] == "gives")
    ranges = ((str(name), least, most) for name, least, most in known.table("range"))
    return Vocabulary(
        skills=words("skill_name") | {"delay"},
        aimed=words("aimed"),
        states=words("state_name"),
        traits=words("trait_name"),
        gear=words("gear_name"),
        events=frozenset(written(one[0]) for one in known.table("event_name")),
        forms=words("form_name") | {form for _, form in shown},
        devices=words("device_name"),
        games=words("game_name"),
        shown=shown,
        values=values | words("value_name"),
        figures=frozenset(str(told[3]) for told in stated if told[0] == "counts"),
        ranges=frozenset(
            (name, least, most)
            for name, least, most in ranges
            if isinstance(least, int) and isinstance(most, int)
        ),
        readings=frozenset((str(one), str(other)) for one, other in known.table("reading")),
    )
