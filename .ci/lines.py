"""Counts the lines of code of `python/aro` and holds them to the ceilings of `python/budgets.md`.

A line of code is one that is neither blank, nor a comment, nor part of a docstring. The core is the
files at the top of the package and the folders `knowledge`, `engine` and `compiled`.

    python .ci/lines.py          the counts; exits with 1 if one is above its ceiling
    python .ci/lines.py --all    the lines of each file as well
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python" / "aro"
CORE = {"knowledge", "engine", "compiled"}
CEILING = re.compile(r"^\| code lines of (\w[\w ]*?) *\| ([\d,]+) ", re.MULTILINE)


def code_lines(path: Path) -> int:
    """Return the number of lines of code in a file."""
    text = path.read_text(encoding="utf-8")
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str())):
                    docstrings.update(range(statement.lineno, (statement.end_lineno or 0) + 1))
    lines = enumerate(text.splitlines(), start=1)
    return sum(
        1
        for number, line in lines
        if number not in docstrings and line.strip() and not line.lstrip().startswith("#")
    )


def in_core(path: Path) -> bool:
    """Return whether a file of the package belongs to its core."""
    parts = path.relative_to(PACKAGE).parts
    return (len(parts) == 1 and path.name != "__main__.py") or parts[0] in CORE


def main() -> int:
    """Print the counts beside their ceilings; return 1 if one is too high."""
    files = {path: code_lines(path) for path in sorted(PACKAGE.rglob("*.py"))}
    if "--all" in sys.argv:
        for path, count in files.items():
            print(f"{count:6} {path.relative_to(ROOT)}")
    counts = {
        "the package": sum(files.values()),
        "the core": sum(count for path, count in files.items() if in_core(path)),
    }
    budgets = (ROOT / "python" / "budgets.md").read_text(encoding="utf-8")
    ceilings = {name: int(most.replace(",", "")) for name, most in CEILING.findall(budgets)}
    for name, count in counts.items():
        print(f"code lines of {name}: {count:,}, at most {ceilings[name]:,}")
    return any(count > ceilings[name] for name, count in counts.items())


if __name__ == "__main__":
    sys.exit(main())
