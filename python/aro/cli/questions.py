"""The commands that answer what the cases of a file ask."""

from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, groupby

from aro.analysis.beside import beside, deciding
from aro.answers import Outcome, Verdict
from aro.cases import AskChoices, AskRuling, AskValues, dump
from aro.cases.opening import located, require_questions
from aro.cases.run import CaseRun, next_case
from aro.cli.screen import Answers, Screen
from aro.cli.shared import Exit, runs_of
from aro.cli.what_ifs import readings_of
from aro.knowledge.edition import Clause
from aro.parts import Act
from aro.report import Grid, Sheet, choices_grid, outcome_sheet, verdict_sheet
from aro.report.documents import Answered, answer_report, case_report
from aro.report.verdict import choices_pages
from aro.report.what_if import readings_grid

Listed = Iterable[tuple[str | None, Iterable[Verdict]]]
"""Troopers with what each may declare."""


def ask(args: Namespace, screen: Screen) -> Exit:
    """Answer the questions of a file."""
    runs = runs_of(args)
    require_questions(runs)

    def answer(run: CaseRun) -> Answers:
        by = readings_of(run) if args.readings else {}
        answers = []
        for one, told in run.answers():
            stands = None
            if isinstance(told, Verdict):
                readings = dict(run.case.readings)
                stands = beside(run.book, run.table, told, readings=readings)
            under = by.get(one) if isinstance(one, AskRuling) else None
            answers.append(answer_report(one, told, beside=stands, readings=under))
        yes = all(one.outcome is not None or one.verdict or one.choices for one in answers)
        grids = (readings_grid(one.act, readings) for one, readings in by.items())
        pages = chain(_pages(run, answers, full=args.full), grids)
        return yes, replace(case_report(run), answers=tuple(answers)), pages

    return Exit.YES if all(screen.cases(runs, answer)) else Exit.NO


def aros(args: Namespace, screen: Screen) -> Exit:
    """List every ARO that may be declared now."""
    return _list(args, screen, "aros")


def options(args: Namespace, screen: Screen) -> Exit:
    """List every declaration that the active side may make next."""
    return _list(args, screen, "options")


def resolve(args: Namespace, screen: Screen) -> Exit:
    """Play the Order of each case out."""
    runs = runs_of(args)
    if args.next and not args.json:
        following = []
        for run in runs:
            with located(run.case):
                following.append(next_case(run, _outcome(run)))
        screen.answer(None, [dump(*following).rstrip("\n")])
        return Exit.YES

    def answer(run: CaseRun) -> Answers:
        outcome = _outcome(run)
        if args.next:
            next_case(run, outcome)  # what hangs on the unknown is refused, in JSON too
        document = replace(case_report(run), answers=(Answered(line=None, outcome=outcome),))
        return True, document, [outcome_sheet(outcome, full=args.full, plain=False)]

    screen.cases(runs, answer)
    return Exit.YES


def _outcome(run: CaseRun) -> Outcome:
    return run.book.resolve(run.table, readings=dict(run.case.readings))


def _list(args: Namespace, screen: Screen, kind: str) -> Exit:
    def answer(run: CaseRun) -> Answers:
        found: dict[str, tuple[Verdict, ...]] = {}
        pages: list[Sheet | Grid] = []
        readings = dict(run.case.readings)
        for who, told in run.book.choosers(run.table, kind, args.who, readings=readings):
            found[who] = tuple(told.legal(who))
            if not args.json:
                pages += _pages_of(run, who, found[who], told.barred(who))
        if not found:
            nothing = f"nothing; it is not the turn of {args.who or 'anybody'}"
            pages.append(replace(choices_grid(args.who, ()), none=nothing))
        return any(found.values()), replace(case_report(run), choices=found), pages

    return Exit.YES if any(screen.cases(runs_of(args), answer)) else Exit.NO


def _pages(run: CaseRun, answers: Iterable[Answered], *, full: bool) -> Iterator[Sheet | Grid]:
    """Yield a page for each question, and one for all that is asked of the outcome."""
    outcome: Outcome | None = None
    values = False
    for question, told in zip(run.case.asks, answers, strict=True):
        if told.verdict is not None:
            yield verdict_sheet(told.verdict, told.beside, full=full)
        elif isinstance(question, AskChoices):
            by_trooper = groupby(told.choices or (), key=lambda verdict: verdict.act.who)
            listed = [(who, tuple(verdicts)) for who, verdicts in by_trooper]
            yield from _grids(run, question.sort, listed or [(question.who, ())])
        else:
            outcome, values = told.outcome, values or isinstance(question, AskValues)
    if outcome is not None:
        yield outcome_sheet(outcome, full=full, plain=values)


def _grids(run: CaseRun, kind: str, listed: Listed) -> Iterator[Sheet | Grid]:
    """Yield for each trooper what it may declare, and what it may not and by which clauses."""
    for who, verdicts in listed:
        if who is None:
            yield choices_grid(who, verdicts)
        else:
            barred = run.book.barred(run.table, kind, who, readings=dict(run.case.readings))
            yield from _pages_of(run, who, tuple(verdicts), barred.get(who, {}))


def _pages_of(
    run: CaseRun, who: str, legal: tuple[Verdict, ...], barred: Mapping[Clause, tuple[Act, ...]]
) -> Iterator[Sheet | Grid]:
    """Yield what one trooper may declare, and what it may not and by which clauses."""
    readings = dict(run.case.readings)
    by = () if legal else deciding(run.book, run.table, who, barred, readings=readings)
    yield from choices_pages(who, legal, barred, by)
