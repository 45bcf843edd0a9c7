"""The command line: `aro ask FILE` and its like.

Exit codes: 0 yes or clean, 1 no or findings, 2 the input is wrong, 3 a defect of ours. Only the
module of the command that is run is loaded.
"""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn, cast

import aro
from aro.cases.opening import leaves
from aro.cli.interrupt import INTERRUPTED, ending_on_interrupt
from aro.cli.shared import Exit
from aro.errors import GaveUp, ProcessEnded, SituationError, explained, visible
from aro.knowledge import library as kb

_EPILOG = """\
Exit codes: 0 yes or clean; 1 no or findings; 2 the input is wrong; 3 a defect of aro.
`ask` exits with 1 if any act asked about is not legal, `aros` and `options` if there are none."""
_COMMANDS = {
    "ask": ("questions", "Answer the questions of a file."),
    "what-if": ("what_ifs", "Show the smallest changes that would change each ruling of a file."),
    "aros": ("questions", "List every ARO that may be declared now."),
    "options": ("questions", "List every declaration that the active side may make next."),
    "resolve": ("questions", "Play the Order of each case out."),
    "batch": ("case_files", "Answer many cases, one a line, into a file; can be resumed."),
    "test": ("case_files", "Run case files and folders as tests; list the failures, then count."),
    "rules": ("rules", "Show the articles of an edition, the clauses of an article, or a clause."),
    "words": ("rules", "Show what a word of an edition means, and the clauses that speak of it."),
    "coverage": (
        "editions",
        "Count clauses that are law and that cases cite, and clauses and Laws that decide one.",
    ),
    "new": (
        "case_files",
        "Print a case file to start from, or the words of an edition on a subject.",
    ),
    "draw": ("drawing", "Draw the table of a case, or the states of an edition, as SVG."),
    "diff": ("editions", "Show where two editions differ, and by which clauses; takes minutes."),
    "check": ("editions", "Look for what is wrong, idle or open in an edition; takes minutes."),
    "facts": ("case_files", "Print a case as facts for plain clingo."),
}
"""Each command with the module that has it, and its help."""

_PIPE_CLOSED = 141
_STREAMS = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    >>> main(["ask", "no-such-file.yaml"])
    2
    """
    while (spare := os.open(os.devnull, os.O_RDWR)) <= _STREAMS:
        pass  # no file that is opened later takes the place of a stream that is closed
    with ending_on_interrupt(), os.fdopen(spare, "w") as nothing:
        sys.stdout, sys.stderr = sys.stdout or nothing, sys.stderr or nothing
        return _run(argv)


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = _parsed(argv)
        run = _loaded(_COMMANDS[args.command][0], args.command.replace("-", "_"))
        screen = ("terminal", "TerminalScreen") if _on_terminal() else ("screen", "Screen")
        code = int(run(args, _loaded(*screen)(as_json=args.json)))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return _PIPE_CLOSED
        return _report([SituationError(f"aro: the answer could not be written: {error.strerror}")])
    except Exception as error:  # noqa: BLE001  whatever it is, the user gets a line and a code
        if isinstance(error.__context__, KeyboardInterrupt):  # it broke into a lock of Python's
            return INTERRUPTED
        return _report(tuple(leaves(error)))
    return code


def _parsed(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the arguments; each `--reading` has one alternative."""
    args = _parser().parse_args(argv)
    chosen = {*getattr(args, "reading", ())}
    if len(dict(chosen)) < len(chosen):
        raise SituationError("--reading reads the same text in two ways; expected one of them")
    return args


def _loaded(module: str, name: str) -> Callable[..., Any]:
    """Load a module of the command line, and return the function or class of that name."""
    return cast("Callable[..., Any]", getattr(import_module(f"aro.cli.{module}"), name))


def _on_terminal() -> bool:
    """Return whether standard output is a terminal, or is to be taken for one."""
    forced = os.environ.get("FORCE_COLOR")
    return sys.stdout.isatty() if forced is None else forced != ""


