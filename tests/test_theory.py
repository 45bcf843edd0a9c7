"""The theory alone, on invented clauses: truth table, exceptions, moments, cycles."""

import re
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path

import pytest

from aro.engine.clingo_program import Atoms, Program, parts
from aro.errors import EngineError
from aro.knowledge.library import home
from aro.law_text.cycles import cycle, table

RULES = home() / "rules.lp"
SKILLS = """
state_name(hidden; seen). trait_name(keen). event_name(becomes(mad)). gear_name(flame).
aimed(look; hit). reaches(walk).
says(kinds(1), (skill(walk, short); skill(look, short); skill(hit, short))).
says(kinds(1), (label(look, roll); label(hit, attack))).
"""
TABLE = "side(anna,red). side(bert,blue). active(red)."
ASK = "act(first,anna,walk,none)"
KEY = ("act", "first", "anna", "walk", "none")


def asked(law: str, facts: str = "", act: str = ASK) -> Atoms:
    program = Program([RULES], f"{SKILLS}\n{TABLE}\n{law}\n{facts}\nasked({act}).")
    return program.answer()


def ruling(found: Atoms) -> str:
    [told] = [one[2] for one in found if one[:2] == ("ruling", ("declare", KEY))]
    return str(told)


def verbs(found: Atoms) -> set[tuple[str, str]]:
    told = [one for one in found if one[:2] == ("because", ("declare", KEY))]
    return {(str(parts(one[2])[0]), str(one[3])) for one in told if one[3] != "types"}


GRANT = "says(a(1), grants(walk, always))."
LISTED = "says(c(1), grants(walk, coordinated))."
BAN = "says(b(1), forbids(declare, walk, always))."
ONLY_HIT = "says(b(1), restricts(declare, short, hit, always))."
LIFT = "says(d(1), lifts(b(1), declare, walk, always))."
BACK = "says(e(1), lifts(d(1), declare, walk, always))."


@pytest.mark.parametrize(
    ("law", "expected", "because"),
    [
        pytest.param("", "silent", set(), id="no clause speaks"),
        pytest.param(GRANT, "legal", {("a", "grants")}, id="granted"),
        pytest.param(GRANT + BAN, "illegal", {("b", "forbids")}, id="granted and banned"),
        pytest.param(BAN, "illegal", {("b", "forbids")}, id="banned, not granted"),
        pytest.param(
            LISTED, "illegal", {("c", "closes")}, id="on a closed list that does not apply"
        ),
        pytest.param(
            LISTED + GRANT, "legal", {("a", "grants")}, id="one of the list does not, one does"
        ),
        pytest.param(
            LISTED + BAN, "illegal", {("b", "forbids"), ("c", "closes")}, id="each ground is told"
        ),
        pytest.param(
            GRANT + BAN + LIFT, "legal", {("a", "grants"), ("d", "lifts")}, id="the ban is lifted"
        ),
        pytest.param(BAN + LIFT, "silent", set(), id="a lift grants nothing"),
        pytest.param(
            GRANT + BAN + LIFT + BACK, "illegal", {("b", "forbids")}, id="the lift itself is lifted"
        ),
        pytest.param(
            GRANT + "says(f(1), affirms(walk, always)).",
            "legal",
            {("a", "grants"), ("f", "affirms")},
            id="affirmed besides",
        ),
        pytest.param(GRANT + ONLY_HIT, "illegal", {("b", "forbids")}, id="not among what is left"),
        pytest.param(
            GRANT + ONLY_HIT.replace("hit", "or(hit, walk)"), "legal", {("a", "grants")}, id="left"
        ),
        pytest.param(
            GRANT + ONLY_HIT + LIFT,
            "legal",
            {("a", "grants"), ("d", "lifts")},
            id="such a ban is lifted like any other",
        ),
        pytest.param(
            "says(f(1), affirms(walk, always)).", "silent", set(), id="affirmed, not granted"
        ),
    ],
)
def test_the_truth_table_of_rulings(law: str, expected: str, because: set[tuple[str, str]]) -> None:
    found = asked(law)
    assert ruling(found) == expected
    assert verbs(found) == because


