"""The form of the JSON that aro prints, as a JSON Schema made from the types of its values.

`python -m aro.report.json_schema` writes `answers.schema.json`; a test holds it to the values.
"""

import inspect
import json
import sys
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin

from aro.analysis.check import Check
from aro.analysis.diff import Diff
from aro.answers import Outcome, Stamp, Verdict
from aro.cases.suite import SuiteReport
from aro.report.documents import AnsweredLine, Batched, Choices, Report
from aro.report.edition_documents import ClauseList, Coverage, ReadingList, Text
from aro.report.json_writer import FORMAT, Json, keys
from aro.rulebook import Rulebook

DOCUMENTS = (
    *(Verdict, Outcome, Report, AnsweredLine, Batched, ClauseList, ReadingList, Coverage),
    *(Check, Diff, SuiteReport, Text),
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


class _Schema:
    """The schema while it is made: each kind of value has a definition, under its name."""

    def __init__(self) -> None:
        self.definitions: dict[str, Json] = {}
        self._names: dict[type, str] = {}

    def of(self, hint: object) -> dict[str, Json]:
        """Return the schema of a type."""
        origin, within = get_origin(hint), get_args(hint)
        form: dict[str, Json]
        if hint is Rulebook:
            form = self.of(Stamp)
        elif hint in _SIMPLE:
            form = {"type": _SIMPLE[hint]}
        elif isinstance(hint, type) and is_dataclass(hint):
            form = {"$ref": f"#/$defs/{self._defined(hint)}"}
        elif origin is Literal:
            form = {"enum": list(within)}
        elif origin in {Union, UnionType}:
            form = {"anyOf": [self.of(one) for one in within]}
        elif origin is tuple and within[-1] is not Ellipsis:
            held: list[Json] = [self.of(one) for one in within]
            form = {"type": "array", "prefixItems": held, "items": False, "minItems": len(held)}
        elif isinstance(origin, type) and issubclass(origin, Mapping):
            form = {"type": "object", "additionalProperties": self.of(within[1])}
        elif isinstance(origin, type) and issubclass(origin, Sequence | AbstractSet):
            form = {"type": "array", "items": self.of(within[0])}
        else:
            raise TypeError(f"{hint!r} has no form in JSON")
        return form

    def _defined(self, kind: type) -> str:
        if kind not in self._names:
            module = kind.__module__.rpartition(".")[2]
            taken = kind.__name__ in self._names.values()
            name = self._names[kind] = f"{module}.{kind.__name__}" if taken else kind.__name__
            self.definitions[name] = {}  # for a kind that holds its own kind
            properties = {key: self.of(hint) for key, (hint, _) in keys(kind).items()}
            self.definitions[name] = {
                "description": inspect.getdoc(kind),
                "type": "object",
                "properties": {**properties},
                "required": [*properties],
            }
        return self._names[kind]


def schema() -> dict[str, Json]:
    """Return the JSON Schema of every document."""
    made = _Schema()
    documents: list[Json] = [made.of(kind) for kind in DOCUMENTS]
    choices: dict[str, Json] = {"properties": {"choices": made.of(Choices)}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What aro prints as JSON, {FORMAT}",
        "type": "object",
        "properties": {"format": {"const": FORMAT}},
        "required": ["format"],
        "anyOf": [*documents, {**choices, "required": ["choices"]}],
        "$defs": made.definitions,
    }


def text() -> str:
    """Return the text of `answers.schema.json`."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    """Write `answers.schema.json` and return the exit code."""
    FILE.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
