"""Drafts as a stranger may send them: whatever they hold, they are refused or answered in bounds.

`python tests/fuzz_drafts.py 20000` tries so many, of a seed that may follow (`20000 7`), and of a
number of seconds behind it no longer than that. It prints what became of them. Three in five are
written as a draft may be: Laws of the edition with their parts exchanged, rules that bind what they
ask for. One in five is written by a grammar that goes beyond the language, and one in five is
another draft with bytes, words and lines changed. Each is laid over an edition, and one question is
put to it. A watchdog ends the run if one draft takes more than `SECONDS` of a core.
"""

import faulthandler
import random
import re
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent))

from aro.errors import AmendmentError, GaveUp
from aro.knowledge import library as kb
from aro.law_text.law_words import Theory, laws_in, rules_of, theory
from aro.parts import Act, Trooper
from aro.rulebook import Rulebook
from aro.situation import Situation
from support.drafts import MAIN, SAYS, YAML

SECONDS = 120
"""How much of a core's time one draft may take."""

_KINDS = {
    "Trooper": "TW", "Piece": "PQ", "Act": "AB", "Half": "HI", "Look": "L", "Moment": "MN",
    "Skill": "KJ", "State": "SZ", "Family": "SF", "Side": "YX", "Step": "OU", "Target": "PE",
    "Clause": "CD", "Form": "FG", "Trait": "VR",
}  # fmt: skip
"""The variables of each kind, of which an honest rule has few."""

_TABLE = (
    *("side/2", "active/1", "replica/3", "device/1", "trooper/1", "piece/2", "foes/2", "state/2"),
    *("opposed/2", "has/2", "noted/2", "lof/3", "zoc/3", "contact/3", "beside/3", "turn_ends/0"),
    *("step/1", "next/2", "moment/1", "half/1", "half_of/2", "turn/2", "declared/1", "covers/2"),
    *("asks/1", "sight/3", "during/3", "behind/2", "opposed/2", "skill_name/1", "belongs/2"),
)
"""What an honest rule may ask for without hanging on itself."""

_LATER = ("in/3", "family_at/3", "present/2", "form/3", "hiding/2", "performed/1", "hit/2")

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
    "A": "declared(A)", "B": "declared(B)", "M": "moment(M)", "N": "moment(N)", "H": "half(H)",
    "L": "declared(B), sight(B,L,_)", "K": "skill_name(K)", "C": "clause(C)", "D": "clause(D)",
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
    simple = {"amendment.yaml": MAIN.encode(), "mine.yaml": YAML.encode()}
    worked = {file.name: file.read_bytes() for file in _WORKED.iterdir() if file.is_file()}
    known = theory(kb.home() / "kb" / "theory")
    lawful = _Lawful(dice, known)
    while True:
        for _ in range(3):
            yield simple | {"mine.lp": lawful.text().encode()}
        rules = "".join(_statement(dice, known) for _ in range(dice.randint(1, 3)))
        yield simple | {"mine.lp": (SAYS + _USED + rules).encode()}
        yield _changed(dice, dice.choice((worked, simple | {"mine.lp": lawful.text().encode()})))


