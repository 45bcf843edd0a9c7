"""What a person reads of an answer: everything that it rests on, and nothing that is markup."""

import dataclasses
import io

import pytest
from rich.console import Console

from aro import Act, Reason, Rulebook, Situation, Trooper
from aro.answers import VERBS, DependsOnUnknown, Gap
from aro.report import choices_grid, html, outcome_sheet, text, verdict_sheet
from aro.report.terminal_writer import rendered
from support.invented import OUTCOME, PAGE, VERDICT, clause


def flat(told: str) -> str:
    return " ".join(told.split())


@pytest.mark.parametrize(
    "told",
    [
        "guard bs_attack at ninja using template covering decoy, ARO to the first Skill",
        "ILLEGAL, disputed: the book can be read otherwise; weakest source: player text (n9@1.0)",
        "forbids, confirms n9.hidden.effect.1 Nobody may shoot [bold]<at> it[/bold].",
        "does not allow n9.hidden.effect.2 Nobody may.",
        "r_n9_loud Is a whisper loud?",
        "turns the ruling only together with the others",
        "legal under quiet (the default): No.",
        "illegal under loud (taken here): Yes.",
        "It has no effect",
        "thwarts it n9.hidden.effect.3 It fails.",
        "-3 n9.hidden.effect.4 Minus three.",
        "of_the_weapon n9.hidden.effect.5",
        "only partly law here n9.hidden.effect.1 The distance is not seen.",
        "Hiding <well> https://example.org/?a=1&b=2 N9; the page itself",
        "Hearsay N9; player text: no official page",
    ],
)
def test_a_verdict_tells_all_that_it_rests_on(told: str) -> None:
    assert told in flat(text(VERDICT))
    first, *reasons = str(VERDICT).splitlines()
    assert first == f"{VERDICT.act}: ILLEGAL, disputed ({VERDICT.stamp})"
    assert reasons == [
        f"  {VERBS[one.verb]} {one.clause.id}: {one.clause.says}" for one in VERDICT.because
    ]


def test_a_silent_book_and_a_page_cut_off_are_told_apart() -> None:
    silent = dataclasses.replace(VERDICT, ruling="silent", firmness="settled", because=(), gaps=())
    assert "we know of no page cut off here" in flat(text(silent))
    cut = dataclasses.replace(silent, gaps=(Gap(about=PAGE, says="the last line is missing"),))
    told = flat(text(cut))
    assert "The book is silent" in told
    assert "our source is cut off, see below" in told
    assert "our copy is cut off Hiding <well> the last line is missing" in told


def test_what_is_unknown_is_told_with_the_ruling_either_way() -> None:
    hangs = (
        DependsOnUnknown(fact="lof(own(guard),own(ninja),second)", holds="legal", fails="illegal"),
    )
    depends = dataclasses.replace(
        VERDICT, firmness="depends", possible=("legal", "illegal"), hangs=hangs, because=()
    )
    told = flat(text(depends))
    assert "LEGAL OR ILLEGAL, it depends on what is unknown" in told
    assert "guard sees ninja in the second half legal if it is so, illegal if not" in told
    assert "It has no effect" not in told
    assert "No clause decides it whatever the unknown facts are" in told
    assert "legal or illegal, depends" in text({"guard": [depends]})


@pytest.mark.parametrize(
    "told",
    [
        "PLAYED OUT, it hangs on what is unknown (n9@1.0)",
        "has no effect guard bs_attack at ninja",
        "thwarts it n9.hidden.effect.1",
        "takes effect ninja move",
        "normal Roll n9.hidden.effect.1",
        "may take effect ninja dodge",
        "has no effect ninja sing It could not legally be declared",
        "ninja: hidden becomes seen with the first Skill, by n9.hidden.effect.1: Nobody",
        "ninja: calm ends when the Order is resolved, by",
        "ninja: angry begins",
        "ninja seen; ninja on the table as model; decoy not on the table",
        "guard perhaps asleep; guard on the table as model; shade perhaps on the table as mark or",
        "Note No hit is told.",
        "Leaves the table decoy by",
        "Counts as revealed all along ninja by",
        "Affected by a template decoy by guard bs_attack at ninja",
        "ninja: choose_facing by",
        "-3 to guard bs_attack at ninja",
        "burst 3 of guard bs_attack at ninja using template covering decoy by n9.hidden.effect.6",
        "ninja: silhouette 2 by",
        "failed: discover, guard, ninja night",
        "May come about besides depends guard: asleep begins by n9.hidden.effect.1: Nobody",
        "depends remembered: night depends By a special skill or Equipment that may be hidden",
        "from this side n9.hidden.effect.7",
    ],
)
def test_an_outcome_tells_all_that_it_leaves_behind(told: str) -> None:
    assert told in flat(text(OUTCOME))
    assert f"({OUTCOME.stamp})" in str(OUTCOME).splitlines()[0]
    assert len(str(OUTCOME).splitlines()) == 1 + len(OUTCOME.effects) + len(OUTCOME.fates)


