"""Where two editions, two releases of one, or an edition and a draft of it part, and by what.

Differences are grouped by their cause, the clauses without which the two would agree. Each group
has the smallest situation that shows it, put to both rulebooks again in the ordinary way.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial

from aro._engine import parts, written
from aro._words import program
from aro.answers import Reason, Stamp
from aro.edition import Clause, Edition, clause_id
from aro.rulebook import Rulebook
from aro.workbench._child import SECONDS, Course, Watch, apart
from aro.workbench._parting import Group, Parting, Topic
from aro.workbench._points import Point
from aro.workbench._replay import Replay
from aro.workbench._scenes import SCENES
from aro.workbench._witness import Witness, witness

Manner = tuple[str, str]
"""A kind of Law, and the state it is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What one side says: a ruling with its reasons, or whether a result comes about."""

    says: str
    because: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What two rulebooks decide differently by one cause.

    `clauses` make it, those of the left and those of the right; if not `alone`, only together.
    `told` is what either says of the `witness`, `occurs` all that it shows in. `lacks` says why
    the two cannot be compared here, where the source of one is cut off.
    """

    matter: str
    about: str
    clauses: tuple[tuple[Clause, ...], tuple[Clause, ...]]
    alone: bool
    told: tuple[Told, Told]
    witness: Witness
    occurs: tuple[str, ...]
    lacks: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    """All differences of two rulebooks, and what of them cannot be compared.

    `silent` are the kinds of act that one of the two rules on and the other does not, `lacking` the
    results that only one speaks of, `words` those that only one has; each by side.
    """

    sides: tuple[Stamp, Stamp]
    differences: tuple[Difference, ...]
    silent: tuple[tuple[str, ...], tuple[str, ...]]
    lacking: tuple[tuple[str, ...], tuple[str, ...]]
    words: tuple[tuple[str, ...], tuple[str, ...]]
    unfinished: str | None = None

    @property
    def comparable(self) -> tuple[Difference, ...]:
        """The differences of what both sources speak of."""
        return tuple(one for one in self.differences if one.lacks is None)


def diff(
    left: Rulebook, right: Rulebook, *, seconds: float = SECONDS, watch: Watch | None = None
) -> Diff:
    """Return where two rulebooks part, looking through all situations of some small tables.

    It is searched for in a process of its own; what was found by the time it has to stop is told,
    and in `unfinished` how far it came.
    """
    found, unfinished = apart(differences, left.name, right.name, seconds=seconds, watch=watch)
    return replace(found, unfinished=unfinished)


def differences(course: Course[Diff], left: str, right: str) -> Diff:
    """Return where the rulebooks of two names part; after each table, what is found is kept."""
    books = Rulebook(left), Rulebook(right)
    parting = Parting(*books)
    told: dict[int, Difference] = {}
    for number, scene in enumerate(SCENES):
        parting.look(scene, partial(_step, course, number))
        for place, group in enumerate(parting.groups):
            if place not in told:
                told[place] = _difference(books, group)
        found = _diff(books, parting, told.values())
        course.keep(found)
    return found


def _step(course: Course[Diff], scene: int, done: int, of: int) -> None:
    course.step(scene * of + done, len(SCENES) * of)


def _diff(books: tuple[Rulebook, Rulebook], parting: Parting, told: Iterable[Difference]) -> Diff:
    found = sorted(told, key=lambda one: (one.lacks is not None, MATTERS.index(one.matter)))
    return Diff(
        sides=(books[0].stamp, books[1].stamp),
        differences=tuple(found),
        silent=_by_side((n, f"{skill} ({step})") for n, skill, step in parting.silent),
        lacking=_by_side((n, _topic(one)) for n, one in parting.lacking),
        words=_words(*books),
    )


MATTERS = ("ruling", "effect", "state", "piece", "duty", "mod", "roll", "figure", "value", "memory")


