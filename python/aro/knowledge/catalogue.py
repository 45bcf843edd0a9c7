"""The YAML of an edition, read into the values of `edition`, with every fault of every file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from aro.errors import KnowledgeError, raise_faults
from aro.knowledge.edition import (
    DRAFT,
    ENCODABLE,
    PROVENANCES,
    Alternative,
    Article,
    Clause,
    Edition,
    PublishedAnswer,
    Reading,
    Source,
    Unseen,
    is_clause_id,
)
from aro.knowledge.names import is_term
from aro.knowledge.yaml_nodes import Node, Table, Text
from aro.knowledge.yaml_reader import NOTHING, Keys, Reader, document

_T = TypeVar("_T")


def read(folder: Path) -> Edition:
    """Return the edition of a folder; all faults are raised in one group of `KnowledgeError`s."""
    files = {path.name: path for path in folder.iterdir()}
    edition = _EditionCatalogue(folder.name, f"kb/{folder.name}", files).edition()
    return replace(edition, laws=tuple(sorted(folder.glob("*.lp"))))


@dataclass(slots=True)
class Catalogue:
    """The files of an edition, or of an amendment to the edition `base`, by name.

    `place` is where they lie.
    """

    name: str
    place: str
    files: Mapping[str, Path | bytes]
    base: Edition | None = None
    readers: list[Reader] = field(default_factory=list)
    releases: tuple[str, ...] = ()
    clauses: dict[str, Clause] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    links: list[tuple[Reader, int, str]] = field(default_factory=list)
    unseen: list[Unseen] = field(default_factory=list)

    apart: ClassVar[frozenset[str]] = frozenset({"edition", "readings", "starter", "accepted"})
    """The files that are no articles."""

    def document(self, reader: Reader, name: str) -> Node | None:
        """Return what a file holds, None if it is at fault."""
        return document(reader, self.files.get(name, Path(self.place) / name))

    def opened(
        self, name: str, what: str, form: type[_T], read: Keys = NOTHING
    ) -> tuple[Reader, Node, _T]:
        """Return a reader of a file, what the file holds, and the value that this describes."""
        reader = Reader(f"{self.place}/{name}")
        self.readers.append(reader)
        node = self.document(reader, name)
        if node is not None:
            return reader, node, reader.record(node, what, form, read=read)
        empty = Table({}, 1, {})
        return reader, empty, Reader(name).record(empty, what, form)

    def articles(self, subjects: tuple[str, ...], edition: Reader, line: int) -> Iterator[Article]:
        """Yield the articles on some subjects, which a line of the edition names."""
        present = self._named(".yaml") - self.apart
        laws = self._named(".lp") - {"readings"}
        for subject in sorted((present | laws) - set(subjects)):
            edition.fault(line, f"the files of {subject!r} belong to no subject of the edition")
        for subject in subjects:
            if subject in present:
                yield self._article(subject)
            else:
                edition.unknown(line, "subject", subject, present)

    def readings(self) -> Iterator[Reading]:
        """Yield the ambiguities."""
        reader, _, file = self.opened(
            "readings.yaml", "the readings", _ReadingsFile, {"readings": Reader.sequence}
        )
        lines: dict[str, int] = {}
        how: Keys = {"clauses": self._linked, "alternatives": _alternatives}
        for node in file.readings:
            reading = reader.record(node, "a reading", Reading, read=how)
            line = line_of(node, "id")
            if not reading.id:
                continue
            if not reading.id.startswith(f"r_{self.name}_"):
                reader.fault(line, f"{reading.id!r}", expected=f"r_{self.name}_...")
            if reading.id in lines:
                what = f"{reading.id} is given twice, first in line {lines[reading.id]}"
                reader.fault(line, what)
            lines.setdefault(reading.id, node.line)
            names = [alternative.name for alternative in reading.alternatives]
            if reading.default and reading.default not in names:
                reader.unknown(line_of(node, "default"), "default", reading.default, names)
            yield reading

    def admit(self, reader: Reader, clause: Clause) -> None:
        """Take a clause in, if its id can be one and is new."""
        if not is_clause_id(clause.id) or not clause.id.startswith(f"{self.name}."):
            form = f"{self.name}.article.section.number"
            reader.fault(clause.line, f"{clause.id!r} is no clause id here", expected=form)
        elif clause.id in self.clauses:
            first = self.clauses[clause.id]
            what = f"{clause.id} is given twice, first in {first.file}:{first.line}"
            reader.fault(clause.line, what)
        else:
            self.clauses[clause.id] = clause

    def follow_links(self) -> None:
        """Note the links that lead to no clause, of these files or of the edition amended."""
        known = {*self.clauses, *(self.base.clauses if self.base else ())}
        for reader, line, link in self.links:
            if link not in known:
                reader.unknown(line, "clause", link, known)

    def of_base(self, reader: Reader, node: Node, key: str) -> str | None:
        """Return the id that a node is; a fault if it is of no clause of the edition amended."""
        name = reader.text(node, key)
        if self.base is not None and name is not None and name not in self.base.clauses:
            reader.unknown(node, "clause", name, self.base.clauses)
        return name

    def lacks(self, reader: Reader, node: Node, page: str, says: str | None) -> None:
        """Note what of a page was not seen, if a node tells which Laws would stand there."""
        held = node.value.get("unseen") if isinstance(node, Table) else None
        if held is None:
            return
        if not says:
            reader.fault(held, "'unseen' without 'incomplete'")
        laws = reader.texts(held, "unseen")
        for law in laws:
            if not is_term(law):
                what = f"{law!r} is no pattern of a Law"
                reader.fault(held, what, expected="begins(STATE,_)")
        lack = Unseen(page=page, says=says or "", laws=laws, file=reader.file, line=held.line)
        self.unseen.append(lack)

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
        return tuple([self._clause(reader, each) for each in reader.sequence(node, key)])

    def _clause(self, reader: Reader, node: Node) -> Clause:
        named = node.value.get("id") if isinstance(node, Table) else None
        reader.clause = named.value if isinstance(named, Text) else None
        release = partial(Reader.choice, names=self.releases)
        how: Keys = {
            "source": self._source,
            "encodable": partial(Reader.choice, names=ENCODABLE),
            "since": release,
            "until": release,
            "faq": _published_answer,
            "carried_by": self._linked,
            "replaces": self.of_base,
        }
        given: dict[str, Any] = {"file": reader.file, "line": node.line}
        if self.base is None:
            given["replaces"] = None
        clause = reader.record(node, "a clause", Clause, read=how, **given)
        if clause.encodable in {"partly", "no"} and clause.gap is None:
            what = f"a clause that is encodable {clause.encodable!r} has no 'gap'"
            reader.fault(node, what)
        if clause.id:
            self.admit(reader, clause)
        reader.clause = None
        return clause

    def _source(self, reader: Reader, node: Node, key: str) -> Source | None:
        return self.sources.get(reader.choice(node, key, self.sources) or "")

    def _linked(self, reader: Reader, node: Node, key: str) -> tuple[str, ...]:
        """Return the clauses and cases that a list names; whether there are such is seen later."""
        found = reader.texts(node, key)
        self.links += [(reader, node.line, link) for link in found if ".yaml" not in link]
        return found


class _EditionCatalogue(Catalogue):
    def edition(self) -> Edition:
        how: Keys = {"edition": partial(_exactly, expected=self.name), "absent": Reader.table}
        reader, node, file = self.opened("edition.yaml", "an edition", _EditionFile, how)
        self.releases = file.releases
        if not file.releases:
            reader.fault(line_of(node, "releases"), "no release", expected="at least one")
        articles = tuple(self.articles(file.subjects, reader, line_of(node, "subjects")))
        readings = tuple(self.readings())
        for page, held in file.absent.value.items() if file.absent else ():
            keys = reader.mapping(held, "an absent page", required=("says", "unseen"))
            says = reader.text(keys["says"], "says") if "says" in keys else None
            self.lacks(reader, held, page, says)
        self.follow_links()
        faults = [fault for each in self.readers for fault in each.faults]
        raise_faults(f"the catalogue of {self.name} is at fault", faults, KnowledgeError)
        return Edition(
            name=self.name,
            title=file.title,
            releases=file.releases,
            articles=articles,
            readings=readings,
            unseen=tuple(self.unseen),
            laws=(),
        )


@dataclass(frozen=True, slots=True)
class _EditionFile:
    edition: str
    title: str
    releases: tuple[str, ...]
    subjects: tuple[str, ...]
    absent: Table | None = None


@dataclass(frozen=True, slots=True)
class _ReadingsFile:
    readings: tuple[Node, ...]


def line_of(node: Node, key: str) -> int:
    """Return the line of what stands under a key of a mapping, or else that of the mapping."""
    held = node.value.get(key) if isinstance(node, Table) else None
    return held.line if held is not None else node.line


def _exactly(reader: Reader, node: Node, key: str, expected: str) -> str | None:
    text = reader.text(node, key)
    if text is not None and text != expected:
        reader.fault(node, f"{key} {text!r}", expected=repr(expected))
    return text


def _published_answer(reader: Reader, node: Node, key: str) -> PublishedAnswer:
    return reader.record(node, f"a {key}", PublishedAnswer)


def _alternatives(reader: Reader, node: Node, key: str) -> tuple[Alternative, ...]:
    nodes = reader.sequence(node, key)
    return tuple([reader.record(each, "an alternative", Alternative) for each in nodes])
