"""Where two editions, two releases of one, or an edition and a draft of it part, and by what.

Differences are grouped by their cause, the clauses without which the two would agree. Each group
has the smallest situation that shows it, put to both rulebooks again in the ordinary way.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from aro.analysis.bounded import SECONDS, Progress, Report, bounded, in_vain
from aro.analysis.diff.differences import Differences, Group
from aro.analysis.search.points import result_of
from aro.analysis.search.small_tables import SCENES
from aro.analysis.search.witness import Witness, witness
from aro.answers import Reason, Stamp
from aro.engine.clingo_program import written
from aro.errors import EngineError, GaveUp
from aro.fitting import door
from aro.knowledge.edition import Clause, clause_id
from aro.processes import Watcher
from aro.rulebook import Rulebook, evaluate

MATTERS = {
    "ruling": "May it be declared?",
    "effect": "Does it take effect?",
    "state": "Is it in the state at the end?",
    "piece": "Does it stand so on the table?",
    "duty": "Is it a duty?",
    "mod": "Is it a MOD?",
    "roll": "Is it rolled so?",
    "figure": "Is it a figure of the act?",
    "value": "Is it a value of the piece?",
    "memory": "Is it remembered?",
}
"""What is asked of both sides, by what kind of thing it is about."""


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
    results that only one speaks of, `words` those that only one has, of two releases the clauses;
    each by side.
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


@door
def diff(
    left: Rulebook, right: Rulebook, *, seconds: float = SECONDS, watch: Watcher | None = None
) -> Diff:
    """Return where two rulebooks part, looking through all situations of some small tables.

    It is searched for in a process of its own; what was found by the time it has to stop is told,
    and in `unfinished` how far it came.
    """
    found, unfinished = bounded(run_diff, left.name, right.name, seconds=seconds, watch=watch)
    return replace(found, unfinished=unfinished or found.unfinished)


def run_diff(report: Report, left: str, right: str) -> Diff:
    """Return where the rulebooks of two names part, and report what is found after each table."""
    differences = Differences(Rulebook(left), Rulebook(right))
    shown: list[Difference] = []
    report(Progress(0, len(SCENES), summed_up(differences, shown)))
    for number, scene in enumerate(SCENES):
        differences.look(scene, partial(_step, report, number))
        new = differences.groups[len(shown) :]
        shown += (_difference(differences.books, group) for group in new)
        found = summed_up(differences, shown)
        report(Progress(number + 1, len(SCENES), found))
    return found


def _step(report: Report, scene: int, done: int, of: int) -> None:
    report(Progress(scene * of + done, len(SCENES) * of))


def summed_up(differences: Differences, shown: Iterable[Difference]) -> Diff:
    """Return the diff of what was compared so far."""
    left, right = differences.books
    ruled = [{f"{skill} ({step})" for skill, step in one} for one in differences.spoken]
    lacking = [{" ".join(map(written, topic)) for topic in one} for one in differences.lacking]
    words = [*map(_clauses if left.edition is right.edition else _words, (left, right))]
    order = list(MATTERS)
    return Diff(
        sides=(left.stamp, right.stamp),
        differences=tuple(
            sorted(shown, key=lambda one: (one.lacks is not None, order.index(one.matter)))
        ),
        silent=_sorted(ruled[1] - ruled[0], ruled[0] - ruled[1]),
        lacking=_sorted(*lacking),
        words=_sorted(words[0] - words[1], words[1] - words[0]),
        unfinished=in_vain(differences.given_up),
    )


def _sorted(left: set[str], right: set[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(sorted(left)), tuple(sorted(right))


def _clauses(book: Rulebook) -> set[str]:
    absent = book.edition.outside(book.release)
    return {f"clause {one.id}" for one in book.edition.clauses.values() if one not in absent}


def _words(book: Rulebook) -> set[str]:
    known, sorts = book.vocabulary, ("skills", "states", "traits", "gear", "events", "devices")
    return {f"{sort.removesuffix('s')} {word}" for sort in sorts for word in getattr(known, sort)}


def _difference(books: tuple[Rulebook, Rulebook], group: Group) -> Difference:
    shown = witness(group.scene, group.answers.found)

    def clauses(number: int) -> tuple[Clause, ...]:
        book = books[number]
        named = sorted(clause_id(book.edition.name, term) for term in group.cause.of(number))
        return tuple(map(book.clause, named))

    return Difference(
        matter=group.answers.point.matter,
        about=str(group.answers.point),
        clauses=(clauses(0), clauses(1)),
        alone=group.cause.alone,
        told=(_told(books[0], group, shown, 0), _told(books[1], group, shown, 1)),
        witness=shown,
        occurs=tuple(sorted({str(one) for one, _ in group.points})),
        lacks=group.lacks,
    )


def _told(book: Rulebook, group: Group, shown: Witness, number: int) -> Told:
    """Return what a rulebook says of a situation; raise `EngineError` if it is not as promised."""
    point, outputs = group.answers.point, group.answers.outputs[number]
    if shown.act is None:
        found = evaluate(book.question(shown.table, results=True)).require()
        so = (point.matter, point.about) in map(result_of, found.certain)
        if so is not group.answers.holds(number):
            raise EngineError(f"{book.stamp} does not confirm what the search found: {point}")
        return Told(says="yes" if so else "no")
    verdict = book.is_legal(shown.table, shown.act)
    if verdict.spent is not None:
        raise GaveUp(verdict.spent)
    matter = f"declare({group.answers.found.picked})"
    promised = {one for one in outputs if one.startswith(f"because({matter},")}
    got = {f"because({matter},{one.clause.term},{one.verb})" for one in verdict.because}
    if promised != got or f"ruling({matter},{verdict.ruling})" not in outputs:
        raise EngineError(f"{book.stamp} rules otherwise on {shown.act} than the search found")
    return Told(says=verdict.ruling, because=verdict.because)