OWN = "says(a(1), grants(walk, device(mine)))."


@pytest.mark.parametrize(
    ("law", "kind", "expected"),
    [
        pytest.param(GRANT, "mine", "silent", id="a right is a trooper's"),
        pytest.param(OWN, "mine", "legal", id="a device has what a clause gives to such"),
        pytest.param(OWN, "trap", "illegal", id="and to no other"),
        pytest.param(BAN, "mine", "illegal", id="a ban is everybody's"),
    ],
)
def test_a_device_has_the_rights_that_clauses_give_to_devices(
    law: str, kind: str, expected: str
) -> None:
    facts = f"device_name(mine; trap). device(anna,{kind})."
    assert ruling(asked(law, facts)) == expected


@pytest.mark.parametrize(
    ("reacts", "expected"), [("mine", True), ("device", True), ("trap", False)]
)
def test_a_device_reacts_only_if_a_clause_says_so(reacts: str, expected: bool) -> None:  # noqa: FBT001
    law = f"says(a(1), grants(react, sees)). says(d(1), reacts({reacts}))."
    facts = "device_name(mine; trap). device(bert,mine). lof(own(bert),own(anna),first)."
    facts += "declared(act(first,anna,walk,none))."
    act = "act(aro_1,bert,walk,own(anna))"
    found = asked(law + GRANT.replace("a(1)", "g(1)"), facts, act)
    legal = [one[2] for one in found if one[0] == "ruling" and str(one[1]).count("'bert'")]
    assert ("legal" in legal) is expected
    assert expected is any(one[0] == "because" and one[2] == ("d", 1) for one in found)


def test_a_clause_that_is_off_is_as_if_it_had_not_been_written() -> None:
    assert ruling(asked(GRANT + BAN, "off(b(1)).")) == "legal"
    assert ruling(asked(GRANT, "off(a(1)).")) == "silent"


def test_a_law_is_switched_off_alone_and_its_clause_goes_on() -> None:
    law = f"{GRANT} says(a(1), forbids(declare, walk, always))."
    assert ruling(asked(law)) == "illegal"
    assert ruling(asked(law, "off(a(1),forbids(declare,walk,always)).")) == "legal"


NESTED = {
    "and(k1,k2,k3)": all,
    "and(k1,and(k2,k3))": all,
    "and(and(k1,k2),k3)": all,
    "and(k1,k2,k3,k4)": all,
    "and(and(k1,k2),and(k3,k4))": all,
    "or(k1,k2,k3)": any,
    "or(k1,or(k2,k3))": any,
    "or(k1,k2,k3,k4)": any,
    "or(or(k1,or(k2,k3)),k4)": any,
}


@pytest.mark.parametrize(("when", "met"), NESTED.items())
def test_and_and_or_take_up_to_four_parts_however_nested(
    when: str, met: Callable[[Iterable[bool]], bool]
) -> None:
    traits = [trait for trait in ("k1", "k2", "k3", "k4") if trait in when]
    law = re.sub(r"(k\d)", r"wields(\1)", f"says(a(1), grants(walk, {when})).")
    facts = f"trait_name({';'.join(traits)}). opens(table). asked({ASK})."
    program = Program([RULES], f"{SKILLS}\n{TABLE}\n{law}\n{facts}")
    for has in product((False, True), repeat=len(traits)):
        on = [f"has(anna,{trait})" for trait, so in zip(traits, has, strict=True) if so]
        assert ruling(program.answer(on)) == ("legal" if met(has) else "illegal")


def test_a_law_that_hangs_on_a_reading_holds_only_so_read() -> None:
    law = (
        GRANT
        + """
      reading(strict, (yes; no)). default(strict, no).
      says(b(1), under(strict, yes, forbids(declare, walk, always)))."""
    )
    assert ruling(asked(law)) == "legal"
    assert ruling(asked(law, "reads(strict,yes).")) == "illegal"
    assert ruling(asked(law, "reads(strict,no).")) == "legal"


