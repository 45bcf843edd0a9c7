"""What strangers may not lay over an edition, and how a fault of an amendment is told."""

import os
import re
from functools import partial
from pathlib import Path

import pytest

from aro.amendments.files import ENTRIES, FILES, LARGEST, contents
from aro.engine.question import AT_MOST_ONE
from aro.errors import AmendmentError
from aro.knowledge import library as kb
from aro.knowledge.edition import Amendment
from aro.knowledge.predicates import predicates
from aro.law_text.law_words import theory
from aro.law_text.rule_reader import Reader
from support.commandline import CASE, Captured, ran
from support.drafts import MAIN, SAYS, YAML, Folder, faults, write

pytestmark = pytest.mark.drawn

READING = """\
readings:
  - id: "r_n4_luck"
    clauses: [n4.mine.one]
    question: Which?
    alternatives:
      - {name: "good", says: It is.}
      - {name: bad, says: It is not.}
    default: bad
    why: So.
    shows_in: All.
"""
WORKED = kb.home() / "tests" / "amendments" / "wary_guards"
CASES = WORKED / "cases" / "wary_guards.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Return what writes an amendment, with other files than are usual."""
    return partial(write, tmp_path)


def refusals(text: str) -> list[str]:
    """Return why a file of rules is refused."""
    reader = Reader("mine.lp", text)
    tuple(reader.rules())
    return [str(fault) for fault in reader.faults]


@pytest.mark.parametrize("name", ["n3", "n4", "n5"])
def test_the_editions_are_themselves_written_as_strangers_may_write(name: str) -> None:
    for law in kb.load(name).laws:
        assert not refusals(law.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('#include "/etc/passwd".', "'#include' has no place"),
        ("%* x *% #INCLUDE <incmode>.", "'#INCLUDE' has no place"),
        ("#script (python) import os #end.", "'#script' has no place"),
        ("#const n = 3.", "'#const' has no place"),
        ("#external off(mine(one)).", "'#external' has no place"),
        ("#show.", "'#show' has no place"),
        ("#minimize { 1 : go }.", "'#minimize' has no place"),
        (":~ go. [1]", "':' has no place"),
        ("#program other.", "'#program' has no place"),
        ("#defined go/1.", "'#defined' has no place"),
        ("#heuristic go. [1,true]", "'#heuristic' has no place"),
        ("#edge (a,b).", "'#edge' has no place"),
        ("#project go.", "'#project' has no place"),
        (":- go.", "':-' has no place"),
        ("{ go }.", "'{' has no place"),
        ("go; stay.", "';' has no place"),
        ("-go.", "'-' has no place"),
        ("&sum { go } >= 1.", "'&sum' has no place"),
        ("go :- not not stay.", "'not' has no place"),
        ("go :- stay : come.", "':' has no place"),
        ("go :- #count { X : come(X) } > 1.", "'#count' has no place"),
        ("go(@now).", "'@now' has no place"),
        ('go("text").', "'\"' has no place"),
        ("go(1..999).", "'..' has no place"),
        ("go(X+1) :- go(X).", "'+' has no place"),
        ("go((a,b)).", "a tuple has no place"),
        ("go(#sup).", "'#sup' has no place"),
        ("go(1000).", "a number beyond 999 has no place"),
        ("go(0000000002147483648).", "a number beyond 999 has no place"),
        (f"go({'0' * 9}{'1' * 5000}).", "a number beyond 999 has no place"),
        ("go(f(X)) :- go(X).", "f(X) is built out of what the body has"),
        ("go(Y) :- go(X), Y = f(X).", "Y is bound by nothing"),
        ("go(X) :- not come(X).", "X is bound by nothing"),
        ("go(_) :- come(_).", "_ stands in the head"),
        (f"go({','.join('ABCDEFGHIJK')}) :- go({','.join('ABCDEFGHIJK')}).", "with 11 variables"),
        (f"go :- {', '.join(['come'] * 17)}.", "a rule with more than 16 conditions"),
        (f"go({','.join(['(a;b)'] * 8)}).", "pools that stand for more than 128 rules"),
        ("go.\n" * 2001, "more than 2000 facts and rules, or"),
        ("go(" * 30, "brackets stand too deep"),
        ("go", "the end of the file has no place"),
        ("go\0.", "'\\x00' has no place"),
        ("go. \u202e", "'\\u202e' has no place"),
        ("go(" + "-" * 100_000 + "1).", "'-' has no place"),
        ("%*\n" * 40_000, "'%*' has no place"),
        (f"go({'_' * 100_000}).", "_' has no place"),
        ("go(f((X;Y))) :- go(f((X;Y))), go(X), go(Y).", "f(X) is built out of what the body has"),
        ("go :- " + "come, " * 20_000 + "come.", "more than 16 conditions"),
        (f"go({','.join(['(a;b)'] * 20_000)}).", "a rule of more than 500 names"),
    ],
)
def test_what_runs_or_explodes_is_refused(text: str, told: str) -> None:
    found = refusals(f"come.\n{text}")
    assert any(told in one for one in found), found


