"""The YAML of an amendment: drafts of clauses and readings beside those of an edition."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from aro.errors import Fault
from aro.knowledge import catalogue_parts as parts
from aro.knowledge.catalogue import Catalogue
from aro.knowledge.edition import DRAFT, Article, Clause, Edition, Reading
from aro.knowledge.yaml_nodes import Items, Node, Table, Text
from aro.knowledge.yaml_reader import Reader

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


@dataclass(slots=True)
class AmendmentCatalogue(Catalogue):
    """The YAML of an amendment to the edition `base`."""

    _: KW_ONLY
    base: Edition

    provenances: ClassVar[tuple[str, ...]] = (DRAFT,)
    apart: ClassVar[frozenset[str]] = frozenset({"amendment", "accepted", "readings"})
    more: ClassVar[tuple[str, ...]] = ("replaces",)

    def drafts(self) -> Drafts:
        """Return what the files say, and every fault of theirs."""
        self.releases = self.base.releases
        reader, keys = self.opened(
            MAIN, "an amendment", required=("title",), optional=("subjects", "repeals")
        )
        subjects = parts.texts(reader, keys, "subjects")
        at = keys.get("subjects", 1)
        for subject in subjects:
            if not _SUBJECT.fullmatch(subject):
                what = f"subject {subject!r}"
                reader.fault(at, what, expected="a word in lower case, with _ for spaces")
            elif subject in {one.subject for one in self.base.articles} | self.apart:
                what = f"{subject!r} is a subject of {self.base.name}"
                reader.fault(at, what, expected="a name of the amendment's own")
        repeals = parts.texts(reader, keys, "repeals")
        self._of_edition(reader, keys.get("repeals"), repeals)
        own = [one for one in dict.fromkeys(subjects) if _SUBJECT.fullmatch(one)]
        articles = tuple(self.articles(tuple(own), reader, keys))
        readings = tuple(self.readings()) if self._has_readings() else ()
        if keys and not (repeals or self.clauses or readings):
            reader.fault(1, "the amendment changes nothing", expected="subjects or repeals")
        self.follow_links()
        return Drafts(
            title=parts.text(reader, keys, "title"),
            repeals=repeals,
            articles=articles,
            readings=readings,
            clauses=self.clauses,
            faults=tuple(fault for each in self.readers for fault in each.faults),
        )

    def opened(
        self, name: str, what: str, *, required: Iterable[str], optional: Iterable[str] = ()
    ) -> tuple[Reader, dict[str, Node]]:
        """Return a reader of a file and the keys that it has, without a character unseen."""
        if name not in self.files:
            reader = Reader(f"{self.place}/{name}")
            reader.faults.append(Fault(message="there is no such file", file=reader.file))
            self.readers.append(reader)
            return reader, {}
        reader, keys = Catalogue.opened(self, name, what, required=required, optional=optional)
        for node in keys.values():
            for line, text in _texts(node):
                hidden = [one for one in text if not one.isprintable() and one not in "\n\t"]
                if hidden:
                    told = f"the text holds the unseen character U+{ord(hidden[0]):04X}"
                    reader.fault(line, told, expected="what can be seen")
        return reader, keys

    def admit(self, reader: Reader, clause: Clause) -> None:
        """Take a clause in, if it is of an article that the edition does not have."""
        taken = {one.partition(".")[2].partition(".")[0] for one in self.base.clauses}
        article = clause.id.partition(".")[2].partition(".")[0]
        if article in taken:
            what = f"{clause.id!r} is of {article!r}, an article of {self.base.name}"
            reader.fault(clause.line, what, expected=f"such as {self.name}.my_rules.1")
        else:
            Catalogue.admit(self, reader, clause)
        if clause.replaces is not None:
            self._of_edition(reader, clause.line, (clause.replaces,))

    def readings(self) -> Iterator[Reading]:
        """Yield the ambiguities that are the amendment's own."""
        taken = {one.id for one in self.base.readings}
        for one in Catalogue.readings(self):
            if one.id in taken:
                reader = self.readers[-1]
                what = f"{one.id} is a reading of {self.base.name}"
                reader.fault(1, what, expected="a name of the amendment's own")
            yield one

    def follow_links(self) -> None:
        """Note the links that lead to no clause, of the amendment or of its edition."""
        known = self.base.clauses.keys() | self.clauses.keys()
        for reader, line, link in self.links:
            if link not in known:
                reader.unknown(line, "clause", link, known)

    def _has_readings(self) -> bool:
        return any(name in self.files for name in ("readings.yaml", "readings.lp"))

    def _of_edition(self, reader: Reader, at: Node | int | None, names: Iterable[str]) -> None:
        """Note the names that are no clauses of the edition."""
        nodes = at.value if isinstance(at, Items) else ()
        lines = {one.value.strip(): one.line for one in nodes if isinstance(one, Text)}
        place = at if isinstance(at, int) else 1
        for name in names:
            if name not in self.base.clauses:
                reader.unknown(lines.get(name, place), "clause", name, self.base.clauses)


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
