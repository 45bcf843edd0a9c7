"""One edition looked through on small tables: what speaks there, what matters, what is silent."""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from aro.analysis.check.table_search import Key, Seen, TableSearch, happening, ways
from aro.analysis.search.gate_solver import Literal
from aro.analysis.search.situation_search import Found, Search
from aro.analysis.search.small_tables import Scene
from aro.cases import Case
from aro.engine.clingo_program import Term, parts, written
from aro.engine.edition_words import derived_tables
from aro.processes import crew
from aro.rulebook import Rulebook

Chosen = tuple[str, str]
"""A reading, and an alternative of it."""

Turning = Callable[[], Collection[str]]
"""Says which clauses turn a case, once that is needed."""

SILENCE = frozenset({"silence"})
CLASHES = frozenset({"contradiction", "faq_contradicts"})
STATES = frozenset({"not_entered", "not_left", "not_revealed"})
MUTE = frozenset({"dead", "never_prevails", "duty"})
SPEAKING = MUTE | {"shadowed", "idle"}
SWITCHED = frozenset(
    {"shadowed", "idle", "faq_changes", "faq_clarifies", "reading", "idle_reading"}
)
SEARCHED = SILENCE | CLASHES | STATES | SPEAKING | SWITCHED
"""The kinds of finding that need a search."""


@dataclass(slots=True)
class Known:
    """What was seen of an edition so far, and figures.

    What is `open` is a finding unless a situation shows that it is not: a clause is `dead` until it
    speaks, and `idle` until something changes without it. `shown` has the findings that a situation
    shows.
    """

    open: set[Key]
    shown: dict[Key, Seen] = field(default_factory=dict)
    size: int = 0
    given_up: int = 0

    def about(self, kind: str) -> list[str]:
        """Return the names that are open of a kind."""
        return sorted(key[1] for key in self.open if key[0] == kind)

    def learn(self, other: "Known") -> None:
        """Take in what is known elsewhere; of what was seen twice, what was seen first stays."""
        self.open &= other.open
        self.shown = other.shown | self.shown
        self.size = max(self.size, other.size)
        self.given_up = max(self.given_up, other.given_up)