def _report(errors: Sequence[Exception]) -> int:
    """Print what went wrong, one a line, and return the exit code that it means."""
    with suppress(OSError):  # nobody may read it
        sys.stderr.writelines(f"{explained(error)}\n" for error in errors)
    wrong = all(isinstance(error, SituationError | GaveUp | ProcessEnded) for error in errors)
    return int(Exit.INPUT if wrong else Exit.DEFECT)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="aro",
        description="Unofficial rulings for Infinity, with the clauses that decide them.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version)
    json = _Parser(add_help=False)
    json.add_argument("--json", action="store_true", help="print JSON of the form aro/3")
    subs = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, *parents: _Parser) -> argparse.ArgumentParser:
        told = _COMMANDS[name][1]
        return subs.add_parser(
            name, help=told, description=told, parents=[*parents, json], allow_abbrev=False
        )

    # what several commands take
    viewed = _Parser(add_help=False)
    viewed.add_argument("--as", dest="as_side", metavar="SIDE", help=_AS)
    viewed.add_argument(
        "--reading", action="append", default=[], type=_reading, metavar=_PAIR, help=_READING
    )
    file = _Parser(add_help=False, parents=[viewed])
    file.add_argument("file", metavar="FILE", help="a case file; - reads standard input")
    lengthy = _Parser(add_help=False)
    lengthy.add_argument(
        "--full", action="store_true", help="also show sources, confirmations and gaps"
    )
    by_readings = _Parser(add_help=False)
    by_readings.add_argument("--readings", action="store_true", help=_READINGS)
    bounded = _Parser(add_help=False)
    bounded.add_argument("--seconds", type=_positive, default=240, metavar="N", help=_SECONDS)
    bounded.add_argument("--html", metavar="OUT.html", help="also write a page with pictures")
    numbered = _Parser(add_help=False)
    numbered.add_argument("--case", type=int, metavar="N", help="only the Nth case of the file")

    command("ask", file, by_readings, lengthy)
    what_if = command("what-if", file, by_readings)
    what_if.add_argument("--changes", type=_few, default=2, metavar="N", help=_CHANGES)
    for name in ("aros", "options"):
        command(name, file).add_argument("--for", dest="who", help="only this trooper")
    command("resolve", file, lengthy).add_argument(
        "--next", action="store_true", help="print the case that the next Order begins with"
    )
    batch = command("batch", viewed)
    batch.add_argument("source", metavar="IN", help="a case a line: .jsonl, or .parquet (`case`)")
    batch.add_argument("target", metavar="OUT", help="its answers: .jsonl, or .parquet (`answer`)")
    batch.add_argument("--processes", type=_positive, metavar="N", help=_PROCESSES)
    batch.add_argument("--scheduler", metavar="ADDRESS", help="of Dask; its workers answer")
    command("test").add_argument("path", nargs="+", metavar="PATH", help="a case file or a folder")
    _add_examinations(command, bounded)
    draw = command("draw", viewed, numbered)
    draw.add_argument("file", metavar="FILE|EDITION", help=f"a case file, or {_EDITION}")
    draw.add_argument("-o", dest="out", metavar="OUT.svg", help="write the picture to this file")
    command("facts", file, numbered).add_argument(
        "-q", "--question", type=int, metavar="N", help="only the Nth question of the case"
    )
    return parser


def _add_examinations(command: Callable[..., argparse.ArgumentParser], bounded: "_Parser") -> None:
    """Add the commands that look at an edition, each made by `command`."""
    of_edition = _Parser(add_help=False)
    of_edition.add_argument("edition", metavar="EDITION", help=_EDITION)

    rules = command("rules", of_edition)
    rules.add_argument("what", nargs="?", metavar="ARTICLE|CLAUSE|READING", help=_WHAT)
    rules.add_argument("--search", metavar="WORD", help=_SEARCH)
    words = command("words", of_edition)
    words.add_argument("word", metavar="WORD", help="a word of case files, as `aro new` lists them")
    coverage = command("coverage", of_edition)
    coverage.add_argument("path", nargs="*", metavar="PATH", help="case files (those of aro)")
    coverage.add_argument("--floor", metavar="FILE", help=_FLOOR)
    coverage.add_argument("--raise", dest="lift", action="store_true", help="update that file")
    diff = command("diff", bounded)
    diff.add_argument("left", metavar="A", help=_EDITION)
    diff.add_argument("right", metavar="B", help="the edition to compare it with")
    diff.add_argument("--markdown", metavar="OUT.md", help="also write the answer as Markdown")
    check = command("check", bounded)
    check.add_argument("edition", metavar="EDITION", help=f"{_EDITION}, or a folder like kb/n4")
    check.add_argument("--cases", metavar="FOLDER", help="the folder of its case files")
    check.add_argument("--kind", action="append", metavar="KIND", help=_KIND)
    new = command("new", of_edition)
    new.add_argument("subject", nargs="?", metavar="SUBJECT", help=_SUBJECT)


_EDITION = "an edition such as n4, a release such as n3@1.1, an amended one such as n4+my-rules"
_CHANGES = "how many facts may change at once: 1, 2 or 3 (2)"
_WHAT = "what to show of it; `readings` lists what can be read in several ways"
_SUBJECT = "print the words that the edition has on this, an article or what a clause is about"
_SEARCH = "only clauses whose id, subject or wording has a word that begins so"
_AS = "answer only from what this side may know"
_PAIR = "NAME=ALTERNATIVE"
_READING = "choose how an ambiguous clause is read; may be given several times"
_KIND = "look only for findings of this kind; may be given several times"
_READINGS = "also rule under every combination of the readings that a ruling depends on"
_SECONDS = "stop after N seconds (240)"
_PROCESSES = "how many work (one for each core)"
_FLOOR = "exit with 1 if any count has dropped below the one recorded in FILE"


def _few(text: str) -> int:
    if text not in {"1", "2", "3"}:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of changes; expected 1, 2 or 3")
    return int(text)


def _positive(text: str) -> int:
    if not re.fullmatch(r"0*[1-9][0-9]{0,5}", text):
        raise argparse.ArgumentTypeError(f"{text[:60]!r} is not a whole number from 1 to 999999")
    return int(text)


def _reading(text: str) -> tuple[str, str]:
    name, equals, chosen = text.partition("=")
    if not (name and equals and chosen):
        raise argparse.ArgumentTypeError(f"{text!r} is no reading; expected NAME=ALTERNATIVE")
    return name, chosen


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line, whatever they hold."""

    def error(self, message: str) -> NoReturn:
        super().error(visible(message))


class _Version(argparse.Action):
    """Prints the version and the digest, which is only computed when it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        told = "print the version and the digest of the knowledge"
        super().__init__(option_strings, dest, nargs=0, help=told)

    def __call__(self, *_: object) -> None:
        sys.stdout.write(f"aro {aro.__version__} (knowledge {kb.digest()})\n")
        sys.exit(Exit.YES)
