"""What the search of an edition found: what was shown so far, and what holds once all is seen."""

import os
from collections.abc import Iterable, Iterator
from functools import partial

from aro.analysis.check.edition_search import EditionSearch
from aro.analysis.check.findings import KINDS, Finding
from aro.analysis.check.table_search import Key, Seen
from aro.analysis.search.witness import Witness, witness
from aro.errors import EngineError
from aro.knowledge.edition import clause_id
from aro.processes import crew
from aro.rulebook import Rulebook

SPEAKERS = frozenset({"grants", "forbids", "lifts", "affirms", "begins", "cancels", "turns"})
SPEAKERS |= {"removes", "obliges", "modifies", "rolls", "gives", "counts", "delays", "accompanies"}
SPEAKERS |= {"imposes", "reacts", "restricts", "handles", "contests", "reserves", "fails", "evades"}
"""The laws by which a clause speaks in an answer; others only make room for those."""

SAYS = {
    "faq_changes": "without it this situation is answered otherwise",
    "never_prevails": "no situation is legal by this exception",
    "faq_clarifies": "it says what holds without it",
    "shadowed": "it speaks, and whatever it says holds without it too",
    "dead": "no situation of the tables makes it speak",
    "idle": "without it no ruling and no result changes",
}
"""What is said of a clause, by the kind of finding."""

FEW = 12
"""So many witnesses are put to the rulebook in this process, before others are worth starting."""


class SearchFindings:
    """The findings of a search; every witness is put to the rulebook once."""

    def __init__(self, search: EditionSearch) -> None:
        self.search = search
        self._book = search.book
        self._witnesses = dict[tuple[Key, Seen], Witness]()

    def all(self) -> Iterator[Finding]:
        """Yield what holds when every table was looked through."""
        yield from self.shown()
        yield from self._useless()
        yield from self._never()

    def shown(self) -> Iterator[Finding]:
        """Yield what a situation shows, however many tables were looked through."""
        self.replay()
        for key, seen in self.search.known.shown.items():
            shown = self._witnesses[key, seen]
            match key:
                case "contradiction", *pair:
                    plain = self.search.answers.isdisjoint(pair)
                    kind = "contradiction" if plain else "faq_contradicts"
                    says = f"of one {seen.of} both speak, and say opposite things"
                    yield self._about(kind, pair, says, shown)
                case "silence", *what:
                    says = _silence(*what)
                    yield Finding(kind="silence", name=":".join(what), says=says, witness=shown)
                case "faq_changes" as kind, clause:
                    yield self._about(kind, [clause], SAYS[kind], shown)
        yield from self._readings()

    def _readings(self) -> Iterator[Finding]:
        """Yield the alternatives of readings that matter, in a situation or in a case."""
        for reading in self._book.edition.readings:
            for name in (one.name for one in reading.alternatives):
                key = ("reading", reading.name, name)
                found = self.search.known.shown.get(key)
                case = self.search.parted.get((reading.name, name))
                if found or case:
                    where = "this situation" if found else "a case"
                    yield Finding(
                        kind="reading",
                        name=f"{reading.id}:{name}",
                        says=f"{reading.id}: read as {name} {where} is answered otherwise",
                        clauses=tuple(map(self._book.clause, reading.clauses)),
                        witness=self._witnesses[key, found] if found else None,
                        place=(str(case.file), case.line) if case else None,
                    )

    def _useless(self) -> Iterator[Finding]:
        """Yield the clauses that do nothing, or nothing new."""
        known = self.search.known
        vain = known.about("never_prevails")
        useless = [("never_prevails", clause) for clause in vain]
        for clause in known.about("idle"):
            if clause in self.search.answers:
                useless.append(("faq_clarifies", clause))
            elif clause in vain:
                continue
            elif ("dead", clause) not in known.open:
                useless.append(("shadowed", clause))
            else:
                speaks = any(law[0] in SPEAKERS for law in self.search.laws[clause])
                useless.append(("dead" if speaks else "idle", clause))
        yield from (self._about(kind, [clause], SAYS[kind]) for kind, clause in useless)

    def _never(self) -> Iterator[Finding]:
        """Yield the states, duties and readings to which nothing ever happens."""
        known = self.search.known
        for kind in ("not_entered", "not_left", "not_revealed", "duty"):
            for name in known.about(kind):
                never = f"{name}: {KINDS[kind][1]}"
                says = f"nothing brings about the duty {name}" if kind == "duty" else never
                yield Finding(kind=kind, name=name, says=says)
        matter = {key[1] for key in known.shown if key[0] == "reading"}
        matter |= {name for name, _ in self.search.parted}
        for reading in self._book.edition.readings:
            if reading.name not in matter:
                clauses = tuple(map(self._book.clause, reading.clauses))
                says = f"{reading.id}: however it is read, every ruling and result is the same"
                yield Finding(kind="idle_reading", name=reading.id, says=says, clauses=clauses)

    def _about(
        self, kind: str, terms: Iterable[str], says: str, shown: Witness | None = None
    ) -> Finding:
        edition = self._book.edition.name
        clauses = [self._book.clause(clause_id(edition, one)) for one in terms]
        return Finding.of(kind, clauses, says, shown)

    def replay(self) -> None:
        """Put every witness to the rulebook again; what was promised of it must come out."""
        new = [one for one in self.search.known.shown.items() if one not in self._witnesses]
        put = [(witness(seen.scene, seen.found), key[0] == "silence") for key, seen in new]
        processes = min(os.cpu_count() or 1, len(new) // FEW + 1)
        with crew(partial(_confirmed, self._book), processes) as spread:
            for promise, (shown, _), true in zip(new, put, spread(put), strict=True):
                if not true:
                    what = f"answers otherwise than the search promised: {shown.facts}"
                    raise EngineError(f"{self._book.stamp} {what}")
                self._witnesses[promise] = shown


def _silence(skill: str, step: str, *into: str) -> str:
    if step == "type":
        return f"no clause says of what type {skill} is, and so what goes with it"
    return f"no clause says whether {skill} may be declared ({' into '.join((step, *into))})"


def _confirmed(book: Rulebook, put: tuple[Witness, bool]) -> bool:
    """Return whether a rulebook accepts a witness, and is silent on its act if it should be."""
    shown, silent = put
    if shown.act is None:
        book.resolve(shown.table)
        return True
    return book.is_legal(shown.table, shown.act).ruling == "silent" or not silent
