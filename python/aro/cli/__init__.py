"""The command line: `aro ask FILE` and its like.

Exit codes: 0 yes or clean, 1 no or findings, 2 the input is wrong, 3 a defect of ours. Of the
commands only the module of the one that is asked for is loaded.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import aro
from aro.cases.opening import leaves
from aro.cli.trials import Exit
from aro.errors import GaveUp, SituationError, explained
from aro.knowledge import library as kb

_EPILOG = """\
Exit codes: 0 yes or clean; 1 no or findings; 2 the input is wrong; 3 a defect of aro.
`ask` says no if an act asked about is not legal, `aros` and `options` if there is none."""
_COMMANDS = {
    "ask": ("questions", "Answer the questions of a file."),
    "what-if": (
        "turns",
        "Tell the smallest changes of a situation that turn each ruling of a file.",
    ),
    "aros": ("questions", "List every ARO that may be declared now."),
    "options": ("questions", "List every declaration that the active side may make next."),
    "resolve": ("questions", "Play the Order of each case out."),
    "batch": (
        "batches",
        "Answer the questions of many cases, one a line, into a file; run again, it goes on.",
    ),
    "test": (
        "case_files",
        "Run the cases of files and folders; one line for each failure, then the counts.",
    ),
    "rules": (
        "rules",
        "Show the articles of an edition, the clauses of an article, or one clause.",
    ),
    "coverage": (
        "survey",
        "Count the clauses of an edition that are law, that a case cites, and that turn one.",
    ),
    "new": ("case_files", "Print a case file to start from."),
    "draw": ("drawing", "Draw the table of a case, or the states of an edition, as SVG."),
    "diff": (
        "workbench",
        "Tell where two editions, or two releases of one, part, and by which clauses.",
    ),
    "check": (
        "workbench",
        "Look for what is wrong with an edition, does nothing, or is left open.",
    ),
    "facts": ("case_files", "Print a case as facts for plain clingo."),
}
"""Each command with the module that has it, and what it does."""

_INTERRUPTED = 130
_PIPE_CLOSED = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    >>> main(["ask", "no-such-file.yaml"])
    2
    """
    args = _parser().parse_args(argv)
    try:
        run = _loaded(_COMMANDS[args.command][0], args.command.replace("-", "_"))
        screen = ("terminal", "TerminalScreen") if _on_terminal() else ("screen", "Screen")
        code = int(run(args, _loaded(*screen)()))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.stderr.write(f"aro: what was answered could not be written: {error.strerror}\n")
        return int(Exit.INPUT)
    except ExceptionGroup as group:
        return _report(list(leaves(group)))
    except Exception as error:  # noqa: BLE001  whatever it is, the user gets a line and a code
        return _report([error])
    return code


def _loaded(module: str, name: str) -> Callable[..., Any]:
    """Return what has a name in a module of the command line, which is loaded for it."""
    found: Callable[..., Any] = getattr(import_module(f"aro.cli.{module}"), name)
    return found


def _on_terminal() -> bool:
    """Return whether standard output is a terminal, or is to be taken for one."""
    forced = os.environ.get("FORCE_COLOR")
    return sys.stdout.isatty() if forced is None else forced != ""


