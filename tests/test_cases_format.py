"""Case files: read whole, with every fault and its line, and written so that they read back."""

from dataclasses import replace
from pathlib import Path

import pytest

from aro.cases import (
    AskBecomes,
    AskChoices,
    AskDuties,
    AskRemembers,
    AskRuling,
    AskValues,
    Case,
    Play,
    dump,
    load,
    loads,
)
from aro.errors import SituationError
from aro.parts import Act, Event, Memory, Pair, Trooper, Unknown
from aro.situation import Situation

FULL = """\
edition: [n4, n5@5.1]
title: A delaying trooper loses its ARO when the marker stays hidden
cites: [n4.impersonation.aro.5]
same: [n4.impersonation.note.8]
situation:
  active: red
  phase: orders
  game: code_one
  troopers:
    speculo: {side: red, is: [hidden], has: [disguise], replicas: {copy: decoy}, noted: copy}
    guard:
      side: blue
    "Zhanshi #1": {side: blue, has: [sight], device: mine}
  lof: {both: [[guard, speculo]], first: [["Zhanshi #1", speculo]]}
  zoc: [[guard, speculo, second]]
  contact: []
  memory: [[failed, look, guard, speculo]]
  unknown: [[lof, guard, copy]]
order:
  - {who: speculo, does: move}
  - {who: guard, does: delay, at: speculo}
  - {who: "Zhanshi #1", does: look, at: speculo, uses: [visor], covers: [copy]}
  - {who: speculo, does: move}
rolls:
  - {who: "Zhanshi #1", does: look, result: success}
hits:
  - {who: "Zhanshi #1", does: look, at: speculo, on: copy, saves: true, critical: false}
events:
  - {who: speculo, enters: retreat}
ends_turn: true
readings: {alert: tolerated}
as: blue
ask:
  - {who: guard, does: shoot, at: speculo, ruling: illegal, firmness: settled,
     because: [n4.impersonation.aro.5], takes_effect: false,
     thwarted_by: [n4.impersonation.aro.4], rolls: normal,
     mods: {n4.impersonation.level1.3: "-3", n4.reset.faq.1: absent}}
  - {who: guard, does: hide, into: hidden, when: aro_2}
  - {who: guard, at: speculo, aros: []}
  - {options: [move, look]}
  - {who: guard, aros}
  - {who: speculo, becomes: {is: [seen], shown_as: imp_2, pieces: {copy: none}}, because: []}
  - {who: speculo, becomes}
  - {who: speculo, duties: [choose_facing]}
  - {duties}
  - {remembers: [[failed, look, guard, speculo]]}
  - {remembers}
  - {who: copy, values: {silhouette: 2}}
  - {who: copy, values}
"""

START = """\
edition: n4
title: A sentence
situation:
  active: red
  troopers:
    speculo: {side: red, is: [hidden], has: [disguise]}
    guard: {side: blue}
  lof: [[guard, speculo]]
"""


def test_a_case_is_read_whole() -> None:
    [case] = loads(FULL)
    table = case.situation
    assert case.editions == ("n4", "n5@5.1")
    assert case.cites == ("n4.impersonation.aro.5",)
    assert case.same == ("n4.impersonation.note.8",)
    assert table.trooper("speculo") == Trooper(
        "speculo",
        side="red",
        states=["hidden"],
        has=["disguise"],
        replicas=[("copy", "decoy")],
        noted="copy",
    )
    assert table.lof == (Pair("Zhanshi #1", "speculo", "first"), Pair("guard", "speculo"))
    assert table.zoc == (Pair("guard", "speculo", "second"),)
    assert table.memory == (Memory("failed", "look", "guard", "speculo"),)
    assert table.unknown == (Unknown("lof", "guard", "copy"),)
    assert [act.when for act in table.order] == ["first", "aro_1", "aro_1", "second"]
    assert table.rolls[0].act == table.order[2] == table.hits[0].act
    assert (table.hits[0].on, table.hits[0].saves, table.hits[0].critical) == ("copy", True, False)
    assert table.events == (Event("speculo", "enters", "retreat"),)
    assert (table.ends_turn, table.game) == (True, "code_one")
    assert (case.readings, case.viewer) == ((("alert", "tolerated"),), "blue")


