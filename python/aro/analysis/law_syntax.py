"""Rules as they are written: what clingo reads in them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import clingo
from clingo import ast

from aro.engine.clingo_program import Term
from aro.errors import KnowledgeError
from aro.knowledge.edition import Law


@dataclass(frozen=True, slots=True)
class Tree:
    """A term or an atom as it is written; what is no constant, number or functor has the name ''.

    Each argument is the tuple of what may stand there, one tree unless it is a pool.
    """

    name: str
    arguments: tuple[tuple["Tree", ...], ...] = ()
    variable: str | None = None

    @property
    def signature(self) -> str:
        """Name and number of arguments, as clingo writes them: `lof/3`."""
        return f"{self.name}/{len(self.arguments)}"

    def __str__(self) -> str:
        told = ",".join(str(argument[0]) for argument in self.arguments)
        name = self.variable or self.name
        return f"{name}({told})" if told else name

    def parts(self) -> Iterator["Tree"]:
        """Yield the tree and every tree in it."""
        yield self
        for argument in self.arguments:
            for one in argument:
                yield from one.parts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A statement of a program: what it derives, what it asks, whether it declares an input.

    `equal` are the variables that its body sets equal to a term.
    """

    heads: tuple[Tree, ...]
    body: tuple[Tree, ...]
    equal: tuple[tuple[str, Tree], ...]
    external: bool
    file: str
    line: int

    def meant(self, told: Tree) -> tuple[Tree, ...]:
        """Return what a term stands for: itself, or what its variable is set equal to."""
        if told.variable is None:
            return (told,)
        return tuple(tree for name, tree in self.equal if name == told.variable)


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


def statements(*files: Path | Law) -> tuple[Statement, ...]:
    """Return the statements of some files and of those that they include."""
    found: list[Statement] = []
    messages: list[str] = []

    def told(_: object, text: str) -> None:
        messages.append(text)

    try:
        for file in files:
            if isinstance(file, Law):
                ast.parse_string(file.text, partial(_take, found, file.file), logger=told)
            else:
                ast.parse_files([str(file)], partial(_take, found, None), logger=told)
    except RuntimeError as refusal:
        raise KnowledgeError("\n".join(messages) or str(refusal)) from refusal
    return tuple(found)


def _take(found: list[Statement], file: str | None, node: ast.AST) -> None:
    if node.ast_type in {ast.ASTType.Rule, ast.ASTType.External, ast.ASTType.ShowTerm}:
        found.append(_statement(node, file))


def _statement(node: ast.AST, file: str | None) -> Statement:
    begin = node.location.begin
    external = node.ast_type is ast.ASTType.External
    derives = {ast.ASTType.Rule: "head", ast.ASTType.External: "atom"}.get(node.ast_type)
    return Statement(
        heads=tuple(_atoms([getattr(node, derives)])) if derives else (),
        body=tuple(_atoms(node.body)),
        equal=tuple(pair for one in node.body for pair in _equal(one)),
        external=external,
        file=file or begin.filename,
        line=begin.line,
    )


def _atoms(nodes: Iterable[ast.AST]) -> Iterator[Tree]:
    """Yield every atom in a part of a statement, those in conditions and aggregates too."""
    for node in nodes:
        if node.ast_type is ast.ASTType.SymbolicAtom:
            yield from _trees(node.symbol)
        else:
            for key in node.child_keys:
                child = getattr(node, key)
                if isinstance(child, ast.AST):
                    yield from _atoms([child])
                elif isinstance(child, Sequence):
                    yield from _atoms(child)


def _equal(node: ast.AST) -> Iterator[tuple[str, Tree]]:
    comparison = getattr(node, "atom", None)
    if comparison is None or comparison.ast_type is not ast.ASTType.Comparison:
        return
    if comparison.term.ast_type is ast.ASTType.Variable:
        for guard in comparison.guards:
            yield from ((comparison.term.name, tree) for tree in _trees(guard.term))


def _trees(node: ast.AST) -> tuple[Tree, ...]:
    match node.ast_type:
        case ast.ASTType.Function:
            return (Tree(node.name, tuple(_trees(one) for one in node.arguments)),)
        case ast.ASTType.Pool:
            return tuple(tree for one in node.arguments for tree in _trees(one))
        case ast.ASTType.SymbolicTerm:
            return (_tree(node.symbol),)
        case ast.ASTType.Variable:
            return (Tree("", variable=node.name),)
        case _:
            return (Tree(""),)


def _tree(symbol: clingo.Symbol) -> Tree:
    if symbol.type is clingo.SymbolType.Function:
        return Tree(symbol.name, tuple((_tree(one),) for one in symbol.arguments))
    return Tree(str(symbol) if symbol.type is clingo.SymbolType.Number else "")
