"""How far the cases defend an edition, article by article, and the floor of those figures.

The floor is a YAML file of figures by edition, which `aro coverage EDITION --floor FILE --raise`
writes.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from aro.analysis.coverage import Coverage, coverage
from aro.cases import Case
from aro.cases.opening import read_cases
from aro.cases.run import CaseRun
from aro.cases.suite import files
from aro.errors import SituationError, UnknownTerm
from aro.knowledge import library as kb
from aro.knowledge.edition import Clause
from aro.knowledge.yaml_nodes import Node
from aro.knowledge.yaml_reader import Reader, document
from aro.process import Watcher
from aro.rulebook import Rulebook

FIGURES = ("encoded", "spoken", "decisive")
"""Law at all; cited by some case; turning some case when it is switched off."""

Floor = Mapping[str, Mapping[str, int]]
"""By edition, the figures below which it may not fall."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Of an article, or of all, how many clauses there are and how far they are covered."""

    subject: str
    clauses: int
    encoded: int
    spoken: int
    decisive: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What cases do for an edition: figures for each article and in all, and what they leave out.

    `unencoded` are clauses that are no law and that nothing carries.
    """

    book: Rulebook
    cases: int
    articles: tuple[Figures, ...]
    whole: Figures
    unencoded: tuple[str, ...]
    unspoken: tuple[str, ...]
    undecisive: tuple[str, ...]

    def figures(self) -> dict[str, int]:
        """Return the figures in all, by name."""
        return {name: getattr(self.whole, name) for name in FIGURES}


def survey(
    book: Rulebook,
    paths: Iterable[str] = (),
    watch: Watcher | None = None,
    *,
    processes: int = 2,
) -> Survey:
    """Return what the cases at some paths do for an edition; of no path, the cases of aro itself.

    Of an amended edition the cases in the amendment's folder are asked as well.
    """
    if kb.split(book.name)[1] is not None:
        bare = book.name.replace(f"@{kb.split(book.name)[1]}", "", 1)
        raise UnknownTerm(f"a whole edition is surveyed; expected {bare}", term=book.name)
    trials = tuple(_trials(book, tuple(paths) or tuple(_usual(book))))
    found = coverage(book.edition, trials, bounds=False, watch=watch, processes=processes)
    clauses = book.edition.clauses.values()
    order = tuple(book.edition.clauses)
    return Survey(
        book=book,
        cases=len(trials),
        articles=tuple(_figures(one.subject, one.clauses, found) for one in book.edition.articles),
        whole=_figures("in all", tuple(clauses), found),
        unencoded=tuple(
            one.id for one in clauses if one.id not in found.encoded and not one.carried_by
        ),
        unspoken=tuple(one for one in order if one in found.encoded - found.spoken),
        undecisive=tuple(one for one in order if one in found.spoken - found.decisive),
    )


def fallen(found: Survey, floor: Floor) -> tuple[str, ...]:
    """Return a line for each figure that is lower than the floor has it."""
    least = floor.get(found.book.edition.name, {})
    now = found.figures()
    return tuple(
        f"{found.book.edition.name}: {name} {now[name]}, and was {least[name]}"
        for name in FIGURES
        if now[name] < least.get(name, 0)
    )


def floor_of(path: Path) -> Floor:
    """Return the floor that a file holds, none if there is no file; faults are raised together."""
    if not path.exists():
        return {}
    reader = Reader(str(path))
    node = document(reader, path)
    table = reader.table(node, "the floor") if node is not None else None
    found = {
        name: dict(_least(reader, one)) for name, one in (table.value if table else {}).items()
    }
    reader.close(f"{path} is at fault", SituationError)
    return found


def raised(found: Survey, floor: Floor) -> str:
    """Return the text of a floor in which the figures of an edition are what they are now."""
    name = found.book.edition.name
    figures = dict(floor) | {name: found.figures()}
    lines = (
        f"{one}: {{{', '.join(f'{figure}: {told[figure]}' for figure in FIGURES)}}}\n"
        for one, told in sorted(figures.items())
    )
    return "".join((_HEADING, *lines))


_HEADING = (
    "# How many clauses are law, cited by a case, and turn one: figures that may not fall.\n"
    "# aro coverage EDITION --floor tests/coverage.yaml --raise  writes what they are now.\n"
)


def _least(reader: Reader, node: Node) -> Iterator[tuple[str, int]]:
    for key, one in reader.mapping(node, "an edition's floor", required=FIGURES).items():
        text = reader.text(one, key)
        if text is not None and not text.isdecimal():
            reader.fault(one, f"{key} is {text!r}", expected="a number")
        elif text is not None:
            yield key, int(text)


def _figures(subject: str, clauses: Iterable[Clause], found: Coverage) -> Figures:
    ids = {one.id for one in clauses}
    return Figures(
        subject=subject,
        clauses=len(ids),
        encoded=len(ids & found.encoded),
        spoken=len(ids & found.spoken),
        decisive=len(ids & found.decisive),
    )


def _usual(book: Rulebook) -> Iterator[str]:
    """Yield where the cases of an edition lie."""
    amendment = book.edition.amendment
    places = [kb.home() / "tests" / "cases"]
    places += [amendment.folder / "cases"] if amendment else []
    there = [str(one) for one in places if one.is_dir()]
    if not there:
        raise SituationError("no cases lie here; expected the path of some")
    yield from there


def _trials(book: Rulebook, paths: tuple[str, ...]) -> Iterator[CaseRun]:
    for file in files(paths):
        for case in read_cases(file):
            for name in case.editions:
                if (meant := _meant(book, case, name)) is not None:
                    yield CaseRun(case, meant)


def _meant(book: Rulebook, case: Case, name: str) -> Rulebook | None:
    """Return the rulebook that a case asks, None if it is not of the edition surveyed."""
    edition, release, folder = kb.split(kb.beside(name, case.file))
    amendment = book.edition.amendment
    if edition != book.edition.name or (folder is None) != (amendment is None):
        return None
    if amendment is None or folder is None:
        return Rulebook(name)
    if Path(folder).resolve() != amendment.folder.resolve():
        return None
    return Rulebook(f"{edition}{f'@{release}' if release else ''}+{kb.split(book.name)[2]}")
