"""One edition looked through on small tables: what speaks there, what matters, what is silent."""

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from aro.analysis.check.known import Known
from aro.analysis.check.shows import clashes, silences
from aro.analysis.check.table_search import Here, Seen
from aro.analysis.search.points import Side, speech
from aro.analysis.search.situation_search import Found, Search, World
from aro.analysis.search.small_law import Law
from aro.analysis.search.small_tables import Scene, words_of
from aro.processes import crew
from aro.rulebook import Rulebook


class Survey(Known):
    """Looks through tables, each only for what others did not show."""

    def __init__(self, book: Rulebook, kinds: Collection[str]) -> None:
        super().__init__(book)
        self._kinds = frozenset(kinds)
        self._world: World = frozenset(book.off)

    def look(self, scene: Scene, turning: Callable[[], Collection[str]] = frozenset) -> None:
        """Look a table through; which clauses turn a case, `turning` says once it is needed."""
        law = Law(self.book.edition, scene.text)
        self.size = max(self.size, law.size)
        search = Search(scene.text, [law], [self._world], words_of([self.book]))
        here = Here(scene, search, Side(search, 0, whole=True))
        with search.assuming([search.proper]):
            for step, kinds in _FIRST:
                if kinds & self._kinds:
                    step(self, here)
            if (SPEAKING | SWITCHED) & self._kinds:
                self.decided(turning())
            for step, kinds in _THEN:
                if kinds & self._kinds:
                    step(self, here)
        if self._kinds & SPEAKING:
            self._speaking(here)
        self.given_up += search.given_up

    def look_at_all(self, scenes: Sequence[Scene]) -> Iterator[None]:
        """Look some tables through, as many at once as there are cores; stop after each."""
        with crew(self._told, min(os.cpu_count() or 1, len(scenes))) as spread:
            for told in spread(scenes):
                self.learn(told)
                yield

    def _told(self, scene: Scene) -> dict[str, Any]:
        """Return all that is known once a table was looked through."""
        self.look(scene)
        return self.told()

    def _speaking(self, here: Here) -> None:
        for clause in sorted(self.mute):
            if here.any(one.output for one in here.side.by_clause.get(clause, ())):
                self.mute.discard(clause)
        for clause in sorted(self.vain):
            told = here.side.by_clause.get(clause, ())
            if here.any(one.output for one in told if one.verb == "lifts"):
                self.vain.discard(clause)
        for duty in sorted(self.duties):
            if here.any(n for n, atom in here.side.read if atom[0] == "duty" and atom[3] == duty):
                self.duties.discard(duty)

    def _states(self, here: Here) -> None:
        ways: dict[tuple[str, str], list[str]] = {}
        for name, atom in here.side.read:
            match atom:
                case "begun", _, _, state, _:
                    ways.setdefault(("not_entered", str(state)), []).append(name)
                case "ended", _, _, state, _:
                    ways.setdefault(("not_left", str(state)), []).append(name)
                case "turned", _, _, before, after, _:
                    ways.setdefault(("not_left", str(before)), []).append(name)
                    ways.setdefault(("not_entered", str(after)), []).append(name)
        for kind, state in sorted(self.never):
            if here.any(ways.get((kind, state), ())) or (
                kind == "not_revealed" and here.reveals(state)
            ):
                self.never.discard((kind, state))

    def _silence(self, here: Here) -> None:
        silences(here, self.silent, states=self.book.vocabulary.states, untyped=self.untyped)

    def _clashes(self, here: Here) -> None:
        clashes(here, self.clashes)

    def _switched(self, here: Here) -> None:
        """Switch each clause off and each reading over, and see whether anything changes."""
        for clause in sorted(self.still):
            for goal in here.speaking(clause):
                if clause in self.still and (found := here.search.least(goal)):
                    self._without(here, found)
        clauses, readings = sorted(self.still), sorted(self.idle)
        for clause, found in here.changes({f"off({one})": one for one in clauses}):
            self._turned(clause, (here.scene, found))
        for one, found in here.changes({f"reads({','.join(one)})": one for one in readings}):
            self.idle.discard(one)
            self.matters[one] = (here.scene, found)

    def _otherwise(self, here: Here) -> None:
        """Look at what only speaks where something is read otherwise than by default."""
        for (reading, chosen), clauses in sorted(self.read.items()):
            switch = f"reads({reading},{chosen})"
            if self._kinds & SPEAKING and not clauses.isdisjoint(self._quiet()):
                self._speaking_otherwise(here, switch)
            for clause in sorted(clauses & self.still) if self._kinds & SWITCHED else ():
                if here.changed(f"off({clause})", (switch,)):
                    self.still.discard(clause)

    def _quiet(self) -> set[str]:
        """Return the clauses that never spoke, or never prevailed, and those of a duty not met."""
        obliging = {
            one
            for one, laws in self.laws.items()
            if any(law[0] == "obliges" and str(law[2]) in self.duties for law in laws)
        }
        return self.mute | self.vain | obliging

    def _speaking_otherwise(self, here: Here, switch: str) -> None:
        for name, literal, atom in here.otherwise(switch):
            if one := speech(name, atom):
                told = (self.mute, self.vain) if one.verb == "lifts" else (self.mute,)
                open_ = [each for each in told if one.clause in each]
                if open_ and here.search.possible([literal]):
                    for each in open_:
                        each.discard(one.clause)
            if atom[0] == "duty" and atom[3] in self.duties and here.search.possible([literal]):
                self.duties.discard(str(atom[3]))

    def _turned(self, clause: str, seen: Seen) -> None:
        self.still.discard(clause)
        if clause in self.answers:
            self.turns.setdefault(clause, seen)

    def _without(self, here: Here, found: Found) -> None:
        """Take out of `still` every clause that matters in a situation."""
        clauses = sorted(self.still)
        world = self._world | found.true
        worlds = [world, *(world | {f"off({one})"} for one in clauses)]
        parted = here.parted(found, worlds)
        for number, clause in enumerate(clauses, start=1):
            if parted >> number & 1:
                seen = here.smaller(found, f"off({clause})") if clause in self.answers else None
                self._turned(clause, seen or (here.scene, found))


SHOWN = frozenset({"silence", "contradiction", "faq_contradicts"})
SPEAKING = frozenset({"dead", "shadowed", "idle", "never_prevails", "duty"})
SWITCHED = frozenset(
    {"shadowed", "idle", "faq_changes", "faq_clarifies", "reading", "idle_reading"}
)

_FIRST = (
    (Survey._states, frozenset({"not_entered", "not_left", "not_revealed"})),  # noqa: SLF001  its own
    (Survey._silence, SHOWN & {"silence"}),  # noqa: SLF001
    (Survey._clashes, SHOWN - {"silence"}),  # noqa: SLF001
)
_THEN = (
    (Survey._speaking, SPEAKING),  # noqa: SLF001
    (Survey._switched, SWITCHED),  # noqa: SLF001
    (Survey._otherwise, SPEAKING | SWITCHED),  # noqa: SLF001
)
"""What is looked for on each table, and for which kinds of finding."""

SEARCHED = frozenset[str]().union(*(kinds for _, kinds in (*_FIRST, *_THEN)))
"""The kinds of finding that need a search."""
