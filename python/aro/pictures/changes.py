"""What begins, turns and ends the states of an edition, as its clauses say it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from aro.engine.clingo_program import Term, written
from aro.engine.edition_words import tables
from aro.knowledge.edition import Clause, clause_id
from aro.pictures.words import sort, trigger
from aro.rulebook import Rulebook

Kind = Literal["begins", "turns", "ends"]


@dataclass(frozen=True, slots=True)
class Cause:
    """What brings a change about, and by which clause; `reading` is how that must be read."""

    words: str
    clause: Clause
    reading: str


@dataclass(frozen=True, slots=True)
class Change:
    """A change that some causes have in common: out of states or families, into a state.

    Without `before` a state begins, without `after` it ends.
    """

    before: tuple[str, ...]
    after: str | None
    causes: tuple[Cause, ...]

    @property
    def kind(self) -> Kind:
        """Whether a state begins, ends or turns into another."""
        if not self.before:
            return "begins"
        return "turns" if self.after else "ends"

    def told(self) -> str:
        """Return the change in words."""
        read = {cause: f", if read as {cause.reading}" for cause in self.causes if cause.reading}
        causes = (f"{one.words} ({one.clause.id}{read.get(one, '')})" for one in self.causes)
        by = "; ".join(causes)
        if not self.before:
            return f"{self.after} begins when a trooper {by}."
        what = f"turns into {self.after}" if self.after else "ends"
        return f"{' or '.join(self.before)} {what} when its trooper {by}."


@dataclass(frozen=True, slots=True, kw_only=True)
class States:
    """The states of an edition: what each is shown as, their families, and their changes.

    The families are those of several states, the largest first, each within one before or apart.
    """

    names: tuple[str, ...]
    shown: Mapping[str, str]
    families: dict[str, frozenset[str]]
    changes: tuple[Change, ...]

    def members(self, name: str) -> frozenset[str]:
        """Return the states of a family, or the one state of that name."""
        return self.families.get(name, frozenset({name}))


def states(book: Rulebook) -> States:
    """Return the states of a rulebook with all that its clauses say of their changes."""
    law = tables(book.edition)
    members: dict[str, set[str]] = {}
    for state, family in law.table("belongs"):
        members.setdefault(str(family), set()).add(str(state))
    families: dict[str, frozenset[str]] = {}
    for family, mine in sorted(members.items(), key=lambda item: (-len(item[1]), item[0])):
        if len(mine) > 1 and all(mine < one or not mine & one for one in families.values()):
            families[family] = frozenset(mine)
    laws = _laws(book)
    shown = (term for _, term, _ in laws if term[0] == "shows")
    return States(
        names=tuple(str(name) for name, *_ in law.table("state_name")),
        shown={str(state): str(form) for _, state, form in shown},
        families=families,
        changes=tuple(
            _changes(laws, {name: sorted(members[name]) for name in members.keys() - families})
        ),
    )


_Laws = list[tuple[Clause, tuple[Term, ...], str]]
"""Clauses with what each says, and how it must be read for that if not by default."""


def _laws(book: Rulebook) -> _Laws:
    """Return what the clauses of the release say, in the order of the book, the defaults first."""
    outside = book.edition.outside(book.release)
    places = {name: place for place, name in enumerate(book.edition.clauses)}
    laws: _Laws = []
    for named, law in tables(book.edition).table("says"):
        clause = book.clause(clause_id(book.edition.name, written(named)))
        term, readings = law, []
        while isinstance(term, tuple) and term[0] == "under":
            _, reading, chosen, term = term
            if book.edition.reading(str(reading)).default != chosen:
                readings.append(f"{reading}: {chosen}")
        if clause not in outside and isinstance(term, tuple):
            laws.append((clause, term, ", ".join(readings)))
    return sorted(laws, key=lambda law: (law[2] != "", places[law[0].id], str(law[1])))


def _changes(laws: _Laws, members: Mapping[str, list[str]]) -> Iterator[Change]:
    """Yield the changes; what leads to the same from several states by the same causes is one.

    What a clause says of a family in `members` it says of each of its states.
    """
    found: dict[tuple[str | None, str | None], dict[tuple[str, str], Cause]] = {}
    for clause, law, reading in laws:
        before: Sequence[str | None] = [None]
        after = None
        match law:
            case "begins", state, cause:
                after = str(state)
            case "turns", state, cause, other:
                before, after = [str(state)], str(other)
            case "cancels", family, cause:
                before = members.get(str(family), [str(family)])
            case _:
                continue
        words = trigger(cause, of=after) if after else f"{trigger(cause)}{_spared(clause, laws)}"
        for one in before:
            causes = found.setdefault((one, after), {})
            causes.setdefault((clause.id, words), Cause(words, clause, reading))
    alike: dict[tuple[bool, str | None, tuple[Cause, ...]], list[str]] = {}
    for (one, after), causes in found.items():
        key = (one is None, after, tuple(causes.values()))
        alike.setdefault(key, []).extend([one] if one else [])
    for (_, after, common), names in alike.items():
        yield Change(tuple(names), after, common)


def _spared(clause: Clause, laws: _Laws) -> str:
    """Return what a clause that ends a state is said to except, in words."""
    spares = [law for _, law, reading in laws if law[0] == "spares" and not reading]
    sorts = [sort(spared) for _, named, spared in spares if written(named) == clause.term]
    words = [f"({said})" if "," in said else said for said in sorts]
    return f", but not {' nor '.join(words)}" if words else ""
