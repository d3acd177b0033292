"""Telegram and LINE before the police: the fakes of their own tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adapters.line.api import Outcome as LineOutcome
from adapters.telegram.api import Fate, Outcome
from core.desk.presses import read_datum
from core.table.places import Room
from tests.adapters.line import stage as line
from tests.adapters.line.fake import User, actions
from tests.adapters.table import wake_all
from tests.adapters.telegram import stage as telegram
from tests.adapters.telegram.fake_people import Person
from tests.adapters.telegram.stage import buttons
from tests.adapters.wires import NAMES, Offer, Wire


class OnTelegram(Wire):
    """The fake Telegram."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.stage = telegram.Stage("police", f"sqlite:///{folder / 'telegram.db'}")
        self._refused = 0

    async def begin(self, number: int) -> None:
        self._take()
        await self.stage.begin()
        self.people: list[Person] = [
            self.stage.person(n + 1, name, "en") for n, name in enumerate(NAMES[:number])
        ]
        self.chat = self.stage.group()
        await self.stage.add_bot(self.chat, self.people[0])
        await self.stage.quiet()

    def _take(self) -> None:
        self.house, self.store = self.stage.house, self.stage.store

    async def restart(self) -> None:
        self.stage.store.close()
        self.stage.open()
        self._take()
        await self.stage.begin()
        await self.stage.quiet()

    async def settle(self) -> None:
        await self.stage.quiet()

    async def wait(self, seconds: float) -> None:
        await self.stage.wait(seconds)

    def user(self, who: int) -> str:
        return f"telegram:{self.people[who].number}"

    def room(self) -> Room:
        return next(r for r in self.store.rooms_on("telegram") if r.chat == str(self.chat.number))

    def offers(self, who: int) -> list[Offer]:
        found = []
        for chat in (self.stage.server.chat(self.people[who].number), self.chat):
            for message in sorted(chat.messages.values(), key=lambda m: -m["message_id"]):
                for _, data in buttons(message):
                    if (press := read_datum(data)) is not None:
                        found.append(Offer(press, (chat, message, data), chat is not self.chat))
        return found

    async def press(self, who: int, offer: Offer) -> None:
        chat, message, data = offer.way
        self.stage.clock.advance(2)
        await self.stage.press(self.people[who], data, chat, message)
        await self.stage.quiet()

    async def says(self, who: int, text: str) -> None:
        await self.stage.says(self.people[who], text, self.chat)
        await self.stage.quiet()

    def said(self) -> list[str]:
        return [line for entry in self.chat.log for line in entry["text"].splitlines()]

    def seen(self, who: int | None) -> list[str]:
        if who is None:
            return [repr(entry) for entry in self.chat.log]
        person = self.people[who]
        own = self.stage.server.chat(person.number).log
        return [repr(each) for each in (*person.alerts, *own)]

    def answers(self, who: int) -> int:
        texts = [alert for alert in self.people[who].alerts if alert["text"] or alert["url"]]
        return len(texts) + len(self.chat.log)

    def refuse(self) -> None:
        api, call, self.refusals = self.stage.telegram.api, self.stage.telegram.api.call, 1

        async def refused(chat: int, work: Any, *, once: bool = False) -> Outcome:
            if chat != self.chat.number or not self.refusals:
                return await call(chat, work, once=once)
            self.refusals = 0
            return Outcome(Fate.LATER, wait=2.0)

        api.call = refused  # type: ignore[method-assign]

    async def go_away(self, who: int) -> None:
        self.people[who].dm = "blocked"


class OnLine(Wire):
    """The fake LINE."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.stage = line.Stage("police", f"sqlite:///{folder / 'line.db'}", "en")

    async def begin(self, number: int) -> None:
        self._take()
        self.people: list[User] = [self.stage.person(name) for name in NAMES[:number]]
        self.chat = await self.stage.group(*self.people)

    def _take(self) -> None:
        self.house, self.store = self.stage.house, self.stage.store

    async def restart(self) -> None:
        self.stage.store.close()
        self.stage.open()
        self._take()
        wake_all(self.stage.ticker)
        await self.stage.say(self.people[0], "/status", self.chat)

    async def settle(self) -> None:
        await self.stage.settle()

    async def wait(self, seconds: float) -> None:
        await self.stage.wait(seconds)

    def user(self, who: int) -> str:
        return f"line:{self.people[who].id}"

    def room(self) -> Room:
        return self.stage.room(self.chat)

    def offers(self, who: int) -> list[Offer]:
        found = []
        for each in actions(self.stage.line.bubble(self.chat)):
            press = read_datum(each.get("data", "").partition("|")[0])
            if press is not None:
                found.append(Offer(press, each, False))
        return found

    async def press(self, who: int, offer: Offer) -> None:
        self.stage.clock.advance(11)
        await self.stage.do(self.people[who], self.chat, offer.way)

    async def says(self, who: int, text: str) -> None:
        await self.stage.say(self.people[who], text, self.chat)

    async def look(self, who: int) -> None:
        await self.stage.say(self.people[who], "hand")

    def said(self) -> list[str]:
        return [line for text in self.stage.read(self.chat) for line in text.splitlines()]

    def seen(self, who: int | None) -> list[str]:
        chat = self.chat if who is None else self.people[who].id
        return [repr((each.at, each.by, each.message)) for each in self.stage.entries(chat)]

    def answers(self, who: int) -> int:
        return len(self.stage.entries(self.chat)) + len(self.stage.entries(self.people[who].id))

    def refuse(self) -> None:
        api, reply, self.refusals = self.stage.host.api, self.stage.host.api.reply, 1

        async def refused(body: Any) -> Any:
            api.reply = reply  # type: ignore[method-assign]
            self.refusals = 0
            return LineOutcome.LATER

        api.reply = refused  # type: ignore[method-assign]

    async def go_away(self, who: int) -> None:
        self.people[who].friend = False  # nothing can be sent there anyway
