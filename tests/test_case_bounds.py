"""A file is read in bounded time, and what is wrong with it is told in few lines, whatever it is.

Each file here is as large as may be, and repeats one thing as often as it can.
"""

import json
import time
from collections.abc import Callable

import pytest

from aro.cases import loads
from aro.cases.opening import case_runs
from aro.errors import MOST, SUGGESTIONS, SituationError
from aro.knowledge.yaml_reader import LIMIT
from conftest import left_out
from fuzz_cases import run

pytestmark = pytest.mark.drawn

SLOW = 20
"""How many seconds a test waits for what takes at most 5 on a quiet machine."""

CASE = """\
edition: [{editions}]
title: A sentence
cites: [{cites}]
situation:
  active: red
  troopers:
    a: {{side: red, is: [{states}], numbers: {{{numbers}}}}}
    b: {{side: blue}}
{troopers}  lof: [{lof}]
  unknown: [{unknown}]
{orders}ask: [{{who: b, does: dodge, at: a}}{asks}]
unless: [{misses}]
"""

KEYS = [
    "editions",
    "cites",
    "states",
    "numbers",
    "troopers",
    "lof",
    "unknown",
    "orders",
    "asks",
    "misses",
]
TROOPERS = "".join(f"    t{n}: {{side: blue}}\n" for n in range(20))
LOF = ", ".join(f"[t{n}, t{m}]" for n in range(20) for m in range(20) if n != m)
ORDER = "order:\n  - {who: a, does: move}\n"
ALIKE = "abcdefgh" * 6


def case(**given: str) -> str:
    start = {"editions": "n4", "lof": "[b, a]", "orders": ORDER}
    return CASE.format(**(dict.fromkeys(KEYS, "") | start | given))


def many(form: str, most: int = 1900) -> str:
    return ", ".join(form.replace("#", str(number)) for number in range(most))


def orders(form: str, most: int) -> str:
    return f"orders: [{many(form, most)}]\n"


