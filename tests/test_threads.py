"""Many threads that share a rulebook, a situation made ready, or a program of clingo."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import product
from threading import Barrier

import pytest

from aro.compiled import shape
from aro.compiled.shape import BoundedCache
from aro.engine import edition_words, evaluation
from aro.engine.question import grounded
from aro.knowledge import library
from aro.parts import Act, Replica, Trooper, Unknown
from aro.rulebook import Rulebook
from aro.situation import Situation

pytestmark = pytest.mark.drawn

THREADS = 8
TABLE = (
    Situation(
        active="red",
        troopers=[
            Trooper("speculo", side="red", states=["impersonation_1"], has=["impersonation"]),
            Trooper("guard", side="blue"),
        ],
        lof=[("guard", "speculo"), ("speculo", "guard")],
    )
    .declare("speculo", "move")
    .declare("guard", "delay", "speculo")
)
FOGGY = replace(TABLE, unknown=(Unknown("zoc", "guard", "speculo"),))
SHOT = Act("guard", "bs_attack", "speculo")


def together(*asks: Callable[[], object]) -> list[list[object]]:
    """Return what each thread is answered; all begin at once, each with another question."""
    start = Barrier(THREADS)

    def asked(first: int) -> list[object]:
        start.wait()
        turned = [(first + number) % len(asks) for number in range(len(asks))]
        found = {number: asks[number]() for number in turned}
        return [found[number] for number in range(len(asks))]

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(asked, range(THREADS)))


def questions(book: Rulebook) -> list[Callable[[], object]]:
    """Return a question of each kind."""
    reading = book.edition.readings[0]
    other_way = next(one.name for one in reading.alternatives if one.name != reading.default)
    answered = TABLE.declare("speculo", "bs_attack", "guard")
    other = replace(TABLE, troopers=(*TABLE.troopers, Trooper("far", side="blue")))
    return [
        partial(book.is_legal, TABLE, SHOT),
        partial(book.is_legal, TABLE, SHOT, readings={reading.name: other_way}),
        partial(book.is_legal, FOGGY, SHOT),
        partial(book.is_legal, answered, SHOT, as_side="blue"),
        partial(book.resolve, answered),
        partial(book.legal_aros, other),
        partial(book.options, TABLE),
        lambda: book.ask_many([(table, SHOT) for table in (TABLE, answered, other)] * 4),
        lambda: book.ready(TABLE).rulings(),
    ]


def forget() -> None:
    """Empty whatever a process keeps of the law."""
    shape._SHAPES.clear()  # noqa: SLF001  a cold start
    shape._ASKED.clear()  # noqa: SLF001  a cold start
    library._base.cache_clear()  # noqa: SLF001  a cold start
    for kept in (edition_words.tables, edition_words.vocabulary, evaluation.verdict_as_read):
        kept.cache_clear()


@pytest.mark.parametrize(
    ("name", "many"),
    [
        ("n4", 3),
        pytest.param("n4", 9, marks=pytest.mark.sweep),
        *(pytest.param(name, 9, marks=pytest.mark.release) for name in ("n3", "n5")),
    ],
)
def test_threads_that_share_a_rulebook_are_answered_as_one_is(name: str, many: int) -> None:
    expected = [ask() for ask in questions(Rulebook(name))[:many]]
    forget()
    book = Rulebook(name)
    cold = together(*questions(book)[:many])
    warm = together(*questions(book)[:many])
    assert [*cold, *warm] == [expected] * (2 * THREADS)


def test_threads_that_share_what_is_ready_are_answered_as_one_is() -> None:
    book = Rulebook("n4")
    acts = [TABLE.settle(SHOT), *TABLE.order]
    expected = [book.ready(TABLE).decide(act) for act in acts]
    forget()
    ready = book.ready(TABLE)
    asks = [partial(ready.decide, act) for act in acts]
    assert together(*asks, ready.rulings) == [[*expected, ready.rulings()]] * THREADS


def test_threads_that_load_an_edition_get_the_same_one() -> None:
    forget()
    assert len({id(one) for [one] in together(lambda: Rulebook("n4").edition)}) == 1


def test_threads_that_share_a_program_of_clingo_wait_for_each_other() -> None:
    book = Rulebook("n4")
    question = book.question(FOGGY, (FOGGY.settle(SHOT),))
    program, free = grounded(question), question.unknown
    asks: list[Callable[[], object]] = [
        partial(program.certain, free),
        partial(program.answer, free),
        partial(program.answer, ()),
        partial(
            program.without, "ruling(declare(act(aro_1,guard,bs_attack,own(speculo))),legal)", free
        ),
    ] * 3
    expected = [ask() for ask in asks]
    assert together(*asks) == [expected] * THREADS


@pytest.mark.parametrize("most", [1, 3, 8])
def test_a_small_cache_never_lacks_what_was_just_made(most: int) -> None:
    cache: BoundedCache[str] = BoundedCache(most)
    keys = [Replica(name, form) for name, form in product("abc", "de")]

    def asked(order: Iterable[Replica]) -> bool:
        for _ in range(300):
            for key in order:
                if cache.have(key, lambda key=key: key.name) != key.name:  # type: ignore[misc]
                    return False
                cache.forget(key)
        return True

    assert all(found for [found] in together(partial(asked, keys)))
    assert len(cache) <= most
