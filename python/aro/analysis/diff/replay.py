"""What a search promised, put to the rulebook again in the ordinary way."""

from aro.analysis.diff.causes import Told
from aro.analysis.search.points import Point
from aro.analysis.search.small_tables import Scene
from aro.analysis.search.witness import witness
from aro.answers import Outcome, Reason, Ruling
from aro.engine.clingo_program import Term, parts, written
from aro.engine.facts import name_of, term
from aro.errors import EngineError
from aro.rulebook import Rulebook
from aro.situation import Situation


class Replay:
    """A situation that was found, with the act on turn if one is looked at."""

    def __init__(self, scene: Scene, told: Told) -> None:
        self.found = told.found
        self._told = told
        shown = witness(scene, told.found)
        self.table, self.act = shown.table, shown.act

    def ruling(self, book: Rulebook, number: int) -> tuple[Ruling, tuple[Reason, ...]]:
        """Return the ruling on the act on turn; raise `EngineError` if it is not as promised."""
        found = self.found
        if self.act is None or found.picked is None:
            raise EngineError("no act is on turn in what was found")
        verdict = book.is_legal(self.table, self.act)
        matter = f"declare({found.picked})"
        told = self._told.outputs[number]
        promised = {one for one in told if one.startswith(f"because({matter},")}
        got = {f"because({matter},{one.clause.term},{one.verb})" for one in verdict.because}
        if promised != got or f"ruling({matter},{verdict.ruling})" not in told:
            raise EngineError(
                f"{book.stamp} rules otherwise on {self.act} than the search promised"
            )
        return verdict.ruling, verdict.because

    def holds(self, book: Rulebook, point: Point, *, promised: bool) -> bool:
        """Return whether a result comes about; raise `EngineError` if it is not as promised."""
        outcome = book.resolve(self.table)
        got = _holds(self.table, outcome, point)
        if got is not promised:
            what = f"{point.matter} {written(point.about)}"
            raise EngineError(f"{book.stamp}: {what} is not as the search promised")
        return got


def _holds(table: Situation, outcome: Outcome, point: Point) -> bool:  # noqa: C901, PLR0911  one case a matter
    def named(told: Term) -> str:
        return name_of(table, written(told))

    match point.matter, point.about:
        case "state", (who, state):
            return state in outcome.fate(named(who)).states
        case "piece", (piece, form):
            forms = {name: seen for fate in outcome.fates for name, seen in fate.pieces}
            return forms.get(named(piece), "nothing") == form
        case "effect", about:
            done = {term(table, one.act) for one in outcome.effects if one.takes_effect}
            return written(about) in done
        case "duty", (who, duty):
            return any((named(who), duty) == (one.trooper, one.duty) for one in outcome.duties)
        case "mod", (act, value):
            mods = {(term(table, one.act), str(one.value)) for one in outcome.mods}
            return (written(act), written(value)) in mods
        case "roll", (act, kind):
            rolls = {
                (term(table, one.act), told) for one in outcome.effects for told, _ in one.rolls
            }
            return (written(act), kind) in rolls
        case "value", (piece, name, value):
            values = {(one.piece, one.name, str(one.value)) for one in outcome.values}
            return (named(piece), name, written(value)) in values
        case "figure", (act, name, value):
            counted = {(term(table, o.act), o.name, str(o.value)) for o in outcome.figures}
            return (written(act), written(name), written(value)) in counted
        case "memory", memo:
            kind, *of = parts(memo)
            told = (str(kind), *(named(one) for one in of))
            return any(told == (one.kind, *one.of) for one in outcome.remembered)
    raise EngineError(f"nobody can look {point.matter} up in an outcome")
