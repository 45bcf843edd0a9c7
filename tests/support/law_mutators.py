"""Mutators that plant a defect in some clause of an edition, whichever chance picks."""

import random
import re
from collections.abc import Callable, Collection
from pathlib import Path

from aro.engine.clingo_program import parts, written
from aro.engine.edition_words import tables
from aro.knowledge import catalogue
from aro.knowledge.edition import clause_id
from support.planted_defects import Edit, Plant

Blocks = dict[str, tuple[str, str]]
"""Of each clause that is stated: its file of law, and its comment with all that it says."""


def blocks(folder: Path) -> Blocks:
    """Return the clauses of an edition whose law stands in one place under one comment."""
    found: Blocks = {}
    for path in sorted(folder.glob("*.lp")):
        text = path.read_text(encoding="utf-8")
        parts = re.split(r"(?m)^(?=% |%#|$)", text)
        for one in parts:
            head = re.match(r"% (n\d\.[a-z0-9_.]+\d): ", one)
            if head and text.count(f"{head[1]}:") == 1 and one.count("says(") > 0:
                found[head[1]] = (path.name, one)
    return found


Mutator = Callable[[random.Random, Path], Plant | None]
"""What plants a defect in a clause that chance picks; None if no clause has a place for it."""


def _picked(
    chance: random.Random, folder: Path, wanted: str, apart_from: Collection[str] = ()
) -> tuple[str, str, str] | None:
    fit = [
        (name, file, text)
        for name, (file, text) in sorted(blocks(folder).items())
        if re.search(wanted, text) and name not in apart_from
    ]
    return chance.choice(fit) if fit else None


def _lifted(folder: Path) -> set[str]:
    """Return the clauses of an edition that some exception lifts."""
    edition = catalogue.read(folder)
    laws = (parts(law) for _, law in tables(edition).table("stated"))
    return {clause_id(edition.name, written(law[1])) for law in laws if law[0] == "lifts"}


def _late(folder: Path) -> set[str]:
    """Return the clauses of an edition that came after its first release."""
    edition = catalogue.read(folder)
    return {one.id for one in edition.outside(edition.releases[0])}


def _entry(folder: Path, name: str) -> tuple[str, str]:
    """Return the catalogue that has a clause, and its lines there."""
    for path in sorted(folder.glob("*.yaml")):
        for one in re.split(r"(?m)^(?=  - id: )", path.read_text(encoding="utf-8")):
            if one.startswith(f"  - id: {name}\n"):
                return path.name, one
    raise AssertionError(f"no catalogue has {name}")


def law_dropped(chance: random.Random, folder: Path) -> Plant | None:
    """Keep the comment of a clause and drop what it says."""
    apart = r"^(?!(.|\n)*(skill|label|brings|shows|discovered_by|under|gives)\()(.|\n)*says"
    found = _picked(chance, folder, apart)
    if not found or "carried_by:" in _entry(folder, found[0])[1]:
        return None
    name, file, text = found
    [stated] = set(re.findall(r"says\((\w+\([^)]*\))", text))
    if f"says({stated}," in (folder / file).read_text(encoding="utf-8").replace(text, ""):
        return None  # another comment has more of it
    return Plant("out_of_step", (name,), (Edit(file, text, text.split("\n")[0] + "\n"),))


def comment_dropped(chance: random.Random, folder: Path) -> Plant | None:
    """Drop the comment of a clause."""
    found = _picked(chance, folder, "says")
    if not found:
        return None
    name, file, text = found
    return Plant("out_of_step", (name,), (Edit(file, text, text[text.index("\n") + 1 :]),))


def misspelt(pattern: str, kind: str = "stranger") -> Mutator:
    """Return what misspells the first word of a law that a pattern finds."""

    def mutate(chance: random.Random, folder: Path) -> Plant | None:
        found = _picked(chance, folder, pattern)
        if not found:
            return None
        name, file, text = found
        places = list(re.finditer(pattern, text))
        place = chance.choice(places)
        wrong = f"{place['word']}zz"
        changed = text[: place.start("word")] + wrong + text[place.end("word") :]
        return Plant(kind, (wrong, name), (Edit(file, text, changed),))

    return mutate


def clause_misspelt(chance: random.Random, folder: Path) -> Plant | None:
    """Have a law name a clause that is none."""
    found = _picked(chance, folder, r"lifts\([a-z0-9_]+\([a-z0-9_,]+\),")
    if not found:
        return None
    name, file, text = found
    changed = re.sub(r"lifts\(([a-z0-9_]+)\([a-z0-9_,]+\),", r"lifts(\1(nowhere,9),", text, count=1)
    return Plant("stranger", ("nowhere", name), (Edit(file, text, changed),))


def key_dropped(key: str, kind: str) -> Mutator:
    """Return what drops a key of one line from a clause of the catalogue."""

    def mutate(chance: random.Random, folder: Path) -> Plant | None:
        name = chance.choice(sorted(blocks(folder)))
        file, entry = _entry(folder, name)
        lines = [one for one in entry.split("\n") if not one.startswith(f"    {key}: ")]
        return Plant(kind, (name,), (Edit(file, entry, "\n".join(lines)),))

    return mutate


