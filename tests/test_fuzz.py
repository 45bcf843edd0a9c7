"""Whatever a file holds, what is wrong with it is told as its faults, and as nothing else.

Real case files are torn: words dropped, doubled, exchanged for others and for what is awkward. What
can still be read must be written so that it reads back, and be answered.
"""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar
from unittest.mock import patch

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from aro.batch.line import Manner, answered
from aro.cases import dump, load, loads
from aro.cases.opening import case_run
from aro.errors import SituationError
from aro.knowledge import library as kb
from aro.knowledge.yaml_nodes import of_json
from aro.knowledge.yaml_reader import Reader, parse
from aro.parts import RESULTS
from support.strategies import budget, words

pytestmark = pytest.mark.drawn

_T = TypeVar("_T")

AWKWARD = (
    *("3", "[]", "{}", "[a]", "{a: b}", '""', "null", "none", "own", "no", "~", "first", "x)."),
    *("é", "\u202e", "\x00", "\ufeff", "!!python/object:os.system", "&a", "*a", "? ", "|", "#"),
    *("9" * 70, "n4", "n9", "\t", "\n", "\n  ", "at", "into", "is", "unless", "orders", "as", "-"),
)


@cache
def texts() -> list[str]:
    """Return some of the cases of the project, each as a file of its own."""
    files = sorted((kb.home() / "tests" / "cases").rglob("*.yaml"))
    return [dump(case) for file in files for case in load(file)[::7]]


@st.composite
def muddled(draw: st.DrawFn) -> str:
    """Return a case in which a few words have made way for others of their kind."""
    whole = draw(st.sampled_from(texts()))
    [case] = loads(whole)
    known = words(case.editions[0])
    told = (known.skills, known.states, known.traits, known.gear)
    kinds: tuple[Sequence[str], ...] = (case.situation.pieces, RESULTS, *told)
    head, mark, rest = whole.partition("situation:")
    parts = re.split(r"(\w+)", rest)
    places = [n for n, part in enumerate(parts) if any(part in kind for kind in kinds)]
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(places))
        kind = next(kind for kind in kinds if parts[place] in kind)
        parts[place] = draw(st.sampled_from(kind))
    return head + mark + "".join(parts)


@st.composite
def torn(draw: st.DrawFn) -> str:
    """Return a case file in which a few words are not what they were."""
    bits = re.split(r"(\W)", draw(st.sampled_from(texts())))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(bits) - 1))
        bits[place] = draw(
            st.sampled_from(AWKWARD) | st.sampled_from(bits) | st.just("") | st.text(max_size=5)
        )
    return "".join(bits)


scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.sampled_from(AWKWARD)
)
keys = st.text(max_size=8)
values = st.recursive(
    scalars, lambda one: st.lists(one, max_size=3) | st.dictionaries(keys, one, max_size=3)
)


@st.composite
def torn_json(draw: st.DrawFn) -> str:
    """Return a case as JSON with any value put anywhere."""
    whole = yaml.load(draw(st.sampled_from(texts())), yaml.BaseLoader)  # noqa: S506  texts only
    for _ in range(draw(st.integers(0, 3))):
        inner = whole
        while inner:
            places = [*inner] if isinstance(inner, dict) else [*range(len(inner))]
            key = draw(st.sampled_from(places))
            if not isinstance(inner[key], dict | list) or draw(st.integers(0, 3)) == 0:
                inner[key] = draw(values)
                break
            inner = inner[key]
    return json.dumps(whole, ensure_ascii=draw(st.booleans()))


JSON_BITS = (
    *('"', "\\", "\\u0041", "\\ud83d\\ude00", "\\/", "\\b\\f\\n", "\\u0085", "NaN", "-1.5e+9"),
    *(",", ":", "{", "}", "[", "true", " " * 80, "\x85", "\u2028", "\xa0", "\x7f", '"a":1,', "😀"),
)


