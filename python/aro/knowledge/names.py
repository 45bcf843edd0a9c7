"""Names as people write them, and the constants by which the rules know them.

A trooper may be called "Zhanshi #1"; clingo knows `zhanshi_1`. Nothing but plain constants reaches
the solver, so no name can smuggle a rule into a question.
"""

import re
import unicodedata
from functools import lru_cache

LONGEST = 60
"""The longest name, in characters."""

_WORD = re.compile(r"[a-z][A-Za-z0-9_]*", re.ASCII)
_FLAT_TERM = re.compile(r"-?\w+\(-?\w+(,-?\w+)*\)|^-?\w+$", re.ASCII)
_LONGEST_TERM = 400
_WRITTEN = 400  # with each letter escaped, YAML still reads it as a key
_RESERVED = frozenset({"none", "not", "own"})


def is_word(text: str) -> bool:
    """Return whether a text is a constant of the rules as it stands.

    >>> is_word("bs_attack"), is_word("BS Attack"), is_word("x). legal(x")
    (True, False, False)
    """
    return len(text) <= LONGEST and _is_word(text)


def constant(name: str) -> str | None:
    """Return the constant that stands for a name, or None where there is none.

    >>> constant("speculo"), constant("Zhanshi #1"), constant("Séraphin"), constant("#1")
    ('speculo', 'zhanshi_1', 'seraphin', None)
    """
    return _constant(name) if len(name) <= LONGEST else _folded(name)


def is_term(text: str) -> bool:
    """Return whether a text is a term, spaces aside.

    >>> is_term("begins(_, x)"), is_term("begins(_,x"), is_term("begins(,x)"), is_term("")
    (True, False, False, False)
    """
    inner, flat = "", text.replace(" ", "")
    if len(flat) > _LONGEST_TERM:
        return False
    while inner != flat:
        inner, flat = flat, _FLAT_TERM.sub("x", flat)
    return flat == "x"


@lru_cache(maxsize=4096)
def _is_word(text: str) -> bool:
    return bool(_WORD.fullmatch(text)) and text not in _RESERVED


def _folded(name: str) -> str | None:
    if is_word(name):
        return name
    if len(name) > _WRITTEN or name != name.strip() or not name.isprintable():
        return None
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    if any(letter.isalnum() and not letter.isascii() for letter in plain):
        return None
    word = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return word if is_word(word) else None


_constant = lru_cache(maxsize=4096)(_folded)