def _difference(books: tuple[Rulebook, Rulebook], group: Group) -> Difference:
    replay, point = Replay(group.scene, group.told), group.told.point
    told: list[Told] = []
    for number, book in enumerate(books):
        if point.matter == "ruling":
            ruling, because = replay.ruling(book, number)
            told.append(Told(says=ruling, because=because))
        else:
            promised = group.told.holds(number)
            so = replay.holds(book, point, promised=promised)
            told.append(Told(says="yes" if so else "no"))
    clauses = [
        tuple(sorted((_clause(book, one) for one in found), key=lambda one: one.id))
        for book, found in zip(books, group.cause.clauses, strict=True)
    ]
    return Difference(
        matter=point.matter,
        about=about(point),
        clauses=(clauses[0], clauses[1]),
        alone=group.cause.alone,
        told=(told[0], told[1]),
        witness=witness(group.scene, group.told.found),
        occurs=tuple(sorted({about(one) for one, _ in group.points})),
        lacks=_lacks(books, clauses),
    )


def _clause(book: Rulebook, term: str) -> Clause:
    return book.clause(clause_id(book.edition.name, term))


def about(point: Point) -> str:
    """Return in words what a point is about, whoever the troopers are."""
    match point.matter, point.about:
        case (("ruling" | "effect"), act):
            return _kind(written(act))
        case (("mod" | "roll"), (act, value)):
            return f"{_kind(written(act))}: {written(value)}"
        case "figure", (act, name, value):
            return f"{_kind(written(act))}: {written(name)} {written(value)}"
        case (("state" | "piece" | "duty"), (_, what)):
            return written(what)
        case "value", (_, name, value):
            return f"{written(name)} {written(value)}"
    return written(parts(point.about)[0])


def _kind(act: str) -> str:
    step, _, skill, *_ = act.removeprefix("act(").split(",")
    return f"{skill} ({step})"


def _lacks(books: tuple[Rulebook, Rulebook], clauses: list[tuple[Clause, ...]]) -> str | None:
    """Return why a difference that only one side makes is none of the two documents.

    So it is where the other's source of that subject is cut off, or we have none, and nothing of
    the kind is law there.
    """
    mine, other = (book.edition for book in books)
    if mine is other:
        return None
    for silent, speaking, found in ((mine, other, clauses[1]), (other, mine, clauses[0])):
        if not found or clauses[0 if silent is mine else 1]:
            continue
        for article in speaking.articles:
            of_it = set(article.clauses) & set(found)
            if of_it and (why := _unsaid(silent, article.subject, _manners(speaking, of_it))):
                return why
    return None


def _unsaid(edition: Edition, subject: str, manners: frozenset[Manner]) -> str | None:
    """Return why an edition says nothing of the kind on a subject, if its source is at fault."""
    if subject in edition.absent:
        return f"{edition.name} has no {subject}: {edition.absent[subject]}"
    for article in edition.articles:
        law = {one for one in _manners(edition, article.clauses) if not one[1]}
        if article.subject == subject and not manners & law:
            for source in article.sources:
                if source.incomplete:
                    return f"{edition.name}, {source.title}: {source.incomplete}"
    return None


def _manners(edition: Edition, clauses: Iterable[Clause]) -> frozenset[Manner]:
    """Return what kinds of Law some clauses state; of states, which states too."""
    laws = _laws(edition)
    return frozenset(manner for clause in clauses for manner in laws.get(clause.term, ()))


@cache
def _laws(edition: Edition) -> Mapping[str, tuple[Manner, ...]]:
    """Return the kinds of Law that each clause states, by its term."""
    found: dict[str, tuple[Manner, ...]] = {}
    for clause, law in program(edition).table("stated"):
        kind, *of = parts(law)
        manner = (str(kind), written(of[0]) if kind in _OF_STATES else "")
        found[written(clause)] = (*found.get(written(clause), ()), manner)
    return found


_OF_STATES = frozenset({"begins", "cancels", "turns", "shows"})


def _topic(topic: Topic) -> str:
    return " ".join(written(one) for one in topic)


def _words(left: Rulebook, right: Rulebook) -> tuple[tuple[str, ...], tuple[str, ...]]:
    def words(book: Rulebook) -> set[str]:
        known = book.vocabulary
        sorts = {
            "skill": known.skills, "state": known.states, "trait": known.traits,
            "gear": known.gear, "event": known.events, "device": known.devices,
        }  # fmt: skip
        return {f"{sort} {word}" for sort, found in sorts.items() for word in found}

    mine, other = words(left), words(right)
    return tuple(sorted(mine - other)), tuple(sorted(other - mine))


def _by_side(found: Iterable[tuple[int, str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    told = set(found)
    left, right = (tuple(sorted(what for n, what in told if n == side)) for side in (0, 1))
    return left, right
