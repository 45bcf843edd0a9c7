"""Types at the public door: what is given is of the type that is annotated, or is told by name.

A value looks at its fields when it is made (`fit`). A function looks at what it was given once it
has failed (`door`), so that a call that goes well costs no more.
"""

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from functools import cache, wraps
from operator import attrgetter
from reprlib import repr as short
from types import NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from aro.errors import RulesError, WrongType

_P = ParamSpec("_P")
_T = TypeVar("_T")

Test = Callable[[object], bool]
"""Whether a value is of a type."""

_NOTHING = object()

_NO_LISTS = (str, bytes, Mapping)

_WORDS = {str: "text", int: "a whole number", bool: "True or False", NoneType: "None"}


def fit(value: Any) -> None:  # noqa: ANN401  a dataclass
    """Raise `WrongType` if a field of a value is not of the type that it is annotated with."""
    kind: Any = type(value)
    given, forms = _fields(kind)
    for one, (name, form, usual, empty, test) in zip(given(value), forms, strict=True):
        if one is not empty and type(one) not in usual and not test(one):
            raise _wrong(f"{kind.__name__}: {name}", one, form)


def door(call: Callable[_P, _T]) -> Callable[_P, _T]:
    """Return a function that raises `WrongType` where it fails and an argument is of another type.

    >>> door(lambda name: name.lower())("N4")
    'n4'
    """

    @wraps(call)
    def opened(*args: _P.args, **named: _P.kwargs) -> _T:
        try:
            return call(*args, **named)
        except Exception as error:
            told = isinstance(error, RulesError | ExceptionGroup) and type(error) is not WrongType
            wrong = None if told else next(_misfits(call, args, named), None)
            if wrong is None:
                raise
            raise wrong from error

    return opened


def doors(kind: type[_T]) -> type[_T]:
    """Return a class each of whose public methods is a `door`."""
    public = [(name, member) for name, member in vars(kind).items() if not name.startswith("_")]
    for name, member in public:
        if isinstance(member, classmethod | staticmethod):
            setattr(kind, name, type(member)(door(member.__func__)))
        elif inspect.isfunction(member):
            setattr(kind, name, door(member))
    return kind


@cache
def _fields(kind: type) -> tuple[Callable[[Any], Iterable[object]], list[tuple[Any, ...]]]:
    """Return what reads the fields of a class that are given, and the type of each."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind) if field.init]
    forms = [
        (name, form, _usual(form), () if get_origin(form) is tuple else _NOTHING, _test(form))
        for name, form in ((name, hints[name]) for name in names)
    ]
    read = attrgetter(*names)
    return read if len(names) > 1 else lambda value: (read(value),), forms


def _misfits(
    call: Callable[..., object], args: tuple[object, ...], named: Mapping[str, object]
) -> Iterator[WrongType]:
    """Yield what is wrong with the arguments of a call, if they are those that it takes."""
    try:
        given = inspect.signature(call).bind(*args, **named).arguments
    except TypeError:
        return
    for name, form in get_type_hints(call).items():
        if name in given and not _test(form)(given[name]):
            yield _wrong(f"{call.__name__}: {name}", given[name], form)


def _wrong(what: str, value: object, form: object) -> WrongType:
    shown = type(value).__name__
    with suppress(ValueError):  # a number may be too large to be written
        shown = short(value)
    return WrongType(f"{what} is {shown}; expected {_named(form)}")


def _usual(form: Any) -> frozenset[type]:  # noqa: ANN401  a type, as it is annotated
    """Return the types of most values of a type, which need no closer look."""
    parts = get_args(form) if get_origin(form) in {Union, UnionType} else (form,)
    return frozenset(one for one in parts if one in _WORDS)


def _test(form: Any) -> Test:  # noqa: ANN401  a type, as it is annotated
    """Return what tells whether a value is of a type; of which nothing is known, any value is."""
    origin, parts = get_origin(form), get_args(form)
    if origin in {Union, UnionType}:
        tests = [_test(one) for one in parts]
        return lambda value: any(test(value) for test in tests)
    if origin is Literal:  # which of them is right is told where it is looked at
        return _test(type(parts[0]))
    if _is_list(form):
        return _of_items(origin, parts)
    if form is str:  # an Enum that is a text too may be written otherwise than it is compared
        return lambda value: isinstance(value, str) and f"{value}" == str.__str__(value)
    if form is int:
        return lambda one: isinstance(one, int) and type(one) is not bool and abs(one) < 10**99
    kind = int | float if form is float else origin or form
    return lambda value: not isinstance(kind, type | UnionType) or isinstance(value, kind)


def _is_list(form: Any) -> bool:  # noqa: ANN401  a type, as it is annotated
    origin = get_origin(form)
    return isinstance(origin, type) and issubclass(origin, Iterable)


def _of_items(origin: type, parts: tuple[Any, ...]) -> Test:
    """Return what tells whether a value is a mapping, a row or a list of items of a type.

    A text is no list of its letters, nor a mapping one of its keys.
    """
    tests = [_test(one) for one in parts if one is not Ellipsis]
    if issubclass(origin, Mapping):
        return lambda value: (
            isinstance(value, Mapping)
            and all(tests[0](one) and tests[1](other) for one, other in value.items())
        )
    if origin is tuple and len(tests) == len(parts):
        return lambda value: (
            isinstance(value, tuple | list)
            and len(value) == len(tests)
            and all(test(one) for test, one in zip(tests, value, strict=True))
        )
    usual, test = _usual(parts[0]), tests[0]

    def listed(value: object) -> bool:
        if type(value) is not tuple:
            if isinstance(value, _NO_LISTS) or not isinstance(value, origin):
                return False
            if not isinstance(value, Collection):
                return True  # it can perhaps not be read twice
        return all([type(one) in usual or test(one) for one in value])  # noqa: C419  the faster one

    return listed


def _named(form: Any) -> str:  # noqa: ANN401  a type, as it is annotated
    """Return the name of a type as a sentence has it."""
    origin, parts = get_origin(form), get_args(form)
    if origin in {Union, UnionType}:
        return " or ".join(dict.fromkeys(map(_named, parts)))
    if origin is Literal:
        return f"one of {', '.join(map(str, parts))}"
    if origin is tuple and parts[-1] is not Ellipsis:
        return f"({', '.join(map(_named, parts))})"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"a mapping, from {_named(parts[0])} to {_named(parts[1])}"
    if _is_list(form):
        return f"a list, each item {_named(parts[0])}"
    return _WORDS.get(form) or str(getattr(form, "__name__", form))