PAIR = re.compile(r"(?<!\\)\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}", re.IGNORECASE)
"""A character as JSON may write it and YAML may not."""


def in_yaml(line: str) -> str:
    """Return a line of JSON with each such character as itself."""
    return PAIR.sub(lambda pair: str(json.loads(f'"{pair[0]}"')), line)


def as_yaml(text: str) -> object:
    """Return what YAML makes of a text, whatever else could read it."""
    with patch("aro.knowledge.yaml_reader.of_json", return_value=None):
        return parse(reader := Reader("f.yaml"), text), reader.faults


def attempt(act: Callable[[], _T]) -> _T | None:
    """Return what a call returns; None where it finds faults of the input and nothing else."""
    try:
        return act()
    except SituationError:
        return None
    except ExceptionGroup as faults:
        if not all(isinstance(one, SituationError) for one in faults.exceptions):
            raise
        return None


def sound(text: str | bytes) -> None:
    """Read a text; if it can be read, write it, and change it as its near misses say."""
    found = attempt(lambda: loads(text))
    if found is not None:
        assert loads(dump(*found)) == found
        for case in found:
            attempt(case.near_misses)


@budget(1.5)
@given(torn() | muddled())
def test_a_torn_case_file(text: str) -> None:
    sound(text)


@budget(1)
@given(torn_json())
def test_a_case_as_torn_json(text: str) -> None:
    sound(text)


@budget(2)
@given(torn_json(), st.integers(0, 400), st.sampled_from([*AWKWARD, *JSON_BITS]))
def test_a_line_of_json_says_to_json_what_it_says_to_yaml(text: str, at: int, bit: str) -> None:
    for line in (text, text[:at] + bit + text[at:], text.replace('"', bit, 1)):
        quick = of_json(line)
        if quick is not None:
            assert as_yaml(in_yaml(line)) == ((quick,), [])


def test_what_yaml_may_not_read_so_is_left_to_yaml() -> None:
    assert of_json('{"a": [true, null, -1.0e5, NaN, "\\u00e9\\n", {}]}') is not None
    assert of_json('{"\\u00e9": "😀"}') is not None
    assert of_json('{"a": "\\ud83d\\uDE00"}') == of_json('{"a": "😀"}')
    for line in (
        *("", "7", "[]", '{"a": 1} {}', '{"a": 1, "a": 2}', '{"a": "\\ude00\\ud83d"}'),
        '{"a": "\\\\ud83d\\ude00"}',
        *('{"a": "\u2028"}', '{"a": "\x7f"}', '{"a":\n1}', '{"a"' + " " * 1100 + ": 1}"),
        *('{"' + "k" * 1100 + '": 1}', "[" * 9999, '{"a": ' * 9999, '{"a": ' * 25 + "1" + "}" * 25),
    ):
        assert of_json(line) is None
    assert of_json('{"a": ' * 24 + "1" + "}" * 24) is not None


@pytest.mark.sweep
@budget(0.1)
@given(st.lists(torn_json(), min_size=1, max_size=3))
def test_a_line_is_answered_alike_quickly_and_slowly(lines: list[str]) -> None:
    told = (in_yaml(line).encode("utf-8", "replace") for line in lines)
    chunk = tuple(enumerate(told, start=1))
    manner = Manner(file="in.jsonl", digest=kb.digest())
    quick = answered(chunk, manner)
    with patch("aro.knowledge.yaml_reader.of_json", return_value=None):
        slow = answered(chunk, manner)
    assert quick == slow == answered(chunk, manner)


@budget(1)
@given(st.binary() | st.text() | values.map(json.dumps))
def test_anything(text: str | bytes) -> None:
    sound(text)


@budget(0.3)
@given(muddled())
def test_a_muddled_case_is_answered(text: str) -> None:
    for case in attempt(lambda: loads(text)) or ():
        for edition in case.editions:
            attempt(lambda one=case, name=edition: list(case_run(one, name).answers()))  # type: ignore[misc]  # bound in the loop