HOSTILE: dict[str, Callable[[], str]] = {
    "numbers": lambda: case(numbers=many("q#: #")),
    "numbers of one name": lambda: case(numbers=many("arm: #")),
    "cites": lambda: case(cites=many("n4.aro.who.#")),
    "editions": lambda: case(editions=many("n#")),
    "releases": lambda: case(editions=many("n4@#", 30)),
    "one edition": lambda: case(editions=many("n4", 30)),
    "states": lambda: case(states=many("s#")),
    "rolls": lambda: case(
        orders=f"{ORDER}rolls: [{many('{who: a, does: m#, result: success}')}]\n"
    ),
    "the Order": lambda: case(orders="order: [" + many("{who: a, does: m#, at: b#}") + "]\n"),
    "the Order again": lambda: case(orders=ORDER * 2000),
    "Orders": lambda: case(orders=orders("{order: [{who: a, does: move}]}", 1900)),
    "Orders of a full table": lambda: case(
        troopers=TROOPERS, lof=LOF, orders=orders("{order: [{who: a, does: move}]}", 99)
    ),
    "near misses of a full table": lambda: case(
        troopers=TROOPERS, lof=LOF, misses=many("{without: {lof: [t1, t2]}, ask: []}", 199)
    ),
    "troopers": lambda: case(troopers="".join(f"    t{n}: {{side: s{n}}}\n" for n in range(1900))),
    "names that look alike": lambda: case(
        troopers="".join(f"    {ALIKE}{n:03}: {{side: blue}}\n" for n in range(900)),
        lof=many(f"[a, {ALIKE[::-1]}#]"),
    ),
    "pairs": lambda: case(lof=many("[a, b#]")),
    "unknown facts": lambda: case(unknown=many("[lof, a, b#]")),
    "questions": lambda: case(asks=", " + many("{who: b, does: dodge#, at: a}")),
    "told apart": lambda: case(
        editions=many("n4@#", 30), asks=", {who: b, does: {n4@1: x}, at: a}, " + many("{aros: }")
    ),
    "a word": lambda: (
        "words: {w: {" + many("n#: x") + "}}\n" + case(asks=", " + many("{who: b, does: w, at: a}"))
    ),
    "documents": lambda: "3\n---\n" * (LIMIT // 6),
    "empty documents": lambda: "---\n" * (LIMIT // 4),
    "lists of cases": lambda: "\n---\n".join(f"[{many('{}')}]" for _ in range(150)),
    "keys": lambda: "{" + many("k#: 1", 90_000) + "}",
    "a key": lambda: "{" + many("k: 1", 150_000) + "}",
    "a long text": lambda: case().replace("A sentence", "A" * (LIMIT - 1000)),
    "a long number": lambda: case(numbers=f"arm: {'9' * (LIMIT - 1000)}"),
    "a long tag": lambda: "!" * LIMIT,
    "handles of tags": lambda: "".join(f"%TAG !{n}! x\n" for n in range(60_000)) + "---\n3",
    "keys of many editions": lambda: (
        f"edition: [{many('n#')}]\nfoo:\n" + "".join(f"  {'z ' * 480}{n}: x\n" for n in range(1000))
    ),
    "nothing told for 31 editions": lambda: (
        f"edition: [{many('n#', 32)}]\ntitle: x\n"
        "situation: {active: red, troopers: {s: {side: red}}}\n"
        + "".join(f"{key}: [{', '.join(['{n1: a}'] * 1999)}]\n" for key in ("cites", "same"))
    ),
    "words told for 32 editions": lambda: (
        f"edition: [{many('n#', 32)}]\ntitle: x\nwords:\n"
        + "".join(f"  w{n}: {{{many('n#: move', 32)}}}\n" for n in range(1000))
        + "situation: {active: red, troopers: {s: {side: red}}}\nask:\n"
        + "".join(f"- {{who: s, does: w{n}}}\n" for n in range(1000))
    ),
    "depth": lambda: "[" * LIMIT,
    "lists in lists": lambda: "- " * (LIMIT // 2),
    "depth in JSON": lambda: '{"a":' * (LIMIT // 5),
    "a wide line of JSON": lambda: json.dumps({"edition": "n4", "same": ["x"] * 150_000}),
    "a long line of JSON": lambda: json.dumps({"edition": "n4", "title": "x" * 1_000_000}),
}


def repeated(text: str) -> str:
    """Return a case as often as the file holds it, each time with a title of its own."""
    times = LIMIT // (len(text) + 24) if text.startswith(("edition", "words")) else 1
    found = (text.replace("A sentence", f"Sentence {n}") for n in range(min(times, 1999)))
    return "---\n".join(found) if times > 1 else text


def faults(text: str) -> list[str]:
    """Return what is wrong with a text, and with its words in the editions that it asks."""
    with pytest.raises(ExceptionGroup) as caught:
        case_runs(loads(text, name="a.yaml"), "a.yaml")
    assert all(isinstance(one, SituationError) for one in caught.value.exceptions)
    return [str(one) for one in caught.value.exceptions]


def bounded(text: str) -> None:
    begun = time.process_time()
    try:
        told = faults(text)
    except pytest.fail.Exception:  # nothing is wrong with it
        told = []
    assert time.process_time() - begun < SLOW
    assert len(told) <= MOST
    assert sum(map(len, told)) < MOST * 2000


@pytest.mark.parametrize("name", HOSTILE)
def test_one_case_is_read_in_bounded_time(name: str) -> None:
    bounded(HOSTILE[name]())


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=left_out(newcomer=True, sweep=place % 3 > 0))
        for place, name in enumerate(HOSTILE)
    ],
)
def test_a_whole_file_is_read_in_bounded_time(name: str) -> None:
    bounded(repeated(HOSTILE[name]()))


def test_the_last_line_of_many_says_how_many_more_there_are() -> None:
    told = faults(case(numbers=many("q#: x")))
    assert len(told) == MOST
    assert told[0].startswith("a.yaml:7: q0 of trooper 'a' is 'x'")
    assert told[-1] == "a.yaml: and 1,701 more"


def test_all_faults_are_counted_where_some_were_counted_before() -> None:
    told = faults(case(lof=many("[a, x#]"), cites=many("q#", 300)))
    assert told[-1] == f"a.yaml: and {1900 + 300 - MOST + 1:,} more"


def test_names_that_look_alike_are_given_for_some() -> None:
    told = faults(case(cites=many("n4.aro.whom.#", 150)))
    assert len(told) == 150
    assert sum("did you mean" in one for one in told) == SUGGESTIONS


def test_what_is_too_much_is_refused_in_its_line() -> None:
    assert faults("a: [" + many("1", 2001) + "]") == [
        "a.yaml:1: a list or a mapping of more than 2000 items"
    ]
    assert faults("1\n---\n" * 2001) == ["a.yaml:4000: more than 2000 documents"]
    assert faults("\na: " + "x" * 2001) == ["a.yaml:2: a text of more than 2000 characters"]
    assert faults(" " * (LIMIT + 1)) == ["a.yaml: the file is too large; expected at most 1024 KiB"]
    [told] = faults(case(editions=many("n4", 33)))
    assert told == "a.yaml:1: the editions: 33 items; expected at most 32"
    amended = ", ".join(f"n4+{'./' * n}drafts" for n in range(5))
    [told] = faults(case(editions=amended))
    assert told == "a.yaml:1: the file asks more than 4 amended editions; expected several files"


def test_a_file_of_a_thousand_cases_is_read_and_answered() -> None:
    text = "---\n".join(case().replace("A sentence", f"Sentence {n}") for n in range(1000))
    runs = case_runs(loads(text), "a.yaml")
    assert len(runs) == 1000
    assert [answer for _, answer in runs[-1].answers()]


HIDDEN = """\
edition: n4
title: A sentence
situation:
  active: {active}
  troopers:
    a: {{side: red}}
    b: {{side: blue}}
  lof: [{lof}]
orders:
  - {{active: red, lof: [[a, b]], order: [{{who: a, does: move}}]}}
"""


def test_what_the_first_order_says_otherwise_is_checked_too() -> None:
    assert faults(HIDDEN.format(active="green", lof="[a, c], [b, b]")) == [
        "a.yaml:4: active: no side is called 'green'; expected one of blue, red",
        "a.yaml:8: lof: 'b' is paired with itself; expected two pieces",
        "a.yaml:8: lof: no piece is called 'c'; expected one of a, b",
    ]
    assert loads(HIDDEN.format(active="blue", lof="[b, a]"))[0].situation.active == "red"


@pytest.mark.sweep
@pytest.mark.parametrize("as_lines", [False, True])
def test_mutated_cases_are_answered_or_refused(*, as_lines: bool) -> None:
    came_out, wrong = run(range(200), as_lines=as_lines)
    assert wrong == []
    assert came_out.total() == 200
