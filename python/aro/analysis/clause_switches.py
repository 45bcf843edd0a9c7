"""Which clauses, or single Laws, turn a case: each is a switch, and each one off is a bit.

A Law goes by the name of its clause and itself: `n4.discover.effect.1: grants(discover,always)`.

Grounding costs more than asking, and many cases have the same cast. Those share a program, in which
the clauses are open and the facts in which they differ.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from aro.analysis.renaming import cast, renamed, with_names
from aro.cases.run import CaseRun
from aro.cases.together import MOST, alike, parted
from aro.compiled.shape import ACT, Shape
from aro.engine.clingo_program import Term, parts, read, written
from aro.engine.edition_words import derived_tables
from aro.engine.facts import term as act_term
from aro.engine.facts import text
from aro.engine.question import Question
from aro.engine.result_kinds import RESULT_KINDS, without_clause
from aro.errors import EngineError
from aro.knowledge.edition import Edition, term
from aro.knowledge.names import constant
from aro.processes import Watcher, crew

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
    """Return the numbers of the cases that ask for a clause, a few of one cast together."""
    casts: dict[object, list[int]] = {}
    for number, (run, wanted) in enumerate(asked):
        if wanted:
            casts.setdefault(cast(run.table), []).append(number)
    every = [one[at : at + MOST] for one in casts.values() for at in range(0, len(one), MOST)]
    return sorted(every, key=len, reverse=True)


def _turning(task: Sequence[Asked]) -> list[frozenset[str]]:
    asked = [(place, way) for place, (run, _) in enumerate(task) for way in _ways(run)]
    found: list[set[str]] = [set() for _ in task]
    for numbers in alike([question for _, question in asked]):
        for switches, places in _shapes([asked[number][1] for number in numbers]):
            for place, question in (asked[numbers[one]] for one in places):
                run, wanted = task[place]
                found[place] |= switches.turned(run, question, sorted(wanted))
    return [*map(frozenset, found)]


def _shapes(questions: Sequence[Question]) -> Iterator[tuple["_Switches", Sequence[int]]]:
    """Yield shapes, and the places of the questions that share each of them: all, or each alone.

    What is settled in one question may be open where several are asked, and run in a circle then.
    """
    every = range(len(questions))
    try:
        yield _Switches(questions), every
    except EngineError:
        if len(questions) == 1:
            raise
        yield from ((_Switches([questions[place]]), [place]) for place in every)


def _ways(run: CaseRun) -> Iterator[Question]:
    """Yield what a case asks, of pieces that are called by their place in the cast."""
    table, names = renamed(run.table)
    for way in run.ways:
        acts = with_names(way.acts, names)
        every = tuple((step, names[who]) for step, who in way.every)
        yield way._replace(table=table, acts=acts, every=every, off=())


class _Switches:
    """The clauses of an edition as switches, in what some questions that are alike share."""

    def __init__(self, questions: Sequence[Question]) -> None:
        fixed, varying = parted([frozenset(question.stated) for question in questions])
        either = "".join(f"#external {fact}. unsure({fact}).\n" for fact in sorted(varying))
        form = Shape(questions[0].edition, f"{text(sorted(fixed))}{either}{OPEN}")
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
