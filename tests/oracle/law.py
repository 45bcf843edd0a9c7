"""What a document has to say, as questions that the course of an Order puts to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oracle.answers import Notes, Verdict
    from oracle.game import Game, Table
    from oracle.skills import Kind, Skill
    from oracle.world import Act, Half


class Law(ABC):
    """One document, with what its edition says about Orders around it."""

    edition: ClassVar[str]
    skills: ClassVar[Mapping[str, Skill]]
    openers: ClassVar[frozenset[Kind]]
    pairs: ClassVar[frozenset[tuple[Kind, Kind]]]
    hidden: ClassVar[frozenset[str]]
    """The states whose troopers stand as something else than their model."""

    shown: ClassVar[Mapping[str, str]]
    """The clause that says what stands on the table for a trooper in a state."""

    @abstractmethod
    def bars(self, game: Game, act: Act, notes: Notes) -> bool:
        """Return whether the document forbids a declaration."""

    @abstractmethod
    def may_delay(self, game: Game, act: Act, notes: Notes) -> bool:
        """Return whether an ARO, otherwise due now, may be put off."""

    @abstractmethod
    def kept(self, game: Game, who: str, notes: Notes) -> bool:
        """Return whether a trooper that could react earlier still may after the second Skill."""

    @abstractmethod
    def judge_return(self, game: Game, act: Act, notes: Notes) -> Verdict:
        """Judge the Entire Order that goes back into a state."""

    @abstractmethod
    def performs(self, game: Game, act: Act, notes: Notes) -> bool:
        """Return whether a lawful declaration is carried out in the end."""

    def begins(self, game: Game, table: Table, notes: Notes) -> Table:  # noqa: ARG002
        """Return the table once states that cannot stand are gone."""
        return table

    @abstractmethod
    def declared(self, game: Game, table: Table, act: Act, notes: Notes) -> Table:
        """Return the table after a declaration, lawful or not."""

    @abstractmethod
    def touched(self, game: Game, table: Table, half: Half, notes: Notes) -> Table:
        """Return the table after the contacts of a half."""

    @abstractmethod
    def rolled(self, game: Game, table: Table, notes: Notes) -> Table:
        """Return the table after the Discover Rolls."""

    @abstractmethod
    def resolved(self, game: Game, table: Table, notes: Notes) -> Table:
        """Return the table after hits, events and returns."""

    @abstractmethod
    def locked(self, game: Game, notes: Notes) -> frozenset[tuple[str, str]]:
        """Return the failed Discovers this Order adds to memory."""

    def lowered(self, game: Game, notes: Notes) -> frozenset[tuple[str, str]]:  # noqa: ARG002
        """Return the lost levels after this Order."""
        return game.world.lowered
