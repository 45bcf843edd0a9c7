"""Values as one line of YAML that any reader of YAML takes for the same."""

import re
from collections.abc import Iterable, Mapping

Value = str | int | Iterable["Value"] | Mapping[str, "Value"]

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.@+/#()-]*( [A-Za-z0-9_.@+/()'-]+)*", re.ASCII)
_OTHERWISE_READ = frozenset({"yes", "no", "on", "off", "null", "y", "n"})


def flow(value: Value) -> str:
    """Return a value in flow style; an empty text is a key without a value.

    >>> flow({"who": "Zhanshi #1", "aros": "", "because": ["n4.aro.1"], "count": "2"})
    '{who: "Zhanshi #1", aros, because: [n4.aro.1], count: "2"}'
    """
    if isinstance(value, int):
        return str(value).lower()
    if isinstance(value, str):
        plain = not value or (_PLAIN.fullmatch(value) and value.lower() not in _OTHERWISE_READ)
        return value if plain else f'"{"".join(map(_escaped, value))}"'
    if isinstance(value, Mapping):
        pairs = (": ".join(filter(None, (flow(key), flow(one)))) for key, one in value.items())
        return f"{{{', '.join(pairs)}}}"
    return f"[{', '.join(flow(one) for one in value)}]"


def _escaped(letter: str) -> str:
    if letter in {'"', "\\"}:
        return f"\\{letter}"
    return letter if letter.isprintable() else f"\\U{ord(letter):08x}"
