"""What listening to typed words needs of the house."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from adapters.asked import Asked
from adapters.expiry import Expiry
from adapters.heard import Heard, Reply
from core.desk.acts import Act
from core.desk.presses import Page
from core.desk.reading import Reading
from core.house.house import House
from core.table.commands import Command
from core.table.table import Table


class Hands(Protocol):
    """What listening needs to act: see `adapters.speech.Speech`."""

    house: House
    languages: tuple[str, ...]
    expiry: Expiry
    asked: Asked

    def hear(self, heard: Heard) -> Reply:
        """Answer a press or a text."""

    def undo(self, heard: Heard, table_id: str) -> None:
        """Forget what somebody has chosen so far."""

    def act(self, heard: Heard, act: Act, table_id: str | None) -> Reply:
        """Do what a button of the house stands for."""

    def open(self, heard: Heard, game: str = "") -> Reply:
        """Open a table."""

    def do(self, heard: Heard, command: Command, table_id: str | None) -> Reply:
        """Hand a command to the house."""

    def level(self, heard: Heard, table_id: str, question: int, said: Sequence[str]) -> Reply:
        """Another level of a choice."""

    def table(self, heard: Heard, table_id: str | None) -> Table | None:
        """The table that is meant."""

    def read(self, heard: Heard, table_id: str | None) -> Reading | None:
        """The same with its rooms."""

    def page(self, heard: Heard, table_id: str | None, page: Page) -> Reply:
        """A section of the rules."""

    def bridge(self, heard: Heard, said: str) -> Reply:
        """Another room at the same table."""

    def cut(self, heard: Heard, table_id: str | None, picture: int) -> Reply:
        """Cut with a picture."""

    def record(self, heard: Heard, said: str) -> Reply:
        """The record of a table by its name."""

    def speak(self, heard: Heard, wanted: str) -> Reply:
        """Change the language."""


class Idle:
    """Understands as `Hands` do, and does nothing."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self.house = hands.house
        self.languages = hands.languages
        self.expiry = hands.expiry
        self.asked = Asked()

    def hear(self, heard: Heard) -> Reply:
        return MEANT

    def undo(self, heard: Heard, table_id: str) -> None:
        pass

    def act(self, heard: Heard, act: Act, table_id: str | None) -> Reply:
        return MEANT

    def open(self, heard: Heard, game: str = "") -> Reply:
        return MEANT

    def do(self, heard: Heard, command: Command, table_id: str | None) -> Reply:
        return MEANT

    def level(self, heard: Heard, table_id: str, question: int, said: Sequence[str]) -> Reply:
        return MEANT

    def table(self, heard: Heard, table_id: str | None) -> Table | None:
        return self._hands.table(heard, table_id)

    def read(self, heard: Heard, table_id: str | None) -> Reading | None:
        return self._hands.read(heard, table_id)

    def page(self, heard: Heard, table_id: str | None, page: Page) -> Reply:
        return MEANT

    def bridge(self, heard: Heard, said: str) -> Reply:
        return MEANT

    def cut(self, heard: Heard, table_id: str | None, picture: int) -> Reply:
        return MEANT

    def record(self, heard: Heard, said: str) -> Reply:
        return MEANT

    def speak(self, heard: Heard, wanted: str) -> Reply:
        return MEANT


MEANT = Reply()
"""Something would have been done."""
