"""What the rules of an amendment may say: its own clauses, words and helpers, nothing of others.

How they may be written `aro.knowledge.amendments.strict_syntax` has looked at before.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from aro.analysis.glossary import predicates
from aro.analysis.law_syntax import Statement, Tree, statements
from aro.errors import Fault, near
from aro.knowledge.edition import Clause, Edition, Law, Reading
from aro.knowledge.library import law

OWN_WORD = {"holds/3": 0, "happens/3": 1, "befalls/3": 1, "piece_is/3": 1, "sort/2": 1}
"""What an article may add to: a word of its own stands in that place of the head."""

_OPEN = frozenset({"particular/1", "triggering/1", "regarded/2"})
"""What an article may add to as it likes: it only says what is looked at."""

_BY_NEW_WORDS = frozenset({"within/2", "aimed/1", "reaches/1", "entering/2", "range/3"})
"""The tables that say something of a word; of the edition's own words an amendment says nothing."""

SPAN = 100
"""How many values a number may have."""


@dataclass(frozen=True)
class Review:
    """The rules of an amendment held against its catalogue and the edition it amends."""

    base: Edition
    laws: tuple[Law, ...]
    clauses: Mapping[str, Clause]
    readings: tuple[Reading, ...]
    found: list[Fault] = field(default_factory=list)

    def faults(self) -> tuple[Fault, ...]:
        """Return what the rules say that an amendment may not say, or that its YAML does not."""
        for one in self.own:
            for head in one.heads:
                self._head(one, head)
            for atom in one.body:
                if atom.signature not in self.known:
                    what = f"nothing derives {atom.signature}"
                    self._fault(one, what, near=near(atom.signature, self.known))
        self.found.extend(self._unstated())
        self.found.extend(self._of_readings())
        return tuple(dict.fromkeys(self.found))

    @cached_property
    def own(self) -> tuple[Statement, ...]:
        """The statements of the amendment."""
        return statements(*self.laws)

    @cached_property
    def theirs(self) -> tuple[Statement, ...]:
        """The statements of the theory and of the edition."""
        return statements(*law(self.base))

    @cached_property
    def tables(self) -> set[str]:
        """The tables of an edition, as the theory documents them."""
        return {one.signature for one in predicates() if "(table" in one.says}

    @cached_property
    def taken(self) -> set[str]:
        """The names of the predicates that are not the amendment's."""
        atoms = {atom.name for one in self.theirs for atom in (*one.heads, *one.body)}
        return atoms | {one.name for one in predicates()}

    @cached_property
    def known(self) -> set[str]:
        """The predicates that a body may ask for."""
        heads = {head.signature for one in (*self.theirs, *self.own) for head in one.heads}
        return heads | {one.signature for one in predicates()}

    @cached_property
    def words(self) -> set[str]:
        """The words of the edition: what its rules and the theory's are written in."""
        trees = (atom for one in self.theirs for atom in (*one.heads, *one.body))
        return {part.name for atom in trees for inner in _inside(atom) for part in inner.parts()}

    def _head(self, one: Statement, head: Tree) -> None:
        signature = head.signature
        if signature == "says/2" or signature in self.tables:
            if one.body or any(part.variable for part in head.parts()):
                self._fault(one, f"{signature} hangs on something", expected="a fact")
            elif signature == "says/2":
                self._says(one, head)
            elif signature in _BY_NEW_WORDS:
                self._table(one, head)
        elif signature in OWN_WORD:
            for told in head.arguments[OWN_WORD[signature]]:
                if not told.name or told.name in self.words:
                    what = f"{signature} of {told.name or 'whatever it may be'} is the edition's"
                    self._fault(one, what, expected="a word of the amendment's own there")
        elif signature not in _OPEN and head.name in self.taken:
            may = ", ".join(sorted({"says/2", *self.tables, *OWN_WORD, *_OPEN}))
            what = f"{signature} is not for an amendment to state"
            expected = f"a predicate of its own, or one of {may}"
            self._fault(one, what, expected=expected)

    def _says(self, one: Statement, head: Tree) -> None:
        mine = {clause.term for clause in self.clauses.values()}
        for told in head.arguments[0]:
            written = str(told)
            if written in {clause.term for clause in self.base.clauses.values()}:
                what = f"{written} is a clause of {self.base.name}"
                expected = "a clause of the amendment's own, which may replace it (`replaces:`)"
                self._fault(one, what, expected=expected)
            elif written not in mine:
                what = f"no clause of the amendment is {written}"
                self._fault(one, what, near=near(written, mine))

    def _table(self, one: Statement, head: Tree) -> None:
        names = [told.name for argument in head.arguments for told in argument]
        if all(name in self.words or name.lstrip("-").isdigit() for name in names):
            what = f"{head.signature} of words that are all the edition's"
            self._fault(one, what, expected="a word of the amendment's own among them")
        if head.name == "range":
            least, most = (argument[0].name for argument in head.arguments[1:])
            bare = least.lstrip("-").isdigit() and most.lstrip("-").isdigit()
            if not bare or not 0 <= int(most) - int(least) <= SPAN:
                what = f"a range from {least} to {most}"
                self._fault(one, what, expected=f"two numbers, {SPAN} apart or less")

    def _unstated(self) -> Iterator[Fault]:
        says = [head for one in self.own for head in one.heads if head.signature == "says/2"]
        stated = {str(told) for head in says for told in head.arguments[0]}
        for clause in self.clauses.values():
            if clause.encodable == "yes" and not clause.carried_by and clause.term not in stated:
                what = f"no rule says what {clause.id} says"
                expected = f"says({clause.term}, ...), or encodable: no with its gap"
                yield Fault(message=what, file=clause.file, line=clause.line, expected=expected)

    def _of_readings(self) -> Iterator[Fault]:
        wanted = {(one.name, each.name) for one in self.readings for each in one.alternatives}
        defaults = {(one.name, one.default) for one in self.readings}
        for name, expected in (("reading", wanted), ("default", defaults)):
            stated: dict[tuple[str, str], Statement] = {}
            for one in self.own:
                for head in one.heads:
                    if head.signature == f"{name}/2":
                        pairs = (
                            (x.name, y.name) for x in head.arguments[0] for y in head.arguments[1]
                        )
                        stated.update((pair, one) for pair in pairs)
            for pair in sorted(stated.keys() - expected):
                what = f"{name}({','.join(pair)}) is not so in readings.yaml of the amendment"
                yield Fault(message=what, file=stated[pair].file, line=stated[pair].line)
            for pair in sorted(expected - stated.keys()):
                what = f"no rule says {name}({','.join(pair)})"
                yield Fault(message=what, file=self._place("readings.yaml"))

    def _place(self, name: str) -> str:
        file = self.laws[0].file if self.laws else name
        return file.rpartition("/")[0] + f"/{name}"

    def _fault(
        self, one: Statement, what: str, *, expected: str | None = None, near: tuple[str, ...] = ()
    ) -> None:
        self.found.append(
            Fault(message=what, file=one.file, line=one.line, expected=expected, near=near)
        )


def _inside(atom: Tree) -> Iterable[Tree]:
    return (one for argument in atom.arguments for one in argument)