class EditionSearch:
    """Looks through tables, each only for what others did not show.

    `laws` are what each clause in force says, `answers` the clauses that answer a question or came
    with a later release; `parted` are the alternatives of readings that turn a case.
    """

    def __init__(self, book: Rulebook, kinds: Collection[str]) -> None:
        self.book = book
        self._kinds = frozenset(kinds)
        edition, words = book.edition, book.vocabulary
        clauses = edition.clauses.values()
        in_force = {one.term for one in clauses} - {one[4:-1] for one in book.off}
        self.laws: dict[str, list[tuple[Term, ...]]] = {}
        for clause, law in derived_tables(edition).table("stated"):
            if written(clause) in in_force:
                self.laws.setdefault(written(clause), []).append(parts(law))
        self._read: dict[Chosen, set[str]] = {}
        for name, law in self._by_verb("under"):
            self._read.setdefault((str(law[1]), str(law[2])), set()).add(name)
        self.answers = {
            one.term
            for one in clauses
            if one.faq or one.kind == "faq" or one.since not in {None, edition.releases[0]}
        }
        self._untyped = words.skills - {str(law[1]) for _, law in self._by_verb("skill")}
        self.parted: dict[Chosen, Case] = {}
        lifting = {one for one, law in self._by_verb("lifts") if written(law[1]) in in_force}
        names = {
            "dead": self.laws,
            "idle": self.laws,
            "never_prevails": lifting,
            "duty": {str(law[2]) for _, law in self._by_verb("obliges")},
            "not_entered": words.states,
            "not_left": words.states,
            "not_revealed": dict(words.shown),
        }
        self.known = Known({(kind, name) for kind, named in names.items() for name in named})
        self.known.open |= {
            ("idle_reading", reading.name, one.name)
            for reading in edition.readings
            for one in reading.alternatives
            if one.name != reading.default
        }

    def _by_verb(self, verb: str) -> Iterator[tuple[str, tuple[Term, ...]]]:
        return ((one, law) for one, laws in self.laws.items() for law in laws if law[0] == verb)

    def _terms(self, names: Collection[str]) -> set[str]:
        return {one.term for one in self.book.edition.clauses.values() if one.id in names}

    def only(self, names: Collection[str]) -> None:
        """Ask of no other clauses and readings than those of these ids whether they do anything."""
        asked = {one.name for one in self.book.edition.readings if one.id in names}
        asked |= self._terms(names)
        limited = {"dead", "idle", "never_prevails", "idle_reading"}
        self.known.open = {
            key for key in self.known.open if key[0] not in limited or key[1] in asked
        }

    def decided(self, names: Collection[str]) -> None:
        """Ask nothing more of the clauses of these ids, which turn a case: they speak and matter.

        If they do so only while others are off, that they say what those say is told in the case.
        For an answer of an FAQ that turns one the smallest situation that it turns is wanted still.
        """
        for clause in self._terms(names):
            self.known.open -= {("dead", clause), ("never_prevails", clause)}
            if clause not in self.answers:
                self.known.open.discard(("idle", clause))
            for law in self.laws.get(clause, ()):
                self.known.open.difference_update(happening(law))

    def shown_by(self, cases: Mapping[Chosen, Case]) -> None:
        """Look no further for the alternatives of readings that some cases show to matter."""
        self.parted.update(cases)
        self.known.open -= {("idle_reading", *chosen) for chosen in cases}

    def look(self, scene: Scene, turning: Turning = frozenset) -> Known:
        """Look a table through; which clauses turn a case, `turning` says once it is needed."""
        known, kinds = self.known, self._kinds
        search = Search(scene, [self.book])
        known.size = max(known.size, search.laws[0].size)
        table = TableSearch(scene, search)
        if SILENCE & kinds:
            states = self.book.vocabulary.states
            known.shown.update(table.silences(known.shown, states=states, untyped=self._untyped))
        if CLASHES & kinds:
            known.shown.update(table.clashes(known.shown))
        if (SPEAKING | SWITCHED) & kinds:
            self.decided(turning())
        comes_about = table.ways()
        mute = MUTE if SPEAKING & kinds else frozenset[str]()
        self._close(search, comes_about, mute | (STATES & kinds))
        if SWITCHED & kinds:
            self._switched(table)
        self._otherwise(table)
        search.assumed.clear()
        self._close(search, comes_about, mute)
        known.given_up += search.given_up
        return known

    def look_at_all(self, scenes: Sequence[Scene]) -> Iterator[None]:
        """Look some tables through, as many at once as there are cores; stop after each."""
        with crew(self.look, min(os.cpu_count() or 1, len(scenes))) as spread:
            for known in spread(scenes):
                self.known.learn(known)
                yield

    def _close(
        self, search: Search, comes_about: Mapping[Key, list[Literal]], kinds: Collection[str]
    ) -> None:
        """Close what is open of some kinds, and is not so in some situation."""
        for key in sorted(self.known.open & comes_about.keys()):
            if key[0] in kinds and search.possible([search.any_of(comes_about[key])]):
                self.known.open.discard(key)

    def _switched(self, table: TableSearch) -> None:
        """Switch each clause off and each reading over, and see whether anything changes."""
        known = self.known
        for clause in known.about("idle"):
            for goal in table.speaking(clause):
                if ("idle", clause) in known.open and (found := table.search.least(goal)):
                    self._without(table, found)
        for clause in known.about("idle"):
            if found := table.changed(f"off({clause})"):
                self._turned(clause, Seen(table.scene, found))
        for key in sorted(one for one in known.open if one[0] == "idle_reading"):
            if found := table.changed(f"reads({','.join(key[1:])})"):
                known.open.discard(key)
                known.shown["reading", *key[1:]] = Seen(table.scene, found)

    def _without(self, table: TableSearch, found: Found) -> None:
        """Close every clause that matters in a situation."""
        for clause in table.changing(found, self.known.about("idle")):
            is_answer = clause in self.answers
            least = table.smaller(found, f"off({clause})") if is_answer else found
            self._turned(clause, Seen(table.scene, least))

    def _turned(self, clause: str, seen: Seen) -> None:
        self.known.open.discard(("idle", clause))
        if clause in self.answers:
            self.known.shown.setdefault(("faq_changes", clause), seen)

    def _otherwise(self, table: TableSearch) -> None:
        """Look at what only speaks where something is read otherwise than by default."""
        opened = self.known.open
        for (reading, chosen), clauses in sorted(self._read.items()):
            switch = f"reads({reading},{chosen})"
            if self._kinds & SPEAKING and any(map(self._is_quiet, clauses)):
                self._close(table.search, ways(table.search.switched(0, [switch])), MUTE)
            for clause in sorted(clauses) if self._kinds & SWITCHED else ():
                if ("idle", clause) in opened and table.changed(f"off({clause})", (switch,)):
                    opened.discard(("idle", clause))

    def _is_quiet(self, clause: str) -> bool:
        """Whether a clause never spoke or never prevailed, or nothing brings its duty about."""
        duties = {("duty", str(law[2])) for law in self.laws[clause] if law[0] == "obliges"}
        quiet = {("dead", clause), ("never_prevails", clause)} | duties
        return not quiet.isdisjoint(self.known.open)