BAN_AT = "says(b(1), forbids(both, hit, target(hidden)))."
RIGHT = """
says(a(1), grants(react, always)).
says(y(1), discovered_by(hidden, look)).
says(z(1), cancels(hidden, discovered)).
"""
MANOEUVRE = """
says(o(1), combines(short, short)).
says(d(1), lifts(b(1), declare, hit, follows(look))).
"""
RING = "says(d(1), lifts(e(1), declare, walk, always))."
BACKWARDS = """
performed(A) :- declared(A), in(T,hidden,effects), A = act(_,T,_,_).
says(z(1), cancels(hidden, performs(walk))).
"""
CHASE = """
says(z(1), begins(seen, leaves(hidden))).
says(z(2), cancels(hidden, enters(seen))).
says(z(3), begins(hidden, leaves(seen))).
says(z(4), cancels(seen, enters(hidden))).
says(z(5), cancels(hidden, declares(walk))).
"""


@pytest.mark.parametrize("result", ["success", "failure"])
def test_a_ban_lifted_at_declaration_is_looked_at_again_after_the_discover_rolls(
    result: str,
) -> None:
    look, hit = "act(first,anna,look,own(bert))", "act(second,anna,hit,own(bert))"
    order = f"declared({look}). declared({hit}). asked({look}). rolled({look},{result})."
    found = asked(RIGHT + BAN_AT + MANOEUVRE, f"state(bert,hidden). {order}", hit)
    key = ("act", "second", "anna", "hit", ("own", "bert"))
    assert ("ruling", ("declare", key), "legal") in found
    assert (("performed", key) in found) is (result == "success")
    assert (("becomes", "bert", "hidden") in found) is (result == "failure")


def test_an_illegal_declaration_reveals_but_has_no_effect() -> None:
    law = BAN + "says(z(1), cancels(hidden, declares(walk)))."
    found = asked(law, f"state(anna,hidden). declared({ASK}).")
    assert ("becomes", "anna", "hidden") not in found
    assert not [one for one in found if one[0] == "performed"]


def test_declarations_of_one_step_are_judged_by_the_moment_before_it() -> None:
    law = RIGHT + BAN_AT + "says(z(2), cancels(hidden, declares(walk)))."
    hit = "act(aro_1,bert,hit,own(anna))"
    found = asked(law, f"state(anna,hidden). declared({ASK}). asked({ASK}).", hit)
    key = ("act", "aro_1", "bert", "hit", ("own", "anna"))
    assert ("ruling", ("declare", key), "legal") in found


def test_every_message_of_clingo_is_an_error() -> None:
    with pytest.raises(EngineError, match="gives"):
        Program([RULES], "says(a(1), X) :- gives(X).")


def test_a_program_with_two_answers_is_refused() -> None:
    with pytest.raises(EngineError, match="2 answers"):
        Program([RULES], f"{TABLE} {{ state(anna,hidden) }}. #show state/2.").answer()


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(LIFT + BACK + RING, id="lifts in a ring"),
        pytest.param(BACKWARDS, id="performance judged by the end"),
        pytest.param(CHASE, id="states that chase each other"),
    ],
)
def test_a_planted_cycle_is_found(fault: str, tmp_path: Path) -> None:
    law = tmp_path / "law.lp"
    law.write_text(f"{SKILLS}{GRANT}{BAN}{fault}", encoding="utf-8")
    assert cycle([RULES, law], table(1, 1))


def test_the_theory_by_itself_has_no_cycle(tmp_path: Path) -> None:
    law = tmp_path / "law.lp"
    law.write_text(SKILLS + GRANT + BAN + LIFT + BACK + BAN_AT + RIGHT, encoding="utf-8")
    assert not cycle([RULES, law], table(2, 2))