def test_a_draft_has_no_predicate_of_the_programs_that_law_is_loaded_with(folder: Folder) -> None:
    beside = (kb.home() / "kb" / "beside.lp").read_text(encoding="utf-8")
    names = {*re.findall(r"^([a-z]\w*)\(", beside + AT_MOST_ONE, re.MULTILINE)}
    names |= {"near", "alone"}
    some = sorted(names)[::2]  # of too many faults not all are told
    for listed in (some, sorted(names.difference(some))):
        found = "\n".join(faults(folder(mine_lp=SAYS + "".join(f"{one}.\n" for one in listed))))
        assert [one for one in listed if f": {one}/0 is not for an amendment" not in found] == []


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("law(mine(one),fills(move)).", "law/2 is not for an amendment to state; expected"),
        ("off(impersonation(effect,1)).", "off/1 is not for an amendment to state"),
        ("asked(act(first,a,move,none)).", "asked/1 is not for an amendment to state"),
        ("lucky(T) :- declared(act(_,T,_,guard)).", "guard may be the name of a piece"),
        ("sort(mine).", "sort/1 is not for an amendment to state"),
        ("ruling(X,legal) :- declared(X).", "ruling/2 is not for an amendment to state"),
        ("holds(sees,A,L) :- demanded_on(sees,A,L,_).", "holds/3 of sees is the edition's"),
        ("holds(X,A,L) :- demanded_on(X,A,L,_).", "holds/3 of whatever it may be is the edition's"),
        ("happens(T,discovered,first) :- trooper(T).", "happens/3 of discovered is the edition's"),
        ("state_name(S) :- state_name(S).", "state_name/1 hangs on something; expected a fact"),
        ("says(mine(one),fills(K)) :- law(_,fills(K)).", "says/2 hangs on something"),
        ("within(engaged,marker_state).", "within/2 of words that are all the edition's"),
        ("aimed(move).", "aimed/1 of words that are all the edition's"),
        ("range(luck,0,500).", "a range from 0 to 500; expected two numbers, 100 apart or less"),
        ("says(impersonation(effect,1),fills(move)).", "is a clause of n4; expected a clause of"),
        ("says(mine(two),fills(move)).", "no clause of the amendment is mine(two); did you mean"),
        (
            "lucky(T) :- troper(T).",
            "there is no troper/1 that a draft may ask for; did you mean 'trooper/1'",
        ),
        (
            "lucky(T) :- trooper(T,T).",
            "there is no trooper/2 that a draft may ask for; did you mean 'trooper/1'",
        ),
        ("reading(luck,good).", "reading(luck,good) is not so in readings.yaml"),
        ("says(mine(one),obliges(discovered,unseen(3))).", "unseen is a page that aro has not"),
        ("default(look_out_aro,without_look_out).", "is not so in readings.yaml of the amendment"),
    ],
)
def test_what_is_not_the_amendments_own_is_refused(folder: Folder, rules: str, told: str) -> None:
    found = faults(folder(mine_lp=f"{SAYS}{rules}\n"))
    assert any(one.startswith("mine.lp:2: ") and told in one for one in found), found


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("says(mine(one),fordibs(declare,move,always)).", "no rule reads the law fordibs/3"),
        (
            "says(mine(one),rides(surprise_attack,bs_attack,sees)).",
            "no rule reads the law rides/3; expected accompanies/3, as it is called now",
        ),
        (
            "holds(mine,A,L) :- weighs(mine,A,L,_).",
            "there is no weighs/4 that a draft may ask for; expected demanded_on/4, as it is",
        ),
        (
            "regarded(mine,declare).",
            "nothing reads regarded/2; expected sort_demanded/2, as it is called now",
        ),
        (
            "says(mine(one),forbids(declare,move,and(sees,near,enemy,active,friend))).",
            "no rule knows the circumstance and/5",
        ),
        ("says(mine(one),forbids(declare,move,wacthed(model))).", "the circumstance wacthed/1"),
        ("says(mine(one),cancels(engaged,discoverd)).", "the trigger discoverd/0"),
        (
            "says(mine(one),(modifies(move,always,mimetsm);modifies(move,sees,mimetsm))).",
            "nothing else uses the word mimetsm; did you mean 'mimetism'",
        ),
        ("says(mine(one),gives(impersonaton_1,bs,3)).", "else uses the word impersonaton_1; did"),
        ("says(mine(one),gives(and(model,wields(mimetsm)),bs,3)).", "uses the word mimetsm; did"),
        ("says(mine(one),reacts(mnie)).", "nothing else uses the word mnie; did you mean 'mine'"),
        ("says(mine(one),rolls(move,always,norml)).", "uses the word norml; did you mean 'normal'"),
        ("says(mine(one),imposes(move,always,atack,-3)).", "the circumstance atack/0; did you"),
        ("says(mine(one),under(luck,good,fills(move))).", "there is no reading(luck,good)"),
        (
            "holdz(mine,A,L) :- demanded_on(mine,A,L,_).",
            "nothing reads holdz/3; did you mean 'holds/3'",
        ),
    ],
)
def test_a_misspelt_word_of_the_law_is_told(folder: Folder, rules: str, told: str) -> None:
    found = faults(folder(mine_lp=f"{SAYS}{rules}\n"))
    assert any(one.startswith("mine.lp:2: ") and told in one for one in found), found


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"amendment_yaml": None}, "amendment.yaml: there is no such file"),
        ({"amendment_yaml": MAIN + "repeals: [n4.impersonation.efect.1]\n"},
         "amendment.yaml:3: unknown clause 'n4.impersonation.efect.1'; did you mean"),
        ({"amendment_yaml": MAIN + "repeal: []\n"},
         "amendment.yaml:3: unknown key of an amendment: 'repeal'; did you mean 'repeals'?"),
        ({"amendment_yaml": MAIN.replace("[mine]", "[mine, ../other]")},
         "amendment.yaml:2: subject '../other'; expected a word in lower case"),
        ({"amendment_yaml": MAIN.replace("[mine]", "[mine, discover]")},
         "amendment.yaml:2: 'discover' is a subject of n4"),
        ({"amendment_yaml": "title: Nothing\n", "mine_yaml": None, "mine_lp": None},
         "amendment.yaml:1: the amendment changes nothing"),
        ({"mine_yaml": YAML.replace("draft", "document")},
         "mine.yaml:4: unknown provenance 'document'; expected one of draft"),
        ({"mine_yaml": YAML.replace("n4.mine.one", "n4.discover.one")},
         "mine.yaml:6: 'n4.discover.one' is of 'discover', an article of n4"),
        ({"mine_yaml": YAML.replace("n4.mine.one", "n5.mine.one")},
         "mine.yaml:6: 'n5.mine.one' is no clause id here; expected n4.article"),
        ({"mine_yaml": YAML + "    replaces: n4.discover.legality.9\n"},
         "mine.yaml:12: unknown clause 'n4.discover.legality.9'; did you mean"),
        ({"mine_yaml": YAML.replace("Nobody", '"\\e[2J"').replace(" may Discover.", "")},
         "mine.yaml:9: the text holds the unseen character U+001B"),
        *(
            ({"mine_yaml": YAML.replace("mine.one", f"mine.{part}")},
             f"mine.yaml:6: 'n4.mine.{part}' is no clause id here")
            for part in ("01", "0x1", "1x", "1_2", "1000", "not", "one.not", "not.one", "\u0967")
        ),
        *(
            ({"amendment_yaml": MAIN.replace("mine", subject), "mine_yaml": None, "mine_lp": None,
              f"{subject}_yaml": YAML.replace("mine", subject),
              f"{subject}_lp": SAYS.replace("mine", subject)}, told)
            for subject, told in (
                ("act", "act.lp:1: act(one) is a term of the theory"),
                ("declare", "declare.lp:1: declare(one) is a term of the theory"),
                ("own", "own.lp:1: own(one) is a term of the theory"),
                ("unseen", "unseen.lp:1: unseen is a page that aro has not seen"),
            )
        ),
        *(
            ({"readings_yaml": READING.replace("luck", name), "readings_lp": "\n"}, told)
            for name, told in (
                ("f(x,y)", "readings.yaml:2: 'r_n4_f(x,y)'; expected r_n4_... and a word"),
                ("7", "readings.yaml:2: 'r_n4_7'; expected r_n4_... and a word"),
            )
        ),
        ({"readings_yaml": READING.replace("good", "g(x,y)"), "readings_lp": "\n"},
         "readings.yaml:6: 'g(x,y)' is no name of an alternative"),
        ({"mine_lp": "% nothing\n"}, "mine.yaml:6: no rule says what n4.mine.one says"),
        ({"mine_lp": b"% \xff\n"}, "mine.lp:1: byte 0xff is not UTF-8"),
        ({"mine_lp": "%" * (LARGEST + 1)}, "mine.lp: the file is too large"),
        ({"stray_lp": "% nothing\n"}, "the files of 'stray' belong to no subject"),
        ({"readings_yaml": "readings: []\n", "readings_lp": "reading(luck,good).\n"},
         "readings.lp:1: reading(luck,good) is not so in readings.yaml"),
    ],
)  # fmt: skip
def test_a_fault_of_the_files_is_told(
    folder: Folder, changed: dict[str, str | bytes | None], told: str
) -> None:
    found = faults(folder(**changed))
    assert any(one.startswith(told) or told in one for one in found), found


