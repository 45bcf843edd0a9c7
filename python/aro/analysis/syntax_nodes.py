"""The nodes of clingo's syntax: what is in them, which variables a body binds."""

from collections.abc import Iterable, Iterator

from clingo import ast


def bound(body: Iterable[ast.AST]) -> tuple[set[str], list[ast.AST]]:
    """Return the variables that a body binds, and the terms that were there before it was asked."""
    positive = [one for one in body if one.sign == ast.Sign.NoSign]
    built = [one.atom for one in positive if one.atom.ast_type is ast.ASTType.SymbolicAtom]
    held = {one.name for one in variables(built)}
    equal = [
        sides
        for one in positive
        if one.atom.ast_type is ast.ASTType.Comparison and len(one.atom.guards) == 1
        for guard in one.atom.guards
        if guard.comparison == ast.ComparisonOperator.Equal
        for sides in ((one.atom.term, guard.term), (guard.term, one.atom.term))
    ]
    grown = True
    while grown:
        grown = False
        for told, known in equal:
            inside = {one.name for one in variables([told])}
            is_known = known.ast_type is ast.ASTType.Variable and known.name in held
            if inside - held and (is_known or not any(variables([known]))):
                held |= inside
                built.append(told)
                grown = True
            elif is_known and told not in built:
                built.append(told)
    return held, built


def terms(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the terms that have a functor, those in atoms without the atoms themselves."""
    for node in nodes:
        if node.ast_type is ast.ASTType.SymbolicAtom:
            symbol = node.symbol
            pooled = symbol.ast_type is ast.ASTType.Pool
            for atom in symbol.arguments if pooled else (symbol,):
                yield from terms(atom.arguments)
        else:
            yield from (one for one in every(node) if one.ast_type is ast.ASTType.Function)


def variables(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the variables in some nodes, each as often as it stands there."""
    for node in nodes:
        yield from (one for one in every(node) if one.ast_type is ast.ASTType.Variable)


def every(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and every node in it."""
    yield node
    for child in children(node):
        yield from every(child)


def children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that a node is put together of."""
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, ast.AST):
            yield child
        elif child is not None:
            yield from child