def test_a_case_without_a_title_is_called_like_its_file() -> None:
    text = START.replace("title: A sentence\n", "")
    [case] = loads(text, name="tables/two markers.yaml")
    assert case.title == "two markers"
    assert loads(dump(case)) == (case,)
    item = text.rstrip().replace("\n", "\n  ")
    several = loads(f"- {item}\n- title: Another\n  {item}\n- {item}\n", name="a.yaml")
    assert [case.title for case in several] == ["a 1", "Another", "a 3"]
    [apart] = {case.title for case in loads(text.replace("n4", "[n3, n4]"), name="<stdin>")}
    assert apart == "stdin"


def test_each_question_keeps_what_it_expects() -> None:
    [case] = loads(FULL)
    assert case.asks == (
        AskRuling(
            act=Act("guard", "shoot", "speculo"),
            ruling="illegal",
            firmness="settled",
            because=("n4.impersonation.aro.5",),
            takes_effect=False,
            thwarted_by=("n4.impersonation.aro.4",),
            rolls="normal",
            mods=(("n4.impersonation.level1.3", "-3"), ("n4.reset.faq.1", "absent")),
        ),
        AskRuling(act=Act("guard", "hide", into="hidden", when="aro_2")),
        AskChoices(sort="aros", who="guard", at="speculo", expected=()),
        AskChoices(sort="options", expected=("move", "look")),
        AskChoices(sort="aros", who="guard"),
        AskBecomes(who="speculo", states=("seen",), shown_as="imp_2", pieces=(("copy", "none"),)),
        AskBecomes(who="speculo"),
        AskDuties(who="speculo", expected=("choose_facing",)),
        AskDuties(),
        AskRemembers(expected=(Memory("failed", "look", "guard", "speculo"),)),
        AskRemembers(),
        AskValues(who="copy", expected=(("silhouette", "2"),)),
        AskValues(who="copy"),
    )
    assert [ask.line for ask in case.asks][:2] == [34, 38]


def test_a_file_holds_one_case_or_a_list(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    [case] = loads(FULL)
    other = replace(case, title='Another: "quoted", #1', editions=("n3",))
    path.write_text(dump(case, other), encoding="utf-8")
    assert load(path) == (case, other)
    assert [one.file for one in load(path)] == [str(path)] * 2


def test_orders_follow_each_other() -> None:
    text = START + (
        "orders:\n"
        "  - order: [{who: speculo, does: move}]\n"
        "    ends_turn: true\n"
        "  - active: blue\n"
        "    lof: []\n"
        "    zoc: [[guard, speculo]]\n"
        "    order:\n"
        "      - {who: guard, does: look, at: speculo}\n"
        "      - {who: speculo, does: hide, at: guard}\n"
        "    rolls: [{who: guard, does: look, result: failure}]\n"
        "ask:\n"
        "  - {who: guard, does: move}\n"
    )
    [case] = loads(text)
    [then] = case.then
    assert isinstance(then, Play)
    assert case.situation.ends_turn
    later = then.on(case.situation)
    assert (later.active, later.lof, later.zoc) == ("blue", (), (Pair("guard", "speculo"),))
    assert [act.when for act in later.order] == ["first", "aro_1"]
    assert later.rolls[0].act == later.order[0]
    assert not later.ends_turn
    assert loads(dump(case)) == (case,)


PROFILES = """\
edition: n5
situation:
  active: red
  profiles:
    sniper: {has: [courage, mimetism_3], numbers: {wounds: 1, bts: 3}}
  troopers:
    fox: {side: red, profile: sniper, has: [dogged, courage], numbers: {wounds: 2}}
    owl: {side: blue, profile: sniper, is: [prone]}
    rat: {side: blue}
ask: [{who: fox, becomes}]
"""


def test_a_profile_is_what_troopers_have_beside_what_is_said_of_each() -> None:
    [case] = loads(PROFILES)
    fox, owl, rat = case.situation.troopers
    assert fox.has == ("courage", "mimetism_3", "dogged")
    assert dict(fox.numbers) == {"wounds": 2, "bts": 3}
    assert (owl.has, owl.states) == (("courage", "mimetism_3"), ("prone",))
    assert (rat.has, rat.numbers) == ((), ())
    assert loads(dump(case)) == (case,)


def test_a_name_is_no_longer_than_a_key_of_yaml_may_be() -> None:
    def table(name: str) -> Situation:
        return Situation(active="red", troopers=[Trooper(name, side="red")])

    longest = Case(editions=("n4",), title="Long", situation=table("a" + '"' * 399))
    [back] = loads(dump(longest))
    assert back.situation == longest.situation
    with pytest.raises(SituationError, match="cannot be a name"):
        table("a" + '"' * 400)
