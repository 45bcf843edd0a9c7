"""What a draft may cost, whom it may name, and what is told where its law fails all the same."""

import os
import random
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import fuzz_drafts
from aro.amendments.catalogue import REPEALS
from aro.amendments.files import LARGEST
from aro.amendments.policy import Review
from aro.compiled.shape import Shape
from aro.errors import AmendmentError, SituationError, UnknownTerm
from aro.knowledge import library as kb
from aro.knowledge.edition import Law
from aro.law_text.law_words import rules_of, theory
from aro.law_text.rule_reader import TERMS, TOKENS
from aro.parts import Act, Trooper
from aro.rulebook import Rulebook
from aro.situation import Situation
from conftest import left_out
from support.commandline import Captured, ran
from support.drafts import MAIN, SAYS, YAML, Folder, faults, write

pytestmark = pytest.mark.drawn

PROMISED = 20.0
MANY = " ".join(f"many(a{n})." for n in range(1200))
USED = "says(mine(one), forbids(declare, move, fresh(x))).\n"
ASKED = "holds(fresh(x),A,L) :- demanded_on(fresh(x),A,L,_), lucky(_).\n"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Return what writes an amendment, with other files than are usual."""
    return partial(write, tmp_path)


def spent() -> float:
    """Return the seconds of a core that this process and those it ended have taken."""
    return sum(os.times()[:4])


def large(pieces: int = 24) -> tuple[Situation, Act]:
    """Return a large table on which all see one another, and what is asked about it."""
    names = [("red", f"r{n}") for n in range(pieces // 2)]
    names += [("blue", f"b{n}") for n in range(pieces // 2)]
    lof = [(one, other) for side, one in names for its, other in names if side != its]
    troopers = [Trooper(name, side=side) for side, name in names]
    there = Situation(active="red", troopers=troopers, lof=lof)
    return there.declare("r0", "move"), Act("b0", "discover", "r0")


def few(*rules: str) -> list[Any]:
    """Return rules as parameters, of which all but the first three take part in a sweep only."""
    marks = [() if place < 3 else pytest.mark.sweep for place in range(len(rules))]
    return [pytest.param(one, marks=mark) for one, mark in zip(rules, marks, strict=True)]


def by_lot(count: int) -> list[str]:
    """Return Laws that editions state, drawn by lot and each of another verb, as of a draft."""
    stated = [rule.head for rule in rules_of(kb.load("n4")) if rule.head.signature == "says/2"]
    random.Random(40).shuffle(stated)  # noqa: S311  no secret
    verbs = {head.arguments[1].signature: head.arguments[1] for head in stated}
    laws = [*verbs.values(), *(head.arguments[1] for head in stated)]
    return [f"says(mine(one), {law}).\n" for law in dict.fromkeys(laws)][:count]


def test_forty_honest_drafts_by_lot_are_accepted_together(folder: Folder) -> None:
    place = folder(mine_lp="".join(by_lot(40)))
    assert Rulebook(f"n4+{place}").is_legal(*large()).ruling


@pytest.mark.parametrize(
    "name", ["n5", *(pytest.param(name, marks=pytest.mark.sweep) for name in ("n2", "n3"))]
)
def test_a_draft_may_be_laid_over_each_edition(name: str, folder: Folder) -> None:
    place = folder(mine_yaml=YAML.replace("n4.", f"{name}."))
    assert Rulebook(f"{name}+{place}").is_legal(*large()).ruling == "illegal"


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, marks=left_out(newcomer=True, sweep=place % 5 > 0))
        for place, rules in enumerate(by_lot(40))
    ],
)
def test_each_honest_draft_by_lot_is_accepted(folder: Folder, rules: str) -> None:
    assert Rulebook(f"n4+{folder(mine_lp=rules)}").is_legal(*large()).ruling


@pytest.mark.parametrize(
    "rules",
    few(
        "lucky(A) :- trooper(A), trooper(B), trooper(C), trooper(D), trooper(E).",
        "lucky(A) :- declared(A), declared(B), A != B.",
        "lucky(X) :- clause(X), clause(Y), stated(X,Z), stated(Y,Z), stated(X,V).",
        f"{MANY} lucky(X) :- many(X), many(Y).",
        "wide(A,B) :- trooper(A), trooper(B). lucky(A) :- wide(A,B), wide(C,D), wide(E,F).",
        "range(luck,0,100). says(mine(one), modifies(any, always, times(luck,sum(luck,luck)))).",
        "range(luck,0,100). says(mine(one), modifies(any, always, sum(luck,luck))).",
        "range(luck,-100,0). says(mine(one), modifies(any, always, sum(luck,luck))).",
        "range(luck,0,99). sort_demanded(comes_to(times(luck,luck),1),declare) :- half(first).",
        "range(luck,0,99). range(luck,0,0). says(mine(one), modifies(any,always,sum(luck,luck))).",
        " ".join(f"says(mine(one), skill(k{n},short))." for n in range(60)),
        # terms that a rule writes, though no fact does
        "device_name(orb). lot(X) :- happens(T,fate(X),M)."
        " happens(T,fate((c1;c2;c3;c4;c5;c6;c7;c8;c9;c10;c11;c12)),start) :- device(T,orb)."
        " big(A,B,C,D,E,F) :- lot(A), lot(B), lot(C), lot(D), lot(E), lot(F)."
        " holds(fresh(x),A,L) :- demanded_on(fresh(x),A,L,M), big(_,_,_,_,_,_).",
        # what is made of a circumstance of the act itself is looked at on each act
        *(
            f"one(A) :- demanded_on({asked},A,L,M). lucky(A,B,T) :- one(A), one(B), trooper(T)."
            for asked in ("no(doubled)", "or(doubled,enemy)", "contact", "direct_template")
        ),
        "particular(X) :- X = fresh(x). one(A) :- demanded_on(fresh(x),A,L,M)."
        " lucky(A,B,T) :- one(A), one(B), trooper(T)."
        " holds(fresh(x),A,L) :- demanded_on(fresh(x),A,L,M), lucky(A,A,T).",
        " ".join(f"says(mine(one), grants(move, has{n}))." for n in range(900)),
        "triggering(A) :- asks(A). lucky(X) :- triggering(X), triggering(Y).",
        "lucky(A) :- demanded_on(doubled,A,_,_), demanded_on(doubled,B,_,_), trooper(T).",
        "lucky(B) :- evaluated_at(_,_,B), evaluated_at(_,_,C), trooper(T), trooper(W).",
    ),
)
def test_what_costs_much_on_a_large_table_is_refused(folder: Folder, rules: str) -> None:
    found = faults(folder(mine_lp=f"{SAYS}{USED}{ASKED}{rules}\n"))
    assert any("mine.lp:" in one and "come to too much on a large table" in one for one in found)


@pytest.mark.parametrize("atom", ["piece({},T)", "replica({},T,F)", "behind({},T)"])
def test_of_a_trooper_many_pieces_are_reckoned(folder: Folder, atom: str) -> None:
    """A piece settles whose it is; a trooper does not settle which of its pieces is meant."""
    names = [f"P{number}" for number in range(5)]
    body = ", ".join(atom.format(name) for name in names)
    rules = f"many({','.join(names)}) :- {body}. lucky(T) :- trooper(T), many(_,_,_,_,_).\n"
    found = faults(folder(mine_lp=f"{SAYS}{USED}{ASKED}{rules}"))
    assert any("come to too much on a large table" in one for one in found)


@pytest.mark.parametrize(
    "rules",
    few(
        "dodges(W) :- asks(act(_,W,dodge,_)).",
        "dodges(W) :- demanded_on(_,act(_,W,dodge,_),_,_).",
        "dodges(W) :- evaluated_at(_,act(_,W,dodge,_),_).",
        "dodges(W) :- sight(act(_,W,dodge,_),_,_).",
        "dodges(W) :- sort(act(_,W,dodge,_),_).",
        "dodges(W) :- ruling(declare(A),legal), A = act(_,W,dodge,_).",
        "dodges(W) :- not declared(A), sort(A,_), A = act(_,W,dodge,_).",
        "told(A) :- sort(A,attack). dodges(W) :- told(A), A = act(_,W,_,_).",
        "told(A) :- sort(A,attack). dodges(W) :- trooper(W), told(_).",
    ),
)
def test_no_answer_of_a_draft_depends_on_what_else_is_asked(folder: Folder, rules: str) -> None:
    used = "holds(fresh(x),A,L) :- demanded_on(fresh(x),A,L,_), A = act(_,W,_,_), dodges(W).\n"
    found = faults(folder(mine_lp=f"{SAYS}{USED}{used}{rules}\n"))
    assert any("would depend on what else is asked" in one for one in found), found


@pytest.mark.parametrize(
    "rules",
    [
        "lucky(A) :- declared(A), sort(A,attack).",
        "lucky(W) :- declared(A), A = act(_,W,_,_), sort(A,dodge).",
        "hit_it(A) :- sort(A,attack). lucky(W) :- declared(A), A = act(_,W,_,_), hit_it(A).",
    ],
)
def test_a_draft_may_tell_of_what_was_declared(folder: Folder, rules: str) -> None:
    place = folder(mine_lp=f"{SAYS}{USED}{ASKED}{rules}\n")
    assert Rulebook(f"n4+{place}").is_legal(*large()).ruling


def test_what_is_accepted_is_answered_on_a_large_table_soon(folder: Folder) -> None:
    rules = "lucky(A) :- trooper(A), trooper(B), trooper(C), state(A,S), state(B,S), state(C,S)."
    book = Rulebook(f"n4+{folder(mine_lp=f'{SAYS}{USED}{ASKED}{rules}')}")
    begun = spent()
    assert book.is_legal(*large()).ruling
    assert spent() - begun < PROMISED


@pytest.mark.parametrize(
    "rule",
    few(
        "lucky(T) :- trooper(T), T = guard.",
        "lucky(T) :- trooper(T), T = X, X = guard.",
        "lucky(T) :- trooper(T), T <= X, X <= guard, X = T.",
        "lucky(T) :- trooper(T), T != guard.",
        "lucky(T) :- trooper(T), T = camouflaged.",
        "lucky(T) :- trooper(T), state_name(T).",
        "lucky(T) :- wields(T,K), K = T.",
        "lucky(T) :- trooper(T), who(X), X = T. who(guard).",
        "lucky(T) :- declared(act(_,_,_,T)), who(T). who(guard).",
        "lucky(T) :- declared(act(_,_,_,T)), T = guard.",
        "lucky(T) :- declared(act(_,_,_,T)), T = guard. state_name(guard).",
        "lucky(T) :- declared(act(_,_,_,T)), state_name(T). state_name(guard).",
        "lucky(T) :- declared(A), A = act(_,_,_,T), T = camouflaged.",
        "lucky(A) :- declared(A), A = act(_,_,_,camouflaged).",
        "lucky(A) :- declared(A), B = act(first,guard,move,none), A = B.",
        "lucky(T) :- memory(failed(K,guard,T)).",
        "lucky(T) :- memory(failed(K,T,guard)).",
        "lucky(T) :- trooper(T), memory(model_gone(X)), X = guard.",
        "lucky(T) :- f(g(T)), trooper(T). f(g(guard)).",
        "lucky(T) :- f(trooper(T)), trooper(T). f(trooper(guard)).",
        "lucky(T) :- trooper(T), X = trooper(guard), X = trooper(T).",
    ),
)
def test_a_draft_names_no_piece_by_whatever_way(folder: Folder, rule: str) -> None:
    found = faults(folder(mine_lp=f"{SAYS}{USED}{ASKED}{rule}\n"))
    assert any("may be the name of a piece" in one for one in found), found


@pytest.mark.parametrize("name", ["tried", "named", "bears"])
def test_a_draft_calls_its_own_predicates_as_it_likes(name: str, folder: Folder) -> None:
    rule = f"{name}(K,K) :- declared(act(_,_,K,_)). {name}(K) :- {name}(K,_).\n"
    used = f"holds(fresh(x),A,L) :- demanded_on(fresh(x),A,L,_), A = act(_,_,K,_), {name}(K).\n"
    assert Rulebook(f"n4+{folder(mine_lp=f'{SAYS}{USED}{used}{rule}')}").edition.amendment


def test_a_draft_may_name_what_is_no_piece(folder: Folder) -> None:
    rules = [
        "lucky(T) :- declared(A), A = act(N,T,K,none), K != move, N != second.",
        "lucky(T) :- declared(act(aro_1,T,bs_attack,P)), A = act(aro_2,T,_,P), declared(A).",
        "says(mine(one), grants(move, and(device(mine), enemy))).",
    ]
    place = folder(mine_lp="\n".join((SAYS, USED, ASKED, *rules)))
    assert Rulebook(f"n4+{place}").edition.amendment


@pytest.mark.parametrize("name", ["n2", "n3", "n4", "n5"])
def test_no_rule_of_an_edition_names_a_piece(name: str) -> None:
    edition = kb.load(name)
    review = Review(edition, edition, theory(kb.home() / "kb" / "theory"), rules_of(edition), "")
    assert not [one for one in review.faults() if "name of a piece" in str(one)]


def test_a_circle_on_the_small_table_is_refused_with_its_line(folder: Folder) -> None:
    rules = "lucky(A) :- declared(A), ruling(declare(A),illegal).\n"
    found = faults(folder(mine_lp=f"{SAYS}{USED}{ASKED}{rules}"))
    assert any(one.startswith("mine.lp:") and "hangs on itself" in one for one in found), found


@pytest.mark.sweep
def test_a_circle_without_a_clause_in_it_is_refused_with_its_line(folder: Folder) -> None:
    traits = "trait_name(cloak).\ntrait_name(dagger).\n"
    laws = "says(mine(one), brings(cloak,dagger)).\nsays(mine(one), brings(dagger,cloak)).\n"
    [told] = faults(folder(mine_lp=traits + laws))
    assert told.startswith("mine.lp:3: what the rules derive hangs on itself: ")
    assert "wield(r0,cloak) <- " in told


@pytest.mark.sweep
def test_a_circle_that_only_a_large_table_shows_is_refused(folder: Folder) -> None:
    three = "side(T,S), side(V,S), side(W,S), T != V, V != W, T != W"
    rules = (
        f"three(S) :- {three}.\nlucky(A) :- declared(A), ruling(declare(A),illegal), three(_).\n"
    )
    found = faults(folder(mine_lp=f"{SAYS}{USED}{ASKED}{rules}"))
    assert any("hangs on itself" in one for one in found), found


def test_a_law_that_fails_when_asked_is_the_fault_of_its_draft(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder()
    book = Rulebook(f"n4+{place}")
    odd = Law(f"{place}/mine.lp", "odd :- not odd.")
    whole = kb.law(book.edition)
    monkeypatch.setattr("aro.engine.question.law", lambda _: (*whole[:-1], odd))
    with pytest.raises(AmendmentError, match="0 answers instead of exactly one") as caught:
        book.is_legal(*large(4))
    assert caught.value.file == str(place)
    ring = "#external a. ruling(declare(a),legal) :- b. b :- c. c :- b. b :- a."
    loop = Law(f"{place}/mine.lp", ring)
    monkeypatch.setattr("aro.compiled.shape.law", lambda _: (loop,))
    with pytest.raises(AmendmentError, match="runs in a circle"):
        Shape(book.edition, "").circuit(["ruling(declare(a),legal)"])


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"mine_lp": f"p({','.join(['a'] * TOKENS)})."}, "a rule of more than"),
        ({"mine_lp": f"state_name({'s' * 100_000})."}, "a word of more than 60 characters"),
        ({"mine_lp": f"p(X) :- trooper({'X' * 100_000})."}, "a word of more than 60 characters"),
        ({"mine_lp": f"p({'(a;b),' * 7}{'a,' * 200}a).\n" * 9}, f"{TERMS} terms"),
        ({"mine_lp": "{a}. " * 20_000}, "no place here"),
        ({"mine_lp": "% (\n%.\n" * 15_000}, "no rule says"),
        ({"mine_lp": "%" * 10_000_000}, "the file is too large"),
        ({f"x{n}_lp": "%" * LARGEST for n in range(5)}, "files of more than 512 KiB together"),
        (
            {"amendment_yaml": f"{MAIN}repeals: [{','.join(f'n4.x.{n}' for n in range(1000))}]\n"},
            f"1000 repeals; expected at most {REPEALS}",
        ),
    ],
)
def test_what_is_large_is_refused_soon(folder: Folder, changed: dict[str, str], told: str) -> None:
    place = folder(**changed)
    begun = spent()
    found = faults(place)
    assert any(told in one for one in found), found[:3]
    assert spent() - begun < PROMISED


@pytest.mark.parametrize(("bound", "most"), [("SECONDS", "0.01 s"), ("MEGABYTES", "50 MB")])
def test_the_proof_of_a_draft_has_a_clock(
    bound: str,
    most: str,
    folder: Folder,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    before = children.read_text()  # other tests may have some
    number = most.partition(" ")[0]
    monkeypatch.setattr(f"aro.amendments.{bound}", float(number) if "." in number else int(number))
    place = folder(other_lp="% short\n")
    code, _, err = ran(capsys, "rules", f"n4+{place}")
    assert (code, err.count("\n")) == (2, 1), err
    assert (
        f"{place}/mine.lp: to check the draft takes more than {most}; expected a simpler one" in err
    )
    assert children.read_text() == before


def test_a_draft_is_asked_about_no_larger_table_than_its_work_is_reckoned_for(
    folder: Folder,
) -> None:
    book = Rulebook(f"n4+{folder()}")
    table, act = large(26)
    with pytest.raises(SituationError, match="a draft is asked about 26 pieces; expected at most"):
        book.is_legal(table, act)


def test_for_a_folder_that_is_no_amendment_no_process_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("aro.amendments.Child")
    (tmp_path / "other.yaml").write_text("a: 1\n")
    assert faults(tmp_path) == ["amendment.yaml: there is no such file"]


def test_what_was_refused_is_refused_again_at_once(folder: Folder) -> None:
    place = folder(mine_lp="{a}.")
    before = faults(place)
    begun = time.process_time()
    assert [faults(place) for _ in range(20)] == [before] * 20
    assert time.process_time() - begun < 0.2
    write(place)
    assert Rulebook(f"n4+{place}").edition.amendment


@pytest.mark.parametrize("name", ["n4+", "n4@", "n4@2.1+"])
def test_a_name_that_breaks_off_is_refused(name: str, capsys: Captured) -> None:
    with pytest.raises(UnknownTerm, match="names no"):
        Rulebook(name)
    code, _, err = ran(capsys, "rules", name)
    assert code == 2, err


def test_a_broken_list_of_accepted_findings_is_its_authors_fault(
    folder: Folder, capsys: Captured
) -> None:
    place = folder(accepted_yaml="accepted:\n  - ids: [nothing:n4.mine.one]\n    reason: because\n")
    code, _, err = ran(capsys, "check", f"n4+{place}", "--kind", "unreadable")
    assert code == 2, err
    assert f"{place}/accepted.yaml:2: unknown kind of finding" in err
    assert "defect of aro" not in err


DRAFTS = 200
"""How many drafts are asked about before a release; one that is accepted costs two seconds."""


@pytest.mark.sweep
def test_drafts_by_a_fuzzer_are_refused_or_answered(*, whole: bool) -> None:
    drafts = DRAFTS if whole else DRAFTS // 8
    counts = fuzz_drafts.run(drafts, 1)
    assert counts.total() == drafts
    assert counts["answered"] > drafts / 4  # of 50 by two seeds it was 18
