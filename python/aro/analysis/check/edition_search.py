"""One edition looked through on small tables: what speaks there, what matters, what is silent."""

import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields

from aro.analysis.check.table_search import Clash, Seen, Silent, TableSearch
from aro.analysis.search.points import Side, speech
from aro.analysis.search.situation_search import Found, Search, World
from aro.analysis.search.small_law import Law
from aro.analysis.search.small_tables import Scene, words_of
from aro.cases import Case
from aro.engine.clingo_program import Term, parts, read, written
from aro.engine.edition_words import program
from aro.processes import crew
from aro.rulebook import Rulebook

Chosen = tuple[str, str]
"""A reading, and an alternative of it."""

SILENCE = frozenset({"silence"})
CLASHES = frozenset({"contradiction", "faq_contradicts"})
STATES = frozenset({"not_entered", "not_left", "not_revealed"})
SPEAKING = frozenset({"dead", "shadowed", "idle", "never_prevails", "duty"})
SWITCHED = frozenset(
    {"shadowed", "idle", "faq_changes", "faq_clarifies", "reading", "idle_reading"}
)
SEARCHED = SILENCE | CLASHES | STATES | SPEAKING | SWITCHED
"""The kinds of finding that need a search."""


@dataclass(slots=True)
class Known:
    """What is still looked for in an edition, what was seen of it, and figures.

    `mute` are the clauses that nothing made speak, `still` those without which nothing changed,
    `vain` the exceptions by which nothing was legal, `never` what befell no state; `idle` are the
    alternatives of readings that changed nothing, `matters` shows those that did. `turns` shows the
    answers of an FAQ that change something.
    """

    mute: set[str]
    still: set[str]
    vain: set[str]
    duties: set[str]
    never: set[tuple[str, str]]
    idle: set[Chosen]
    turns: dict[str, Seen] = field(default_factory=dict)
    silent: dict[Silent, Seen] = field(default_factory=dict)
    clashes: dict[tuple[str, str], Clash] = field(default_factory=dict)
    matters: dict[Chosen, Seen] = field(default_factory=dict)
    size: int = 0
    given_up: int = 0

    def learn(self, other: "Known") -> None:
        """Take in what is known elsewhere; of what was seen twice, what was seen first stays."""
        for one in fields(self):
            mine, theirs = getattr(self, one.name), getattr(other, one.name)
            if isinstance(mine, set):
                mine &= theirs
            elif isinstance(mine, dict):
                setattr(self, one.name, theirs | mine)
            else:
                setattr(self, one.name, max(mine, theirs))