class _Lawful:
    """Writes the rules of drafts as they may be: most of them are accepted."""

    def __init__(self, dice: random.Random, known: Theory) -> None:
        self.dice, self.known = dice, known
        stated = [one.head for one in rules_of(kb.load("n4")) if one.head.signature == "says/2"]
        self.laws = [law for head in stated for law in laws_in(head) if law.name != "under"]
        self.parts: dict[str, list[str]] = {}
        for law in self.laws:
            for kind, part in zip(known.laws[law.signature], law.arguments, strict=True):
                self.parts.setdefault(_SAME.get(kind, kind), []).append(str(part))

    def text(self) -> str:
        """Return the rules of a draft: Laws, and what its own circumstances mean."""
        laws = [f"says(mine(one), {self.law()}).\n" for _ in range(self.dice.randint(1, 3))]
        rules = []
        for name in ("fresh", "keen(state)"):
            if self.dice.random() < 0.5:
                when = name.replace("state", self.word("Family"))
                laws.append(f"says(mine(one), forbids(declare, {self.word('When')}, {when})).\n")
                rules += [self.rule(name) for _ in range(self.dice.randint(1, 2))]
        return "".join(laws + rules)

    def law(self) -> str:
        """Return a Law with some of its parts exchanged for others of their kind."""
        law = self.dice.choice(self.laws)
        pairs = zip(self.known.laws[law.signature], law.arguments, strict=True)
        inside = [self.word(kind) if self.dice.random() < 0.4 else str(old) for kind, old in pairs]
        return f"{law.name}({','.join(inside)})"

    def word(self, kind: str) -> str:
        """Return a part of that kind which the edition's Laws have, or of several one."""
        found = self.parts[_SAME.get(kind, kind)]
        if kind in _SAME and self.dice.random() < 0.3:
            name, count = self.dice.choice((("and", 2), ("or", 3), ("no", 1), ("and", 4)))
            return f"{name}({','.join(self.dice.choice(found) for _ in range(count))})"
        return self.dice.choice(found)

    def rule(self, circumstance: str) -> str:
        """Return a rule that says when a circumstance holds of an act, perhaps by its own means."""
        head = circumstance.replace("state", "F")
        body, bound = [f"demanded_on({head},A,L,M)"], "ALM" + "F" * (head != circumstance)
        if self.dice.random() < 0.4:
            act, more = self.dice.choice((("_,T,_,P", "TP"), ("O,T,K,P", "OTKP"), ("_,T,_,_", "T")))
            body.append(f"A = act({act})")
            bound += more
        body += self.conditions(bound)
        if self.dice.random() < 0.4:
            inside = self.conditions("")
            found = sorted(set(re.findall(r"\b[A-Z]\b", " ".join(_positive(inside)))))
            kept = ",".join(self.dice.sample(found, min(2, len(found))))
            own = f"own{self.dice.randint(0, 9)}({kept})" if kept else "turn_ends"
            body.append(own)
            rules = f"{own} :- {', '.join(inside)}.\n" if kept else ""
            return f"holds({head},A,L) :- {', '.join(body)}.\n{rules}"
        return f"holds({head},A,L) :- {', '.join(body)}.\n"

    def conditions(self, bound: str) -> list[str]:
        """Return a few atoms; those under `not` and comparisons have variables that others bind."""
        there = _TABLE if self.dice.random() < 0.8 else _LATER
        atoms: list[str] = []
        held = set(bound)
        for _ in range(self.dice.choice((1, 1, 2))):
            atoms.append(self.atom(self.dice.choice(there), held))
            held.update(re.findall(r"\b[A-Z]\b", atoms[-1]))
        denied = self.atom(self.dice.choice(_TABLE), held)
        if self.dice.random() < 0.3 and held.issuperset(re.findall(r"\b[A-Z]\b", denied)):
            atoms.append(f"not {denied}")
        pair = self.dice.choice(("T != W", "P < Q", "A != B", "T > W"))
        if held.issuperset(pair[:: len(pair) - 1]):
            atoms.append(pair)
        return atoms

    def atom(self, predicate: str, held: Collection[str]) -> str:
        """Return an atom of a predicate, its variables by their kinds, mostly such as are held."""
        inside = []
        for kind in self.known.kinds[predicate]:
            there = [one for one in _KINDS.get(kind, "") if one in held]
            fresh = not there or self.dice.random() < 0.2
            inside.append(self.dice.choice((*_KINDS.get(kind, ""), "_") if fresh else there))
        name = predicate.partition("/")[0]
        return f"{name}({','.join(inside)})" if inside else name


_SAME = dict.fromkeys(("Sort", "When", "Allowed"), "circumstance")
_SAME |= {"State": "Family"}


def _positive(conditions: list[str]) -> list[str]:
    return [one for one in conditions if one[0].islower() and not one.startswith("not ")]


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


def _asked(book: Rulebook, number: int) -> None:
    """Put one of the questions that there are to a rulebook, mostly the simplest."""
    there, act = table()
    match number % 10:
        case 1 | 2:
            assert book.resolve(there).fates
        case 3:
            assert book.legal_aros(there)
        case 4:
            assert book.is_legal(there, act, as_side="blue").ruling
        case 5 if number % 40 == 5:
            act = there.settle(act)
            assert book.ready(there, (act,)).decide(act).ruling
        case _:
            assert book.is_legal(there, act).ruling


def tried(files: Files, number: int = 0) -> str:
    """Return what became of a draft: refused, answered or gave up; whatever else is raised."""
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_bytes(text)
        try:
            _asked(Rulebook(f"n4+{folder}"), number)
        except GaveUp:
            return "gave up"
        except (AmendmentError, ExceptionGroup) as error:
            told = error.exceptions if isinstance(error, ExceptionGroup) else (error,)
            assert all(isinstance(one, AmendmentError) and one.file for one in told), told
            return "refused when laid" if isinstance(error, ExceptionGroup) else _when(error)
    return "answered"


def _when(error: AmendmentError) -> str:
    return "refused when asked" if "fail here" in error.message else "refused by the proof"


def run(count: int, seed: int, seconds: float = 1e9, tell: Told = print) -> Counter[str]:
    """Try so many drafts, for so long at most; return how often each thing came of one."""
    counts: Counter[str] = Counter()
    slowest, begun = 0.0, time.monotonic()
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    faulthandler.register(signal.SIGPROF, chain=True)
    for number, files in zip(range(count), drafts(seed), strict=False):
        if time.monotonic() - begun > seconds:
            break
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        before = time.monotonic()
        try:
            counts[tried(files, number)] += 1
        except KeyboardInterrupt:
            break
        except BaseException:
            tell(f"this draft failed: {files}")
            raise
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        taken = time.monotonic() - before
        if taken > slowest:
            slowest = taken
            tell(f"slowest so far {taken:.1f} s: {files.get('mine.lp', b'')[:2000]!r}")
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    most = max(one.ru_maxrss for one in used) >> 10
    spent = sum(one.ru_utime + one.ru_stime for one in used)
    counted = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    took = time.monotonic() - begun
    tell(f"{counts.total()} drafts of seed {seed}: {counted}")
    tell(f"{took:.0f} s, {spent:.0f} s of a core")
    tell(f"slowest {slowest:.1f} s, most memory {most} MB")
    return counts


if __name__ == "__main__":
    count, seed, seconds = map(int, (*sys.argv[1:], *("", "1", "1000000")[len(sys.argv) - 1 :]))
    run(count, seed, seconds)
