"""Drafts as a stranger may send them: whatever they hold, they are refused or answered in bounds.

`python tests/fuzz_drafts.py 20000` tries so many, of a seed that may follow (`20000 7`), and prints
what became of them. Half are written by a grammar of the language, more than it allows; half are
honest drafts with bytes, words and lines changed. Each is laid over an edition, and one question is
put to it. A watchdog ends the run with the draft in hand if one takes longer than `SECONDS`.
"""

import faulthandler
import random
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent))

from aro.errors import AmendmentError, GaveUp
from aro.knowledge import library as kb
from aro.law_text.law_words import Theory, theory
from aro.parts import Act, Trooper
from aro.rulebook import Rulebook
from aro.situation import Situation
from support.drafts import MAIN, SAYS, YAML

SECONDS = 60
"""How long one draft may take, on a busy machine."""

_ARGUMENTS = {
    "Trooper": "TWV", "Piece": "PQR", "Act": "AB", "Moment": "MN", "Half": "H", "Look": "L",
    "Target": "P", "Skill": "K", "Clause": "CD", "Circumstance": "XY", "Sort": "XY",
}  # fmt: skip
_WORDS = (
    *("move", "discover", "sees", "near", "always", "none", "model", "piece", "first", "declare"),
    *("fresh", "keen", "luck", "guard", "mine", "active", "attack", "discovered", "hit", "perform"),
)
_HOSTILE = (
    *("#script", "(a;b;c)", "1..9", "X+1", "_", "@f", "not not p", "f(f(X))", "{p}", ":-", "%*"),
    *("\u202e", "\x00", "\ufeff", "-" * 50, "(" * 30, "999999", '"s"', "#sup", "&sum", ".", ","),
)
_HEADS = (
    ("holds(fresh,A,L)", "demanded_on(fresh,A,L,M)"),
    ("holds(fresh(F),A,L)", "demanded_on(fresh(F),A,L,M)"),
    ("happens(T,fresh,M)", "triggering(fresh), trooper(T), moment(M)"),
    ("befalls(P,fresh,M)", "triggering(fresh), piece(P,T), moment(M)"),
    ("piece_is(P,fresh,M)", "present(P,M)"),
    ("sort(A,fresh)", "asks(A)"),
    ("sort_demanded(X,declare)", "demanded(X)"),
    ("triggering(X)", "triggering(X)"),
    ("own0(X,T)", "demanded(X), trooper(T)"),
    ("own1(X,T)", "own0(X,T)"),
    ("own2(X,A)", "demanded_on(X,A,L,M)"),
    ("own3(X,P)", "own1(X,T), piece(P,T)"),
)
_COMPARED = (
    "A = act(N,W,K,P)",
    "T != W",
    "X = fresh(F)",
    "P < Q",
    "A != B",
    "K != move",
    "L = declare",
)
_BINDS = {
    **dict.fromkeys("TWV", ""), "P": "piece(P,_)", "Q": "piece(Q,_)", "R": "piece(R,_)",
    "A": "asks(A)", "B": "declared(B)", "M": "moment(M)", "N": "moment(N)", "H": "half(H)",
    "L": "sight(_,L,_)", "K": "skill_name(K)", "C": "clause(C)", "D": "clause(D)",
    "X": "demanded(X)", "Y": "demanded(Y)", "F": "belongs(_,F)", "G": "gear_name(G)",
    "S": "state_name(S)",
}  # fmt: skip
_BINDS |= {name: f"trooper({name})" for name in "TWV"}
_USED = """\
own0(fresh,luck).
own1(X,T) :- own0(X,_), trooper(T).
own2(X,A) :- demanded_on(X,A,declare,_), own0(X,_).
own3(X,P) :- own1(X,T), piece(P,T).
says(mine(one), forbids(declare, move, and(fresh, fresh(model)))).
says(mine(one), cancels(impersonation_1, fresh)).
holds(fresh,A,L) :- demanded_on(fresh,A,L,_), own2(fresh,A), own3(fresh,_).
holds(fresh(F),A,L) :- demanded_on(fresh(F),A,L,M), piece_is(_,F,M).
"""
_WORKED = kb.home() / "tests" / "amendments" / "wary_guards"

Files = dict[str, bytes]
Told = Callable[[str], None]


def drafts(seed: int) -> Iterator[Files]:
    """Yield drafts without end, each the files of its folder."""
    dice = random.Random(seed)  # noqa: S311  no secret
    honest = [
        {"amendment.yaml": MAIN.encode(), "mine.yaml": YAML.encode(), "mine.lp": SAYS.encode()},
        {file.name: file.read_bytes() for file in _WORKED.iterdir() if file.is_file()},
    ]
    known = theory(kb.home() / "kb" / "theory")
    while True:
        rules = "".join(_statement(dice, known) for _ in range(dice.randint(1, 3)))
        yield honest[0] | {"mine.lp": (SAYS + _USED + rules).encode()}
        yield _changed(dice, dice.choice(honest))


def _changed(dice: random.Random, draft: Files) -> Files:
    """Return a draft with a few bytes, words or lines of one of its files changed."""
    name = dice.choice(sorted(draft))
    text = draft[name]
    for _ in range(dice.randint(1, 4)):
        words = text.split(dice.choice((b" ", b"\n", b",")))
        at = dice.randrange(len(text) + 1)
        match dice.randrange(6):
            case 0:
                text = text[:at] + dice.randbytes(dice.randint(1, 3)) + text[at + 1 :]
            case 1:
                text = text[:at] + dice.choice(_HOSTILE).encode() + text[at:]
            case 2:
                text = text[:at] + text[at + dice.randint(1, 40) :]
            case 3:
                text = text[:at] + dice.choice(words) + text[at:]
            case 4:
                text = text.replace(dice.choice(words), dice.choice(words), 1)
            case _:
                text = text[:at] + text[max(0, at - 200) :] * dice.choice((1, 2, 200))
    return draft | {name: text}


