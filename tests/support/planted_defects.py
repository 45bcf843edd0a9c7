"""Defects planted in a copy of an edition, by hand and by mutators, for the tests of the check."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import yaml

from aro.analysis.bounded import quiet
from aro.analysis.check import Check, run_check
from aro.analysis.check.findings import KINDS, Finding
from aro.knowledge import library as kb

SMALL = kb.home() / "tests" / "small" / "n9"
DESK = ("unreadable", "sourceless", "stranger", "out_of_step")
"""The kinds that are found without grounding anything."""


@dataclass(frozen=True)
class Edit:
    """In a file of a copy one text stands in the place of another; of none, at the end."""

    file: str
    old: str
    new: str

    def make(self, folder: Path) -> None:
        """Change the file, in which the old text has to stand once."""
        path = folder / self.file
        text = path.read_text(encoding="utf-8")
        if self.old:
            assert text.count(self.old) == 1, f"{self.file} has {self.old!r} not once"
        path.write_text(
            text.replace(self.old, self.new) if self.old else text + self.new, encoding="utf-8"
        )


@dataclass(frozen=True)
class Plant:
    """A defect of one kind; whatever else is found on account of it names one of `about`."""

    kind: str
    about: tuple[str, ...]
    edits: tuple[Edit, ...]

    def named_by(self, found: Finding) -> bool:
        """Return whether a finding is about what was planted."""
        told = " ".join((found.id, found.says, *(one.id for one in found.clauses)))
        return any(one in told for one in self.about)


def by_hand() -> dict[str, Plant]:
    """Return the defects that are planted in the small edition, by title."""
    found = yaml.safe_load((SMALL.parent / "plants.yaml").read_text(encoding="utf-8"))
    return {
        one["title"]: Plant(
            one["kind"], tuple(one["about"]), tuple(Edit(**each) for each in one["edits"])
        )
        for one in found
    }


def copied(folder: Path, into: Path) -> Path:
    """Return the folder of a copy of an edition, with the cases of the small one beside it."""
    shutil.copytree(folder, into / folder.name)
    if folder == SMALL:
        shutil.copytree(SMALL.parent / "cases", into / "cases")
    return into / folder.name


def checked(folder: Path, kinds: tuple[str, ...] = tuple(KINDS)) -> Check:
    """Return what a check finds of a copy of an edition, with the cases beside it."""
    beside = folder.parent / "cases"
    cases = beside if beside.is_dir() else SMALL.parent / "cases"  # which are of no other edition
    return run_check(quiet, str(folder), cases, kinds)


def every(found: Check) -> dict[str, Finding]:
    """Return all that was found, accepted or not, by id."""
    return {one.id: one for one in found.all}
