"""Atoms as sentences."""

from collections.abc import Mapping

from aro.engine.clingo_program import Term, parts, read, written

_TOLD = {
    "lof": "{0} sees {1} in the {2} half",
    "zoc": "{0} and {1} are in each other's Zone of Control in the {2} half",
    "contact": "{0} and {1} touch in the {2} half",
    "has": "{0} has {1}",
    "state": "{0} is {1}",
    "noted": "{1} is the real {0}",
    "number": "{1} of {0} is {2}",
    "rolled": "the Roll of {0} is a {1}",
    "uses": "{0} is done with {1}",
    "covers": "the template of {0} covers {1}",
    "tally": "{1} of {0} is {2}",
    "hit": "{0} hits {1}",
    "saves": "the hit of {0} on {1} forces a Saving Roll",
    "critical": "the hit of {0} on {1} is a Critical",
    "event": "{0} {1}",
    "memory": "remembered: {0}",
    "phase": "the phase is {0}",
    "game": "the game is {0}",
    "turn_ends": "the player turn ends",
}


def fact(atom: str, names: Mapping[str, str] | None = None) -> str:
    """Return an atom as it is told; `names` are those of pieces, by their constants.

    >>> fact("lof(own(sniper),decoy_1,second)"), fact("has(spy,frenzy)"), fact("turn_ends")
    ('sniper sees decoy_1 in the second half', 'spy has frenzy', 'the player turn ends')
    """
    kind, *of = parts(read(atom))
    said = [_part(one, names or {}) for one in of]
    form = _TOLD.get(str(kind))
    return f"{kind}: {', '.join(said)}" if form is None else form.format(*said)


def _part(term: Term, names: Mapping[str, str]) -> str:
    match term:
        case ("own", str() as name):
            return names.get(name, name)
        case ("act", _, who, does, "none"):
            return f"{_part(who, names)} {does}"
        case ("act", _, who, does, target):
            return f"{_part(who, names)} {does} at {_part(target, names)}"
        case (name, *of):
            return " ".join((str(name), *(_part(one, names) for one in of)))
    return names.get(written(term), written(term))