class EditionSearch:
    """Looks through tables, each only for what others did not show.

    `laws` are what each clause in force says, `answers` the clauses that answer a question or came
    with a later release; `parted` are the alternatives of readings that turn a case.
    """

    def __init__(self, book: Rulebook, kinds: Collection[str]) -> None:
        self.book = book
        self._kinds = frozenset(kinds)
        self._world: World = frozenset(book.off)
        edition, known = book.edition, book.vocabulary
        clauses = edition.clauses.values()
        in_force = {one.term for one in clauses} - {one[4:-1] for one in book.off}
        self.laws: dict[str, list[tuple[Term, ...]]] = {}
        for clause, law in program(edition).table("stated"):
            if written(clause) in in_force:
                self.laws.setdefault(written(clause), []).append(parts(law))
        self._read: dict[Chosen, set[str]] = {}
        for name, law in self._by_verb("under"):
            self._read.setdefault((str(law[1]), str(law[2])), set()).add(name)
        self.answers = {
            one.term
            for one in clauses
            if one.faq is not None
            or one.kind == "faq"
            or one.since not in {None, edition.releases[0]}
        }
        self._untyped = known.skills - {str(law[1]) for _, law in self._by_verb("skill")}
        self.parted: dict[Chosen, Case] = {}
        never = {(kind, state) for kind in ("not_entered", "not_left") for state in known.states}
        self.known = Known(
            mute=set(self.laws),
            still=set(self.laws),
            vain={one for one, law in self._by_verb("lifts") if written(law[1]) in in_force},
            duties={str(law[2]) for _, law in self._by_verb("obliges")},
            never=never | {("not_revealed", state) for state, _ in known.shown},
            idle={
                (reading.name, one.name)
                for reading in edition.readings
                for one in reading.alternatives
                if one.name != reading.default
            },
        )

    def _by_verb(self, verb: str) -> Iterator[tuple[str, tuple[Term, ...]]]:
        return ((one, law) for one, laws in self.laws.items() for law in laws if law[0] == verb)

    def _terms(self, names: Collection[str]) -> set[str]:
        return {one.term for one in self.book.edition.clauses.values() if one.id in names}

    def only(self, names: Collection[str]) -> None:
        """Ask of no other clauses and readings than those of these ids whether they do anything."""
        known, terms = self.known, self._terms(names)
        for clauses in (known.mute, known.still, known.vain):
            clauses.intersection_update(terms)
        readings = {one.name for one in self.book.edition.readings if one.id in names}
        known.idle = {one for one in known.idle if one[0] in readings}

    def decided(self, names: Collection[str]) -> None:
        """Ask nothing more of the clauses of these ids, which turn a case: they speak and matter.

        If they do so only while others are off, that they say what those say is told in the case.
        For an answer of an FAQ that turns one the smallest situation that it turns is wanted still.
        """
        known, terms = self.known, self._terms(names)
        known.mute -= terms
        known.vain -= terms
        known.still -= terms - self.answers
        for law in (law for clause in terms for law in self.laws.get(clause, ())):
            self._happens(law)

    def _happens(self, law: tuple[Term, ...]) -> None:
        """Take what a law that turns a case does there for something that can happen."""
        match law:
            case "under", _, _, inner:
                self._happens(parts(inner))
            case "begins", state, _:
                self.known.never.discard(("not_entered", str(state)))
            case "cancels", state, _:
                self.known.never.discard(("not_left", str(state)))
            case "turns", before, _, after:
                self.known.never -= {("not_left", str(before)), ("not_entered", str(after))}
            case "obliges", _, duty:
                self.known.duties.discard(str(duty))

    def shown_by(self, cases: Mapping[Chosen, Case]) -> None:
        """Look no further for the alternatives of readings that some cases show to matter."""
        self.parted.update(cases)
        self.known.idle -= cases.keys()

    def look(self, scene: Scene, turning: Callable[[], Collection[str]] = frozenset) -> Known:
        """Look a table through; which clauses turn a case, `turning` says once it is needed."""
        known, kinds, vocabulary = self.known, self._kinds, self.book.vocabulary
        law = Law(self.book.edition, scene.text)
        known.size = max(known.size, law.size)
        search = Search(scene.text, [law], [self._world], words_of([self.book]))
        table = TableSearch(scene, search, Side(search, 0, whole=True))
        if STATES & kinds:
            self._states(table)
        if SILENCE & kinds:
            states = vocabulary.states
            silent = table.silences(known.silent, states=states, untyped=self._untyped)
            known.silent.update(silent)
        if CLASHES & kinds:
            known.clashes.update({one.clauses: one for one in table.clashes(known.clashes)})
        if (SPEAKING | SWITCHED) & kinds:
            self.decided(turning())
        if SPEAKING & kinds:
            self._speaking(table)
        if SWITCHED & kinds:
            self._switched(table)
        if (SPEAKING | SWITCHED) & kinds:
            self._otherwise(table)
        search.assumed.clear()
        if SPEAKING & kinds:
            self._speaking(table)
        known.given_up += search.given_up
        return known

    def look_at_all(self, scenes: Sequence[Scene]) -> Iterator[None]:
        """Look some tables through, as many at once as there are cores; stop after each."""
        with crew(self.look, min(os.cpu_count() or 1, len(scenes))) as spread:
            for known in spread(scenes):
                self.known.learn(known)
                yield

    def _speaking(self, table: TableSearch) -> None:
        known, by_clause = self.known, table.side.by_clause
        for clause in sorted(known.mute):
            if table.any(one.output for one in by_clause.get(clause, ())):
                known.mute.discard(clause)
        for clause in sorted(known.vain):
            if table.any(one.output for one in by_clause.get(clause, ()) if one.verb == "lifts"):
                known.vain.discard(clause)
        for duty in sorted(known.duties):
            if table.any(n for n, atom in table.side.read if atom[0] == "duty" and atom[3] == duty):
                known.duties.discard(duty)

    def _states(self, table: TableSearch) -> None:
        ways: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name, atom in table.side.read:
            match atom:
                case "begun", _, _, state, _:
                    ways["not_entered", str(state)].append(name)
                case "ended", _, _, state, _:
                    ways["not_left", str(state)].append(name)
                case "turned", _, _, before, after, _:
                    ways["not_left", str(before)].append(name)
                    ways["not_entered", str(after)].append(name)
        for kind, state in sorted(self.known.never):
            if table.any(ways[kind, state]) or (kind == "not_revealed" and table.reveals(state)):
                self.known.never.discard((kind, state))

    def _switched(self, table: TableSearch) -> None:
        """Switch each clause off and each reading over, and see whether anything changes."""
        known = self.known
        for clause in sorted(known.still):
            for goal in table.speaking(clause):
                if clause in known.still and (found := table.search.least(goal)):
                    self._without(table, found)
        clauses, readings = sorted(known.still), sorted(known.idle)
        for clause, found in table.changes({f"off({one})": one for one in clauses}):
            self._turned(clause, (table.scene, found))
        for one, found in table.changes({f"reads({','.join(one)})": one for one in readings}):
            known.idle.discard(one)
            known.matters[one] = (table.scene, found)

    def _without(self, table: TableSearch, found: Found) -> None:
        """Take out of `still` every clause that matters in a situation."""
        switches = {f"off({one})": one for one in sorted(self.known.still)}
        for switch in table.changing(found, list(switches)):
            clause = switches[switch]
            is_answer = clause in self.answers
            self._turned(
                clause, table.smaller(found, switch) if is_answer else (table.scene, found)
            )

    def _turned(self, clause: str, seen: Seen) -> None:
        self.known.still.discard(clause)
        if clause in self.answers:
            self.known.turns.setdefault(clause, seen)

    def _otherwise(self, table: TableSearch) -> None:
        """Look at what only speaks where something is read otherwise than by default."""
        known = self.known
        for (reading, chosen), clauses in sorted(self._read.items()):
            switch = f"reads({reading},{chosen})"
            if self._kinds & SPEAKING and not clauses.isdisjoint(self._quiet()):
                self._speaking_otherwise(table.search, switch)
            for clause in sorted(clauses & known.still) if self._kinds & SWITCHED else ():
                if table.changed(f"off({clause})", (switch,)):
                    known.still.discard(clause)

    def _quiet(self) -> set[str]:
        """Return the clauses that never spoke, or never prevailed, and those of a duty not met."""
        known = self.known
        obliging = {one for one, law in self._by_verb("obliges") if str(law[2]) in known.duties}
        return known.mute | known.vain | obliging

    def _speaking_otherwise(self, search: Search, switch: str) -> None:
        """Take out what speaks, prevails or is brought about when a switch is set."""
        known = self.known
        for name, literal in search.switched(0, [switch]).items():
            atom = parts(read(name))
            spoken: list[tuple[set[str], str]] = []
            if one := speech(name, atom):
                spoken.append((known.mute, one.clause))
                if one.verb == "lifts":
                    spoken.append((known.vain, one.clause))
            if atom[0] == "duty":
                spoken.append((known.duties, str(atom[3])))
            wanted = [(open_, key) for open_, key in spoken if key in open_]
            if wanted and search.possible([literal]):
                for open_, key in wanted:
                    open_.discard(key)
