"""One edition looked through on small tables: what speaks there, what matters, what is silent."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from aro._engine import Term, parts, written
from aro._words import program
from aro.rulebook import Rulebook
from aro.workbench._crew import shared
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
        states = book.vocabulary.states
        shown = {state for state, _ in book.vocabulary.shown}
        self.never = {(kind, state) for kind in ("not_entered", "not_left") for state in states}
        self.never |= {("not_revealed", state) for state in shown}
        self.idle = {
            (reading.name, one.name)
            for reading in book.edition.readings
            for one in reading.alternatives
            if one.name != reading.default
        }
        self.matters: dict[tuple[str, str], Seen] = {}
        self._turning: Callable[[], Collection[str]] = frozenset
        self.size = 0
        self.given_up = 0

    def only(self, names: Collection[str]) -> None:
        """Ask of no other clauses and readings than those of these ids whether they do anything."""
        terms = {one.term for one in self.book.edition.clauses.values() if one.id in names}
        self.mute, self.still, self.vain = self.mute & terms, self.still & terms, self.vain & terms
        readings = {one.name for one in self.book.edition.readings if one.id in names}
        self.idle = {one for one in self.idle if one[0] in readings}

    def _decided_by_cases(self, here: Here) -> None:
        """Ask nothing more of the clauses of these ids, which turn a case: they speak and matter.

        If they do so only while others are off, that they say what those say is told in the case.
        For an answer of an FAQ that turns one the smallest situation that it turns is wanted still.
        """
        del here
        names = self._turning()
        terms = {one.term for one in self.book.edition.clauses.values() if one.id in names}
        self.mute -= terms
        self.vain -= terms
        self.still -= terms - self.answers

    @property
    def too_large(self) -> bool:
        """Whether there is too much law to look through tables with more than troopers on them."""
        return self.size > LARGEST

    def look(self, scene: Scene, turning: Callable[[], Collection[str]] = frozenset) -> None:
        """Look a table through, what it takes a search for on all cores.

        What cases are `turning` is asked for once it is needed.
        """
        self._turning = turning
        self._look(scene, shared)

    def look_at_all(self, scenes: Sequence[Scene]) -> Iterator[None]:
        """Look some tables through, as many at once as there are cores; stop after each."""
        for told in shared(self._told, scenes):
            self._learn(told)
            yield

    def _look(self, scene: Scene, spread: Callable[..., Iterable[Any]]) -> None:
        law = Law(self.book.edition, scene.text)
        self.size = max(self.size, law.size)
        search = Search(
            scene.text, [law], [self._world],
            exclusive=exclusive([self.book]), hiding=hiding([self.book]),
        )  # fmt: skip
        here = Here(scene, search, Side(search, 0, whole=True), spread)
        with search.assuming([search.proper]):
            for step, kinds in _STEPS:
                if kinds & self._kinds:
                    step(self, here)
        if self._kinds & SPEAKING:
            self._speaking(here)
        self.given_up += search.given_up

    def _told(self, scene: Scene) -> dict[str, Any]:
        """Return all that is known once a table was looked through."""
        self._look(scene, map)
        return {name: getattr(self, name) for name in (*_LEFT, *_SEEN, *_FIGURES)}

    def _learn(self, told: Mapping[str, Any]) -> None:
        """Take in what is known elsewhere; of what was seen twice, what was seen first stays."""
        for name in _LEFT:
            getattr(self, name).intersection_update(told[name])
        for name in _SEEN:
            setattr(self, name, told[name] | getattr(self, name))
        for name in _FIGURES:
            setattr(self, name, max(told[name], getattr(self, name)))

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
                    self._decided(here, found)
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
            for one in speeches(name, atom):
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

    def _decided(self, here: Here, found: Found) -> None:
        """Take out of `still` every clause that matters in a situation."""
        clauses = sorted(self.still)
        world = self._world | found.true
        worlds = [world, *(world | {f"off({one})"} for one in clauses)]
        parted = here.parted(found, worlds)
        for number, clause in enumerate(clauses, start=1):
            if parted >> number & 1:
                seen = here.smaller(found, f"off({clause})") if clause in self.answers else None
                self._turned(clause, seen or (here.scene, found))


LARGEST = 200_000
"""From so many ground rules of the smallest table on none with devices is looked through."""

SHOWN = frozenset({"silence", "contradiction", "faq_contradicts"})
SPEAKING = frozenset({"dead", "shadowed", "idle", "never_prevails", "duty"})
SWITCHED = frozenset(
    {"shadowed", "idle", "faq_changes", "faq_clarifies", "reading", "idle_reading"}
)

_LEFT = ("mute", "still", "vain", "duties", "never", "idle")
_SEEN = ("turns", "silent", "clashes", "matters")
_FIGURES = ("size", "given_up")
"""What a survey knows: what is still looked for, what was seen, and figures."""

_STEPS = (
    (Survey._states, frozenset({"not_entered", "not_left", "not_revealed"})),  # noqa: SLF001  its own
    (Survey._silence, SHOWN & {"silence"}),  # noqa: SLF001
    (Survey._clashes, SHOWN - {"silence"}),  # noqa: SLF001
    (Survey._decided_by_cases, SPEAKING | SWITCHED),  # noqa: SLF001
    (Survey._speaking, SPEAKING),  # noqa: SLF001
    (Survey._switched, SWITCHED),  # noqa: SLF001
    (Survey._otherwise, SPEAKING | SWITCHED),  # noqa: SLF001
)
"""What a survey does on each table, and for which kinds of finding."""

SEARCHED = frozenset[str]().union(*(kinds for _, kinds in _STEPS))
"""The kinds of finding that need a search."""