def test_all_faults_come_at_once(folder: Folder) -> None:
    found = faults(
        folder(
            amendment_yaml=MAIN + "repeals: [n4.impersonation.efect.1]\n",
            mine_yaml=YAML.replace("draft", "wiki"),
            mine_lp="{ go }.\n:- go.\n",
        )
    )
    places = [one.partition(": ")[0] for one in found]
    assert places == ["amendment.yaml:3", "mine.lp:1", "mine.lp:2", "mine.yaml:4"]


def test_each_documented_predicate_is_for_a_draft_or_is_not() -> None:
    folder = kb.home() / "kb" / "theory"
    may = theory(folder).may
    permissions = [one for one in may if one.startswith("may_")]
    listed = [predicate for permission in permissions for predicate in may[permission]]
    documented = {one.signature for one in predicates(folder.glob("*.lp"))}
    assert len(listed) == len(set(listed))
    assert documented <= set(listed)
    assert may["settles"].keys() | may["may_derive"].keys() <= documented | {"holds/3"}


@pytest.mark.parametrize("name", [b"a\xff.lp", b"a\x1b[2J.yaml", "a\u202eb.lp".encode()])
def test_a_file_with_a_name_that_cannot_be_shown_is_refused(folder: Folder, name: bytes) -> None:
    place = folder()
    Path(os.fsdecode(os.fsencode(place) + b"/" + name)).write_text("", encoding="utf-8")
    [told] = faults(place)
    assert told.endswith(": no file of an amendment can be called so")
    assert told.isprintable()


