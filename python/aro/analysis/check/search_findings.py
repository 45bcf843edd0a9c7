"""What a survey found, as findings: what was shown so far, and what holds once all is seen."""

import os
from collections.abc import Iterable, Iterator
from functools import partial

from aro.analysis.check.findings import KINDS, Finding
from aro.analysis.check.search_checks import Survey
from aro.analysis.check.table_search import Seen
from aro.analysis.search.witness import Witness, witness
from aro.errors import EngineError
from aro.knowledge.edition import Clause, clause_id
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


class Telling:
    """Tells what a survey found; every witness is put to the rulebook once."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._witnesses: dict[_Promise, Witness] = {}

    def all(self) -> Iterator[Finding]:
        """Yield what holds when every table was looked through."""
        yield from self.shown()
        yield from self._useless()
        yield from self._never()

    def shown(self) -> Iterator[Finding]:
        """Yield what a situation shows, however many tables were looked through."""
        self.replay()
        survey = self._survey
        for clash in survey.clashes.values():
            faqs = [one for one in clash.clauses if one in survey.answers]
            kind = "faq_contradicts" if faqs else "contradiction"
            says = f"of one {clash.of} both speak, and say opposite things"
            yield self._about(kind, clash.clauses, says, clash.seen)
        for (skill, *step), seen in survey.silent.items():
            says = (
                f"no clause says of what type {skill} is, and so what goes with it"
                if step == ["type"]
                else f"no clause says whether {skill} may be declared ({' into '.join(step)})"
            )
            name, shown = ":".join((skill, *step)), self._witness(seen, "silent")
            yield Finding(kind="silence", name=name, says=says, witness=shown)
        for term, seen in survey.turns.items():
            says = "without it this situation is answered otherwise"
            yield self._about("faq_changes", (term,), says, seen)
        for reading in survey.book.edition.readings:
            clauses = tuple(map(survey.book.clause, reading.clauses))
            for name in (one.name for one in reading.alternatives):
                found = survey.matters.get((reading.name, name))
                case = survey.parted.get((reading.name, name))
                if found or case:
                    where = "this situation" if found else "a case"
                    yield Finding(
                        kind="reading",
                        name=f"{reading.id}:{name}",
                        says=f"{reading.id}: read as {name} {where} is answered otherwise",
                        clauses=clauses,
                        witness=self._witness(found) if found else None,
                        place=(str(case.file), case.line) if case else None,
                    )

    def _useless(self) -> Iterator[Finding]:
        """Yield the clauses that do nothing, or nothing new."""
        survey = self._survey
        for term in sorted(survey.vain):
            yield self._about("never_prevails", (term,), "no situation is legal by this exception")
        for term in sorted(survey.still):
            speaks = any(law[0] in SPEAKERS for law in survey.laws[term])
            if term in survey.answers:
                yield self._about("faq_clarifies", (term,), "it says what holds without it")
            elif term in survey.vain:
                continue
            elif term in survey.mute and speaks:
                says = "no situation of the tables makes it speak"
                yield self._about("dead", (term,), says)
            elif term not in survey.mute:
                says = "it speaks, and whatever it says holds without it too"
                yield self._about("shadowed", (term,), says)
            else:
                says = "without it no ruling and no result changes"
                yield self._about("idle", (term,), says)

    def _never(self) -> Iterator[Finding]:
        """Yield the states, duties and readings to which nothing ever happens."""
        survey = self._survey
        for kind, state in survey.never:
            yield Finding(kind=kind, name=state, says=f"{state}: {KINDS[kind][1]}")
        for duty in survey.duties:
            says = f"nothing brings about the duty {duty}"
            yield Finding(kind="duty", name=duty, says=says)
        for reading in survey.book.edition.readings:
            matter = survey.matters.keys() | survey.parted.keys()
            if not any((reading.name, one.name) in matter for one in reading.alternatives):
                clauses = tuple(map(survey.book.clause, reading.clauses))
                says = f"{reading.id}: however it is read, every ruling and result is the same"
                yield Finding(kind="idle_reading", name=reading.id, says=says, clauses=clauses)

    def _about(
        self, kind: str, terms: Iterable[str], says: str, seen: Seen | None = None
    ) -> Finding:
        clauses = self._clauses(terms)
        shown = self._witness(seen) if seen else None
        name = "+".join(sorted(one.id for one in clauses))
        return Finding(kind=kind, name=name, says=says, clauses=clauses, witness=shown)

    def _clauses(self, terms: Iterable[str]) -> tuple[Clause, ...]:
        book = self._survey.book
        return tuple(book.clause(clause_id(book.edition.name, one)) for one in terms)

    def _witness(self, seen: Seen, ruling: str | None = None) -> Witness:
        return self._witnesses[seen, ruling]

    def replay(self) -> None:
        """Put every witness to the rulebook again; what was promised of it must come out."""
        survey = self._survey
        wanted: dict[_Promise, None] = {(one, "silent"): None for one in survey.silent.values()}
        others = (*survey.turns.values(), *survey.matters.values())
        clashes = (one.seen for one in survey.clashes.values())
        wanted |= {(one, None): None for one in (*clashes, *others)}
        new = [one for one in wanted if one not in self._witnesses]
        shown = [witness(*seen) for seen, _ in new]
        put = [(each, ruling) for each, (_, ruling) in zip(shown, new, strict=True)]
        processes = min(os.cpu_count() or 1, len(new) // FEW + 1)
        with crew(partial(_confirmed, survey.book), processes) as spread:
            for promise, (each, _), true in zip(new, put, spread(put), strict=True):
                if not true:
                    what = f"answers otherwise than the search promised: {each.facts}"
                    raise EngineError(f"{survey.book.stamp} {what}")
                self._witnesses[promise] = each


def _confirmed(book: Rulebook, put: tuple[Witness, str | None]) -> bool:
    """Return whether a rulebook accepts a witness, and rules on its act as promised."""
    shown, ruling = put
    if shown.act is None:
        book.resolve(shown.table)
        return True
    return ruling in {None, book.is_legal(shown.table, shown.act).ruling}
