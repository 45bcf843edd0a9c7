"""What begins, turns and ends the states of an edition, as its clauses say it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aro.engine.clingo_program import Term, written
from aro.engine.edition_words import tables
from aro.knowledge.edition import Clause, clause_id
from aro.pictures.words import sort, trigger
from aro.rulebook import Rulebook

Said = tuple[Clause, tuple[Term, ...], str]
"""A clause, what it says, and how it must be read for that if not by default."""


@dataclass(frozen=True, slots=True)
class Cause:
    """What brings a change about, and by which clause; `reading` is how that must be read."""

    words: str
    clause: Clause
    reading: str

    def told(self) -> str:
        """Return the cause in words, with its clause."""
        odd = f", if read as {self.reading}" if self.reading else ""
        return f"{self.words} ({self.clause.id}{odd})"


@dataclass(frozen=True, slots=True)
class Change:
    """A change that some causes have in common: out of states or families, into a state.

    Without `before` a state begins, without `after` it ends.
    """

    before: tuple[str, ...]
    after: str | None
    causes: tuple[Cause, ...]

    def told(self) -> str:
        """Return the change in words."""
        by = "; ".join(one.told() for one in self.causes)
        if not self.before:
            return f"{self.after} begins when a trooper {by}."
        what = f"turns into {self.after}" if self.after else "ends"
        return f"{' or '.join(self.before)} {what} when its trooper {by}."


@dataclass(frozen=True, slots=True, kw_only=True)
class States:
    """The states of an edition: what each is shown as, their families, and their changes."""

    names: tuple[str, ...]
    shown: tuple[tuple[str, str], ...]
    families: tuple[tuple[str, frozenset[str]], ...]
    changes: tuple[Change, ...]

    @property
    def still(self) -> tuple[str, ...]:
        """The states that no clause begins, turns or ends."""
        moved = {one.after for one in self.changes}
        for change in self.changes:
            for name in change.before:
                moved |= dict(self.families).get(name, frozenset({name}))
        return tuple(name for name in self.names if name not in moved)


def states(book: Rulebook) -> States:
    """Return the states of a rulebook with all that its clauses say of their changes."""
    law = tables(book.edition)
    members: dict[str, set[str]] = {}
    for state, family in law.table("belongs"):
        members.setdefault(str(family), set()).add(str(state))
    laws = tuple(_laws(book))
    families = tuple(_nested(members))
    framed = {family for family, _ in families}
    known = {
        family: [family] if family in framed else sorted(mine) for family, mine in members.items()
    }
    shown = ((str(told[1]), str(told[2])) for _, told, _ in laws if told[0] == "shows")
    return States(
        names=tuple(str(one[0]) for one in law.table("state_name")),
        shown=tuple(sorted(shown)),
        families=families,
        changes=tuple(_changes(laws, known)),
    )


def _laws(book: Rulebook) -> Iterator[Said]:
    """Yield what the clauses of the release say, in the order of the book, the defaults first."""
    outside = book.edition.outside(book.release)
    places = {name: place for place, name in enumerate(book.edition.clauses)}
    found: list[Said] = []
    for named, said in tables(book.edition).table("says"):
        clause = book.clause(clause_id(book.edition.name, written(named)))
        told, odd = said, []
        while isinstance(told, tuple) and told[0] == "under":
            _, reading, chosen, told = told
            if book.edition.reading(str(reading)).default != chosen:
                odd.append(f"{reading}: {chosen}")
        if clause not in outside and isinstance(told, tuple):
            found.append((clause, told, ", ".join(odd)))
    return iter(sorted(found, key=lambda one: (one[2] != "", places[one[0].id], str(one[1]))))


def _changes(laws: Iterable[Said], known: Mapping[str, Sequence[str]]) -> Iterator[Change]:
    """Yield the changes; what leads to the same from several states by the same causes is one."""
    found: dict[tuple[tuple[str, ...], str | None], dict[tuple[str, str], Cause]] = {}
    for clause, told, reading in laws:
        ends = _ends(told, known)
        if ends is not None:
            what = told[2] if told[0] == "turns" else told[-1]
            words = f"{trigger(what, of=ends[1] or '')}{_spared(clause, told, laws)}"
            cause = Cause(words, clause, reading)
            found.setdefault(ends, {}).setdefault((clause.id, words), cause)
    merged: dict[tuple[str | None, tuple[tuple[str, str], ...], bool], Change] = {}
    for (before, after), causes in found.items():
        key = (after, tuple(causes), not before)
        others = merged[key].before if key in merged else ()
        merged[key] = Change((*others, *before), after, tuple(causes.values()))
    yield from merged.values()


def _ends(
    told: tuple[Term, ...], known: Mapping[str, Sequence[str]]
) -> tuple[tuple[str, ...], str | None] | None:
    """Return out of what and into which state a law leads, if it does."""
    match told:
        case "begins", state, _:
            return (), str(state)
        case "turns", state, _, other:
            return (str(state),), str(other)
        case "cancels", family, _:
            return tuple(known.get(str(family), (str(family),))), None
    return None


def _spared(clause: Clause, told: tuple[Term, ...], laws: Iterable[Said]) -> str:
    """Return what the clause excepts from what it says ends a state, in words."""
    if told[0] != "cancels":
        return ""
    spares = [one for _, one, odd in laws if one[0] == "spares" and not odd]
    found = [sort(one[2]) for one in spares if written(one[1]) == clause.term]
    return "".join(
        f"{link}({one})" if "," in one else f"{link}{one}"
        for link, one in zip([", but not ", *[" nor "] * len(found)], found, strict=False)
    )


def _nested(members: Mapping[str, set[str]]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the families of several states, the largest first, each within one before or apart."""
    kept: list[set[str]] = []
    for family, mine in sorted(members.items(), key=lambda one: (-len(one[1]), one[0])):
        if len(mine) > 1 and all(mine < one or not mine & one for one in kept):
            kept.append(mine)
            yield family, frozenset(mine)
