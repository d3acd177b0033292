"""What the police ask of a platform: one face for all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.desk.presses import Press
from core.house.house import House
from core.table.places import Room
from storage.store import SqlStore

NAMES = ("Aki", "Mina", "Ken", "Yu", "Haru", "Noa")


class Offer(msgspec.Struct, frozen=True):
    """A button in front of somebody, how it is pressed there, and whether they alone see it."""

    press: Press
    way: Any
    alone: bool


class Wire(ABC):
    """A platform with one group in which some people sit before their buttons."""

    house: House
    store: SqlStore
    refusals: int = 0  # how many of the next sendings are still to be refused

    @abstractmethod
    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        """`folder` is for its database."""

    @abstractmethod
    async def begin(self, number: int) -> None:
        """The host starts; a group of so many people is there, and its first board."""

    @abstractmethod
    async def restart(self) -> None:
        """The host ends and starts again; everybody who is there is there again."""

    @abstractmethod
    async def settle(self) -> None:
        """Everything that may be sent now is sent."""

    @abstractmethod
    async def wait(self, seconds: float) -> None:
        """Time passes."""

    @abstractmethod
    def user(self, who: int) -> str:
        """A person, as the house calls them."""

    @abstractmethod
    def room(self) -> Room:
        """The group, as the house has it."""

    @abstractmethod
    def offers(self, who: int) -> list[Offer]:
        """The buttons that a person sees, the newest message first."""

    @abstractmethod
    async def press(self, who: int, offer: Offer) -> None:
        """A person presses."""

    @abstractmethod
    def said(self) -> list[str]:
        """The lines that everybody in the group could read."""

    @abstractmethod
    def seen(self, who: int | None) -> list[str]:
        """Everything that a person alone could see, or (None) everybody in the group: texts,
        buttons, data, and in what order."""

    @abstractmethod
    def answers(self, who: int) -> int:
        """How often this person was answered, alone or in the group."""

    @abstractmethod
    def refuse(self) -> None:
        """What the house sends next is refused, once."""

    @abstractmethod
    async def go_away(self, who: int) -> None:
        """A person cannot be reached any more."""

    @abstractmethod
    async def says(self, who: int, text: str) -> None:
        """A person writes in the group."""

    async def look(self, who: int) -> None:  # noqa: B027
        """A person looks at their hand, where it does not come by itself."""

    async def close(self) -> None:
        """All ends."""
        self.store.close()
