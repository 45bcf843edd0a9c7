"""How a stranger's rules may be written: facts and plain rules, and nothing that runs or explodes.

`law_syntax` tells what rules say; here they are only looked at, before anything is made of them.
What is let through derives each atom from others of which it is put together: no term is built
that was not there before, so that grounding comes to an end.
"""

import re
from collections import Counter
from collections.abc import Iterator
from math import prod

from clingo import ast

from aro.analysis.syntax_nodes import bound, children, every, terms, variables
from aro.errors import Fault
from aro.knowledge.edition import Law

BRACKETS = 24
"""How many brackets may stand inside one another."""

STATEMENTS = 2000
"""How many facts and rules a file may hold."""

VARIABLES = 10
"""How many variables a rule may have."""

ATOMS = 16
"""How many conditions a rule may have."""

POOLS = 128
"""For how many rules one that holds pools, `(a;b)`, may stand."""

NUMBER = 999
"""The largest number, either side of nought."""

_PLAIN = "facts and plain rules, `head :- body.`"
_FORBIDDEN = re.compile(r"#\s*(include|script)", re.IGNORECASE)
_STOP = re.compile(r"\.(?=\s|$)|[()]")
_MESSAGE = re.compile(r"<string>:(\d+):[^ ]* (?:error|info|warning): (.*)", re.DOTALL)
_NAME = re.compile(r"[a-z][a-z0-9_]*")

_TYPES = {
    ast.ASTType.Script: "#script",
    ast.ASTType.Definition: "#const",
    ast.ASTType.ShowSignature: "#show",
    ast.ASTType.ShowTerm: "#show",
    ast.ASTType.Minimize: "#minimize, or a weak constraint",
    ast.ASTType.External: "#external",
    ast.ASTType.Program: "#program",
    ast.ASTType.Defined: "#defined",
    ast.ASTType.Edge: "#edge",
    ast.ASTType.Heuristic: "#heuristic",
    ast.ASTType.ProjectAtom: "#project",
    ast.ASTType.ProjectSignature: "#project",
    ast.ASTType.TheoryDefinition: "#theory",
    ast.ASTType.Aggregate: "a choice or a count",
    ast.ASTType.HeadAggregate: "a choice",
    ast.ASTType.BodyAggregate: "an aggregate",
    ast.ASTType.Disjunction: "a disjunction",
    ast.ASTType.TheoryAtom: "a theory atom",
    ast.ASTType.ConditionalLiteral: "a condition `a : b`",
    ast.ASTType.BooleanConstant: "a constraint, or #true or #false",
    ast.ASTType.Interval: "an interval",
    ast.ASTType.BinaryOperation: "arithmetic",
    ast.ASTType.UnaryOperation: "arithmetic, or `-` before an atom",
}


def refusals(law: Law) -> tuple[Fault, ...]:
    """Return what a file of rules holds that a stranger may not write.

    >>> [one.message for one in refusals(Law("a.lp", "{go}."))]
    ['a choice or a count has no place here']
    """
    raw = tuple(_raw(law))
    return raw or tuple(dict.fromkeys(_parsed(law)))


def _raw(law: Law) -> Iterator[Fault]:
    """Yield what must not even be parsed: clingo opens what #include names while it reads."""
    for found in _FORBIDDEN.finditer(law.text):
        what = f"#{found[1].lower()} has no place here, not even in a comment"
        yield _fault(law, _line(law, found.start()), what, _PLAIN)
    if "\0" in law.text:
        yield _fault(law, _line(law, law.text.index("\0")), "a character is NUL", "text")
    depth = 0
    for found in _STOP.finditer(law.text):
        depth = max(0, depth + {"(": 1, ")": -1}.get(found[0], -depth))
        if depth > BRACKETS:
            what = "brackets stand too deep inside one another"
            yield _fault(law, _line(law, found.start()), what, f"at most {BRACKETS}")
            return


