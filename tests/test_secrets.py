"""What a side is told does not depend on what it cannot know: such worlds look alike to it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aro import cases, report
from aro.analysis.beside import beside
from aro.answers import Outcome, Verdict
from aro.cases.opening import case_run, case_runs
from aro.engine.edition_words import derived_tables
from aro.engine.facts import term
from aro.errors import SituationError, UnknownTerm
from aro.parts import Trooper, Unknown
from aro.rulebook import Rulebook
from aro.situation import Situation
from support.engines import compiled
from support.strategies import budget, in_more_than_duels, situations, some, words

pytestmark = pytest.mark.drawn

Worlds = tuple[Situation, Situation]


def laws(name: str, kind: str) -> list[tuple[str, ...]]:
    """Return the arguments of the laws of a kind that an edition states, on or off."""
    stated = [said for _, said in derived_tables(words(name).book.edition).table("stated")]
    found = [said[1:] for said in stated if isinstance(said, tuple) and said[0] == kind]
    return [tuple(map(str, said)) for said in found]


@st.composite
def worlds(draw: st.DrawFn, name: str, setting: str) -> Worlds:
    """Return two situations that differ in what red keeps secret and after the Order still does."""
    masks = sorted(state for state, form in laws(name, "shows"))
    scattering = {family for (family,) in laws(name, "scatters")}
    one = draw(situations(name, setting, played=draw(st.booleans())))
    hidden = {one.name: draw(st.sampled_from(masks)) for one in one.troopers if one.side == "red"}
    one = replace(one, troopers=tuple(_hidden(each, hidden) for each in one.troopers))
    ends = _ends(name, one)
    belongs = {
        (str(s), str(f)) for s, f in derived_tables(words(name).book.edition).table("belongs")
    }

    def changed(each: Trooper) -> Trooper:
        after = {state for state in words(name).states if f"becomes({each.name},{state})" in ends}
        if each.side == "red" and after & {*masks}:
            each = replace(each, has=tuple(draw(some(words(name).traits, 4))))
            if any((state, family) in belongs for state in after for family in scattering):
                noted = st.sampled_from([None, *(copy.name for copy in each.replicas)])
                each = replace(each, noted=draw(noted))
        return each

    other = replace(one, troopers=tuple(map(changed, one.troopers)))
    return one, other if _ends(name, other) == ends else one


def _hidden(one: Trooper, states: dict[str, str]) -> Trooper:
    return replace(one, states=(states[one.name],)) if one.name in states else one


def _ends(name: str, table: Situation) -> set[str]:
    found = compiled(words(name).book, table, {})
    return {atom for atom in found if atom.startswith("becomes(")}


@pytest.mark.parametrize("name", in_more_than_duels())
def test_worlds_that_look_alike_are_one_view(name: str) -> None:
    book = words(name).book

    @budget(0.05)
    @given(worlds(name, "hide"))
    def holds(pair: Worlds) -> None:
        one, other = (_seen(book, world) for world in pair)
        assert one == other
        if not isinstance(one, str) and not isinstance(other, str):
            acts, others = ([term(view, act) for act in view.order] for view in (one, other))
            assert acts == others
            assert _written(book, one) == _written(book, other)

    holds()


def _written(book: Rulebook, view: Situation) -> list[str]:
    """Return all that is written of the last act that a side knows of, byte for byte."""
    verdicts = book.rule(view, view.order[-1:])
    besides = [beside(book, view, one) for one in verdicts]
    pairs = zip(verdicts, besides, strict=True)
    sheets = [
        report.text(report.verdict_sheet(*pair, full=full))
        for pair in pairs
        for full in (True, False)
    ]
    return [*map(report.json, (*verdicts, *besides)), *sheets]


def _seen(book: Rulebook, world: Situation) -> Situation | str:
    try:
        return book.seen(world, "blue")
    except SituationError as nobody:
        return str(nobody)


@pytest.mark.parametrize("name", in_more_than_duels())
def test_the_truth_is_among_what_a_side_holds_possible(name: str) -> None:
    book = words(name).book

    @budget(0.04)
    @given(situations(name, "hide"))
    def holds(table: Situation) -> None:
        view = _seen(book, table)
        if isinstance(view, str):
            return
        mine = [act for act in table.order if table.trooper(act.who).side == "blue"]
        truth, told = book.rule(table, mine), book.rule(view, mine)
        assert [
            v.possible for v, t in zip(told, truth, strict=True) if t.ruling not in v.possible
        ] == []

    holds()


HIDDEN = """\
edition: n3
title: Who stands in Hidden Deployment
as: red
situation:
  active: red
  troopers:
    ninja: {side: red, has: [ch_camouflage]}
    guard: {side: blue}
{there}orders: [{order: [{who: ninja, does: return_to, into: camouflaged}]}, {order: []}]
ask: [{remembers}, {who: ninja, becomes}, {who: ninja, does: return_to, into: camouflaged}]
"""
IN_HIDING = """\
    hidden: {side: blue, is: [hidden_deployment], has: [ch_to_camouflage]}
  lof: [[hidden, ninja]]
