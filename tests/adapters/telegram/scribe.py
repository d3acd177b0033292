"""Writes down what people in a Telegram group and in their private chats read."""

from __future__ import annotations

from typing import Any

from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.stage import Stage


class Scribe:
    """Writes down what is new in every chat."""

    def __init__(self, stage: Stage, chat: Chat, people: list[Person]) -> None:
        self.stage = stage
        self.chat = chat
        self.people = people
        self.lines: list[str] = []
        self._read: dict[int, int] = {}
        self._heard: dict[int, int] = {}

    def note(self, what: str) -> None:
        """Everything since the last look, under a heading."""
        self.lines.append(f"===== {what}")
        self._chat("group", self.chat)
        for person in self.people:
            answers = person.alerts[self._heard.get(person.number, 0) :]
            self._heard[person.number] = len(person.alerts)
            for answer in answers:
                if answer["text"] or answer["url"]:
                    kind = "window" if answer["alert"] else "toast"
                    self._write(f"{person.name}: {kind}", answer["text"] + answer["url"])
            self._chat(person.name, self.stage.server.chat(person.number))

    def skip(self) -> None:
        """What happened since the last look is not written down."""
        self._read[self.chat.number] = len(self.chat.log)
        for person in self.people:
            self._read[person.number] = len(self.stage.server.chat(person.number).log)
            self._heard[person.number] = len(person.alerts)

    def see_again(self, chat: Chat, first: int) -> None:
        """What stands in a chat from here on is written down."""
        self._read[chat.number] = first

    def _chat(self, name: str, chat: Chat) -> None:
        for entry in chat.log[self._read.get(chat.number, 0) :]:
            how = "new" if entry["how"] == "send" else "edited"
            self._write(f"{name}: message {entry['message_id']} {how}", entry["text"], entry)
        self._read[chat.number] = len(chat.log)

    def _write(self, head: str, text: str, entry: dict[str, Any] | None = None) -> None:
        self.lines.append(f"-- {head}")
        self.lines += [f"   {line}".rstrip() for line in text.split("\n")]
        for row in entry["rows"] if entry is not None else ():
            self.lines.append("   " + " ".join(f"[{button['text']}]" for button in row))
