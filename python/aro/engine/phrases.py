"""Facts, acts and steps as sentences, in the words that stand with each predicate of the theory."""

import re
from collections.abc import Mapping
from functools import cache

from aro.engine.clingo_program import Term, parts, read, written
from aro.knowledge.library import home
from aro.knowledge.predicates import Predicate, predicates
from aro.parts import Act

STEPS = {
    "first": "first Skill",
    "aro_1": "ARO to the first Skill",
    "second": "second Skill",
    "aro_2": "ARO to the second Skill",
}
"""The steps of an Order as a player speaks of them."""

_NAME = re.compile(r"[A-Z]\w*")


def declaration(act: Act) -> str:
    """Return an act in words, with what it uses and covers.

    >>> declaration(Act("guard", "bs_attack", "ninja", uses=["template"], covers=["decoy"]))
    'guard bs_attack at ninja using template covering decoy'
    """
    numbers = ", ".join(f"{name} {value}" for name, value in act.numbers)
    uses = f" using {', '.join(act.uses)}" if act.uses else ""
    covers = f" covering {', '.join(act.covers)}" if act.covers else ""
    return f"{act}{uses}{covers}{f' with {numbers}' if numbers else ''}"


def fact(atom: str, names: Mapping[str, str] | None = None) -> str:
    """Return an atom as a sentence; `names` are those of pieces and acts, by their terms.

    It is the first sentence of the documentation of its predicate. A name of an argument in it
    stands for the value of that argument, or of the next one of that name.

    >>> fact("lof(own(sniper),decoy_1,second)"), fact("has(spy,frenzy)"), fact("turn_ends")
    ('sniper sees decoy_1 in the second half', 'spy has frenzy', 'the player turn ends')
    """
    predicate, *arguments = parts(read(atom))
    values = [_words(argument, names or {}) for argument in arguments]
    documented = _predicates().get(f"{predicate}/{len(values)}")
    says = documented.says.partition(". ")[0].removesuffix(".") if documented else ""
    left: dict[str, list[str]] = {}
    for name, value in zip(documented.arguments if documented else (), values, strict=False):
        left.setdefault(name, []).append(value)
    if documented is None or (left and left.keys().isdisjoint(_NAME.findall(says))):
        return f"{predicate}: {', '.join(values)}"
    begin = _NAME.match(says)
    if begin and begin[0] not in left:
        says = says[0].lower() + says[1:]
    return _NAME.sub(lambda name: left[name[0]].pop(0) if left.get(name[0]) else name[0], says)


@cache
def _predicates() -> Mapping[str, Predicate]:
    documented = predicates(sorted((home() / "kb" / "theory").glob("*.lp")))
    return {one.signature: one for one in documented}


def _words(term: Term, names: Mapping[str, str]) -> str:
    text = written(term)
    if text in names:
        return names[text]
    match term:
        case ("own", name):
            return _words(name, names)
        case ("act", _, who, does, "none"):
            return f"{_words(who, names)} {does}"
        case ("act", _, who, does, target):
            return f"{_words(who, names)} {does} at {_words(target, names)}"
        case (name, *of):
            return " ".join((str(name), *(_words(one, names) for one in of)))
    return text