"""
MARKED = """\
edition: n4
title: What is under a Marker
as: blue
situation:
  active: blue
  troopers: {x: {side: red, is: [camouflaged], has: [{there}]}, g: {side: blue}}
  lof: [[g, x]]
orders: [{order: [{who: g, does: move}]}, {order: []}]
ask: [{who: g, does: bs_attack, at: x}]
"""


@pytest.mark.parametrize(("text", "there"), [(HIDDEN, IN_HIDING), (MARKED, "impetuous")])
def test_an_earlier_order_tells_a_side_no_more_than_it_may_know(text: str, there: str) -> None:
    told = []
    for one in (there, ""):
        [case] = cases.loads(text.replace("{there}", one))
        run = case_run(case, case.editions[0])
        told.append([report.plain(answer) for _, answer in run.answers()])
    assert told[0] == told[1]


SUPPOSED = """\
edition: n5
title: Blue supposes a move up to a piece of a Decoy
as: blue
situation:
  active: blue
  troopers:
    spy: {side: red, is: [decoy], replicas: {left: decoy_1, right: decoy_2}, noted: {noted}}
    guard: {side: blue}
  lof: [[guard, left], [guard, spy], [guard, right]]
ask: [{who: guard, does: move, at: left, then: [{who: spy, becomes}]}]
"""


def test_what_a_side_supposes_tells_it_no_secret() -> None:
    told = []
    for noted in ("left", "right"):
        runs = case_runs(cases.loads(SUPPOSED.replace("{noted}", noted)), "x.yaml")
        told.append([report.plain(answer) for run in runs for _, answer in run.answers()])
    assert told[0] == told[1]
    assert "perhaps" in told[0][-1]


FOUND_OUT = (
    SUPPOSED.rpartition("ask:")[0]
    + """order: [{who: guard, does: discover, at: left}]
rolls: [{who: guard, does: discover, at: left, result: {result}}]
ask: [{who: spy, becomes}, {who: guard, does: bs_attack, at: right}]
"""
)


@pytest.mark.parametrize("result", ["success", "failure"])
def test_a_replica_that_is_found_out_is_none_of_those_that_may_be_the_real_one(result: str) -> None:
    told = []
    for noted in ("right", "spy"):
        text = FOUND_OUT.replace("{noted}", noted).replace("{result}", result)
        [run] = case_runs(cases.loads(text), "x.yaml")
        answers = [answer for _, answer in run.answers()]
        told.append([report.plain(answer) for answer in answers])
        gone = [piece for one in answers if isinstance(one, Outcome) for piece, _ in one.removed]
        assert gone == ["left"] * (result == "success")
    assert told[0] == told[1]


READ_OTHERWISE = """
edition: n3
title: the Marker stays hidden by the reading that is taken, and by no other
as: blue
readings: {alert: tolerated}
situation:
  active: blue
  troopers:
    spy: {side: red, is: [camouflaged], has: [{has}]}
    guard: {side: blue}
  lof: [[guard, spy], [spy, guard]]
order: [{who: guard, does: move}, {who: spy, does: alert, at: guard}]
ask: [{who: spy, becomes}, {who: guard, does: bs_attack, at: spy}]
"""


def test_what_a_side_knows_hangs_on_the_readings_that_are_taken() -> None:
    told = []
    for has in ("ch_camouflage", "ch_camouflage, sixth_sense_1", "ch_camouflage, sixth_sense_2"):
        runs = case_runs(cases.loads(READ_OTHERWISE.replace("{has}", has)), "x.yaml")
        told.append([report.plain(answer) for run in runs for _, answer in run.answers()])
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize(
    "unknown", [["noted", "spy", "spy"], ["noted", "spy", "left"], ["has", "ninja", "mimetism_3"]]
)
def test_what_nobody_knows_of_a_secret_is_unknown_to_a_side_as_any_secret_is(
    unknown: list[str],
) -> None:
    book = Rulebook("n5")
    replicas = [("left", "decoy_1"), ("right", "decoy_2")]
    spy = Trooper("spy", side="red", states=["decoy"], replicas=replicas)
    ninja = Trooper("ninja", side="red", states=["camouflaged"])
    known = Situation(active="blue", troopers=[spy, ninja, Trooper("guard", side="blue")])
    open_ = replace(known, unknown=(Unknown(*unknown),))
    assert book.seen(open_, "blue") == book.seen(known, "blue")


TAKEN = """\
edition: {edition}
title: what an earlier Order took from a Marker
as: blue
situation:
  active: red
  troopers:
    mark: {{side: red, {mark}}}
    runner: {{side: red}}
    guard: {{side: blue}}
  lof: [[guard, mark], [mark, guard], [guard, runner]]