def test_html_escapes_everything_and_links_only_what_is_an_address() -> None:
    told = html(VERDICT)
    assert told == VERDICT._repr_html_()
    assert "<at>" not in told
    assert "<well>" not in told
    assert '<a href="https://example.org/?a=1&amp;b=2" rel="noreferrer">Hiding &lt;well' in told
    trap = dataclasses.replace(PAGE, url='javascript:alert("x")')
    trapped = html(
        dataclasses.replace(
            VERDICT, because=(Reason(clause=clause("effect.1", source=trap), verb="forbids"),)
        )
    )
    assert "href" not in trapped.partition("javascript")[0].rpartition("<dt>")[2]
    assert "javascript:alert(&quot;x&quot;)" in trapped
    assert html(OUTCOME) == OUTCOME._repr_html_()


@pytest.mark.parametrize("page", [verdict_sheet(VERDICT), outcome_sheet(OUTCOME)])
def test_html_is_balanced(page: object) -> None:
    told = html(VERDICT) if page == verdict_sheet(VERDICT) else html(OUTCOME)
    for tag in ("div", "dl", "dt", "dd", "p", "h5", "strong"):
        assert told.count(f"<{tag}>") + told.count(f"<{tag} ") == told.count(f"</{tag}>")


@pytest.mark.parametrize("width", [40, 200])
def test_a_terminal_gets_the_same_words_as_a_pipe(width: int) -> None:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=True, color_system="truecolor")
    for page in (verdict_sheet(VERDICT), outcome_sheet(OUTCOME)):
        console.print(rendered(page))
    assert "\x1b[" in out.getvalue()
    plain = io.StringIO()
    Console(file=plain, width=200).print(rendered(verdict_sheet(VERDICT)))
    words = set(text(verdict_sheet(VERDICT)).replace(",", " ").replace("(", " ").split())
    printed = plain.getvalue().replace(",", " ").replace("(", " ").split()
    assert words - set(printed) <= {"n9@1.0)"}


def test_choices_are_a_table_with_a_line_for_none() -> None:
    legal = dataclasses.replace(VERDICT, ruling="legal", firmness="settled")
    told = text({"guard": [legal]})
    assert told.splitlines()[1].split() == ["skill", "target", "ruling", "clauses"]
    assert "legal, settled" in told
    assert text({"guard": []}) == "guard may declare: nothing"
    assert text({"guard": []}) == text(choices_grid("guard", []))
    out = io.StringIO()
    console = Console(file=out, width=120)
    console.print(rendered(choices_grid("guard", [legal])))
    console.print(rendered(choices_grid(None, [])))
    assert "bs_attack" in out.getvalue()
    assert "Left to declare: nothing" in out.getvalue()


def test_no_line_of_text_is_too_long_but_for_an_address() -> None:
    lines = [*text(VERDICT).splitlines(), *text(OUTCOME).splitlines()]
    assert [line for line in lines if len(line) > 88 and "://" not in line] == []


def test_a_real_verdict_names_its_page() -> None:
    table = Situation(
        active="red",
        troopers=[
            Trooper("ninja", side="red", states=["camouflaged"]),
            Trooper("guard", side="blue"),
        ],
        lof=[("guard", "ninja")],
    )
    told = text(
        Rulebook("n3").is_legal(table.declare("ninja", "move"), Act("guard", "bs_attack", "ninja"))
    )
    assert "n3.camouflaged.effect.3" in told
    assert "http://infinitythewiki.com/en/Camouflaged" in told
