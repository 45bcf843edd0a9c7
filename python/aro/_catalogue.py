"""The YAML of an edition, read into the values of `edition`, with every fault of every file."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from aro.edition import (
    ENCODABLE,
    PROVENANCES,
    Alternative,
    Article,
    Clause,
    Edition,
    Reading,
    Ruling,
    Source,
    is_clause_id,
)
from aro.errors import KnowledgeError, raise_faults
from aro.source import Node, Reader, Table, document

_APART = frozenset({"edition", "readings", "starter"})
"""The files of an edition that are no articles."""


def read(folder: Path) -> Edition:
    """Return the edition of a folder; all faults are raised in one group of `KnowledgeError`s."""
    return _Catalogue(folder).edition()


@dataclass(slots=True)
class _Catalogue:
    folder: Path
    readers: list[Reader] = field(default_factory=list)
    releases: tuple[str, ...] = ()
    clauses: dict[str, Clause] = field(default_factory=dict)
    links: list[tuple[Reader, int, str]] = field(default_factory=list)

    def edition(self) -> Edition:
        reader, keys = self.opened(
            "edition.yaml",
            "an edition",
            required=("edition", "title", "releases", "subjects"),
            optional=("absent",),
        )
        name = _text(reader, keys, "edition")
        if name and name != self.folder.name:
            reader.fault(keys["edition"], f"edition {name!r}", expected=repr(self.folder.name))
        self.releases = _texts(reader, keys, "releases")
        if keys and not self.releases:
            reader.fault(keys.get("releases", 1), "no release", expected="at least one")
        articles = tuple(self.articles(_texts(reader, keys, "subjects"), reader, keys))
        readings = tuple(self.readings())
        absent = _absent(reader, keys)
        self.follow_links()
        faults = [fault for each in self.readers for fault in each.faults]
        raise_faults(f"the catalogue of {self.folder.name} is at fault", faults, KnowledgeError)
        return Edition(
            name=name,
            title=_text(reader, keys, "title"),
            releases=self.releases,
            articles=articles,
            readings=readings,
            absent=absent,
            clauses=self.clauses,
            laws=self.laws(),
        )

    def laws(self) -> tuple[Path, ...]:
        return tuple(sorted(self.folder.glob("*.lp")))

    def opened(
        self, name: str, what: str, *, required: Iterable[str], optional: Iterable[str] = ()
    ) -> tuple[Reader, dict[str, Node]]:
        path = self.folder / name
        reader = Reader(f"kb/{self.folder.name}/{name}")
        self.readers.append(reader)
        node = document(reader, path)
        if node is None:
            return reader, {}
        return reader, reader.mapping(node, what, required=required, optional=optional)

    def articles(
        self, subjects: tuple[str, ...], edition: Reader, keys: dict[str, Node]
    ) -> Iterator[Article]:
        present = {path.stem for path in self.folder.glob("*.yaml")} - _APART
        laws = {path.stem for path in self.laws()} - {"readings"}
        at = keys.get("subjects", 1)
        for subject in sorted((present | laws) - set(subjects)):
            edition.fault(at, f"the files of {subject!r} belong to no subject of the edition")
        for subject in subjects:
            if subject not in present:
                edition.unknown(at, "subject", subject, present)
                continue
            yield self.article(subject)

    def article(self, subject: str) -> Article:
        reader, keys = self.opened(
            f"{subject}.yaml", "an article", required=("subject", "title", "sources", "clauses")
        )
        named = _text(reader, keys, "subject")
        if named and named != subject:
            reader.fault(keys["subject"], f"subject {named!r}", expected=repr(subject))
        table = reader.table(keys["sources"], "sources") if "sources" in keys else None
        sources = {key: _source(reader, key, table) for key in table.value} if table else {}
        nodes = reader.sequence(keys["clauses"], "clauses") if "clauses" in keys else ()
        found = [self.clause(reader, node, sources) for node in nodes]
        return Article(
            subject=subject,
            title=_text(reader, keys, "title"),
            sources=tuple(sources.values()),
            clauses=tuple(clause for clause in found if clause is not None),
        )

    def clause(self, reader: Reader, node: Node, sources: dict[str, Source]) -> Clause | None:
        required = ("id", "source", "kind", "says", "subjects", "encodable")
        optional = ("gap", "since", "until", "faq", "carried_by")
        keys = reader.mapping(node, "a clause", required=required, optional=optional)
        name = reader.clause = _text(reader, keys, "id")
        encodable = _choice(reader, keys, "encodable", ENCODABLE)
        if encodable in ("partly", "no") and "gap" not in keys:
            reader.fault(node, f"a clause that is encodable {encodable!r} has no 'gap'")
        key = _choice(reader, keys, "source", sources)
        carried_by = _texts(reader, keys, "carried_by")
        line = keys["carried_by"].line if "carried_by" in keys else node.line
        self.links += [(reader, line, link) for link in carried_by if ".yaml" not in link]
        clause = Clause(
            id=name,
            source=sources.get(key) or _NOWHERE,
            kind=_text(reader, keys, "kind"),
            says=_text(reader, keys, "says"),
            subjects=_texts(reader, keys, "subjects"),
            encodable=encodable,
            gap=_text(reader, keys, "gap") or None,
            since=_choice(reader, keys, "since", self.releases) or None,
            until=_choice(reader, keys, "until", self.releases) or None,
            faq=_ruling(reader, keys.get("faq")),
            carried_by=carried_by,
            file=reader.file,
            line=node.line,
        )
        self.admit(reader, clause)
        reader.clause = None
        return clause

    def admit(self, reader: Reader, clause: Clause) -> None:
        if not clause.id:
            return
        if not is_clause_id(clause.id) or not clause.id.startswith(f"{self.folder.name}."):
            form = f"{self.folder.name}.article.section.number"
            reader.fault(clause.line, f"{clause.id!r} is no clause id here", expected=form)
        elif clause.id in self.clauses:
            first = self.clauses[clause.id]
            reader.fault(
                clause.line, f"{clause.id} is given twice, first in {first.file}:{first.line}"
            )
        else:
            self.clauses[clause.id] = clause

    def readings(self) -> Iterator[Reading]:
        reader, keys = self.opened("readings.yaml", "the readings", required=("readings",))
        seen: dict[str, int] = {}
        nodes = reader.sequence(keys["readings"], "readings") if "readings" in keys else ()
        required = ("id", "clauses", "question", "alternatives", "default", "why", "shows_in")
        for node in nodes:
            found = reader.mapping(node, "a reading", required=required)
            name = _text(reader, found, "id")
            if name and not name.startswith(f"r_{self.folder.name}_"):
                reader.fault(found["id"], f"{name!r}", expected=f"r_{self.folder.name}_...")
            if name in seen:
                reader.fault(found["id"], f"{name} is given twice, first in line {seen[name]}")
            seen.setdefault(name, node.line)
            clauses = _texts(reader, found, "clauses")
            line = found["clauses"].line if "clauses" in found else node.line
            self.links += [(reader, line, clause) for clause in clauses]
            alternatives = tuple(_alternatives(reader, found.get("alternatives")))
            names = tuple(alternative.name for alternative in alternatives)
            yield Reading(
                id=name,
                clauses=clauses,
                question=_text(reader, found, "question"),
                alternatives=alternatives,
                default=_choice(reader, found, "default", names),
                why=_text(reader, found, "why"),
                shows_in=_text(reader, found, "shows_in"),
            )

    def follow_links(self) -> None:
        for reader, line, link in self.links:
            if link not in self.clauses:
                reader.unknown(line, "clause", link, self.clauses)


_NOWHERE = Source(key="", title="", url=None, version="", provenance="document", incomplete=None)


def _text(reader: Reader, keys: dict[str, Node], key: str) -> str:
    return (reader.text(keys[key], key) or "") if key in keys else ""


def _texts(reader: Reader, keys: dict[str, Node], key: str) -> tuple[str, ...]:
    return reader.texts(keys[key], key) if key in keys else ()


def _choice(reader: Reader, keys: dict[str, Node], key: str, names: Iterable[str]) -> str:
    return (reader.choice(keys[key], key, names) or "") if key in keys else ""


def _absent(reader: Reader, keys: dict[str, Node]) -> dict[str, str]:
    table = reader.table(keys["absent"], "absent") if "absent" in keys else None
    return {key: reader.text(node, key) or "" for key, node in table.value.items()} if table else {}


def _source(reader: Reader, key: str, table: Table) -> Source:
    required, optional = ("title", "version", "provenance"), ("url", "incomplete")
    keys = reader.mapping(table.value[key], "a source", required=required, optional=optional)
    return Source(
        key=key,
        title=_text(reader, keys, "title"),
        url=_text(reader, keys, "url") or None,
        version=_text(reader, keys, "version"),
        provenance=_choice(reader, keys, "provenance", PROVENANCES),
        incomplete=_text(reader, keys, "incomplete") or None,
    )


def _ruling(reader: Reader, node: Node | None) -> Ruling | None:
    if node is None:
        return None
    required = ("version", "question", "answer")
    keys = reader.mapping(node, "a faq", required=required, optional=("note",))
    return Ruling(
        version=_text(reader, keys, "version"),
        question=_text(reader, keys, "question"),
        answer=_text(reader, keys, "answer"),
        note=_text(reader, keys, "note") or None,
    )


def _alternatives(reader: Reader, node: Node | None) -> Iterator[Alternative]:
    for item in reader.sequence(node, "alternatives") if node is not None else ():
        keys = reader.mapping(item, "an alternative", required=("name", "says"))
        yield Alternative(name=_text(reader, keys, "name"), says=_text(reader, keys, "says"))
