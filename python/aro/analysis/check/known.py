"""What is known of an edition while it is looked through: what is open, and what was seen."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from aro.engine.clingo_program import Term, parts, written
from aro.engine.edition_words import program
from aro.rulebook import Rulebook

if TYPE_CHECKING:
    from aro.analysis.check.shows import Clash
    from aro.analysis.check.table_search import Seen
    from aro.cases import Case

_LEFT = ("mute", "still", "vain", "duties", "never", "idle")
_SEEN = ("turns", "silent", "clashes", "matters")
_FIGURES = ("size", "given_up")
"""What a survey knows: what is still looked for, what was seen, and figures."""


class Known:
    """What is known of an edition.

    `mute` are the clauses that nothing made speak, `still` those without which nothing changed,
    `vain` the exceptions by which nothing was legal, `never` what befell no state; `idle` are the
    alternatives of readings that changed nothing, `matters` those that did, and `parted` those that
    turn a case only. `turns` shows the answers of an FAQ that change something.
    """

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        in_force = {one.term for one in book.edition.clauses.values()} - {
            one[4:-1] for one in book.off
        }
        self.laws: dict[str, list[tuple[Term, ...]]] = {}
        for clause, law in program(book.edition).table("stated"):
            if written(clause) in in_force:
                self.laws.setdefault(written(clause), []).append(parts(law))
        self.mute = set(self.laws)
        self.still = set(self.laws)
        self.vain = {
            one
            for one, laws in self.laws.items()
            if any(w[0] == "lifts" and written(w[1]) in in_force for w in laws)
        }
        self.read: dict[tuple[str, str], set[str]] = {}
        for one, laws in self.laws.items():
            for law in (law for law in laws if law[0] == "under"):
                self.read.setdefault((str(law[1]), str(law[2])), set()).add(one)
        self.turns: dict[str, Seen] = {}
        first = book.edition.releases[0]
        self.answers = {
            one.term
            for one in book.edition.clauses.values()
            if one.faq is not None or one.kind == "faq" or one.since not in {None, first}
        }
        self.untyped = book.vocabulary.skills - {
            str(law[1]) for laws in self.laws.values() for law in laws if law[0] == "skill"
        }
        self.silent: dict[tuple[str, ...], Seen] = {}
        self.clashes: dict[tuple[str, str], Clash] = {}
        self.duties = {
            str(law[2]) for laws in self.laws.values() for law in laws if law[0] == "obliges"
        }
        states = book.vocabulary.states
        shown = {state for state, _ in book.vocabulary.shown}
        self.never = {(kind, state) for kind in ("not_entered", "not_left") for state in states}
        self.never |= {("not_revealed", state) for state in shown}
        self.idle = {
            (reading.name, one.name)
            for reading in book.edition.readings
            for one in reading.alternatives
            if one.name != reading.default
        }
        self.matters: dict[tuple[str, str], Seen] = {}
        self.parted: dict[tuple[str, str], Case] = {}
        self.size = 0
        self.given_up = 0

    def only(self, names: Collection[str]) -> None:
        """Ask of no other clauses and readings than those of these ids whether they do anything."""
        terms = {one.term for one in self.book.edition.clauses.values() if one.id in names}
        self.mute, self.still, self.vain = self.mute & terms, self.still & terms, self.vain & terms
        readings = {one.name for one in self.book.edition.readings if one.id in names}
        self.idle = {one for one in self.idle if one[0] in readings}

    def decided(self, names: Collection[str]) -> None:
        """Ask nothing more of the clauses of these ids, which turn a case: they speak and matter.

        If they do so only while others are off, that they say what those say is told in the case.
        For an answer of an FAQ that turns one the smallest situation that it turns is wanted still.
        """
        terms = {one.term for one in self.book.edition.clauses.values() if one.id in names}
        self.mute -= terms
        self.vain -= terms
        self.still -= terms - self.answers
        for law in (law for clause in terms for law in self.laws.get(clause, ())):
            self._shown(law)

    def _shown(self, law: tuple[Term, ...]) -> None:
        """Take what a law that turns a case does there for something that can happen."""
        match law:
            case "under", _, _, inner:
                self._shown(parts(inner))
            case "begins", state, _:
                self.never.discard(("not_entered", str(state)))
            case "cancels", state, _:
                self.never.discard(("not_left", str(state)))
            case "turns", before, _, after:
                self.never -= {("not_left", str(before)), ("not_entered", str(after))}
            case "obliges", _, duty:
                self.duties.discard(str(duty))

    def told_by(self, cases: Mapping[tuple[str, str], "Case"]) -> None:
        """Look no further for the alternatives of readings that some cases show to matter."""
        self.parted.update(cases)
        self.idle -= cases.keys()

    def told(self) -> dict[str, Any]:
        """Return all that is known, by name."""
        return {name: getattr(self, name) for name in (*_LEFT, *_SEEN, *_FIGURES)}

    def learn(self, told: Mapping[str, Any]) -> None:
        """Take in what is known elsewhere; of what was seen twice, what was seen first stays."""
        for name in _LEFT:
            getattr(self, name).intersection_update(told[name])
        for name in _SEEN:
            setattr(self, name, told[name] | getattr(self, name))
        for name in _FIGURES:
            setattr(self, name, max(told[name], getattr(self, name)))