def _report(errors: list[Exception]) -> int:
    """Print what went wrong, one a line, and return the exit code that it means."""
    for error in errors:
        sys.stderr.write(f"{explained(error)}\n")
    wrong = all(isinstance(error, SituationError | GaveUp) for error in errors)
    return int(Exit.INPUT if wrong else Exit.DEFECT)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="aro",
        description="Unofficial rulings for Infinity, with the clauses that decide them.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version)
    json = argparse.ArgumentParser(add_help=False)
    json.add_argument("--json", action="store_true", help="print JSON of the form aro/2")
    subs = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, *parents: argparse.ArgumentParser) -> argparse.ArgumentParser:
        told = _COMMANDS[name][1]
        return subs.add_parser(
            name, help=told, description=told, parents=[*parents, json], allow_abbrev=False
        )

    manner, bounded = _manner(), _bounded()
    file = _file(manner)
    readings = _readings()
    command("ask", file, readings)
    turning = command("what-if", file, readings)
    turning.add_argument("--changes", type=_few, default=2, metavar="N", help=_CHANGES)
    for name in ("aros", "options"):
        command(name, file).add_argument("--for", dest="who", help="only this trooper")
    command("resolve", file).add_argument(
        "--next", action="store_true", help="print the case that the next Order begins with"
    )
    many = command("batch", manner)
    many.add_argument("source", metavar="IN", help="a case a line: .jsonl, or .parquet (`case`)")
    many.add_argument("target", metavar="OUT", help="its answers: .jsonl, or .parquet (`answer`)")
    many.add_argument("--processes", type=_positive, metavar="N", help="else one for each core")
    many.add_argument("--scheduler", metavar="ADDRESS", help="of Dask, whose workers answer then")
    command("test").add_argument("path", nargs="+", metavar="PATH", help="a case file or a folder")
    shown = command("rules")
    shown.add_argument("edition", metavar="EDITION", help=_EDITION)
    shown.add_argument("what", nargs="?", metavar="ARTICLE|CLAUSE|READING", help=_WHAT)
    counted = command("coverage")
    counted.add_argument("edition", metavar="EDITION", help=_EDITION)
    counted.add_argument("path", nargs="*", metavar="PATH", help="case files; else those of aro")
    counted.add_argument("--floor", metavar="FILE", help="figures that it may not fall below")
    counted.add_argument(
        "--raise", dest="lift", action="store_true", help="write into it what they are now"
    )
    command("new").add_argument("edition", metavar="EDITION", help=_EDITION)
    drawn = command("draw", manner)
    drawn.add_argument("file", metavar="FILE|EDITION", help=f"a case file, or {_EDITION}")
    drawn.add_argument("--case", type=int, metavar="N", help="of several, the case of this number")
    drawn.add_argument("-o", dest="out", metavar="OUT.svg", help="write it there")
    parting = command("diff", bounded)
    parting.add_argument("left", metavar="A", help=_EDITION)
    parting.add_argument("right", metavar="B", help="another one")
    parting.add_argument("--markdown", metavar="OUT.md", help="write it there, too")
    checking = command("check", bounded)
    checking.add_argument("edition", metavar="EDITION", help=f"{_EDITION}, or a folder like kb/n4")
    checking.add_argument("--cases", metavar="FOLDER", help="where its cases are")
    checking.add_argument(
        "--kind", action="append", metavar="KIND", help="look for findings of this kind alone"
    )
    told = command("facts", file)
    told.add_argument("--case", type=int, metavar="N", help="of several, the case of this number")
    told.add_argument(
        "-q", "--question", type=int, metavar="N", help="only the question of this number"
    )
    return parser


_EDITION = "an edition such as n4, a release such as n3@1.1, an amended one such as n4+my-rules"
_CHANGES = "how many facts may change at once: 1, 2 (if not said) or 3"
_WHAT = "what to show of it; `readings` lists what can be read in several ways"


def _file(manner: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False, parents=[manner])
    parser.add_argument("file", metavar="FILE", help="a case file; - reads standard input")
    return parser


def _bounded() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument(
        "--seconds", type=_positive, default=240, metavar="N", help="stop after so long"
    )
    parser.add_argument("--html", metavar="OUT.html", help="write a page with pictures there")
    return parser


def _readings() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument(
        "--readings",
        action="store_true",
        help="also rule under every combination of the readings that a ruling turns on",
    )
    return parser


def _manner() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument(
        "--as", dest="as_side", metavar="SIDE", help="answer with no more than this side may know"
    )
    parser.add_argument(
        "--reading",
        action="append",
        default=[],
        type=_reading,
        metavar="NAME=ALTERNATIVE",
        help="how to read an ambiguous clause",
    )
    return parser


def _few(text: str) -> int:
    if text not in {"1", "2", "3"}:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of changes; expected 1, 2 or 3")
    return int(text)


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not so many; expected a number from 1 on")
    return int(text)


def _reading(text: str) -> tuple[str, str]:
    name, equals, chosen = text.partition("=")
    if not (name and equals and chosen):
        raise argparse.ArgumentTypeError(f"{text!r} is no reading; expected NAME=ALTERNATIVE")
    return name, chosen


class _Version(argparse.Action):
    """Prints the version and the digest, which is only computed when it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        told = "print the version and the digest of the knowledge"
        super().__init__(option_strings, dest, nargs=0, help=told)

    def __call__(self, *_: object) -> None:
        sys.stdout.write(f"aro {aro.__version__} (knowledge {kb.digest()})\n")
        sys.exit(Exit.YES)
