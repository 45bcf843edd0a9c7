"""Articles taken out of an edition and declared unread, and what its cases then get for an answer.

Whoever writes the patterns of an unread page may know its title and its subjects, and neither its
Laws nor its cases. So they are derived from these, by one rule for all editions (`patterns`).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from aro import cases
from aro.cases import AskBecomes, AskDuties, AskRemembers
from aro.cases.opening import case_run
from aro.cases.run import CaseRun
from aro.engine.clingo_program import Atoms, Program, Term, parts, read, written
from aro.engine.edition_words import tables, vocabulary
from aro.engine.facts import term as act_term
from aro.engine.question import scene
from aro.engine.result_kinds import without_clause
from aro.engine.unseen import text as unseen_laws
from aro.knowledge import library as kb
from aro.knowledge.edition import Article, Edition, Unseen
from aro.knowledge.names import constant

Key = tuple[Term, ...]
"""What an answer is about: `("ruling", act)`, `("state", trooper)`."""

CASES = kb.home() / "tests" / "cases"

_MOST = 4
"""So many parts an `or` has at most."""


class Figures(NamedTuple):
    """How many answers change without an article, and how many do not, and how that is flagged."""

    changed: int
    missed: int
    same: int
    opened: int

    def __str__(self) -> str:
        changed = f"{self.missed} of {self.changed} that change are not flagged"
        return f"{changed}; {self.opened} of {self.same} that do not are open"


def patterns(
    edition: Edition, title: str, subjects: Collection[str], others: Collection[Article] = ()
) -> Iterator[str]:
    """Yield what a page of a title on some subjects may say, as patterns of Laws.

    If the title names a state, a Trait or a Skill, its Laws are about that. If it names states in
    general, they are about those among the subjects that have no text of their own on `others`,
    which were read; a hit or contact may begin these. If it names AROs, they are about these, and
    Traits among the subjects are exceptions. Else they are about the Skills among the subjects that
    have no such text; one on Orders may bar what is declared second, or make exceptions for it.
    Orders, AROs, sight, templates or Skills among the subjects are circumstances besides.
    """
    words, law = vocabulary(edition), tables(edition)
    states = {str(family) for _, family in law.table("belongs")}
    skills, traits = {*words.skills}, {*words.traits}
    name = title.lower().replace(" ", "_").removesuffix("s")
    named = {word for one in subjects for word in (one, one.removesuffix("_state"))}
    core = (skills | states | traits) & {name, f"{name}d"}
    core |= {one for one in named & (skills | states | traits) if core and one.startswith(name)}
    aros = not core and "aro" in name
    of_states = not core and "state" in name
    if aros:
        core, general = (named & traits) - states, ["reaction"]
    else:
        apart = {clause.id.split(".")[1] for one in others for clause in one.clauses}
        own = {one for one in named if not any(f"{text}_".startswith(f"{one}_") for text in apart)}
        core |= own & states if of_states else set()
        general = sorted((core or own) & skills)
    on = {word for one in subjects for word in one.split("_")}
    about_states, of_skills = sorted(core & states), sorted({*general} & skills)
    ways = ["actor", "target", "posed_as", "to", *(["covers"] if "template" in on else ())]
    about = [f"{way}({one})" for one in about_states for way in ways]
    about += [f"{way}({one})" for one in core & traits for way in ("wields", "opposes")]
    after = [f"after({one})" for one in sorted(core & skills) if "order" in on]
    such = _any_of([*sorted(about), *general, *after])
    yield from (f"grants(any,{such})", f"lifts(_,both,any,{such})")
    yield f"forbids(both,any,{'reaction' if aros else such})"
    if not core and not aros and "order" in name:
        yield from ("lifts(_,both,any,or(second,aro_2))", "forbids(declare,second,always)")
    if about or not of_skills:
        such = _any_of(["always"] if aros or not about else sorted(about))
        yield from (f"forbids(declare,react,{such})", f"grants(react,{such})")
        yield f"lifts(_,declare,react,{such})"
        if {"delayed", "aro"} & on and not aros:
            yield f"delays({such},_)"
    for one in about_states:
        yield from (f"cancels({one},_)", f"begins({one},declares(to({one})))", f"shows({one},_)")
        if of_states:
            yield from (f"begins({one},{way}(_))" for way in ("hit_by", "meets"))
        yield from (f"obliges({way}({one}),a_duty)" for way in ("enters", "leaves"))
        yield from (f"locks({one},{skill},trooper)" for skill in sorted(named & skills))
        yield from (f"{verb}({one})" for verb in ("frees", "veils", "scatters"))
        if "lof" in on or "line" in on:
            yield f"gives({one},lof_arc,_)"
    for one in of_skills:
        yield from (f"cancels(_,declares({one}))", f"cancels(_,undergoes({one}))")


def _any_of(some: list[str]) -> str:
    """Return what is met where one of some circumstances is."""
    while len(some) > 1:
        groups = [some[start : start + _MOST] for start in range(0, len(some), _MOST)]
        some = [f"or({','.join(one)})" if len(one) > 1 else one[0] for one in groups]
    return some[0]


@cache
def lacking(edition: Edition) -> Edition:
    """Return an edition that lacks a page for each of its articles, too, and keeps their Laws."""
    pages = [
        Unseen(
            page=one.subject,
            says=one.title,
            laws=tuple(
                patterns(
                    edition,
                    one.title,
                    {word for each in one.clauses for word in each.subjects},
                    [other for other in edition.articles if other is not one],
                )
            ),
            file="",
            line=0,
        )
        for one in edition.articles
    ]
    return replace(edition, unseen=(*edition.unseen, *pages))


def runs(edition: str) -> list[CaseRun]:
    """Return the cases of an edition, in the order of their files."""
    return [
        case_run(case, name)
        for file in sorted(CASES.rglob("*.yaml"))
        for case in cases.load(file)
        for name in case.editions
        if kb.split(name)[0] == edition
    ]


class Asked:
    """One case, with every clause a switch, and what each article might say as well."""

    def __init__(self, run: CaseRun) -> None:
        self._run, self._edition = run, run.book.edition
        question = run.ways[0]._replace(edition=lacking(run.book.edition), off=())
        self._question = question
        text = f"{scene(question)}{unseen_laws(question.edition)}opens(clauses).\n"
        self._program = Program(kb.law(self._edition), text, free=question.unknown)
        self._acts = {act_term(question.table, act) for act in question.acts}
        asks = run.case.asks
        owners = {str(constant(one.name)): one for one in run.table.troopers}
        told = {str(constant(one.who)) for one in asks if isinstance(one, AskBecomes)}
        self._pieces = {
            piece: name
            for name in told & owners.keys()
            for piece in (f"own({name})", *(str(constant(each)) for each in owners[name].pieces))
        }
        duties = [one.who for one in asks if isinstance(one, AskDuties)]
        self._duties = (
            {*owners} if None in duties else {str(constant(one)) for one in duties if one}
        )
        self._remembers = any(isinstance(one, AskRemembers) for one in asks)

    def figures(self, article: Article) -> Figures:
        """Return what comes of the answers if the Laws of an article are off, its page unread."""
        before, was_flagged = self._said(())
        after, flagged = self._said(article.clauses, self._edition.articles.index(article))
        count: Counter[str] = Counter()
        for key in before.keys() | after.keys():
            changed = before.get(key) != after.get(key)
            silent = after.get(key) == frozenset({"silent"})  # which claims nothing
            how = flagged.get(key)
            count["changed" if changed else "same"] += 1
            count["missed"] += changed and not how and not silent
            count["opened"] += not changed and how == "open" != was_flagged.get(key)
        return Figures(count["changed"], count["missed"], count["same"], count["opened"])

    def _said(
        self, without: Iterable[object], page: int | None = None
    ) -> tuple[Mapping[Key, frozenset[Term]], Mapping[Key, str]]:
        """Return the answers without some clauses, and which of them are flagged, and how."""
        on = [*self._question.on, *self._run.book.off]
        on += [f"off({clause.term})" for clause in without]  # type: ignore[attr-defined]
        pages = {*range(len(self._edition.unseen)), len(self._question.edition.unseen)}  # silence
        pages |= set() if page is None else {page + len(self._edition.unseen)}
        supposed = [one for one in self._program.supposed if _page(one) in pages]
        flags: dict[Key, str] = {}
        for flag, free in (
            ("open", supposed),
            ("disputed", self._program.readings),
            ("depends", self._question.unknown),
        ):
            if free:
                always, some = self._program.near(free, on)
                told = {*map(without_clause, always)}
                doubtful = self._keys(
                    one for one in some - always if without_clause(one) not in told
                )
                flags |= {key: flag for key in doubtful if key not in flags}
        return self._keys(self._program.answer(on)), flags

    def _keys(self, atoms: Iterable[tuple[Term, ...]] | Atoms) -> dict[Key, frozenset[Term]]:
        found: dict[Key, set[Term]] = {}
        for key, value in filter(None, map(self._key, map(without_clause, atoms))):
            found.setdefault(key, set()).add(value)
        return {key: frozenset(values) for key, values in found.items()}

    def _key(  # noqa: PLR0911  one for each kind of answer
        self, atom: tuple[Term, ...]
    ) -> tuple[Key, Term] | None:
        """Return what an atom is about, and what it says of it; None if the case does not ask."""
        match atom:
            case ("ruling", ("declare", act), ruling) if written(act) in self._acts:
                return ("ruling", act), ruling
            case ("performed", act) if written(act) in self._acts:
                return ("effect", act), "yes"
            case ("becomes", who, state) if str(who) in self._pieces.values():
                return ("state", who), state
            case ("form", piece, form) if written(piece) in self._pieces:
                return ("form", piece), form
            case ("duty", who, duty) if str(who) in self._duties:
                return ("duty", who), duty
            case ("remembered", memo) if self._remembers:
                return ("remembered",), memo
        return None


def _page(supposed: str) -> int:
    """Return the number of the page by which something is supposed."""
    return int(str(parts(parts(read(supposed))[1])[1]))


def summed(some: Iterable[Figures]) -> Figures:
    """Return the sum of figures."""
    return Figures(*map(sum, zip(*some, strict=True)))
