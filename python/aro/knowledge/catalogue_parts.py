"""The parts that the YAML of an edition is made of: texts, sources, rulings, alternatives."""

from collections.abc import Iterable, Iterator

from aro.knowledge.edition import Alternative, PublishedAnswer, Source, Unseen
from aro.knowledge.names import is_term
from aro.knowledge.yaml_nodes import Node, Table
from aro.knowledge.yaml_reader import Reader


def text(reader: Reader, keys: dict[str, Node], key: str) -> str:
    """Return the text under a key, empty if there is none."""
    return (reader.text(keys[key], key) or "") if key in keys else ""


def texts(reader: Reader, keys: dict[str, Node], key: str) -> tuple[str, ...]:
    """Return the texts listed under a key."""
    return reader.texts(keys[key], key) if key in keys else ()


def choice(reader: Reader, keys: dict[str, Node], key: str, names: Iterable[str]) -> str:
    """Return the text under a key, which has to be one of `names`."""
    return (reader.choice(keys[key], key, names) or "") if key in keys else ""


def absent(reader: Reader, keys: dict[str, Node]) -> Iterator[Unseen]:
    """Yield the pages that an edition is known to lack, with what would stand on them."""
    table = reader.table(keys["absent"], "absent") if "absent" in keys else None
    for page, node in table.value.items() if table else ():
        found = reader.mapping(node, "an absent page", required=("says", "unseen"))
        yield from unseen(reader, found, page, text(reader, found, "says"))


def unseen(reader: Reader, keys: dict[str, Node], page: str, says: str) -> Iterator[Unseen]:
    """Yield what of a page was not seen, if the keys tell which Laws would stand there."""
    if "unseen" not in keys:
        return
    node = keys["unseen"]
    if not says:
        reader.fault(node, "'unseen' without 'incomplete'")
    laws = texts(reader, keys, "unseen")
    for one in laws:
        if not is_term(one):
            reader.fault(node, f"{one!r} is no pattern of a Law", expected="begins(STATE,_)")
    yield Unseen(page=page, says=says, laws=laws, file=reader.file, line=node.line)


def source(
    reader: Reader, key: str, table: Table, provenances: Iterable[str]
) -> tuple[Source, tuple[Unseen, ...]]:
    """Return the source of a key of `table`, of one of the `provenances`, and what it lacks."""
    required, optional = ("title", "version", "provenance"), ("url", "incomplete", "unseen")
    keys = reader.mapping(table.value[key], "a source", required=required, optional=optional)
    found = Source(
        key=key,
        title=text(reader, keys, "title"),
        url=text(reader, keys, "url") or None,
        version=text(reader, keys, "version"),
        provenance=choice(reader, keys, "provenance", provenances),
        incomplete=text(reader, keys, "incomplete") or None,
    )
    return found, tuple(unseen(reader, keys, found.title, found.incomplete or ""))


def published_answer(reader: Reader, node: Node | None) -> PublishedAnswer | None:
    """Return the question and answer of a published FAQ."""
    if node is None:
        return None
    required = ("version", "question", "answer")
    keys = reader.mapping(node, "a faq", required=required, optional=("note",))
    return PublishedAnswer(
        version=text(reader, keys, "version"),
        question=text(reader, keys, "question"),
        answer=text(reader, keys, "answer"),
        note=text(reader, keys, "note") or None,
    )


def alternatives(reader: Reader, node: Node | None) -> Iterator[Alternative]:
    """Yield the alternatives of a reading."""
    for item in reader.sequence(node, "alternatives") if node is not None else ():
        keys = reader.mapping(item, "an alternative", required=("name", "says"))
        yield Alternative(name=text(reader, keys, "name"), says=text(reader, keys, "says"))
