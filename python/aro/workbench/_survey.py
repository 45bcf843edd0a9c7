"""One edition looked through on small tables: what speaks there, what matters, what is silent."""

from collections.abc import Collection

from aro._engine import Term, parts, written
from aro._words import program
from aro.rulebook import Rulebook
from aro.workbench._here import Here, Seen
from aro.workbench._law import Law
from aro.workbench._parting import exclusive, hiding
from aro.workbench._points import Side, speeches
from aro.workbench._scenes import Scene
from aro.workbench._search import Found, Search, World
from aro.workbench._shows import Clash, clashes, silences


class Survey:
    """What was found so far; each table is only looked through for what others did not show.

    `mute` are the clauses that nothing made speak, `still` those without which nothing changed,
    `idle` the alternatives of readings that changed nothing, `matters` those that did.
    """

    def __init__(self, book: Rulebook, kinds: Collection[str]) -> None:
        self.book = book
        self._kinds = frozenset(kinds)
        self._world: World = frozenset(book.off)
        in_force = {one.term for one in book.edition.clauses.values()} - {
            one[4:-1] for one in book.off
        }
        self.laws: dict[str, list[tuple[Term, ...]]] = {}
        for clause, law in program(book.edition).table("stated"):
            if written(clause) in in_force:
                self.laws.setdefault(written(clause), []).append(parts(law))
        self.mute = set(self.laws)
        self.still = set(self.laws)
        self.vain = {
            one
            for one, laws in self.laws.items()
            if any(w[0] == "lifts" and written(w[1]) in in_force for w in laws)
        }
        self.read: dict[tuple[str, str], set[str]] = {}
        for one, laws in self.laws.items():
            for law in (law for law in laws if law[0] == "under"):
                self.read.setdefault((str(law[1]), str(law[2])), set()).add(one)
        self.turns: dict[str, Seen] = {}
        first = book.edition.releases[0]
        self.answers = {
            one.term
            for one in book.edition.clauses.values()
            if one.faq is not None or one.kind == "faq" or one.since not in {None, first}
        }
        self.untyped = book.vocabulary.skills - {
            str(law[1]) for laws in self.laws.values() for law in laws if law[0] == "skill"
        }
        self.silent: dict[tuple[str, ...], Seen] = {}
        self.clashes: dict[tuple[str, str], Clash] = {}
        self.duties = {
            str(law[2]) for laws in self.laws.values() for law in laws if law[0] == "obliges"
        }
        states = set(book.vocabulary.states)
        shown = {state for state, _ in book.vocabulary.shown}
        self.never: dict[str, set[str]] = {
            "not_entered": set(states), "not_left": set(states), "not_revealed": shown
        }  # fmt: skip
        self.idle = {
            (reading.name, one.name)
            for reading in book.edition.readings
            for one in reading.alternatives
            if one.name != reading.default
        }
        self.matters: dict[tuple[str, str], Seen] = {}
        self.size = 0

    def only(self, names: Collection[str]) -> None:
        """Ask of no other clauses and readings than those of these ids whether they do anything."""
        terms = {one.term for one in self.book.edition.clauses.values() if one.id in names}
        self.mute, self.still, self.vain = self.mute & terms, self.still & terms, self.vain & terms
        readings = {one.name for one in self.book.edition.readings if one.id in names}
        self.idle = {one for one in self.idle if one[0] in readings}

    def decided(self, names: Collection[str]) -> None:
        """Ask nothing more of the clauses of these ids, which turn a case: they speak and matter.

        For an answer of an FAQ that turns one the smallest situation that it turns is wanted still.
        """
        terms = {one.term for one in self.book.edition.clauses.values() if one.id in names}
        self.mute -= terms
        self.vain -= terms
        self.still -= terms - self.answers

    @property
    def too_large(self) -> bool:
        """Whether there is too much law to look through more than the smallest table."""
        return self.size > LARGEST

    def look(self, scene: Scene) -> None:
        """Look a table through."""
        law = Law(self.book.edition, scene.text)
        first = not self.size
        self.size = max(self.size, law.size)
        search = Search(
            scene.text, [law], [self._world],
            exclusive=exclusive([self.book]), hiding=hiding([self.book]),
        )  # fmt: skip
        here = Here(scene, search, Side(search, 0, whole=True), first=first)
        kinds = self._kinds - SWITCHED if self.too_large else self._kinds
        with search.assuming([search.proper]):
            for step, its_kinds in _STEPS:
                if kinds & its_kinds:
                    step(self, here)
        if kinds & SPEAKING:
            self._speaking(here)

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
        ways: dict[str, dict[str, list[str]]] = {kind: {} for kind in self.never}
        for name, atom in here.side.read:
            match atom:
                case "begun", _, _, state, _:
                    ways["not_entered"].setdefault(str(state), []).append(name)
                case "ended", _, _, state, _:
                    ways["not_left"].setdefault(str(state), []).append(name)
                case "turned", _, _, before, after, _:
                    ways["not_left"].setdefault(str(before), []).append(name)
                    ways["not_entered"].setdefault(str(after), []).append(name)
        for kind in ("not_entered", "not_left"):
            for state in sorted(self.never[kind]):
                if here.any(ways[kind].get(state, ())):
                    self.never[kind].discard(state)
        shown = {one for one in self.never["not_revealed"] if here.reveals(one)}
        self.never["not_revealed"] -= shown

    def _silence(self, here: Here) -> None:
        silences(here, self.silent, states=self.book.vocabulary.states, untyped=self.untyped)

    def _clashes(self, here: Here) -> None:
        clashes(here, self.clashes)

    def _switched(self, here: Here) -> None:
        """Switch each clause off and each reading over, and see whether anything changes."""
        for clause in sorted(self.still):
            for goal in here.speaking(clause):
                if clause in self.still and (found := here.search.least(goal)):
                    self._decided(here, found)
        for clause in sorted(self.still):
            if clause in self.still:
                found = here.changed(f"off({clause})")
                if found:
                    self._decided(here, found)
                    self._turned(here, clause, found)
        for reading, chosen in sorted(self.idle):
            found = here.changed(f"reads({reading},{chosen})")
            if found:
                self.idle.discard((reading, chosen))
                self.matters[reading, chosen] = here.smaller(found, f"reads({reading},{chosen})")

    def _otherwise(self, here: Here) -> None:
        """Look at what only speaks where something is read otherwise than by default."""
        for (reading, chosen), clauses in sorted(self.read.items()):
            switch = f"reads({reading},{chosen})"
            quiet = self.duties or not clauses.isdisjoint(self.mute | self.vain)
            if self._kinds & SPEAKING and quiet:
                self._speaking_otherwise(here, switch)
            for clause in sorted(clauses & self.still) if self._kinds & SWITCHED else ():
                if here.changed(f"off({clause})", (switch,)):
                    self.still.discard(clause)

    def _speaking_otherwise(self, here: Here, switch: str) -> None:
        for name, literal, atom in here.otherwise(switch):
            for one in speeches(name, atom):
                told = (self.mute, self.vain) if one.verb == "lifts" else (self.mute,)
                open_ = [each for each in told if one.clause in each]
                if open_ and here.search.possible([literal]):
                    for each in open_:
                        each.discard(one.clause)
            if atom[0] == "duty" and atom[3] in self.duties and here.search.possible([literal]):
                self.duties.discard(str(atom[3]))

    def _turned(self, here: Here, clause: str, found: Found) -> None:
        self.still.discard(clause)
        if clause in self.answers:
            self.turns.setdefault(clause, here.smaller(found, f"off({clause})"))

    def _decided(self, here: Here, found: Found) -> None:
        """Take out of `still` every clause that matters in a situation."""
        clauses = sorted(self.still)
        world = self._world | found.true
        worlds = [world, *(world | {f"off({one})"} for one in clauses)]
        parted = here.parted(found, worlds)
        for number, clause in enumerate(clauses, start=1):
            if parted >> number & 1:
                self._turned(here, clause, found)


LARGEST = 200_000
"""From so many ground rules on only the smallest table is looked through, and nothing switched."""

SHOWN = frozenset({"silence", "contradiction", "faq_contradicts"})
SPEAKING = frozenset({"dead", "shadowed", "idle", "never_prevails", "duty"})
SWITCHED = frozenset(
    {"shadowed", "idle", "faq_changes", "faq_clarifies", "reading", "idle_reading"}
)

_STEPS = (
    (Survey._speaking, SPEAKING),  # noqa: SLF001  its own steps
    (Survey._states, frozenset({"not_entered", "not_left", "not_revealed"})),  # noqa: SLF001
    (Survey._silence, SHOWN & {"silence"}),  # noqa: SLF001
    (Survey._clashes, SHOWN - {"silence"}),  # noqa: SLF001
    (Survey._switched, SWITCHED),  # noqa: SLF001
    (Survey._otherwise, SPEAKING | SWITCHED),  # noqa: SLF001
)
"""What a survey does on each table, and for which kinds of finding."""

SEARCHED = frozenset[str]().union(*(kinds for _, kinds in _STEPS))
"""The kinds of finding that need a search."""
