"""The proof that an amendment leaves the law without a cycle, on a small table of all kinds.

Each side has two troopers; one hides among a replica, one is a device, and everything is open. The
draft's rules name nobody at the table, so that they treat any piece like these. They are tried
without their comparisons of two variables: where a rule asks for three different troopers, two of
them may be one here, and the cycle that shows on a larger table shows on this one.

The acts on it are of the Skills that the draft names, of one Skill of each kind, and of one that
bears each label that the draft names: all Skills of a large edition would take a minute. So a draft
can still have a cycle where other Skills are asked about, or on a table that is not like this one
in kind. Whoever asks there is told that it is the draft's fault
(`aro.engine.clingo_program.failure`).

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
_SKILLS = """
left_aside(K) :- skill_name(K), not _tried(K).
_tried(K)     :- _named(K).
_tried(K)     :- _bears(_,X), K = #min { Z : _bears(Z,X) }.
_bears(K,X)   :- stated(_,skill(K,X)).
_bears(K,X)   :- stated(_,label(K,X)), _named(X), skill_name(K).
"""
"""Of which Skills the acts are. The names are such as no draft can write."""


def prove(edition: Edition, rules: Sequence[Rule], folder: str) -> None:
    """Raise `AmendmentError` if the law of an amended edition derives something from itself.

    The rules are those of the amendment in the folder. The error names the rule that has most words
    in the cycle.
    """
    loose = (rule._replace(body=tuple(filter(_tried, rule.body))) for rule in rules)
    text = "\n".join(map(str, loose))
    words = "".join(f"_named({word})." for word in set(re.findall(r"\b[a-z]\w*", text)) - {"not"})
    files = (*law(replace(edition, amendment=None)), Law(f"{folder}/rules", text))
    atoms = cycle(files, table(2, 2) + _SKILLS + words)
    if not atoms:
        return
    shown = " <- ".join((*atoms[:_SHOWN], *(("...",) if len(atoms) > _SHOWN else ())))
    what = f"what the rules derive hangs on itself: {shown}"
    told = set(re.findall(r"\w+", " ".join(atoms)))
    first = max(rules, key=lambda rule: len(told.intersection(re.findall(r"\w+", str(rule)))))
    raise first.fault(what).error(AmendmentError)


def _tried(condition: Condition) -> bool:
    """Whether the proof asks for a condition: for all but the comparisons of two variables."""
    return condition.sign in {"", "not", "="} or not all(one.is_variable for one in condition.terms)
