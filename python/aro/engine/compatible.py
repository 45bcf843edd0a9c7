"""Acts asked about in several ways: the facts of one way would be mixed with those of another."""

from collections.abc import Iterable

from aro.parts import Act


def apart(order: Iterable[Act], acts: Iterable[Act]) -> tuple[tuple[Act, ...], ...]:
    """Return settled acts in groups, at least one, in none of which an act is there in two ways.

    >>> bare, armed = Act("a", "hit", "b"), Act("a", "hit", "b", uses=["flame"])
    >>> apart((), [bare, armed, bare]) == ((bare,), (armed,))
    True
    """
    declared = {act.bare: act for act in order}
    ways = [dict(declared)]
    found: list[list[Act]] = [[]]
    for act in dict.fromkeys(acts):
        place = next((n for n, way in enumerate(ways) if way.get(act.bare, act) == act), len(ways))
        if place == len(ways):
            ways.append(dict(declared))
            found.append([])
        ways[place][act.bare] = act
        found[place].append(act)
    return tuple(map(tuple, found))
