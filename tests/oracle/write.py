"""Short ways to write a World down by hand."""

from oracle.world import Act, Half, Pair, Replica, Step, Trooper, World

GUARD = Trooper("guard", "blue")
SNIPER = Trooper("sniper", "blue")
MATE = Trooper("mate", "red")


def hider(*states: str, side: str = "red") -> Trooper:
    """Return the one in a state, with the skill that gives it."""
    trait = {"to_camouflaged": "ch_to_camouflage", "hidden_deployment": "ch_to_camouflage"}
    imp = any(state.startswith("imp") for state in states)
    held = "impersonation" if imp else trait.get("".join(states), "ch_camouflage")
    return Trooper("hider", side, frozenset(states), frozenset({held}))


def user(noted: str = "hider", copies: int = 2) -> Trooper:
    """Return a Decoy user, with the piece noted as the real one."""
    replicas = tuple(Replica(f"d{n}", f"decoy_{n}") for n in range(1, copies + 1))
    return Trooper("hider", "red", frozenset({"decoy"}), frozenset(), replicas, noted)


def act(line: str, covers: tuple[str, ...] = ()) -> Act:
    """Read `step who skill target`."""
    step, who, skill, *target = line.split()
    steps: dict[str, Step] = {
        "first": "first",
        "aro_1": "aro_1",
        "second": "second",
        "aro_2": "aro_2",
    }
    uses = frozenset({"template"} if covers else ())
    return Act(steps[step], who, skill, target[0] if target else None, uses, covers)


def table(active: str, *troopers: Trooper, order: tuple[Act | str, ...] = ()) -> World:
    """Return a World in which everybody sees every enemy."""
    pieces = World(active, troopers).pieces
    sides = World(active, troopers).side
    lof = {Pair(a, b) for a in pieces for b in pieces if sides(a) != sides(b)}
    acts = tuple(act(one) if isinstance(one, str) else one for one in order)
    return World(active, troopers, lof=frozenset(lof), order=acts)


def given(world: World, **more: object) -> World:
    """Return a World with more facts."""
    facts = {name: getattr(world, name) for name in World.__dataclass_fields__ if name != "owners"}
    return World(**(facts | more))


def seen(*pairs: tuple[str, str] | tuple[str, str, Half]) -> frozenset[Pair]:
    """Return pairs of pieces."""
    return frozenset(Pair(*pair) for pair in pairs)
