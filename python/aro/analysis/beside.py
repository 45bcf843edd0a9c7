"""What a reader looks for next to a ruling: `kb/beside.lp` finds it, and no ruling hangs on it.

It costs some hundredths of a second, so it is found only where an answer is written out.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from aro.answers import Mod, Verdict
from aro.engine.clingo_program import Atoms, Program, Term, parts, value_of, written
from aro.engine.evaluation import clause_of
from aro.engine.facts import name_of, term
from aro.engine.question import scene
from aro.errors import GaveUp
from aro.fitting import door
from aro.knowledge.edition import Clause, Edition
from aro.knowledge.library import home, law
from aro.parts import Act
from aro.rulebook import Readings, Rulebook
from aro.situation import Situation

QUOTES = 2
"""How many published answers and examples are quoted."""

DECIDING = 3
"""How many clauses are told of a trooper that may declare nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoBar:
    """A clause that one would expect to forbid a legal act, and why it does not.

    `by` is the clause that is an exception to it, or that ended the state it speaks of.
    """

    clause: Clause
    why: str
    by: Clause | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """A MOD that an act does not have, and the clause that takes it away."""

    mod: Mod
    by: Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """What declaring an act brings at once: a duty of a trooper, a state that begins or ends."""

    trooper: str
    what: str
    clause: Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What stands beside the ruling on an act.

    `no_bars` are the rules that one would expect to forbid a legal act, the nearest first.
    `nearest` are, of the clauses that do not allow an illegal one, those that miss by the least.
    `quotes` are published answers and examples on the point.
    """

    no_bars: tuple[NoBar, ...] = ()
    nearest: tuple[Clause, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    brings: tuple[Brought, ...] = ()
    quotes: tuple[Clause, ...] = ()


@door
def beside(
    book: Rulebook, table: Situation, verdict: Verdict, *, readings: Readings = None
) -> Beside:
    """Return what stands beside the ruling on an act; nothing if that is not one ruling.

    Nothing either if it is not found within the bounds of a search: the ruling stands without.
    """
    if len(verdict.rulings) > 1 or verdict.ruling == "undecided":
        return Beside()
    act, edition = verdict.act, book.edition
    question = book.question(table, results=True, readings=readings)
    if act not in table.order:
        table = replace(table, order=(*table.order, act))
    question = question._replace(table=table, acts=(act,))
    explained = f"explained({term(table, act)})."
    files = (*law(edition), home() / "kb" / "beside.lp")
    program = Program(files, f"{scene(question)}{explained}", free=question.unknown)
    try:
        atoms, _ = program.certain(question.unknown, question.on)
    except GaveUp:
        return Beside()

    def told(name: str) -> Iterator[tuple[Clause, tuple[Term, ...]]]:
        """Yield what is found of a kind: its first clause, and the rest."""
        found = sorted((one[1:] for one in atoms if one[0] == name), key=str)
        return ((clause_of(edition, one[0]), one[1:]) for one in found)

    legal = verdict.ruling == "legal"
    no_bars = tuple(_no_bars(table, verdict, edition, atoms)) if legal else ()
    brings = tuple(
        Brought(trooper=name_of(table, written(who)), what=_brought(what), clause=clause)
        for clause, (who, what) in (told("brings") if legal else ())
    )
    grounds = [one.clause for one in verdict.because if one.verb != "types"]
    return Beside(
        no_bars=no_bars,
        nearest=tuple(_nearest(told("missed"))) if not legal else (),
        waivers=tuple(
            Waiver(mod=Mod(act=act, value=value_of(value), clause=clause_of(edition, of)), by=by)
            for by, (of, value) in told("waiver")
        ),
        brings=brings,
        quotes=tuple(_quotes(book, verdict.act, [*grounds, *(one.clause for one in brings)])),
    )


@door
def deciding(
    book: Rulebook,
    table: Situation,
    who: str,
    barred: Iterable[Clause],
    *,
    readings: Readings = None,
) -> tuple[Clause, ...]:
    """Return a few clauses by which a trooper may declare nothing, of those that bar its acts.

    Of one that has no right to react they are those that decide that.
    """
    clauses = tuple(barred)
    if clauses and who in {name for _, name in table.turns("aros")}:
        right = book.may_react(table, who, readings=readings)
        bans = [one.clause for one in right.because if one.verb == "forbids"]
        if right.ruling == "illegal":
            clauses = (*bans, *beside(book, table, right, readings=readings).nearest) or clauses
    return clauses[:DECIDING]


def _no_bars(table: Situation, verdict: Verdict, edition: Edition, atoms: Atoms) -> Iterator[NoBar]:
    """Yield each rule that would forbid a legal act, with the best reason why it does not."""
    done, act = set(), verdict.act
    found = (one for one in atoms if one[0] in _RANK)
    for kind, named, *rest in sorted(found, key=lambda one: (_RANK.index(str(one[0])), str(one))):
        if named in done:
            continue
        done.add(named)
        by = None
        match kind, *rest:
            case "excepted", exception:
                by = clause_of(edition, exception)
                why = f"{by.id} is an exception"
            case "revealed", _, ending, who, state:
                by = clause_of(edition, ending)
                why = f"{name_of(table, written(who))} is {state} no more, by {by.id}"
            case "but_for", ("no", present):
                why = circumstance(present, act)
            case "but_for", lacking:
                why = f"it asks that {circumstance(lacking, act)}"
            case _:
                done_so = " using ".join(filter(None, (act.does, ", ".join(act.uses))))
                why = f"{done_so} is one of those that are allowed"
        yield NoBar(clause=clause_of(edition, named), why=why, by=by)


_RANK = ("excepted", "revealed", "allowed", "but_for")
"""What one would expect to forbid it: the most, first."""


def _nearest(missed: Iterable[tuple[Clause, tuple[Term, ...]]]) -> list[Clause]:
    by_lack = [(int(str(lack)), clause) for clause, (lack,) in missed]
    least = min((lack for lack, _ in by_lack), default=0)
    return [clause for lack, clause in by_lack if lack == least]


def _brought(what: Term) -> str:
    match what:
        case ("begins" | "ends" as how, state):
            return f"{state} {how}"
    return written(what)


def _quotes(book: Rulebook, act: Act, grounds: Collection[Clause]) -> list[Clause]:
    """Return published answers and examples that some clauses carry, or on just their subject."""
    ids = {clause.id for clause in grounds}
    subjects = {act.does, *(one for clause in grounds for one in clause.subjects)}
    left_out = {clause.id for clause in book.edition.outside(book.release)}
    published = [
        clause
        for clause in book.edition.clauses.values()
        if (clause.faq or clause.kind == "example") and clause.id not in ids | left_out
    ]
    carried = [one for one in published if ids.intersection(one.carried_by)]
    alike = [one for one in published if one.faq and subjects.issuperset(one.subjects)]
    return list(dict.fromkeys([*carried, *alike]))[:QUOTES]


_CIRCUMSTANCES = {
    "sees/0": "{who} sees {at}",
    "seen/0": "{at} sees {who}",
    "saw/0": "{who} saw {at} in the first half",
    "near/0": "{at} is in the Zone of Control of {who}",
    "touches/0": "{who} touches {at}",
    "meets/0": "{who} comes to touch {at} in this Order",
    "attacked/0": "{at} attacks {who}",
    "enemy/0": "{at} is an enemy",
    "friend/0": "{at} is of the same side",
    "target/1": "{at} is {0}",
    "actor/1": "{who} is {0}",
    "wields/1": "{who} has {0}",
    "opposes/1": "{at} has {0}",
    "does/1": "{at} declares {0} in this half",
    "did/1": "{at} declares {0} in this Order",
    "after/1": "{who} declared {0} first",
    "began/1": "{who} declared {0} first",
    "follows/1": "{who} declared {0} at {at} first",
    "watched/1": "an enemy that is {0} sees {who}",
    "neared/1": "an enemy that is {0} is in the Zone of Control of {who}",
    "joined/1": "{who} touched {0} before the Order",
    "closed_with/1": "{who} touches an enemy that is {0} after the first Skill",
    "at_end/1": "{0} where the Skill ends",
}
"""Circumstances of the theory in words, by name and number of arguments; others are told as the law
names them."""


def circumstance(term: Term, act: Act) -> str:
    """Return a circumstance of an act in words.

    >>> from aro.engine.clingo_program import read
    >>> circumstance(read("and(no(sees),does(or(move,idle)))"), Act("guard", "dodge", "ninja"))
    'not guard sees ninja and ninja declares move or idle in this half'
    """

    def told(one: Term) -> str:
        name, *of = parts(one)
        words = [_joined(word, written) for word in of]  # one may be called as a circumstance is
        form = _CIRCUMSTANCES.get(f"{name}/{len(of)}")
        if form is None:
            return f"this is so: {' '.join([str(name).replace('_', ' '), *words])}"
        return form.format(*words, who=act.who, at=act.at or "its target")

    return _joined(term, told)


def _joined(term: Term, told: Callable[[Term], str]) -> str:
    """Return what is joined by and, or (of two to four) and no in words, its parts as `told`."""
    match term:
        case ("and" | "or" as name, *several):
            parted = [_joined(one, told) for one in several]
            return f"{',' * (' and ' in str(parted))} {name} ".join(parted)
        case ("no", one):
            return f"not {_joined(one, told)}"
    return told(term)