orders:
  - {{order: [{{who: runner, does: move}}], events: [{{who: mark, {event}}}]}}
  - {{order: [{{who: mark, does: move}}]}}
ask: [{{who: mark, becomes}}, {{remembers}}, {{who: guard, does: discover, at: mark}}]
"""
LOWERED = (
    ("n3", "becomes: impetuous", "is: [impersonation_1]", "has: [ch_camouflage]", "has: []"),
    ("n5", "suffers: wound", "is: [camouflaged]", "numbers: {wounds: 3}", "numbers: {wounds: 4}"),
)


@pytest.mark.parametrize(("edition", "event", "state", "one", "other"), LOWERED)
def test_what_an_earlier_order_took_from_a_marker_tells_not_what_it_hides(
    edition: str, event: str, state: str, one: str, other: str
) -> None:
    told = []
    for hidden in (one, other):
        text = TAKEN.format(edition=edition, mark=f"{state}, {hidden}", event=event)
        runs = case_runs(cases.loads(text), "x.yaml")
        told.append([report.plain(answer) for run in runs for _, answer in run.answers()])
    assert told[0] == told[1]


def test_who_a_side_does_not_know_of_is_no_name_to_it() -> None:
    ghost = Trooper("ghost", side="red", states=["hidden_deployment"])
    known = Trooper("mover", side="red"), Trooper("guard", side="blue")
    there = Situation(active="red", troopers=[ghost, *known])
    with pytest.raises(UnknownTerm, match="no trooper is called 'ghost'; expected one of guard, m"):
        Rulebook("n4").resolve(there, as_side="blue").fate("ghost")


ASKED = """\
edition: n4
title: Whom a question names
situation:
  active: red
  troopers: {front: {side: red}, guard: {side: blue}{there}}
  lof: [[guard, front], [front, guard]]
order: [{who: front, does: move}]
ask: [{asks}]
"""
MARKER = "front: {side: red, is: [camouflaged]}"
GHOST = ", ghost: {side: red, is: [hidden_deployment]}"


@pytest.mark.parametrize(
    "asks",
    [
        "{who: ghost, becomes}",
        "{who: ghost, options}",
        "{who: ghost, values}",
        "{who: ghost, duties}",
        "{who: ghost, react}",
        "{who: guard, react, at: ghost}",
        "{who: guard, does: bs_attack, at: ghost}",
        "{who: gost, becomes}",
        "{who: guard, does: bs_attack, at: front, then: [{who: ghost, becomes}]}",
    ],
)
def test_whoever_asks_for_a_name_is_not_told_whether_somebody_hides_under_it(asks: str) -> None:
    told = []
    for there in (GHOST, ""):
        text = ASKED.replace("{asks}", asks).replace("{there}", there)
        found = cases.loads(text, name="x.yaml", as_side="blue")
        with pytest.raises(ExceptionGroup) as caught:
            list(case_runs(found, "x.yaml", as_side="blue")[0].answers())
        told.append([str(one) for one in caught.value.exceptions])
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "more",
    [
        "ask: [{who: guard, does: dodge, at: front, then: [{who: ghost, aros}]}]",
        "ask: [{who: ghost, does: move, then: [{who: guard, aros}]}]",
        "unless: [{without: {lof: [guard, front]}, ask: [{who: ghost, does: move}]}]",
        "unless: [{with: {lof: [guard, ghost]}, ask: [{who: guard, options}]}]",
        "unless: [{without: {is: [ghost, hidden_deployment]}, ask: [{who: guard, options}]}]",
    ],
)
def test_what_follows_or_just_fails_to_apply_tells_nobody_who_hides(more: str) -> None:
    text = ASKED.replace("ask: [{asks}]", more)
    found = [cases.loads(text.replace("{there}", one), as_side="blue") for one in (GHOST, "")]
    assert len({tuple((one.title, one.supposed) for one in each) for each in found}) == 1


def test_a_right_to_react_is_told_with_what_stands_beside_it_to_a_side_too() -> None:
    text = ASKED.replace("{there}", "").replace("{asks}", "{who: guard, react}")
    [run] = case_runs(cases.loads(text.replace("front: {side: red}", MARKER)), "x", as_side="blue")
    [(_, verdict)] = run.answers()
    assert isinstance(verdict, Verdict)
    assert (verdict.ruling, beside(run.book, run.table, verdict).nearest) == ("legal", ())