def uncatalogued(chance: random.Random, folder: Path) -> Plant | None:
    """Call a clause that no other links to by another id in the catalogue."""
    whole = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml")))
    alone = [one for one in sorted(blocks(folder)) if len(re.findall(rf"{one}\b", whole)) == 1]
    name = chance.choice(alone)
    file, entry = _entry(folder, name)
    changed = entry.replace(f"id: {name}\n", f"id: {name}9\n")
    term = name.split(".", 1)[1].replace(".", "(", 1).replace(".", ",") + ")"
    return Plant("stranger", (name, term), (Edit(file, entry, changed),))


def carrier_lost(chance: random.Random, folder: Path) -> Plant | None:
    """Have a clause be carried by a clause of the edition that says nothing."""
    stated = blocks(folder)
    entries = [
        (path.name, one)
        for path in sorted(folder.glob("*.yaml"))
        for one in re.split(r"(?m)^(?=  - id: )", path.read_text(encoding="utf-8"))
        if one.startswith("  - id: ") and "carried_by: [n" in one
    ]
    catalogued = re.findall(
        r"(?m)^  - id: (n\S+)$",
        "".join(p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.yaml"))),
    )
    law = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.lp"))
    mute = [one for one in catalogued if one not in stated and f"{one}:" not in law]
    if not entries or not mute:
        return None
    file, entry = chance.choice(entries)
    name = entry.split("\n")[0].removeprefix("  - id: ")
    changed = re.sub(r"carried_by: \[[^\]]*\]", f"carried_by: [{chance.choice(mute)}]", entry)
    return Plant("out_of_step", (name,), (Edit(file, entry, changed),))


def alternative_dropped(chance: random.Random, folder: Path) -> Plant | None:
    """Take the last alternative of a reading out of the law."""
    text = (folder / "readings.lp").read_text(encoding="utf-8")
    found = re.findall(r"reading\((\w+), ?\(([^)]*); ?(\w+)\)\)", text)
    name, kept, lost = chance.choice([o for o in found if f"default({o[0]}, {o[2]})" not in text])
    [old] = re.findall(rf"reading\({name}, ?\([^)]*\)\)", text)
    return Plant(
        "out_of_step",
        ("readings.lp", name, lost),
        (Edit("readings.lp", old, f"reading({name}, ({kept}))"),),
    )


def made_impossible(chance: random.Random, folder: Path) -> Plant | None:
    """Give a ban circumstances that no act is in."""
    found = _picked(chance, folder, r"^[^\n]*\nsays\([^\n]*, forbids\([^\n]*\)\)\.\n$")
    if not found:
        return None
    name, file, text = found
    changed = re.sub(
        r"forbids\((\w+), (.*)\)\)\.\n$", r"forbids(\1, and(first, no(first)), always)).\n", text
    )
    return Plant("dead", (name,), (Edit(file, text, changed),))


def said_again(chance: random.Random, folder: Path) -> Plant | None:
    """State a ban again under a clause of its own.

    Of one that is lifted the copy would stand, and what an FAQ says again clarifies.
    """
    wanted = r"^[^\n]*\nsays\([^\n]*, forbids\([^\n]*\)\)\.\n$"
    found = _picked(chance, folder, wanted, apart_from=_lifted(folder) | _late(folder))
    if not found:
        return None
    name, file, text = found
    yaml, entry = _entry(folder, name)
    again = f"{name.rsplit('.', 1)[0]}.99"
    mine = text.replace(f"% {name}:", f"% {again}:")
    mine = re.sub(r"says\((\w+\((?:\w+,)*)\w+\)", r"says(\g<1>99)", mine, count=1)
    copy = entry.rstrip("\n").replace(f"id: {name}\n", f"id: {again}\n") + "\n"
    edits = (Edit(file, text, text + mine), Edit(yaml, entry, entry.rstrip("\n") + "\n" + copy))
    return Plant("shadowed", (name, again), edits)


WORD = r"(?P<word>[a-z_0-9]+)"
AT_A_DESK: tuple[Mutator, ...] = (
    law_dropped,
    comment_dropped,
    misspelt(rf"(?:wields|target|actor)\({WORD}\)"),
    misspelt(rf"(?:cancels|begins)\([a-z_0-9]+, {WORD}\("),
    misspelt(rf"(?:forbids\(\w+, |grants\(){WORD}, "),
    misspelt(rf", {WORD}\((?:both|declare|perform), "),
    misspelt(rf"(?:and|or|no)\({WORD}\("),
    clause_misspelt,
    key_dropped("source", "sourceless"),
    key_dropped("kind", "unreadable"),
    key_dropped("encodable", "unreadable"),
    uncatalogued,
    carrier_lost,
    alternative_dropped,
)
SEARCHED: tuple[Mutator, ...] = (made_impossible, said_again)
