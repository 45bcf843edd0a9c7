"""The commands that answer what the cases of a file ask."""

from argparse import Namespace
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain, groupby

from aro.analysis.beside import beside, deciding
from aro.answers import Outcome, Verdict
from aro.cases import AskChoices, AskRuling, AskValues, dump
from aro.cases.opening import located, require_questions
from aro.cases.run import CaseRun, next_case
from aro.cli.screen import Answers, Page, Screen
from aro.cli.shared import Exit, runs_of
from aro.cli.what_ifs import readings_of
from aro.report import choices_grid, outcome_sheet, verdict_sheet
from aro.report.documents import Answered, answer_report, case_report
from aro.report.verdict import Barred, choices_pages
from aro.report.what_if import readings_grid


def ask(args: Namespace, screen: Screen) -> Exit:
    """Answer the questions of a file."""
    runs = runs_of(args)
    require_questions(runs)

    def answer(run: CaseRun) -> Answers:
        by = readings_of(run) if args.readings else {}
        answers = []
        for one, told in run.answers():
            answered = answer_report(one, told)
            if isinstance(told, Verdict):
                stands = beside(run.book, run.table, told, readings=dict(run.case.readings))
                under = by.get(one) if isinstance(one, AskRuling) else None
                answered = replace(answered, beside=stands, readings=under)
            answers.append(answered)
        yes = all(one.outcome is not None or one.verdict or one.choices for one in answers)
        grids = (readings_grid(one.act, readings) for one, readings in by.items())
        pages = chain(_pages(run, answers, full=args.full), grids)
        return yes, replace(case_report(run), answers=tuple(answers)), pages

    return Exit.YES if all(screen.cases(runs, answer)) else Exit.NO


def choices(args: Namespace, screen: Screen) -> Exit:
    """List every ARO, or every declaration of the active side, that may be made next."""

    def answer(run: CaseRun) -> Answers:
        found: dict[str, tuple[Verdict, ...]] = {}
        pages: list[Page] = []
        readings = dict(run.case.readings)
        for who, told in run.book.choosers(run.table, args.command, args.who, readings=readings):
            found[who] = tuple(told.legal(who))
            if not args.json:
                pages += _pages_of(run, who, found[who], told.barred(who))
        if not found:
            nothing = f"nothing; it is not the turn of {args.who or 'anybody'}"
            pages.append(replace(choices_grid(args.who, ()), none=nothing))
        return any(found.values()), replace(case_report(run), choices=found), pages

    return Exit.YES if any(screen.cases(runs_of(args), answer)) else Exit.NO


aros = options = choices


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


def _pages(run: CaseRun, answers: Collection[Answered], *, full: bool) -> Iterator[Page]:
    """Yield a page for each question, and one for all that is asked of the outcome."""
    for question, told in zip(run.case.asks, answers, strict=True):
        if told.verdict is not None:
            yield verdict_sheet(told.verdict, told.beside, full=full)
        elif isinstance(question, AskChoices):
            yield from _grids(run, question, told.choices or ())
    if outcomes := [told.outcome for told in answers if told.outcome]:
        plain = any(isinstance(question, AskValues) for question in run.case.asks)
        yield outcome_sheet(outcomes[0], full=full, plain=plain)


def _grids(run: CaseRun, asked: AskChoices, legal: tuple[Verdict, ...]) -> Iterator[Page]:
    """Yield for each trooper what it may declare, and what it may not and by which clauses."""
    by_trooper = groupby(legal, key=lambda verdict: verdict.act.who)
    listed = {who: tuple(verdicts) for who, verdicts in by_trooper} or {asked.who: ()}
    for who, verdicts in listed.items():
        if who is None:
            yield choices_grid(who, verdicts)
        else:
            barred = run.book.barred(run.table, asked.sort, who, readings=dict(run.case.readings))
            yield from _pages_of(run, who, verdicts, barred.get(who, {}))


def _pages_of(run: CaseRun, who: str, legal: tuple[Verdict, ...], barred: Barred) -> Iterator[Page]:
    """Yield what one trooper may declare, and what it may not and by which clauses."""
    readings = dict(run.case.readings)
    by = () if legal else deciding(run.book, run.table, who, barred, readings=readings)
    yield from choices_pages(who, legal, barred, by)
