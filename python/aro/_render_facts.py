"""Atoms as sentences."""

import re

_PAIRS = {
    "lof": "{0} sees {1}",
    "zoc": "{0} and {1} are in each other's Zone of Control",
    "contact": "{0} and {1} touch",
}
_TOLD = {
    "has": "{0} has {1}",
    "state": "{0} is {1}",
    "noted": "{1} is the real {0}",
}


def fact(atom: str) -> str:
    """Return an atom as it is told.

    >>> fact("lof(own(sniper),decoy_1,second)"), fact("has(spy,frenzy)"), fact("turn_ends")
    ('sniper sees decoy_1 in the second half', 'spy has frenzy', 'turn_ends')
    """
    bare = re.sub(r"own\((\w+)\)", r"\1", atom)
    name, opened, rest = bare.partition("(")
    words = re.findall(r"-?\w+", rest)
    match name, words:
        case (("lof" | "zoc" | "contact"), [one, other, half]):
            return f"{_PAIRS[name].format(one, other)} in the {half} half"
        case (("has" | "state" | "noted"), [who, what]):
            return _TOLD[name].format(who, what)
        case "event", [who, verb, what]:
            return f"{who} {verb} {what}"
        case "rolled", ["act", _, who, does, at, result]:
            return f"the Roll of {who} {does} at {at} is a {result}"
        case "memory", _:
            return f"remembered: {' '.join(words)}"
    return f"{name}: {', '.join(rest[:-1].split(','))}" if opened else name
