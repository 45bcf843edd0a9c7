"""The YAML of an edition, read into the values of `edition`, with every fault of every file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from aro.errors import Fault, KnowledgeError, raise_faults
from aro.knowledge.edition import (
    DRAFT,
    ENCODABLE,
    PROVENANCES,
    Alternative,
    Article,
    Clause,
    Edition,
    Halves,
    PublishedAnswer,
    Reading,
    Source,
    Unseen,
    is_clause_id,
)
from aro.knowledge.names import is_term, is_word
from aro.knowledge.yaml_nodes import Node, Table, Text
from aro.knowledge.yaml_reader import NOTHING, Keys, Reader, document

_T = TypeVar("_T")


def read(folder: Path) -> Edition:
    """Return the edition of a folder; all faults are raised in one group of `KnowledgeError`s."""
    files = {path.name: path for path in folder.iterdir()}
    catalogue = Catalogue(folder.name, f"kb/{folder.name}", files)
    edition = catalogue.edition(tuple(sorted(folder.glob("*.lp"))))
    raise_faults(f"the catalogue of {folder.name} is at fault", catalogue.faults, KnowledgeError)
    return edition


@dataclass(slots=True)
class Catalogue:
    """The files of an edition, or of an amendment to the edition `base`, by name.

    `place` is where they lie, and `faults` are all that were met in them. What is at fault is left
    out of the values.
    """

    name: str
    place: str
    files: Mapping[str, Path | str]
    base: Edition | None = None
    faults: list[Fault] = field(default_factory=list)
    releases: tuple[str, ...] = ()
    clauses: dict[str, Clause] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    links: list[tuple[Reader, int, str]] = field(default_factory=list)
    unseen: list[Unseen] = field(default_factory=list)

    apart: ClassVar[frozenset[str]] = frozenset({"edition", "readings", "accepted"})
    """The files that are no articles."""

    def edition(self, laws: tuple[Path, ...]) -> Edition:
        """Return the edition that has these files of rules."""
        how: Keys = {"edition": partial(_exactly, expected=self.name), "absent": Reader.table}
        reader, node, file = self.opened("edition.yaml", "an edition", _EditionFile, how)
        self.releases = file.releases
        if not file.releases:
            reader.fault(line_of(node, "releases"), "no release", "at least one")
        articles = self.articles(file.subjects, reader, line_of(node, "subjects"))
        readings = tuple(self.readings())
        for page, told in file.absent.value.items() if file.absent else ():
            keys = reader.mapping(told, "an absent page", required=("says", "unseen"))
            says = reader.text(keys["says"], "says") if "says" in keys else None
            self.lacks(reader, told, page, says, whole=True)
        self.follow_links()
        return Edition(
            name=self.name,
            title=file.title,
            releases=file.releases,
            articles=articles,
            readings=readings,
            unseen=tuple(self.unseen),
            laws=laws,
            starter=file.starter,
            unchanged=file.unchanged,
        )

    def document(self, reader: Reader, name: str) -> Node | None:
        """Return what a file holds, None if it is at fault."""
        return document(reader, self.files.get(name, Path(self.place) / name))

    def opened(
        self, name: str, what: str, form: type[_T], read: Keys = NOTHING
    ) -> tuple[Reader, Node | None, _T]:
        """Return a reader of a file, what the file holds, and the value that this describes."""
        reader = Reader(f"{self.place}/{name}", self.faults)
        node = self.document(reader, name)
        return reader, node, reader.record(node, what, form, read=read)

    def articles(self, subjects: tuple[str, ...], reader: Reader, line: int) -> tuple[Article, ...]:
        """Return the articles on some subjects, which a line of the main file names."""
        present = self._named(".yaml") - self.apart
        laws = self._named(".lp") - {"readings"}
        for subject in (present | laws) - set(subjects):
            reader.fault(line, f"the files of {subject!r} belong to no subject of the edition")
        for subject in set(subjects) - present:
            reader.unknown(line, "subject", subject, present)
        return tuple([self._article(subject) for subject in subjects if subject in present])

    def readings(self) -> Iterator[Reading]:
        """Yield the ambiguities."""
        how: Keys = {"readings": Reader.sequence}
        reader, _, file = self.opened("readings.yaml", "the readings", _ReadingsFile, how)
        of_base = {one.id for one in self.base.readings} if self.base else set()
        lines: dict[str, int] = {}
        how = {"clauses": self._linked, "alternatives": _alternatives}
        for node in file.readings:
            reading = reader.record(node, "a reading", Reading, read=how)
            names = [one.name for one in reading.alternatives if one.name]
            if reading.default and reading.default not in names:
                reader.unknown(line_of(node, "default"), "default", reading.default, names)
            line = line_of(node, "id")
            if not reading.id:
                continue
            if not (reading.id.startswith(f"r_{self.name}_") and is_word(reading.name)):
                reader.fault(line, f"{reading.id!r}", f"r_{self.name}_... and a word in lower case")
            elif self.base and reading.id in of_base:
                what = f"{reading.id} is a reading of {self.base.name}"
                reader.fault(line, what, "a name of the amendment's own")
            elif reading.id in lines:
                what = f"{reading.id} is given twice, first in line {lines[reading.id]}"
                reader.fault(line, what)
            else:
                lines[reading.id] = node.line
                yield reading

    def follow_links(self) -> None:
        """Note the links that lead to no clause, of these files or of the edition amended."""
        known = {*self.clauses, *(self.base.clauses if self.base else ())}
        for reader, line, link in self.links:
            if link not in known:
                reader.unknown(line, "clause", link, known)

    def of_base(self, reader: Reader, node: Node, _: str = "") -> str | None:
        """Return the id that a node is; a fault if it is of no clause of the edition amended."""
        return reader.choice(node, "clause", self.base.clauses if self.base else ())

    def lacks(
        self, reader: Reader, node: Node, page: str, says: str | None, *, whole: bool = False
    ) -> None:
        """Note what of a page was not seen, if a node tells which Laws would stand there."""
        unseen = _under(node, "unseen")
        if unseen is None:
            return
        if not says:
            reader.fault(unseen, "'unseen' without 'incomplete'")
        laws = reader.texts(unseen, "unseen")
        for law in laws:
            if not is_term(law):
                reader.fault(unseen, f"{law!r} is no pattern of a Law", "begins(STATE,_)")
        self.unseen.append(
            Unseen(
                page=page,
                says=says or "",
                laws=laws,
                file=reader.file,
                line=unseen.line,
                whole=whole,
            )
        )

    def _named(self, ending: str) -> set[str]:
        return {name.removesuffix(ending) for name in self.files if name.endswith(ending)}

    def _article(self, subject: str) -> Article:
        self.sources.clear()
        how: Keys = {
            "subject": partial(_exactly, expected=subject),
            "sources": self._sources,
            "clauses": self._clauses,
        }
        return self.opened(f"{subject}.yaml", "an article", Article, how)[2]

    def _sources(self, reader: Reader, node: Node, key: str) -> tuple[Source, ...]:
        known = [one for one in PROVENANCES if (one == DRAFT) == (self.base is not None)]
        how: Keys = {"provenance": partial(Reader.choice, names=known)}
        table = reader.table(node, key)
        for name, page in table.value.items() if table else ():
            source = reader.record(page, "a source", Source, read=how, beside=["unseen"], key=name)
            self.lacks(reader, page, source.title, source.incomplete)
            self.sources[name] = source
        return tuple(self.sources.values())

    def _clauses(self, reader: Reader, node: Node, key: str) -> tuple[Clause, ...]:
        read = [self._clause(reader, each) for each in reader.sequence(node, key)]
        return tuple([clause for clause in read if self.clauses.get(clause.id) is clause])

    def _clause(self, reader: Reader, node: Node) -> Clause:
        named = _under(node, "id")
        reader.clause = named.value if isinstance(named, Text) else None
        release = partial(Reader.choice, names=self.releases)
        wording = _under(node, "says")
        in_two = isinstance(wording, Table)
        halves = reader.record(wording, "a wording in halves", Halves) if in_two else None
        how: Keys = {
            "says": _whole if in_two else Reader.text,
            "source": self._source,
            "encodable": partial(Reader.choice, names=ENCODABLE),
            "since": release,
            "until": release,
            "faq": lambda _, one, key: reader.record(one, f"a {key}", PublishedAnswer),
            "carried_by": self._linked,
            "replaces": self.of_base,
        }
        given: dict[str, Any] = {"file": reader.file, "line": node.line, "halves": halves}
        if self.base is None:
            given["replaces"] = None
        clause = reader.record(node, "a clause", Clause, read=how, **given)
        if clause.encodable in {"partly", "no"} and clause.gap is None:
            reader.fault(node, f"a clause that is encodable {clause.encodable!r} has no 'gap'")
        if clause.id:
            self._admit(reader, clause)
        reader.clause = None
        return clause

    def _admit(self, reader: Reader, clause: Clause) -> None:
        """Take a clause in, if its id can be one, is new, and is of no article of the `base`."""
        name, line = clause.id, clause.line
        article = name.split(".")[1:2]
        if self.base and article in [one.split(".")[1:2] for one in self.base.clauses]:
            what = f"{name!r} is of {article[0]!r}, an article of {self.base.name}"
            reader.fault(line, what, f"such as {self.name}.my_rules.1")
        elif not is_clause_id(name) or not name.startswith(f"{self.name}."):
            expected = f"{self.name}.article.section.number"
            reader.fault(line, f"{name!r} is no clause id here", expected)
        elif name in self.clauses:
            first = self.clauses[name]
            reader.fault(line, f"{name} is given twice, first in {first.file}:{first.line}")
        else:
            self.clauses[name] = clause

    def _source(self, reader: Reader, node: Node, key: str) -> Source | None:
        return self.sources.get(reader.choice(node, key, self.sources) or "")

    def _linked(self, reader: Reader, node: Node, key: str) -> tuple[str, ...]:
        """Return the clauses and cases that a list names; whether there are such is seen later."""
        found = reader.texts(node, key)
        self.links += [(reader, node.line, link) for link in found if ".yaml" not in link]
        return found


@dataclass(frozen=True, slots=True)
class _EditionFile:
    edition: str
    title: str
    releases: tuple[str, ...]
    subjects: tuple[str, ...]
    starter: tuple[str, ...] = ()
    unchanged: str | None = None
    absent: Table | None = None


@dataclass(frozen=True, slots=True)
class _ReadingsFile:
    readings: tuple[Node, ...]


def line_of(node: Node | None, key: str) -> int:
    """Return the line of what stands under a key of a mapping, or else that of the mapping."""
    found = _under(node, key) or node
    return found.line if found else 1


def _under(node: Node | None, key: str) -> Node | None:
    return node.value.get(key) if isinstance(node, Table) else None


def _exactly(reader: Reader, node: Node, key: str, expected: str) -> str | None:
    text = reader.text(node, key)
    if text is not None and text != expected:
        reader.fault(node, f"{key} {text!r}", repr(expected))
    return text


def _whole(_: Reader, node: Node, __: str) -> str:
    """Return a wording in halves as one text; what is at fault in it is told with the halves."""
    halves = node.value.values() if isinstance(node, Table) else ()
    return " ".join(one.value for one in halves if isinstance(one, Text))


def _alternatives(reader: Reader, node: Node, key: str) -> tuple[Alternative, ...]:
    nodes = reader.sequence(node, key)
    found = [reader.record(each, "an alternative", Alternative) for each in nodes]
    for one, each in zip(found, nodes, strict=True):
        if one.name and not is_word(one.name):
            reader.fault(each, f"{one.name!r} is no name of an alternative", "a word in lower case")
    return tuple(found)
