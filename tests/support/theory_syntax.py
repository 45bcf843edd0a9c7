"""What clingo reads in the theory: its inputs, its predicates, the Laws that its rules read."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from clingo import ast

from aro.knowledge.library import home

_LAW_ATOMS = {"law", "stated", "says"}


def inputs() -> set[str]:
    """Return the predicates that the theory declares as inputs."""
    external = [
        node.atom for node in _nodes(home() / "rules.lp") if node.ast_type is ast.ASTType.External
    ]
    return {_signature(atom) for node in external for atom in _atoms(node)}


def used() -> set[str]:
    """Return the predicates that the theory derives or asks for."""
    return {_signature(atom) for node in _nodes(home() / "rules.lp") for atom in _atoms(node)}


def laws_read(*files: Path) -> set[str]:
    """Return the Laws that the rules of files read, as such or by a variable that is equal."""
    found: set[str] = set()
    for node in _nodes(*files):
        body = [one for part in getattr(node, "body", ()) for one in _inside(part)]
        atoms = [atom for part in getattr(node, "body", ()) for atom in _atoms(part)]
        laws = [
            one for atom in atoms if atom.name in _LAW_ATOMS for one in _pool(atom.arguments[-1])
        ]
        names = {one.name for one in laws if one.ast_type is ast.ASTType.Variable}
        for one in body:
            if one.ast_type is ast.ASTType.Comparison and getattr(one.term, "name", "") in names:
                laws += [law for guard in one.guards for law in _pool(guard.term)]
        found |= {_signature(law) for law in laws if law.ast_type is ast.ASTType.Function}
    return found


@cache
def _nodes(*files: Path) -> list[ast.AST]:
    found: list[ast.AST] = []
    ast.parse_files([*map(str, files)], found.append)
    return found


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for key in node.child_keys:
        child = getattr(node, key)
        for one in [child] if isinstance(child, ast.AST) else child or ():
            yield from _inside(one)


def _atoms(node: ast.AST) -> Iterator[ast.AST]:
    for one in _inside(node):
        if one.ast_type is ast.ASTType.SymbolicAtom:
            yield from _pool(one.symbol)


def _pool(term: ast.AST) -> list[ast.AST]:
    if term.ast_type is not ast.ASTType.Pool:
        return [term]
    return [one for argument in term.arguments for one in _pool(argument)]


def _signature(atom: ast.AST) -> str:
    return f"{atom.name}/{len(atom.arguments)}"
