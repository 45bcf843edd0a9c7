"""The proof that an amendment leaves the law without a cycle, on a small table of all kinds.

Each side has two troopers; one hides among a replica, one is a device, and everything is open. The
draft's rules name nobody at the table, so that they treat any piece like these. They are tried
without their comparisons of two variables: where a rule asks for three different troopers, two of
them may be one here, and the cycle that shows on a larger table shows on this one. A draft can
still ask for a table that is not like this one in kind, and have a cycle there. Whoever asks there
is told that it is the draft's fault (`aro.engine.clingo_program.failure`).

No rule of a draft can make an answer fail otherwise: it is a fact or a plain rule, never a choice,
a constraint or a disjunction (`aro.law_text.rule_reader`). A law of such rules without a cycle has
exactly one answer.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from aro.errors import AmendmentError
from aro.knowledge.edition import Edition, Law
from aro.knowledge.library import law
from aro.law_text.cycles import cycle, table
from aro.law_text.rule_reader import Condition, Rule

_SHOWN = 6


def prove(edition: Edition, rules: Sequence[Rule], folder: str) -> None:
    """Raise `AmendmentError` if the law of an amended edition has a cycle.

    The rules are those of the amendment in the folder. That of whose words most are in the cycle is
    told.
    """
    loose = (rule._replace(body=tuple(filter(_tried, rule.body))) for rule in rules)
    files = (
        *law(replace(edition, amendment=None)),
        Law(f"{folder}/rules", "\n".join(map(str, loose))),
    )
    atoms = cycle(files, table(2, 2))
    if not atoms:
        return
    shown = " <- ".join((*atoms[:_SHOWN], *(("...",) if len(atoms) > _SHOWN else ())))
    what = f"what the rules derive hangs on itself: {shown}"
    words = set(re.findall(r"\w+", " ".join(atoms)))
    first = max(rules, key=lambda rule: len(words.intersection(re.findall(r"\w+", str(rule)))))
    raise first.fault(what).error(AmendmentError)


def _tried(condition: Condition) -> bool:
    """Whether the proof asks for a condition: for all but the comparisons of two variables."""
    return condition.sign in {"", "not", "="} or not all(one.is_variable for one in condition.terms)
