"""Pictures taken apart again: what they say, and where in them it stands."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree as ET

from aro.knowledge import library as kb
from aro.pictures.svg import Box, bold_length, length

SPACE = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "style", "g", "rect", "text", "circle", "path", "polygon"}


def parsed(picture: str) -> ET.Element:
    """Return a picture as a tree."""
    return ET.fromstring(picture)  # noqa: S314  aro drew it, and that it is XML is what is tested


def said(picture: str) -> str:
    """Return everything that is written in a picture, but for what only tells it to the blind."""
    root = parsed(picture)
    return " ".join(" ".join(one.itertext()) for one in root.iter(f"{SPACE}text"))


def placed(one: ET.Element, x: float = 0, y: float = 0) -> Iterator[tuple[ET.Element, Box]]:
    """Yield the elements of a picture, each with the rectangle that it fills."""
    move = one.get("transform", "translate(0,0)").removeprefix("translate(").removesuffix(")")
    x, y = (there + float(by) for there, by in zip((x, y), move.split(","), strict=True))

    def at(name: str) -> float:
        return float(one.get(name, "0"))

    match one.tag.removeprefix(SPACE):
        case "rect":
            yield one, Box(x + at("x"), y + at("y"), at("width"), at("height"))
        case "circle":
            reach = at("r")
            yield one, Box(x + at("cx") - reach, y + at("cy") - reach, 2 * reach, 2 * reach)
        case "text":
            size, words = at("font-size"), one.text or ""
            wide = (bold_length if one.get("font-weight") else length)(words, size)
            begun = {"middle": wide / 2, "end": wide}.get(one.get("text-anchor", ""), 0.0)
            yield one, Box(x + at("x") - begun, y + at("y") - 0.7 * size, wide, 0.7 * size)
    for child in one:
        yield from placed(child, x, y)


def outside(picture: str) -> list[str]:
    """Return the elements of a picture that do not lie wholly within it."""
    root = parsed(picture)
    wide, tall = map(float, root.get("viewBox", "").split()[2:])
    return [
        ET.tostring(one, encoding="unicode")
        for one, box in placed(root)
        if box.x < 0 or box.y < 0 or box.x + box.width > wide or box.y + box.height > tall
    ]


def overlapping(picture: str) -> list[tuple[str, str]]:
    """Return pairs of texts of which one is written over the other."""
    texts = [(one.text or "", box) for one, box in placed(parsed(picture)) if one.text]
    texts = [(words, box) for words, box in texts if words.strip()]
    return [(one, other) for (one, a), (other, b) in combinations(texts, 2) if a.meets(b)]


def foreign(picture: str) -> list[str]:
    """Return the elements and attributes that have no place in a picture without scripts."""
    names = [(one.tag, key) for one in parsed(picture).iter() for key in ("", *one.attrib)]
    return [
        f"{tag} {key}"
        for tag, key in names
        if tag.removeprefix(SPACE) not in ELEMENTS or key.startswith("on") or "href" in key
    ]


def hashed(program: str, told: str = "") -> set[str]:
    """Return what a program prints, run with several ways of hashing."""
    return {
        subprocess.run(
            [sys.executable, "-c", program],
            input=told.encode(),
            capture_output=True,
            check=True,
            cwd=kb.home(),
            env={
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": ":".join(["python", *sys.path]),
                "PYTHONIOENCODING": "utf-8",
            },
        ).stdout.decode()
        for seed in ("1", "2")
    }
