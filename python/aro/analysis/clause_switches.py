"""Which clauses, or single Laws, turn a case: each is a switch, and each one off is a bit.

A Law goes by the name of its clause and itself: `n4.discover.effect.1: grants(discover,always)`.

Grounding costs more than asking, and many cases have the same cast. Those share a shape with
everything about it open; another case has a shape of its own, in which only its clauses are open.
"""

from collections import Counter
from collections.abc import Sequence

from aro.analysis.renaming import cast, renamed, with_names
from aro.cases.run import CaseRun
from aro.compiled.shape import ACT, Shape, shape, shape_text
from aro.engine.clingo_program import Term, parts, read, written
from aro.engine.edition_words import derived_tables
from aro.engine.facts import term as act_term
from aro.engine.facts import text
from aro.engine.question import Question
from aro.engine.result_kinds import RESULT_KINDS, without_clause
from aro.knowledge.edition import Edition, term
from aro.knowledge.names import constant
from aro.processes import Watcher, crew
from aro.rulebook import Rulebook

WORTH = 35
"""For each so many clauses a shape wants one case more of its cast before it is worth compiling."""

CITING = frozenset({"because", *(name for name, kind in RESULT_KINDS.items() if kind.only_why)})
"""What names clauses only to say why."""

OPEN = "opens(clauses;laws).\n"

Asked = tuple[CaseRun, frozenset[str]]
"""A case, and the clauses or Laws that are to be switched off in it."""


def cited(run: CaseRun) -> frozenset[str]:
    """Return the clauses of its edition that a case names, as cited or as expected reasons."""
    case, edition = run.case, run.book.edition
    named = {*case.cites, *(clause for ask in case.asks for clause in ask.because)}
    named |= {clause for ask in case.asks for clause in getattr(ask, "thwarted_by", None) or ()}
    return frozenset(clause for clause in named if clause in edition.clauses)


def stated_laws(edition: Edition) -> list[str]:
    """Return the names of the Laws that an edition states; sorted."""
    ids = {clause.term: clause.id for clause in edition.clauses.values()}
    said = ((ids.get(written(one)), law) for one, law in derived_tables(edition).table("says"))
    return sorted(f"{clause}: {written(law)}" for clause, law in said if clause)


def clause_of(switch: str) -> str:
    """Return the clause of a Law, by the name of the Law or its own."""
    return switch.partition(":")[0]


def encoded(edition: Edition) -> frozenset[str]:
    """Return the clauses whose law is stated."""
    return frozenset(map(clause_of, stated_laws(edition)))


def deciding(
    asked: Sequence[Asked], watch: Watcher | None = None, *, processes: int = 1
) -> list[frozenset[str]]:
    """Return, for each case and some clauses or Laws, those that turn it when switched off."""
    turned: list[frozenset[str]] = [frozenset()] * len(asked)
    groups = _groups(asked)
    done = len(asked) - sum(map(len, groups))
    tasks = [[asked[number] for number in numbers] for numbers in groups]
    with crew(_turning, processes if len(tasks) > 1 else 1) as spread:
        for numbers, found in zip(groups, spread(tasks), strict=True):
            for number, clauses in zip(numbers, found, strict=True):
                turned[number] = clauses
            done += len(numbers)
            if watch is not None:
                watch(done, len(asked))
    return turned


def turning(runs: Sequence[CaseRun]) -> frozenset[str]:
    """Return the clauses that turn some case of an edition, what it says to be the same being off.

    Each is asked of one case first, of a cast that many have, and of the others if need be.
    """
    stated = encoded(runs[0].book.edition)
    asked = [(run, cited(run) & stated) for run in runs]
    casts = Counter(cast(run.table) for run, _ in asked)
    asked.sort(key=lambda one: -casts[cast(one[0].table)])
    seen: set[str] = set()
    first = []
    for run, clauses in asked:
        first.append((run, clauses - seen))
        seen |= clauses
    turned = frozenset[str]().union(*deciding(first))
    return turned.union(*deciding([(run, clauses - turned) for run, clauses in asked]))


def _groups(asked: Sequence[Asked]) -> list[list[int]]:
    """Return the numbers of the cases that ask for a clause: those of one cast, or a few others."""
    casts: dict[object, list[int]] = {}
    for number, (run, wanted) in enumerate(asked):
        if wanted:
            casts.setdefault(cast(run.table), []).append(number)
    few = _few(asked[0][0].book) if asked else 1
    many = sorted((one for one in casts.values() if len(one) > few), key=len, reverse=True)
    rest = [number for one in casts.values() if len(one) <= few for number in one]
    return [*many, *(rest[start : start + few] for start in range(0, len(rest), few))]


def _few(book: Rulebook) -> int:
    """Return how many cases of one cast cost less each on their own than as one shape."""
    return max(1, len(book.edition.clauses) // WORTH)


def _turning(task: Sequence[Asked]) -> list[frozenset[str]]:
    first, shared = task[0][0], None
    if len(task) > _few(first.book):
        table, _ = renamed(first.table)
        shared = _Switches(shape(first.book.edition, f"{shape_text(table, ())}{OPEN}"))
    return [_turned(run, wanted, shared) for run, wanted in task]


def _turned(run: CaseRun, clauses: frozenset[str], shared: "_Switches | None") -> frozenset[str]:
    """Return those of some clauses that turn a case, asked of a shared shape if it can say it."""
    table, names = renamed(run.table)
    found: set[str] = set()
    for way in run.ways:
        question = way._replace(
            table=table,
            acts=with_names(way.acts, names),
            every=tuple((step, names[who]) for step, who in way.every),
            off=(),
        )
        switches = shared
        if switches is None or any(map(switches.lacks, question.stated)):
            switches = _Switches(Shape(run.book.edition, f"{text(question.stated)}{OPEN}"))
        found |= switches.turned(run, question, sorted(clauses))
    return frozenset(found)


class _Switches:
    """The clauses of an edition as switches of one shape."""

    def __init__(self, form: Shape) -> None:
        self.lacks = form.lacks
        # A Law that affirms decides nothing: only the reasons tell that it is off.
        shown = (one for one in form.outputs if one[:8] != "because(" or one[-9:] == ",affirms)")
        self._circuit = form.circuit(shown)
        self._results = [
            (name, without_clause(parts(read(name))), ACT.search(name))
            for name in self._circuit.outputs
            if name.partition("(")[0] not in CITING - {"because"}
        ]

    def turned(self, run: CaseRun, question: Question, clauses: Sequence[str]) -> set[str]:
        """Return those of some clauses that turn a question of a case when they are off."""
        base = {*question.stated, *run.book.off}
        worlds = []
        for clause in clauses:
            same = base.union(_off(one) for one in run.case.same if one != clause_of(clause))
            worlds += [same, same | {_off(clause)}]
        held = self._circuit.held(worlds)
        turns = tuple(f"act({step},{constant(who)}," for step, who in question.every)
        table = question.table
        acts = {act_term(table, act) for act in (*table.order, *question.acts)}
        results: dict[tuple[Term, ...], int] = {}
        for name, result, found in self._results:
            if found is None or found[1] in acts or (turns and found[1].startswith(turns)):
                results[result] = results.get(result, 0) | held[name]
        return {
            clause
            for number, clause in enumerate(clauses)
            if any((bits >> 2 * number ^ bits >> 2 * number + 1) & 1 for bits in results.values())
        }


def _off(switch: str) -> str:
    clause, _, law = switch.partition(": ")
    return f"off({term(clause)}{law and ','}{law})"
