"""The YAML of an amendment: drafts of clauses and readings beside those of an edition."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from aro.errors import Fault
from aro.knowledge.catalogue import Catalogue, line_of
from aro.knowledge.edition import Article, Clause, Edition, Reading
from aro.knowledge.yaml_nodes import Items, Node, Table, Text
from aro.knowledge.yaml_reader import Keys, Reader

MAIN = "amendment.yaml"
"""The file that makes a folder an amendment."""

_SUBJECT = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafts:
    """What the YAML of an amendment says."""

    title: str
    repeals: tuple[str, ...]
    articles: tuple[Article, ...]
    readings: tuple[Reading, ...]
    clauses: dict[str, Clause]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class _MainFile:
    title: str
    subjects: tuple[str, ...] = ()
    repeals: tuple[str, ...] = ()


class AmendmentCatalogue(Catalogue):
    """The YAML of an amendment to the edition `base`."""

    base: Edition

    apart: ClassVar[frozenset[str]] = frozenset({"amendment", "accepted", "readings"})

    def drafts(self) -> Drafts:
        """Return what the files say, and every fault of theirs."""
        self.releases = self.base.releases
        how: Keys = {"repeals": self._repeals}
        reader, node, file = self.opened(MAIN, "an amendment", _MainFile, how)
        line = line_of(node, "subjects")
        for subject in file.subjects:
            if not _SUBJECT.fullmatch(subject):
                what = f"subject {subject!r}"
                reader.fault(line, what, expected="a word in lower case, with _ for spaces")
            elif subject in {one.subject for one in self.base.articles} | self.apart:
                what = f"{subject!r} is a subject of {self.base.name}"
                reader.fault(line, what, expected="a name of the amendment's own")
        own = tuple(one for one in dict.fromkeys(file.subjects) if _SUBJECT.fullmatch(one))
        articles = tuple(self.articles(own, reader, line))
        has_readings = not self.files.keys().isdisjoint({"readings.yaml", "readings.lp"})
        readings = tuple(self.readings()) if has_readings else ()
        if file.title and not (file.repeals or self.clauses or readings):
            reader.fault(1, "the amendment changes nothing", expected="subjects or repeals")
        self.follow_links()
        return Drafts(
            title=file.title,
            repeals=file.repeals,
            articles=articles,
            readings=readings,
            clauses=self.clauses,
            faults=tuple(fault for each in self.readers for fault in each.faults),
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
                reader.fault(line, what, expected="what can be seen")
        return node

    def admit(self, reader: Reader, clause: Clause) -> None:
        """Take a clause in, if it is of an article that the edition does not have."""
        taken = {one.partition(".")[2].partition(".")[0] for one in self.base.clauses}
        article = clause.id.partition(".")[2].partition(".")[0]
        if article in taken:
            what = f"{clause.id!r} is of {article!r}, an article of {self.base.name}"
            reader.fault(clause.line, what, expected=f"such as {self.name}.my_rules.1")
        else:
            Catalogue.admit(self, reader, clause)

    def readings(self) -> Iterator[Reading]:
        """Yield the ambiguities that are the amendment's own."""
        taken = {one.id for one in self.base.readings}
        for one in Catalogue.readings(self):
            if one.id in taken:
                what = f"{one.id} is a reading of {self.base.name}"
                self.readers[-1].fault(1, what, expected="a name of the amendment's own")
            yield one

    def _repeals(self, reader: Reader, node: Node, key: str) -> tuple[str, ...]:
        items = reader.sequence(node, key)
        names = (self.of_base(reader, item, f"an item of {key}") for item in items)
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
