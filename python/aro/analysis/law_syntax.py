"""Laws as terms, and the form in which they are compared."""

from aro.engine.clingo_program import Term


def normal(law: Term) -> Term:
    """Return a Law in the form in which Laws are compared.

    Each `and` and `or` has two parts, and what `restricts` a Sort is the ban on the rest of it.

    >>> normal(("and", "a", "b", "c")) == normal(("and", ("and", "a", "b"), "c"))
    True
    """
    if not isinstance(law, tuple):
        return law
    name, *arguments = law
    parts = [normal(argument) for argument in arguments]
    if name == "restricts" and len(parts) == 4:  # noqa: PLR2004  as law.lp documents it
        matter, sort, allowed, when = parts
        return ("forbids", matter, normal(("and", sort, ("no", allowed))), when)
    if name not in {"and", "or"} or not parts:
        return (name, *parts)
    first, *rest = parts
    if isinstance(first, tuple) and first[0] == name:
        return normal((name, *first[1:], *rest))
    return (name, first, normal((name, *rest))) if rest else first
