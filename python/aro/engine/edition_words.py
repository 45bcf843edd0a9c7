"""The words of an edition, read off its own law.

They are tables and what clauses state: for these the law need not be given its meaning, which is
most of the work.
"""

from functools import cache

from aro.engine.clingo_program import Program, written
from aro.knowledge.edition import Edition
from aro.knowledge.library import home, law
from aro.knowledge.vocabulary import Vocabulary


@cache
def program(edition: Edition) -> Program:
    """Return the law of an edition without any situation."""
    return Program(law(edition), "active(nobody). side(nobody,nobody).")


@cache
def tables(edition: Edition) -> Program:
    """Return the tables of an edition and what its clauses state, with nothing made of them."""
    _, *own = law(edition)
    return Program((home() / "kb" / "theory" / "law.lp", *own), "", partial=True)


@cache
def vocabulary(edition: Edition) -> Vocabulary:
    """Return the words that the law of an edition knows."""
    known = tables(edition)

    def words(name: str) -> frozenset[str]:
        return frozenset(str(found[0]) for found in known.table(name))

    stated = [one[1] for one in known.table("stated") if isinstance(one[1], tuple)]
    shown = frozenset((str(told[1]), str(told[2])) for told in stated if told[0] == "shows")
    values = frozenset(str(told[2]) for told in stated if told[0] == "gives")
    ranges = ((str(name), least, most) for name, least, most in known.table("range"))
    return Vocabulary(
        skills=words("skill_name") | {"delay"},
        aimed=words("aimed"),
        states=words("state_name"),
        traits=words("trait_name"),
        gear=words("gear_name"),
        events=frozenset(written(one[0]) for one in known.table("event_name")),
        forms=words("form_name") | {form for _, form in shown},
        devices=words("device_name"),
        games=words("game_name"),
        shown=shown,
        values=values | words("value_name"),
        figures=frozenset(str(told[3]) for told in stated if told[0] == "counts"),
        ranges=frozenset(
            (name, least, most)
            for name, least, most in ranges
            if isinstance(least, int) and isinstance(most, int)
        ),
        readings=frozenset((str(one), str(other)) for one, other in known.table("reading")),
    )