def _statement(dice: random.Random, known: Theory) -> str:
    """Return a rule in the language, now and then one that goes beyond it."""
    if dice.random() < 0.3:
        return _fact(dice, known)
    lists = ("may_read", "may_derive", "may_ask_for")
    readable = sorted(one for name in lists for one in known.may[name])
    head, bound = dice.choice(_HEADS)
    body = [_atom(dice, known, dice.choice(readable)) for _ in range(dice.randint(0, 2))]
    body = [("not " if dice.random() < 0.15 else "") + one for one in body]
    body += dice.sample(_COMPARED, dice.choice((0, 0, 1, 2)))
    body += [f"own{dice.randint(0, 3)}(X,{dice.choice('TAP')})"] * dice.choice((0, 0, 1))
    used = set(re.findall(r"\b[A-Z]\b", " ".join(body))) - set(re.findall(r"\b[A-Z]\b", bound))
    body += [_BINDS[name] for name in sorted(used)] if dice.random() < 0.9 else []
    dice.shuffle(body)
    rule = f"{head} :- {', '.join((bound, *body))}.\n"
    if dice.random() < 0.02:
        at = dice.randrange(len(rule))
        rule = rule[:at] + dice.choice(_HOSTILE) + rule[at:]
    return rule


def _fact(dice: random.Random, known: Theory) -> str:
    """Return a fact: a Law of the clause, or a table."""
    term = partial(_term, dice)
    if dice.random() < 0.6:
        law = dice.choice(sorted(known.laws))
        name, _, count = law.partition("/")
        return f"says(mine(one), {name}({','.join(term(2) for _ in range(int(count)))})).\n"
    tables = sorted({**known.may["may_state"], **known.may["may_state_of_its_own"]})
    name, _, count = dice.choice((*tables, "own0/2", "own1/2")).partition("/")
    return f"{name}({','.join(term(1) for _ in range(int(count)))}).\n"


def _term(dice: random.Random, depth: int) -> str:
    if depth and dice.random() < 0.4:
        name = dice.choice(
            ("and", "or", "no", "fresh", "target", "actor", "wields", "declares", "sum")
        )
        count = 2 if name in {"and", "or", "sum"} else 1
        return f"{name}({','.join(_term(dice, depth - 1) for _ in range(count))})"
    return dice.choice((*_WORDS, "(a;b)", "3", "-3"))


def _atom(dice: random.Random, known: Theory, predicate: str) -> str:
    """Return an atom of a predicate, its variables named by their kinds."""
    name, _, count = predicate.partition("/")
    kinds = known.kinds.get(predicate, ("",) * int(count))
    inside = [
        dice.choice(_ARGUMENTS.get(kind, "FGS"))
        if dice.random() < 0.85
        else dice.choice((*_WORDS, "_"))
        for kind in kinds
    ]
    return f"{name}({','.join(inside)})" if inside else name


def table() -> tuple[Situation, Act]:
    """Return a table with names that the grammar uses, and what is asked about it."""
    there = Situation(
        active="red",
        troopers=[
            Trooper("speculo", side="red", states=["impersonation_1"], has=["impersonation"]),
            *(Trooper(f"red{number}", side="red") for number in range(3)),
            *(Trooper(name, side="blue") for name in ("guard", "blue1", "blue2", "blue3")),
        ],
        lof=[("guard", "speculo"), ("speculo", "guard"), ("blue1", "red1")],
    )
    return there.declare("speculo", "move"), Act("guard", "discover", "speculo")


def tried(files: Files) -> str:
    """Return what became of a draft: refused, answered or gave up; whatever else is raised."""
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_bytes(text)
        try:
            Rulebook(f"n4+{folder}").is_legal(*table())
        except GaveUp:
            return "gave up"
        except (AmendmentError, ExceptionGroup) as error:
            told = error.exceptions if isinstance(error, ExceptionGroup) else (error,)
            assert all(isinstance(one, AmendmentError) and one.file for one in told), told
            return "refused when laid" if isinstance(error, ExceptionGroup) else _when(error)
    return "answered"


def _when(error: AmendmentError) -> str:
    return "refused when asked" if "fail here" in error.message else "refused by the proof"


def run(count: int, seed: int, tell: Told = print) -> Counter[str]:
    """Try so many drafts, or until it is interrupted; return how often each thing came of one."""
    counts: Counter[str] = Counter()
    slowest, begun = 0.0, time.monotonic()
    for _, files in zip(range(count), drafts(seed), strict=False):
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        before = time.monotonic()
        try:
            counts[tried(files)] += 1
        except KeyboardInterrupt:
            break
        except BaseException:
            tell(f"this draft failed: {files}")
            raise
        taken = time.monotonic() - before
        if taken > slowest:
            slowest = taken
            tell(f"slowest so far {taken:.1f} s: {files.get('mine.lp', b'')[:2000]!r}")
    faulthandler.cancel_dump_traceback_later()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    counted = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    took = time.monotonic() - begun
    tell(f"{counts.total()} drafts of seed {seed} in {took:.0f} s: {counted}")
    tell(f"slowest {slowest:.1f} s, most memory {most} MB")
    return counts


if __name__ == "__main__":
    run(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
