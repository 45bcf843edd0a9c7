"""The YAML of an amendment: drafts of clauses and readings beside those of an edition."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from aro.amendments.files import MAIN
from aro.knowledge.catalogue import Catalogue, line_of
from aro.knowledge.edition import Amendment, Edition, Law
from aro.knowledge.yaml_nodes import Items, Node, Table, Text
from aro.knowledge.yaml_reader import Keys, Reader

REPEALS = 200
"""How many clauses it may repeal."""

_SUBJECT = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class _MainFile:
    title: str
    subjects: tuple[str, ...] = ()
    repeals: tuple[str, ...] = ()


class AmendmentCatalogue(Catalogue):
    """The YAML of an amendment to the edition `base`."""

    base: Edition

    apart: ClassVar[frozenset[str]] = frozenset({"amendment", "accepted", "readings"})

    def amended(self, laws: tuple[Law, ...], digest: str) -> Edition:
        """Return the edition with what the files say, and with these rules of the amendment."""
        base, folder = self.base, Path(self.place)
        self.releases = base.releases
        how: Keys = {"repeals": self._repeals}
        reader, node, file = self.opened(MAIN, "an amendment", _MainFile, how)
        line = line_of(node, "subjects")
        for subject in file.subjects:
            if not _SUBJECT.fullmatch(subject):
                expected = "a word in lower case, with _ for spaces"
                reader.fault(line, f"subject {subject!r}", expected)
            elif subject in {one.subject for one in base.articles} | self.apart:
                what = f"{subject!r} is a subject of {base.name}"
                reader.fault(line, what, "a name of the amendment's own")
        own = tuple(one for one in dict.fromkeys(file.subjects) if _SUBJECT.fullmatch(one))
        articles = self.articles(own, reader, line)
        has_readings = not self.files.keys().isdisjoint({"readings.yaml", "readings.lp"})
        readings = tuple(self.readings()) if has_readings else ()
        if file.title and not (file.repeals or self.clauses or readings):
            reader.fault(1, "the amendment changes nothing", "a clause, a reading or a repeal")
        self.follow_links()
        return replace(
            base,
            title=f"{base.title}, amended: {file.title}",
            articles=(*base.articles, *articles),
            readings=(*base.readings, *readings),
            amendment=Amendment(
                name=folder.resolve().name,
                title=file.title,
                folder=folder,
                repeals=file.repeals,
                laws=laws,
                digest=digest,
            ),
        )

    def document(self, reader: Reader, name: str) -> Node | None:
        """Return what a file holds, None if it is at fault; no character of it may be unseen."""
        if name not in self.files:
            reader.fault(None, "there is no such file")
            return None
        node = Catalogue.document(self, reader, name)
        for line, text in _texts(node) if node is not None else ():
            hidden = [one for one in text if not one.isprintable() and one not in "\n\t"]
            if hidden:
                what = f"the text holds the unseen character U+{ord(hidden[0]):04X}"
                reader.fault(line, what, "what can be seen")
        return node

    def _repeals(self, reader: Reader, node: Node, key: str) -> tuple[str, ...]:
        items = reader.sequence(node, key)
        if len(items) > REPEALS:
            reader.fault(node, f"{len(items)} repeals", f"at most {REPEALS}")
        names = [self.of_base(reader, item) for item in items[:REPEALS]]
        return tuple(name for name in names if name is not None)


def _texts(node: Node) -> Iterator[tuple[int, str]]:
    match node:
        case Text():
            yield node.line, node.value
        case Items():
            for one in node.value:
                yield from _texts(one)
        case Table():
            for key, one in node.value.items():
                yield node.lines[key], key
                yield from _texts(one)
