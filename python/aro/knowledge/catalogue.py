"""The YAML of an edition, read into the values of `edition`, with every fault of every file."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from aro.errors import KnowledgeError, raise_faults
from aro.knowledge import catalogue_parts as parts
from aro.knowledge.edition import (
    DRAFT,
    ENCODABLE,
    PROVENANCES,
    Article,
    Clause,
    Edition,
    Reading,
    Source,
    Unseen,
    is_clause_id,
)
from aro.knowledge.yaml_nodes import Node, Table, Text
from aro.knowledge.yaml_reader import Reader, document


def read(folder: Path) -> Edition:
    """Return the edition of a folder; all faults are raised in one group of `KnowledgeError`s."""
    files = {path.name: path for path in folder.iterdir()}
    edition = _EditionCatalogue(folder.name, f"kb/{folder.name}", files).edition()
    return replace(edition, laws=tuple(sorted(folder.glob("*.lp"))))


@dataclass(slots=True)
class Catalogue:
    """The files of an edition, or of an amendment to it, by name; `place` is where they lie."""

    name: str
    place: str
    files: Mapping[str, Path | bytes]
    readers: list[Reader] = field(default_factory=list)
    releases: tuple[str, ...] = ()
    clauses: dict[str, Clause] = field(default_factory=dict)
    links: list[tuple[Reader, int, str]] = field(default_factory=list)
    unseen: list[Unseen] = field(default_factory=list)

    provenances: ClassVar[tuple[str, ...]] = tuple(one for one in PROVENANCES if one != DRAFT)
    apart: ClassVar[frozenset[str]] = frozenset({"edition", "readings", "starter", "accepted"})
    """The files that are no articles."""
    more: ClassVar[tuple[str, ...]] = ()
    """What a clause may say beside what is usual."""

    def named(self, ending: str) -> set[str]:
        """Return the names of the files with an ending, without it."""
        return {name.removesuffix(ending) for name in self.files if name.endswith(ending)}

    def opened(
        self, name: str, what: str, *, required: Iterable[str], optional: Iterable[str] = ()
    ) -> tuple[Reader, dict[str, Node]]:
        """Return a reader of a file and the keys that it has."""
        reader = Reader(f"{self.place}/{name}")
        self.readers.append(reader)
        node = document(reader, self.files.get(name, Path(self.place) / name))
        if node is None:
            return reader, {}
        return reader, reader.mapping(node, what, required=required, optional=optional)

    def articles(
        self, subjects: tuple[str, ...], edition: Reader, keys: dict[str, Node]
    ) -> Iterator[Article]:
        """Yield the articles on some subjects, which the keys of the edition name."""
        present = self.named(".yaml") - self.apart
        laws = self.named(".lp") - {"readings"}
        at = keys.get("subjects", 1)
        for subject in sorted((present | laws) - set(subjects)):
            edition.fault(at, f"the files of {subject!r} belong to no subject of the edition")
        for subject in subjects:
            if subject not in present:
                edition.unknown(at, "subject", subject, present)
                continue
            yield self.article(subject)

    def article(self, subject: str) -> Article:
        """Return the article on a subject."""
        reader, keys = self.opened(
            f"{subject}.yaml", "an article", required=("subject", "title", "sources", "clauses")
        )
        named = parts.text(reader, keys, "subject")
        if named and named != subject:
            reader.fault(keys["subject"], f"subject {named!r}", expected=repr(subject))
        table = reader.table(keys["sources"], "sources") if "sources" in keys else None
        sources: dict[str, Source] = {}
        if table:
            for key in table.value:
                sources[key], lacking = parts.source(reader, key, table, self.provenances)
                self.unseen += lacking
        nodes = reader.sequence(keys["clauses"], "clauses") if "clauses" in keys else ()
        found = [self.clause(reader, node, sources) for node in nodes]
        return Article(
            subject=subject,
            title=parts.text(reader, keys, "title"),
            sources=tuple(sources.values()),
            clauses=tuple(clause for clause in found if clause is not None),
        )

    def clause(self, reader: Reader, node: Node, sources: dict[str, Source]) -> Clause | None:
        """Return a clause, once it is admitted."""
        required = ("id", "source", "kind", "says", "subjects", "encodable")
        optional = ("gap", "since", "until", "faq", "carried_by", *self.more)
        named = node.value.get("id") if isinstance(node, Table) else None
        reader.clause = named.value if isinstance(named, Text) else None
        keys = reader.mapping(node, "a clause", required=required, optional=optional)
        name = reader.clause = parts.text(reader, keys, "id")
        encodable = parts.choice(reader, keys, "encodable", ENCODABLE)
        if encodable in ("partly", "no") and "gap" not in keys:
            reader.fault(node, f"a clause that is encodable {encodable!r} has no 'gap'")
        key = parts.choice(reader, keys, "source", sources)
        carried_by = parts.texts(reader, keys, "carried_by")
        line = keys["carried_by"].line if "carried_by" in keys else node.line
        self.links += [(reader, line, link) for link in carried_by if ".yaml" not in link]
        clause = Clause(
            id=name,
            source=sources.get(key) or _NOWHERE,
            kind=parts.text(reader, keys, "kind"),
            says=parts.text(reader, keys, "says"),
            subjects=parts.texts(reader, keys, "subjects"),
            encodable=encodable,
            gap=parts.text(reader, keys, "gap") or None,
            since=parts.choice(reader, keys, "since", self.releases) or None,
            until=parts.choice(reader, keys, "until", self.releases) or None,
            faq=parts.published_answer(reader, keys.get("faq")),
            carried_by=carried_by,
            file=reader.file,
            line=node.line,
            replaces=parts.text(reader, keys, "replaces") or None,
        )
        self.admit(reader, clause)
        reader.clause = None
        return clause

    def admit(self, reader: Reader, clause: Clause) -> None:
        """Take a clause in, if its id can be one and is new."""
        if not clause.id:
            return
        if not is_clause_id(clause.id) or not clause.id.startswith(f"{self.name}."):
            form = f"{self.name}.article.section.number"
            reader.fault(clause.line, f"{clause.id!r} is no clause id here", expected=form)
        elif clause.id in self.clauses:
            first = self.clauses[clause.id]
            reader.fault(
                clause.line, f"{clause.id} is given twice, first in {first.file}:{first.line}"
            )
        else:
            self.clauses[clause.id] = clause

    def readings(self) -> Iterator[Reading]:
        """Yield the ambiguities."""
        reader, keys = self.opened("readings.yaml", "the readings", required=("readings",))
        seen: dict[str, int] = {}
        nodes = reader.sequence(keys["readings"], "readings") if "readings" in keys else ()
        required = ("id", "clauses", "question", "alternatives", "default", "why", "shows_in")
        for node in nodes:
            found = reader.mapping(node, "a reading", required=required)
            name = parts.text(reader, found, "id")
            if name and not name.startswith(f"r_{self.name}_"):
                reader.fault(found["id"], f"{name!r}", expected=f"r_{self.name}_...")
            if name in seen:
                reader.fault(found["id"], f"{name} is given twice, first in line {seen[name]}")
            seen.setdefault(name, node.line)
            clauses = parts.texts(reader, found, "clauses")
            line = found["clauses"].line if "clauses" in found else node.line
            self.links += [(reader, line, clause) for clause in clauses]
            alternatives = tuple(parts.alternatives(reader, found.get("alternatives")))
            names = tuple(alternative.name for alternative in alternatives)
            yield Reading(
                id=name,
                clauses=clauses,
                question=parts.text(reader, found, "question"),
                alternatives=alternatives,
                default=parts.choice(reader, found, "default", names),
                why=parts.text(reader, found, "why"),
                shows_in=parts.text(reader, found, "shows_in"),
            )

    def follow_links(self) -> None:
        """Note the links that lead to no clause."""
        for reader, line, link in self.links:
            if link not in self.clauses:
                reader.unknown(line, "clause", link, self.clauses)


class _EditionCatalogue(Catalogue):
    def edition(self) -> Edition:
        reader, keys = self.opened(
            "edition.yaml",
            "an edition",
            required=("edition", "title", "releases", "subjects"),
            optional=("absent",),
        )
        name = parts.text(reader, keys, "edition")
        if name and name != self.name:
            reader.fault(keys["edition"], f"edition {name!r}", expected=repr(self.name))
        self.releases = parts.texts(reader, keys, "releases")
        if keys and not self.releases:
            reader.fault(keys.get("releases", 1), "no release", expected="at least one")
        articles = tuple(self.articles(parts.texts(reader, keys, "subjects"), reader, keys))
        readings = tuple(self.readings())
        self.unseen += parts.absent(reader, keys)
        self.follow_links()
        faults = [fault for each in self.readers for fault in each.faults]
        raise_faults(f"the catalogue of {self.name} is at fault", faults, KnowledgeError)
        return Edition(
            name=name,
            title=parts.text(reader, keys, "title"),
            releases=self.releases,
            articles=articles,
            readings=readings,
            unseen=tuple(self.unseen),
            laws=(),
        )


_NOWHERE = Source(key="", title="", url=None, version="", provenance="document", incomplete=None)