def test_a_folder_that_may_not_be_looked_into_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kept_out(path: object) -> str:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os.path, "realpath", kept_out)
    with pytest.raises(AmendmentError, match="no amendment can be read: Permission denied"):
        contents(str(tmp_path))


def test_links_and_pipes_are_not_followed(folder: Folder) -> None:
    place = folder(mine_lp=None)
    (place / "mine.lp").symlink_to(kb.home() / "rules.lp")
    os.mkfifo(place / "pipe.yaml")
    (place / "folder.lp").mkdir()
    found = faults(place)
    assert "mine.lp: is a link; expected a file of the folder itself" in found
    assert "pipe.yaml: is no plain file; expected a text" in found
    assert any(one.startswith("folder.lp: ") for one in found)


def test_too_many_files_are_refused(folder: Folder) -> None:
    place = folder()
    for number in range(ENTRIES):
        (place / f"x{number}.lp").touch()
    found = faults(place)
    assert f"HERE: {ENTRIES + 1} files; expected at most {FILES}" in found
    assert f"HERE: more than {ENTRIES} entries" in found


def test_a_folder_that_is_none_is_told() -> None:
    assert faults(Path("no/such/folder")) == [
        "HERE: no amendment can be read: No such file or directory"
    ]


def test_rules_that_hang_on_themselves_are_refused(folder: Folder) -> None:
    [found] = faults(
        folder(mine_lp=f"{SAYS}says(mine(one), lifts(mine(one), declare, any, always)).\n")
    )
    assert found.startswith("mine.lp:1: what the rules derive hangs on itself: ")
    assert "(mine(one)," in found


