"""People who do at a platform what can be done there: write, and press what is shown to them.

aki.says("/play@fumibako_bot", group)     # in a group; without one: to the bot in private
answer = aki.press("Join", group)         # by the label …
aki.press(group, verb="m:")               # … or by the beginning of what the button does
assert answer.text == "…" and answer.alert
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec

from tests.adapters.telegram.fake_people import Chat, Person
from tests.outside.loopback import PATIENCE

if TYPE_CHECKING:
    from tests.outside.telegram_server import TelegramServer

Data = dict[str, Any]


class Answer(msgspec.Struct, frozen=True):
    """What the presser of a button was told, and after how many seconds."""

    text: str
    alert: bool
    url: str
    after: float


class Button(msgspec.Struct, frozen=True):
    """A button that is shown: in which message, and what it does."""

    message: int
    label: str
    data: str
    url: str = ""

    @property
    def verb(self) -> str:
        """What it does, without the table and the question."""
        return verb(self.data)


def verb(data: str) -> str:
    """What a datum does: all behind its table and its question."""
    return data.partition("|")[0].split(":", 2)[-1] if data.count(":") >= 2 else ""


class TelegramPerson:
    """Somebody at Telegram."""

    def __init__(
        self, server: TelegramServer, number: int, name: str, language: str, started: bool
    ) -> None:
        self.server = server
        self.person = server.fake.people[number] = Person(number, name, language)
        self.person.dm = "open" if started else "never"
        self.number, self.name = number, name
        self.updates: dict[str, int] = {}  # by the numbers of presses, those that bring them

    @property
    def private(self) -> Chat:
        """The chat with the bot."""
        with self.server.lock:
            return self.server.fake.chat(self.number)

    @property
    def alerts(self) -> list[Data]:
        """All answers to presses so far."""
        return self.person.alerts

    # What they do

    def says(
        self, text: str, chat: Chat | None = None, *, thread: int = 0, to: int = 0, **more: Any
    ) -> int:
        """Write something, perhaps as a reply to a message. Tells the number of the new one."""
        where = chat or self.private
        with self.server.lock:
            if chat is None and self.person.dm == "never":
                self.person.dm = "open"
            message = self.server.fake._post(where, self.person.user(), text, thread)
            shown = self.server.fake.shown(where, message) | more
            if text.startswith("/"):
                size = len(text.split(" ")[0])
                shown["entities"] = [{"type": "bot_command", "offset": 0, "length": size}]
            if to:
                shown["reply_to_message"] = self.server.fake.shown(where, where.messages[to])
        self.server.message(shown)
        return int(message["message_id"])

    def does(self, chat: Chat, **content: Any) -> None:
        """Something that Telegram notes in a chat, like `left_chat_member=aki.person.user()`."""
        with self.server.lock:
            message = self.server.fake._post(chat, self.person.user(), "", 0)
            shown = self.server.fake.shown(chat, message) | content
        del shown["text"]
        self.server.message(shown)

    def sees(self, chat: Chat | None = None) -> list[Button]:
        """The buttons that are shown in a chat, from the newest message to the oldest."""
        return [
            Button(
                message["message_id"],
                button["text"],
                button.get("callback_data", ""),
                button.get("url", ""),
            )
            for message in self.server.shown(chat or self.private)
            for row in message["rows"]
            for button in row
        ]

    def find(
        self,
        chat: Chat | None = None,
        label: str = "",
        *,
        verb: str = "",
        patience: float = PATIENCE,
    ) -> Button:
        """Wait for a button: the newest one with this label, or that does something which begins
        so (one that is exactly so goes first)."""

        def found() -> Button | None:
            fits = [
                each
                for each in self.sees(chat)
                if (not label or each.label == label) and each.verb.startswith(verb)
            ]
            exact = [each for each in fits if each.verb == verb]
            return next(iter(exact or fits), None)

        def missing() -> str:
            there = [(each.label, each.verb) for each in self.sees(chat)]
            return f"a button {label or verb!r} is shown to {self.name}; there are {there}"

        return self.server.until(found, missing, patience)

    def press(
        self,
        label: str | Button = "",
        chat: Chat | None = None,
        *,
        verb: str = "",
        patience: float = PATIENCE,
    ) -> Answer:
        """Press a button when it is shown, and wait for the answer. Raises `AssertionError` if
        none comes."""
        return self.answer(self.begin(label, chat, verb=verb, patience=patience), patience)

    def begin(
        self,
        label: str | Button = "",
        chat: Chat | None = None,
        *,
        verb: str = "",
        patience: float = PATIENCE,
    ) -> str:
        """Press without waiting for the answer. Tells the number of the press."""
        where = chat or self.private
        button = (
            label
            if isinstance(label, Button)
            else self.find(where, label, verb=verb, patience=patience)
        )
        with self.server.lock:
            number = self.server.query()
            self.server.fake.queries[number] = {
                "person": self.person,
                "at": time.time(),
                "began": time.monotonic(),
                "answered": False,
                "chat": where.number,
            }
            message = where.messages.get(button.message)
            shown = (
                self.server.fake.shown(where, message)
                if message is not None
                else {"message_id": button.message, "date": 0, "chat": where.info()}
            )
        content = {
            "id": number,
            "from": self.person.user(),
            "chat_instance": f"i{where.number}",
            "message": shown,
            "data": button.data,
        }
        self.updates[number] = self.server.update("callback_query", content)
        return number

    def answer(self, number: str, patience: float = PATIENCE) -> Answer:
        """Wait for the answer to a press."""
        query = self.server.fake.queries[number]
        told = self.server.until(
            lambda: query.get("answer"), f"the press of {self.name} is answered", patience
        )
        after = time.monotonic() - query["began"]
        return Answer(told["text"], told["alert"], told["url"], after)
