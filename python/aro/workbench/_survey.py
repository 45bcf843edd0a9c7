"""One edition looked through on small tables: what speaks there, what matters, what is silent."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from aro._engine import Term, parts, read, written
from aro._words import program
from aro.rulebook import Rulebook
from aro.workbench._law import Law
from aro.workbench._parting import exclusive, hiding
from aro.workbench._points import Key, Point, Side, results, rulings
from aro.workbench._scenes import Scene
from aro.workbench._search import Found, Literal, Search, World

Seen = tuple[Scene, Found]
"""A situation that shows something, and the table it is on."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two clauses that say opposite things of one matter, and a situation in which they do."""

    clauses: tuple[str, str]
    of: str
    seen: Seen


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
        self.vain = {one for one, laws in self.laws.items() if any(w[0] == "lifts" for w in laws)}
        self.turns: dict[str, Seen] = {}
        first = book.edition.releases[0]
        self.answers = {
            one.term
            for one in book.edition.clauses.values()
            if one.faq is not None or one.kind == "faq" or one.since not in {None, first}
        }
        self.silent: dict[tuple[str, str], Seen] = {}
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

    def look(self, scene: Scene) -> None:
        """Look a table through."""
        law = Law(self.book.edition, scene.text)
        self.size = max(self.size, law.size)
        search = Search(
            scene.text, [law], [self._world],
            exclusive=exclusive([self.book]), hiding=hiding([self.book]),
        )  # fmt: skip
        here = _Here(scene, search, Side(search, 0))
        with search.assuming([search.proper]):
            for step, kinds in _STEPS:
                if self._kinds & kinds:
                    step(self, here)
        if self._kinds & SPEAKING:
            self._speaking(here)

    def _speaking(self, here: "_Here") -> None:
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

    def _states(self, here: "_Here") -> None:
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
        for state in sorted(self.never["not_revealed"]):
            hidden = here.search.inputs.get(f"state(red1,{state})", here.search.false)
            shown = here.side.holds("form(own(red1),model,effects)")
            if here.search.possible([hidden, shown]):
                self.never["not_revealed"].discard(state)

    def _silence(self, here: "_Here") -> None:
        for act, picked in here.search.picked.items():
            _, step, who, skill, _ = parts(read(act))
            key = (str(skill), str(step))
            if key in self.silent or who in here.scene.extras:
                continue
            silent = here.side.holds(f"ruling(declare({act}),silent)")
            found = here.search.least([picked, silent, -here.deployment])
            if found:
                self.silent[key] = (here.scene, found)

    def _clashes(self, here: "_Here") -> None:
        told: dict[Key, list[tuple[str, str, Term]]] = {}
        for name, atom in here.side.read:
            for key, clause, says in _contrary(atom):
                told.setdefault(key, []).append((name, written(clause), says))
        for key, speeches in told.items():
            for (one, first, says), (other, second, contrary) in combinations(speeches, 2):
                pair = (min(first, second), max(first, second))
                if says == contrary or pair in self.clashes:
                    continue
                both = [here.side.holds(one), here.side.holds(other), here.on_turn(key)]
                if found := here.search.least(both):
                    self.clashes[pair] = Clash(pair, str(key[0]), (here.scene, found))

    def _switched(self, here: "_Here") -> None:
        """Switch each clause off and each reading over, and see whether anything changes."""
        for clause in sorted(self.still):
            for goal in here.speaking(clause):
                if clause in self.still and (found := here.search.least(goal)):
                    self._decided(here, found)
        for clause in sorted(self.still):
            if clause in self.still:
                found = here.search.some([here.changing(f"off({clause})")])
                if found:
                    self._decided(here, found)
                    self._turned(here, clause, found)
        for reading, chosen in sorted(self.idle):
            found = here.search.some([here.changing(f"reads({reading},{chosen})")])
            if found:
                self.idle.discard((reading, chosen))
                self.matters[reading, chosen] = here.smaller(found, f"reads({reading},{chosen})")

    def _turned(self, here: "_Here", clause: str, found: Found) -> None:
        self.still.discard(clause)
        if clause in self.answers:
            self.turns.setdefault(clause, here.smaller(found, f"off({clause})"))

    def _decided(self, here: "_Here", found: Found) -> None:
        """Take out of `still` every clause that matters in a situation."""
        clauses = sorted(self.still)
        world = self._world | found.true
        worlds = [world, *(world | {f"off({one})"} for one in clauses)]
        as_is, *without = here.search.laws[0].told(worlds)
        before = here.answers(as_is, found)
        for clause, told in zip(clauses, without, strict=True):
            if here.answers(told, found) != before:
                self._turned(here, clause, found)


def _contrary(atom: tuple[Term, ...]) -> Iterator[tuple[Key, Term, Term]]:
    """Yield of what a clause speaks that can be of one kind only, the clause, and the kind."""
    match atom:
        case (("affirms" | "stands") as verb, clause, matter):
            yield ("ruling", matter), clause, verb
        case "roll", clause, act, kind:
            yield ("roll", act), clause, kind
        case (("value" | "count") as sort, clause, of, called, value):
            yield (sort, of, called), clause, value
        case "turned", clause, who, before, after, moment:
            yield ("state", who, before, moment), clause, after