def _parsed(law: Law) -> Iterator[Fault]:
    nodes: list[ast.AST] = []
    messages: list[str] = []
    try:
        ast.parse_string(law.text, nodes.append, logger=lambda _, told: messages.append(told))
    except RuntimeError as refusal:
        messages = messages or [str(refusal)]
    for message in messages:
        found = _MESSAGE.match(message)
        line, told = (int(found[1]), found[2]) if found else (1, message)
        yield _fault(law, line, f"not ASP: {' '.join(told.split())}", None)
    statements = [one for one in nodes if not _is_idle(one)]
    if len(statements) > STATEMENTS:
        line = statements[STATEMENTS].location.begin.line
        yield _fault(law, line, f"{len(statements)} statements", f"at most {STATEMENTS}")
    for one in statements[:STATEMENTS]:
        line = one.location.begin.line
        yield from (_fault(law, line, what, expected) for what, expected in _statement(one))


def _statement(node: ast.AST) -> Iterator[tuple[str, str]]:
    strange = [what for what in _strange(node) if what]
    if node.ast_type is not ast.ASTType.Rule and not strange:
        strange = [str(node).split()[0]]
    if strange:
        yield from ((f"{what} has no place here", _PLAIN) for what in dict.fromkeys(strange))
        return
    yield from _bounds(node)
    held, built = bound(node.body)
    used = {one.name for one in variables([node]) if one.name != "_"}
    for name in sorted(used - held):
        yield f"{name} is bound by nothing", "an atom with it in the body, not under `not`"
    if any(one.name == "_" for one in variables([node.head])):
        yield "_ stands in the head", "a term that the body has"
    there = {str(one) for one in terms(built)}
    for one in terms([node.head.atom]):
        if one.arguments and any(variables([one])) and str(one) not in there:
            yield f"{one} is built out of what the body has", "terms that stand in the body as such"


def _strange(node: ast.AST) -> Iterator[str | None]:
    """Yield what a part of a statement is, None where it is nothing strange."""
    kind = node.ast_type
    match kind:
        case ast.ASTType.Literal if node.sign == ast.Sign.DoubleNegation:
            yield "`not not`"
        case ast.ASTType.SymbolicTerm:
            yield _symbol(node)
        case ast.ASTType.Function if node.external:
            yield f"@{node.name}"
        case ast.ASTType.Function if not node.name:
            yield "a tuple"
        case ast.ASTType.Function if not _NAME.fullmatch(node.name):
            yield f"the name {node.name}"
        case ast.ASTType.UnaryOperation if _is_negative(node):
            yield _symbol(node.argument)
            return
        case _ if kind in _TYPES:
            yield _TYPES[kind]
            return
    for child in children(node):
        yield from _strange(child)


def _symbol(node: ast.AST) -> str | None:
    told = str(node.symbol)
    if told.removeprefix("-").isdigit():
        return None if abs(int(told)) <= NUMBER else f"a number beyond {NUMBER}"
    return None if _NAME.fullmatch(told) else f"the term {told[:NUMBER]}"


def _is_negative(node: ast.AST) -> bool:
    inner = node.argument
    return (
        node.operator_type == ast.UnaryOperator.Minus
        and inner.ast_type is ast.ASTType.SymbolicTerm
        and str(inner.symbol).isdigit()
    )


def _bounds(node: ast.AST) -> Iterator[tuple[str, str]]:
    names = Counter(one.name for one in variables([node]))
    count = len(names) - ("_" in names) + names["_"]
    if count > VARIABLES:
        yield f"a rule with {count} variables", f"at most {VARIABLES}"
    if len(node.body) > ATOMS:
        yield f"a rule with {len(node.body)} conditions", f"at most {ATOMS}"
    pools = prod(len(one.arguments) for one in every(node) if one.ast_type is ast.ASTType.Pool)
    if pools > POOLS:
        yield f"pools that stand for {pools} rules", f"at most {POOLS}"


def _is_idle(node: ast.AST) -> bool:
    """Whether it says nothing: a comment, a node since clingo 5.7, or `#program base`."""
    kind = node.ast_type
    if kind is ast.ASTType.Program:
        return node.name == "base" and not node.parameters
    return bool(kind.name == "Comment")


def _line(law: Law, place: int) -> int:
    return law.text.count("\n", 0, place) + 1


def _fault(law: Law, line: int, message: str, expected: str | None) -> Fault:
    return Fault(message=message, file=law.file, line=line, expected=expected)
