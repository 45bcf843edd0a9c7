"""Answers as JSON: one walk through the fields of any value, and so one form for all of them.

An object has a key for each field of its value, and one for each property that is a word, a number
or a yes or no; where a value stands in a file is left out. Every key is always there: what does not
apply is null, what there is none of is an empty list. What can be a yes or a no has the key `yes`.

The outermost object also has `"format": "aro/3"`. Within a form keys are only ever added; a key
that is renamed, dropped or means something else makes it `aro/4`. `answers.schema.json` beside this
module is the JSON Schema of the form; `aro.report.json_schema` writes it.
"""

import json
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Final, Literal, Union, get_args, get_origin, get_type_hints

from aro.errors import WrongType, visible
from aro.rulebook import Rulebook

FORMAT: Final = "aro/3"
"""The version of the form."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""What JSON can say."""


def plain(value: object) -> dict[str, Json]:
    """Return an answer as a JSON document; what troopers may declare, by trooper, as `choices`.

    >>> from aro import Act, Rulebook, Situation, Trooper
    >>> table = Situation(active="red", troopers=[Trooper("ninja", side="red")])
    >>> document = plain(Rulebook("n5").is_legal(table, Act("ninja", "move")))
    >>> document["format"], document["ruling"], document["yes"]
    ('aro/3', 'legal', True)
    """
    document: dict[str, Json] = json.loads(written(value))
    return document


def written(value: object, *, indent: int | None = 2) -> str:
    """Return an answer as the text of a JSON document; what is not seen in it is an escape."""
    try:
        content = {"choices": dict(value)} if isinstance(value, Mapping) else _by_key(value)
        document = {"format": FORMAT, **content}
        text = json.dumps(document, indent=indent, ensure_ascii=False, default=_known)
    except Exception as error:
        if type(value).__module__.startswith("aro."):
            raise
        raise WrongType(f"json: value is {type(value).__name__}; expected an answer") from error
    if text.replace("\n", "").isprintable():
        return text
    return "\n".join(visible(line, json.dumps) for line in text.split("\n"))


def _known(value: object) -> object:
    """Return a value as one that `json` knows, or that is nearer to one."""
    match value:
        case Rulebook():
            return value.stamp
        case Mapping():
            return dict(value)
        case AbstractSet():
            return sorted(value)
    return _by_key(value) if is_dataclass(value) else str(value)


def _by_key(value: object) -> dict[str, object]:
    kind: type = type(value)
    return {key: read(value) for key, (_, read) in keys(kind).items()}


@cache
def keys(kind: type) -> Mapping[str, tuple[object, Callable[[object], object]]]:
    """Return the keys of a kind of value, each with its type and how it is read off a value."""
    hints = get_type_hints(kind)
    found: dict[str, tuple[object, Callable[[object], object]]] = {
        field.name: (hints[field.name], attrgetter(field.name))
        for field in fields(kind)
        if field.compare
    }
    for name, held in vars(kind).items():
        if isinstance(held, property) and held.fget and not name.startswith("_"):
            hint = get_type_hints(held.fget)["return"]
            if _is_scalar(hint):
                found[name] = (hint, attrgetter(name))
    if "__bool__" in vars(kind):
        found["yes"] = (bool, bool)
    return found


def _is_scalar(hint: object) -> bool:
    if get_origin(hint) in {Union, UnionType}:
        return all(one is type(None) or _is_scalar(one) for one in get_args(hint))
    return hint in {bool, int, float, str} or get_origin(hint) is Literal