def test_comments_say_nothing_to_clingo(folder: Folder) -> None:
    place = folder(mine_lp=f'%*! #include "x". *% {SAYS}% \u202e#include %*\n%%*\n')
    [law] = amended(place).laws
    assert law.text.partition(". ")[2] == '% #include "x". \n%  #include \n%\n'


def test_what_clingo_gets_is_what_was_read(folder: Folder) -> None:
    rules = "lucky(T) :- trooper(T), not device(T),\n  T != W, trooper(W). % two\n"
    more = "holds((cool;calm),A,L) :- demanded_on(cool,A,L,_), lucky(_).\n"
    [law] = amended(folder(mine_lp=f"{SAYS}{rules}{more}")).laws
    assert law.text.splitlines()[1:] == [
        "lucky(T) :- trooper(T), not device(T), T != W, trooper(W).",
        "% two",
        " ".join(
            f"holds({one},A,L) :- demanded_on(cool,A,L,_), lucky(_)." for one in ("cool", "calm")
        ),
    ]


def amended(place: Path) -> Amendment:
    found = kb.load(f"n4+{place}").amendment
    assert found is not None
    return found


def test_rules_that_come_to_too_many_are_refused(folder: Folder) -> None:
    crowd = "trooper(A), trooper(B), trooper(C), trooper(D), trooper(E), trooper(F)"
    rules = f"{SAYS}crowd(A,B,C,D,E,F) :- {crowd}.\nlucky :- crowd(A,B,C,D,E,F).\n"
    found = "".join(faults(folder(mine_lp=rules)))
    assert "come to too much" in found


def test_a_case_whose_amendment_is_at_fault_is_wrong_input(
    folder: Folder, capsys: Captured
) -> None:
    place = folder(mine_lp=":- go.\n")
    file = place / "case.txt"
    file.write_text(CASE.replace("edition: n4", "edition: n4+."), encoding="utf-8")
    code, out, err = ran(capsys, "ask", file)
    assert (code, out) == (2, "")
    assert f"{place}/mine.lp:1: ':-' has no place" in err
