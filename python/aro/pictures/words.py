"""Triggers and circumstances of the theory in plain words."""

from aro.engine.clingo_program import Term, parts, written

_TRIGGERS = {
    "performs/1": "carries out {}",
    "faces/1": "sees an enemy declare {}",
    "idles/0": "finds that what it declared is impossible",
    "discovered/0": "is Discovered",
    "hit/0": "is hit",
    "saves/0": "is hit and has to make a Saving Roll",
    "critical/0": "suffers a Critical",
    "waits/1": "waits for {}",
    "unmasked/1": "is unmasked as {}",
    "ends/1": "lives to the end of the {}",
    "loses/2": "was {} when it {}",
    "replica/1": "has a replica that {}",
}
"""How triggers are told whose names, here with the number of arguments, do not say it."""

_SORTS = {
    "no": "not {}",
    "to": "to {}",
    "wields": "with {}",
    "opposes": "against {}",
    "enemy": "an enemy {}",
    "actor": "being {}",
    "target": "at {}",
    "does": "at one that does {}",
    "did": "at one that did {}",
    "replicas": "with {} replicas or more",
    "game": "in the game {}",
    "phase": "in the phase {}",
}
_JOINED = {"and": (", ", "or"), "or": (" or ", "and")}
"""What joins the parts of a circumstance, and which circumstance within it needs brackets."""

_THINGS = {
    "model": "a Model",
    "figure": "a figure",
    "piece": "a piece",
    "marker": "a Marker",
    "trooper": "a trooper",
}


def trigger(told: Term, *, of: str = "") -> str:
    """Return a trigger as something that a trooper does or suffers; `of` is the state it opens.

    >>> trigger(("declares", ("and", "reaction", ("no", ("or", "dodge", "reset")))))
    'declares reaction, not (dodge or reset)'
    >>> trigger(("touches", ("enemy", "model")))
    'touches an enemy Model'
    >>> trigger(("performs", ("and", "hide", ("to", "x"))), of="x")
    'carries out hide'
    """
    name, *arguments = parts(told)
    match name, arguments:
        case "touches" | "meets", [thing]:
            inner = [_thing(thing)]
        case "replica", [befalls]:
            inner = [trigger(befalls)]
        case "loses", [state, how]:
            inner = [sort(state), trigger(how)]
        case _:
            inner = [sort(argument, of=of) for argument in arguments]
    words = _TRIGGERS.get(f"{name}/{len(arguments)}")
    return words.format(*inner) if words else " ".join((str(name).replace("_", " "), *inner))


def sort(told: Term, *, of: str = "") -> str:
    """Return a circumstance in words; its part `to(of)`, into that state, is left out."""
    if not isinstance(told, tuple):
        return "anything" if told == "any" else str(told)
    name, *arguments = told
    if name in _JOINED:
        link, loose = _JOINED[str(name)]
        said = [one for one in arguments if name == "or" or one != ("to", of)]
        return link.join(_within(one, of, loose) for one in said)
    inner = [_within(argument, of, *_JOINED) for argument in arguments]
    words = _SORTS.get(str(name))
    return words.format(*inner) if words else written(told)


def _within(told: Term, of: str, *loose: str) -> str:
    """Return what is part of something larger, in brackets if it would fall apart there."""
    words = sort(told, of=of)
    return f"({words})" if isinstance(told, tuple) and told[0] in loose else words


def _thing(told: Term) -> str:
    if isinstance(told, tuple) and told[0] == "enemy":
        return f"an enemy {_thing(told[1]).removeprefix('a ')}"
    return _THINGS.get(str(told), str(told))