class _Here:
    """One table under search, and the points at which an answer to it can change."""

    def __init__(self, scene: Scene, search: Search, side: Side) -> None:
        self.scene, self.search, self.side = scene, search, side
        self.points = [*_whole(search, side), *results(search, [side])]
        self._at: dict[str, list[int]] = {}
        for number, point in enumerate(self.points):
            for output in point.outputs[0]:
                self._at.setdefault(output, []).append(number)

    @property
    def deployment(self) -> Literal:
        """The literal of the armies being set up."""
        return self.search.inputs.get("phase(deployment)", self.search.false)

    def any(self, outputs: Iterable[str]) -> bool:
        """Whether any of these outputs can hold."""
        literals = {self.side.holds(one) for one in outputs} - {self.search.false}
        return bool(literals) and self.search.possible([self.search.any_of(literals)])

    def speaking(self, clause: str) -> Iterator[list[Literal]]:
        """Yield goals in each of which a clause speaks, each manner of it once."""
        manners: set[tuple[Term, str]] = set()
        unpicked = [-one for one in self.search.picked.values()]
        for one in self.side.by_clause.get(clause, ()):
            manner = (one.of[0], one.verb)
            if manner in manners or one.verb in {"types", "closes"}:
                continue
            manners.add(manner)
            if one.of[0] == "ruling":
                picked = self.search.picked.get(written(one.of[1]), self.search.false)
                yield [self.side.holds(one.output), picked]
            else:
                yield [self.side.holds(one.output), *unpicked]

    def on_turn(self, key: tuple[Term, ...]) -> Literal:
        """Return the literal of an act being on turn, if its declaration is what is spoken of."""
        if key[0] != "ruling" or not isinstance(key[1], tuple):
            return self.search.true
        matter, act = key[1]
        if matter != "declare":
            return self.search.true
        return self.search.picked.get(written(act), self.search.false)

    def answers(self, told: frozenset[str], found: Found) -> frozenset[tuple[str, Term]]:
        """Return the points that hold, of those that are looked at in such a situation."""
        looked = {"ruling"} if found.picked else ALL - {"ruling"}
        about = None if found.picked is None else read(found.picked)
        return frozenset(
            (one.matter + str(number), one.about)
            for number, one in enumerate(self.points)
            if one.matter in looked
            and (about is None or one.about == about)
            and not one.outputs[0].isdisjoint(told)
        )

    def changing(self, switch: str) -> Literal:
        """Return the literal of any answer changing when a switch is set."""
        return self.search.any_of(self._ways(switch).values())

    def smaller(self, found: Found, switch: str) -> Seen:
        """Return the smallest situation in which setting a switch changes what it changes here."""
        world = found.true | self.search.worlds[0]
        as_is, other = self.search.laws[0].told([world, world | {switch}])
        changed = self.answers(as_is, found) ^ self.answers(other, found)
        for number, way in self._ways(switch).items():
            point = self.points[number]
            if (f"{point.matter}{number}", point.about) in changed:
                return self.scene, self.search.least([way]) or found
        return self.scene, found

    def _ways(self, switch: str) -> dict[int, Literal]:
        """Return, by the number of a point, the literal of its changing when a switch is set."""
        search, ways = self.search, {}
        changed = search.switched(0, [switch])
        with search.making():
            for number in sorted({n for output in changed for n in self._at.get(output, ())}):
                point = self.points[number]
                outputs = point.outputs[0]
                holds = search.any_of(changed.get(one, self.side.holds(one)) for one in outputs)
                if holds != point.holds[0]:
                    differ = search.differ(holds, point.holds[0])
                    ways[number] = search.all_of([*point.goal, differ])
        return ways


ALL = frozenset(
    {"ruling", "effect", "state", "piece", "duty", "mod", "roll", "figure", "value", "memory"}
)


def _whole(search: Search, side: Side) -> Iterator[Point]:
    """Yield the points of rulings, legal and illegal, silence being neither."""
    for point in rulings(search, [side]):
        yield point
        act = written(point.about)
        illegal = f"ruling(declare({act}),illegal)"
        yield Point(
            matter="ruling",
            about=point.about,
            outputs=(frozenset({illegal}),),
            holds=(side.holds(illegal),),
            near=point.near,
            goal=(search.picked[act],),
        )


SPEAKING = frozenset({"dead", "shadowed", "idle", "never_prevails", "duty"})
SWITCHED = frozenset(
    {"shadowed", "idle", "faq_changes", "faq_clarifies", "reading", "idle_reading"}
)

_STEPS = (
    (Survey._speaking, SPEAKING),  # noqa: SLF001  its own steps
    (Survey._states, frozenset({"not_entered", "not_left", "not_revealed"})),  # noqa: SLF001
    (Survey._silence, frozenset({"silence"})),  # noqa: SLF001
    (Survey._clashes, frozenset({"contradiction", "faq_contradicts"})),  # noqa: SLF001
    (Survey._switched, SWITCHED),  # noqa: SLF001
)
"""What a survey does on each table, and for which kinds of finding."""

SEARCHED = frozenset[str]().union(*(kinds for _, kinds in _STEPS))
"""The kinds of finding that need a search."""


def tables(book: Rulebook, scenes: Iterable[Scene], few: int = 3) -> Iterator[Scene]:
    """Yield some tables, and others with the replicas and the devices that an edition has."""
    yield from scenes
    known = book.vocabulary
    shown: Mapping[str, str] = dict(known.shown)
    forms = sorted(known.forms - set(shown.values()) - {"model", "nothing"})
    if any(law[0] in {"removes", "scatters", "veils"} for law in _stated(book)) and forms:
        yield Scene("replica", replica=forms[0])
    kinds = sorted(known.devices)
    for start in range(0, len(kinds), few):
        yield Scene(f"devices {start // few + 1}", devices=tuple(kinds[start : start + few]))


def _stated(book: Rulebook) -> Iterator[tuple[Term, ...]]:
    return (parts(law) for _, law in program(book.edition).table("stated"))
