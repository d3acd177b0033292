"""Who and what is on the fake Telegram: people, chats, and the time."""

from __future__ import annotations

from typing import Any

from tests.adapters.telegram.fake_limits import Traffic


class Clock:
    """The time of a test, in seconds since 1970."""

    def __init__(self, at: float = 1_764_400_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at

    def advance(self, seconds: float) -> None:
        self.at += seconds


class Person:
    """Somebody with an account. `dm` is how the bot may write to them."""

    def __init__(self, number: int, name: str, language: str = "") -> None:
        self.number = number
        self.name = name
        self.language = language
        self.dm = "never"  # never, open, blocked, deleted
        self.alerts: list[dict[str, Any]] = []
        self.is_bot = False

    def user(self) -> dict[str, Any]:
        found = {"id": self.number, "is_bot": self.is_bot, "first_name": self.name}
        return found | ({"language_code": self.language} if self.language else {})


class Chat:
    """A chat with its messages. A private one has the number of its person."""

    def __init__(self, number: int, kind: str, title: str = "") -> None:
        self.number = number
        self.kind = kind
        self.title = title
        self.messages: dict[int, dict[str, Any]] = {}
        self.next = 1
        self.traffic = Traffic(number < 0)
        self.state = "member"  # of the bot: member, muted, kicked, administrator
        self.moved_to = 0
        self.topics: dict[int, str] = {}  # open or closed
        self.log: list[dict[str, Any]] = []  # every state of every message of the bot, in order
        self.alone: list[dict[str, Any]] = []  # ephemeral messages

    def info(self) -> dict[str, Any]:
        found: dict[str, Any] = {"id": self.number, "type": self.kind}
        if self.title:
            found["title"] = self.title
        if self.topics:
            found["is_forum"] = True
        return found
