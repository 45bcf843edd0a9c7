"""What the search of an edition found: what was shown so far, and what holds once all is seen."""

import os
from collections.abc import Iterable, Iterator
from functools import partial

from aro.analysis.check.edition_search import EditionSearch
from aro.analysis.check.findings import KINDS, Finding
from aro.analysis.check.table_search import Seen
from aro.analysis.search.witness import Witness, witness
from aro.errors import EngineError
from aro.knowledge.edition import clause_id
from aro.processes import crew
from aro.rulebook import Rulebook

SPEAKERS = frozenset({"grants", "forbids", "lifts", "affirms", "begins", "cancels", "turns"})
SPEAKERS |= {"removes", "obliges", "modifies", "rolls", "gives", "counts", "delays", "accompanies"}
SPEAKERS |= {"reacts", "restricts"}
"""The laws by which a clause speaks in an answer; others only make room for those."""

FEW = 12
"""So many witnesses are put to the rulebook in this process, before others are worth starting."""

_Promise = tuple[Seen, str | None]
"""What was seen, and the ruling on its act that was promised, if one was."""


class SearchFindings:
    """The findings of a search; every witness is put to the rulebook once."""

    def __init__(self, search: EditionSearch) -> None:
        self._search = search
        self._book = search.book
        self._witnesses: dict[_Promise, Witness] = {}

    def all(self) -> Iterator[Finding]:
        """Yield what holds when every table was looked through."""
        yield from self.shown()
        yield from self._useless()
        yield from self._never()

    def shown(self) -> Iterator[Finding]:
        """Yield what a situation shows, however many tables were looked through."""
        self.replay()
        known, answers = self._search.known, self._search.answers
        for clash in known.clashes.values():
            kind = "contradiction" if answers.isdisjoint(clash.clauses) else "faq_contradicts"
            says = f"of one {clash.of} both speak, and say opposite things"
            yield self._about(kind, clash.clauses, says, clash.seen)
        for (skill, *step), seen in known.silent.items():
            says = (
                f"no clause says of what type {skill} is, and so what goes with it"
                if step == ["type"]
                else f"no clause says whether {skill} may be declared ({' into '.join(step)})"
            )
            name, shown = ":".join((skill, *step)), self._witnesses[seen, "silent"]
            yield Finding(kind="silence", name=name, says=says, witness=shown)
        for term, seen in known.turns.items():
            says = "without it this situation is answered otherwise"
            yield self._about("faq_changes", (term,), says, seen)
        for reading in self._book.edition.readings:
            for name in (one.name for one in reading.alternatives):
                found = known.matters.get((reading.name, name))
                case = self._search.parted.get((reading.name, name))
                if found or case:
                    where = "this situation" if found else "a case"
                    yield Finding(
                        kind="reading",
                        name=f"{reading.id}:{name}",
                        says=f"{reading.id}: read as {name} {where} is answered otherwise",
                        clauses=tuple(map(self._book.clause, reading.clauses)),
                        witness=self._witnesses[found, None] if found else None,
                        place=(str(case.file), case.line) if case else None,
                    )

    def _useless(self) -> Iterator[Finding]:
        """Yield the clauses that do nothing, or nothing new."""
        known = self._search.known
        for term in sorted(known.vain):
            yield self._about("never_prevails", (term,), "no situation is legal by this exception")
        for term in sorted(known.still):
            if term in self._search.answers:
                yield self._about("faq_clarifies", (term,), "it says what holds without it")
            elif term in known.vain:
                continue
            elif term not in known.mute:
                says = "it speaks, and whatever it says holds without it too"
                yield self._about("shadowed", (term,), says)
            elif any(law[0] in SPEAKERS for law in self._search.laws[term]):
                says = "no situation of the tables makes it speak"
                yield self._about("dead", (term,), says)
            else:
                says = "without it no ruling and no result changes"
                yield self._about("idle", (term,), says)

    def _never(self) -> Iterator[Finding]:
        """Yield the states, duties and readings to which nothing ever happens."""
        known = self._search.known
        for kind, state in known.never:
            yield Finding(kind=kind, name=state, says=f"{state}: {KINDS[kind][1]}")
        for duty in known.duties:
            says = f"nothing brings about the duty {duty}"
            yield Finding(kind="duty", name=duty, says=says)
        matter = {name for name, _ in (*known.matters, *self._search.parted)}
        for reading in self._book.edition.readings:
            if reading.name not in matter:
                clauses = tuple(map(self._book.clause, reading.clauses))
                says = f"{reading.id}: however it is read, every ruling and result is the same"
                yield Finding(kind="idle_reading", name=reading.id, says=says, clauses=clauses)

    def _about(
        self, kind: str, terms: Iterable[str], says: str, seen: Seen | None = None
    ) -> Finding:
        edition = self._book.edition.name
        clauses = tuple(self._book.clause(clause_id(edition, one)) for one in terms)
        shown = self._witnesses[seen, None] if seen else None
        name = "+".join(sorted(one.id for one in clauses))
        return Finding(kind=kind, name=name, says=says, clauses=clauses, witness=shown)

    def replay(self) -> None:
        """Put every witness to the rulebook again; what was promised of it must come out."""
        known = self._search.known
        clashes = (one.seen for one in known.clashes.values())
        others = (*clashes, *known.turns.values(), *known.matters.values())
        promises: list[_Promise] = [(one, "silent") for one in known.silent.values()]
        promises += ((one, None) for one in others)
        new = [one for one in dict.fromkeys(promises) if one not in self._witnesses]
        put = [(witness(*seen), ruling) for seen, ruling in new]
        processes = min(os.cpu_count() or 1, len(new) // FEW + 1)
        with crew(partial(_confirmed, self._book), processes) as spread:
            for promise, (shown, _), true in zip(new, put, spread(put), strict=True):
                if not true:
                    what = f"answers otherwise than the search promised: {shown.facts}"
                    raise EngineError(f"{self._book.stamp} {what}")
                self._witnesses[promise] = shown


def _confirmed(book: Rulebook, put: tuple[Witness, str | None]) -> bool:
    """Return whether a rulebook accepts a witness, and rules on its act as promised."""
    shown, ruling = put
    if shown.act is None:
        book.resolve(shown.table)
        return True
    return ruling in {None, book.is_legal(shown.table, shown.act).ruling}
