"""The form of the JSON that aro prints, as a JSON Schema made from the types of its values.

`python -m aro.report.json_schema` writes `answers.schema.json`; a test holds it to the values.
"""

import inspect
import json
import sys
from collections.abc import Mapping
from dataclasses import is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin

from aro.analysis.check import Check
from aro.analysis.diff import Diff
from aro.analysis.meanings import Meaning
from aro.answers import Outcome, Stamp, Verdict
from aro.cases.suite import SuiteReport
from aro.report.coverage import Coverage
from aro.report.documents import AnsweredLine, Batched, Choices, Report, Text
from aro.report.json_writer import FORMAT, Json, keys
from aro.report.rules import ClauseList, ReadingList
from aro.rulebook import Rulebook

DOCUMENTS = (
    *(Verdict, Outcome, Report, AnsweredLine, Batched, ClauseList, ReadingList, Coverage),
    *(Meaning, Check, Diff, SuiteReport, Text),
)
"""The values that are documents of their own."""

FILE = Path(__file__).with_name("answers.schema.json")

_SIMPLE: Mapping[object, str] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    Path: "string",
    NoneType: "null",
}

Definitions = dict[str, Json]
"""The schema of each kind of value that has fields, under its name."""


def schema() -> dict[str, Json]:
    """Return the JSON Schema of every document."""
    definitions: Definitions = {}
    documents: list[Json] = [_form(kind, definitions) for kind in DOCUMENTS]
    choices: dict[str, Json] = {"choices": _form(Choices, definitions)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What aro prints as JSON, {FORMAT}",
        "type": "object",
        "properties": {"format": {"const": FORMAT}},
        "required": ["format"],
        "anyOf": [*documents, {"properties": choices, "required": ["choices"]}],
        "$defs": definitions,
    }


def text() -> str:
    """Return the text of `answers.schema.json`."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    """Write `answers.schema.json` and return the exit code."""
    FILE.write_text(text(), encoding="utf-8")
    return 0


def _form(hint: object, definitions: Definitions) -> dict[str, Json]:
    """Return the schema of a type, and add those of the kinds of value within it."""
    hint = Stamp if hint is Rulebook else hint
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"enum": [*arguments]}
    if hint in _SIMPLE:
        return {"type": _SIMPLE[hint]}
    if isinstance(hint, type) and is_dataclass(hint):
        return {"$ref": f"#/$defs/{_defined(hint, definitions)}"}
    within: list[Json] = [_form(one, definitions) for one in arguments if one is not Ellipsis]
    if origin in {Union, UnionType}:
        return {"anyOf": within}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": within[1]}
    items: dict[str, Json] = {"items": within[0]}
    if origin is tuple and Ellipsis not in arguments:
        items = {"prefixItems": within, "items": False, "minItems": len(within)}
    return {"type": "array", **items}


def _defined(kind: type, definitions: Definitions) -> str:
    """Define a kind of value, once, and return its name."""
    name = kind.__name__
    if name not in definitions:
        definitions[name] = {}  # for a kind that holds its own kind
        properties = {key: _form(hint, definitions) for key, (hint, _) in keys(kind).items()}
        definitions[name] = {
            "description": inspect.getdoc(kind),
            "type": "object",
            "properties": {**properties},
            "required": [*properties],
        }
    return name


if __name__ == "__main__":
    sys.exit(main())
