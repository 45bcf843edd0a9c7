"""The words of an edition, read off its own law.

They are tables and what clauses state: for these the law need not be given its meaning, which is
most of the work.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from aro.engine.clingo_program import Program, Term, read_once, written
from aro.knowledge.cache import kept
from aro.knowledge.edition import Edition, Law
from aro.knowledge.library import home, law, own_law
from aro.knowledge.vocabulary import SORTS, Vocabulary

TABLES = {"says", "stated", "clause", "aimed", "range", "reading", "belongs"}
TABLES |= {"entering", "reaches", "commandeers", "concealed", "possibly_aside", "left_aside"}
TABLES |= {"attack_skill", "hurts", *(f"{sort}_name" for sort in SORTS)}
"""The predicates whose facts are read."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of an edition and what its clauses state: facts as clingo writes them, by name.

    Of other predicates nothing is read: a draft may derive many facts of its own.
    """

    facts: Mapping[str, tuple[str, ...]]

    def table(self, name: str) -> tuple[tuple[Term, ...], ...]:
        """Return the arguments of every fact of that name; sorted."""
        return tuple(sorted((read_once(fact)[1:] for fact in self.facts.get(name, ())), key=str))

    def laws(self, verb: str) -> list[tuple[Term, ...]]:
        """Return the Laws of a verb that clauses state, each with the verb and its arguments."""
        stated = (law for _, law in self.table("stated"))
        return [law for law in stated if isinstance(law, tuple) and law[0] == verb]


@cache
def derived_tables(edition: Edition) -> Tables:
    """Return the tables that the whole theory derives from the law of an edition, without a table.

    Where what clauses state is enough, `tables` is quicker.
    """
    return Tables(Program(law(edition), "active(nobody). side(nobody,nobody).").facts(TABLES))


@cache
def tables(edition: Edition) -> Tables:
    """Return the tables of an edition as it is written, and what its clauses state.

    They are read without the rest of the theory, and kept on disk.
    """
    files = (home() / "kb" / "theory" / "law.lp", *own_law(edition))

    def contents() -> list[tuple[str, bytes]]:
        return [
            (file.file, file.text.encode())
            if isinstance(file, Law)
            else (file.name, file.read_bytes())
            for file in files
        ]

    def make() -> dict[str, tuple[str, ...]]:
        return Program(files, "", partial=True).facts(TABLES)

    return Tables(kept("tables", contents, dict[str, tuple[str, ...]], make))


@cache
def vocabulary(edition: Edition) -> Vocabulary:
    """Return the words that the law of an edition knows."""
    known = tables(edition)
    shown = frozenset((str(state), str(form)) for _, state, form in known.laws("shows"))
    words = {sort: {written(row[0]) for row in known.table(f"{sort}_name")} for sort in SORTS}
    words["skill"].add("delay")
    words["form"].update(form for _, form in shown)
    words["value"].update(str(law[2]) for law in known.laws("gives"))
    words["figure"].update(str(law[3]) for law in known.laws("counts"))
    return Vocabulary(
        **{field: frozenset(words[sort]) for sort, field in SORTS.items()},
        aimed=frozenset(written(row[0]) for row in known.table("aimed")),
        entering=frozenset(written(row[0]) for row in known.table("entering")),
        shown=shown,
        ranges=frozenset(
            (str(name), int(str(least)), int(str(most)))
            for name, least, most in known.table("range")
        ),
        readings=frozenset((str(one), str(other)) for one, other in known.table("reading")),
        unencoded=frozenset(
            (subject, clause.id)
            for clause in edition.clauses.values()
            if clause.term not in stated(edition) and not clause.carried_by
            for subject in clause.subjects
        ),
    )


@cache
def stated(edition: Edition) -> frozenset[str]:
    """Return the clauses of which the law of an edition states something, as terms."""
    return frozenset(written(row[0]) for row in tables(edition).table("clause"))
