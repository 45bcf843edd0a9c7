"""An invented article and the answers that rest on it, for the tests of how answers look."""

import dataclasses

from aro import Act, Clause, Memory, Reading, Reason, Situation, Source, Trooper, Verdict
from aro.answers import (
    Change,
    DependsOnReading,
    Duty,
    Effect,
    Fate,
    Figure,
    Gap,
    Mod,
    Outcome,
    PossibleResult,
    Stamp,
    Value,
)
from aro.knowledge.edition import Alternative

STAMP = Stamp(edition="n9", release="1.0", digest="0" * 12)
PAGE = Source(
    key="page",
    title="Hiding <well>",
    url="https://example.org/?a=1&b=2",
    version="N9",
    provenance="document",
    incomplete="the last line is missing",
)
HEARSAY = dataclasses.replace(
    PAGE, key="hearsay", title="Hearsay", url=None, provenance="player_text"
)
READING = Reading(
    id="r_n9_loud",
    clauses=("n9.hidden.effect.1",),
    question="Is a whisper loud?",
    alternatives=(Alternative(name="quiet", says="No."), Alternative(name="loud", says="Yes.")),
    default="quiet",
    why="It is a whisper.",
    shows_in="Somebody whispers.",
)


def clause(name: str, says: str = "Nobody may.", source: Source = PAGE, **more: str) -> Clause:
    plain = Clause(
        id=f"n9.hidden.{name}",
        source=source,
        kind="legality",
        says=says,
        subjects=("hidden",),
        encodable="yes",
        gap=None,
        since=None,
        until=None,
        faq=None,
        carried_by=(),
        file="hidden.yaml",
        line=1,
    )
    return dataclasses.replace(plain, **more)  # type: ignore[arg-type]  # fields that are texts


ACT = Act("guard", "bs_attack", "ninja", when="aro_1", uses=["template"], covers=["decoy"])
BAN = clause("effect.1", "Nobody may shoot [bold]<at> it[/bold].")
VERDICT = Verdict(
    act=ACT,
    ruling="illegal",
    firmness="disputed",
    because=(
        Reason(clause=BAN, verb="forbids"),
        Reason(clause=BAN, verb="affirms"),
        Reason(clause=clause("effect.2", source=HEARSAY), verb="closes"),
    ),
    stamp=STAMP,
    gaps=(Gap(about=BAN, says="The distance is not seen."),),
    readings=(
        DependsOnReading(
            reading=READING,
            taken="loud",
            rulings=(("quiet", "legal"), ("loud", "illegal")),
            together=True,
        ),
    ),
    possible=("illegal",),
    takes_effect=False,
    thwarted_by=(clause("effect.3", "It fails."),),
    mods=(
        Mod(act=ACT, value=-3, clause=clause("effect.4", "Minus three.")),
        Mod(act=ACT, value="of_the_weapon", clause=clause("effect.5", "As the weapon says.")),
    ),
    figures=(Figure(act=ACT, name="burst", value=3, clause=clause("effect.6", "Three shots.")),),
)
OUTCOME = Outcome(
    effects=(
        Effect(act=ACT, takes_effect=False, ruling="legal", thwarted_by=(BAN,)),
        Effect(
            act=Act("ninja", "move", when="first"),
            takes_effect=True,
            ruling="legal",
            rolls=(("normal", BAN, None),),
        ),
        Effect(
            act=Act("ninja", "dodge", when="second"),
            takes_effect=False,
            ruling="illegal",
            because=(Reason(clause=BAN, verb="forbids"),),
        ),
        Effect(act=Act("ninja", "sing", when="second"), takes_effect=False, ruling="silent"),
    ),
    changes=(
        Change(trooper="ninja", ended="hidden", began="seen", moment="first", clause=BAN),
        Change(trooper="ninja", ended="calm", began=None, moment="effects", clause=BAN),
        Change(trooper="ninja", ended=None, began="angry", moment="start", clause=BAN),
    ),
    fates=(
        Fate(trooper="ninja", states=("seen",), pieces=(("ninja", "model"), ("decoy", "nothing"))),
        Fate(
            trooper="guard",
            states=(),
            pieces=(("guard", "model"),),
            maybe_states=("asleep",),
            maybe_pieces=(("shade", "mark"), ("shade", "nothing")),
        ),
    ),
    removed=(("decoy", BAN),),
    backdated=(("ninja", BAN),),
    affected=((ACT, "decoy"),),
    duties=(Duty(trooper="ninja", duty="choose_facing", clause=BAN),),
    mods=VERDICT.mods,
    figures=VERDICT.figures,
    values=(Value(piece="ninja", name="silhouette", value=2, clause=BAN),),
    remembered=(Memory("failed", "discover", "guard", "ninja"), Memory("night")),
    firmness="depends",
    unsure=("performed(act(second,ninja,dodge,none))", "becomes(ninja,seen)"),
    situation=Situation(active="red", troopers=[Trooper("ninja", side="red")]),
    stamp=STAMP,
    perhaps=(
        PossibleResult(says="guard: asleep begins", clause=BAN),
        PossibleResult(says="remembered: night", clause=None),
        PossibleResult(says="ninja: sing", clause=clause("effect.7", "It sings."), profile=True),
    ),
    notes=("No hit is told.",),
)
