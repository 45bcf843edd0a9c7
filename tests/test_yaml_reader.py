"""The YAML reader: what it takes as written, what it refuses, and in which words."""

from pathlib import Path

import pytest

from aro.errors import SituationError
from aro.knowledge.yaml_nodes import Items, Table, Text
from aro.knowledge.yaml_reader import LIMIT, Reader, document, documents, parse


def faults(data: str | bytes) -> list[str]:
    reader = Reader("f.yaml")
    parse(reader, data)
    return [str(fault) for fault in reader.faults]


def node(text: str) -> tuple[Reader, Table]:
    reader = Reader("f.yaml")
    (found,) = parse(reader, text)
    assert isinstance(found, Table)
    return reader, found


def test_every_scalar_is_the_text_that_was_written() -> None:
    _, table = node("a: no\nb: on\nc: 1.10\nd: 2024-01-01\ne: '~'\nf: '5'\n")
    scalars = {key: value.value for key, value in table.value.items()}
    assert scalars == {"a": "no", "b": "on", "c": "1.10", "d": "2024-01-01", "e": "~", "f": "5"}


@pytest.mark.parametrize("null", ["null", "~", "NULL", ""])
def test_a_null_is_a_key_without_a_value_in_yaml_and_in_json(null: str) -> None:
    _, table = node(f"a: {null}\n")
    _, line = node('{"a": null, "b": "null"}')
    assert table.value["a"] == line.value["a"] == Text("", 1)
    assert line.value["b"] == Text("null", 1)


def test_a_node_knows_its_line() -> None:
    _, table = node("a: 1\nb:\n  - '1'\n  - x\n")
    assert table.value["a"] == Text("1", 1)
    assert table.value["b"] == Items((Text("1", 3), Text("x", 4)), 3)
    assert table.lines == {"a": 1, "b": 2}


def test_several_documents_are_several_nodes() -> None:
    reader = Reader("f.yaml")
    assert parse(reader, "a\n---\nb\n") == (Text("a", 1), Text("b", 3))
    assert parse(reader, "") == ()
    assert reader.faults == []


def test_a_key_given_twice_is_a_fault_and_the_first_one_holds() -> None:
    reader, table = node("a: 1\nb: 2\na: 3\n")
    assert [str(fault) for fault in reader.faults] == [
        "f.yaml:3: 'a' is given twice, first in line 1"
    ]
    assert table.value["a"] == Text("1", 1)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(
            "a: b\nx: !!python/object/apply:os.system ['ls']\n",
            "f.yaml:2: the tag tag:yaml.org,2002:python/object/apply... is not read; "
            "expected plain text",
            id="python",
        ),
        pytest.param(
            "a: !x 1", "f.yaml:1: the tag !x is not read; expected plain text", id="own tag"
        ),
        pytest.param(
            "a: &x [l, o, l]\nb: [*x, *x]\n",
            "f.yaml:1: anchors and aliases (&, *) are not read; expected the text itself",
            id="laughs",
        ),
        pytest.param("[" * 100_000, "f.yaml:1: nested deeper than 24 levels", id="lists"),
        pytest.param("{a: " * 100_000, "f.yaml:1: nested deeper than 24 levels", id="mappings"),
        pytest.param(
            "ok: 1\n? [a]\n: b", "f.yaml:2: a key is a list or a mapping; expected a name", id="key"
        ),
        pytest.param(
            b"a: 1\nb: \xff\n", "f.yaml:2: byte 0xff is not UTF-8; expected a UTF-8 text", id="utf8"
        ),
        pytest.param(
            b"x" * (10 * LIMIT),
            "f.yaml: the file is too large; expected at most 1024 KiB",
            id="10 MB",
        ),
    ],
)
def test_what_is_no_plain_yaml_is_refused_with_its_line(data: str | bytes, message: str) -> None:
    assert faults(data) == [message]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ("a: [", "f.yaml:"),
        ("a: b\nc: d: e\n", "f.yaml:2: not YAML: "),
        ("a: 1\nb: \0", "f.yaml:"),
        ("# " + "é" * 99 + "\na: 1\nb: \a" + "\n#" * 99, "f.yaml:3: not YAML: "),
    ],
)
def test_what_is_no_yaml_is_a_fault_with_its_line(data: str, place: str) -> None:
    (message,) = faults(data)
    assert message.startswith(place)
    assert "not YAML: " in message


