"""What a page can do beyond one table: the people and the chat of a screen of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from core.house.house import Result
from core.table.places import Individual, Room


class Said(msgspec.Struct, frozen=True):
    """Something that was said in the chat of the screen, by whom, and when."""

    id: int
    user: str
    name: str
    text: str
    at: float


class Ground(Protocol):
    """The playground, as the page needs it. Everything here runs in the writer's thread."""

    def begin(self, language: str) -> None:
        """Make the first table, if nobody was ever here."""

    def open(self, user: str, receipt: str = "") -> Result:
        """Open a table as ready to start as the first one was; a receipt opens one once."""

    def people(self) -> Sequence[Individual]:
        """The people of the screen, in order."""

    def room(self) -> Room:
        """The group of the screen."""

    def table(self) -> str:
        """The table that is open there, or was last; empty if there was none."""

    def link(self, user: str) -> str:
        """What follows the address of the page for a person's own link."""

    def invite(self, name: str) -> None:
        """One more person sits at the screen."""

    def rename(self, user: str, name: str) -> None:
        """A person takes another name."""

    def say(self, user: str, text: str) -> Said:
        """Words are said in the chat, and kept."""

    def words(self) -> Sequence[Said]:
        """What was said in the chat."""
