"""A case as text: block style, one line a record, nothing that would be read as something else."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from aro.cases.edits import Fact
from aro.cases.flow import Value, flow
from aro.cases.model import (
    AskBecomes,
    AskChoices,
    AskDuties,
    AskRemembers,
    AskRuling,
    AskValues,
    Case,
    NearMiss,
    Play,
    Question,
)
from aro.knowledge.fact_kinds import RELATIONS
from aro.parts import HALVES, next_step
from aro.situation import Act, Event, Hit, Memory, Pair, Roll, Situation, Trooper, Unknown


def text(cases: Iterable[Case]) -> str:
    """Return cases as YAML: a mapping if it is one, else a list of them."""
    written = [list(_case(case)) for case in cases]
    if len(written) == 1:
        return "".join(f"{line}\n" for line in written[0])
    lines = [
        f"{'- ' if number == 0 else '  '}{line}\n"
        for case in written
        for number, line in enumerate(case)
    ]
    return "".join(lines)


def _case(case: Case) -> Iterator[str]:
    one = case.editions[0] if len(case.editions) == 1 else case.editions
    yield f"edition: {flow(one)}"
    yield f"title: {flow(case.title)}"
    for key, names in (("cites", case.cites), ("same", case.same)):
        if names:
            yield f"{key}: {flow(names)}"
    yield from _situation(case.situation)
    if case.then:
        yield "orders:"
        for play in (_first(case.situation), *case.then):
            yield from _items(_play(play))
    else:
        yield from _play(_first(case.situation))
    if case.readings:
        yield f"readings: {flow(dict(case.readings))}"
    if case.viewer is not None:
        yield f"as: {flow(case.viewer)}"
    if case.asks:
        yield "ask:"
        yield from (f"  - {flow(_question(ask))}" for ask in case.asks)
    if case.unless:
        yield "unless:"
        for miss in case.unless:
            yield from _items(_near_miss(miss))


def _situation(table: Situation) -> Iterator[str]:
    yield "situation:"
    yield f"  active: {flow(table.active)}"
    if table.phase != "orders":
        yield f"  phase: {flow(table.phase)}"
    if table.game is not None:
        yield f"  game: {flow(table.game)}"
    yield "  troopers:"
    yield from (f"    {flow(one.name)}: {flow(_trooper(one))}" for one in table.troopers)
    relations = [(kind.field, getattr(table, kind.field)) for kind in RELATIONS]
    yield from (f"  {line}" for line in _relations(one for one in relations if one[1]))
    for key, facts in (("memory", table.memory), ("unknown", table.unknown)):
        if facts:
            yield f"  {key}: {flow([_told(fact) for fact in facts])}"


def _relations(relations: Iterable[tuple[str, Iterable[Pair]]]) -> Iterator[str]:
    for name, pairs in relations:
        halves: dict[str, list[Value]] = {}
        for pair in pairs:
            halves.setdefault(pair.half or "both", []).append([pair.one, pair.other])
        split = any(half in halves for half in HALVES)
        yield f"{name}: {flow(halves if split else halves.get('both', []))}"


def _first(table: Situation) -> Play:
    steps = {
        act: next_step(table.troopers, table.active, table.order[:number], act.who)
        for number, act in enumerate(table.order)
    }
    order = tuple(replace(act, when=None) if act.when == steps[act] else act for act in table.order)
    return Play(
        order=order,
        rolls=tuple(replace(roll, act=_described(table, roll.act)) for roll in table.rolls),
        hits=tuple(replace(hit, act=_described(table, hit.act)) for hit in table.hits),
        events=table.events,
        ends_turn=table.ends_turn,
    )


def _described(table: Situation, act: Act) -> Act:
    brief = Act(act.who, act.does, act.at, into=act.into)
    alone = sum(one.answers_to(brief) for one in table.order) == 1
    return brief if alone else replace(brief, when=act.when)


def _play(play: Play) -> Iterator[str]:
    if play.active is not None:
        yield f"active: {flow(play.active)}"
    yield from _relations(play.relations)
    records: dict[str, list[Value]] = {
        "order": [_act(act) for act in play.order],
        "rolls": [_roll(roll) for roll in play.rolls],
        "hits": [_hit(hit) for hit in play.hits],
        "events": [_event(event) for event in play.events],
    }
    for key, found in records.items():
        if found:
            yield f"{key}:"
            yield from (f"  - {flow(one)}" for one in found)
    if play.ends_turn:
        yield "ends_turn: true"


def _near_miss(miss: NearMiss) -> Iterator[str]:
    for key, fact in (("without", miss.without), ("with", miss.instead)):
        if fact is not None:
            yield f"{key}: {flow({fact.kind: _thing(fact)})}"
    yield "ask:" if miss.asks else "ask: []"
    yield from (f"  - {flow(_question(ask))}" for ask in miss.asks)


def _thing(fact: Fact) -> Value:
    match fact.thing:
        case Pair(one, other, half):
            told: Value = [one, other, half] if half else [one, other]
        case Act() as act:
            told = _act(act)
        case Roll() as roll:
            told = _roll(roll)
        case Hit() as hit:
            told = _hit(hit)
        case Event() as event:
            told = _event(event)
        case (Memory() | Unknown()) as listed:
            told = _told(listed)
        case plain:
            told = plain
    return told


def _trooper(trooper: Trooper) -> dict[str, Value]:
    return _given(
        side=trooper.side,
        **{"is": trooper.states},
        has=trooper.has,
        replicas={one.name: one.form for one in trooper.replicas},
        noted=trooper.noted,
        device=trooper.device,
        numbers=dict(trooper.numbers),
    )


def _act(act: Act) -> dict[str, Value]:
    parts = ("who", "does", "at", "into", "when", "uses", "covers")
    return _given(**{name: getattr(act, name) for name in parts}, numbers=dict(act.numbers))


def _roll(roll: Roll) -> dict[str, Value]:
    return {**_act(roll.act), "result": roll.result}


def _hit(hit: Hit) -> dict[str, Value]:
    on = None if hit.on == hit.act.at else hit.on
    return _act(hit.act) | _given(
        on=on, saves="true" if hit.saves else None, critical="true" if hit.critical else None
    )


def _event(event: Event) -> dict[str, Value]:
    return {"who": event.who, event.verb: event.what}


def _told(fact: Memory | Unknown) -> list[str]:
    return [fact.kind, *fact.of]


def _question(ask: Question) -> dict[str, Value]:
    because = _given(because=ask.because)
    match ask:
        case AskRuling():
            takes = None if ask.takes_effect is None else str(ask.takes_effect).lower()
            expected = _given(
                ruling=ask.ruling,
                firmness=ask.firmness,
                because=ask.because,
                takes_effect=takes,
                rolls=ask.rolls,
                mods=dict(ask.mods),
                counts=dict(ask.counts),
            )
            thwarts = {} if ask.thwarted_by is None else {"thwarted_by": ask.thwarted_by}
            return _act(ask.act) | expected | thwarts
        case AskChoices():
            listed = _open(ask.expected)
            return _given(who=ask.who, at=ask.at) | {ask.sort: listed} | because
        case AskBecomes():
            states: dict[str, Value] = {} if ask.states is None else {"is": ask.states}
            rest = _given(shown_as=ask.shown_as, pieces=dict(ask.pieces))
            return {"who": ask.who, "becomes": states | rest or ""} | because
        case AskDuties():
            return _given(who=ask.who) | {"duties": _open(ask.expected)} | because
        case AskRemembers():
            memos = None if ask.expected is None else [_told(one) for one in ask.expected]
            return {"remembers": _open(memos)} | because
        case AskValues():
            return {"who": ask.who, "values": dict(ask.expected) or ""} | because


def _open(expected: Iterable[Value] | None) -> Value:
    return "" if expected is None else expected


def _given(**parts: Value | None) -> dict[str, Value]:
    return {key: value for key, value in parts.items() if value not in (None, (), {})}


def _items(lines: Iterable[str]) -> Iterator[str]:
    found = list(lines) or ["order: []"]
    yield from (f"{'  - ' if number == 0 else '    '}{line}" for number, line in enumerate(found))