def test_both_parsers_of_pyyaml_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["a: 1\nb: ['x', \"y\", z]\nc: >-\n  long\n  text\n", "- a\n- b: c\n---\n- d\n"]
    fast = [parse(Reader("f.yaml"), text) for text in texts]
    monkeypatch.setattr("aro.knowledge.yaml_reader._LOADER", __import__("yaml").SafeLoader)
    assert [parse(Reader("f.yaml"), text) for text in texts] == fast
    assert faults("a: 1\nb: \0") == ["f.yaml:2: not YAML: a character that may not stand in it"]


def test_a_large_file_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.truncate(10 * LIMIT)
    reader = Reader("large.yaml")
    assert documents(reader, path) == ()
    assert [str(fault) for fault in reader.faults] == [
        "large.yaml: the file is too large; expected at most 1024 KiB"
    ]


def test_a_missing_file_and_a_folder_are_faults(tmp_path: Path) -> None:
    reader = Reader("f.yaml")
    assert document(reader, tmp_path / "none.yaml") is None
    assert document(reader, tmp_path) is None
    assert [str(fault) for fault in reader.faults] == [
        "f.yaml: cannot be read: No such file or directory",
        "f.yaml: cannot be read: Is a directory",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.yaml:1: the file is empty; expected one YAML document"),
        ("a\n---\nb\n", "f.yaml:3: the file holds 2 documents; expected one YAML document"),
    ],
)
def test_one_document_is_asked_for(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "f.yaml"
    path.write_text(text, encoding="utf-8")
    reader = Reader("f.yaml")
    assert document(reader, path) is None
    assert [str(fault) for fault in reader.faults] == [message]


def test_a_mapping_says_which_keys_are_unknown_and_which_are_missing() -> None:
    reader, table = node("who: a\ndose: move\nwhen: first\n")
    keys = reader.mapping(table, "an act", required=("who", "does"), optional=("at",))
    assert set(keys) == {"who"}
    assert [str(fault) for fault in reader.faults] == [
        "f.yaml:2: unknown key of an act: 'dose'; did you mean 'does'?",
        "f.yaml:3: unknown key of an act: 'when'; expected one of at, does, who",
        "f.yaml:1: an act has no 'does'",
    ]


def test_the_wrong_kind_of_node_is_named() -> None:
    reader, table = node(f"a: [1]\nb: {{c: d}}\nc:\nd: {'x' * 50}\n")
    assert reader.mapping(table.value["a"], "the table") == {}
    assert reader.sequence(table.value["b"], "the list") == ()
    assert reader.sequence(table.value["d"], "the list") == ()
    assert reader.text(table.value["c"], "the name") is None
    assert [str(fault) for fault in reader.faults] == [
        "f.yaml:1: the table is a list; expected a mapping (key: value)",
        "f.yaml:2: the list is a mapping; expected a list",
        f"f.yaml:4: the list is '{'x' * 37}...'; expected a list",
        "f.yaml:3: the name is empty; expected text",
    ]


def test_texts_go_on_after_a_fault() -> None:
    reader, table = node("a: [x, [y], z]\n")
    assert reader.texts(table.value["a"], "names") == ("x", "z")
    assert [str(fault) for fault in reader.faults] == [
        "f.yaml:1: an item of names is a list; expected text"
    ]


def test_a_choice_is_one_of_its_names() -> None:
    reader, table = node("a: succes\nb: maybe\nc: success\nd: []\n")
    names = ("success", "failure")
    found = [reader.choice(value, "result", names) for value in table.value.values()]
    assert found == [None, None, "success", None]
    assert [str(fault) for fault in reader.faults] == [
        "f.yaml:1: unknown result 'succes'; did you mean 'success'?",
        "f.yaml:2: unknown result 'maybe'; expected one of failure, success",
        "f.yaml:4: result is a list; expected text",
    ]


def test_closing_raises_all_faults_of_the_file_at_once() -> None:
    reader, table = node("a: 1\na: 2\nb: 3\n")
    reader.mapping(table, "a case", required=("title",), optional=("a",))
    with pytest.raises(ExceptionGroup) as caught:
        reader.close("f.yaml cannot be read", SituationError)
    assert len(caught.value.exceptions) == 3
    Reader("g.yaml").close("g.yaml cannot be read", SituationError)
